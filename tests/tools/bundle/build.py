"""Makes the folder with PyInstaller, adds the texts, and packs it."""

import ast
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from packaging.utils import canonicalize_name

from companion import __version__
from tests.support.packages import ROOT, needed
from tests.tools.bundle import licences

MOST = 35
"""Megabytes that the archive may have."""

_HERE = Path(__file__).parent
_UNUSED = (  # of the standard library; readline is under the GPL
    *("tkinter", "turtle", "idlelib", "readline", "curses", "lib2to3", "ensurepip", "pydoc_data", "test"),
    "setuptools",
    "pkg_resources",
)
_SYSTEMS = {"win32": "windows", "darwin": "macos"}
_KIND = "--onefile" if sys.platform == "darwin" else "--onedir"
"""macOS asks about each file that comes from a download, so there the program is one."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """An archive that was made, and how many bytes its files have unpacked."""

    archive: Path
    unpacked: int


def make(out: Path) -> Bundle:
    """Make the archive in a folder."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = _freeze(Path(scratch))
        _add_texts(folder)
        licences.write(folder / "licences", _binaries(Path(scratch)))
        unpacked = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
        out.mkdir(parents=True, exist_ok=True)
        return Bundle(_pack(folder, out), unpacked)


def name() -> str:
    """Return the name of the archive for this system, without its ending; the same in every release."""
    machine = platform.machine().lower().replace("amd64", "x86_64")
    return f"companion-{_SYSTEMS.get(sys.platform, 'linux')}-{machine}"


def _freeze(scratch: Path) -> Path:
    """Let PyInstaller gather the program, Python and the needed packages; return the folder."""
    command = [sys.executable, "-m", "PyInstaller", str(_HERE / "start.py"), "--name", "companion", _KIND]
    command += ["--noconfirm", "--log-level", "WARN", "--paths", str(ROOT), "--specpath", str(scratch)]
    command += ["--distpath", str(scratch / "made"), "--workpath", str(scratch / "work")]
    command += ["--add-data", f"{_data(scratch / 'data')}:companion", "--collect-submodules", "companion"]
    command += [part for module in sorted(_excluded()) for part in ("--exclude-module", module)]
    command += [] if sys.platform in _SYSTEMS else ["--strip"]  # elsewhere it breaks libraries
    environ = os.environ | {"PYINSTALLER_CONFIG_DIR": str(scratch / "cache")}  # not in the home
    subprocess.run(command, check=True, cwd=scratch, env=environ)
    made, folder = scratch / "made" / "companion", scratch / f"companion-{__version__}"
    if made.is_dir():
        return made.rename(folder)
    folder.mkdir()
    made.rename(folder / made.name)
    return folder


def _data(folder: Path) -> Path:
    """Copy what the package reads as files: templates, styles, catalogues, and the migrations."""
    shutil.copytree(
        ROOT / "companion",
        folder,
        ignore=lambda path, names: [
            each_name
            for each_name in names
            if each_name.endswith((".py", ".po", ".md")) and "migrations" not in Path(path).parts
        ],
    )
    for each in ("templates", "static"):
        shutil.copytree(ROOT / each, folder / each)
    for cache in [*folder.rglob("__pycache__")]:
        shutil.rmtree(cache)
    return folder


def _excluded() -> set[str]:
    """Return the modules of all installed packages that companion does not need."""
    packages = needed()
    return {
        module
        for module, owners in metadata.packages_distributions().items()
        if module.isidentifier()
        and module != "companion"
        and not packages & {canonicalize_name(owner) for owner in owners}
    } | {*_UNUSED}


def _binaries(scratch: Path) -> list[Path]:
    """Return the files that PyInstaller took libraries from."""
    [listed] = scratch.glob(f"work/*/{'PKG' if _KIND == '--onefile' else 'COLLECT'}-00.toc")
    entries = ast.literal_eval(listed.read_text(encoding="utf-8"))
    entries = next((entry for entry in entries if isinstance(entry, list)), entries)
    return [Path(source) for _, source, kind in entries if kind in ("BINARY", "EXTENSION")]


def _add_texts(folder: Path) -> None:
    """Add how to start, and on Linux what file managers start."""
    ending = "\r\n" if sys.platform == "win32" else "\n"
    glibc = platform.libc_ver()[1]  # none but on Linux
    for each in _HERE.glob("*.txt"):
        lines = each.read_text(encoding="utf-8").splitlines(keepends=True)
        text = "".join(line.format(glibc=glibc) for line in lines if glibc or "{glibc}" not in line)
        (folder / each.name).write_text(text, "utf-8-sig", newline=ending)
    if sys.platform not in _SYSTEMS:
        for each in ("companion.desktop", "start-companion.sh"):
            shutil.copyfile(_HERE / each, folder / each)
            (folder / each).chmod(0o755)


def _pack(folder: Path, out: Path) -> Path:
    """Pack the folder: as a zip for Windows, elsewhere as a tar, which keeps what may be run."""
    if sys.platform == "win32":
        archive = out / f"{name()}.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            for each in sorted(folder.rglob("*")):
                packed.write(each, each.relative_to(folder.parent))
        return archive
    archive = out / f"{name()}.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(folder, folder.name, filter=_anonymous)
    return archive


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Leave out who made the bundle."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry
