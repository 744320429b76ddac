#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What all objects have, sessions, and descriptors in calls."""

import os
import pathlib
import sys
import unittest

from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import unwrap_msg

sys.path.insert(0, os.path.dirname(__file__))
from bus import COLLECTION, INTROSPECTABLE, ITEM, LOGIN, NAME, PEER, PROPERTIES, ROOT, SERVICE, SESSION, BusTest, error_of


class Objects(BusTest):
    def test_every_object_is_a_peer(self):
        client = self.bus.client()
        item = client.create("x", {"x": "1"}, b"x")
        collection = {COLLECTION + ".Label": ("s", "work")}
        prompt = client.service("CreateCollection", "a{sv}s", (collection, ""))[1]
        # The bus has the name of the machine from the same file.
        bus = new_method_call(
            DBusAddress("/org/freedesktop/DBus", bus_name="org.freedesktop.DBus", interface=PEER), "GetMachineId")
        machine = unwrap_msg(client.connection.send_and_get_reply(bus))
        for path in [ROOT, LOGIN, SESSION, ROOT + "/aliases/default", item, client.open(), prompt]:
            with self.subTest(path=path):
                self.assertEqual(client.call(path, PEER, "Ping"), ())
                self.assertEqual(client.call(path, PEER, "GetMachineId"), machine)

    def test_a_session_is_closed(self):
        client = self.bus.client()
        item = client.create("x", {"x": "1"}, b"secret")
        closed, client.session = client.session, None
        client.open()

        def children():
            return client.call(ROOT + "/session", INTROSPECTABLE, "Introspect")[0].count("<node name=")

        self.assertEqual(children(), 2)
        self.assertEqual(client.call(closed, "org.freedesktop.Secret.Session", "Close"), ())
        self.assertEqual(children(), 1)
        for body in [
                lambda: client.call(item, ITEM, "GetSecret", "o", (closed,)),
                lambda: client.call(item, ITEM, "SetSecret", "(oayays)", ((closed, b"", b"new", "text/plain"),)),
                lambda: client.service("GetSecrets", "aoo", ([item], closed)),
                lambda: client.call(LOGIN, COLLECTION, "CreateItem", "a{sv}(oayays)b",
                                    ({}, (closed, b"", b"new", "text/plain"), False)),
                lambda: client.call(closed, "org.freedesktop.Secret.Session", "Close")]:
            self.assertEqual(error_of(body), "NoSession")
        # The other one goes on.
        self.assertEqual(client.secret(item), b"secret")
        self.assertEqual(len(client.search({})[0]), 1)

    def test_an_introspection_names_a_thousand_objects(self):
        client = self.bus.client()
        numbers = [client.send(ROOT, SERVICE, "OpenSession", "sv", ("plain", ("s", ""))) for _ in range(1001)]
        client.reply(numbers[-1])
        text = client.call(ROOT + "/session", INTROSPECTABLE, "Introspect")[0]
        self.assertEqual(text.count("<node name="), 1000)

    def test_descriptors_where_none_belong(self):
        client = self.bus.client()
        session = client.open()
        connection = open_dbus_connection(self.bus.environment["DBUS_SESSION_BUS_ADDRESS"], enable_fds=True)
        self.addCleanup(connection.close)
        file = open(os.devnull, "rb")
        self.addCleanup(file.close)
        files = ("ah", [file] * 16)

        def call(path, interface, member, signature, body):
            address = DBusAddress(path, bus_name=NAME, interface=interface)
            unwrap_msg(connection.send_and_get_reply(new_method_call(address, member, signature, body), timeout=20))

        calls = [
            (ROOT, SERVICE, "SearchItems", "h", (file,)),
            (ROOT, SERVICE, "OpenSession", "sv", ("plain", files)),
            (ROOT, SERVICE, "CreateCollection", "a{sv}s", ({COLLECTION + ".Label": files}, "")),
            (LOGIN, COLLECTION, "CreateItem", "a{sv}(oayays)b",
             ({ITEM + ".Label": files}, (session, b"", b"x", ""), False)),
            (LOGIN, PROPERTIES, "Set", "ssv", (COLLECTION, "Label", files))]
        for arguments in calls:
            with self.subTest(arguments[2]):
                self.assertEqual(error_of(lambda: call(*arguments)), "InvalidArgs")
        # One that stays open takes a place in the table of the process, which grows when it is full.
        status = pathlib.Path(f"/proc/{self.bus.process()}/status")

        def places():
            return int(status.read_text().split("FDSize:")[1].split()[0])

        before = places()
        for _ in range(before // 16 + 1):
            for arguments in calls:
                error_of(lambda: call(*arguments))
        self.assertEqual(places(), before)
        self.assertEqual(client.search({}), ([], []))


if __name__ == "__main__":
    unittest.main(verbosity=2)
