#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes Vectors/Keys: signatures, ciphertexts, points and numbers that are valid, or almost valid.

    python3 Scripts/keyvectors            writes the files
    python3 Scripts/keyvectors --check    prints "N vectors are up to date", or the files that differ and
                                          exits with 1

Each vector is valid or invalid by construction, computed with plain integers from the standards and
without a cryptographic library. Takes about two minutes.
"""

import json
import pathlib
import sys

import curves
import hybrid
import rsa

FOLDER = pathlib.Path(__file__).resolve().parent.parent.parent / "Vectors" / "Keys"


def text(about, groups):
    """Returns the text of a file, with one line for each vector."""
    out = ["{", f' "about": {json.dumps(about)},', ' "groups": [']
    for number, group in enumerate(groups):
        head = {key: value for key, value in group.items() if key != "tests"}
        out.append("  " + json.dumps(head)[:-1] + ', "tests": [')
        tests = [json.dumps(test) for test in group["tests"]]
        out += ["   " + test + ("," if index < len(tests) - 1 else "") for index, test in enumerate(tests)]
        out.append("  ]}" + ("," if number < len(groups) - 1 else ""))
    return "\n".join(out + [" ]", "}", ""])


def main():
    count, wrong = 0, []
    for module in (rsa, curves, hybrid):
        for name, (about, groups) in module.files().items():
            path = FOLDER / f"{name}.json"
            made = text(about, groups)
            count += sum(len(group["tests"]) for group in groups)
            if "--check" not in sys.argv:
                path.write_text(made)
            elif not path.exists() or path.read_text() != made:
                wrong.append(path.name)
    if wrong:
        sys.exit(f"keyvectors: out of date: {', '.join(wrong)}")
    print(f"{count} vectors are up to date")


main()
