#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each Swift file of Sources/ is named after what it declares, that no two files and no
two types share a name, that declarations of one C function have the same types, and that Tests/modules.tsv names the tests
of each module.

X.swift declares the type X, or functions whose names all begin with X (SecItem.swift). X+Y.swift
extends X, makes types conform to X, or declares functions whose names begin with X
(SecTrust+Evaluation.swift). Free to choose their names are files that are a table, which they say
in their first line but that of the license, files that re-export other modules, and main.swift."""

import collections
import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources"
MODULES = SOURCES.parent / "Tests" / "modules.tsv"
DECLARATION = re.compile(
    r"^(?:@\w+(?:\(.*?\))? )*((?:\w+(?:\(\w+\))? )*?)"
    r"(struct|class|enum|actor|protocol|typealias|extension|func|let|var) ([\w.`]+)"
    r"(?:<[^{]*>)?(?:: ([^{\n]*))?", re.MULTILINE)
# A C function by its symbol: the release build stops when two modules give it different types.
SYMBOL = re.compile(r'@_silgen_name\("(\w+)"\)\s+(?:\w+ )*func \w+(\([^)]*\)[^\n{]*)')
TYPES = {"struct", "class", "enum", "actor", "protocol", "typealias"}
# Its types have the names of the package's own, so that they hide those of the Clang module.
OVERLAY = "CoreFoundationOverlay"


def is_named_well(stem, declarations):
    subject, _, topic = stem.partition("+")
    types = {name for _, kind, name, _ in declarations if kind in TYPES}
    functions = {
        name for access, kind, name, _ in declarations
        if kind == "func" and "private" not in access
    }
    if not topic:
        return stem in types or functions and all(name.startswith(stem) for name in functions)
    extended = {
        name.rpartition(".")[2] for _, kind, name, _ in declarations if kind == "extension"}
    conformances = {
        name for _, kind, _, list in declarations if kind == "extension"
        for name in re.split(r"\W+", list)
    }
    return subject in extended | conformances or any(
        name.startswith(subject) for name in functions)


def main():
    faults = []
    files = collections.defaultdict(list)
    types = collections.defaultdict(list)
    symbols = collections.defaultdict(set)
    for file in sorted(SOURCES.rglob("*.swift")):
        place = file.relative_to(SOURCES.parent)
        text = file.read_text()
        declarations = DECLARATION.findall(text)
        files[file.name].append(place)
        for symbol, signature in SYMBOL.findall(text):
            # Without the names of parameters.
            signature = re.sub(r"(?:_ )?\w+: ", "", " ".join(signature.split()))
            for alias, name in (("( ", "("), ("CFIndex", "Int"), ("CFTypeID", "UInt")):
                signature = signature.replace(alias, name)
            symbols[symbol].add(signature)
        if place.parts[2] != OVERLAY:
            for _, kind, name, _ in declarations:
                if kind in TYPES:
                    types[name].append(place)
        is_table = re.match(r"(?:// SPDX-.*\n)?// (Table|Generated|A generated table)\b", text)
        if is_table or "@_exported import" in text or file.name == "main.swift":
            continue
        if not is_named_well(file.stem, declarations):
            faults.append(f"{place}: declares nothing of this name")
    for kind, places in (("files", files), ("types", types)):
        for name, found in places.items():
            if len(found) > 1:
                faults.append(f"{kind} of one name, {name}: {', '.join(map(str, found))}")
    for symbol, signatures in symbols.items():
        if len(signatures) > 1:
            faults.append(f"{symbol}: declared with several types: {'; '.join(sorted(signatures))}")
    with_tests = {line.split("\t")[0] for line in MODULES.read_text().splitlines()}
    for folder in sorted(SOURCES.glob("*/*/")):
        if folder.name not in with_tests:
            faults.append(f"{MODULES.name}: no row for {folder.name}")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


sys.exit(main())
