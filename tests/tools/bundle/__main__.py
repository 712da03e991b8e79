"""Makes the bundle for the system that this runs on, and an archive of it: `python -m tests.tools.bundle`."""

import argparse
import sys
from pathlib import Path

from tests.tools.bundle import build

MEGABYTE = 1_000_000


def main() -> int:
    """Make the bundle; return 1 if its archive is too large."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.bundle", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("dist"), help="folder of the archive (dist)")
    made = build.make(parser.parse_args().out)
    size = made.archive.stat().st_size
    print(f"{made.archive}: {size / MEGABYTE:.1f} MB, {made.unpacked / MEGABYTE:.1f} MB unpacked")
    return 0 if size <= build.MOST * MEGABYTE else 1


if __name__ == "__main__":
    sys.exit(main())
