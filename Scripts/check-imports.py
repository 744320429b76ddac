#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what the targets of Sources/ import: only modules of the package that they declare, no C
module (Docs/internals/modules.md, "C libraries"), and Foundation in Apple's surface alone. What a program may not contain
isn't among its dependencies, at any distance."""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMPORT = re.compile(
    r"^(?:@\w+ )*(?:public |package |internal |private )?import (?:class |struct |enum |func )?(\w+)",
    re.MULTILINE)

# Foundation triples the start time of a program.
MAY_IMPORT_FOUNDATION = {
    "Security", "LocalAuthentication", "CryptoTokenKit", "KeychainWrappers", "CoreFoundation",
    "SwiftKeychainCoreFoundation", "SwiftKeychainABI",
}

# securityd parses no certificate or key; a client of securityd has no engine, SQLite or libsodium.
LEFT_OUT = {
    "securityd": {"SwiftKeychainPKI", "SwiftKeychainExchange", "Security"},
    "SwiftKeychainRemote": {
        "SwiftKeychainService", "SwiftKeychainStore", "SwiftKeychainSealing", "CKeychainSQLite", "CKeychainSodium"},
}


def dependencies(name, targets):
    """Returns the names of all targets that one depends on, at any distance."""
    found, waiting = set(), [name]
    while waiting:
        for dependency in targets[waiting.pop()]["dependencies"]:
            module = dependency.get("byName", dependency.get("target", [None]))[0]
            if module in targets and module not in found:
                found.add(module)
                waiting.append(module)
    return found


def main():
    dump = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, check=True, capture_output=True)
    targets = json.loads(dump.stdout)["targets"]
    names = {target["name"] for target in targets}
    # The dump doesn't tell a target of C from one of Swift.
    c_modules = {
        target["name"] for target in targets
        if not any((ROOT / (target.get("path") or "")).rglob("*.swift"))
    }
    faults = []
    for target in targets:
        path = ROOT / (target.get("path") or "")
        if target["type"] == "test" or not path.is_relative_to(ROOT / "Sources"):
            continue
        declared = {
            dependency.get("byName", dependency.get("target", [None]))[0]
            for dependency in target["dependencies"]
        }
        for file in sorted(path.rglob("*.swift")):
            for module in IMPORT.findall(file.read_text()):
                place = file.relative_to(ROOT)
                if module in names - declared - {target["name"]}:
                    faults.append(
                        f"{place}: imports {module}, which target {target['name']} does not declare")
                elif (module.startswith("Foundation")
                        and target["name"] not in MAY_IMPORT_FOUNDATION):
                    faults.append(f"{place}: imports {module}")
                elif module in c_modules:
                    faults.append(f"{place}: imports {module}, a C module")
    by_name = {target["name"]: target for target in targets}
    for program, modules in LEFT_OUT.items():
        for module in sorted(modules & dependencies(program, by_name)):
            faults.append(f"Package.swift: {program} must not contain {module}")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


sys.exit(main())
