#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the Swift tables of constants and statuses from Data/constants.tsv, Data/errors.tsv,
Data/c-types.tsv and Data/authentication-types.tsv.

Usage: Scripts/generate-constants.py [--check]

With --check nothing is written: the script names each file that differs from what it would write,
and exits 1 if there is one.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONSTANTS = "Data/constants.tsv"
ERRORS = "Data/errors.tsv"
C_TYPES = "Data/c-types.tsv"
AUTHENTICATION = "Data/authentication-types.tsv"

# Where each group of string constants goes: file name, and the groups in it.
STRING_FILES = [
    ("ClassConstants", ["class key", "class value"]),
    ("AttributeKeys", ["attribute key"]),
    ("AttributeValues", ["synchronizable value", "accessible value", "key class value",
                         "key type value", "PRF value", "token id value", "access group value"]),
    ("ProtocolValues", ["protocol value", "auth type value"]),
    ("MatchConstants", ["match key", "match limit value"]),
    ("ReturnAndValueKeys", ["return key", "value key"]),
    ("UseConstants", ["use key", "authentication UI value"]),
    ("KeyConstants", ["key generation key", "SecAccessControl dictionary key"]),
    ("ImportExportKeys", ["import/export key"]),
    ("TrustConstants", ["trust result key", "certificate/trust property key or type"]),
    ("PolicyConstants", ["policy identifier", "policy property key"]),
    ("AccessOperations", ["access operation"]),
    ("ObjectIdentifiers", ["certificate value OID"]),
]

# How each enumeration of C is spelt in Swift: kind, raw type, prefix of its members, file, summary.
ENUMERATIONS = {
    "SecExternalFormat": ("enum", "UInt32", "kSec", "ImportExportTypes",
                          "The format of bytes that are imported or exported."),
    "SecExternalItemType": ("enum", "UInt32", "kSec", "ImportExportTypes",
                            "The kind of item that imported or exported bytes hold."),
    "SecItemImportExportFlags": ("options", "UInt32", "kSecItem", "ImportExportTypes",
                                 "Options for import and export."),
    "SecPadding": ("options", "UInt32", "kSecPadding", "KeyTypes",
                   "The padding of the older key functions."),
    "SecKeySizes": ("enum", "UInt32", "k", "KeyTypes",
                    "Sizes of keys, in bits."),
    "SecKeyOperationType": ("enum", "Int", "kSecKeyOperationType", "KeyTypes",
                            "An operation of a key."),
    "SecKeyUsage": ("options", "UInt32", "kSecKeyUsage", "KeyTypes",
                    "The uses that a certificate permits for its key."),
    "SecAccessControlCreateFlags": (
        "options", "CFOptionFlags", "kSecAccessControl", "AccessControlTypes",
        "The conditions under which an item opens: see ``SecAccessControlCreateWithFlags(_:_:_:_:)``."),
    "SecTrustResultType": ("enum", "UInt32", "kSecTrustResult", "TrustTypes",
                           "The outcome of a trust evaluation."),
    "SecTrustSettingsKeyUsage": ("options", "UInt32", "kSecTrustSettingsKey", "TrustTypes",
                                 "The uses of a key that a trust setting is for."),
    "SecTrustSettingsResult": ("enum", "UInt32", "kSecTrustSettingsResult", "TrustTypes",
                               "The verdict of a trust setting."),
    "SecTrustSettingsDomain": ("enum", "UInt32", "kSecTrustSettingsDomain", "TrustTypes",
                               "The owner of trust settings."),
    "SecAuthenticationType": ("enum", "UInt32", "kSecAuthenticationType", "ProtocolTypes",
                              "An authentication scheme, as a four-character code."),
    "SecProtocolType": ("enum", "UInt32", "kSecProtocolType", "ProtocolTypes",
                        "A network protocol, as a four-character code."),
    "revocation policy flags": ("globals", "CFOptionFlags", "", "TrustTypes", ""),
}

# Enumerations whose constants Swift sees as members only.
MEMBERS_ONLY = {"SecAccessControlCreateFlags"}

# The types of Data/c-types.tsv that are written from there: the raw type in Swift, and whether the
# constants of C are there besides the members.
PLAIN_TYPES = {
    "CMSSignerStatus": ("UInt32", False),
    "CMSSignedAttributes": ("UInt32", False),
    "CMSCertificateChainMode": ("UInt32", False),
    "SecKeyImportExportFlags": ("UInt32", False),
    "SecTrustOptionFlags": ("UInt32", False),
    "SecKeychainEvent": ("UInt32", False),
    "SecKeychainEventMask": ("UInt32", False),
    "SecKeychainPromptSelector": ("UInt16", False),
    "SecPreferencesDomain": ("Int32", True),
    "SecItemClass": ("FourCharCode", True),
    "SecItemAttr": ("FourCharCode", True),
}
# Option sets that aren't Hashable, and a constant that Swift has as a member only.
NOT_HASHABLE = {"SecKeychainEventMask"}
NO_GLOBAL = {"kSecAppleSharePasswordItemClass"}

# Numbers that are no OSStatus of the table but belong beside it.
EXTRA_STATUSES = [
    ("noErr", "OSStatus", "0", "No error."),
    ("paramErr", "OSStatus", "-50", "A parameter is not valid."),
]

# The codes of KeychainError that only this package sees.
PACKAGE_CODES = {"internalError"}


def read(name):
    """Reads a table as a list of dictionaries keyed by its header line."""
    lines = (ROOT / name).read_text(encoding="utf-8").split("\n")
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    header = rows[0]
    for row in rows:
        if len(row) != len(header):
            sys.exit(f"{name}: {row[0]} has {len(row)} columns, not {len(header)}")
    return [dict(zip(header, row)) for row in rows[1:]]


def head(source):
    return (f"// Generated by Scripts/generate-constants.py from {source}. Do not edit.\n"
            "// SPDX-License-Identifier: Apache-2.0\n// swift-format-ignore-file\n\n")


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def comment(text, indent=""):
    """Writes a documentation comment that leaves room for its declaration in the same line."""
    return f"{indent}/** {text} */ "


def member(name, prefix):
    """Spells a member as Swift imports it: the prefix gone, a leading initialism in lower case,
    and names that are one initialism (HTTPS, PKCS1) as they are."""
    word = name[len(prefix):]
    if word in ("Default",):
        return "`default`"
    if re.fullmatch(r"[A-Z0-9]+", word) or re.match(r"PKCS1[A-Z]", word):
        return word
    if re.match(r"PKCS\d", word):
        return word
    run = re.match(r"[A-Z]+", word)
    if run is None:
        return word
    run = run.group(0)
    # The last capital of a run begins the next word: HTTPProxy is http + Proxy.
    if len(run) > 1 and len(run) < len(word) and word[len(run)].islower():
        run = run[:-1]
    return run.lower() + word[len(run):]


def number(value):
    """Takes the number out of 12, 0x10 or 'http' (0x68747470), in the spelling of the table."""
    inner = re.search(r"\((0x[0-9A-Fa-f]+)\)", value)
    return inner.group(1) if inner else value


def string_constants(rows):
    files = {}
    for name, groups in STRING_FILES:
        text = head(CONSTANTS) + "import Foundation\n\n"
        for row in rows:
            if row["group"] in groups:
                text += comment(row["doc"])
                text += (f"nonisolated(unsafe) public let {row['name']}: CFString = "
                         f"NSString({literal(row['value'])})\n")
        files[f"Sources/Surface/Security/Constants/{name}.swift"] = text
    # Macros of C whose values are string literals: Swift sees a String.
    text = head(CONSTANTS)
    for row in rows:
        if row["group"] == "trust settings dictionary key":
            text += comment(row["doc"])
            text += f"public let {row['name']}: String = {literal(row['value'])}\n"
    files["Sources/Surface/Security/Constants/TrustSettingsKeys.swift"] = text
    return files


def newtypes(rows):
    """Strings that Swift sees as members of a struct: key algorithms and exchange parameters."""
    files = {}
    for group, struct, prefix, name in [
        ("key algorithm", "SecKeyAlgorithm", "kSecKeyAlgorithm", "KeyAlgorithms"),
        ("key exchange parameter key", "SecKeyKeyExchangeParameter",
         "kSecKeyKeyExchangeParameter", "KeyExchangeParameters"),
    ]:
        members, globals_ = "", ""
        for row in rows:
            if row["group"] != group:
                continue
            swift = member(row["name"], prefix)
            members += comment(row["doc"], "    ")
            members += (f"public static let {swift} = "
                        f"{struct}(rawValue: NSString({literal(row['value'])}))\n")
            globals_ += comment(row["doc"])
            globals_ += f"public let {row['name']}: {struct} = .{swift}\n"
        text = head(CONSTANTS) + "import Foundation\n\n"
        text += f"extension {struct} {{\n" + members + "}\n\n" + globals_
        files[f"Sources/Surface/Security/Constants/{name}.swift"] = text
    return files


def type_declaration(name, kind, raw, summary, members):
    """Declares an enumeration or an option set with members of (Swift name, value, comment)."""
    text = "/// " + summary + "\n"
    if kind == "enum":
        text += f"public enum {name}: {raw}, Sendable {{\n"
    else:
        hashable = "" if name in NOT_HASHABLE else "Hashable, "
        text += f"public struct {name}: OptionSet, {hashable}Sendable {{\n"
        text += f"    public let rawValue: {raw}\n\n"
        text += f"    public init(rawValue: {raw}) {{ self.rawValue = rawValue }}\n\n"
    seen = {}
    for swift, value, doc in members:
        if kind == "options":
            text += comment(doc, "    ")
            # The compiler warns of an empty option set that is made of a number.
            made = f"{name}(rawValue: {value})" if int(value, 0) else f"{name}()"
            text += f"public static let {swift} = {made}\n"
        elif int(value, 0) in seen:
            text += comment(doc, "    ")
            text += f"public static var {swift}: {name} {{ .{seen[int(value, 0)]} }}\n"
        else:
            seen[int(value, 0)] = swift
            text += comment(doc, "    ")
            text += f"case {swift} = {value}\n"
    return text + "}\n"


def enumerations(rows):
    texts = {}
    for group, (kind, raw, prefix, name, summary) in ENUMERATIONS.items():
        mine = [r for r in rows if r["group"] in (group, "enum " + group)]
        text = texts.setdefault(name, head(CONSTANTS))
        if raw == "CFOptionFlags" and kind == "options":
            text += "import Foundation\n"
        if kind == "globals":
            text += "\n"
            for row in mine:
                text += comment(row["doc"])
                text += f"public let {row['name']}: {raw} = {number(row['value'])}\n"
            texts[name] = text
            continue
        text += "" if text.endswith("\n\n") else "\n"
        text += type_declaration(group, kind, raw, summary, [
            (member(row["name"], prefix), number(row["value"]), row["doc"]) for row in mine
            if kind == "enum" or int(number(row["value"]), 0) != 0])
        text += "\n"
        for row in mine if group not in MEMBERS_ONLY else []:
            swift, value = member(row["name"], prefix), number(row["value"])
            target = "[]" if kind == "options" and int(value, 0) == 0 else "." + swift.strip("`")
            text += comment(row["doc"])
            text += f"public var {row['name']}: {group} {{ {target} }}\n"
        texts[name] = text
    return {f"Sources/Surface/Security/Constants/{n}.swift": t for n, t in texts.items()}


def plain_types(rows):
    types = {row["name"]: (row, []) for row in rows if row["name"] in PLAIN_TYPES}
    for row in rows:
        owner, _, swift = row["Swift"].partition(".")
        if row["kind"] == "member" and owner in types:
            types[owner][1].append((row["name"], swift, row["C type or value"], row["doc"]))
    text = head(C_TYPES) + "import SwiftKeychainModel\n"
    for name, (row, members) in types.items():
        raw, has_globals = PLAIN_TYPES[name]
        text += "\n" + type_declaration(
            name, row["kind"], raw, row["doc"], [member[1:] for member in members])
        if has_globals:
            text += "\n" + "".join(
                f"{comment(doc)}public var {constant}: {name} {{ .{swift} }}\n"
                for constant, swift, _, doc in members if constant not in NO_GLOBAL)
    return {"Sources/Surface/Security/Constants/PlainTypes.swift": text}


def authentication_types(rows):
    """The enumerations of LocalAuthentication, the short names and the sentences of its errors, and the numbers of C."""
    types = []
    for row in rows:
        if row["kind"] == "member":
            types[-1][1].append(row)
        else:
            types.append((row, []))
    text, numbers = head(AUTHENTICATION), ""
    for row, members in types:
        outer, _, inner = row["name"].rpartition(".")
        body = type_declaration(
            inner, "enum", "Int", row["doc"], [(m["name"], m["value"], m["doc"]) for m in members])
        if outer:
            body += "".join(
                f"{comment(m['doc'])}public static var {m['name']}: {inner} {{ .{m['name']} }}\n"
                for m in members)
            body = "".join(f"    {line}\n" for line in body.splitlines())
            body = f"extension {outer} {{\n{body}}}\n\n"
            body += f"extension {row['name']} {{\n    /// A sentence for the user.\n"
            body += "    var sentence: String {\n        switch self {\n"
            body += "".join(
                f"        case .{m['name']}: {literal(m['sentence'])}\n" for m in members if m["sentence"])
            body += "        }\n    }\n}\n"
        text += body + "\n"
        first = {}
        for m in members:
            older = "; the older name" if first.setdefault(m["value"], m["name"]) != m["name"] else ""
            if m["C"]:
                path = f"{row['name'].replace('.', '/')}/{first[m['value']]}"
                numbers += comment(f"The number of ``{path}``{older}.")
                numbers += f"public var {m['C']}: Int32 {{ {m['value']} }}\n"
    return {"Sources/Surface/LocalAuthentication/AuthenticationTypes.swift": text + numbers}


def statuses(rows):
    text = head(ERRORS)
    for name, kind, value, doc in EXTRA_STATUSES:
        text += comment(doc) + f"public let {name}: {kind} = {value}\n"
    for row in rows:
        text += comment(row["sentence"])
        text += f"public let {row['name']}: OSStatus = {row['number']}\n"
    return {"Sources/Surface/Security/Constants/Statuses.swift": text}


def status_table(rows):
    first = {}
    for row in rows:
        # Several names may share a number: the first is the one that is shown.
        first.setdefault(int(row["number"]), row)
    ordered = [first[code] for code in sorted(first)]
    text = head(ERRORS)
    text += "/// The statuses, ordered by number.\n"
    text += "enum StatusTable {\n"
    text += "    static let rows: [(code: Int32, name: StaticString, sentence: StaticString)] = [\n"
    text += "".join(
        f"        ({row['number']}, {literal(row['name'])}, {literal(row['sentence'])}),\n"
        for row in ordered)
    text += "    ]\n}\n"
    return {"Sources/Base/SwiftKeychainModel/StatusTable.swift": text}


def error_codes(rows):
    """The codes of KeychainError, each in the module that the table names."""
    files = {}
    for module, file in [("SwiftKeychainModel", "Sources/Base/SwiftKeychainModel/ErrorCodes.swift"),
                         ("SwiftKeychain", "Sources/Surface/SwiftKeychain/Identities/TrustCodes.swift")]:
        text = head(ERRORS)
        if module != "SwiftKeychainModel":
            text += "import SwiftKeychainModel\n\n"
        text += "extension KeychainError.Code {\n"
        for row in rows:
            owner, _, name = row["Swift"].partition(".")
            if owner == module:
                access = "package" if name in PACKAGE_CODES else "public"
                text += comment(row["meaning"][0].upper() + row["meaning"][1:] + ".", "    ")
                text += f"{access} static let {name} = Self(rawValue: {row['number']})\n"
        files[file] = text + "}\n"
    return files


def query_constants(rows):
    """The names of the keys and values of queries, for errors and the command."""
    keys = {"class key", "attribute key", "match key", "return key", "use key", "value key"}
    values = {"class value", "synchronizable value", "accessible value", "key class value",
              "key type value", "token id value", "access group value", "protocol value",
              "auth type value", "match limit value", "authentication UI value"}
    def table(name, chosen):
        row_type = "(name: StaticString, value: StaticString, doc: StaticString)"
        return (f"    package static let {name}: [{row_type}] = [\n" + "".join(
            f"        ({literal(row['name'])}, {literal(row['value'])}, {literal(row['doc'])}),\n"
            for row in chosen) + "    ]\n")

    mine = [row for row in rows if row["group"] in keys]
    text = head(CONSTANTS)
    text += "/// The constants of query dictionaries, by name.\npackage enum QueryConstants {\n"
    text += "    /// The attributes that a class has.\n"
    text += table("attributes", (row for row in mine if "classes: " in row["notes"]))
    text += table("otherKeys", (row for row in mine if "classes: " not in row["notes"]))
    text += "    package static let keys = attributes + otherKeys\n"
    text += table("values", (row for row in rows if row["group"] in values)) + "}\n"
    return {"Sources/Base/SwiftKeychainModel/QueryConstants.swift": text}


def test_lists(constants, errors):
    text = head(CONSTANTS) + "import Foundation\nimport Security\n\n"
    strings = [r for r in constants if not r["group"].startswith("enum ")]
    text += "/// Every string constant by name, to be compared with the table.\n"
    text += "let stringConstants: [(String, String)] = [\n"
    for row in strings:
        n = row["name"]
        if row["group"] in ("key algorithm", "key exchange parameter key"):
            value = f"String({n}.rawValue)"
        elif row["group"] == "trust settings dictionary key":
            value = n
        else:
            value = f"String({n})"
        text += f"    ({literal(n)}, {value}),\n"
    text += "]\n\n/// Every numeric constant by name, to be compared with the table.\n"
    text += "let numericConstants: [(String, Int64)] = [\n"
    for row in constants:
        if not row["group"].startswith("enum "):
            continue
        n, group = row["name"], row["group"][5:]
        value = n if group == "revocation policy flags" else n + ".rawValue"
        if group == "SecAccessControlCreateFlags":
            value = "SecAccessControlCreateFlags." + member(n, "kSecAccessControl") + ".rawValue"
        text += f"    ({literal(n)}, Int64({value})),\n"
    text += "]\n\n/// Every status by name, to be compared with the table.\n"
    text += "let statusConstants: [(String, OSStatus)] = [\n"
    for row in errors:
        text += f"    ({literal(row['name'])}, {row['name']}),\n"
    text += "]\n"
    return {"Tests/SecurityTests/Constants/ConstantLists.swift": text}


def main():
    check = "--check" in sys.argv[1:]
    constants, errors = read(CONSTANTS), read(ERRORS)
    known = {g for _, groups in STRING_FILES for g in groups}
    known |= {"key algorithm", "key exchange parameter key", "trust settings dictionary key"} | {"enum " + g for g in ENUMERATIONS}
    for row in constants:
        if row["group"] not in known:
            sys.exit(f"{CONSTANTS}: no file for the group of {row['name']}: {row['group']}")
    files = {}
    for part in (string_constants(constants), newtypes(constants), enumerations(constants),
                 plain_types(read(C_TYPES)), authentication_types(read(AUTHENTICATION)), statuses(errors), status_table(errors), error_codes(errors), query_constants(constants),
                 test_lists(constants, errors)):
        files.update(part)
    stale = False
    for name, text in files.items():
        path = ROOT / name
        old = path.read_text(encoding="utf-8") if path.exists() else None
        if old == text:
            continue
        if check:
            print(f"{name} is stale: run Scripts/generate-constants.py")
            stale = True
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
