#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the sample files of programs that aren't in Debian, from the descriptions of their formats.

The values are made up. Tests/ExchangeTests/Samples/README.md says where each file comes from.
"""

import csv
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent
SEED = "JBSWY3DPEHPK3PXP"
ADDRESS = f"otpauth://totp/forge:jane?secret={SEED}&issuer=forge"


def write(name, header, rows, quoting=csv.QUOTE_MINIMAL, end="\r\n"):
    with open(FOLDER / name, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, quoting=quoting, lineterminator=end)
        writer.writerow(header)
        writer.writerows(rows)


def main():
    write("chrome.csv", ["name", "url", "username", "password", "note"], [
        ["forge.example.org", "https://forge.example.org/login?next=%2F", "jane", 'pa,ss"word', "first line\nsecond"],
        ["shop", "android://x@com.example.shop/", "", "geheim", ""],
    ], end="\n")
    write("firefox.csv", ["url", "username", "password", "httpRealm", "formActionOrigin", "guid", "timeCreated",
                          "timeLastUsed", "timePasswordChanged"], [
        ["https://forge.example.org", "jane", 'pa,ss"word', "", "https://forge.example.org", "{1}", "1704164645000",
         "1704164645000", "1706933106000"],
        ["http://router.example.org:8080", "admin", "geheim", "Router", "", "{2}", "1704164645000", "1704164645000",
         "1704164645000"],
    ], quoting=csv.QUOTE_ALL)
    write("apple.csv", ["Title", "URL", "Username", "Password", "Notes", "OTPAuth"], [
        ["forge.example.org (jane)", "https://forge.example.org/", "jane", 'pa,ss"word', "first line\nsecond", ADDRESS],
        ["Router", "", "admin", "geheim", "", ""],
    ], end="\n")
    write("bitwarden.csv", ["folder", "favorite", "type", "name", "notes", "fields", "reprompt", "login_uri",
                            "login_username", "login_password", "login_totp"], [
        ["Work/Servers", "1", "login", "Forge", "first line\nsecond", "PIN: 1234\nCustomer: 4711", "0",
         "https://forge.example.org/login,https://forge.example.net/a,b", "jane", 'pa,ss"word', SEED],
        ["", "", "note", "Safe", "left, right, left", "", "0", "", "", "", ""],
    ], end="\n")
    write("1password.csv", ["Title", "Url", "Username", "Password", "OTPAuth", "Favorite", "Archived", "Tags", "Notes"], [
        ["Forge", "https://forge.example.org/login", "jane", 'pa,ss"word', ADDRESS, "true", "false", "work;git",
         "first line\nsecond"],
        ["Safe", "", "", "geheim", "", "false", "false", "", ""],
    ], end="\n")


main()
