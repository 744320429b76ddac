#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Hybrid encryption as Docs/reference/keys.md specifies it, with python3-cryptography.

    Scripts/hybridkeys.py encrypt|decrypt KEY DATA HASH zero|derived    writes the result to standard output

KEY is a file with a private key in DER. check-vectors.py compares Vectors/Keys with these functions."""

import os
import pathlib
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Vectors" / "Keys"
# By the size of a coordinate: the curve and the order of its base point (SEC 2 v2, section 2), which python3-cryptography
# compares a number with in some versions only.
CURVES = {
    32: (ec.SECP256R1(), 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551),
    48: (ec.SECP384R1(), 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973),
    66: (ec.SECP521R1(), int(
        "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
        "a51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409", 16)),
}
ZERO = bytes(16)


def encoded(public):
    if isinstance(public, ec.EllipticCurvePublicKey):
        return public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.PKCS1)


def derived(key, peer, point, hash, nonce):
    """Returns the cipher and the nonce of ECIES."""
    size = 16 if key.key_size <= 256 else 32
    bytes_ = X963KDF(hash, size + 16 * (nonce == "derived"), point).derive(key.exchange(ec.ECDH(), peer))
    return AESGCM(bytes_[:size]), bytes_[size:] or ZERO


def oaep(hash):
    return padding.OAEP(padding.MGF1(hash), hash, None)


def encrypt(key, data, hash, nonce):
    public = key.public_key()
    if isinstance(public, ec.EllipticCurvePublicKey):
        ephemeral = ec.generate_private_key(key.curve)
        point = encoded(ephemeral.public_key())
        cipher, nonce = derived(ephemeral, public, point, hash, nonce)
        return point + cipher.encrypt(nonce, data, None)
    session = os.urandom(32 if key.key_size >= 4096 else 16)
    return public.encrypt(session, oaep(hash)) + AESGCM(session).encrypt(ZERO, data, encoded(public))


def decrypt(key, data, hash, nonce):
    """Raises ValueError or InvalidTag for other bytes than encrypt returns."""
    public = encoded(key.public_key())
    if hasattr(key, "curve"):
        point, sealed = data[:len(public)], data[len(public):]
        if point[:1] != b"\4":
            raise ValueError("not an uncompressed point")
        cipher, nonce = derived(key, ec.EllipticCurvePublicKey.from_encoded_point(key.curve, point), point, hash, nonce)
        return cipher.decrypt(nonce, sealed, None)
    size = key.key_size // 8
    session = key.decrypt(data[:size], oaep(hash))
    if len(session) != (32 if key.key_size >= 4096 else 16):
        raise ValueError("a session key of another size")
    return AESGCM(session).decrypt(ZERO, data[size:], public)


def scalar(data):
    """Reads 04, X, Y, K; raises ValueError if K times the base point isn't X, Y, or K out of range."""
    size = len(data) // 3
    if size not in CURVES or len(data) != 1 + 3 * size:
        raise ValueError("no private key of a curve")
    curve, order = CURVES[size]
    number = int.from_bytes(data[-size:], "big")
    if number >= order:
        raise ValueError("a number out of range")
    public = ec.EllipticCurvePublicKey.from_encoded_point(curve, data[:-size]).public_numbers()
    return ec.EllipticCurvePrivateNumbers(number, public).private_key()


def answer(algorithm, private, fields):
    """Computes the last field of a case."""
    if not algorithm:
        scalar(fields[0])
        return fields[0]
    key = serialization.load_der_private_key(private, None) if ":RSA:" in algorithm else scalar(private)
    (name,) = [part for part in algorithm.split(":") if part.startswith("SHA")]
    return decrypt(key, fields[0], getattr(hashes, name)(), "derived" if algorithm.endswith("-KDFIV") else "zero")


def check():
    """Yields the name of each case, and whether the answer agrees."""
    for name in ("hybrid", "scalars"):
        for line in (FOLDER / f"{name}.tsv").read_text().splitlines():
            first, *row = line.split("\t")
            if first == "key":
                _, algorithm, _, private = row
            elif row:
                result, comment, *fields = row
                fields = [bytes.fromhex(digits) for digits in fields]
                try:
                    valid = answer(algorithm, bytes.fromhex(private), fields) == fields[-1]
                except (ValueError, InvalidTag):
                    valid = False
                yield f"{name}: {first} {comment}", valid == (result == "valid")


if __name__ == "__main__":
    mode, path, data, name, nonce = sys.argv[1:]
    key = serialization.load_der_private_key(pathlib.Path(path).read_bytes(), None)
    work = encrypt if mode == "encrypt" else decrypt
    sys.stdout.buffer.write(work(key, pathlib.Path(data).read_bytes(), getattr(hashes, name)(), nonce))
