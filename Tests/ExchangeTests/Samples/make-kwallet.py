#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a wallet as KWallet of KDE 4 does, from public descriptions of its format.

    make-kwallet.py FILE PASSWORD

The values are made up; no code of the project is used.
"""

import hashlib
import pathlib
import struct
import sys

from cryptography.hazmat.primitives.ciphers import Cipher, modes

try:
    from cryptography.hazmat.decrepit.ciphers.algorithms import Blowfish
except ImportError:
    from cryptography.hazmat.primitives.ciphers.algorithms import Blowfish


def made_up(name, count):
    """Bytes that look random and are the same each time."""
    return hashlib.shake_128(name.encode()).digest(count)


def words(*numbers):
    return struct.pack(f">{len(numbers)}I", *numbers)


def blob(value):
    return words(len(value)) + value


def text(value):
    return blob(value.encode("utf-16-be"))


def mapping(pairs):
    return words(len(pairs)) + b"".join(text(name) + text(value) for name, value in reversed(pairs.items()))


def swapped(value):
    return b"".join(value[index:index + 4][::-1] for index in range(0, len(value), 4))


def password_key(password):
    pieces = [password[:16]] + [password[start:start + 16] for start in (16, 32) if len(password) > start]
    if len(password) > 48:
        pieces.append(password[48:])
    parts = [[20], [20, 20], [20, 20, 16], [14, 14, 14, 14]][len(pieces) - 1]
    key = b""
    for piece, part in zip(pieces, parts):
        for _ in range(2000):
            piece = hashlib.sha1(piece).digest()
        key += piece[:part]
    return key


def main():
    path, password = pathlib.Path(sys.argv[1]), sys.argv[2].encode()
    folders = {
        "Passwords": [
            ("forge", 1, text('pa,ss"word')),
        ],
        "Wörk": [
            ("binary", 2, b"\x00\xff\x01"),
            ("router", 3, mapping({"login": "admin", "password": "geheim", "PIN": "1234"})),
            ("unknown", 9, b"?"),
        ],
        "Empty": [],
    }
    index, content = words(len(folders)), b""
    for folder, entries in folders.items():
        index += hashlib.md5(folder.encode()).digest() + words(len(entries))
        content += text(folder) + words(len(entries))
        for name, kind, value in entries:
            index += hashlib.md5(name.encode()).digest()
            content += text(name) + words(kind) + blob(value)
    whole = made_up("head", 8) + words(len(content)) + content
    whole += made_up("padding", -(len(whole) + 20) % 8) + hashlib.sha1(content).digest()
    encryptor = Cipher(Blowfish(password_key(password)), modes.ECB()).encryptor()
    encrypted = swapped(encryptor.update(swapped(whole)) + encryptor.finalize())
    path.write_bytes(b"KWALLET\n\r\0\r\n" + bytes(4) + index + encrypted)


main()
