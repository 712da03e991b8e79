"""A disk that forgets: what is left of a folder when the power is cut.

A process that runs with `ForgetfulDisk.environ` has all that it does to the folder noted by forgetful_disk.c.
The folder is rebuilt as of any moment: what was synced is there, and of the rest anything may be or not, in
any order. A write is torn at sectors, a file is empty under its name, a name is missing although its file was
synced, and where writing went on behind a gap, there is garbage in the gap.
"""

import atexit
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.backing_services import found

_SECTOR = 512
_RECORD = struct.Struct("<8sQQQQ")
_SOURCE = Path(__file__).with_suffix(".c")


@dataclass
class _Change:
    """Bytes at a place in a file; or, without any, the length to which it was cut or extended."""

    offset: int
    data: bytes | None = None

    def apply(self, contents: bytearray, filler: bytes) -> None:
        contents.extend(filler * (self.offset - len(contents)))
        contents[self.offset : None if self.data is None else self.offset + len(self.data)] = self.data or b""

    def parts(self) -> list["_Change"]:
        """Return what is on the disk or not, each by itself: the sectors of a write, and a whole cut."""
        if self.data is None:
            return [self]
        begin, end = self.offset, self.offset + len(self.data)
        edges = [begin, *range(begin - begin % _SECTOR + _SECTOR, end, _SECTOR), end]
        return [
            _Change(one, self.data[one - begin : other - begin])
            for one, other in pairwise(edges)
            if one < other
        ]


@dataclass(eq=False)
class _File:
    """A file: what is on the disk, and what was done to it since."""

    synced: bytearray = field(default_factory=bytearray)
    later: list[_Change] = field(default_factory=list)

    def sync(self) -> None:
        for change in self.later:
            change.apply(self.synced, b"\0")
        self.later.clear()

    def left(self, chance: "_Chance") -> bytes:
        left = bytearray(self.synced)
        for change in self.later:
            for kept in chance.kept_of(change):
                kept.apply(left, chance.filler)
        return bytes(left)


@dataclass(eq=False)
class _Folder:
    """A folder: names that are on the disk, and changes since, each of one or more names at once."""

    synced: dict[str, "_File | _Folder"] = field(default_factory=dict)
    later: list["_Names"] = field(default_factory=list)

    def sync(self) -> None:
        for change in self.later:
            change.apply(self.synced)
            change.is_synced = True
        self.later.clear()

    def left(self, chance: "_Chance") -> Mapping[str, "_File | _Folder"]:
        left = dict(self.synced)
        for change in self.later:
            if chance.keeps_names(change):
                change.apply(left)
        return left


@dataclass(eq=False)
class _Names:
    """Names that were given to files and taken from them (None).

    A file that moves loses its old name when it has the new one (`follows`), or later, unless the folder of
    the old name is synced first.
    """

    names: dict[str, _File | _Folder | None]
    follows: "_Names | None" = None
    is_synced: bool = False

    def apply(self, entries: dict[str, "_File | _Folder"]) -> None:
        for name, file in self.names.items():
            if file is None:
                entries.pop(name, None)
            else:
                entries[name] = file


@dataclass
class _Chance:
    """How much of what was not synced is left: each sector with probability `share`."""

    rng: random.Random
    share: float
    filler: bytes
    torn: int = 0
    names: dict[_Names, bool] = field(default_factory=dict)

    def keeps(self) -> bool:
        return self.rng.random() < self.share

    def keeps_names(self, change: _Names) -> bool:
        if change not in self.names:
            follows = change.follows is None or self.keeps_names(change.follows)
            self.names[change] = change.is_synced or (self.keeps() and follows)
        return self.names[change]

    def kept_of(self, change: _Change) -> list[_Change]:
        """Return what is left of a change: a cut is whole or not there, a write has some of its sectors."""
        parts = change.parts()
        kept = [part for part in parts if self.keeps()]
        self.torn += 0 < len(kept) < len(parts)
        return kept


@dataclass
class PowerCut:
    """The moment of a power cut: how much was done before it, and what was acknowledged."""

    moment: int
    acknowledged: tuple[str, ...]
    _root: _Folder
    _rng: random.Random

    def rebuild(self, folder: Path) -> int:
        """Write what is left to a new folder, and return how many writes are torn."""
        share = self._rng.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        chance = _Chance(self._rng, share, self._rng.choice((b"\0", b"\xa5")))
        _rebuild(self._root, folder, chance)
        return chance.torn


def _rebuild(root: _Folder, folder: Path, chance: _Chance) -> None:
    folder.mkdir()
    for name, file in root.left(chance).items():
        if isinstance(file, _Folder):
            _rebuild(file, folder / name, chance)
        else:
            (folder / name).write_bytes(file.left(chance))


class ForgetfulDisk:
    """A folder of which all changes are noted, from what is in it at first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.folder.mkdir(exist_ok=True)
        self._journal = self.folder.with_name(f"{folder.name}.journal")
        self._journal.touch()
        self._copy = self.folder.with_name(f"{folder.name}.before")
        shutil.copytree(self.folder, self._copy)
        self._inodes = {
            path.relative_to(self.folder): path.stat().st_ino
            for path in (self.folder, *self.folder.rglob("*"))
        }

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment of a process whose changes are noted."""
        return {
            "LD_PRELOAD": str(library()),
            "FORGETFUL_FOLDER": str(self.folder),
            "FORGETFUL_JOURNAL": str(self._journal),
        }

    def acknowledge(self, text: str) -> None:
        """Note that something was acknowledged just now."""
        said = text.encode()
        descriptor = os.open(self._journal, os.O_WRONLY | os.O_APPEND)
        os.write(descriptor, _RECORD.pack(b"A", 0, 0, 0, len(said)) + said)
        os.close(descriptor)

    def cuts(self, rng: random.Random, number: int, *, lies: bool = False) -> Iterator[PowerCut]:
        """Yield power cuts at random moments, in order: many just before a sync, a fifth when all is done.

        A disk that lies forgets what was synced, too.
        """
        records = list(self._records())
        risky = [moment for moment, record in enumerate(records) if record.kind == "S"]
        chosen = Counter(rng.choices([*range(len(records)), *risky * 2], k=number - number // 5))
        chosen[len(records)] += number // 5
        root, nodes = self._before()
        acknowledged: list[str] = []
        for moment, record in enumerate((*records, None)):
            for _ in range(chosen[moment]):
                yield PowerCut(moment, tuple(acknowledged), root, random.Random(rng.random()))
            if record is None:
                return
            if record.kind == "A":
                acknowledged.append(record.text)
            elif record.kind != "S":
                _replay(record, nodes)
            elif not lies:
                nodes[record.inode].sync()

    def _before(self) -> tuple[_Folder, dict[int, _File | _Folder]]:
        nodes: dict[int, _File | _Folder] = {}
        for path, inode in self._inodes.items():
            was = self._copy / path
            made = _Folder() if was.is_dir() else _File(bytearray(was.read_bytes()))
            nodes[inode] = made
            parent = nodes[self._inodes[path.parent]]
            if isinstance(parent, _Folder) and parent is not made:
                parent.synced[path.name] = made
        root = nodes[self._inodes[Path()]]
        assert isinstance(root, _Folder)
        return root, nodes

    def _records(self) -> Iterator["_Record"]:
        with self._journal.open("rb") as journal:
            while head := journal.read(_RECORD.size):
                kind, inode, one, two, length = _RECORD.unpack(head)
                yield _Record(kind[:1].decode(), inode, one, two, journal.read(length))


@dataclass(frozen=True, slots=True)
class _Record:
    """One record of the journal; what `one` and `two` are depends on its kind."""

    kind: str
    inode: int
    one: int
    two: int
    data: bytes

    @property
    def text(self) -> str:
        return self.data.decode()


def _replay(record: _Record, nodes: dict[int, _File | _Folder]) -> None:
    """Apply one record that is not synced to files and folders by their inodes."""
    if record.kind in "CM":
        nodes[record.inode] = _File() if record.kind == "C" else _Folder()
    if record.kind in "WT":
        file = nodes[record.inode]
        assert isinstance(file, _File)
        file.later.append(_Change(record.one, record.data if record.kind == "W" else None))
        return
    folder = nodes[record.one]
    assert isinstance(folder, _Folder)
    if record.kind != "R":
        folder.later.append(_Names({record.text: None if record.kind == "U" else nodes[record.inode]}))
        return
    old, new = record.text.split("/")
    moved, target = nodes[record.inode], nodes[record.two]
    assert isinstance(target, _Folder)
    if target is folder:
        folder.later.append(_Names({old: None, new: moved}))
    else:
        added = _Names({new: moved})
        target.later.append(added)
        folder.later.append(_Names({old: None}, follows=added))


@cache
def library() -> Path:
    """Compile the library that is preloaded; where that cannot be done, the test is skipped."""
    if sys.platform != "linux":
        pytest.skip("only Linux preloads this library")
    made = Path(tempfile.mkdtemp(prefix="companion-disk-")) / "forgetful_disk.so"
    atexit.register(shutil.rmtree, made.parent)
    strict = ("-Wall", "-Wextra", "-Werror")
    subprocess.run([found("gcc"), "-shared", "-fPIC", "-O1", *strict, "-o", made, _SOURCE], check=True)
    return made
