# SPDX-License-Identifier: Apache-2.0
"""Signatures and ciphertexts of RSA: the one valid block of RFC 8017, and blocks that are almost valid."""

import hashlib

from arithmetic import RSA, b2i, der, i2b, mgf1, stream, xor

OIDS = {
    "sha1": "06052b0e03021a", "sha224": "0609608648016503040204",
    "sha256": "0609608648016503040201", "sha384": "0609608648016503040202",
    "sha512": "0609608648016503040203",
}
HASHES = list(OIDS)
# PSS over SHA-512 does not fit into 1024 bits.
KEYS = {bits: RSA.make(bits, 65537, f"RSA {bits}") for bits in (1024, 2048)}
CUBE = RSA.make(1536, 3, "RSA 1536, exponent 3")


def group(algorithm, key, tests, **more):
    return {
        "algorithm": algorithm, "type": "RSA", "public": key.public().hex(),
        "private": key.private().hex(), **more, "tests": tests}


def info(hash, digest, parameters=b"\x05\x00", oid=None):
    identifier = bytes.fromhex(OIDS[oid or hash]) + parameters
    return der(0x30, der(0x30, identifier) + der(0x04, digest))


def block(size, content, kind=1, fill=None, ones=None):
    """Makes a block of PKCS#1 v1.5; `ones` bytes of padding and trailing zeros, if given."""
    count = size - 3 - len(content) if ones is None else ones
    padding = fill if fill is not None else b"\xff" * count
    return (b"\0" + bytes([kind]) + padding + b"\0" + content).ljust(size, b"\0")


def message_where(key, make, wanted):
    """Finds a message whose signature satisfies `wanted`."""
    for number in range(10_000):
        message = b"message %d" % number
        signature = key.raise_private(make(message))
        if wanted(b2i(signature)):
            return message, signature
    raise ValueError("no such message")


def common(key, make):
    """Lists valid signatures, and numbers that are wrong with any padding."""
    message = b"a message"
    right = key.raise_private(make(message))
    size = key.size
    tests = [
        ("right", message, right, True), ("of the empty message", b"", key.raise_private(make(b"")), True),
        ("of another message", b"another message", right, False),
        ("empty", message, b"", False), ("zero", message, bytes(size), False),
        ("one", message, i2b(1, size), False), ("modulus", message, i2b(key.n, size), False),
        ("modulus less one", message, i2b(key.n - 1, size), False),
        ("negated", message, i2b(key.n - b2i(right), size), False),
        ("all ones", message, b"\xff" * size, False),
        ("a zero in front", message, b"\0" + right, False),
        ("a zero behind", message, right + b"\0", False),
        ("last byte missing", message, right[:-1], False),
        ("first byte missing", message, right[1:], False),
        ("twice", message, right + right, False),
        ("first bit flipped", message, bytes([right[0] ^ 0x80]) + right[1:], False),
        ("last bit flipped", message, right[:-1] + bytes([right[-1] ^ 1]), False),
    ]
    again, small = message_where(key, make, lambda s: s + key.n < 1 << 8 * size)
    tests += [("below its sum with the modulus", again, small, True),
              ("modulus added", again, i2b(b2i(small) + key.n, size), False)]
    again, short = message_where(key, make, lambda s: s >> 8 * (size - 1) == 0)
    tests += [("begins with a zero", again, short, True),
              ("its zero in front removed", again, short[1:], False)]
    return tests


def rows(tests):
    return [
        {"name": name, "message": message.hex(), "signature": signature.hex(), "valid": valid}
        for name, message, signature, valid in tests]


def pkcs1_signatures(hash):
    key = KEYS[2048 if hash in ("sha256", "sha512") else 1024]
    size, message = key.size, b"a message"

    def digest(of):
        return hashlib.new(hash, of).digest()

    right = info(hash, digest(message))
    other = "sha512" if hash != "sha512" else "sha256"
    fill = size - 3 - len(right)
    wrong = {
        "NULL missing": block(size, info(hash, digest(message), b"")),
        "other parameters": block(size, info(hash, digest(message), b"\x04\x00")),
        "two NULLs": block(size, info(hash, digest(message), b"\x05\x00\x05\x00")),
        "NULL with content": block(size, info(hash, digest(message), b"\x05\x01\x00")),
        "name of another hash": block(size, info(hash, digest(message), oid=other)),
        "another hash": block(size, info(other, hashlib.new(other, message).digest())),
        "name of MD5": block(size, der(
            0x30, der(0x30, bytes.fromhex("06082a864886f70d02050500")) + der(0x04, digest(message)))),
        "no name": block(size, digest(message)),
        "digest one byte short": block(size, info(hash, digest(message)[:-1])),
        "digest one byte long": block(size, info(hash, digest(message) + b"\0")),
        "digest empty": block(size, info(hash, b"")),
        "last byte of the digest": block(size, right[:-1] + bytes([right[-1] ^ 1])),
        "long form of the length": block(size, b"\x30\x81" + right[1:]),
        "long form of an inner length": block(size, der(
            0x30, der(0x30, bytes.fromhex(OIDS[hash] + "0500")) + b"\x04\x81"
            + bytes([len(digest(message))]) + digest(message))),
        "indefinite length": block(size, b"\x30\x80" + right[2:] + b"\0\0"),
        "SET in place of SEQUENCE": block(size, b"\x31" + right[1:]),
        "BIT STRING in place of OCTET STRING": block(size, der(
            0x30, der(0x30, bytes.fromhex(OIDS[hash] + "0500")) + der(0x03, digest(message)))),
        "more behind the digest, inside": block(size, der(0x30, right[2:] + b"\x05\x00")),
        "zeros behind the digest": block(size, right, ones=8),
        "one zero behind the digest": block(size, right, ones=fill - 1),
        "something behind the digest": block(size, right + stream("garbage", fill - 8)),
        "padding empty": block(size, right, ones=0),
        "padding of seven bytes": block(size, right, ones=7),
        "padding of zeros": block(size, right, fill=bytes(fill)),
        "a byte of the padding": block(size, right, fill=b"\xff" * (fill - 1) + b"\xfe"),
        "first byte of the padding": block(size, right, fill=b"\x7f" + b"\xff" * (fill - 1)),
        "no zero behind the padding": b"\0\1" + b"\xff" * (fill + 1) + right,
        "block of type 0": block(size, right, kind=0),
        "block of type 2": block(size, right, kind=2),
        "first byte one": b"\1" + block(size, right)[1:],
    }
    tests = common(key, lambda m: block(size, info(hash, digest(m))))
    tests += [(name, message, key.raise_private(bytes_), False) for name, bytes_ in wrong.items()]
    return group(f"algid:sign:RSA:message-PKCS1v15:{hash.upper()}", key, rows(tests))


def cube_roots():
    """Forges signatures without the private key, which works for a small exponent if the end is not checked."""
    size, message = CUBE.size, b"a message"
    right = info("sha1", hashlib.sha1(message).digest())

    def root(number):
        low, high = 0, 1 << (number.bit_length() // 3 + 2)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if middle**3 < number else (low, middle)
        return low

    tests = [("right", message, CUBE.raise_private(block(size, right)), True)]
    for ones in (0, 1, 8):
        forged = root(b2i(block(size, right, ones=ones)))
        assert i2b(forged**3, size).startswith(block(size, right, ones=ones)[:3 + ones + len(right)])
        tests.append((f"cube root, {ones} bytes of padding", message, i2b(forged, size), False))
    return group("algid:sign:RSA:message-PKCS1v15:SHA1", CUBE, rows(tests))


def pss_block(bits, digest, hash, salt, mask=None, ps=None, one=b"\x01", trailer=b"\xbc", top=0, spoil=None):
    """Makes a block of PSS (RFC 8017, 9.1.1)."""
    size = (bits + 7) // 8
    h = hashlib.new(hash, bytes(8) + digest + salt).digest()
    room = size - len(h) - 1
    start = ps if ps is not None else bytes(room - len(salt) - 1)
    masked = bytearray(xor(start + one + salt, mgf1(h, room, mask or hash)))
    masked[0] &= 0xFF >> (8 * size - bits)
    masked[0] |= top
    if spoil is not None:
        h = bytes([h[0] ^ spoil]) + h[1:]
    return bytes(masked) + h + trailer


def pss_signatures(hash):
    key = KEYS[2048 if hash in ("sha256", "sha512") else 1024]
    bits, size, message = key.n.bit_length() - 1, key.size, b"a message"
    digest = hashlib.new(hash, message).digest()
    count = len(digest)
    salt = stream("salt", count)
    room = size - count - 2
    longest = stream("salt", room)
    another = "sha1" if hash != "sha1" else "sha256"
    wrong = {
        "no salt": pss_block(bits, digest, hash, b""),
        "salt one byte short": pss_block(bits, digest, hash, salt[:-1]),
        "salt one byte long": pss_block(bits, digest, hash, salt + b"\1"),
        "salt as long as possible": pss_block(bits, digest, hash, longest),
        "salt of 20 bytes": pss_block(bits, digest, hash, salt[:20]) if count > 20 else None,
        "mask of another hash": pss_block(bits, digest, hash, salt, mask=another),
        "trailer of another kind": pss_block(bits, digest, hash, salt, trailer=b"\xcc"),
        "no trailer": pss_block(bits, digest, hash, salt, trailer=b"\0"),
        "hash of the block": pss_block(bits, digest, hash, salt, spoil=1),
        "no one before the salt": pss_block(bits, digest, hash, salt, one=b"\0"),
        "two before the salt": pss_block(bits, digest, hash, salt, one=b"\2"),
        "padding not zero": pss_block(
            bits, digest, hash, salt, ps=b"\0" * (room - count - 1) + b"\1") if room > count else None,
        "highest bit set": pss_block(bits, digest, hash, salt, top=0x80),
        "digest of nothing": pss_block(bits, hashlib.new(hash).digest(), hash, salt),
        "block of PKCS#1 v1.5": block(size, info(hash, digest)),
    }
    tests = common(
        key, lambda m: pss_block(bits, hashlib.new(hash, m).digest(), hash, salt))
    tests += [
        (name, message, key.raise_private(bytes_), False)
        for name, bytes_ in wrong.items() if bytes_ and b2i(bytes_) < key.n]
    # Apple's constant for SHA-224 has a salt of 24 bytes.
    length = 24 if hash == "sha224" else count
    name = f"algid:sign:RSA:message-PSS:{hash.upper()}:{hash.upper()}:{length}"
    return group(name, key, rows(tests))


def ciphertexts(key, tests):
    size, out = key.size, []
    for name, content, plaintext, valid in tests:
        out.append({
            "name": name, "ciphertext": key.raise_public(content).hex(), "plaintext": plaintext.hex(),
            "valid": valid})
    right = key.raise_public(tests[0][1])
    for name, bytes_ in {
        "empty": b"", "zero": bytes(size), "one": i2b(1, size), "modulus": i2b(key.n, size),
        "modulus less one": i2b(key.n - 1, size), "all ones": b"\xff" * size,
        "a zero in front": b"\0" + right, "a zero behind": right + b"\0", "last byte missing": right[:-1],
        "twice": right + right,
    }.items():
        out.append({
            "name": name, "ciphertext": bytes_.hex(), "plaintext": tests[0][2].hex(), "valid": False})
    return out


def pkcs1_ciphertexts():
    key = KEYS[1024]
    size, text = key.size, b"a secret"
    # The padding must not contain zeros.
    fill = bytes(byte or 1 for byte in stream("padding", size))

    def pad(content, **more):
        return block(size, content, kind=2, fill=fill[:size - 3 - len(content)], **more)

    long = stream("text", size - 11)
    tests = [
        ("right", pad(text), text, True), ("nothing", pad(b""), b"", True),
        ("one byte", pad(b"\0"), b"\0", True), ("as long as fits", pad(long), long, True),
        ("zeros in the text", pad(bytes(20)), bytes(20), True),
        ("block of type 1", b"\0\1" + pad(text)[2:], text, False),
        ("block of type 0", b"\0\0" + pad(text)[2:], text, False),
        ("first byte one", b"\1" + pad(text)[1:], text, False),
        ("padding of seven bytes", b"\0\2" + fill[:7] + b"\0" + stream("text", size - 10),
         stream("text", size - 10), False),
        ("padding empty", b"\0\2\0" + stream("text", size - 3), stream("text", size - 3), False),
        ("no zero behind the padding", b"\0\2" + fill[:size - 2], b"", False),
        ("all zero but the type", b"\0\2" + bytes(size - 2), bytes(size - 3), False),
    ]
    return group("algid:encrypt:RSA:PKCS1", key, ciphertexts(key, tests))


def oaep_block(size, text, hash, label=b"", mask=None, first=b"\0", one=b"\1", ps=None):
    """Makes a block of OAEP (RFC 8017, 7.1.1)."""
    head = hashlib.new(hash, label).digest()
    room = size - len(head) - 1
    fill = bytes(room - len(head) - 1 - len(text)) if ps is None else ps
    seed = stream("seed", len(head))
    masked = xor(head + fill + one + text, mgf1(seed, room, mask or hash))
    return first + xor(seed, mgf1(masked, len(head), mask or hash)) + masked


def oaep_ciphertexts(hash):
    key = KEYS[2048 if hash in ("sha256", "sha512") else 1024]
    size, text = key.size, b"a secret"
    count = hashlib.new(hash).digest_size
    longest = stream("text", size - 2 * count - 2)
    another = "sha1" if hash != "sha1" else "sha256"
    fill = size - 2 * count - 2 - len(text)

    def pad(content, **more):
        return oaep_block(size, content, hash, **more)

    tests = [
        ("right", pad(text), text, True), ("nothing", pad(b""), b"", True),
        ("as long as fits", pad(longest), longest, True), ("ones first", pad(b"\1\1"), b"\1\1", True),
        ("with a label", pad(text, label=b"label"), text, False),
        ("first byte one", pad(text, first=b"\1"), text, False),
        ("mask of another hash", pad(text, mask=another), text, False),
        ("no one before the text", pad(text, one=b"\0"), text, False),
        ("two before the text", pad(text, one=b"\2"), text, False),
        ("padding not zero", pad(text, ps=b"\2" + bytes(fill - 1)), text, False),
        ("padding not zero at its end", pad(text, ps=bytes(fill - 1) + b"\2"), text, False),
        ("all zero behind the label", pad(bytes(len(text)), one=b"\0"), b"", False),
        ("block of PKCS#1 v1.5", block(size, text, kind=2), text, False),
    ]
    # A number must be below the modulus.
    tests = [test for test in tests if b2i(test[1]) < key.n]
    return group(f"algid:encrypt:RSA:OAEP:{hash.upper()}", key, ciphertexts(key, tests))


def files():
    signatures = [pkcs1_signatures(hash) for hash in HASHES] + [cube_roots()]
    signatures += [pss_signatures(hash) for hash in HASHES]
    encryption = [pkcs1_ciphertexts()] + [oaep_ciphertexts(hash) for hash in HASHES if hash != "sha512"]
    return {
        "rsa-signatures": ("Signatures of RSA, right and nearly right.", signatures),
        "rsa-encryption": ("Ciphertexts of RSA; plaintext is what a careless reader would give.",
                           encryption),
    }
