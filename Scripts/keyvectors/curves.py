# SPDX-License-Identifier: Apache-2.0
"""ECDSA, key exchange, and keys on curves: valid by SEC 1, and almost valid."""

import hashlib

from arithmetic import CURVES, P256, P384, P521, b2i, der, i2b, integer, stream


def secret(curve, name):
    return b2i(stream(f"{curve.name} {name}", curve.size + 8)) % (curve.n - 1) + 1


def group(algorithm, curve, d, tests, **more):
    point = curve.encode(curve.multiply(d))
    return {
        "algorithm": algorithm, "type": "EC", "public": point.hex(),
        "private": (point + i2b(d, curve.size)).hex(), **more, "tests": tests}


def sequence(*parts):
    return der(0x30, b"".join(parts))


def long(element, extra=0):
    """Encodes the length of a short element with one byte too many, or with `extra` more."""
    count = b"\0" * extra + bytes([element[1]])
    return element[:1] + bytes([0x80 | len(count)]) + count + element[2:]


def signed(curve, d, hash, wanted=lambda r, s: True):
    """Finds a message whose signature satisfies `wanted`."""
    for number in range(5000):
        message = b"message %d" % number
        digest = hashlib.new(hash, message).digest()
        r, s = curve.sign(d, digest, secret(curve, f"nonce {number}"))
        if wanted(r, s):
            return message, r, s
    raise ValueError("no such message")


def numbers(curve, d, hash):
    """Lists pairs of r and s: name, message, r, s, valid or not."""
    n = curve.n
    message, r, s = signed(curve, d, hash)
    e = curve.truncated(hashlib.new(hash, message).digest())
    # With this r the sum of both points is the point at infinity.
    nowhere = -e * pow(d, -1, n) % n
    pairs = [
        ("right", r, s, True), ("s negated", r, n - s, True), ("r negated", n - r, s, False),
        ("r and s exchanged", s, r, False),
        ("r zero", 0, s, False), ("s zero", r, 0, False), ("both zero", 0, 0, False),
        ("r one", 1, s, False), ("s one", r, 1, False), ("both one", 1, 1, False),
        ("r the order", n, s, False), ("s the order", r, n, False), ("both the order", n, n, False),
        ("r the order, s zero", n, 0, False), ("r zero, s the order", 0, n, False),
        ("r the order less one", n - 1, s, False), ("s the order less one", r, n - 1, False),
        ("r the order and one", n + 1, s, False), ("r the prime", curve.p, s, False),
        ("r the prime and one", curve.p + 1, s, False), ("s the prime", r, curve.p, False),
        ("sum at infinity", nowhere, s, False), ("sum at infinity, s one", nowhere, 1, False),
        ("r the base point", curve.g[0] % n, s, False),
        ("last bit of r", r ^ 1, s, False), ("last bit of s", r, s ^ 1, False),
    ]
    return [(name, message, *pair, valid) for name, *pair, valid in pairs]


def x962(curve, d, hash):
    message, r, s = signed(curve, d, hash)
    n, tests = curve.n, []

    def add(name, signature, valid=False, of=message):
        tests.append({
            "name": name, "message": of.hex(), "signature": signature.hex(), "valid": valid})

    for name, of, one, two, valid in numbers(curve, d, hash):
        add(name, sequence(integer(one), integer(two)), valid, of)
    for name, one, two in [
        ("r + n", r + n, s), ("s + n", r, s + n), ("both + n", r + n, s + n), ("r + 256 n", r + 256 * n, s),
        ("s + 2^64 n", r, s + (n << 64)), ("r of 2000 bits", r + (n << 1500), s),
    ]:
        add(name, sequence(integer(one), integer(two)))
    top, rt, st = signed(curve, d, hash, lambda r, s: r.bit_length() % 8 == 0 or s.bit_length() % 8 == 0)

    def bare(number):
        return der(0x02, i2b(number, (number.bit_length() + 7) // 8))

    add("a number that needs a zero in front", sequence(integer(rt), integer(st)), True, top)
    add("its zero missing", sequence(bare(rt), bare(st)), False, top)
    # The highest byte of P-521 has only one bit, so that a number rarely has the full length.
    again, rs, ss = signed(curve, d, hash, lambda r, s: r < 1 << 8 * (curve.size - 1) - 1)
    add("a short number", sequence(integer(rs), integer(ss)), True, again)
    add("a short number filled with a zero",
        sequence(der(2, b"\0" + integer(rs)[2:]), integer(ss)), False, again)

    def negative(number):
        return der(2, i2b((1 << 8 * (curve.size + 1)) - number, curve.size + 1))

    add("r negative", sequence(negative(r), integer(s)))
    add("s negative", sequence(integer(r), negative(s)))
    add("r less n", sequence(negative(n - r), integer(s)))
    add("s less n", sequence(integer(r), negative(n - s)))
    one, two = integer(r), integer(s)
    pair = sequence(one, two)
    body = one + two
    add("empty", b"")
    add("no sequence", body)
    add("empty sequence", b"\x30\0")
    add("r alone", sequence(one))
    add("s alone", sequence(two))
    add("a third number", sequence(one, two, one))
    add("NULL behind s", sequence(one, two, b"\5\0"))
    add("zeros behind s", sequence(one, two, b"\0\0"))
    add("a byte behind the end", pair + b"\0")
    add("NULL behind the end", pair + b"\5\0")
    add("twice", pair + pair)
    add("last byte missing", pair[:-1])
    add("length one too large", pair[:1 if pair[1] < 0x80 else 2] + bytes(
        [pair[1 if pair[1] < 0x80 else 2] + 1]) + body)
    add("length one too small", pair[:1 if pair[1] < 0x80 else 2] + bytes(
        [pair[1 if pair[1] < 0x80 else 2] - 1]) + body)
    add("long form of the length", b"\x30\x82\0" + bytes([len(body)]) + body)
    add("longer form of the length", b"\x30\x84\0\0\0" + bytes([len(body)]) + body)
    add("length of nine bytes", b"\x30\x89\1" + bytes(7) + bytes([len(body)]) + body)
    add("length of 2^32", b"\x30\x84\xff\xff\xff\xff" + body)
    add("indefinite length", b"\x30\x80" + body + b"\0\0")
    add("indefinite length without an end", b"\x30\x80" + body)
    add("long form of the length of r", sequence(long(one), two))
    add("long form of the length of s", sequence(one, long(two)))
    add("longer form of the length of s", sequence(one, long(two, 1)))
    add("a zero too many before r", sequence(der(2, b"\0\0" + one[2:]), two))
    add("a zero too many before s", sequence(one, der(2, b"\0\0" + two[2:])))
    add("r without bytes", sequence(b"\2\0", two))
    add("s without bytes", sequence(one, b"\2\0"))
    for tag in (0x03, 0x04, 0x0A, 0x22, 0x82, 0x1F):
        add(f"r with the tag {tag}", sequence(bytes([tag]) + one[1:], two))
        add(f"s with the tag {tag}", sequence(one, bytes([tag]) + two[1:]))
    for tag in (0x31, 0x10, 0xB0, 0x04, 0x70):
        add(f"the tag {tag} outside", bytes([tag]) + pair[1:])
    add("in a sequence", sequence(pair))
    add("r as a real number", sequence(b"\x09\x03\x80\0\1", two))
    add("r true", sequence(b"\1\1\xff", two))
    add("r NULL", sequence(b"\5\0", two))
    add("as r and s alone", i2b(r, curve.size) + i2b(s, curve.size))
    add("of another message", pair, of=b"another message")
    add("of the empty message", pair, of=b"")
    return group(f"algid:sign:ECDSA:message-X962:{hash.upper()}", curve, d, tests)


def rfc4754(curve, d, hash):
    message, r, s = signed(curve, d, hash)
    size, tests = curve.size, []

    def add(name, signature, valid=False, of=message):
        tests.append({
            "name": name, "message": of.hex(), "signature": signature.hex(), "valid": valid})

    for name, of, one, two, valid in numbers(curve, d, hash):
        if max(one, two) < 1 << 8 * size:
            add(name, i2b(one, size) + i2b(two, size), valid, of)
    pair = i2b(r, size) + i2b(s, size)
    again, short, other = signed(curve, d, hash, lambda r, s: r < 1 << 8 * (size - 1))
    add("begins with a zero", i2b(short, size) + i2b(other, size), True, again)
    add("its zero removed", i2b(short, size - 1) + i2b(other, size), False, again)
    both = signed(curve, d, hash, lambda r, s: r < 1 << 8 * (size - 1) and s < 1 << 8 * (size - 1)) \
        if curve.bits % 8 else None
    if both:
        again, one, two = both
        add("both zeros removed", i2b(one, size - 1) + i2b(two, size - 1), False, again)
    add("empty", b"")
    add("r alone", pair[:size])
    add("last byte missing", pair[:-1])
    add("first byte missing", pair[1:])
    add("a zero in front", b"\0" + pair)
    add("a zero behind", pair + b"\0")
    add("two zeros behind", pair + b"\0\0")
    add("a zero before each", i2b(r, size + 1) + i2b(s, size + 1))
    add("four zeros before each", i2b(r, size + 4) + i2b(s, size + 4))
    add("twice", pair + pair)
    add("lowest byte first", pair[:size][::-1] + pair[size:][::-1])
    add("as a sequence", sequence(integer(r), integer(s)))
    add("zeros of the wrong length", bytes(2 * size + 1))
    for at in (0, size - 1, size, 2 * size - 1):
        add(f"a bit of byte {at}", pair[:at] + bytes([pair[at] ^ 1]) + pair[at + 1:])
    return group(f"algid:sign:ECDSA:message-RFC4754:{hash.upper()}", curve, d, tests)


def exchange(curve):
    d, size, p = secret(curve, "own"), curve.size, curve.p
    peer = curve.multiply(secret(curve, "peer"))
    encoded, tests = curve.encode(peer), []

    def add(name, public, shared=None):
        row = {"name": name, "public": public.hex(), "valid": shared is not None}
        if shared is not None:
            row["shared"] = i2b(shared, size).hex()
        tests.append(row)

    def good(name, point):
        add(name, curve.encode(point), curve.multiply(d, point)[0])

    good("right", peer)
    good("negated", (peer[0], p - peer[1]))
    good("base point", curve.g)
    good("base point, negated", (curve.g[0], p - curve.g[1]))
    good("own point", curve.multiply(d))
    for number in range(2000):
        point = curve.multiply(number + 2)
        shared = curve.multiply(d, point)
        if shared[0] < 1 << 8 * (size - 1) - (7 if curve.bits % 8 else 0):
            good("shared number begins with a zero", point)
            break
    x = next(x for x in range(100) if pow(curve.right(x), (p - 1) // 2, p) == 1)
    y = pow(curve.right(x), (p + 1) // 4, p)
    good("smallest x", (x, y))
    if curve.bits % 8:
        add("x above the prime", b"\4" + i2b(peer[0] + p, size) + i2b(peer[1], size))
        add("y above the prime", b"\4" + i2b(peer[0], size) + i2b(peer[1] + p, size))
    add("smallest x, and the prime", b"\4" + i2b(x + p, size) + i2b(y, size)
        if x + p < 1 << 8 * size else b"\4" + i2b(p, size) + i2b(y, size))
    # This x is on the twist: it has no y on the curve.
    twisted = next(x for x in range(2, 100) if pow(curve.right(x), (p - 1) // 2, p) == p - 1)
    for name, x, y in [
        ("zero", 0, 0), ("x zero, y one", 0, 1), ("x one, y zero", 1, 0), ("x one, y one", 1, 1),
        ("x the prime", p, peer[1]), ("y the prime", peer[0], p), ("y zero", peer[0], 0),
        ("both the prime less one", p - 1, p - 1), ("on the twist", twisted, 1),
        ("on the twist, y the root of the negated", twisted, pow(p - curve.right(twisted), (p + 1) // 4, p)),
        ("y one more", peer[0], (peer[1] + 1) % p), ("x one more", (peer[0] + 1) % p, peer[1]),
        ("x and y exchanged", peer[1], peer[0]), ("all ones", (1 << 8 * size) - 1, (1 << 8 * size) - 1),
    ]:
        add(name, b"\4" + i2b(x, size) + i2b(y, size))
    sign = peer[1] & 1
    add("at infinity", b"\0")
    add("at infinity, filled", bytes(1 + 2 * size))
    add("compressed", bytes([2 + sign]) + encoded[1:1 + size])
    add("compressed, filled", bytes([2 + sign]) + encoded[1:])
    add("hybrid", bytes([6 + sign]) + encoded[1:])
    add("hybrid of the other half", bytes([7 - sign]) + encoded[1:])
    add("first byte five", b"\5" + encoded[1:])
    add("empty", b"")
    add("first byte alone", b"\4")
    add("without its first byte", encoded[1:])
    add("last byte missing", encoded[:-1])
    add("a zero behind", encoded + b"\0")
    add("a zero in front", b"\0" + encoded)
    add("x alone", encoded[1:1 + size])
    add("in a BIT STRING", der(3, b"\0" + encoded))
    for other in CURVES:
        if other is not curve:
            add(f"of {other.name}", other.encode(other.g))
            add(f"of {other.name}, filled", b"\4" + b"".join(
                i2b(number % (1 << 8 * size), size) for number in other.g))
    if curve is P256:
        # SEC 2: the base point of secp256k1, which has coordinates of the same size.
        add("of secp256k1", bytes.fromhex(
            "0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
            "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"))
    return group("algid:keyexchange:ECDH", curve, d, tests)


def scalars(curve):
    """Lists private keys: K with 0 < K < n, and K times the base point."""
    size, n = curve.size, curve.n
    tests = []

    def add(name, k, point=None, valid=False, width=size):
        point = point or curve.multiply(k % n) or curve.g
        tests.append({
            "name": name, "private": (curve.encode(point) + i2b(k, width)).hex(), "valid": valid})

    add("right", secret(curve, "own"), valid=True)
    add("one", 1, valid=True)
    add("two", 2, valid=True)
    add("order less one", n - 1, valid=True)
    add("small", 0x1234, valid=True)
    add("zero", 0)
    add("order", n)
    add("order and one", n + 1)
    add("order and two", n + 2)
    add("prime", curve.p, curve.g)
    add("all ones", (1 << 8 * size) - 1)
    add("of another point", secret(curve, "own"), curve.g)
    add("of the negated point", secret(curve, "own"), curve.multiply(n - secret(curve, "own")))
    add("a byte short", 0x1234, width=size - 1)
    add("a byte long", 0x1234, width=size + 1)
    if curve.bits % 8:
        add("order added", secret(curve, "own") + n)
    return {"type": "EC", "curve": curve.name, "tests": tests}


def files():
    cases = [(P256, "sha256"), (P384, "sha384"), (P521, "sha512"), (P256, "sha512"), (P521, "sha1")]
    signatures = []
    for curve, hash in cases:
        d = secret(curve, "own")
        signatures += [x962(curve, d, hash), rfc4754(curve, d, hash)]
    return {
        "ecdsa": ("Signatures of ECDSA in DER (X9.62) and as r and s (RFC 4754), right and nearly right.",
                  signatures),
        "ecdh": ("Points to exchange keys with, on the curve and not.", [exchange(c) for c in CURVES]),
        "scalars": ("Private keys 04, X, Y, K in range and out of it.", [scalars(c) for c in CURVES]),
    }
