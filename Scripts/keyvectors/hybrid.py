# SPDX-License-Identifier: Apache-2.0
"""Hybrid encryption (Docs/reference/keys.md): valid ciphertexts, and ciphertexts that were modified."""

from arithmetic import CURVES, P256, gcm, i2b, stream, x963
from curves import secret
from rsa import KEYS, oaep_block

TEXT = b"nobody else's business"


def flipped(data, byte, bit=0):
    return data[:byte] + bytes([data[byte] ^ (1 << bit)]) + data[byte + 1:]


def tampered(head, sealed):
    """Yields modifications of head, ciphertext and tag: name and bytes."""
    body, tag = sealed[:-16], sealed[-16:]
    for bit in range(8):
        yield f"bit {bit} of the tag's first byte", head + body + flipped(tag, 0, bit)
    for byte in range(1, 16):
        yield f"byte {byte} of the tag", head + body + flipped(tag, byte, byte % 8)
    for byte in (0, len(body) // 2, len(body) - 1):
        yield f"byte {byte} of the ciphertext", head + flipped(body, byte) + tag
    for byte in (0, 1, len(head) // 2, len(head) - 1):
        yield f"byte {byte} of the head", flipped(head, byte) + sealed
    for count in (1, 2, 4, 8, 12, 15, 16):
        yield f"{count} bytes of the tag missing", head + body + tag[:16 - count]
    yield "tag of zeros", head + body + bytes(16)
    yield "tag of ones", head + body + b"\xff" * 16
    yield "tag inverted", head + body + bytes(byte ^ 0xFF for byte in tag)
    yield "tag with its halves exchanged", head + body + tag[8:] + tag[:8]
    yield "tag first", head + tag + body
    yield "tag twice", head + sealed + tag
    yield "tag alone", head + tag
    yield "a zero behind", head + sealed + b"\0"
    yield "a zero before the ciphertext", head + b"\0" + sealed
    yield "first byte of the ciphertext missing", head + sealed[1:]
    yield "head alone", head
    yield "head missing", sealed
    yield "last byte of the head missing", head[:-1] + sealed
    yield "empty", b""
    yield "zeros alone", bytes(len(head) + len(sealed))


def rows(good, bad):
    return [
        {"name": name, "ciphertext": data.hex(), "plaintext": text.hex(), "valid": True}
        for name, data, text in good
    ] + [
        {"name": name, "ciphertext": data.hex(), "plaintext": TEXT.hex(), "valid": False}
        for name, data in bad
    ]


def wrapped(hash):
    key, zero = KEYS[2048 if hash == "sha256" else 1024], bytes(16)
    public = key.public()
    session = stream("session", 16)

    def head(session, **more):
        return key.raise_public(oaep_block(key.size, session, hash, **more))

    right = head(session)
    texts = [b"", b"\0", stream("text", 16), stream("text", 17), stream("text", 1000), TEXT]
    good = [(f"{len(text)} bytes", right + gcm(session, zero, text, public), text) for text in texts]
    sealed = gcm(session, zero, TEXT, public)
    bad = list(tampered(right, sealed))
    for count in (0, 1, 15, 17, 24, 32):
        other = stream("session", count)
        wider = other if count in (24, 32) else session
        bad.append((f"session key of {count} bytes", head(other) + gcm(wider, zero, TEXT, public)))
    bad += [
        ("another session key", right + gcm(stream("other", 16), zero, TEXT, public)),
        ("nothing authenticated", right + gcm(session, zero, TEXT)),
        ("the private key's n alone authenticated", right + gcm(session, zero, TEXT, i2b(key.n, key.size))),
        ("nonce of ones", right + gcm(session, b"\xff" * 16, TEXT, public)),
        ("nonce one", right + gcm(session, i2b(1, 16), TEXT, public)),
        ("with a label", head(session, label=b"label") + sealed),
        ("session key first byte one", head(session, first=b"\1") + sealed)
        if hash == "sha1" else ("head of zeros", bytes(key.size) + sealed),
        ("head the modulus", i2b(key.n, key.size) + sealed),
    ]
    return {
        "algorithm": f"algid:encrypt:RSA:OAEP:{hash.upper()}:AESGCM", "type": "RSA",
        "public": public.hex(), "private": key.private().hex(), "tests": rows(good, bad)}


def ecies(curve, hash, derived):
    d, zero = secret(curve, "own"), bytes(16)
    e = secret(curve, "ephemeral")
    point = curve.multiply(e)
    head, count = curve.encode(point), 16 if curve is P256 else 32

    def seal(text, info=head, shared=None, size=count, nonce=None, more=b""):
        number = shared if shared is not None else curve.multiply(d, point)[0]
        bytes_ = x963(i2b(number, curve.size), info, size + 16, hash)
        return gcm(bytes_[:size], nonce or (bytes_[size:] if derived else zero), text, more)

    texts = [b"", b"\0", stream("text", 16), stream("text", 33), stream("text", 1000), TEXT]
    good = [(f"{len(text)} bytes", head + seal(text), text) for text in texts]
    sealed, size, p = seal(TEXT), curve.size, curve.p
    negated = curve.encode((point[0], p - point[1]))
    bad = list(tampered(head, sealed))
    bad += [
        # The shared number is the same, but the key also depends on the point.
        ("point negated", negated + sealed),
        ("point at infinity", bytes(1 + 2 * size) + seal(TEXT, info=bytes(1 + 2 * size), shared=0)),
        ("point not on the curve", flipped(head, 2 * size) + sealed),
        ("point zero", b"\4" + bytes(2 * size) + sealed),
        ("point compressed", bytes([2 + (point[1] & 1)]) + head[1:1 + size] + sealed),
        ("point hybrid", bytes([6 + (point[1] & 1)]) + head[1:] + sealed),
        ("point above the prime", b"\4" + i2b(p, size) + head[1 + size:] + sealed),
        ("base point", curve.encode(curve.g) + sealed),
        ("derived without the point", head + seal(TEXT, info=b"")),
        ("derived with x alone", head + seal(TEXT, info=head[1:1 + size])),
        ("key of another size", head + seal(TEXT, size=48 - count)),
        ("key and nonce of nothing shared", head + seal(TEXT, shared=0)),
        ("nonce of ones", head + seal(TEXT, nonce=b"\xff" * 16)),
        ("nonce of the other kind", head + seal(
            TEXT, nonce=zero if derived else x963(
                i2b(curve.multiply(d, point)[0], size), head, count + 16, hash)[count:])),
        ("point authenticated", head + seal(TEXT, more=head)),
    ]
    name = f"algid:encrypt:ECIES:ECDH:KDFX963:{hash.upper()}:AESGCM" + ("-KDFIV" if derived else "")
    own = curve.encode(curve.multiply(d))
    return {
        "algorithm": name, "type": "EC", "public": own.hex(),
        "private": (own + i2b(d, size)).hex(), "tests": rows(good, bad)}


def files():
    cases = zip(CURVES, ("sha256", "sha384", "sha512"))
    groups = [wrapped("sha1"), wrapped("sha256")]
    groups += [ecies(curve, hash, derived) for curve, hash in cases for derived in (False, True)]
    return {"hybrid": ("Hybrid encryption, as sealed and after changes.", groups)}
