#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each source file (Swift, C, C++, Go, Rust, Python, shell) names its license at its head; with
--write, adds the line where it is missing.

It is the first line, or the second where the first must stay so: after `#!`, after the version of the
Swift tools, and after the line that says which script generates the file."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINE = "SPDX-License-Identifier: Apache-2.0"
SLASHES = {".swift", ".c", ".h", ".cpp", ".go", ".rs"}
STAYS_FIRST = re.compile(r"#!|// swift-tools-version|(//|/\*) .*Scripts/generate-[\w-]+\.py")


def comment(file, first):
    """The line as a comment of the file's language; None for a file that is no source."""
    if file.suffix in SLASHES:
        return f"/* {LINE} */" if first.startswith("/* ") else f"// {LINE}"
    if file.suffix == ".py" or re.match(r"#!.*\b(sh|bash|python3)\b", first):
        return f"# {LINE}"
    return None


def main():
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
        capture_output=True, text=True)
    missing = []
    for name in sorted(set(listed.stdout.split("\0")) - {""}):
        file = ROOT / name
        if not file.is_file() or file.is_symlink():
            continue
        with file.open("rb") as opened:
            lines = opened.read(1000).decode("utf-8", "replace").split("\n")
        license = comment(file, lines[0])
        place = 1 if STAYS_FIRST.match(lines[0]) else 0
        if license is None or lines[place:place + 1] == [license]:
            continue
        missing.append(name)
        if "--write" in sys.argv[1:]:
            text = file.read_text(encoding="utf-8").split("\n")
            text.insert(place, license)
            file.write_text("\n".join(text), encoding="utf-8")
    if "--write" in sys.argv[1:]:
        print(f"{len(missing)} files changed")
        return 0
    for name in missing:
        print(f"{name}: doesn't say {LINE}; Scripts/check-license.py --write adds it", file=sys.stderr)
    return 1 if missing else 0


sys.exit(main())
