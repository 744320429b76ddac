#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the modules of Sources/ into Docs/internals/modules.md, from Package.swift: each shelf, and below it each module with
those that it imports. What a module imports through another is left out. With --check, fails where the page differs."""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "Docs" / "internals" / "modules.md"
SHELVES = ["Tools", "Surface", "Core", "Base"]
BEGIN, END = "<!-- Scripts/draw-modules.py -->\n", "<!-- end -->\n"


def read_modules():
    """Returns the modules of Sources/: the shelf of each, and what it imports."""
    dump = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, check=True, capture_output=True)
    targets = {target["name"]: target for target in json.loads(dump.stdout)["targets"]}
    shelves = {
        name: pathlib.PurePath(target["path"]).parts[1] for name, target in targets.items()
        if (target.get("path") or "").startswith("Sources/")}
    imports = {
        name: {dependency["byName"][0] for dependency in targets[name]["dependencies"]} & shelves.keys() for name in shelves}
    return shelves, imports


def reach(name, imports, seen=None):
    """Returns what a module imports, at any distance."""
    seen = set() if seen is None else seen
    for other in imports[name]:
        if other not in seen:
            seen.add(other)
            reach(other, imports, seen)
    return seen


def draw(shelves, imports):
    below = {name: reach(name, imports) for name in shelves}
    lines = []
    for shelf in SHELVES:
        lines.append(shelf)
        # A module comes before those that it imports.
        for name in sorted((name for name in shelves if shelves[name] == shelf), key=lambda name: (-len(below[name]), name)):
            direct = [
                other for other in imports[name]
                if not any(other in below[third] for third in imports[name] if third != other)]
            arrow = " → " + ", ".join(sorted(direct)) if direct else ""
            lines.append(f"  {name}{arrow}")
    return "```\n" + "\n".join(lines) + "\n```\n"


def main():
    shelves, imports = read_modules()
    faults = [
        f"Package.swift: {name} of {shelves[name]} imports {other} of {shelves[other]}"
        for name in sorted(shelves) for other in sorted(imports[name])
        if SHELVES.index(shelves[other]) < SHELVES.index(shelves[name])]
    text = PAGE.read_text()
    head, tail = text.split(BEGIN)[0], text.split(END)[1]
    drawn = head + BEGIN + draw(shelves, imports) + END + tail
    if "--check" not in sys.argv:
        PAGE.write_text(drawn)
    elif drawn != text:
        faults.append("Docs/internals/modules.md: not as Package.swift says; Scripts/draw-modules.py draws it anew")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


sys.exit(main())
