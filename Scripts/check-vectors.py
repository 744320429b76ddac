#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Recomputes every known answer in Vectors/ from Docs/internals/format.md, Docs/internals/circle.md,
Docs/reference/backup.md and Docs/reference/keys.md, independently of the Swift sources.

    Scripts/check-vectors.py            prints "N vectors agree", or the differences and exits with 1
    Scripts/check-vectors.py --write    fills in the answers of vectors that were added by hand

Needs the Debian packages python3-nacl, python3-cbor2 and python3-cryptography.
"""

import hashlib
import json
import pathlib
import struct
import sys

try:
    import cbor2
    from nacl.bindings import (
        crypto_secretstream_xchacha20poly1305_init_pull as stream_begin,
        crypto_secretstream_xchacha20poly1305_pull as stream_open,
        crypto_secretstream_xchacha20poly1305_push as stream_seal,
        crypto_secretstream_xchacha20poly1305_state as StreamState,
    )
    from nacl.exceptions import CryptoError
    from nacl.pwhash import argon2id

    import hybridkeys
except ImportError as missing:
    sys.exit(f"check-vectors: {missing}: apt-get install python3-nacl python3-cbor2 python3-cryptography")

import circlevectors
from vectorprimitives import NAME, Random, blake2b, derive, encode, open_box, ordered, recovery_secret, seal, value

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Vectors"
CLASSES = ["ak", "ck", "dk", "aku", "cku", "dku"]
KEY_NAMES = CLASSES + ["index", "manifest"]
# In a keybag with a passcode, which wraps the keys in LOCKING.
PASSCODE_NAMES = CLASSES + ["akpu", "index", "manifest"]
LOCKING = ["ak", "ck", "aku", "cku", "akpu"]

# name:kind, "!" for the primary key, "@" and the domain where it differs from the name.
DATES = "cdat:date mdat:date"
DETAILS = (
    "desc:blob icmt:blob crtr:number type:number scrp:number labl:blob alis:blob"
    " invi:number nega:number cusi:number prot:blob"
)
COMMON = "accc:access vwht:string! tkid:string! sysb:number"
COLUMNS = {
    "genp": f"{DATES} {DETAILS} acct:blob! svce:blob! gena:blob {COMMON}",
    "inet": f"{DATES} {DETAILS} acct:blob! sdmn:blob! srvr:blob! ptcl:code! atyp:code! port:number!"
    f" path:blob! {COMMON}",
    "cert": f"{DATES} ctyp:number! cenc:number labl:blob alis:blob subj:data@name issr:data!@name"
    f" slnr:data! skid:data pkhh:data@keyhash {COMMON}",
    "keys": f"{DATES} kcls:number! labl:blob alis:blob perm:number priv:number modi:number"
    " klbl:data!@keyhash atag:blob! crtr:number! type:number! bsiz:number! esiz:number! sdat:date!"
    " edat:date! sens:number asen:number extr:number next:number encr:number decr:number"
    " drve:number sign:number vrfy:number snrc:number vyrc:number wrap:number unwp:number"
    f" {COMMON}",
}


class Column:
    def __init__(self, text):
        text, _, domain = text.partition("@")
        self.is_primary = text.endswith("!")
        self.name, self.kind = text.rstrip("!").split(":")
        self.domain = domain or self.name


COLUMNS = {name: [Column(text) for text in row.split()] for name, row in COLUMNS.items()}


# The keybag.


def wrapping_context(store, name):
    return [NAME, "wrapped key", store, name]


def make_keybag(device_key, random):
    store = random.take(16)
    keys = {name: random.take(32) for name in KEY_NAMES}
    wrapping = derive(device_key, "wrapping key", store)
    wrapped = {
        name: seal(key, wrapping_context(store, name), random.take(24), wrapping)
        for name, key in keys.items()
    }
    identifier = derive(device_key, "device key identifier", size=16)
    body = ["swift-keychain keybag", 1, store, identifier, 1, None, wrapped, bytes(32)]
    prefix = encode(body)[:-34]
    return prefix + b"\x58\x20" + blake2b(prefix, derive(device_key, "keybag", store), 32)


def passcode_key(device_key, passcode, store, salt, operations, memory):
    stretched = argon2id.kdf(32, passcode, salt, opslimit=operations, memlimit=memory)
    return blake2b(stretched + store + b"passcode", device_key, 32)


def rewrap(old, device_key, parameters, locking_key, random):
    """Returns the record of the next revision, with its keys wrapped again."""
    device_wrapping = derive(device_key, "wrapping key", old.store)
    wrapped = {}
    for name in PASSCODE_NAMES if parameters else KEY_NAMES:
        key = locking_key if parameters and name in LOCKING else device_wrapping
        box = seal(old.keys[name], wrapping_context(old.store, name), random.take(24), key)
        wrapped[name] = box
    identifier = derive(device_key, "device key identifier", size=16)
    body = ["swift-keychain keybag", 1, old.store, identifier, old.revision + 1, parameters, wrapped]
    prefix = encode(body + [bytes(32)])[:-34]
    return prefix + b"\x58\x20" + blake2b(prefix, derive(device_key, "keybag", old.store), 32)


class Keybag:
    def __init__(self, record, device_key, passcode=None):
        (
            magic, version, self.store, identifier, self.revision, parameters, wrapped,
            authentication,
        ) = cbor2.loads(record)  # fmt: skip
        assert (magic, version) == ("swift-keychain keybag", 1)
        self.record, self.device_key = record, device_key
        assert identifier == derive(device_key, "device key identifier", size=16)
        key = derive(device_key, "keybag", self.store)
        assert authentication == blake2b(record[:-34], key, 32)
        assert list(wrapped) == (PASSCODE_NAMES if parameters else KEY_NAMES)
        wrapping = derive(device_key, "wrapping key", self.store)
        self.locking_key = wrapping
        if parameters:
            self.locking_key = passcode_key(device_key, passcode, self.store, *parameters)
        self.keys = {
            name: open_box(
                box,
                wrapping_context(self.store, name),
                self.locking_key if name in LOCKING else wrapping,
            )
            for name, box in wrapped.items()
        }

    def digest(self, item_class, name, content):
        (column,) = [column for column in COLUMNS[item_class] if column.name == name]
        key = derive(self.keys["index"], "domain", column.domain)
        return blake2b(comparison(column.kind, content), key, 16)

    def digests(self, item_class, attributes):
        return [
            self.digest(item_class, column.name, attributes.get(column.name))
            if column.is_primary or column.name in attributes
            else None
            for column in COLUMNS[item_class]
        ]

    def primary_key(self, item_class, group, synchronizable, attributes):
        parts = [
            comparison(column.kind, attributes.get(column.name))
            for column in COLUMNS[item_class]
            if column.is_primary
        ]
        key = derive(self.keys["index"], "primary key")
        return blake2b(encode([item_class, group, synchronizable, *parts]), key, 16)

    def element(self, row):
        key = derive(self.keys["manifest"], "manifest element")
        message = [row["class"], bytes.fromhex(row["persistref"]), row["rev"]]
        return blake2b(encode(message), key, 32)


def comparison(kind, content):
    """Returns the comparison bytes of a value; None is an absent attribute of the primary key."""
    def number(integer):
        return b"n" + struct.pack("<q", integer)

    if kind in ("string", "blob", "data", "access"):
        if content is None:
            return b""
        if isinstance(content, int):
            return struct.pack("<I", content & 0xFFFFFFFF) if -(2**31) <= content < 2**32 else (
                struct.pack("<q", content)
            )
        return content.encode() if isinstance(content, str) else content
    if kind == "date":
        return b"d" + struct.pack("<d", content or 0.0)
    if content is None:
        return number(0)
    if isinstance(content, (bool, int)):
        return number(int(content))
    content = content.encode() if isinstance(content, str) else content
    if kind == "code" and len(content) in (0, 4):
        return number(int.from_bytes(content, "big"))
    return b"s" + content


# Rows: clear columns, digests and boxes, as in the file.


def row_digests(row):
    """Returns the digests by position for version 1, or by name for later versions, without absent ones."""
    digests = [digest and bytes.fromhex(digest) for digest in row["digests"]]
    if row.get("fmt", 1) == 1:
        return digests
    named = {column.name: digest for column, digest in zip(COLUMNS[row["class"]], digests) if digest}
    return ordered({**named, **{name: bytes.fromhex(text) for name, text in row["added"].items()}})


def row_context(keybag, row, role):
    return [
        row.get("fmt", 1), keybag.store, role, row["class"], row["agrp"], row["pdmn"], row["sync"], row["tomb"],
        bytes.fromhex(row["persistref"]), row["rev"], bytes.fromhex(row["pkey"]),
        row_digests(row),
    ]  # fmt: skip


def seal_row(keybag, row, attributes, secret, random):
    class_key = keybag.keys[row["pdmn"]]
    nonce = random.take(24)
    plaintext = encode([secret is not None, ordered(attributes)])
    meta = seal(plaintext, row_context(keybag, row, "meta"), nonce, derive(class_key, "metadata key"))
    if secret is None:
        return meta.hex(), None
    context = row_context(keybag, row, "data") + [nonce]
    data = seal(secret, context, random.take(24), derive(class_key, "secret key"))
    return meta.hex(), data.hex()


def open_row(keybag, row):
    if row["pdmn"] not in keybag.keys:
        raise CryptoError("no key")
    class_key = keybag.keys[row["pdmn"]]
    meta = bytes.fromhex(row["meta"])
    plaintext = open_box(meta, row_context(keybag, row, "meta"), derive(class_key, "metadata key"))
    has_secret, attributes = cbor2.loads(plaintext)
    if has_secret != (row["data"] is not None):
        raise CryptoError("data dropped or added")
    if not has_secret:
        return attributes, None
    context = row_context(keybag, row, "data") + [meta[:24]]
    return attributes, open_box(
        bytes.fromhex(row["data"]), context, derive(class_key, "secret key")
    )


# The files of vectors: one function for each computes the answers of a vector.


def cbor(vector, _):
    return {"encoded": encode(value(vector["value"])).hex()}


def keys(vector, _):
    context = [value(vector["context"])] if vector["context"] else []
    message = [NAME, vector["purpose"], *context]
    parent = bytes.fromhex(vector["parent"])
    derived = blake2b(encode(message), parent, vector["size"])
    return {"message": encode(message).hex(), "derived": derived.hex()}


def keybag(vector, _):
    device_key = bytes.fromhex(vector["deviceKey"])
    record = make_keybag(device_key, Random(vector["random"]))
    opened = Keybag(record, device_key)
    return {
        "deviceKeyIdentifier": derive(device_key, "device key identifier", size=16).hex(),
        "storeIdentifier": opened.store.hex(),
        "record": record.hex(),
    }


def passcode(vector, before):
    device_key = bytes.fromhex(vector["deviceKey"])
    old, new = (
        None if vector[name] is None else bytes.fromhex(vector[name]) for name in ("old", "passcode")
    )
    keybag = Keybag(before.record, device_key, old)
    random = Random(vector["random"])
    parameters = locking_key = None
    if new is not None:
        parameters = [random.take(16), vector["operations"], vector["memory"]]
        if old is None:
            keybag.keys.update({name: random.take(32) for name in LOCKING})
        locking_key = passcode_key(device_key, new, keybag.store, *parameters)
    record = rewrap(keybag, device_key, parameters, locking_key, random)
    opened = Keybag(record, device_key, new)
    assert all(opened.keys[name] == keybag.keys[name] for name in opened.keys)
    assert not random.rest, "random bytes left over"
    return {"record": record.hex(), "wrappingKey": opened.locking_key.hex()}


LOCK_GROUPS = {"A": ["ak", "aku", "akpu"], "C": ["ck", "cku"]}


def kept_context(keybag, vector):
    return [
        NAME, "unlocked keys", keybag.store, keybag.revision,
        vector["group"], vector["boot"], vector["epoch"],
    ]  # fmt: skip


def unlocked(vector, opened):
    """Seals the keys of an unlocked group, which are kept between calls."""
    plaintext = b"".join(
        derive(opened.keys[name], purpose)
        for name in LOCK_GROUPS[vector["group"]]
        for purpose in ("metadata key", "secret key")
    )
    if vector["group"] == "A":
        plaintext += struct.pack("<q", -1 if vector["asleep"] is None else vector["asleep"])
    key = derive(opened.device_key, "unlocked keys", opened.store)
    nonce = Random(vector["random"]).take(24)
    return {"box": seal(plaintext, kept_context(opened, vector), nonce, key).hex()}


def device_key(vector, _):
    """Seals device keys under a secret that a TPM keeps, or under a recovery code."""
    secret = bytes.fromhex(vector.get("secret", ""))
    if "code" in vector:
        secret = recovery_secret(vector["code"])
    lines = "".join(f"keychain-device-key-1 {key}\n" for key in vector["deviceKeys"])
    random = Random(vector["random"])
    identifier, sealed = random.take(16), bytes.fromhex(vector["sealed"])
    context = [NAME, "device keys", identifier, sealed]
    box = seal(lines.encode(), context, random.take(24), derive(secret, "device keys"))
    return {"record": encode(["swift-keychain device key", 1, identifier, sealed, box]).hex()}


def known_keychains(vector, _):
    """Seals the known keychains under the device key."""
    key = bytes.fromhex(vector["deviceKey"])
    known = sorted(
        [bytes.fromhex(path), bytes.fromhex(store), has_passcode]
        for path, store, has_passcode in vector["keychains"]
    )
    nonce = Random(vector["random"]).take(24)
    box = seal(encode(known), [NAME, "known keychains"], nonce, derive(key, "known keychains"))
    identifier = derive(key, "device key identifier", size=16)
    return {"record": encode(["swift-keychain known keychains", 1, identifier, box]).hex()}


def digest(vector, opened):
    kinds = {column.name: column.kind for column in COLUMNS[vector["class"]]}
    content = value(vector["value"])
    return {
        "comparison": comparison(kinds[vector["attribute"]], content).hex(),
        "digest": opened.digest(vector["class"], vector["attribute"], content).hex(),
    }


def lookup(vector, opened):
    """Returns the lookup attributes of an item, and the digests of its columns ssa0 to ssa7."""
    attributes = {name: text for name, text in vector["pairs"]}
    encoded = encode(ordered(attributes))
    pairs = list(cbor2.loads(encoded).items())
    pairs.sort(key=lambda pair: pair[0] != "xdg:schema")
    texts = [encode(list(pair)) for pair in pairs]
    if len(texts) > 8:
        texts = texts[:7] + [encode([])]
    key = derive(opened.keys["index"], "domain", "secret-service")
    return {"ssat": encoded.hex(), "digests": [blake2b(text, key, 16).hex() for text in texts]}


def primary_key(vector, opened):
    attributes = {name: value(typed) for name, typed in vector["attributes"].items()}
    answer = opened.primary_key(vector["class"], vector["agrp"], vector["sync"], attributes)
    return {"pkey": answer.hex()}


def box(vector, opened):
    row = vector["row"]
    attributes = {name: value(typed) for name, typed in vector["attributes"].items()}
    secret = None if vector["secret"] is None else bytes.fromhex(vector["secret"])
    digests = opened.digests(row["class"], attributes)
    names = "class agrp pdmn sync tomb persistref rev fmt added".split()
    row = {key: row[key] for key in names if key in row}
    row["digests"] = [digest and digest.hex() for digest in digests]
    row["pkey"] = opened.primary_key(row["class"], row["agrp"], row["sync"], attributes).hex()
    row["meta"], row["data"] = seal_row(opened, row, attributes, secret, Random(vector["random"]))
    assert open_row(opened, row) == (attributes, secret)
    return {"row": row}


def summed(added, removed=()):
    total = [0, 0, 0, 0]
    for element, sign in [(element, 1) for element in added] + [(element, -1) for element in removed]:
        for lane, word in enumerate(struct.unpack("<4Q", element)):
            total[lane] = (total[lane] + sign * word) % 2**64
    return struct.pack("<4Q", *total)


def sealed_manifest(vector, opened, fields):
    context = [NAME, "manifest", opened.store, vector["revision"]]
    key = derive(opened.keys["manifest"], "manifest box")
    return seal(encode(fields), context, Random(vector["random"]).take(24), key).hex()


def manifest_rows(vector, opened):
    count = len(vector["added"]) - len(vector["removed"])
    elements = [[opened.element(row) for row in vector[name]] for name in ("added", "removed")]
    return count, summed(*elements)


def manifest(vector, opened):
    """Seals a manifest of the first version of the tables."""
    count, accumulator = manifest_rows(vector, opened)
    fields = [count, accumulator] + ([opened.revision] if opened.revision > 1 else [])
    record = sealed_manifest(vector, opened, fields)
    return {"count": count, "accumulator": accumulator.hex(), "record": record}


def manifest_2(vector, opened):
    count, accumulator = manifest_rows(vector, opened)
    key = derive(opened.keys["manifest"], "manifest element")
    incidents = summed(
        blake2b(encode(["incident", *incident]), key, 32) for incident in vector["incidents"]
    )
    fields = {"count": count, "sum": accumulator, "keybag": opened.revision}
    for name, content in {
        "repairs": vector["repairs"], "quarantine": vector["quarantine"],
        "incidents": incidents if any(incidents) else None, **vector.get("settings", {}),
    }.items():  # fmt: skip
        if content:
            fields[name] = content
    record = sealed_manifest(vector, opened, ordered(fields))
    return {"count": count, "accumulator": accumulator.hex(), "record": record}


def application_password(vector, _):
    """Seals the secret of an item with an application password."""
    random = Random(vector["random"])
    salt = random.take(16)
    operations, memory = vector["operations"], vector["memory"]
    key = application_password_key(vector, salt, operations, memory)
    plaintext = b"\0" if vector["secret"] is None else b"\1" + bytes.fromhex(vector["secret"])
    box = seal(plaintext, application_password_context(vector), random.take(24), key)
    assert not random.rest, "random bytes left over"
    return {"key": key.hex(), "wrapped": (salt + struct.pack("<2Q", operations, memory) + box).hex()}


def application_password_key(vector, salt, operations, memory):
    password = bytes.fromhex(vector["password"])
    stretched = argon2id.kdf(32, password, salt, opslimit=operations, memlimit=memory)
    return derive(stretched, "application password")


def application_password_context(vector):
    return [NAME, "application password", bytes.fromhex(vector["persistref"])]


# The archive of a backup (Docs/reference/backup.md).

CHUNK = 64 << 10


def archive_keys(vector, salt, stream_header):
    fields = b"\x89KCBK\r\n\x1a" + struct.pack(
        "<3I", 1, vector["operations"], vector["memory"]
    )
    fields += salt + stream_header
    root = argon2id.kdf(
        32, bytes.fromhex(vector["passphrase"]), salt, opslimit=vector["operations"],
        memlimit=vector["memory"] << 10,
    )  # fmt: skip
    return fields, derive(root, "archive verifier", fields), derive(root, "archive stream", fields)


def sized(content):
    return struct.pack("<I", len(content)) + content


def archive_records(vector, fields, random):
    device_key = bytes.fromhex(vector["deviceKey"])
    identifier = derive(device_key, "device key identifier", size=16)
    yield sized(encode(["keychain", bytes.fromhex(vector["store"]), identifier]))
    bound = 0
    for item in vector["items"]:
        attributes = {name: value(typed) for name, typed in item["attributes"].items()}
        secret = item["secret"] and bytes.fromhex(item["secret"]) * item.get("times", 1)
        if item["secret"] == "":
            secret = b""
        head = encode([
            "item", item["class"], bytes.fromhex(item["persistref"]), item["rev"], item["agrp"],
            item["pdmn"], item["sync"], item["tomb"],
            encode([secret is not None, ordered(attributes)]),
        ])  # fmt: skip
        if item["pdmn"] in ("aku", "cku", "dku"):
            bound += 1
            key = derive(device_key, "archive", fields)
            nonce = random.take(24)
            box = seal(head, [NAME, "archive item", b""], nonce, key)
            head = encode(["bound", box, secret is not None])
            if secret is not None:
                secret = seal(secret, [NAME, "archive secret", nonce], random.take(24), key)
        yield sized(head) + (b"" if secret is None else sized(secret))
    yield sized(encode(["end", len(vector["items"]), bound, *vector["leftOut"]]))


def archive(vector, _):
    random = Random(vector["random"])
    salt, stream_header = random.take(16), random.take(24)
    fields, verifier, key = archive_keys(vector, salt, stream_header)
    header = fields + verifier
    header += hashlib.blake2b(header, digest_size=16).digest()
    plaintext = b"".join(archive_records(vector, fields, random))
    state, opening = StreamState(), StreamState()
    stream_begin(state, stream_header, key)
    stream_begin(opening, stream_header, key)
    made = header
    for start in range(0, len(plaintext), CHUNK):
        chunk = plaintext[start : start + CHUNK]
        tag = 3 if start + CHUNK >= len(plaintext) else 0
        sealed = stream_seal(state, chunk, None, tag)
        assert stream_open(opening, sealed, None) == (chunk, tag)
        made += sealed
    answers = {"length": len(made), "digest": blake2b(made, bytes(32), 16).hex()}
    return answers if len(made) > 4096 else {**answers, "archive": made.hex()}


FILES = {
    "cbor": cbor, "keys": keys, "keybag": keybag, "passcode": passcode, "unlocked": unlocked,
    "device-key": device_key, "known-keychains": known_keychains,
    "digest": digest, "lookup": lookup, "primary-key": primary_key, "box": box, "box-2": box, "manifest": manifest,
    "manifest-2": manifest_2,
    "application-password": application_password, "archive": archive,
    **circlevectors.FILES,
}  # fmt: skip


# Input that readers must reject.


def the_vector(file, name):
    (vector,) = [vector for vector in file["vectors"] if vector["name"] == name]
    return vector


def refuses_cbor(refused, _):
    encoded = bytes.fromhex(refused["bytes"])
    try:
        return encode(cbor2.loads(encoded)) != encoded
    except Exception:
        return True


def refuses_box(refused, file):
    vector = the_vector(file, refused["of"])
    try:
        open_row(keybag_of(vector, file), {**vector["row"], **refused["change"]})
        return False
    except CryptoError:
        return True


def refuses_unlocked(refused, file):
    """Returns whether the box is rejected: it does not open for this keybag and group, or its length is wrong."""
    vector = {**the_vector(file, refused["of"]), **refused["with"]}
    keybag, group = keybag_of(vector, file), vector["group"]
    key = derive(keybag.device_key, "unlocked keys", keybag.store)
    try:
        plaintext = open_box(bytes.fromhex(vector["box"]), kept_context(keybag, vector), key)
    except CryptoError:
        return True
    return len(plaintext) != 64 * len(LOCK_GROUPS[group]) + (8 if group == "A" else 0)


def refuses_manifest(refused, file):
    """Returns whether the manifest is rejected under another keybag than its own."""
    vector, keybag = the_vector(file, refused["of"]), keybag_of(refused, file)
    context = [NAME, "manifest", keybag.store, vector["revision"]]
    key = derive(keybag.keys["manifest"], "manifest box")
    try:
        fields = cbor2.loads(open_box(bytes.fromhex(vector["record"]), context, key))
    except CryptoError:
        return True
    if isinstance(fields, dict):
        return fields["keybag"] != keybag.revision
    return (fields[2] if len(fields) == 3 else 1) != keybag.revision


def refuses_application_password(refused, file):
    vector = {**the_vector(file, refused["of"]), **refused["with"]}
    wrapped = bytes.fromhex(vector["wrapped"])
    salt, (operations, memory) = wrapped[:16], struct.unpack("<2Q", wrapped[16:32])
    if not (2 <= operations <= 64 and 19 << 20 <= memory <= 1 << 30):
        return True
    try:
        key = application_password_key(vector, salt, operations, memory)
        open_box(wrapped[32:], application_password_context(vector), key)
        return False
    except CryptoError:
        return True


REFUSALS = {
    "cbor": refuses_cbor, "box": refuses_box, "unlocked": refuses_unlocked,
    "box-2": refuses_box, "manifest": refuses_manifest, "manifest-2": refuses_manifest,
    "application-password": refuses_application_password,
}  # fmt: skip


def keybag_of(vector, file):
    """Returns the keybag that a vector or its file names, from keybag.json or passcode.json."""
    name = vector.get("keybag", file.get("keybag"))
    return name and file["keybags"][name]


def main(write):
    keybags, agreed, differing = {}, 0, []
    for name, answer in FILES.items():
        path = FOLDER / f"{name}.json"
        file = json.loads(path.read_text())
        context = {**file, "keybags": keybags}
        for vector in file["vectors"]:
            opened = keybags[vector["of"]] if name == "passcode" else keybag_of(vector, context)
            answers = answer(vector, opened)
            if write:
                vector.update(answers)
            if all(vector.get(key) == content for key, content in answers.items()):
                agreed += 1
            else:
                differing.append(f"{name}: {vector['name']}")
            if name in ("keybag", "passcode"):
                device_key = bytes.fromhex(vector["deviceKey"])
                entered = vector.get("passcode")
                keybags[vector["name"]] = Keybag(
                    bytes.fromhex(vector["record"]),
                    device_key,
                    None if entered is None else bytes.fromhex(entered),
                )
        if write:
            path.write_text(json.dumps(file, indent=2, ensure_ascii=False) + "\n")
        for refused in file.get("refused", []):
            if REFUSALS[name](refused, context):
                agreed += 1
            else:
                differing.append(f"{name}: {refused['name']} is not refused")
    for name, agrees in hybridkeys.check():
        agreed += agrees
        differing += [] if agrees else [name]
    for line in differing:
        print(f"differs: {line}")
    print(f"{agreed} vectors agree" + (f", {len(differing)} differ" if differing else ""))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv[1:]))
