#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the sample files of programs that aren't in Debian, from the descriptions of their formats.

The values are made up. Tests/ExchangeTests/Samples/README.md says where each file comes from.
"""

import base64
import csv
import json
import pathlib
import urllib.parse
import zipfile

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

    write("lastpass.csv", ["url", "username", "password", "totp", "extra", "name", "grouping", "fav"], [
        ["https://forge.example.org/login", "jane", 'pa,ss"word', SEED, "first line\nsecond", "Forge", "Work\\Servers", "1"],
        ["http://sn", "", "", "", "left, right, left", "Safe", "", "0"],
    ], end="\n")
    write("proton-pass.csv", ["type", "name", "url", "email", "username", "password", "note", "totp", "createTime",
                              "modifyTime", "vault"], [
        ["login", "Forge", "https://forge.example.org/login, https://forge.example.net", "jane@example.org", "jane",
         'pa,ss"word', "first line\nsecond", ADDRESS, "1704164645", "1706933106", "Personal"],
        ["login", "Shop", "https://shop.example.org", "jane@example.org", "", "geheim", "", "", "1704164645",
         "1704164645", "Personal"],
        ["note", "Safe", "", "", "", "", "left, right, left", "", "1704164645", "1704164645", "Personal"],
    ], end="\n")
    write("dashlane.csv", ["username", "username2", "username3", "title", "password", "note", "url", "category",
                           "otpUrl"], [
        ["jane", "jane@example.org", "", "Forge", 'pa,ss"word', "first line\nsecond",
         "https://forge.example.org/login", "Work", ADDRESS],
        ["admin", "", "", "Router", "geheim", "", "", "", ""],
    ], end="\n")
    text("bitwarden.json", json.dumps(bitwarden(), indent=2) + "\n")
    text("aegis.json", json.dumps(aegis(), indent=4) + "\n")
    text("otpauth.txt", ADDRESS + "\n" + migration() + "\nother\n")
    with zipfile.ZipFile(FOLDER / "1password.1pux", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, contents in [("export.attributes", {"version": 3}), ("export.data", one_password())]:
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 2, 3, 4, 6)), json.dumps(contents),
                             zipfile.ZIP_DEFLATED)
        archive.writestr(zipfile.ZipInfo("files/abcd__plan.pdf", (2024, 1, 2, 3, 4, 6)), "PDF")


    with zipfile.ZipFile(FOLDER / "bitwarden.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, contents in [("data.json", json.dumps(bitwarden())), ("attachments/1/scan.png", "PNG"),
                               ("attachments/1/Zeugnis März.pdf", "PDF"), ("attachments/1/?.txt", "text")]:
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 2, 3, 4, 6)), contents, zipfile.ZIP_DEFLATED)
    # A name that is neither ASCII nor marked as UTF-8.
    archive = FOLDER / "bitwarden.zip"
    archive.write_bytes(archive.read_bytes().replace(b"?.txt", b"\xe4.txt"))


def text(name, contents):
    (FOLDER / name).write_bytes(contents.encode())


def bitwarden():
    def item(**members):
        return {"id": "1", "organizationId": None, "folderId": None, "reprompt": 0, "favorite": False,
                "notes": None, "collectionIds": None, "deletedDate": None, "passwordHistory": None,
                "creationDate": "2024-01-02T03:04:05.123Z", "revisionDate": "2024-02-03T04:05:06Z"} | members

    return {"encrypted": False, "folders": [{"id": "f", "name": "Work/Servers"}], "items": [
        item(type=1, name="Forge", folderId="f", favorite=True, notes="first line\nsecond", reprompt=1,
             fields=[{"name": "Customer", "value": "4711", "type": 0}, {"name": "PIN", "value": "1234", "type": 1},
                     {"name": "linked", "value": None, "type": 3, "linkedId": 100}],
             passwordHistory=[{"lastUsedDate": "2024-01-02T03:04:05Z", "password": "older"}],
             login={"fido2Credentials": [{"credentialId": "c"}], "username": "jane", "password": 'pa,ss"word',
                    "totp": SEED, "uris": [{"match": None, "uri": "https://forge.example.org/login"},
                                           {"match": None, "uri": "https://forge.example.net/a,b"}]}),
        item(type=2, name="Safe", notes="left, right, left", secureNote={"type": 0}),
        item(type=3, name="Card", card={"cardholderName": "Jane", "brand": "Visa", "number": "4111", "expMonth": "1",
                                        "expYear": "2030", "code": "123"}),
        item(type=1, name="Gone", deletedDate="2024-02-03T04:05:06Z", login={"username": "x"}),
    ]}


def one_password():
    def field(title, kind, value):
        return {"title": title, "id": title.lower(), "value": {kind: value}, "guarded": False}

    login = [{"value": "jane", "name": "user", "fieldType": "T", "designation": "username"},
             {"value": 'pa,ss"word', "name": "pass", "fieldType": "P", "designation": "password"},
             {"value": "red", "name": "colour", "fieldType": "T"}]
    fields = [field("PIN", "concealed", "1234"), field("Customer", "string", "4711"), field("code", "totp", ADDRESS),
              field("mail", "email", {"email_address": "jane@example.org", "provider": None}),
              field("since", "date", 1704164645), field("until", "monthYear", 203001),
              field("home", "address", {"street": "1 Road", "city": "Town", "zip": ""}),
              field("scan", "file", {"fileName": "scan.png", "documentId": "efgh", "decryptedContentsLength": 3}),
              field("what", "later", {"a": 1})]
    times = {"createdAt": 1704164645, "updatedAt": 1706933106}
    items = [
        {"uuid": "1", "favIndex": 1, "state": "active", "categoryUuid": "001", **times,
         "overview": {"title": "Forge", "tags": ["work", "git"], "url": "https://forge.example.org/login",
                      "urls": [{"label": "website", "url": "https://forge.example.org/login"},
                               {"label": "", "url": "https://forge.example.net"}]},
         "details": {"loginFields": login, "notesPlain": "first line\nsecond",
                     "sections": [{"title": "More", "fields": fields}],
                     "passwordHistory": [{"value": "older", "time": 1}, {"value": "oldest", "time": 0}]}},
        {"uuid": "2", "favIndex": 0, "state": "archived", "categoryUuid": "003", **times,
         "overview": {"title": "Safe"}, "details": {"notesPlain": "left, right, left", "loginFields": []}},
        {"uuid": "3", "favIndex": 0, "state": "active", "categoryUuid": "006", **times,
         "overview": {"title": "Plan"},
         "details": {"documentAttributes": {"fileName": "plan.pdf", "documentId": "abcd",
                                            "decryptedContentsLength": 3}}},
        {"uuid": "4", "favIndex": 0, "state": "active", "categoryUuid": "005", **times,
         "overview": {"title": "Router"}, "details": {"password": "geheim"}},
    ]
    return {"accounts": [{"attrs": {"name": "Jane"}, "vaults": [{"attrs": {"name": "Personal"}, "items": items}]}]}


def aegis():
    def entry(kind, name, issuer, **info):
        return {"type": kind, "uuid": "1", "name": name, "issuer": issuer, "note": "", "favorite": False,
                "icon": None, "info": {"secret": SEED, "algo": "SHA1", "digits": 6} | info, "groups": []}

    first = entry("totp", "jane", "forge", period=30) | {"groups": ["g"], "note": "by post", "favorite": True,
                                                         "icon": "AA=="}
    return {"version": 1, "header": {"slots": None, "params": None}, "db": {
        "version": 3, "groups": [{"uuid": "g", "name": "Work"}],
        "entries": [first, entry("hotp", "joe", "", algo="SHA256", digits=8, counter=7),
                    entry("steam", "ann", "Steam", digits=5, period=30), entry("motp", "x", "y", pin="1234")]}}


def migration():
    """The address of a transfer of Google Authenticator: fields of protocol buffers in base64."""
    def bytes_field(number, value):
        return bytes([number << 3 | 2, len(value)]) + value

    def number_field(number, value):
        return bytes([number << 3, value])

    secret = base64.b32decode(SEED)
    first = (bytes_field(1, secret) + bytes_field(2, b"shop:joe") + bytes_field(3, b"shop") + number_field(4, 1)
             + number_field(5, 1) + number_field(6, 2))
    second = (bytes_field(1, secret + b"!") + bytes_field(2, "Wörk".encode()) + number_field(4, 3) + number_field(5, 2)
              + number_field(6, 1) + number_field(7, 9))
    payload = bytes_field(1, first) + bytes_field(1, second) + number_field(2, 1) + number_field(3, 1)
    return "otpauth-migration://offline?data=" + urllib.parse.quote(base64.b64encode(payload).decode(), safe="")


main()
