#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes files of Vectors/Keys from the JSON files of Project Wycheproof (testvectors_v1 of github.com/C2SP/wycheproof).

    Scripts/convert-wycheproof.py FOLDER VERSION    the folder of those files, and what the heads say of their version

Keys become what SecKeyCreateWithData takes."""

import collections
import json
import pathlib
import sys

from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric import ec

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = "Cases of Project Wycheproof (github.com/C2SP/wycheproof), Apache License 2.0, by Scripts/convert-wycheproof.py"
CURVES = {"secp256r1": ec.SECP256R1(), "secp384r1": ec.SECP384R1(), "secp521r1": ec.SECP521R1()}
# The columns of each output, and the names of the files: as many cases with the same flags as in front of it.
FILES = {
    "ecdsa": (["msg", "sig"], "ecdsa_secp{}_test", {
        999: "256r1_sha256", 7: "256r1_sha256_p1363", 2: "256r1_sha512 256r1_sha512_p1363 384r1_sha256",
        3: "384r1_sha384 384r1_sha384_p1363 521r1_sha512 521r1_sha512_p1363"}),
    "ecdh": (["private", "public", "shared"], "ecdh_secp{}_ecpoint_test", {60: "256r1", 8: "384r1 521r1"}),
    "rsa-signatures": (["msg", "sig"], "rsa_{}_test", {
        999: "signature_2048_sha256 pss_2048_sha256_mgf1_32",
        3: "signature_2048_sha224 signature_2048_sha384 signature_3072_sha512 signature_4096_sha256",
        8: "pkcs1_2048_sig_gen pss_2048_sha1_mgf1_20 pss_2048_sha384_mgf1_48 pss_4096_sha512_mgf1_64"}),
    "rsa-encryption": (["ct", "msg", "label"], "rsa_{}_test", {
        999: "pkcs1_2048 " + " ".join(f"oaep_2048_sha{n}_mgf1sha{n}" for n in (1, 224, 256, 384, 512)),
        3: "oaep_3072_sha256_mgf1sha256 oaep_4096_sha512_mgf1sha512"}),
}


def representation(curve, digits):
    point = ec.derive_private_key(int(digits, 16), CURVES[curve]).public_key().public_bytes(
        form.Encoding.X962, form.PublicFormat.UncompressedPoint)
    return point.hex() + f"{int(digits, 16):x}".zfill(len(point) - 1)


def key(group):
    """Returns the algorithm, public and private key of a group."""
    hash = group.get("sha", "").replace("-", "")
    name = {
        "EcdhEcpointTest": "keyexchange:ECDH", "EcdsaVerify": f"sign:ECDSA:message-X962:{hash}",
        "EcdsaP1363Verify": f"sign:ECDSA:message-RFC4754:{hash}", "RsaesPkcs1Decrypt": "encrypt:RSA:PKCS1",
        "RsaesOaepDecrypt": f"encrypt:RSA:OAEP:{hash}",
        **dict.fromkeys(["RsassaPkcs1Verify", "RsassaPkcs1Generate"], f"sign:RSA:message-PKCS1v15:{hash}"),
        "RsassaPssVerify": f"sign:RSA:message-PSS:{hash}:{hash}:{group.get('sLen')}"}[group["type"]]
    point = group.get("publicKey", {}).get("uncompressed", "")
    # PKCS#8 has 26 bytes in front of PKCS#1.
    return f"algid:{name}", group.get("publicKeyAsn") or group.get("keyAsn", point), group.get("privateKeyPkcs8", "")[52:]


def rows(group, columns, most, taken):
    """Yields the lines of cases, until `taken` has counted enough of a kind."""
    for test in group["tests"]:
        result, flags = test["result"], " ".join(test["flags"])
        taken[flags, result] += 1
        if "private" in test:
            test["private"] = representation(group["curve"], test["private"])
        if taken[flags, result] <= most:
            shown = f"{result} {flags}" if result == "acceptable" else result
            yield "\t".join([str(test["tcId"]), shown, test["comment"], *(test.get(name, "") for name in columns)])


def main(folder, version):
    head = f"# {SOURCE}\n# from {version}.\n# key: file, algorithm, public key, private key\n# case: number, result, comment, "
    for output, (columns, pattern, names) in FILES.items():
        lines = [head + ", ".join(columns)]
        for most, file in [(most, pattern.format(name)) for most, some in names.items() for name in some.split()]:
            (path,), taken = pathlib.Path(folder).rglob(f"{file}.json"), collections.Counter()
            for group in json.loads(path.read_text())["testGroups"]:
                made = list(rows(group, columns, most, taken))
                lines += ["\t".join(["key", file, *key(group)]), *made] if made else []
        (ROOT / "Vectors" / "Keys" / f"{output}.tsv").write_text("\n".join(lines) + "\n")


main(*sys.argv[1:])
