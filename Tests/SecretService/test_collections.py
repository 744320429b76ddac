#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Collections: keychain files, their labels and their aliases."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from bus import COLLECTION, LOGIN, ROOT, SERVICE, BusTest, error_of


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


if __name__ == "__main__":
    unittest.main(verbosity=2)
