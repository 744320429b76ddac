#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""keychain-secret-service on a bus: started by it, killed, asked by many, watched. Each test has a bus of its own."""

import base64
import contextlib
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import keyring.backends.SecretService
import secretstorage
from jeepney import DBusAddress, Endianness, HeaderFields, message_bus, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import unwrap_msg

sys.path.insert(0, os.path.dirname(__file__))
from bus import COLLECTION, ITEM, LOGIN, NAME, PASSWORD, PROGRAMS, PROPERTIES, ROOT, SERVICE, BusTest, error_of, has_ended, wait


class Programs(BusTest):
    """Programs that people use."""

    def test_secret_tool(self):
        run = self.bus.run
        run("secret-tool", "store", "--label=Mail", "server", "example.org", "user", "jane", input="pässwörd\n\n")
        self.assertEqual(run("secret-tool", "lookup", "user", "jane"), "pässwörd\n\n")
        self.assertIn("attribute.server = example.org", run("secret-tool", "search", "--all", "user", "jane") +
                      self.bus.run("secret-tool", "search", "--all", "user", "jane", check=False).stderr)
        self.assertIn("Mail", run("security", "list"))
        run("secret-tool", "store", "--label=Mail", "server", "example.org", "user", "jane", input="second")
        self.assertEqual(run("secret-tool", "lookup", "server", "example.org"), "second")
        self.assertEqual(run("security", "find-generic-password", "-s", "example.org", "-a", "jane", "-w"), "second\n")
        run("secret-tool", "clear", "user", "jane")
        self.assertEqual(run("secret-tool", "lookup", "user", "jane", check=False).returncode, 1)
        # Items of Apple's interface are there too.
        run("security", "add-generic-password", "-s", "web", "-a", "joe", "-w", "native")
        self.assertEqual(run("secret-tool", "lookup", "service", "web", "account", "joe"), "native")

    def test_python(self):
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = self.bus.environment["DBUS_SESSION_BUS_ADDRESS"]
        self.addCleanup(os.environ.pop, "DBUS_SESSION_BUS_ADDRESS")
        backend = keyring.backends.SecretService.Keyring()
        backend.set_password("service", "jane", "one")
        backend.set_password("service", "jane", "two")
        backend.set_password("service", "joe", "three")
        self.assertEqual(backend.get_password("service", "jane"), "two")
        self.assertEqual(backend.get_credential("service", "joe").password, "three")
        backend.delete_password("service", "jane")
        self.assertIsNone(backend.get_password("service", "jane"))
        connection = secretstorage.dbus_init()
        self.addCleanup(connection.close)
        collection = secretstorage.get_default_collection(connection)
        # Each item opens a session of its own, and none is closed.
        items = [collection.create_item(str(n), {"n": str(n)}, bytes([n, 0, 10])) for n in range(100)]
        self.assertEqual([item.get_secret() for item in items], [bytes([n, 0, 10]) for n in range(100)])

    def test_go_keyring(self):
        """An unencrypted session, the collection by its path, and each secret read alone."""
        client = self.bus.client()
        attributes = {"service": "kubelogin", "username": "jane"}
        for secret in (b"one", b"two"):
            path = client.create("Password for 'jane' on 'kubelogin'", attributes, secret, replace=True)
            (found,) = client.call(LOGIN, COLLECTION, "SearchItems", "a{ss}", (attributes,))
            self.assertEqual(found, [path])
            self.assertEqual(client.unlock(*found), (found, "/"))
            self.assertEqual(client.secret(path), secret)
        self.assertEqual(client.call(path, ITEM, "Delete"), ("/",))
        self.assertEqual(client.call(LOGIN, COLLECTION, "SearchItems", "a{ss}", (attributes,)), ([],))

    def test_network_manager(self):
        """Its agent finds every secret of a connection by the identifier, and each by its key."""
        connection = ("connection-uuid", "f9c1b1a5-7a3c-4f6e-9d4e-1f1d0f6b2a10")
        setting = ("setting-name", "802-1x", "setting-key")
        for key, secret in (("password", "one"), ("private-key-password", "two")):
            self.bus.run("secret-tool", "store", "--label=Network", *connection, *setting, key, input=secret)
        self.assertEqual(self.bus.run("secret-tool", "lookup", *connection, *setting, "private-key-password"), "two")
        found = self.bus.run("secret-tool", "search", "--all", *connection, check=False)
        self.assertEqual(found.stdout.count("secret = "), 2)
        self.bus.run("secret-tool", "clear", *connection)
        self.assertEqual(self.bus.run("secret-tool", "lookup", *connection, check=False).returncode, 1)

    def test_what_is_used_is_logged(self):
        client = self.bus.client()
        path = client.create("Label", {"xdg:schema": "org.example.Kind", "user": "jane"}, b"secret")
        client.secret(path)
        status = self.bus.run("security", "secret-service", "status")
        self.assertRegex(status, r"python3[.0-9]*: GetSecret org.example.Kind \(1\)")
        self.assertIn("running: ", status)
        self.assertIn("login keychain: unlocked, 1 item\n", status)
        log = self.bus.home / "keychain/state/secret-service.log"
        self.assertNotIn("jane", log.read_text())
        self.assertNotIn("Label", log.read_text())

        # What is counted is written when no program calls any more, and when the service ends.
        def read():
            return sum(entry.get("count", 1) for entry in self.bus.log() if entry["call"] == "GetSecret")

        for _ in range(50):
            client.secret(path)
        wait(lambda: read() == 51)
        for _ in range(50):
            client.secret(path)
        process = self.bus.process()
        os.kill(process, signal.SIGTERM)
        wait(lambda: has_ended(process))
        self.assertEqual(read(), 101)


class Life(BusTest):
    """Starts and ends."""

    def test_an_old_session_is_none_of_the_new_ones(self):
        client = self.bus.client()
        path = client.create("a", {"a": "1"}, b"secret")
        old, client.session = client.session, None
        self.bus.kill()
        self.assertEqual(client.secret(path), b"secret")
        client.session = old
        self.assertEqual(error_of(lambda: client.secret(path)), "NoSession")

    def test_replacing_at_once_leaves_one_item(self):
        clients = [self.bus.client() for _ in range(8)]
        for client in clients:
            client.open()
        failures = []

        def replace(client, number):
            for round in range(20):
                try:
                    path = client.create("x", {"a": "1"}, b"%d" % number, replace=True)
                    client.service("GetSecrets", "aoo", ([path], client.session))
                    if round == 10:
                        error_of(lambda: client.call(path, ITEM, "Delete"))
                except Exception as error:
                    failures.append(error)

        threads = [threading.Thread(target=replace, args=(client, number)) for number, client in enumerate(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(len(clients[0].search({"a": "1"})[0]), 1)

    def test_there_is_one_owner(self):
        self.bus.client().search({})
        first = self.bus.process()
        result = self.bus.run(str(PROGRAMS / "keychain-secret-service"), check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("another program owns the name", result.stderr)
        # REPLACE_EXISTING and DO_NOT_QUEUE are answered with EXISTS.
        asked = self.bus.client().connection.send_and_get_reply(message_bus.RequestName(NAME, 6))
        self.assertEqual(unwrap_msg(asked)[0], 3)
        self.assertEqual(self.bus.process(), first)

    def test_two_that_start_at_once(self):
        providers = [subprocess.Popen([PROGRAMS / "keychain-secret-service"], env=self.bus.environment,
                                      stderr=subprocess.DEVNULL) for _ in range(2)]
        wait(lambda: any(provider.poll() is not None for provider in providers))
        self.assertEqual(sorted(str(provider.poll()) for provider in providers), ["1", "None"])
        self.assertEqual([self.bus.process()], [provider.pid for provider in providers if provider.poll() is None])
        for provider in providers:
            provider.terminate()
            provider.wait()

    def test_another_service_that_starts_later_gets_nothing(self):
        self.bus.client().search({})
        first = self.bus.process()
        gnome = subprocess.Popen(["gnome-keyring-daemon", "--foreground", "--components=secrets"],
                                 env=self.bus.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        time.sleep(1)
        self.assertEqual(self.bus.process(), first)
        gnome.terminate()
        gnome.wait()

    def test_it_leaves_no_core(self):
        self.bus.client().search({})
        limits = pathlib.Path(f"/proc/{self.bus.process()}/limits").read_text()
        self.assertRegex(limits, r"Max core file size +0 +0")

    def test_securityd_is_started_again_under_it(self):
        socket = self.bus.home / "run/securityd.sock"
        self.bus.environment["KEYCHAIN_SOCKET"] = str(socket)

        def start():
            securityd = subprocess.Popen([PROGRAMS / "securityd", "--user", "--socket", str(socket)],
                                         env=self.bus.environment, stderr=subprocess.DEVNULL)
            wait(socket.exists)
            return securityd

        securityd = start()
        self.bus.start()
        client = self.bus.client()
        path = client.create("a", {"a": "1"}, b"secret")
        securityd.kill()
        securityd.wait()
        # What can't be asked is never answered with nothing.
        self.assertEqual(error_of(lambda: client.search({"a": "1"})), "Failed")
        self.assertEqual(error_of(lambda: client.secret(path)), "Failed")
        self.assertEqual(error_of(lambda: client.unlock(path)), "Failed")
        socket.unlink(missing_ok=True)
        securityd = start()
        wait(lambda: error_of(lambda: client.secret(path)) is None)
        self.assertEqual(client.search({"a": "1"})[0], [path])
        self.assertEqual(client.secret(path), b"secret")
        securityd.terminate()
        securityd.wait()

    def test_a_securityd_that_hangs_stops_no_other_call(self):
        socket = self.bus.home / "run/securityd.sock"
        self.bus.environment["KEYCHAIN_SOCKET"] = str(socket)
        securityd = subprocess.Popen([PROGRAMS / "securityd", "--user", "--socket", str(socket)],
                                     env=self.bus.environment, stderr=subprocess.DEVNULL)
        wait(socket.exists)
        self.bus.start()
        client, other = self.bus.client(), self.bus.client()
        path = client.create("a", {"a": "1"}, b"secret")
        other.search({})
        # Later, the service is idle.
        time.sleep(1)
        os.kill(securityd.pid, signal.SIGSTOP)
        number = client.send(ROOT, SERVICE, "SearchItems", "a{ss}", ({"a": "1"},))
        # The search fails if securityd goes on only after its patience, so this was answered meanwhile.
        other.open()
        os.kill(securityd.pid, signal.SIGCONT)
        self.assertEqual(client.reply(number)[0], [path])
        securityd.terminate()
        securityd.wait()

    def test_without_a_bus(self):
        self.bus.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
        result = self.bus.run(str(PROGRAMS / "keychain-secret-service"), check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("bus of the user", result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1)

    def test_it_ends_with_the_bus(self):
        service = self.bus.start()
        self.bus.client().search({})
        self.bus.daemon.kill()
        # No failure, after which systemd would start it again.
        self.assertEqual(service.wait(timeout=20), 0)

    def test_clients_that_leave_take_everything_along(self):
        self.bus.client().create("a", {"a": "1"}, b"secret")
        self.bus.lock()
        clients = [self.bus.client() for _ in range(4)]
        prompts = [client.unlock(LOGIN)[1] for client in clients for _ in range(16)]
        self.assertEqual(len(set(prompts)), 64)
        other = self.bus.client()
        self.assertEqual(error_of(lambda: other.unlock(LOGIN)), "LimitsExceeded")
        for client in clients:
            self.bus.leave(client)
        wait(lambda: error_of(lambda: other.unlock(LOGIN)) is None)

    def test_clients_that_leave_during_a_call_leave_nothing(self):
        self.bus.client().create("a", {"a": "1"}, b"secret")
        self.bus.lock()
        for _ in range(150):
            client = self.bus.client()
            client.send(ROOT, SERVICE, "Unlock", "ao", ([LOGIN],))
            self.bus.leave(client)
        other = self.bus.client()
        wait(lambda: error_of(lambda: other.unlock(LOGIN)) is None)

    def await_watch(self, client):
        """Waits until the service tells a client of changes. It tells of none that is older than its first list."""
        client.open()
        client.listen()
        for number in range(20):
            self.bus.run("security", "add-generic-password", "-s", f"watched{number}", "-a", "joe", "-w", "x")
            try:
                return client.next_signal("ItemCreated", seconds=1)
            except AssertionError:
                pass
        self.fail("no change is told")

    def test_other_programs_changes_are_told(self):
        client = self.bus.client()
        self.await_watch(client)
        self.bus.run("security", "add-generic-password", "-s", "web", "-a", "joe", "-w", "x")
        [path] = self.bus.client().search({"service": "web"})[0]
        while client.next_signal("ItemCreated")[1] != (path,):
            pass
        # The list follows, which libsecret reads.
        while path not in client.next_signal("PropertiesChanged")[1][1].get("Items", ("ao", []))[1]:
            pass
        self.assertEqual(client.secret(path), b"x")
        self.bus.run("security", "edit", "web", "-l", "Renamed")
        self.assertEqual(client.next_signal("ItemChanged")[1], (path,))
        (changed, (_, values, _)) = client.next_signal("PropertiesChanged")
        self.assertEqual((changed, values["Label"]), (path, ("s", "Renamed")))
        self.assertEqual(values["Modified"], ("t", client.get(path, ITEM, "Modified")))
        self.bus.run("security", "delete-generic-password", "-s", "web")
        self.assertEqual(client.next_signal("ItemDeleted")[1][0], path)

    def test_keychains_of_the_command_are_told(self):
        client = self.bus.client()
        self.await_watch(client)
        path = ROOT + "/collection/work_2ekeychain_"
        self.bus.run("security", "create-keychain", "-p", "x", "work.keychain")
        self.bus.run("security", "list-keychains", "-s", "login.keychain", "work.keychain")
        self.assertEqual(client.next_signal("CollectionCreated"), (ROOT, (path,)))
        self.assertIn(path, client.next_signal("PropertiesChanged")[1][1]["Collections"][1])
        self.bus.run("security", "delete-keychain", "work.keychain")
        self.assertEqual(client.next_signal("CollectionDeleted"), (ROOT, (path,)))
        self.assertNotIn(path, client.next_signal("PropertiesChanged")[1][1]["Collections"][1])

    def test_a_label_is_no_item(self):
        path, client = self.bus.add_keychain("work"), self.bus.client()
        client.set(path, COLLECTION, "Label", "s", "Work")
        self.assertEqual(client.get(path, COLLECTION, "Label"), "Work")
        [item] = json.loads(self.bus.run("security", "item", "-p", "-j", "svce=org.freedesktop.secrets", "class=genp"))
        self.assertEqual(self.bus.run("security", "list"), "")
        item = f"{path}/{base64.b64decode(item['v_PersistentRef'])[-16:].hex()}"
        for body in [lambda: client.call(item, PROPERTIES, "GetAll", "s", (ITEM,)), lambda: client.call(item, ITEM, "Delete")]:
            self.assertEqual(error_of(body), "NoSuchObject")

    def test_a_keychain_is_there_once_the_command_has_made_it(self):
        client = self.bus.client()
        words = [str(PROGRAMS / "security"), "create-keychain", "-p", "x", "made.keychain-db"]
        with subprocess.Popen(words, env=self.bus.environment) as command:
            # The service keeps the list for a moment.
            while command.poll() is None:
                client.get(ROOT, SERVICE, "Collections")
        self.assertEqual(client.get(ROOT + "/collection/made", COLLECTION, "Label"), "made")

    def test_a_damaged_keychain_hides_no_other(self):
        stick = self.bus.home / "stick.keychain-db"
        self.bus.run("security", "create-keychain", "-p", "x", str(stick))
        self.bus.run("security", "list-keychains", "-s", "login.keychain-db", str(stick))
        client = self.bus.client()
        path = client.get(ROOT, SERVICE, "Collections")[1]
        client.create("a", {"a": "1"}, b"1", collection=path)
        self.bus.kill()
        client.session = None
        for end in "-wal", "-shm":
            pathlib.Path(str(stick) + end).unlink(missing_ok=True)
        whole = stick.read_bytes()
        stick.write_bytes(bytes(len(whole)))
        # libsecret loads every collection, or none.
        values = client.call(path, PROPERTIES, "GetAll", "s", (COLLECTION,))[0]
        self.assertEqual((values["Label"], values["Locked"], values["Items"]), (("s", "stick"), ("b", True), ("ao", [])))
        # It is never taken for empty.
        for body in [lambda: client.search({"a": "1"}), lambda: client.get(path, COLLECTION, "Items"),
                     lambda: client.unlock(path),
                     lambda: client.create("a", {"a": "1"}, b"1", collection=path)]:
            self.assertEqual(error_of(body), "Failed")
        client.listen(path)
        stick.write_bytes(whole)
        other = self.bus.client()
        # The service may have begun to read the file while it was written.
        wait(lambda: error_of(lambda: other.get(path, COLLECTION, "Locked")) is None)
        self.assertFalse(other.get(path, COLLECTION, "Locked"))
        self.assertEqual(client.next_signal("PropertiesChanged")[1][1], {"Locked": ("b", False)})

    def test_locking_is_told_of_each_item(self):
        client, other = self.bus.client(), self.bus.client()
        path = client.create("Label", {"a": "1"}, b"1")
        self.bus.run("security", "set-keychain-password", "-o", "", "-p", PASSWORD)
        client.get(LOGIN, COLLECTION, "Locked")
        client.listen(path)
        open_item = {name: (type, client.get(path, ITEM, name))
                     for name, type in (("Type", "s"), ("Created", "t"), ("Modified", "t"))}
        other.service("Lock", "ao", ([LOGIN],))
        self.assertEqual(client.next_signal("PropertiesChanged")[1][1],
                         {"Locked": ("b", True), "Label": ("s", ""), "Attributes": ("a{ss}", {})})
        self.bus.run("security", "unlock-keychain", "-p", PASSWORD)
        self.assertEqual(client.next_signal("PropertiesChanged")[1][1],
                         {"Locked": ("b", False), "Label": ("s", "Label"), "Attributes": ("a{ss}", {"a": "1"}), **open_item})

    def test_texts_that_no_message_can_have(self):
        """Unicode's noncharacters, which libsystemd refuses."""
        service, account = "web\ufffe\U0001ffff", "jo\ufdd0e\ufb00"
        self.bus.run("security", "add-generic-password", "-s", service, "-a", account, "-w", "x")
        client = self.bus.client()
        (path,) = client.search({})[0]
        properties = client.call(path, PROPERTIES, "GetAll", "s", (ITEM,))[0]
        attributes = properties["Attributes"][1]
        self.assertEqual((attributes["service"], attributes["account"]), ("web\ufffd\ufffd", "jo\ufffde\ufb00"))
        self.assertEqual(client.secret(path), b"x")


class Abuse(BusTest):
    """Clients that are hostile, and programs that watch."""

    def test_a_monitor_sees_no_secret_of_an_encrypted_session(self):
        address = self.bus.environment["DBUS_SESSION_BUS_ADDRESS"]
        for dh, seen in [(True, False), (False, True)]:
            with tempfile.NamedTemporaryFile() as capture:
                monitor = subprocess.Popen(["dbus-monitor", "--pcap", "--address", address], stdout=capture,
                                           stderr=subprocess.DEVNULL)
                captured = pathlib.Path(capture.name)
                client = self.bus.client()

                def is_seen(text):
                    client.search({"seen": text})
                    return text.encode() in captured.read_bytes()

                wait(lambda: is_seen("the monitor runs"))
                secret = "kanarienvogel-%s" % dh
                if dh:
                    self.bus.run("secret-tool", "store", "--label=x", "a", secret[-1], input=secret)
                    self.assertEqual(self.bus.run("secret-tool", "lookup", "a", secret[-1]), secret)
                else:
                    self.assertEqual(client.secret(client.create("x", {"b": "1"}, secret.encode())), secret.encode())
                wait(lambda: is_seen("this comes last"))
                monitor.terminate()
                monitor.wait()
                # The control shows that a session in clear is seen.
                self.assertEqual(secret.encode() in captured.read_bytes(), seen)
        self.assertNotIn("kanarienvogel", (self.bus.home / "log").read_text() if (self.bus.home / "log").exists() else "")

    def test_calls_of_a_client_that_leaves_are_forgotten(self):
        self.bus.client().search({})
        process = self.bus.process()
        for _ in range(8):
            client = self.bus.client()
            item = client.new_item("x", {}, bytes(64 << 10))
            for _ in range(250):
                client.send(*item)
            client.connection.close()
        self.bus.client().search({"x": "1"})
        status = pathlib.Path(f"/proc/{process}/status").read_text()
        resident = int(status.split("VmRSS:")[1].split()[0]) >> 10
        # The calls have 125 MiB.
        self.assertLess(resident, 110)

    def test_an_idle_service_gives_memory_back(self):
        client = self.bus.client()
        client.search({})
        process = self.bus.process()

        def resident():
            return int(pathlib.Path(f"/proc/{process}/status").read_text().split("VmRSS:")[1].split()[0])

        session = client.open()
        items = [client.create("x", {"n": str(n)}, bytes(1 << 14)) for n in range(200)]
        most = 0
        for _ in range(20):
            client.service("GetSecrets", "aoo", (items, session))
            most = max(most, resident())
        # Each answer has 3 MiB.
        wait(lambda: resident() < most - 2000)

    def test_bad_input(self):
        client = self.bus.client()
        session = client.open()
        path = client.create("a", {"a": "1"}, b"\x00\n\xff secret")
        self.assertEqual(client.secret(path), b"\x00\n\xff secret")
        large = bytes(16 << 20)
        self.assertEqual(client.secret(client.create("large", {"a": "2"}, large)), large)
        self.assertEqual(error_of(lambda: client.create("x", {}, bytes((16 << 20) + 1))), "LimitsExceeded")
        self.assertEqual(error_of(lambda: client.create("x", {}, bytes(20 << 20))), "LimitsExceeded")
        self.assertEqual(error_of(lambda: client.create("x", {str(n): "" for n in range(2000)}, b"")), "InvalidArgs")
        self.assertEqual(error_of(lambda: client.create("x", {"a": "x" * (1 << 20)}, b"")), "LimitsExceeded")
        self.assertEqual(error_of(lambda: client.create("x", {"": "x"}, b"")), "InvalidArgs")
        # Each array of bytes takes a piece of locked memory.
        arrays = ("plain", ("aay", [b""] * 300_000))
        self.assertEqual(error_of(lambda: client.service("OpenSession", "sv", arrays)), "LimitsExceeded")
        self.assertEqual(error_of(lambda: client.unlock(*[path] * 10_001)), "LimitsExceeded")
        self.assertEqual(error_of(lambda: client.service("Unlock", "as", ([path],))), "InvalidArgs")
        for key in [b"", b"\x00", b"\x01", b"\xff" * 128, b"\x02" * 129]:
            self.assertEqual(
                error_of(lambda: client.service("OpenSession", "sv", ("dh-ietf1024-sha256-aes128-cbc-pkcs7", ("ay", key)))),
                "InvalidArgs")
        # Java writes a zero before a number whose highest bit is set.
        client.service("OpenSession", "sv", ("dh-ietf1024-sha256-aes128-cbc-pkcs7", ("ay", b"\x00\xf0" + b"\x01" * 127)))
        other = self.bus.client()
        self.assertEqual(error_of(lambda: other.call(path, ITEM, "GetSecret", "o", (session,))), "NoSession")

    def test_the_other_byte_order(self):
        client = self.bus.client()
        secret = bytes(range(256)) * 4
        path, interface, *call = client.new_item("x", {"a": "1"}, secret)
        message = new_method_call(DBusAddress(path, bus_name=NAME, interface=interface), *call)
        message.header.endianness = Endianness.big
        path = unwrap_msg(client.connection.send_and_get_reply(message))[0]
        self.assertEqual(client.secret(path), secret)

    def test_an_answer_longer_than_a_message_may_be(self):
        """The bus disconnects a program that sends an array of over 64 MiB."""
        client = self.bus.client()
        items = [client.create("large", {"n": str(n)}, bytes(16 << 20)) for n in range(4)]
        process = self.bus.process()
        self.assertEqual(error_of(lambda: client.service("GetSecrets", "aoo", (items, client.session))), "LimitsExceeded")
        self.assertEqual(len(client.service("GetSecrets", "aoo", (items[:3], client.session))[0]), 3)
        self.assertEqual(self.bus.process(), process)

    def test_a_flood_leaves_others_in_peace(self):
        client, flood = self.bus.client(), self.bus.client()
        client.create("a", {"a": "1"}, b"secret")
        address = DBusAddress(ROOT, bus_name=NAME, interface=SERVICE)
        message = new_method_call(address, "SearchItems", "a{ss}", ({"a": "1"},))
        for _ in range(10_000):
            flood.connection.send(message)
        # Of another client, every call is answered meanwhile.
        for _ in range(20):
            self.assertEqual(len(client.search({"a": "1"})[0]), 1)
        answers = []
        while len(answers) < 10_000:
            answer = flood.connection.receive(timeout=20).header.message_type.name
            if answer != "signal":
                answers.append(answer)
        # libsecret asks for every item of a collection at once.
        self.assertEqual(answers.count("method_return"), 10_000)


class Portal(BusTest):
    """The backend of the Secret portal."""

    PORTAL = "org.freedesktop.impl.portal.desktop.keychain"

    REQUEST = "/org/freedesktop/portal/desktop/request/1"

    def call(self, application, writer, request=REQUEST):
        address = DBusAddress("/org/freedesktop/portal/desktop", bus_name=self.PORTAL,
                              interface="org.freedesktop.impl.portal.Secret")
        return new_method_call(address, "RetrieveSecret", "osha{sv}", (request, application, writer, {}))

    def retrieve(self, connection, application, writer):
        return unwrap_msg(connection.send_and_get_reply(self.call(application, writer), timeout=20))

    def secret(self, connection, application):
        reader, writer = os.pipe()
        with open(reader, "rb") as output:
            with open(writer, "wb") as file:
                response, _ = self.retrieve(connection, application, file)
            return response, output.read()

    def connect(self):
        connection = open_dbus_connection(self.bus.environment["DBUS_SESSION_BUS_ADDRESS"], enable_fds=True)
        self.addCleanup(connection.close)
        return connection

    def own(self, connection):
        """Makes a connection the frontend."""
        unwrap_msg(connection.send_and_get_reply(message_bus.RequestName("org.freedesktop.portal.Desktop")))

    def test_many_at_once_get_one_secret(self):
        self.bus.client().search({})
        frontend = self.connect()
        self.own(frontend)
        outputs = []
        for _ in range(20):
            reader, writer = os.pipe()
            outputs.append(open(reader, "rb"))
            with open(writer, "wb") as file:
                frontend.send(self.call("org.a", file))
        secrets = {output.read() for output in outputs}
        for output in outputs:
            output.close()
        self.assertEqual([len(secret) for secret in secrets], [64])
        with contextlib.closing(sqlite3.connect(self.bus.home / "keychain/keychains/keychain-2.db")) as database:
            self.assertEqual(database.execute("SELECT pdmn FROM genp").fetchall(), [("ck",)])

    def test_a_pipe_without_a_reader(self):
        self.bus.client().search({})
        frontend = self.connect()
        self.own(frontend)
        reader, writer = os.pipe()
        os.close(reader)
        with open(writer, "wb") as file:
            self.assertEqual(self.retrieve(frontend, "org.a", file)[0], 2)
        self.assertEqual(self.secret(frontend, "org.a")[0], 0)

    def test_an_application_gets_the_same_secret_for_ever(self):
        self.bus.client().search({})
        frontend = self.connect()
        self.assertEqual(error_of(lambda: self.secret(frontend, "org.a")), "AccessDenied")
        self.own(frontend)
        response, first = self.secret(frontend, "org.a")
        self.assertEqual((response, len(first)), (0, 64))
        self.assertNotEqual(self.secret(frontend, "org.b")[1], first)
        self.assertEqual(error_of(lambda: self.secret(frontend, "")), "AccessDenied")
        self.bus.kill()
        self.bus.client().search({})
        self.assertEqual(self.secret(frontend, "org.a"), (0, first))
        stranger = self.connect()
        self.assertEqual(error_of(lambda: self.secret(stranger, "org.a")), "AccessDenied")
        # A file is no pipe.
        with tempfile.TemporaryFile() as file:
            self.assertEqual(self.retrieve(frontend, "org.a", file)[0], 2)
            self.assertEqual(file.seek(0, 2), 0)
        # Locked, with nobody to ask: an answer, and never another secret.
        self.bus.lock()
        self.assertEqual(self.secret(frontend, "org.a"), (2, b""))
        self.bus.run("security", "unlock-keychain", "-p", PASSWORD)
        self.assertEqual(self.secret(frontend, "org.a"), (0, first))
        # Each is logged, by the frontend for the application.
        entries = self.bus.log()
        uses = {(entry["call"], entry.get("group"), entry["outcome"]) for entry in entries}
        self.assertEqual({("RetrieveSecret", "org.a", outcome) for outcome in ("ok", "Failed", "IsLocked")}
                         | {("RetrieveSecret", "org.b", "ok")}, uses)
        self.assertEqual({entry["program"] for entry in entries}, {os.path.realpath(sys.executable)})


class UnansweredPortal(Portal):
    """Questions for the portal that the user leaves unanswered."""
    display = True
    answer = "wait"
    test_an_application_gets_the_same_secret_for_ever = None
    test_many_at_once_get_one_secret = test_a_pipe_without_a_reader = None

    def ask(self):
        """Returns the connection of a frontend, the number of its call, the pipe, and the process that asks."""
        self.bus.client().search({})
        self.bus.lock()
        frontend = self.connect()
        self.own(frontend)
        reader, writer = os.pipe()
        self.addCleanup(os.close, reader)
        number = next(frontend.outgoing_serial)
        with open(writer, "wb") as file:
            frontend.send(self.call("org.a", file), serial=number)
        return frontend, number, reader, self.bus.question()

    def test_the_frontend_ends_a_request(self):
        frontend, number, reader, process = self.ask()
        frontend.send(new_method_call(
            DBusAddress(self.REQUEST, bus_name=self.PORTAL, interface="org.freedesktop.impl.portal.Request"), "Close"))
        while True:
            message = frontend.receive(timeout=20)
            if message.header.fields.get(HeaderFields.reply_serial) == number:
                break
        self.assertEqual(unwrap_msg(message), (1, {}))
        self.assertEqual(os.read(reader, 64), b"")
        wait(lambda: has_ended(process))

    def test_too_many_requests_fail(self):
        frontend, _, _, process = self.ask()
        with open(os.devnull, "wb") as file:
            for number in range(2, 65):
                frontend.send(self.call("org.a", file, f"{self.REQUEST}_{number}"))
            reply = frontend.send_and_get_reply(self.call("org.a", file, f"{self.REQUEST}_65"), timeout=20)
        self.assertEqual(unwrap_msg(reply), (2, {}))
        frontend.close()
        wait(lambda: has_ended(process))

    def test_a_question_ends_with_the_frontend(self):
        frontend, _, reader, process = self.ask()
        frontend.close()
        wait(lambda: has_ended(process))
        self.assertEqual(os.read(reader, 64), b"")


class Confined(BusTest):
    """Applications in a sandbox."""

    SCRIPT = """
import sys, os
sys.path.insert(0, %r)
from bus import Client, error_of, LOGIN
c = Client(os.environ["DBUS_SESSION_BUS_ADDRESS"])
path = sys.argv[1]
print(error_of(lambda: c.secret(path)), len(c.search({})[0]))
introspect = lambda path: c.call(path, "org.freedesktop.DBus.Introspectable", "Introspect")[0]
print(error_of(lambda: introspect(path)), introspect(LOGIN).count("<node name="))
own = c.create("own", {"own": "1"}, b"own")
print(c.secret(own).decode(), len(c.search({})[0]))
print(c.unlock(path), error_of(lambda: c.service("Lock", "ao", ([LOGIN],))))
mine = c.create("mine", {"free": "1"}, b"mine", replace=True)
print(mine == path, c.secret(mine).decode(), c.search({"free": "1"})[0] == [mine])
"""

    def sandboxed(self, application, path):
        info = self.bus.home / "info"
        info.write_text(f"[Application]\nname={application}\n")
        script = self.bus.home / "script.py"
        here = os.path.dirname(os.path.abspath(__file__))
        script.write_text(self.SCRIPT % here)
        self.bus.environment["KEYCHAIN_TEST_PROGRAMS"] = str(PROGRAMS)
        return self.bus.run(
            "bwrap", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
            "--ro-bind", "/etc", "/etc", "--dev", "/dev", "--proc", "/proc",
            "--bind", str(self.bus.home), str(self.bus.home), "--ro-bind", here, here,
            "--ro-bind", str(PROGRAMS), str(PROGRAMS), "--ro-bind", str(info), "/.flatpak-info",
            "/usr/bin/python3", str(script), path).split("\n")

    def test_each_sees_what_it_made(self):
        self.bus.run("security", "secret-service", "confine", "on")
        client = self.bus.client()
        path = client.create("free", {"free": "1"}, b"free")
        for application in ["org.a", "org.b"]:
            self.assertEqual(self.sandboxed(application, path)[:5],
                             ["NoSuchObject 0", "NoSuchObject 0", "own 1", "([], '/') AccessDenied", "False mine True"])
        # A program that isn't confined sees everything.
        self.assertEqual(client.secret(path), b"free")
        self.assertEqual(len(client.search({})[0]), 5)


if __name__ == "__main__":
    unittest.main(verbosity=2)
