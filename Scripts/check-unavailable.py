#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles Tests/Porting/MacPrograms.swift against the debug build, and checks that the compiler
says of each name in the comment at the end of a line what Data/apple-api.tsv says, and nothing else.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "Tests" / "Porting" / "MacPrograms.swift"
DECLARED = ROOT / "Sources" / "Surface" / "Security" / "Constants" / "UnavailableNames.swift"
ERROR = re.compile(r"^[^ ]*MacPrograms\.swift:(\d+):\d+: error: (.*)", re.MULTILINE)


def main():
    messages = dict(
        (name, message) for message, name in re.findall(
            r'message: "(.*)"\)\npublic (?:final )?\w+ (\w+)', DECLARED.read_text()))
    expected = set()
    for number, line in enumerate(PROGRAM.read_text().split("\n"), 1):
        if match := re.search(r"\S.*  // ([\w ]+)$", line):
            expected |= {(number, f"'{name}' is unavailable: {messages.get(name)}")
                         for name in match[1].split()}
    modules = subprocess.run(
        ["Scripts/show-programs"], cwd=ROOT, check=True, capture_output=True,
        text=True).stdout.strip() + "/Modules"
    compiled = subprocess.run(
        ["swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", "-I", modules,
         str(PROGRAM)], capture_output=True, text=True)
    found = {(int(number), text) for number, text in ERROR.findall(compiled.stderr)}
    for number, text in sorted(expected - found):
        print(f"{PROGRAM.name}:{number}: the compiler doesn't say: {text}", file=sys.stderr)
    for number, text in sorted(found - expected):
        print(f"{PROGRAM.name}:{number}: the compiler says: {text}", file=sys.stderr)
    return 0 if expected and found == expected else 1


sys.exit(main())
