#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of one find, miss, SecItemCopyMatching and add, with callgrind.

Times vary by a tenth or more from run to run; instructions hardly do. Prints a table and compares it
with Benchmarks/instructions.tsv; exits with 1 when a count grew by more than the change allowed there.

    Scripts/count-instructions.py [--program PATH] [--write]

--write replaces the counts in the file by those of this run.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "Benchmarks" / "instructions.tsv"
# The difference of the two counts is the cost of the repetitions, without that of the start.
FEW, MANY = 200, 1200


def instructions(program, operation, count, store):
    """Returns the instructions of a whole run on a copy of the store."""
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, "home")
        shutil.copytree(store, home)
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "SWIFT_DETERMINISTIC_HASHING": "1"}
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
             program, "--repeat", operation, str(count), home],
            env=environment, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not found:
        sys.exit(f"{program} --repeat {operation}: failed under valgrind:\n{run.stderr[-2000:]}")
    return int(found.group(1))


def measure(built, operations):
    with tempfile.TemporaryDirectory() as folder:
        # valgrind can't read Swift's debug information.
        program, store = os.path.join(folder, "bench"), os.path.join(folder, "store")
        subprocess.run(["strip", "-g", "-o", program, built], check=True)
        os.mkdir(store)
        subprocess.run([program, "--make", store], check=True)
        for operation in operations:
            few, many = (instructions(program, operation, count, store) for count in (FEW, MANY))
            yield operation, (many - few) // (MANY - FEW)


def read_table():
    rows = {}
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            operation, count, allowed = line.split("\t")
            rows[operation] = (int(count), float(allowed))
    return rows


def write_table(rows):
    comments = [line for line in TABLE.read_text().splitlines() if line.startswith("#")]
    lines = [f"{operation}\t{count}\t{allowed:g}" for operation, (count, allowed) in rows.items()]
    TABLE.write_text("\n".join(comments + lines) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=str(ROOT / ".build/release/keychain-bench"))
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if not shutil.which("valgrind"):
        print("valgrind is not installed: instructions were not counted")
        return 0
    rows = read_table()
    grown = []
    print(f"{'operation':<12}{'instructions':>14}{'recorded':>12}{'change':>9}")
    for operation, count in measure(arguments.program, list(rows)):
        recorded, allowed = rows[operation]
        change = 100 * (count - recorded) / recorded
        print(f"{operation:<12}{count:>14}{recorded:>12}{change:>+8.1f}%", flush=True)
        if change > allowed:
            grown.append(f"{operation}: {change:.1f} % more instructions, {allowed:g} % allowed")
        rows[operation] = (count, allowed)
    if arguments.write:
        write_table(rows)
        return 0
    for line in grown:
        print(line, file=sys.stderr)
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
