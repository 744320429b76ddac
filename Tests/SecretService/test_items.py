#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Items as the command shows them, and items of the command and locked ones as programs find them."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from bus import COLLECTION, ITEM, LOGIN, BusTest, error_of


class Items(BusTest):
    SERVICES = ["service", "server", "application", "xdg:schema", "URL"]
    ACCOUNTS = ["username", "user", "account", "UserName"]

    def find(self, service, account):
        """The secret of the item that the command finds; empty if there is none."""
        words = ["find-generic-password", "-s", service, "-a", account, "-w"]
        return self.bus.run("security", *words, check=False).stdout.strip()

    def test_the_first_names_fill_service_and_account(self):
        client = self.bus.client()
        for number in range(5):
            services, accounts = self.SERVICES[number:], self.ACCOUNTS[min(number, 3):]
            # The order in the call makes no difference.
            attributes = {name: f"{name} {number}" for name in reversed(services + accounts)}
            client.create("x", attributes, b"secret %d" % number)
            found = self.find(f"{services[0]} {number}", f"{accounts[0]} {number}")
            self.assertEqual(found, f"secret {number}")

    def test_service_and_account_stay_when_attributes_change(self):
        client = self.bus.client()
        path = client.create("x", {"service": "web", "username": "joe"}, b"secret")
        client.set(path, ITEM, "Attributes", "a{ss}", {"service": "mail", "username": "jane"})
        self.assertEqual(client.search({"service": "mail", "username": "jane"}), ([path], []))
        self.assertEqual(self.find("web", "joe"), "secret")
        self.assertEqual(self.find("mail", "jane"), "")

    def test_an_item_of_the_command_is_changed(self):
        self.bus.run("security", "add-generic-password", "-s", "web", "-a", "joe", "-l", "Old", "-w", "old")
        client = self.bus.client()
        ((path,), _) = client.search({"service": "web", "account": "joe"})
        client.set_secret(path, b"new", type="application/x-other")
        client.set(path, ITEM, "Label", "s", "New")
        self.assertEqual(self.find("web", "joe"), "new")
        self.assertIn('<blob>="New"', self.bus.run("security", "find-generic-password", "-s", "web"))
        # It stays one of the command, which has no media type.
        secret = client.call(path, ITEM, "GetSecret", "o", (client.open(),))[0]
        self.assertEqual((bytes(secret[2]), secret[3]), (b"new", "text/plain"))
        self.assertEqual(client.get(path, ITEM, "Label"), "New")
        self.assertEqual(client.get(LOGIN, COLLECTION, "Items"), [path])

    def test_the_command_shows_an_item(self):
        attributes = {"xdg:schema": "org.example.Mail", "server": "example.org", "user": "jane"}
        self.bus.client().create("Läbel", attributes, b"geheim")
        shown = self.bus.run("security", "show", "-g", "Läbel")
        for name, value in [("class", "generic"), ("label", "Läbel"), ("account", "jane"), ("service", "example.org"),
                            ("access group", "unsigned"), ("password", "geheim")]:
            self.assertRegex(shown, f"(?m)^{name} +{value}$")

    def test_a_locked_item_is_found_by_any_of_its_attributes(self):
        client = self.bus.client()
        many = {f"n{number:02}": str(number) for number in range(12)}
        few = client.create("few", {"few": "1"}, b"secret")
        many = client.create("many", many, b"secret")
        self.bus.lock()
        # The index has only the first pairs of an item with more than eight, which may have any other one.
        for pair in [{"n07": "7"}, {"n08": "8"}, {"n11": "11"}, {"n03": "3", "n11": "11"}]:
            with self.subTest(pair):
                self.assertEqual(client.search(pair), ([], [many]))
                # The list of a collection has no place of its own for locked ones.
                self.assertEqual(client.call(LOGIN, COLLECTION, "SearchItems", "a{ss}", (pair,)), ([many],))
        self.assertIn(few, client.call(LOGIN, COLLECTION, "SearchItems", "a{ss}", ({"few": "1"},))[0])
        self.assertNotIn(few, client.search({"other": "1"})[1])
        for path in (few, many):
            self.assertEqual(error_of(lambda: client.secret(path)), "IsLocked")


if __name__ == "__main__":
    unittest.main(verbosity=2)
