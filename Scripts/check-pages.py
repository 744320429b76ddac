#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the pages: every relative link names a file and a heading that exist, prose wraps at 120 characters, a row of a
table has at most 240, a number behind a command in a table is that of its keystrokes with Enter, and all pages together
have at most LIMIT words. Prints the number of words.

Generated pages and blocks of code have no limit of width. A word has a letter or digit. Blocks of code don't count, nor
do pages that are only tables, each row held by a generator or by tests.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = {"behaviour.md", "porting-table.md", "promises.md"}
PROSE, ROW, LIMIT = 120, 240, 45_000
faults, headings = [], {}


def text_lines(text):
    """Yields the lines outside of blocks of code, with their numbers."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and not line.startswith("    ") and not line.startswith("<!--"):
            yield number, line


def anchors(path):
    """Returns the names that the headings of a page have as link targets."""
    if path not in headings:
        titles = [line.lstrip("#") for _, line in text_lines(path.read_text()) if line.startswith("#")]
        headings[path] = {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in titles}
    return headings[path]


words = 0
for path in sorted([*ROOT.glob("*.md"), *(ROOT / "Docs").rglob("*.md")]):
    name, text = path.relative_to(ROOT), path.read_text()
    if path.name not in TABLES:
        words += sum(len(re.findall(r"\S*\w\S*", line)) for _, line in text_lines(text))
    for number, line in text_lines(text):
        is_generated = text.startswith("<!-- Generated")
        if not is_generated and len(line) > (ROW if line.lstrip().startswith("|") else PROSE):
            faults.append(f"{name}:{number}: {len(line)} characters")
        for command, keys in re.findall(r"\| `([^`]+)` (\d+) (?=\|)", line):
            if int(keys) != len(command) + 1:
                faults.append(f"{name}:{number}: {command}: {len(command) + 1} keystrokes")
        for target in re.findall(r"\]\(([^)\s]+)\)", line):
            file, _, anchor = target.partition("#")
            linked = (path.parent / file).resolve() if file else path
            if "://" in target:
                continue
            if not linked.exists():
                faults.append(f"{name}:{number}: no file {file}")
            elif anchor and linked.suffix == ".md" and anchor not in anchors(linked):
                faults.append(f"{name}:{number}: no heading {target}")
print(f"pages: {words} words")
if words > LIMIT:
    faults.append(f"more than {LIMIT} words")
for fault in faults:
    print(fault, file=sys.stderr)
sys.exit(1 if faults else 0)
