# SPDX-License-Identifier: Apache-2.0
"""RSA, elliptic curves and AES-GCM in plain integers, after RFC 8017, SEC 1 and NIST SP 800-38D.

Slow and without protection against side channels: only for making vectors. "Random" numbers
come from a hash of a name, so that every run makes the same files.
"""

import hashlib
from dataclasses import dataclass


def stream(name: str, count: int) -> bytes:
    """Returns bytes that depend only on the name."""
    return hashlib.shake_256(("keyvectors " + name).encode()).digest(count)


def i2b(number: int, count: int) -> bytes:
    return number.to_bytes(count, "big")


def b2i(data: bytes) -> int:
    return int.from_bytes(data, "big")


def der(tag: int, content: bytes) -> bytes:
    count = len(content)
    if count < 0x80:
        return bytes([tag, count]) + content
    length = i2b(count, (count.bit_length() + 7) // 8)
    return bytes([tag, 0x80 | len(length)]) + length + content


def integer(number: int) -> bytes:
    return der(0x02, i2b(number, number.bit_length() // 8 + 1))


# RSA


def is_prime(number: int) -> bool:
    """Runs the Miller-Rabin test, with the first primes as bases."""
    small = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53]
    if any(number % prime == 0 for prime in small):
        return number in small
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in small:
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


@dataclass
class RSA:
    n: int
    e: int
    d: int
    p: int
    q: int

    @classmethod
    def make(cls, bits: int, e: int, name: str) -> "RSA":
        def prime(label: str) -> int:
            number = b2i(stream(f"{name} {label}", bits // 16)) | (3 << (bits // 2 - 2)) | 1
            while not is_prime(number) or (number - 1) % e == 0:
                number += 2
            return number

        p, q = prime("p"), prime("q")
        return cls(p * q, e, pow(e, -1, (p - 1) * (q - 1)), p, q)

    @property
    def size(self) -> int:
        return (self.n.bit_length() + 7) // 8

    def public(self) -> bytes:
        return der(0x30, integer(self.n) + integer(self.e))

    def private(self) -> bytes:
        d, p, q = self.d, self.p, self.q
        numbers = [0, self.n, self.e, d, p, q, d % (p - 1), d % (q - 1), pow(q, -1, p)]
        return der(0x30, b"".join(integer(number) for number in numbers))

    def raise_private(self, block: bytes) -> bytes:
        return i2b(pow(b2i(block), self.d, self.n), self.size)

    def raise_public(self, block: bytes) -> bytes:
        return i2b(pow(b2i(block), self.e, self.n), self.size)


def mgf1(seed: bytes, count: int, hash: str) -> bytes:
    output = b""
    while len(output) < count:
        counter = i2b(len(output) // hashlib.new(hash).digest_size, 4)
        output += hashlib.new(hash, seed + counter).digest()
    return output[:count]


def xor(one: bytes, two: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, two, strict=True))


# Elliptic curves


@dataclass
class Curve:
    name: str
    bits: int
    p: int
    b: int
    n: int
    g: tuple

    @property
    def size(self) -> int:
        return (self.bits + 7) // 8

    def add(self, one, two):
        """Adds two points; None is the point at infinity."""
        if one is None or two is None:
            return one or two
        if one[0] == two[0]:
            if (one[1] + two[1]) % self.p == 0:
                return None
            slope = (3 * one[0] * one[0] - 3) * pow(2 * one[1], -1, self.p)
        else:
            slope = (two[1] - one[1]) * pow(two[0] - one[0], -1, self.p)
        x = (slope * slope - one[0] - two[0]) % self.p
        return x, (slope * (one[0] - x) - one[1]) % self.p

    def multiply(self, scalar: int, point=None):
        result, power = None, point or self.g
        while scalar:
            if scalar & 1:
                result = self.add(result, power)
            power = self.add(power, power)
            scalar >>= 1
        return result

    def right(self, x: int) -> int:
        """Returns y squared for x, from the equation of the curve."""
        return (x * x * x - 3 * x + self.b) % self.p

    def encode(self, point) -> bytes:
        return b"\x04" + i2b(point[0], self.size) + i2b(point[1], self.size)

    def truncated(self, digest: bytes) -> int:
        return b2i(digest) >> max(0, 8 * len(digest) - self.bits)

    def sign(self, d: int, digest: bytes, k: int):
        r = self.multiply(k)[0] % self.n
        return r, pow(k, -1, self.n) * (self.truncated(digest) + r * d) % self.n


def curve(name, bits, p, b, n, x, y):
    numbers = [int(digits.replace(" ", ""), 16) for digits in (b, n, x, y)]
    made = Curve(name, bits, p, numbers[0], numbers[1], (numbers[2], numbers[3]))
    assert made.right(made.g[0]) == made.g[1] ** 2 % p and made.multiply(made.n) is None
    return made


# NIST SP 800-186, 3.2.1.
P256 = curve(
    "P-256", 256, 2**256 - 2**224 + 2**192 + 2**96 - 1,
    "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
    "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
    "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
P384 = curve(
    "P-384", 384, 2**384 - 2**128 - 2**96 + 2**32 - 1,
    "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875a c656398d8a2ed19d2a85c8edd3ec2aef",
    "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf 581a0db248b0a77aecec196accc52973",
    "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a38 5502f25dbf55296c3a545e3872760ab7",
    "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c0 0a60b1ce1d7e819d7a431d7c90ea0e5f")
P521 = curve(
    "P-521", 521, 2**521 - 1,
    "0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef1 09e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b50 3f00",
    "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff fffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e9138 6409",
    "00c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d 3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5 bd66",
    "011839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e 662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd1 6650")
CURVES = [P256, P384, P521]


# AES-GCM


def _boxes():
    box, p, q = [0] * 256, 1, 1
    while True:
        p ^= (p << 1) ^ (0x11B if p & 0x80 else 0)
        p &= 0xFF
        q ^= q << 1
        q ^= q << 2
        q ^= q << 4
        q &= 0xFF
        if q & 0x80:
            q ^= 0x09
        rotations = [((q << s) | (q >> (8 - s))) & 0xFF for s in range(1, 5)]
        box[p] = q ^ rotations[0] ^ rotations[1] ^ rotations[2] ^ rotations[3] ^ 0x63
        if p == 1:
            box[0] = 0x63
            return box


SBOX = _boxes()


def aes(key: bytes, block: bytes) -> bytes:
    """Encrypts one block (FIPS 197)."""
    words = [list(key[i:i + 4]) for i in range(0, len(key), 4)]
    size, rounds, constant = len(words), len(words) + 6, 1
    while len(words) < 4 * (rounds + 1):
        word = list(words[-1])
        if len(words) % size == 0:
            word = [SBOX[byte] for byte in word[1:] + word[:1]]
            word[0] ^= constant
            constant = (constant << 1) ^ (0x11B if constant & 0x80 else 0)
        elif size > 6 and len(words) % size == 4:
            word = [SBOX[byte] for byte in word]
        words.append([a ^ b for a, b in zip(words[-size], word)])
    keys = [sum(words[4 * i:4 * i + 4], []) for i in range(rounds + 1)]
    state = [a ^ b for a, b in zip(block, keys[0])]
    for number in range(1, rounds + 1):
        state = [SBOX[state[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if number < rounds:
            mixed = []
            for column in range(0, 16, 4):
                a = state[column:column + 4]
                twice = [((x << 1) ^ (0x11B if x & 0x80 else 0)) & 0xFF for x in a]
                mixed += [
                    twice[i] ^ a[(i + 1) % 4] ^ twice[(i + 1) % 4] ^ a[(i + 2) % 4] ^ a[(i + 3) % 4]
                    for i in range(4)]
            state = mixed
        state = [a ^ b for a, b in zip(state, keys[number])]
    return bytes(state)


def _times(one: int, two: int) -> int:
    product = 0
    for bit in range(127, -1, -1):
        if two >> bit & 1:
            product ^= one
        one = (one >> 1) ^ (0xE1 << 120 if one & 1 else 0)
    return product


def _ghash(h: int, data: bytes) -> int:
    state = 0
    for start in range(0, len(data), 16):
        state = _times(state ^ b2i(data[start:start + 16].ljust(16, b"\0")), h)
    return state


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 16)


def gcm(key: bytes, nonce: bytes, plaintext: bytes, additional: bytes = b"") -> bytes:
    """Returns ciphertext and tag, for a nonce that is not 12 bytes long."""
    h = b2i(aes(key, bytes(16)))
    counter = _ghash(h, _padded(nonce) + bytes(8) + i2b(8 * len(nonce), 8))
    output = b""
    for index, start in enumerate(range(0, len(plaintext), 16), 1):
        low = (counter + index) & 0xFFFFFFFF
        pad = aes(key, i2b(counter >> 32 << 32 | low, 16))
        part = plaintext[start:start + 16]
        output += xor(part, pad[:len(part)])
    lengths = i2b(8 * len(additional), 8) + i2b(8 * len(output), 8)
    tag = _ghash(h, _padded(additional) + _padded(output) + lengths)
    return output + xor(i2b(tag, 16), aes(key, i2b(counter, 16)))


def x963(shared: bytes, info: bytes, count: int, hash: str) -> bytes:
    """Derives bytes (SEC 1, 3.6.1)."""
    output, counter = b"", 1
    while len(output) < count:
        output += hashlib.new(hash, shared + i2b(counter, 4) + info).digest()
        counter += 1
    return output[:count]


# FIPS 197, C.1; AES-GCM test case 6 of its submission, with a long nonce.
assert aes(bytes(range(16)), bytes.fromhex("00112233445566778899aabbccddeeff")) == bytes.fromhex(
    "69c4e0d86a7b0430d8cdb78070b4c55a")
assert gcm(
    bytes.fromhex("feffe9928665731c6d6a8f9467308308"),
    bytes.fromhex(
        "9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728"
        "c3c0c95156809539fcf0e2429a6b525416aedbf5a0de6a57a637b39b"),
    bytes.fromhex(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"),
    bytes.fromhex("feedfacedeadbeeffeedfacedeadbeefabaddad2"),
)[-16:].hex() == "619cc5aefffe0bfa462af43c1699d050"
