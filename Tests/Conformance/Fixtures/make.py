#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes fixtures.json: certificates, keys, and what the keychain must derive from them.

Run once; the rows hold on to what came out. Needs the Python module cryptography, which is
another reader of certificates than the one that is tested. All values are Base64.
"""

import base64
import datetime
import hashlib
import json
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.name import _ASN1Type
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

PRINTABLE = _ASN1Type.PrintableString
START, END = datetime.datetime(2020, 1, 1), datetime.datetime(2120, 1, 1)
fixtures, issued, keys = {}, {}, {}


def name(*values):
    return x509.Name(
        [x509.RelativeDistinguishedName([x509.NameAttribute(*value)]) for value in values])


def element(tag, content):
    length = len(content)
    if length < 128:
        return bytes([tag, length]) + content
    octets = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(octets)]) + octets + content


def normalised(subject):
    """Upper-cases PrintableString values and drops needless blanks; no SEQUENCE around."""
    content = b""
    for attribute in subject:
        oid = x509.ObjectIdentifier(attribute.oid.dotted_string)
        whole = x509.Name([x509.NameAttribute(oid, "x" * (
            2 if oid == NameOID.COUNTRY_NAME else 1), _type=attribute._type)]).public_bytes()
        # SEQUENCE SET SEQUENCE OBJECT-IDENTIFIER, each with a header of two octets.
        identifier = whole[6:8 + whole[7]]
        text = attribute.value
        if attribute._type == PRINTABLE:
            text = " ".join(text.split()).upper()
        value = element(attribute._type.value, text.encode())
        content += element(0x31, element(0x30, identifier + value))
    return content


def external(key):
    if isinstance(key, ec.EllipticCurvePrivateKey):
        size = (key.curve.key_size + 7) // 8
        point = key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return point, point + key.private_numbers().private_value.to_bytes(size, "big")
    return (
        key.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.PKCS1),
        key.private_bytes(
            serialization.Encoding.DER, serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption()))


def make(label, subject, issuer=None, serial=1, key=None, extensions=(), start=START, end=END):
    key = key or ec.generate_private_key(ec.SECP256R1())
    keys[label] = key
    signer = keys[issuer] if issuer else key
    above = issued[issuer].subject if issuer else subject
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    builder = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(above)
        .public_key(key.public_key()).serial_number(serial)
        .not_valid_before(start).not_valid_after(end)
        .add_extension(identifier, False))
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    certificate = issued[label] = builder.sign(signer, hashes.SHA256())
    public, private = external(key)
    serial_octets = serial.to_bytes(serial.bit_length() // 8 + 1, "big")
    fixtures[label] = {
        "der": certificate.public_bytes(serialization.Encoding.DER),
        "subject": normalised(subject),
        "issuer": normalised(above),
        "subjectSequence": subject.public_bytes(),
        "issuerSequence": above.public_bytes(),
        "serial": serial_octets,
        "keyID": identifier.digest,
        "hash": hashlib.sha1(public).digest(),
        "public": public,
        "private": private,
        "info": key.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo),
    }


AUTHORITY = (x509.BasicConstraints(True, None), True)
CN, O, OU, EMAIL = (
    NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME, NameOID.ORGANIZATIONAL_UNIT_NAME,
    NameOID.EMAIL_ADDRESS)


def usage(*purposes):
    return x509.ExtendedKeyUsage(purposes), False


make("root", name((O, "Example  Trust ", PRINTABLE), (CN, "Example Root", PRINTABLE)),
     extensions=[AUTHORITY])
make("middle", name((CN, "Example Intermediate", PRINTABLE)), "root", 2, extensions=[AUTHORITY])
make("alice",
     name((O, "Widgets"), (OU, "Sales"), (EMAIL, "alice@example.org", _ASN1Type.IA5String),
          (CN, "Alice Example")),
     "middle", 3, extensions=[usage(ExtendedKeyUsageOID.CLIENT_AUTH,
                                    ExtendedKeyUsageOID.EMAIL_PROTECTION)])
# The same key as alice in another certificate.
make("twin", name((CN, "Alice Elsewhere")), "root", 4, keys["alice"])
# The same issuer and serial number as alice, and nothing else of hers.
make("impostor", name((CN, "Mallory")), "middle", 3)
make("bob", name((O, "Widgets"), (CN, "Bob")), "root", 0x1_0000_0000_0000_0005,
     extensions=[(x509.SubjectAlternativeName([x509.DNSName("bob.example.org")]), False),
                 usage(ExtendedKeyUsageOID.SERVER_AUTH)])
make("carol", name((O, "Caf\u00e9 \u00dcnited"), (CN, "Carol")), "root", 6,
     extensions=[(x509.SubjectAlternativeName([x509.RFC822Name("Carol@Example.org")]), False)])
# No longer valid.
make("old", name((CN, "Old Example")), "root", 7,
     start=datetime.datetime(2002, 1, 1), end=datetime.datetime(2003, 1, 1))
# A subject without common name, mail address and host.
make("unit", name((O, "Widgets"), (OU, "Storage")), "root", 8)
# RSA.
make("rsa", name((CN, "RSA Example")), "root", 9, rsa.generate_private_key(65537, 1024))
make("p384", name((CN, "P-384 Example")), "root", 10, ec.generate_private_key(ec.SECP384R1()))

path = pathlib.Path(__file__).with_name("fixtures.json")
path.write_text(json.dumps(
    {label: {field: base64.b64encode(value).decode() for field, value in fields.items()}
     for label, fields in fixtures.items()}, indent=1) + "\n")
