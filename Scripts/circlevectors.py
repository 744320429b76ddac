# SPDX-License-Identifier: Apache-2.0
"""Computes the known answers of Vectors/circle-*.json from Docs/internals/circle.md."""

import base64
import hashlib
import struct

from nacl.public import PrivateKey, PublicKey, SealedBox
from nacl.signing import SigningKey

from vectorprimitives import Random, aead_seal, derive, encode, open_box, ordered, recovery_secret, seal, value


def hash_of(message, size=32):
    return hashlib.blake2b(message, digest_size=size).digest()


class Member:
    """The keys of a member, from 64 bytes in hexadecimal or from a recovery code."""

    def __init__(self, text):
        if "-" in text:
            secret = recovery_secret(text)
            seed = derive(secret, "recovery signing key") + derive(secret, "recovery sealing key")
        else:
            seed = bytes.fromhex(text)
        self.signing_key, self.sealing_key = SigningKey(seed[:32]), PrivateKey(seed[32:])
        self.signing, self.sealing = bytes(self.signing_key.verify_key), bytes(self.sealing_key.public_key)
        self.name = hash_of(self.signing + self.sealing, 16)

    def sign(self, message):
        return self.signing_key.sign(message).signature


def signed(fields, author):
    """Ends an array with a signature over every byte before it."""
    start = encode([*fields, bytes(64)])[:-66]
    return start + b"\x58\x40" + author.sign(start)


def with_secrets(head, secrets):
    return struct.pack(">I", len(head)) + head + b"".join(secrets)


def member(vector, _):
    keys = Member(vector["keys"])
    return {"signing": keys.signing.hex(), "sealing": keys.sealing.hex(), "member": keys.name.hex()}


def genesis(vector, _):
    device, recovery = Member(vector["device"]), Member(vector["recovery"])
    salt = Random(vector["random"]).take(32)
    made = encode([
        "keychain genesis", 1, salt, device.signing, device.sealing, recovery.signing, recovery.sealing,
    ])  # fmt: skip
    return {"genesis": made.hex(), "circle": hash_of(made).hex()}


def statement(vector, _):
    circle, author = bytes.fromhex(vector["circle"]), Member(vector["author"])
    if vector["kind"] == "member":
        joining = Member(vector["joining"])
        consent = joining.sign(encode([
            "keychain consent", circle, author.name, joining.signing, joining.sealing, vector["device"],
        ]))  # fmt: skip
        content = [joining.signing, joining.sealing, vector["device"], consent]
    else:
        recovery = Member(vector["recovery"])
        content = [recovery.signing, recovery.sealing]
    fields = ["keychain statement", 1, circle, author.name, vector["sequence"], vector["kind"], *content]
    return {"statement": signed(fields, author).hex()}


def epoch_keys(vector):
    circle, secret = bytes.fromhex(vector["circle"]), bytes.fromhex(vector["secret"])
    keys = {purpose: derive(secret, "sync " + purpose, circle) for purpose in ("head", "pack A", "pack C")}
    return circle, hash_of(secret, 16), keys


def epoch(vector, _):
    circle, name, keys = epoch_keys(vector)
    to = Member(vector["to"])
    content = with_secrets(encode(["keychain epoch", circle, name]), [bytes.fromhex(vector["secret"])])
    # A sealed box has a random key of its own: an answer that is there is opened.
    grant = bytes.fromhex(vector.get("grant", "")) or SealedBox(PublicKey(to.sealing)).encrypt(content)
    assert SealedBox(to.sealing_key).decrypt(grant) == content
    return {
        "epoch": name.hex(), "head": keys["head"].hex(), "packA": keys["pack A"].hex(),
        "packC": keys["pack C"].hex(), "grant": grant.hex(),
    }  # fmt: skip


COLUMNS = {"genp": ["acct", "svce"], "inet": ["acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path"]}
LATER = ["vwht", "tkid"]
ABSENT = {"ptcl": 0, "atyp": 0, "port": 0}


def record_key(record, attributes):
    """Returns the bytes that identify an item (Docs/internals/format.md §5), for texts and numbers."""
    fields = []
    for name in COLUMNS[record["class"]] + LATER:
        content = attributes.get(name, ABSENT.get(name, ""))
        if isinstance(content, int):
            fields.append(b"n" + struct.pack("<q", content))
        elif name == "ptcl" or name == "atyp":
            fields.append(b"n" + struct.pack("<q", int.from_bytes(content.encode(), "big")))
        else:
            fields.append(content.encode())
    return encode([record["class"], record["agrp"], record["sync"], *fields])


def version(fields):
    milliseconds, count, device = fields
    return [milliseconds, count, bytes.fromhex(device)]


def pack(vector, _):
    circle, name, keys = epoch_keys(vector)
    records, secrets, identities = [], [], []
    for record in vector["records"]:
        attributes = {name: value(typed) for name, typed in record["attributes"].items()}
        secret = None if record["secret"] is None else bytes.fromhex(record["secret"])
        records.append([
            record["class"], record["agrp"], record["sync"], record["pdmn"], version(record["version"]),
            [version(seen) for seen in record["saw"]], record["state"],
            encode([secret is not None, ordered(attributes)]), len(secret or b""), record["needs"],
        ])  # fmt: skip
        secrets.append(secret or b"")
        identities.append(record_key(record, attributes).hex())
    records += [["dropped", bytes.fromhex(key)] for key in vector.get("dropped", [])]
    plaintext = with_secrets(encode(records), secrets)
    step = 1 << 10 if len(plaintext) <= 16 << 10 else 4 << 10
    plaintext += bytes(-len(plaintext) % step)
    device, random = bytes.fromhex(vector["device"]), Random(vector["random"])
    context = ["keychain pack", circle, device, vector["number"], vector["kind"]]
    box = seal(plaintext, context, random.take(24), keys["pack " + vector["kind"]])
    assert open_box(box, context, keys["pack " + vector["kind"]]) == plaintext
    return {"pack": box.hex(), "hash": hash_of(box).hex(), "keys": identities}


def head(vector, _):
    circle, epoch_name, keys = epoch_keys(vector)
    author, given = Member(vector["author"]), vector["body"]
    body = {"time": given["time"]}
    body["seen"] = [[bytes.fromhex(device), count, bytes.fromhex(hash)] for device, count, hash in given["seen"]]
    body["packs"] = [
        [number, kind, length, bytes.fromhex(hash), records]
        + [[bytes.fromhex(part) for part in hashes] for hashes in parts]
        for number, kind, length, hash, records, *parts in given["packs"]
    ]
    for name, read in {
        "former": bytes.fromhex, "name": str, "program": str, "floor": int,
        "statements": lambda statements: [bytes.fromhex(statement) for statement in statements],
        "relay": lambda move: [move[0], place(move[1], 0)],
        "removed": lambda removed: [[bytes.fromhex(device), last] for device, last in removed],
    }.items():  # fmt: skip
        if given.get(name):
            body[name] = read(given[name])
    plaintext = encode(ordered(body))
    plaintext += bytes(-len(plaintext) % 512)
    context = ["keychain head", circle, author.name, vector["sequence"], epoch_name]
    box = seal(plaintext, context, Random(vector["random"]).take(24), keys["head"])
    grants = [[bytes.fromhex(part) for part in grant] for grant in vector["grants"]]
    fields = ["keychain head", 1, circle, author.name, vector["sequence"], epoch_name, grants, box]
    made = signed(fields, author)
    return {"head": made.hex(), "hash": hash_of(made).hex()}


def place(relay, password_length):
    authorities = [bytes.fromhex(authority) for authority in relay["authorities"]]
    return [relay["kind"], relay["prefix"], relay["endpoints"], relay["user"], password_length, authorities]


def invitation(vector, _):
    relay, random = vector["relay"], Random(vector["random"])
    password = bytes.fromhex(relay["password"])
    mailbox, secret = random.take(16), random.take(32 if vector["isUnattended"] else 16)
    described = place(relay, len(password))
    fields = ["keychain invitation", described, mailbox, len(secret), vector["end"]]
    content = with_secrets(encode(fields), [password, secret])
    return {"text": "KEYCHAIN-INVITE-1:" + base64.b32encode(content).decode().rstrip("=")}


def pairing(vector, _):
    """Both ends of a pairing: the contents of their messages, the codes, and the sealed first message."""
    random = Random(vector["random"])
    mailbox, secret = random.take(16), random.take(32 if vector["isUnattended"] else 16)
    member, name = Member(vector["member"]["keys"]), vector["member"]["name"]
    joining = Random(vector["joining"]["random"])
    device, device_name = Member(joining.take(64).hex()), vector["joining"]["name"]
    genesis_bytes = bytes.fromhex(vector["genesis"])
    circle = hash_of(genesis_bytes)
    opening = ["keychain pairing 3", device.signing, device.sealing, device_name, joining.take(32)]
    consent = device.sign(encode([
        "keychain consent", circle, member.name, device.signing, device.sealing, device_name,
    ]))  # fmt: skip
    contents = [
        encode(["keychain pairing 1", hash_of(encode(opening))]),
        encode([
            "keychain pairing 2", genesis_bytes, member.signing, member.sealing, name,
            bytes.fromhex(vector["member"]["random"]),
        ]),
        encode([*opening, consent]),
    ]  # fmt: skip
    transcript = hash_of(encode(contents))
    codes = [
        int.from_bytes(hash_of(encode(["keychain code", role, transcript]))[:8], "big") % 1_000_000
        for role in (0, 1)
    ]
    nonce = bytes.fromhex(vector["nonce"])
    key = derive(secret.ljust(32, bytes(1)), "pairing", mailbox, 1)
    # A sealed box has a random key of its own: an answer that is there is opened.
    known = [statement.hex() for statement in map(bytes.fromhex, vector["statements"])]
    welcome = with_secrets(
        encode([
            "keychain welcome", genesis_bytes, [bytes.fromhex(statement) for statement in known],
            hash_of(bytes.fromhex(vector["epoch"]), 16), 1,
        ]),
        [bytes.fromhex(vector["epoch"])],
    )  # fmt: skip
    box = bytes.fromhex(vector.get("welcome", ""))[:-64] or SealedBox(PublicKey(device.sealing)).encrypt(welcome)
    assert SealedBox(device.sealing_key).decrypt(box) == welcome
    return {
        "contents": [content.hex() for content in contents],
        "codes": [f"{code:06}" for code in codes],
        "confirmation": device.sign(encode(["keychain confirmation", transcript])).hex(),
        "welcome": (box + member.sign(encode(["keychain welcome", transcript, box]))).hex(),
        "first": (nonce + aead_seal(contents[0], b"", nonce, key)).hex(),
    }


FILES = {
    "circle-pairing": pairing, "circle-member": member, "circle-genesis": genesis, "circle-statement": statement, "circle-epoch": epoch,
    "circle-pack": pack, "circle-head": head, "circle-invitation": invitation,
}  # fmt: skip
