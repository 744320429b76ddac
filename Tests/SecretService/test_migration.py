#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`security secret-service enable` and `disable`, beside gnome-keyring."""

import configparser
import fcntl
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from bus import COLLECTION, HERE, ITEM, NAME, PROGRAMS, PROPERTIES, ROOT, SERVICE, Bus, has_ended, wait
from jeepney import DBusAddress, message_bus, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import unwrap_msg

GENERIC = ("xdg:schema", "org.freedesktop.Secret.Generic")
PORTAL = "org.freedesktop.impl.portal.desktop.keychain"
INTO, TO = "into the login keychain", "to it"


def copied(count, where, present):
    """What the command prints of items that it copied."""
    items = "1 item" if count == 1 else f"{count} items"
    return f"copied {items} {where}, each read back and compared; {present} there already"


class Migration(unittest.TestCase):
    def setUp(self):
        self.bus = Bus(activates=False)
        self.addCleanup(self.bus.close)

    def stop_gnome(self):
        self.gnome.terminate()
        self.gnome.wait()

    def stop_own(self):
        """Ends what owns the name now."""
        process = self.bus.process()
        if process:
            os.kill(process, 15)
            wait(lambda: self.bus.process() != process)

    def next_second(self, time_of_change):
        """Waits until a change has another time than an earlier one."""
        wait(lambda: int(time.time()) > time_of_change)

    def frontend(self):
        """A connection that may ask the portals for secrets."""
        connection = open_dbus_connection(self.bus.environment["DBUS_SESSION_BUS_ADDRESS"], enable_fds=True)
        self.addCleanup(connection.close)
        unwrap_msg(connection.send_and_get_reply(message_bus.RequestName("org.freedesktop.portal.Desktop")))
        return connection

    def portal_secret(self, connection, name, application):
        """The secret that a portal gives an application."""
        path = "/org/freedesktop/portal/desktop"
        address = DBusAddress(path, bus_name=name, interface="org.freedesktop.impl.portal.Secret")
        reader, writer = os.pipe()
        with open(reader, "rb") as output:
            with open(writer, "wb") as input:
                body = (path + "/request/1", application, input, {})
                message = new_method_call(address, "RetrieveSecret", "osha{sv}", body)
                self.assertEqual(unwrap_msg(connection.send_and_get_reply(message, timeout=20))[0], 0)
            return output.read()

    def fill(self, client, count):
        collection = client.service("ReadAlias", "s", ("default",))[0]
        for number in range(count):
            attributes = {"n": str(number), "user": f"jane{number % 7}"}
            if number % 3:
                attributes["xdg:schema"] = f"org.example.S{number % 5}"
            client.create(f"Läbel {number}", attributes, b"se\ncret\x00 %d" % number * (1 + number % 3), collection=collection)

    def items(self, client, with_dates=True):
        """All items of the default collection, without the schema that gnome-keyring adds."""
        collection = client.service("ReadAlias", "s", ("default",))[0]
        items = []
        for path in client.get(collection, COLLECTION, "Items"):
            values = client.call(path, PROPERTIES, "GetAll", "s", (ITEM,))[0]
            attributes = sorted(pair for pair in values["Attributes"][1].items() if pair != GENERIC)
            dates = (values["Created"][1], values["Modified"][1]) if with_dates else ()
            items.append((values["Label"][1], attributes, client.secret(path), *dates))
        return sorted(items)

    def test_two_hundred_items_both_ways(self):
        self.gnome = self.bus.start_gnome_keyring()
        client = self.bus.client()
        self.fill(client, 200)
        before = self.items(client)
        printed = self.bus.run("security", "secret-service", "enable")
        self.assertIn("the present service is /usr/bin/gnome-keyring-daemon", printed)
        self.assertIn(copied(200, INTO, 0), printed)
        self.assertIn("from the next login on", printed)
        # Again: nothing is copied twice, and nothing was deleted there.
        self.assertIn("copied 0 items", self.bus.run("security", "secret-service", "enable"))
        self.assertEqual(self.items(client), before)
        self.stop_gnome()
        # The bus starts the service now.
        client = self.bus.client()
        self.assertEqual(self.items(client), before)
        status = self.bus.run("security", "secret-service", "status")
        self.assertIn("enabled: yes", status)
        self.assertIn("keychain-secret-service", status)

        # And back, to a gnome-keyring that has nothing.
        client.create("new", {"new": "1"}, b"made here")
        expected = self.items(client, with_dates=False)
        own = self.bus.process()
        result = self.bus.run("security", "secret-service", "disable", check=False)
        self.assertEqual(result.returncode, 0 if "no other service" in result.stdout else 36, result.stderr)
        self.assertTrue(has_ended(own))
        files = [path for folder in ["data", "config"] for path in (self.bus.home / folder).rglob("*") if path.is_file()]
        self.assertEqual([str(path) for path in files if "keyring" not in str(path)], [])
        other = self.bus.process()
        if other:
            os.kill(other, 15)
            wait(lambda: self.bus.process() != other)
        for path in (self.bus.home / "data/keyrings").glob("*"):
            path.unlink()
        self.gnome = self.bus.start_gnome_keyring()
        printed = self.bus.run("security", "secret-service", "disable")
        self.assertIn("copied 201 items to it, each read back and compared", printed)
        again = self.bus.run("security", "secret-service", "disable")
        self.assertIn(copied(0, TO, 201), again)
        self.assertEqual(self.items(self.bus.client(), with_dates=False), expected)
        self.stop_gnome()

    def test_applications_keep_the_secrets_of_the_portal(self):
        self.gnome = self.bus.start_gnome_keyring()
        frontend = self.frontend()
        old = self.portal_secret(frontend, NAME, "org.example.Old")
        self.stop_gnome()
        self.gnome = self.bus.start_gnome_keyring()
        # gnome-keyring doesn't describe these before it is started again.
        new = self.portal_secret(frontend, NAME, "org.example.New")
        self.portal_secret(frontend, NAME, "org.example.Unknown")
        for application in ["Old", "New"]:
            (self.bus.home / f".var/app/org.example.{application}").mkdir(parents=True)
        for count in [2, 0]:
            result = self.bus.run("security", "secret-service", "enable", check=False)
            self.assertIn(copied(count, INTO, 2 - count), result.stdout)
            self.assertEqual(len(re.findall("describes it only after it is started again", result.stderr)), 1)
            self.assertEqual(result.returncode, 1)
        self.stop_gnome()
        client = self.bus.client()
        self.assertEqual(client.search({}), ([], []))
        for application, secret in [("Old", old), ("New", new)]:
            self.assertEqual(len(secret), 64)
            self.assertEqual(self.portal_secret(frontend, PORTAL, "org.example." + application), secret)
        made = self.portal_secret(frontend, PORTAL, "org.example.Made")

        # And back, to a gnome-keyring that has another secret of one of them.
        self.bus.run("security", "secret-service", "disable", check=False)
        self.stop_own()
        for path in (self.bus.home / "data/keyrings").glob("*"):
            path.unlink()
        self.gnome = self.bus.start_gnome_keyring()
        other = self.portal_secret(frontend, NAME, "org.example.New")
        for count in [2, 0]:
            result = self.bus.run("security", "secret-service", "disable", check=False)
            self.assertEqual(result.returncode, 1)
            self.assertIn(copied(count, TO, 2 - count), result.stdout)
            self.assertIn("org.example.New: the application has another secret there, which stays", result.stderr)
        for application, secret in [("Old", old), ("Made", made), ("New", other)]:
            self.assertEqual(self.portal_secret(frontend, NAME, "org.example." + application), secret)
        result = self.bus.run("security", "secret-service", "enable", check=False)
        self.assertIn("org.example.New has another secret here, which stays", result.stderr)
        self.stop_gnome()

    def test_a_secret_of_the_portal_of_a_newer_gnome_keyring_stays_one(self):
        """gnome-keyring 48 gives it a schema. As an ordinary item, every program could read it."""
        self.gnome = self.bus.start_gnome_keyring()
        attributes = {"app_id": "org.example.New", "xdg:schema": "org.freedesktop.portal.Secret"}
        self.bus.client().create("Application key for org.example.New", attributes, b"n" * 64)
        for count in [1, 0]:
            printed = self.bus.run("security", "secret-service", "enable")
            self.assertIn(copied(count, INTO, 1 - count), printed)
        # There, too, it is the secret of the application.
        printed = self.bus.run("security", "secret-service", "disable")
        self.assertIn(copied(0, TO, 1), printed)
        self.bus.run("security", "secret-service", "enable")
        self.stop_gnome()
        self.assertEqual(self.bus.client().search({}), ([], []))
        self.assertEqual(self.portal_secret(self.frontend(), PORTAL, "org.example.New"), b"n" * 64)

    def test_secrets_of_kwallets_portal_stay_those_of_applications(self):
        self.gnome = self.bus.start_gnome_keyring()
        client = self.bus.client()
        # As KWallet describes what its portal made in this session, and before.
        described = {"server": "xdg-desktop-portal", "user": "org.example.Before", "type": "binary"}
        client.create("xdg-desktop-portal/org.example.Now", {}, b"n" * 64)
        client.create("xdg-desktop-portal/org.example.Before", described, b"b" * 64)
        client.create("xdg-desktop-portal/a note", {"server": "other"}, b"note")
        self.assertIn(copied(3, INTO, 0), self.bus.run("security", "secret-service", "enable"))
        self.stop_gnome()
        self.assertEqual(len(self.bus.client().search({})[0]), 1)
        frontend = self.frontend()
        for name, secret in [("Now", b"n"), ("Before", b"b")]:
            found = self.portal_secret(frontend, PORTAL, f"org.example.{name}")
            self.assertEqual(found, secret * 64)

    def secrets(self, client, attributes):
        return sorted(client.secret(path) for path in client.search(attributes)[0])

    def test_items_with_equal_attributes_stay_apart(self):
        self.gnome = self.bus.start_gnome_keyring()
        client = self.bus.client()
        collection = client.service("ReadAlias", "s", ("default",))[0]
        while True:
            paths = [client.create(f"n{n}", {"kind": "note"}, b"secret %d" % n, collection=collection) for n in range(3)]
            times = {client.get(path, ITEM, "Created") for path in paths}
            if len(times) == 1:
                break
            for path in paths:
                client.call(path, ITEM, "Delete")
        printed = self.bus.run("security", "secret-service", "enable")
        self.assertIn(copied(3, INTO, 0), printed)
        self.assertIn("; 3 there already", self.bus.run("security", "secret-service", "enable"))
        self.next_second(times.pop())
        client.set_secret(paths[0], b"changed")
        for replaced in [1, 0]:
            printed = self.bus.run("security", "secret-service", "enable")
            self.assertIn(copied(0, INTO, 3 - replaced), printed)
            self.assertEqual(replaced, printed.count("replaced the earlier secret of 1 item there"))
        self.stop_gnome()
        client = self.bus.client()
        self.assertEqual(self.secrets(client, {}), [b"changed", b"secret 1", b"secret 2"])

    def test_the_later_secret_of_an_item_counts(self):
        self.gnome = self.bus.start_gnome_keyring()
        self.bus.run("secret-tool", "store", "--label=git", "a", "1", input="old")
        self.bus.run("security", "secret-service", "enable")
        self.stop_gnome()
        client = self.bus.client()
        path = client.search({"a": "1"})[0][0]
        self.next_second(client.get(path, ITEM, "Modified"))
        client.set_secret(path, b"new")
        changed = client.get(path, ITEM, "Modified")
        client.create("made here", {"b": "1"}, b"old")
        self.bus.run("security", "secret-service", "disable", check=False)
        self.stop_own()
        self.gnome = self.bus.start_gnome_keyring()
        printed = self.bus.run("security", "secret-service", "disable")
        self.assertIn(copied(1, TO, 0) + "\nreplaced the earlier secret of 1 item there\n", printed)
        client = self.bus.client()
        self.assertEqual(self.secrets(client, {"a": "1"}), [b"new"])

        # What was changed there counts again; also of an item that has the time of its copy there.
        self.next_second(max(changed, client.get(client.search({"b": "1"})[0][0], ITEM, "Created")))
        for name in ["a", "b"]:
            client.set_secret(client.search({name: "1"})[0][0], b"newer")
        printed = self.bus.run("security", "secret-service", "disable")
        self.assertIn("kept the later secret of 2 items there", printed)
        self.assertEqual(self.secrets(client, {"a": "1"}), [b"newer"])
        printed = self.bus.run("security", "secret-service", "enable")
        self.assertIn("replaced the earlier secret of 2 items there", printed)
        self.stop_gnome()
        client = self.bus.client()
        for name in ["a", "b"]:
            self.assertEqual(self.secrets(client, {name: "1"}), [b"newer"])

    def make_keychain(self, name):
        """Makes a keychain with an item, which a service shows, and ends the service."""
        self.bus.run("security", "secret-service", "enable")
        self.stop_own()
        collection = self.bus.add_keychain(name)
        self.bus.client().create("at work", {"w": "1"}, b"secret", collection=collection)
        self.bus.run("security", "secret-service", "disable", check=False)
        self.stop_own()

    def test_other_keychains_go_back_to_collections_of_their_names(self):
        self.make_keychain("work")
        self.gnome = self.bus.start_gnome_keyring()
        result = self.bus.run("security", "secret-service", "disable", check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn('/work.keychain-db: it has no collection "work": make one', result.stderr)
        client = self.bus.client()
        self.assertEqual(client.search({"w": "1"}), ([], []))
        # Without a question, as only gnome-keyring can.
        properties = {COLLECTION + ".Label": ("s", "work")}
        password = (client.open(), b"", b"1234", "text/plain")
        path = client.call(ROOT, "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface",
                           "CreateWithMasterPassword", "a{sv}(oayays)", (properties, password))[0]
        for count in [1, 0]:
            printed = self.bus.run("security", "secret-service", "disable")
            self.assertIn(copied(count, TO, 1 - count), printed)
        found = client.search({"w": "1"})[0]
        self.assertEqual([item.rsplit("/", 1)[0] for item in found], [path])
        # It is in its keychain, so the login keychain doesn't get it.
        printed = self.bus.run("security", "secret-service", "enable")
        self.assertIn(copied(0, INTO, 1), printed)
        self.stop_gnome()

    def test_damaged_items_are_not_copied(self):
        self.bus.run("security", "secret-service", "enable")
        self.stop_own()
        client = self.bus.client()
        for number in range(3):
            client.create(f"item {number}", {"n": str(number)}, b"secret")
        self.bus.run("security", "secret-service", "disable", check=False)
        self.stop_own()
        database = sqlite3.connect(self.bus.home / "keychain/keychains/keychain-2.db")
        with database:
            database.execute("UPDATE genp SET meta=zeroblob(100) WHERE rowid=2")
        database.close()
        self.gnome = self.bus.start_gnome_keyring()
        for count in [2, 0]:
            result = self.bus.run("security", "secret-service", "disable", check=False)
            self.assertEqual(result.returncode, 1)
            self.assertIn(copied(count, TO, 2 - count), result.stdout)
            self.assertIn("keychain-2.db: only damaged items may match (1)", result.stderr)
        self.stop_gnome()

    def test_what_the_other_service_does_not_keep_is_told(self):
        own = self.bus.start()
        client = self.bus.client()
        client.create("text", {"n": "1"}, b"secret")
        client.create("other", {"n": "2"}, b"secret", type="application/x-other")
        own.terminate()
        own.wait()
        self.gnome = self.bus.start_gnome_keyring()
        printed = self.bus.run("security", "secret-service", "disable")
        self.assertIn(copied(2, TO, 0), printed)
        self.assertIn("dates of the items can't be given to it; they stay in the login keychain\n", printed)
        client = self.bus.client()
        types = [client.call(client.search({"n": n})[0][0], ITEM, "GetSecret", "o", (client.open(),))[0][3] for n in "12"]
        others = sum(type != kept for type, kept in zip(types, ["text/plain", "application/x-other"]))
        # gnome-keyring 42 has one media type for all.
        sentence = f"it gives another media type for {others} of them\n"
        self.assertEqual(others > 0, sentence in printed, printed)
        self.stop_gnome()

    def test_a_collection_that_is_missing_is_made(self):
        self.make_keychain("work")
        # Another service that asks for the password of a collection. Without the name of the portal it isn't known as ours.
        connection = self.frontend()
        unwrap_msg(connection.send_and_get_reply(message_bus.RequestName(PORTAL)))
        other = self.bus.home / "other-service"
        shutil.copy(PROGRAMS / "keychain-secret-service", other)
        self.bus.environment["DISPLAY"] = ":99"
        process = subprocess.Popen([other], env={**self.bus.environment, "KEYCHAIN_HOME": str(self.bus.home / "other")})
        wait(lambda: self.bus.process() == process.pid)
        printed = self.bus.run("security", "secret-service", "disable")
        self.assertIn("copied 1 item to it", printed)
        self.assertNotEqual(self.bus.questions(), [])
        client = self.bus.client()
        labels = [client.get(path, COLLECTION, "Label") for path in client.get(ROOT, SERVICE, "Collections")]
        self.assertIn("work", labels)
        self.assertEqual(self.secrets(client, {"w": "1"}), [b"secret"])
        self.assertEqual(self.items(client), [])
        process.terminate()
        process.wait()

    def test_a_copy_that_is_killed_goes_on(self):
        self.gnome = self.bus.start_gnome_keyring()
        client = self.bus.client()
        self.fill(client, 300)
        before = self.items(client)
        for seconds in [0.02, 0.05, 0.1, 0.2]:
            copy = subprocess.Popen([PROGRAMS / "security", "secret-service", "enable"], env=self.bus.environment,
                                    stdout=subprocess.DEVNULL)
            time.sleep(seconds)
            copy.kill()
            copy.wait()
        self.bus.run("security", "secret-service", "enable")
        self.stop_gnome()
        self.assertEqual(self.items(self.bus.client()), before)

    def test_what_is_locked_during_the_copy_is_not_taken_over(self):
        self.gnome = self.bus.start_gnome_keyring()
        client = self.bus.client()
        self.fill(client, 3)
        # The first copy waits for the lock of writers meanwhile.
        self.bus.run("security", "add", "one", "-w", "x")
        writers = os.open(self.bus.home / "keychain/keychains/writer.lock", os.O_RDWR)
        self.addCleanup(os.close, writers)
        fcntl.flock(writers, fcntl.LOCK_EX)
        monitor = subprocess.Popen(["dbus-monitor", "member='GetSecrets'"], env=self.bus.environment,
                                   stdout=subprocess.PIPE, text=True)
        self.addCleanup(monitor.communicate)
        self.addCleanup(monitor.terminate)
        monitor.stdout.readline()
        copy = subprocess.Popen([PROGRAMS / "security", "secret-service", "enable"], env=self.bus.environment,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while "member=GetSecrets" not in monitor.stdout.readline():
            pass
        collection = client.service("ReadAlias", "s", ("default",))[0]
        self.assertEqual(client.service("Lock", "ao", ([collection],))[0], [collection])
        fcntl.flock(writers, fcntl.LOCK_UN)
        self.assertIn("of the present service is locked", copy.communicate()[1])
        self.assertNotEqual(copy.returncode, 0)
        self.assertIn("enabled: no", self.bus.run("security", "secret-service", "status", check=False).stdout)
        self.stop_gnome()

    def test_what_was_stored_before_the_login_comes_later(self):
        self.gnome = self.bus.start_gnome_keyring()
        self.fill(self.bus.client(), 2)
        self.bus.run("security", "secret-service", "enable")
        client = self.bus.client()
        collection = client.service("ReadAlias", "s", ("default",))[0]
        client.create("late", {"late": "1"}, b"late secret", collection=collection)
        # The next login.
        self.stop_gnome()
        client = self.bus.client()
        client.create("new", {"new": "1"}, b"new secret")
        self.assertEqual(client.search({"late": "1"}), ([], []))
        self.stop_own()
        self.gnome = self.bus.start_gnome_keyring()
        self.assertIn(copied(1, TO, 2), self.bus.run("security", "secret-service", "disable"))
        self.assertIn(copied(1, INTO, 3), self.bus.run("security", "secret-service", "enable"))
        self.stop_gnome()
        client = self.bus.client()
        self.assertEqual([len(client.search({name: "1"})[0]) for name in ("late", "new")], [1, 1])
        self.stop_own()

    def test_no_other_name_starts_gnome_keyring(self):
        self.gnome = self.bus.start_gnome_keyring()
        printed = self.bus.run("security", "secret-service", "enable")
        self.assertIn("has no password and is always open", printed)
        self.assertIn("stays with the present service", printed)
        self.stop_gnome()
        for name in ["org.gnome.keyring", "org.freedesktop.impl.portal.Secret"]:
            started = self.bus.run("busctl", "--user", "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus",
                                   "StartServiceByName", "su", name, "0", check=False)
            self.assertNotEqual(started.returncode, 0)
        self.assertIsNone(self.bus.process())
        self.bus.run("security", "secret-service", "disable", check=False)
        self.assertIsNotNone(self.bus.process())
        self.stop_own()

    def test_a_keyring_that_the_service_does_not_list_is_named(self):
        self.gnome = self.bus.start_gnome_keyring()
        (self.bus.home / "data/keyrings/Lost.keyring").write_text("[keyring]\ndisplay-name=Lost\n\n[1]\nitem-type=0\nsecret=a\nb\n")
        result = self.bus.run("security", "secret-service", "enable", check=False)
        self.assertIn("Lost.keyring: the present service doesn't show this file", result.stderr)
        self.assertEqual(result.returncode, 1)
        self.stop_gnome()

    def portals(self):
        """The folders of portals.conf: the user's and the system's, which is empty."""
        self.bus.environment["XDG_CONFIG_DIRS"] = str(self.bus.home / "etc")
        self.bus.environment["XDG_DATA_DIRS"] = str(self.bus.home / "share")
        folders = [self.bus.home / f"{name}/xdg-desktop-portal" for name in ["config", "share"]]
        for folder in folders:
            folder.mkdir(parents=True)
        return folders

    def preferred(self, path):
        """The settings of a file as the portal reads them."""
        group = configparser.ConfigParser(interpolation=None)
        group.optionxform = str
        group.read_string(path.read_text())
        return dict(group["preferred"])

    def test_the_desktop_keeps_its_portals(self):
        own, system = self.portals()
        key = "org.freedesktop.impl.portal.Secret"
        (system / "gnome-portals.conf").write_text(f"[preferred]\ndefault=gnome;gtk;\n{key}=gnome-keyring\n")
        (system / "kde-portals.conf").write_text(f"[preferred]\ndefault=kde\n{key}=kwallet\n")
        (system / "portals.conf").write_text("[preferred]\ndefault=gtk\n")
        self.bus.environment["XDG_CURRENT_DESKTOP"] = "ubuntu:GNOME"
        # The same the second time, when the first one's files are there.
        for _ in range(2):
            self.bus.run("security", "secret-service", "enable")
            for name, default in [("ubuntu", "gnome;gtk;"), ("gnome", "gnome;gtk;"), ("kde", "kde")]:
                self.assertEqual(self.preferred(own / f"{name}-portals.conf"), {key: "keychain", "default": default})
            self.assertFalse((own / "portals.conf").exists())
        # Also where the desktop isn't known, which then has what all others have.
        del self.bus.environment["XDG_CURRENT_DESKTOP"]
        self.bus.run("security", "secret-service", "enable")
        self.assertEqual(self.preferred(own / "portals.conf"), {key: "keychain", "default": "gtk"})
        (own / "mine.conf").write_text("")
        self.bus.run("security", "secret-service", "disable", check=False)
        self.assertEqual([path.name for path in own.iterdir()], ["mine.conf"])

    def test_a_locked_keychain_takes_nothing_over(self):
        service = subprocess.Popen([PROGRAMS / "keychain-secret-service"], env=self.bus.environment)
        wait(lambda: self.bus.process() == service.pid)
        self.bus.lock()
        service.terminate()
        service.wait()
        self.gnome = self.bus.start_gnome_keyring()
        self.fill(self.bus.client(), 2)
        result = self.bus.run("security", "secret-service", "enable", check=False)
        self.assertEqual(result.returncode, 36)
        self.assertIn("the keychain is locked: security unlock-keychain", result.stderr)
        self.assertEqual(list((self.bus.home / "data/dbus-1/services").iterdir()), [])

    def test_without_a_choice_the_other_portals_stay_unchosen(self):
        own, _ = self.portals()
        self.bus.environment["XDG_CURRENT_DESKTOP"] = "Example"
        self.bus.run("security", "secret-service", "enable")
        self.assertEqual(self.preferred(own / "example-portals.conf"),
                         {"org.freedesktop.impl.portal.Secret": "keychain"})

    def test_it_ends_without_its_program(self):
        before = self.files()
        self.bus.run("security", "secret-service", "enable")
        alone = shutil.copy(PROGRAMS / "security", self.bus.home)
        self.assertIn("enabled: yes", self.bus.run(alone, "secret-service", "status", check=False).stdout)
        self.bus.run(alone, "secret-service", "disable", check=False)
        self.assertEqual(self.files(), before)

    def files(self):
        return sorted(path for name in ("data", "config") for path in (self.bus.home / name).rglob("*") if not path.is_dir())

    def test_files_of_the_user_are_left_alone(self):
        own, system = self.portals()
        former = "[preferred]\ndefault=gtk\n"
        (system / "gnome-portals.conf").write_text(former)
        self.bus.environment["XDG_CURRENT_DESKTOP"] = "ubuntu:GNOME"
        # The first one counts for every desktop, the second one for GNOME.
        for name in ["portals.conf", "gnome-portals.conf"]:
            portals = own / name
            self.bus.run("security", "secret-service", "enable")
            self.assertTrue((own / "ubuntu-portals.conf").exists())
            portals.write_text(former)
            result = self.bus.run("security", "secret-service", "enable", check=False)
            self.assertEqual(result.returncode, 1)
            self.assertIn(f"{portals}: not made by this command, and left as it is; for", result.stderr)
            # Nothing that was made before counts before it.
            self.assertFalse((own / "ubuntu-portals.conf").exists())
            self.bus.run("security", "secret-service", "disable", check=False)
            self.assertEqual({path.name: path.read_text() for path in own.iterdir()}, {name: former})
            # With the line that the message tells, all is well.
            portals.write_text(former + "org.freedesktop.impl.portal.Secret = keychain;other\n")
            self.bus.run("security", "secret-service", "enable")
            self.bus.run("security", "secret-service", "disable", check=False)
            portals.unlink()

    def test_kwallet_leaves_the_name(self):
        configuration = self.bus.home / "config/kwalletrc"
        former = "[Wallet]\nEnabled=true\n\n[org.freedesktop.secrets]\napiEnabled=true\nother=1\n\n[Auto Allow]\nkdewallet=a\n"
        configuration.write_text(former)
        for _ in range(2):
            self.bus.run("security", "secret-service", "enable")
            group = configparser.ConfigParser(interpolation=None)
            group.optionxform = str
            group.read_string(configuration.read_text())
            self.assertEqual(group["org.freedesktop.secrets"]["apiEnabled"], "false")
        self.bus.run("security", "secret-service", "disable", check=False)
        self.assertEqual(configuration.read_text(), former.replace("apiEnabled=true\n", ""))
        # What the user has set stays.
        set = "[org.freedesktop.secrets]\napiEnabled=false\n"
        configuration.write_text(set)
        self.bus.run("security", "secret-service", "enable")
        self.bus.run("security", "secret-service", "disable", check=False)
        self.assertEqual(configuration.read_text(), set)

    def kwallet_settings(self):
        """The settings of KWallet that are off, by their groups."""
        group = configparser.ConfigParser(interpolation=None)
        group.optionxform = str
        group.read(self.bus.home / "config/kwalletrc")
        return {
            name for name, key in [(NAME, "apiEnabled"), ("KSecretD", "Enabled")] if group.get(name, key, fallback="") == "false"
        }

    def test_programs_with_kwallets_interface_follow_its_items(self):
        configuration = self.bus.home / "config/kwalletrc"
        former = "[Wallet]\nEnabled=true\n"
        configuration.write_text(former)
        # No wallet is left behind.
        self.bus.run("security", "secret-service", "enable")
        self.assertEqual(self.kwallet_settings(), {NAME, "KSecretD"})
        self.bus.run("security", "secret-service", "disable", check=False)
        self.assertEqual(configuration.read_text(), former)
        # The wallet isn't that of the present service.
        (self.bus.home / "data/kwalletd").mkdir()
        (self.bus.home / "data/kwalletd/kdewallet.kwl").touch()
        self.stop_own()
        self.gnome = self.bus.start_gnome_keyring()
        self.bus.run("security", "secret-service", "enable")
        self.assertEqual(self.kwallet_settings(), {NAME})
        self.bus.run("security", "secret-service", "disable", check=False)
        self.stop_gnome()
        # The bus doesn't start KWallet by the name of the service.
        for name, program in [(NAME, "/bin/false"), ("org.kde.secretservicecompat", HERE / "kwallet-stub")]:
            path = self.bus.home / f"data/dbus-1/services/{name}.service"
            path.write_text(f"[D-BUS Service]\nName={name}\nExec={program}\n")
        result = self.bus.run("security", "secret-service", "enable", check=False)
        self.assertIn(copied(0, INTO, 0), result.stdout)
        self.assertEqual(self.kwallet_settings(), {NAME, "KSecretD"})
        self.bus.run("security", "secret-service", "disable", check=False)
        self.assertEqual(configuration.read_text(), former)

    def test_import_of_the_command(self):
        self.gnome = self.bus.start_gnome_keyring()
        client = self.bus.client()
        self.fill(client, 5)
        self.bus.run("security", "import", "--from", "secret-service")
        self.assertEqual(len(re.findall("^generic *Läbel", self.bus.run("security", "list"), re.M)), 5)
        # The items of the own service are in the keychain already.
        self.bus.run("security", "secret-service", "enable")
        self.stop_gnome()
        result = self.bus.run("security", "import", "--from", "secret-service", check=False)
        self.assertEqual((result.returncode, result.stdout), (53, ""))
        self.assertIn("in keychains already", result.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
