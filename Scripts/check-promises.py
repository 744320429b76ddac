#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that Docs/internals/promises.md has a row for every sentence of SECURITY.md, and that the tests it names exist."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
faults = []


def plain(text):
    """Removes Markdown markup and collapses white space."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"[*`]", "", text).split())


def sentences(document):
    """Yields the sentences of paragraphs, list items and table rows; the cells of a row are joined by colons."""
    blocks, block = [], []
    # The line above a line of dashes is the head of a table.
    document = re.sub(r"^\|.*\n(\|[-| ]+\|)$", "", document, flags=re.M)
    for line in document.splitlines() + [""]:
        starts = line.startswith(("#", "|", "* "))
        if starts or not line.strip():
            blocks.append(" ".join(block))
            block = []
        if line.strip() and not line.startswith("#"):
            block.append(line[2:] if line.startswith("* ") else line)
    for block in blocks:
        if not block:
            continue
        if block.startswith("|"):
            block = ": ".join(cell.strip() for cell in block.strip("|").split("|"))
        yield from re.split(r"(?<=[.!?])\s+(?=[A-Z])", plain(block))


def exists(test):
    """Returns whether `file: name` is a test: a function marked @Test, a comment line of a script, a function in Python, or a row."""
    file, _, name = test.partition(": ")
    path = ROOT / "Tests" / file
    if not path.is_file():
        return False
    text = path.read_text()
    if path.suffix == ".swift":
        found = re.search(rf"^.*\bfunc {re.escape(name)}\b", text, re.M)
        # The attribute and its arguments may be on the lines above.
        return bool(found) and "@Test" in "\n".join(text[: found.end()].splitlines()[-16:])
    if path.suffix == ".py":
        return f"def {name}(" in text
    if path.suffix in (".txt", ""):
        return f"# {name}" in text.splitlines()
    return f'"id": "{name}"' in text


rows = []
for line in (ROOT / "Docs/internals/promises.md").read_text().splitlines():
    cells = [cell.strip() for cell in line.strip("|").split(" | ")]
    if not line.startswith("| ") or cells[0] == "SECURITY.md says":
        continue
    if len(cells) != 2:
        faults.append(f"not two cells: {line}")
        continue
    rows.append(plain(cells[0]))
    tests = re.findall(r"`([^`]+)`", cells[1])
    if not tests and cells[1] not in ("a limit", "advice", "a pointer"):
        faults.append(f"no test: {cells[0]}")
    faults += [f"no such test: {test}" for test in tests if not exists(test)]

said = list(sentences((ROOT / "SECURITY.md").read_text()))
faults += [f"not in SECURITY.md: {words}" for words in rows if not any(words in s for s in said)]
faults += [f"no row for: {s}" for s in said if not any(words in s for words in rows)]
for fault in faults:
    print(fault, file=sys.stderr)
sys.exit(1 if faults else 0)
