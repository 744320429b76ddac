#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Damaged items, and a service that is killed in the middle."""

import contextlib
import os
import sqlite3
import sys
import unittest

from jeepney.wrappers import DBusErrorResponse

sys.path.insert(0, os.path.dirname(__file__))
from bus import ITEM, BusTest, error_of


class Damage(BusTest):
    def rows(self, change="SELECT 1"):
        """The rows of items, after a statement."""
        path = self.bus.home / "keychain/keychains/keychain-2.db"
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.execute(change)
            return database.execute("SELECT rowid, meta, data FROM genp ORDER BY rowid").fetchall()

    def test_a_damaged_item_stays(self):
        client = self.bus.client()
        client.create("whole", {"whole": "1"}, b"secret")
        path = client.create("damaged", {"a": "1"}, b"secret")
        before = self.rows("UPDATE genp SET meta=zeroblob(100) WHERE rowid=2")
        self.assertEqual(len(before), 2)
        for body in [
                lambda: client.call(path, ITEM, "Delete"), lambda: client.set_secret(path, b"new"),
                lambda: client.create("new", {"a": "1"}, b"new", replace=True),
                lambda: client.set(path, ITEM, "Label", "s", "new"),
                lambda: client.set(path, ITEM, "Attributes", "a{ss}", {"b": "1"}), lambda: client.secret(path)]:
            with self.assertRaisesRegex(DBusErrorResponse, "Error.Failed.*damaged: see security doctor"):
                body()
            self.assertEqual(self.rows(), before)


class Kills(BusTest):
    def test_what_was_acknowledged_survives_a_kill(self):
        client = self.bus.client()
        series = client.create("series", {"series": "1"}, b"0")
        acknowledged, sent, last = set(), 0, 0
        # How many calls of each series are answered before the service is killed.
        for answered in (1, 2, 5, 9):
            calls = []
            for _ in range(10):
                sent += 1
                secret = b"%d" % sent
                calls.append((sent, False, client.new_item("x", {"n": str(sent)}, secret)))
                calls.append((sent, True, client.new_item("series", {"series": "1"}, secret, replace=True)))
            calls = [(number, replaces, client.send(*call)) for number, replaces, call in calls]
            for place, (number, replaces, call) in enumerate(calls):
                if place == answered:
                    self.bus.kill()
                # The bus answers calls that the service has not.
                try:
                    client.reply(call)
                except DBusErrorResponse:
                    continue
                if replaces:
                    last = number
                else:
                    acknowledged.add(number)
            # The bus starts it again. Its sessions are gone.
            self.assertEqual(error_of(lambda: client.secret(series)), "NoSession")
            client.session = None
            self.assertEqual(client.search({"series": "1"}), ([series], []))
            # The last one that was replaced may have been written before its answer was sent.
            self.assertIn(int(client.secret(series)), range(last, sent + 1))
            for number in range(1, sent + 1):
                found = client.search({"n": str(number)})[0]
                self.assertLessEqual(len(found), 1)
                self.assertTrue(found or number not in acknowledged, number)
                self.assertEqual([client.secret(path) for path in found], [b"%d" % number] * len(found))
        self.assertGreaterEqual(len(acknowledged), 10)


if __name__ == "__main__":
    unittest.main(verbosity=2)
