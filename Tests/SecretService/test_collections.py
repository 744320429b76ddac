#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Collections: keychain files, their labels and their aliases."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from bus import COLLECTION, LOGIN, PASSWORD, ROOT, SERVICE, SESSION, BusTest, error_of


class Files(BusTest):
    """Collections that programs make and delete, where the user answers."""
    display = True

    def test_a_new_collection_is_a_keychain_file(self):
        client, other = self.bus.client(), self.bus.client()
        other.listen(ROOT)
        properties = {COLLECTION + ".Label": ("s", "My Work/..")}
        collection, prompt = client.service("CreateCollection", "a{sv}s", (properties, ""))
        self.assertEqual(collection, "/")
        dismissed, (_, path) = client.prompt(prompt)
        self.assertFalse(dismissed)
        self.assertTrue((self.bus.home / "keychain/keychains/My Work...keychain-db").exists())
        self.assertIn(path, client.get(ROOT, SERVICE, "Collections"))
        self.assertEqual(other.next_signal("CollectionCreated"), (ROOT, (path,)))
        item = client.create("x", {"x": "1"}, b"in work", collection=path)
        self.assertEqual(client.secret(item), b"in work")
        prompt = client.call(path, COLLECTION, "Delete")[0]
        self.assertFalse(client.prompt(prompt)[0])
        self.assertNotIn(path, client.get(ROOT, SERVICE, "Collections"))
        self.assertEqual(other.next_signal("CollectionDeleted"), (ROOT, (path,)))
        self.assertEqual(error_of(lambda: client.call(LOGIN, COLLECTION, "Delete")), "NotSupported")

    def test_a_collection_has_its_label_and_the_path_that_gnome_keyring_gives_it(self):
        client = self.bus.client()

        def make(label):
            prompt = client.service("CreateCollection", "a{sv}s", ({COLLECTION + ".Label": ("s", label)}, ""))[1]
            path = client.prompt(prompt)[1][1]
            self.assertEqual(client.get(path, COLLECTION, "Label"), label)
            return path.removeprefix(ROOT + "/collection/")

        self.assertEqual(make("awsvault"), "awsvault")
        self.assertEqual(make("awsvault"), "awsvault_202")
        self.assertEqual(make("Work/Private"), "WorkPrivate")

    def test_the_user_is_asked_before_a_collection_is_deleted(self):
        path, client = self.bus.add_keychain("work"), self.bus.client()
        prompt = client.call(path, COLLECTION, "Delete")[0]
        self.assertIn(path, client.get(ROOT, SERVICE, "Collections"))
        self.assertEqual(self.bus.questions(), [])
        self.assertEqual(client.prompt(prompt), (False, ("o", "/")))
        self.assertEqual(self.bus.questions(), ["CONFIRM"])
        self.assertIn("Delete the keychain “work” and everything in it?", self.bus.asked.with_suffix(".texts").read_text())
        self.assertNotIn(path, client.get(ROOT, SERVICE, "Collections"))
        self.assertEqual([(entry["call"], entry["outcome"]) for entry in self.bus.log()], [("DeleteCollection", "ok")])

    def test_the_user_enters_the_password_of_a_new_collection_twice(self):
        client = self.bus.client()
        prompt = client.service("CreateCollection", "a{sv}s", ({COLLECTION + ".Label": ("s", "work")}, ""))[1]
        self.assertEqual(client.get(ROOT, SERVICE, "Collections"), [LOGIN, SESSION])
        path = ROOT + "/collection/work"
        self.assertEqual(client.prompt(prompt), (False, ("o", path)))
        self.assertEqual(self.bus.questions(), ["GETPIN"] * 2)
        self.assertEqual(client.service("Lock", "ao", ([path],))[0], [path])
        self.bus.run("security", "unlock-keychain", "-p", PASSWORD, "work.keychain-db")
        self.assertFalse(client.get(path, COLLECTION, "Locked"))


class Declined(BusTest):
    """Questions that the user answers with no."""
    display = True
    answer = ""
    questions = ["CONFIRM", "GETPIN"]

    def test_nothing_is_deleted_or_made(self):
        path, client = self.bus.add_keychain("work"), self.bus.client()
        item = client.create("x", {"x": "1"}, b"in work", collection=path)
        all = client.get(ROOT, SERVICE, "Collections")
        self.assertEqual(client.prompt(client.call(path, COLLECTION, "Delete")[0]), (True, ("o", "/")))
        prompt = client.service("CreateCollection", "a{sv}s", ({COLLECTION + ".Label": ("s", "other")}, ""))[1]
        self.assertEqual(client.prompt(prompt), (True, ("o", "/")))
        self.assertEqual(self.bus.questions(), self.questions)
        self.bus.kill()
        client.session = None
        self.assertEqual(client.get(ROOT, SERVICE, "Collections"), all)
        self.assertEqual(client.secret(item), b"in work")
        self.assertFalse((self.bus.home / "keychain/keychains/other.keychain-db").exists())


class NobodyToAsk(Declined):
    display = False
    questions = []


class Names(BusTest):
    """Labels and aliases."""

    def set_alias(self, client, name, path):
        client.service("SetAlias", "so", (name, path))

    def read_alias(self, client, name):
        return client.service("ReadAlias", "s", (name,))[0]

    def test_aliases(self):
        client = self.bus.client()
        for name, path in [("default", LOGIN), ("login", LOGIN), ("session", SESSION), ("mine", "/"), ("", "/")]:
            self.assertEqual(self.read_alias(client, name), path)
        work = self.bus.add_keychain("work")
        self.set_alias(client, "default", work)
        self.assertEqual((self.read_alias(client, "default"), self.read_alias(client, "login")), (work, LOGIN))
        # The command and the next service know it, too.
        self.assertIn("/work.keychain-db", self.bus.run("security", "default-keychain"))
        self.bus.kill()
        item = client.create("x", {"x": "1"}, b"x", collection=ROOT + "/aliases/default")
        self.assertTrue(item.startswith(work + "/"))
        for name, path, error in [
                ("login", work, "NotSupported"), ("session", work, "NotSupported"), ("mine", work, "NotSupported"),
                ("default", SESSION, "NotSupported"), ("default", "/", "NotSupported"), ("default", item, "NoSuchObject"),
                ("default", ROOT + "/collection/none", "NoSuchObject"), ("default", ROOT + "/aliases/none", "NoSuchObject")]:
            with self.subTest(name=name, path=path):
                self.assertEqual(error_of(lambda: self.set_alias(client, name, path)), error)
                self.assertEqual(self.read_alias(client, "default"), work)
        self.set_alias(client, "default", ROOT + "/aliases/login")
        self.assertEqual(self.read_alias(client, "default"), LOGIN)

    def test_an_alias_is_valid_in_arguments(self):
        client = self.bus.client()
        alias = ROOT + "/aliases/default"
        item = client.create("x", {"x": "1"}, b"secret").replace(LOGIN, alias)
        self.assertEqual(client.service("Lock", "ao", ([alias],)), ([], "/"))
        self.bus.run("security", "set-keychain-password", "-o", "", "-p", PASSWORD)
        self.assertEqual(client.service("Lock", "ao", ([alias, item],)), ([alias, item], "/"))
        unlocked, prompt = client.unlock(alias, item)
        self.assertEqual((unlocked, prompt.rsplit("/", 1)[0]), ([], ROOT + "/prompt"))
        self.bus.run("security", "unlock-keychain", "-p", PASSWORD)
        self.assertEqual(client.unlock(alias, item), ([alias, item], "/"))
        secrets = client.service("GetSecrets", "aoo", ([item], client.open()))[0]
        self.assertEqual({path: bytes(secret[2]) for path, secret in secrets.items()}, {item: b"secret"})

    def test_a_collection_that_an_alias_has_is_not_made(self):
        client = self.bus.client()

        def create(properties, alias):
            return client.service("CreateCollection", "a{sv}s", (properties, alias))

        label = {COLLECTION + ".Label": ("s", "mine")}
        self.assertEqual(create(label, "default"), (LOGIN, "/"))
        self.assertEqual(create({}, "default"), (LOGIN, "/"))
        work = self.bus.add_keychain("work")
        self.set_alias(client, "default", work)
        self.assertEqual(create(label, "default"), (work, "/"))
        self.assertEqual(error_of(lambda: create(label, "mine")), "NotSupported")
        self.assertEqual(error_of(lambda: create({}, "")), "InvalidArgs")
        self.assertEqual(error_of(lambda: create({COLLECTION + ".Label": ("s", "")}, "")), "InvalidArgs")
        for path in (LOGIN, SESSION, ROOT + "/aliases/login"):
            self.assertEqual(error_of(lambda: client.call(path, COLLECTION, "Delete")), "NotSupported")

    def test_a_new_label_is_told_and_kept(self):
        path = self.bus.add_keychain("work", password="x")
        client, other = self.bus.client(), self.bus.client()
        other.listen(path)
        other.listen(ROOT)
        client.set(path, COLLECTION, "Label", "s", "Ärger & Arbeit")
        told = None
        while told != (path, (COLLECTION, {"Label": ("s", "Ärger & Arbeit")}, [])):
            told = other.next_signal("PropertiesChanged")
        self.assertEqual(other.next_signal("CollectionChanged"), (ROOT, (path,)))
        self.bus.kill()
        self.assertEqual(client.service("Lock", "ao", ([path],))[0], [path])
        self.assertEqual(client.get(path, COLLECTION, "Label"), "Ärger & Arbeit")
        # What keeps the label is no item.
        self.assertEqual(client.get(path, COLLECTION, "Items"), [])
        self.assertEqual(error_of(lambda: client.set(SESSION, COLLECTION, "Label", "s", "x")), "NotSupported")


if __name__ == "__main__":
    unittest.main(verbosity=2)
