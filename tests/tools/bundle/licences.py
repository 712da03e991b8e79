"""The licences of all that a bundle contains, as files."""

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from tests.support.packages import ROOT, needed

_NAMES = ("licen", "copying", "notice", "authors")
_BUILDER = "pyinstaller"  # whose small program starts Python


def write(folder: Path, binaries: Iterable[Path]) -> None:
    """Write the licences into a folder: of companion, packages, Python, and libraries of the system."""
    folder.mkdir()
    shutil.copyfile(ROOT / "LICENSE", folder / "companion.txt")
    for each in (ROOT / "static" / "vendor").glob("*.LICENSE"):
        shutil.copyfile(each, folder / f"{each.stem}.txt")
    for package in {*needed(), _BUILDER}:
        (folder / f"{package}.txt").write_text(_of_package(package), encoding="utf-8")
    shutil.copyfile(_of_python(), folder / "python.txt")
    for library in {binary for binary in binaries if _is_of_the_system(binary)}:
        (folder / f"{library.name.partition('.')[0]}.txt").write_text(_of_library(library), encoding="utf-8")


def _of_package(package: str) -> str:
    """Return the licence texts of a package; where it has none, what it says of its licence."""
    distribution = metadata.distribution(package)
    files = [each for each in distribution.files or () if each.name.lower().startswith(_NAMES)]
    texts = [Path(str(file.locate())).read_text(encoding="utf-8") for file in files if file.suffix != ".py"]
    said = distribution.metadata.get("License-Expression") or distribution.metadata.get("License")
    assert texts or said, f"{package} has no licence"
    return "\n\n".join([f"{package} {distribution.version}", *(texts or [str(said)])])


def _of_python() -> Path:
    """Return the file with the licence of Python, and of what it contains."""
    folders = sysconfig.get_path("stdlib"), sys.base_prefix
    return next(path for folder in folders if (path := Path(folder) / "LICENSE.txt").is_file())


def _is_of_the_system(library: Path) -> bool:
    """Tell whether a library comes neither with a package nor with Python."""
    return not any(map(library.is_relative_to, (sys.prefix, sys.base_prefix)))


def _of_library(library: Path) -> str:
    """Return the licence of a library of Debian or its relatives; elsewhere, where it comes from."""
    for path in (library, library.resolve(), Path(f"/usr{library}")) if shutil.which("dpkg") else ():
        asked = subprocess.run(["dpkg", "-S", str(path)], capture_output=True, text=True, check=False)
        text = Path("/usr/share/doc") / asked.stdout.partition(":")[0] / "copyright"
        if asked.returncode == 0 and text.is_file():
            return text.read_text(encoding="utf-8")
    return f"{library.name} is a library of the system that the bundle was made on\n"
