# SPDX-License-Identifier: Apache-2.0
"""What the formats share (Docs/internals/format.md §1 and §2): values of the vectors, CBOR, hashes, keys, boxes."""

import hashlib

import cbor2
from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_decrypt as aead_open,
    crypto_aead_xchacha20poly1305_ietf_encrypt as aead_seal,
)
from nacl.exceptions import CryptoError

NAME = "swift-keychain/1"
RECOVERY_CHARACTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


# Values as in the files: an object with one key, which names the type.


def value(typed):
    ((kind, content),) = typed.items()
    if kind == "bytes":
        return bytes.fromhex(content)
    if kind == "integer":
        return int(content)
    if kind in ("date", "double"):
        return float(content)
    if kind == "array":
        return [value(element) for element in content]
    if kind == "map":
        return {value(key): value(element) for key, element in content}
    return None if kind == "null" else content


def encode(content):
    """Encodes deterministic CBOR. cbor2 does not sort maps by default, and keeps floats at 64 bits."""
    return cbor2.dumps(content)


def ordered(mapping):
    return dict(sorted(mapping.items(), key=lambda pair: encode(pair[0])))


# Hashes, keys, boxes.


def blake2b(message, key, size):
    return hashlib.blake2b(message, key=key, digest_size=size).digest()


def derive(parent, *purpose, size=32):
    return blake2b(encode([NAME, *purpose]), parent, size)


def seal(plaintext, context, nonce, key):
    return nonce + aead_seal(plaintext, encode(context), nonce, key)


def open_box(box, context, key):
    if len(box) < 40:
        raise CryptoError("shorter than a nonce and a tag")
    return aead_open(box[24:], encode(context), box[:24], key)


class Random:
    def __init__(self, text):
        self.rest = bytes.fromhex(text)

    def take(self, count):
        taken, self.rest = self.rest[:count], self.rest[count:]
        assert len(taken) == count, "random bytes used up"
        return taken


def recovery_secret(code):
    """Returns the secret of a recovery code, 20 bytes and 12 zeros."""
    number = 0
    for character in code.replace("-", ""):
        number = number << 5 | RECOVERY_CHARACTERS.index(character)
    return number.to_bytes(20, "big") + bytes(12)
