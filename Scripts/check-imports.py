#!/usr/bin/env python3
"""Checks that every target of Sources/ declares the modules of the package that it imports."""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMPORT = re.compile(
    r"^(?:@\w+ )*(?:public |package |internal |private )?import (?:class |struct |enum |func )?(\w+)",
    re.MULTILINE)


def main():
    dump = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, check=True, capture_output=True)
    targets = json.loads(dump.stdout)["targets"]
    names = {target["name"] for target in targets}
    missing = []
    for target in targets:
        path = ROOT / (target.get("path") or f"Sources/{target['name']}")
        if target["type"] == "test" or not path.is_relative_to(ROOT / "Sources"):
            continue
        declared = {
            dependency.get("byName", dependency.get("target", [None]))[0]
            for dependency in target["dependencies"]
        }
        for file in sorted(path.rglob("*.swift")):
            for module in IMPORT.findall(file.read_text()):
                if module in names - declared - {target["name"]}:
                    missing.append((target["name"], module, file.relative_to(ROOT)))
    for name, module, file in missing:
        print(f"{file}: imports {module}, which target {name} does not declare", file=sys.stderr)
    return 1 if missing else 0


sys.exit(main())
