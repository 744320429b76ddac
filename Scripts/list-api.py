#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the public surface of each library product to Docs/reference/api, a line a symbol, in order.

Usage: Scripts/list-api.py [--check]

Reads the modules of the debug build, as `swift package dump-symbol-graph` does. With --check nothing
is written: the script prints what differs, and exits 1 if something does.
"""

import difflib
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Docs" / "reference" / "api"
# Each product, and the modules of this package whose symbols its users get with it.
PRODUCTS = {
    "Security": ["Security", "SwiftKeychainCoreFoundation"],
    "LocalAuthentication": ["LocalAuthentication"],
    "CryptoTokenKit": ["CryptoTokenKit"],
    "SwiftKeychain": [
        "SwiftKeychain", "SwiftKeychainModel", "SwiftKeychainMemory", "SwiftKeychainPKI"],
    "KeychainWrappers": ["KeychainWrappers"],
    "CoreFoundation": ["CoreFoundation"],
}
# What nearly every type conforms to by itself.
EVERYWHERE = {"", "Copyable", "Escapable", "SendableMetatype"}


def output(*command):
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def symbols(module, folder, modules, target):
    """Returns a line for each public symbol of a module."""
    output("swift", "symbolgraph-extract", "-module-name", module, "-I", modules, "-target", target,
           "-minimum-access-level", "public", "-skip-synthesized-members",
           "-output-dir", folder)
    lines = set()
    # A module's extensions of another one's types have a graph of their own.
    for file in pathlib.Path(folder).glob(f"{module}*.symbols.json"):
        if file.name.partition(".")[0].partition("@")[0] != module:
            continue
        graph = json.loads(file.read_text())
        conformances = {}
        for relation in graph["relationships"]:
            if relation["kind"] == "conformsTo":
                conformances.setdefault(relation["source"], set()).add(
                    relation.get("targetFallback", "").removeprefix("Swift."))
        for symbol in graph["symbols"]:
            # Modules of the toolchain that are exported again have no place in our sources.
            if "/Sources/" not in symbol.get("location", {}).get("uri", ""):
                continue
            words = "".join(part["spelling"] for part in symbol["declarationFragments"])
            conforms = ", ".join(sorted(
                conformances.get(symbol["identifier"]["precise"], set()) - EVERYWHERE))
            path = ".".join(symbol["pathComponents"])
            lines.add(f"{path}\t{' '.join(words.split())}" + (f" : {conforms}" if conforms else ""))
    return sorted(lines)


def main():
    modules = output("Scripts/show-programs") + "/Modules"
    target = json.loads(output("swiftc", "-print-target-info"))["target"]["unversionedTriple"]
    is_same = True
    for product, names in PRODUCTS.items():
        text = ""
        for module in names:
            with tempfile.TemporaryDirectory() as folder:
                lines = symbols(module, folder, modules, target)
            text += f"# {module}\n" + "".join(line + "\n" for line in lines)
        file = FOLDER / f"{product}.txt"
        old = file.read_text() if file.exists() else ""
        if "--check" not in sys.argv[1:]:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        elif old != text:
            is_same = False
            name = str(file.relative_to(ROOT))
            sys.stdout.writelines(difflib.unified_diff(
                old.splitlines(True), text.splitlines(True), name, "this build", n=0))
    if not is_same:
        print("The public surface has changed. If that is meant: make api", file=sys.stderr)
    return 0 if is_same else 1


sys.exit(main())
