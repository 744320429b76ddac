# SPDX-License-Identifier: Apache-2.0
"""A private session bus with keychain-secret-service, and clients on it that know nothing of the package."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, message_bus, new_method_call
from jeepney.bus_messages import Monitoring
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import DBusErrorResponse, unwrap_msg

NAME = "org.freedesktop.secrets"
ROOT = "/org/freedesktop/secrets"
LOGIN = ROOT + "/collection/login"
SESSION = ROOT + "/collection/session"
SERVICE = "org.freedesktop.Secret.Service"
COLLECTION = "org.freedesktop.Secret.Collection"
ITEM = "org.freedesktop.Secret.Item"
PROMPT = "org.freedesktop.Secret.Prompt"
INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"
PROPERTIES = "org.freedesktop.DBus.Properties"
PEER = "org.freedesktop.DBus.Peer"
HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = pathlib.Path(os.environ["KEYCHAIN_TEST_PROGRAMS"])
PASSWORD = "1234"


class Bus:
    """A bus of the session in a home of its own, whose folder for activation has the service."""

    def __init__(self, display=False, activates=True, answer=PASSWORD, **variables):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="keychain-bus."))
        for folder in ["run", "data/dbus-1/services", "config"]:
            (self.home / folder).mkdir(parents=True, mode=0o700)
        self.asked = self.home / "asked"
        self.environment = {
            "HOME": str(self.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
            "KEYCHAIN_HOME": str(self.home / "keychain"), "KEYCHAIN_LOG": str(self.home / "log"),
            "XDG_RUNTIME_DIR": str(self.home / "run"), "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "KEYCHAIN_PINENTRY": str(HERE / "pinentry"),
            "PINENTRY_USER_DATA": f"{self.asked}:{answer}", **variables,
        }
        if display:
            self.environment["DISPLAY"] = ":99"
        if activates:
            (self.home / f"data/dbus-1/services/{NAME}.service").write_text(
                f"[D-BUS Service]\nName={NAME}\nExec={PROGRAMS}/keychain-secret-service\n")
        address = f"unix:path={self.home}/bus"
        self.daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address={address}"],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.daemon.stdout.readline()
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        self.clients = []
        self.services = []

    def close(self):
        for client in self.clients:
            client.connection.close()
        process = self.process()
        self.daemon.terminate()
        self.daemon.wait()
        self.daemon.stdout.close()
        if process:
            wait(lambda: has_ended(process))
        for service in self.services:
            service.wait(timeout=20)
        shutil.rmtree(self.home)

    def start(self, **variables):
        """Starts the service without the bus, with more variables; None takes one away. Returns the process."""
        environment = {name: value for name, value in {**self.environment, **variables}.items() if value is not None}
        service = subprocess.Popen(
            [PROGRAMS / "keychain-secret-service"], env=environment, stderr=subprocess.DEVNULL)
        self.services.append(service)
        wait(lambda: self.process() == service.pid)
        return service

    def client(self):
        client = Client(self.environment["DBUS_SESSION_BUS_ADDRESS"])
        self.clients.append(client)
        return client

    def leave(self, client):
        """Ends the connection of a client."""
        client.connection.close()
        self.clients.remove(client)

    def run(self, *words, check=True, input=None):
        """Runs a program in the session and returns what it prints."""
        words = [str(PROGRAMS / words[0]) if words[0] == "security" else words[0], *words[1:]]
        result = subprocess.run(
            words, env=self.environment, input=input, capture_output=True, text=True, timeout=60)
        if check and result.returncode != 0:
            raise AssertionError(f"{words}: {result.returncode}: {result.stderr}")
        return result.stdout if check else result

    def process(self):
        """The process that owns the name; nothing is started."""
        try:
            connection = open_dbus_connection(self.environment["DBUS_SESSION_BUS_ADDRESS"])
        except OSError:
            return None
        try:
            return unwrap_msg(connection.send_and_get_reply(
                message_bus.GetConnectionUnixProcessID(NAME)))[0]
        except DBusErrorResponse:
            return None
        finally:
            connection.close()

    def start_gnome_keyring(self):
        """Starts gnome-keyring with an open login keyring. Returns the process."""
        process = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"], env=self.environment,
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        process.stdin.write(b"password")
        process.stdin.close()
        wait(lambda: self.process() == process.pid)
        return process

    def kill(self):
        process = self.process()
        os.kill(process, signal.SIGKILL)
        wait(lambda: self.process() != process)

    def add_keychain(self, name, password=""):
        """Makes a keychain of the search list. Returns the path of its collection."""
        self.run("security", "create-keychain", "-p", password, f"{name}.keychain-db")
        self.run("security", "list-keychains", "-s", "login.keychain", f"{name}.keychain-db")
        return f"{ROOT}/collection/{name}"

    def lock(self):
        """Gives the keychain a password, and locks it."""
        self.run("security", "set-keychain-password", "-o", "", "-p", PASSWORD)
        client = self.client()
        assert client.service("Lock", "ao", ([LOGIN],))[0] == [LOGIN]

    def log(self):
        """Returns the entries of the log of what programs used."""
        lines = (self.home / "keychain/state/secret-service.log").read_text().splitlines()
        return [json.loads(line) for line in lines]

    def questions(self):
        return self.asked.read_text().split() if self.asked.exists() else []

    def question(self):
        """Waits for a question that isn't answered, and returns the process that asks it."""
        path = self.home / "asked.process"
        wait(lambda: path.exists() and path.read_text().endswith("\n"))
        process = int(path.read_text())
        path.unlink()
        return process


class BusTest(unittest.TestCase):
    """Tests with a bus each."""

    display = False
    answer = PASSWORD

    def setUp(self):
        self.bus = Bus(self.display, answer=self.answer)
        self.addCleanup(self.bus.close)


class Monitor:
    """Records the calls of objects of the service, from now on."""

    def __init__(self, bus):
        self.client = bus.client()
        self.connection = open_dbus_connection(bus.environment["DBUS_SESSION_BUS_ADDRESS"])
        rule = f"type='method_call',path_namespace='{ROOT}'"
        unwrap_msg(self.connection.send_and_get_reply(Monitoring().BecomeMonitor([rule])))

    def calls(self):
        """Ends the record. Returns a line for each call: its object and method."""
        self.client.call(ROOT, PEER, "Ping")
        lines = []
        with self.connection:
            while True:
                fields = self.connection.receive(timeout=20).header.fields
                if fields.get(HeaderFields.interface) == PEER:
                    return lines
                # The bus says first that this connection has no name any more.
                if fields[HeaderFields.path].startswith(ROOT):
                    lines.append(f"{fields[HeaderFields.path].removeprefix(ROOT)} {fields[HeaderFields.member]}")


def has_ended(process):
    return not pathlib.Path(f"/proc/{process}").exists() or is_zombie(process)


def is_zombie(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def wait(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("it doesn't happen")
        time.sleep(0.01)


class Client:
    """One connection to the bus."""

    def __init__(self, address):
        self.connection = open_dbus_connection(address)
        self.session = None
        self.replies = {}

    def call(self, path, interface, member, signature="", body=()):
        address = DBusAddress(path, bus_name=NAME, interface=interface)
        message = new_method_call(address, member, signature or None, body)
        return unwrap_msg(self.connection.send_and_get_reply(message, timeout=60))

    def send(self, path, interface, member, signature="", body=()):
        """Calls without waiting for the answer. Returns the number of the call."""
        address = DBusAddress(path, bus_name=NAME, interface=interface)
        number = next(self.connection.outgoing_serial)
        self.connection.send(new_method_call(address, member, signature or None, body), serial=number)
        return number

    def reply(self, number):
        """Waits for the answer to a call."""
        while number not in self.replies:
            message = self.connection.receive(timeout=20)
            self.replies[message.header.fields.get(HeaderFields.reply_serial)] = message
        return unwrap_msg(self.replies.pop(number))

    def service(self, member, signature="", body=()):
        return self.call(ROOT, SERVICE, member, signature, body)

    def open(self):
        if self.session is None:
            self.session = self.service("OpenSession", "sv", ("plain", ("s", "")))[1]
        return self.session

    def get(self, path, interface, name):
        return self.call(path, PROPERTIES, "Get", "ss", (interface, name))[0][1]

    def set(self, path, interface, name, type, value):
        self.call(path, PROPERTIES, "Set", "ssv", (interface, name, (type, value)))

    def new_item(self, label, attributes, secret, replace=False, collection=LOGIN, type="text/plain"):
        """The path and the rest of a call of CreateItem."""
        properties = {ITEM + ".Label": ("s", label), ITEM + ".Attributes": ("a{ss}", attributes)}
        body = (properties, (self.open(), b"", secret, type), replace)
        return collection, COLLECTION, "CreateItem", "a{sv}(oayays)b", body

    def create(self, *item, **options):
        return self.call(*self.new_item(*item, **options))[0]

    def set_secret(self, path, secret, type="text/plain"):
        self.call(path, ITEM, "SetSecret", "(oayays)", ((self.open(), b"", secret, type),))

    def unlock(self, *paths):
        """Returns which paths are unlocked, and the path of the prompt for the others."""
        return self.service("Unlock", "ao", (list(paths),))

    def search(self, attributes):
        return self.service("SearchItems", "a{ss}", (attributes,))

    def secret(self, path):
        return bytes(self.call(path, ITEM, "GetSecret", "o", (self.open(),))[0][2])

    def listen(self, path=None):
        rule = MatchRule(type="signal", sender=NAME, path=path)
        unwrap_msg(self.connection.send_and_get_reply(message_bus.AddMatch(rule)))

    def next_signal(self, member, seconds=120):
        """Returns the path and the body of the next signal of a name."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                message = self.connection.receive(timeout=end - time.monotonic())
            except TimeoutError:
                break
            fields = message.header.fields
            if message.header.message_type == MessageType.signal and fields[HeaderFields.member] == member:
                return fields[HeaderFields.path], message.body
        raise AssertionError(f"no signal {member}")

    def prompt(self, path, window=""):
        """Shows a prompt, and returns whether it was dismissed, and the result."""
        self.listen(path)
        self.call(path, PROMPT, "Prompt", "s", (window,))
        return self.next_signal("Completed")[1]


def error_of(body):
    """Returns the last part of the name of the error that a call answers."""
    try:
        body()
    except DBusErrorResponse as error:
        return error.name.rsplit(".", 1)[1]
    return None
