#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles the examples in the doc comments of the typed API against the debug build, and checks that
each documented public function of SwiftKeychain has one.

An example is an indented block, after an empty line, in the doc comment of a public declaration.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The modules whose symbols users of the product SwiftKeychain get.
MODULES = ["SwiftKeychain", "SwiftKeychainSeam", "SwiftKeychainService", "SwiftKeychainModel", "SwiftKeychainPKI",
           "SwiftKeychainMemory"]
# What every example may use without declaring it.
PARAMETERS = "_ bytes: [UInt8], _ secret: SecretBytes, _ certificate: Certificate, _ key: CryptoKey"
COMMENT = re.compile(r"^ *///(.*)")


def output(*command):
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def documented(lines):
    """Yields the doc comments of a file, as numbered lines, with the declarations below them."""
    comment = []
    for number, line in enumerate(lines, 1):
        if match := COMMENT.match(line):
            comment.append((number, match[1]))
        elif comment and not line.strip().startswith("@"):
            yield comment, line.strip()
            comment = []


def examples(comment):
    """Yields the blocks of code in a doc comment, as numbered lines."""
    block, before = [], ""
    for number, text in comment + [(0, "")]:
        is_code = text.startswith("     ") and (block or not before)
        if is_code:
            block.append((number, text))
        elif block:
            yield block
            block = []
        before = text


def main():
    source, missing = "import SwiftKeychain\n", []
    for module in MODULES:
        for file in sorted(ROOT.glob(f"Sources/*/{module}/**/*.swift")):
            name = file.relative_to(ROOT)
            for comment, declaration in documented(file.read_text().splitlines()):
                if not declaration.startswith("public "):
                    continue
                blocks = list(examples(comment))
                if module == MODULES[0] and re.search(r" func \w", declaration) and not blocks:
                    missing.append(f"{name}:{comment[0][0]}: no example: {declaration}")
                for block in blocks:
                    code = "\n".join(text for _, text in block)
                    source += (
                        f'#sourceLocation(file: "{name}", line: {block[0][0] - 1})\n'
                        f"func example{len(source)}({PARAMETERS}) throws {{\n{code}\n}}\n")
    print("\n".join(missing), file=sys.stderr, end="\n" if missing else "")
    modules = output("Scripts/show-programs") + "/Modules"
    with tempfile.NamedTemporaryFile("w", suffix=".swift") as file:
        file.write(source)
        file.flush()
        compiled = subprocess.run(
            ["swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings",
             "-I", modules, file.name], cwd=ROOT)
    return 1 if missing else compiled.returncode


sys.exit(main())
