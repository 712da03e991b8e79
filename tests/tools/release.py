"""Makes the wheel and the sdist of a release: `python -m tests.tools.release ADDRESS [--tag TAG]`.

The address of the repository is known to whoever releases from it, not to the project. So it goes into a
copy: as the urls of the metadata, and into the links of the README, which would lead nowhere on an index.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from companion import __version__
from tests.support.packages import ROOT

TAG = f"v{__version__}"


def main() -> int:
    """Make both packages; return 1, and make none, if the tag is that of another version."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.release", description=__doc__)
    parser.add_argument("address", help="of the repository, such as https://github.com/OWNER/REPOSITORY")
    parser.add_argument("--tag", default=TAG, help=f"of the release, which must be {TAG}")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="folder of the packages (dist)")
    given = parser.parse_args()
    if given.tag != TAG:
        print(f"the tag is {given.tag}, and the version {__version__}: tag it as {TAG}", file=sys.stderr)
        return 1
    make(given.address, given.out.resolve())
    return 0


def make(address: str, out: Path) -> None:
    """Put a wheel and an sdist that know the address into a folder."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch)
        project = (ROOT / "pyproject.toml").read_text("utf-8")
        for name in tomllib.loads(project)["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copyfile(ROOT / name, copy / name)
        scripts = "[project.scripts]\n"
        (copy / "pyproject.toml").write_text(project.replace(scripts, _urls(address) + scripts), "utf-8")
        readme = copy / "README.md"
        readme.write_text(with_whole_links(readme.read_text("utf-8"), address), "utf-8")
        command = [sys.executable, "-m", "hatchling", "build", "-d", str(out), "-t", "sdist", "-t", "wheel"]
        subprocess.run(command, cwd=copy, check=True)


def _urls(address: str) -> str:
    named = {
        "Homepage": address,
        "Documentation": f"{address}/blob/{TAG}/README.md",
        "Changelog": f"{address}/blob/{TAG}/CHANGELOG.md",
        "Issues": f"{address}/issues",
        "Download": f"{address}/releases/latest",
    }
    return "\n".join(["[project.urls]", *(f'{name} = "{url}"' for name, url in named.items()), "\n"])


def with_whole_links(text: str, address: str) -> str:
    """Return the text with every link and picture leading to the release in the repository."""

    def whole(found: re.Match[str]) -> str:
        return f"{found[1]}{address}/{'raw' if found[1].startswith('!') else 'blob'}/{TAG}/{found[2]})"

    return re.sub(r"(!?\[[^\]]*\]\()(?!\w+://|#)([^)\s]+)\)", whole, text)


if __name__ == "__main__":
    sys.exit(main())
