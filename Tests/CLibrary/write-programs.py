#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the programs of Docs/reference/c.md into a folder, in their order: 1.c, 2.c …, and 1.txt … with what they print."""

import pathlib
import re
import sys

page = (pathlib.Path(__file__).resolve().parents[2] / "Docs" / "reference" / "c.md").read_text()
count = 0
for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
    if language == "c":
        count += 1
        (pathlib.Path(sys.argv[1]) / f"{count}.c").write_text(text)
        (pathlib.Path(sys.argv[1]) / f"{count}.txt").write_text("")
    elif language == "text":
        (pathlib.Path(sys.argv[1]) / f"{count}.txt").write_text(text)
