#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes Swift declarations of the C functions and constants that the package uses.

Usage: Scripts/generate-declarations.py [--check]

Swift modules of this package import no C module: compiling against a module requires the module maps
of all C modules that it imports, and a package that doesn't depend on this one is compiled without
their search paths. Instead, every name of SQLite, libsodium and libcrypto that a
Swift file uses becomes a declaration in Sources/Base/CKeychain*/*Declarations.swift, as the compiler
itself prints the headers. With Sources/Base/CKeychainShims/declarations.c the C compiler checks them
against the headers in every build.

With --check nothing is written: the script names each file that differs from what it would write,
and exits 1 if there is one.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources" / "Base"
SHIMS = SOURCES / "CKeychainShims"
# Module, header of the shims, and the names that may be declared.
MODULES = [
    ("CKeychainLinux", "keychain_linux.h", r"keychain_\w+|getauxval"),
    ("CKeychainSQLite", "keychain_sqlite.h", r"(?:keychain_)?sqlite3_\w+|SQLITE_\w+"),
    ("CKeychainSodium", "keychain_sodium.h", r"(?:crypto|sodium|randombytes|keychain)_\w+"),
    ("CKeychainCrypto", "keychain_crypto.h",
     r"(?:[A-Z][A-Z0-9]+|i2d|d2i|keychain)_\w+|SHA\d+"),
]
# Modules whose library is loaded at the first use of one of its functions (LoadedFunction.swift).
LOADED = {"CKeychainCrypto"}
# Types that are spelt alike in C, for a value of the type.
NUMBERS = {
    "Bool": "_Bool", "Int32": "int", "UInt32": "unsigned", "Int": "long", "UInt": "unsigned long",
    "UInt8": "unsigned char", "Int64": "long long", "UInt64": "unsigned long long", "Int16": "short", "Double": "double",
    "mode_t": "mode_t", "off_t": "off_t", "pid_t": "pid_t",
}
POINTEES = {"CChar", "posix_spawn_file_actions_t", *NUMBERS}
FOLDERS = ["Sources", "Tests", "Fuzz", "Benchmarks"]


def interface(module, header):
    """Returns the headers of a module as the Swift compiler prints them, a line a declaration."""
    with tempfile.TemporaryDirectory() as folder:
        map = pathlib.Path(folder) / "module.modulemap"
        map.write_text(f'module {module} {{ header "{SHIMS}/include/{header}" export * }}\n')
        text = subprocess.run(
            ["swift-synthesize-interface", "-module-name", module,
             "-target", subprocess.run(["swiftc", "-print-target-info"], check=True,
                                       capture_output=True, text=True).stdout.split('"triple": "')[1]
             .split('"')[0], "-Xcc", f"-fmodule-map-file={map}"],
            check=True, capture_output=True, text=True).stdout
    return [line for line in text.splitlines() if line.startswith("public ")]


def used_words(module):
    """Returns every word of the Swift files that import the module or belong to it."""
    words = set()
    for folder in FOLDERS:
        for file in (ROOT / folder).rglob("*.swift"):
            text = file.read_text()
            inside = file.parent.name == module and not file.name.endswith("Declarations.swift")
            if inside or re.search(rf"^(?:@\w+ )*(?:package )?import {module}$", text, re.MULTILINE):
                words |= set(re.findall(r"\w+", re.sub(r"//.*", "", text)))
    return words


def resolved(type, aliases):
    """Returns a type in words that need none of the C module's own types."""
    while True:
        type = re.sub(r', cType: "[^"]*"', "", type)
        plain = re.sub(
            r"(?<![\w.])(\w+)\b(?!:)",
            lambda match: aliases.get(match[1], match[1]) if match[1] not in POINTEES else match[1],
            type)
        if plain == type:
            break
        type = plain
    type = re.sub(
        r"Unsafe(?:Mutable)?Pointer<(\w+)>",
        lambda match: match[0] if match[1] in POINTEES | {"OpaquePointer"} else "OpaquePointer", type)
    return type


def parameters(list):
    """Splits a list of parameters at its outer commas."""
    parts, depth = [""], 0
    for character in list.replace("->", "\0"):
        depth += {"(": 1, "<": 1, ")": -1, ">": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip().replace("\0", "->") for part in parts if part.strip()]


def constants(header, names):
    """Returns the values of integer constants, as the C compiler computes them."""
    lines = "".join(f'    printf("%lld\\n", (long long)({name}));\n' for name in names)
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "constants.c"
        source.write_text(
            f'#include <stdio.h>\n#include "{SHIMS}/include/{header}"\nint main(void) {{\n{lines}}}\n')
        program = pathlib.Path(folder) / "constants"
        subprocess.run(["clang", "-o", program, source], check=True)
        return subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()


def declarations(module, header, pattern):
    """Returns the Swift declarations of a module, and the checks of them in C."""
    lines = interface(module, header)
    aliases = dict(re.findall(r"^public typealias (\w+) = (.*)$", "\n".join(lines), re.MULTILINE))
    aliases = {name: f"({type})" if "->" in type else type
               for name, type in aliases.items() if name not in NUMBERS}
    for name in re.findall(r"^public struct (\w+) : .*RawRepresentable", "\n".join(lines), re.MULTILINE):
        aliases[name] = "UInt32"
    words = used_words(module)
    swift, checks, values = [], [], {}
    for line in lines:
        match = re.match(r"public var (\w+): (\w+) { get }", line)
        if match and match[1] in words and re.fullmatch(pattern, match[1]):
            values[match[1]] = resolved(match[2], aliases)
        match = re.match(r"public func (\w+)\((.*)\)(?: -> ([^()]*))?$", line)
        if not match or match[1] not in words or not re.fullmatch(pattern, match[1]):
            continue
        types = [resolved(part.partition(":")[2].strip(), aliases) for part in parameters(match[2])]
        result = resolved(match[3], aliases) if match[3] else None
        make = loaded if module in LOADED and not match[1].startswith("keychain_") else function
        swift += make(match[1], types, result)
        checks += checked(match[1], types, result)
    for (name, type), value in zip(values.items(), constants(header, values)):
        swift.append(f"package let {name}: {type} = {value}")
        checks.append(f'_Static_assert({name} == {value}, "{name}");')
    return sorted(swift), checks


def function(name, types, result):
    """Returns the declaration of a function that is linked. The names of its parameters differ between versions of a header."""
    words = [f"_: {type}" for type in types]
    head = "@_extern(c) @discardableResult" if result else "@_extern(c)"
    tail = f" -> {result}" if result else ""
    return [f"{head} package func {name}({', '.join(words)}){tail}"]


def loaded(name, types, result):
    """Returns a function of a library that is loaded at its first use."""
    # A pointer that is unwrapped on use is an optional one in the type of a function.
    kinds = [re.sub(r"!$", "?", type) for type in types]
    kind = re.sub(r"!$", "?", result or "Void")
    return [f'package let {name}: @convention(c) ({", ".join(kinds)}) -> {kind} = LoadedFunction.named("{name}")']


def checked(name, types, result):
    """Returns lines of C that fail to compile where the header has another function."""
    arguments = ", ".join(f"({NUMBERS[type]})0" if type in NUMBERS else "NULL" for type in types)
    call = f"{name}({arguments})"
    if result is None:
        return [f'_Static_assert(__builtin_types_compatible_p(__typeof__({call}), void), "{name}");']
    return [f'_Static_assert(sizeof({call}) == sizeof({NUMBERS.get(result, "void *")}), "{name}");']


def main():
    files = {}
    checks = ["// Written by Scripts/generate-declarations.py from the Swift files that use these names.",
              "// SPDX-License-Identifier: Apache-2.0",
              "// Fails to compile where a header disagrees with the declarations made for Swift.", ""]
    checks += [f'#include "{header}"' for _, header, _ in MODULES]
    checks += ["", '#pragma clang diagnostic ignored "-Wnonnull"',
               '#pragma clang diagnostic ignored "-Wdeprecated-declarations"', ""]
    for module, header, pattern in MODULES:
        swift, lines = declarations(module, header, pattern)
        exported = "@_exported import Glibc\n" if module == "CKeychainLinux" else "import Glibc\n"
        name = module.removeprefix("CKeychain") + "Declarations.swift"
        files[SOURCES / module / name] = (
            "// A generated table: Scripts/generate-declarations.py.\n// SPDX-License-Identifier: Apache-2.0\n"
            "// swift-format-ignore-file\n\n" + exported + "\n" + "\n".join(swift) + "\n")
        checks += lines
    files[SHIMS / "declarations.c"] = "\n".join(checks) + "\n"
    different = [file for file, text in files.items()
                 if not file.exists() or file.read_text() != text]
    if "--check" in sys.argv[1:]:
        for file in different:
            print(f"{file.relative_to(ROOT)} differs: run make declarations", file=sys.stderr)
        return 1 if different else 0
    for file in different:
        file.parent.mkdir(exist_ok=True)
        file.write_text(files[file])
    return 0


sys.exit(main())
