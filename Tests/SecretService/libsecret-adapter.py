#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Stands in for the mock services of libsecret's own tests: `libsecret-adapter.py KIND`.

Starts keychain-secret-service on the bus of the environment, with the items that the tests expect, and prints the unique
name of a connection that forwards every call to it. The tests know items by fixed paths, which the service doesn't give,
so paths are translated in both directions. $SECURITY and $PROVIDER name the programs, $FIXTURES a folder that keeps what
was made for the next test.
"""

import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import time

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, message_bus
from jeepney import new_error, new_method_call, new_method_return, new_signal
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import unwrap_msg

NAME = "org.freedesktop.secrets"
ROOT = "/org/freedesktop/secrets"
SECRET = "org.freedesktop.Secret."
HOME = pathlib.Path(os.environ["KEYCHAIN_HOME"])
FIXTURES = pathlib.Path(os.environ["FIXTURES"])
PASSWORD = "booo"

MOCK = {"xdg:schema": "org.mock.Schema"}
PRIMES = {"xdg:schema": "org.mock.Primes"}


def attributes(number, text, schema, **more):
    return {"number": number, "string": text, **more, **schema}


# Collections: whether it is locked (None: not, but it has a password), its label, and its items with label, secret and
# attributes.
STANDARD = {
    "english": (None, "Collection One", {
        "1": ("Item One", "111", attributes("1", "one", MOCK, even="false")),
        "2": ("Item Two", "222", attributes("2", "two", MOCK, even="true")),
        "3": ("Item Three", "333", attributes("3", "three", MOCK, even="false"))}),
    "spanish": (True, None, {
        "10": ("", "111", attributes("1", "uno", MOCK, even="false")),
        "20": ("", "222", attributes("2", "dos", MOCK, even="true")),
        "30": ("", "3333", attributes("3", "tres", MOCK, even="false"))}),
    "german": (True, None, {
        "300": ("", "333", attributes("3", "drei", PRIMES, prime="true")),
        "400": ("", "444", attributes("4", "vier", PRIMES, prime="false")),
        "500": ("", "555", attributes("5", "fuenf", PRIMES, prime="true")),
        "600": ("", "666", attributes("6", "sechs", PRIMES, prime="false"))}),
    "empty": (False, None, {}),
}
DELETE = {
    "todelete": (False, None, {
        "item": ("", "uno", attributes("1", "one", {}, even="false")),
        "confirm": ("", "dos", attributes("2", "two", {}, even="true"))}),
    "twodelete": (True, None, {
        "locked": ("", "tres", attributes("3", "three", {}, even="false"))}),
}
LOCK = {
    "lockone": (None, None, {
        "item": ("", "uno", attributes("1", "one", {}, even="false")),
        "confirm": ("", "dos", attributes("2", "two", {}, even="true"))}),
    "lockprompt": (True, None, {
        "locked": ("", "tres", attributes("3", "three", {}, even="false"))}),
}
KINDS = {
    "normal": STANDARD, "only-plain": STANDARD, "prompt": STANDARD, "empty": {},
    "delete": {**STANDARD, **DELETE}, "lock": {**STANDARD, **LOCK},
}


def call(connection, path, interface, member, signature="", body=()):
    address = DBusAddress(path, bus_name=NAME, interface=interface)
    message = new_method_call(address, member, signature, body)
    return unwrap_msg(connection.send_and_get_reply(message))


def start_provider(bus):
    provider = subprocess.Popen([os.environ["PROVIDER"]])
    for _ in range(200):
        if unwrap_msg(bus.send_and_get_reply(message_bus.NameHasOwner(NAME)))[0]:
            return provider
        time.sleep(0.02)
    sys.exit("the provider doesn't start")


def fill(bus, kind):
    """Makes the collections and items. Returns the paths of the items, by those that the tests know."""
    paths = {}
    _, session = call(bus, ROOT, SECRET + "Service", "OpenSession", "sv", ("plain", ("s", "")))
    for name, (_, label, items) in KINDS[kind].items():
        collection = f"{ROOT}/collection/{name}"
        if label:
            call(bus, collection, "org.freedesktop.DBus.Properties", "Set", "ssv",
                 (SECRET + "Collection", "Label", ("s", label)))
        for item, (label, secret, pairs) in items.items():
            properties = {SECRET + "Item.Label": ("s", label), SECRET + "Item.Attributes": ("a{ss}", pairs)}
            path, _ = call(bus, collection, SECRET + "Collection", "CreateItem", "a{sv}(oayays)b",
                           (properties, (session, b"", secret.encode(), "text/plain"), False))
            paths[f"{collection}/{item}"] = path
    return paths


def prepare(bus, kind):
    """Starts the provider on the collections of a kind. Returns it, and the paths of the items."""
    # The provider of the test before may still be ending.
    while unwrap_msg(bus.send_and_get_reply(message_bus.NameHasOwner(NAME)))[0]:
        time.sleep(0.02)
    kept = FIXTURES / kind
    if not kept.exists():
        shutil.rmtree(HOME, ignore_errors=True)
        HOME.mkdir(parents=True)
        security = os.environ["SECURITY"]
        for name, (locked, _, _) in KINDS[kind].items():
            words = ["-p", "" if locked is False else PASSWORD]
            subprocess.run([security, "create-keychain", *words, f"{name}.keychain-db"], check=True)
            subprocess.run([security, "unlock-keychain", *words, f"{name}.keychain-db"], check=True)
        if "english" in KINDS[kind]:
            subprocess.run([security, "default-keychain", "-s", "english.keychain-db"], check=True)
        provider = start_provider(bus)
        paths = fill(bus, kind)
        provider.terminate()
        provider.wait()
        shutil.copytree(HOME, kept)
        (FIXTURES / f"{kind}.paths").write_text(repr(paths))
        while unwrap_msg(bus.send_and_get_reply(message_bus.NameHasOwner(NAME)))[0]:
            time.sleep(0.02)
    shutil.rmtree(HOME, ignore_errors=True)
    shutil.copytree(kept, HOME)
    provider = start_provider(bus)
    # An earlier test may have unlocked it.
    locked = [f"{ROOT}/collection/{name}" for name, (locked, _, _) in KINDS[kind].items() if locked]
    call(bus, ROOT, SECRET + "Service", "Lock", "ao", (locked,))
    for name, (locked, _, _) in KINDS[kind].items():
        if locked is None:
            _, prompt = call(bus, ROOT, SECRET + "Service", "Unlock", "ao", ([f"{ROOT}/collection/{name}"],))
            if prompt != "/":
                call(bus, prompt, SECRET + "Prompt", "Prompt", "s", ("",))
                properties = ("ss", (SECRET + "Collection", "Locked"))
                while call(bus, f"{ROOT}/collection/{name}", "org.freedesktop.DBus.Properties", "Get", *properties)[0][1]:
                    time.sleep(0.02)
    return provider, eval((FIXTURES / f"{kind}.paths").read_text())


class Adapter:
    def __init__(self, kind):
        self.kind = kind
        self.front = open_dbus_connection()
        self.provider, paths = prepare(self.front, kind)
        self.inwards, self.outwards = paths, {real: known for known, real in paths.items()}
        # The connection to the service, for each client.
        self.backs = {}
        # The calls that wait for an answer, by connection and number.
        self.waiting = {}

    def translated(self, value, paths):
        if isinstance(value, str):
            return paths.get(value, value)
        if isinstance(value, (list, tuple)):
            return type(value)(self.translated(element, paths) for element in value)
        if isinstance(value, dict):
            return {self.translated(key, paths): self.translated(content, paths)
                    for key, content in value.items()}
        return value

    def back(self, client):
        if client not in self.backs:
            connection = open_dbus_connection()
            rule = MatchRule(type="signal", sender=NAME)
            unwrap_msg(connection.send_and_get_reply(message_bus.AddMatch(rule)))
            self.backs[client] = connection
        return self.backs[client]

    def forward(self, message):
        header = message.header
        if header.message_type != MessageType.method_call:
            return
        fields = header.fields
        member = fields[HeaderFields.member]
        if self.kind == "only-plain" and member == "OpenSession" and message.body[0] != "plain":
            error = new_error(message, "org.freedesktop.DBus.Error.NotSupported", "s", ("only plain",))
            return self.front.send(error)
        client = fields[HeaderFields.sender]
        path = fields[HeaderFields.path]
        address = DBusAddress(
            self.inwards.get(path, path), bus_name=NAME, interface=fields.get(HeaderFields.interface))
        call = new_method_call(
            address, member, fields.get(HeaderFields.signature, ""),
            self.translated(message.body, self.inwards))
        back = self.back(client)
        serial = next(back.outgoing_serial)
        self.waiting[client, serial] = message
        back.send(call, serial=serial)

    def answer(self, client, message):
        fields = message.header.fields
        body = self.translated(message.body, self.outwards)
        signature = fields.get(HeaderFields.signature, "")
        kind = message.header.message_type
        if kind == MessageType.signal:
            if not fields[HeaderFields.path].startswith(ROOT):
                return
            # All clients get a signal once: from the first one's connection.
            if HeaderFields.destination not in fields and client != next(iter(self.backs)):
                return
            path = fields[HeaderFields.path]
            emitter = DBusAddress(self.outwards.get(path, path), interface=fields[HeaderFields.interface])
            signal = new_signal(emitter, fields[HeaderFields.member], signature, body)
            if HeaderFields.destination in fields:
                signal.header.fields[HeaderFields.destination] = client
            return self.front.send(signal)
        call = self.waiting.pop((client, fields.get(HeaderFields.reply_serial)), None)
        if call is None:
            return
        if kind == MessageType.error:
            self.front.send(new_error(call, fields[HeaderFields.error_name], signature, body))
        else:
            self.front.send(new_method_return(call, signature, body))

    def run(self):
        print(self.front.unique_name, flush=True)
        parent = os.getppid()
        while os.getppid() == parent:
            connections = {self.front.sock: None}
            connections.update({back.sock: client for client, back in self.backs.items()})
            for sock in select.select(connections, [], [], 0.5)[0]:
                client = connections[sock]
                connection = self.front if client is None else self.backs[client]
                try:
                    while True:
                        message = connection.receive(timeout=0)
                        if client is None:
                            self.forward(message)
                        else:
                            self.answer(client, message)
                except TimeoutError:
                    pass




def end(*_):
    adapter.provider.terminate()
    os._exit(0)


adapter = Adapter(sys.argv[1])
signal.signal(signal.SIGTERM, end)
adapter.run()
end()
