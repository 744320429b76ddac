#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The backend of libsecret, without a bus and beside keychain-secret-service: both ways have the same items.

LIBSECRET_BACKEND names the library; KEYCHAIN_TEST_PROGRAMS has the programs."""

import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "SecretService"))
from bus import ITEM, LOGIN, Bus

LIBRARY = os.environ["LIBSECRET_BACKEND"]


class Backend(unittest.TestCase):
    def setUp(self):
        self.bus = Bus()
        self.addCleanup(self.bus.close)
        self.alone = {**self.bus.environment, "SECRET_BACKEND": "keychain", "LD_PRELOAD": LIBRARY}
        del self.alone["DBUS_SESSION_BUS_ADDRESS"], self.alone["XDG_RUNTIME_DIR"]

    def tool(self, *words, input="", check=True, alone=True):
        run = subprocess.run(["secret-tool", *words], env=self.alone if alone else self.bus.environment, input=input,
                             capture_output=True, text=True, timeout=60)
        if check and run.returncode != 0:
            raise AssertionError(f"{words}: {run.returncode}: {run.stderr}")
        return run.stdout if check else run

    def both(self, *words):
        """Returns what both ways print, which must be the same but for paths."""
        results = []
        for alone in True, False:
            run = self.tool(*words, check=False, alone=alone)
            lines = sorted(line for line in (run.stdout + run.stderr).splitlines() if not line.startswith("["))
            results.append((run.returncode, lines))
        self.assertEqual(results[0], results[1])
        return results[0][1]

    def test_store_lookup_clear(self):
        self.tool("store", "--label=Mail", "server", "example.org", "user", "jane", input="pässwörd\n\n")
        self.assertEqual(self.tool("lookup", "user", "jane"), "pässwörd\n\n")
        self.assertEqual(self.tool("lookup", "user", "joe", check=False).returncode, 1)
        self.tool("store", "--label=New", "server", "example.org", "user", "jane", input="second")
        self.assertEqual(self.tool("lookup", "server", "example.org"), "second")
        self.assertEqual(self.bus.run("security", "find-generic-password", "-s", "example.org", "-a", "jane", "-w"), "second\n")
        self.assertEqual(self.bus.run("security", "list").count("\n"), 1)
        self.tool("store", "--label=Other", "server", "example.org", input="third")
        self.tool("clear", "server", "example.org")
        self.assertEqual(self.bus.run("security", "list"), "")
        self.assertEqual(self.tool("clear", "server", "example.org", check=False).returncode, 1)
        # Nothing started a service, and there was none to ask.
        self.assertIsNone(self.bus.process())

    def test_both_ways_have_the_same_items(self):
        many = [word for number in range(20) for word in (f"näme{number}", f"value {number}")]
        sets = [["user", "jane"], ["user", "jane", "server", "a"], ["xdg:schema", "org.example", "empty", ""], many,
                ["long", "x" * 300, "longer", "y" * 3000]]
        for number, attributes in enumerate(sets):
            self.tool("store", f"--label=Item {number}", *attributes, input=f"secret {number}", alone=number % 2 == 0)
        for number, attributes in enumerate(sets):
            # Each way changes what the other has made.
            self.tool("store", f"--label=New {number}", *attributes, input=f"new {number}", alone=number % 2 == 1)
            for alone in True, False:
                self.assertEqual(self.tool("lookup", *attributes[-2:], alone=alone), f"new {number}")
        for attributes in [*sets, ["user", "jane"], many[:2], ["user", "nobody"]]:
            self.both("search", "--all", *attributes)
        self.assertEqual(self.bus.run("security", "list").count("\n"), len(sets))
        client = self.bus.client()
        client.create("Bytes", {"n": "bytes"}, b"one", replace=True)
        self.tool("clear", "n", "bytes")
        self.assertEqual(client.search({"n": "bytes"}), ([], []))

    def test_the_generic_schema_is_as_good_as_none(self):
        words = ["server", "s", "user", "u"]
        self.tool("store", "--label=old", *words, "xdg:schema", "org.freedesktop.Secret.Generic", input="old")
        self.tool("store", "--label=new", *words, input="new")
        self.assertEqual(self.tool("lookup", *words), "new")
        self.assertEqual(self.bus.run("security", "list").count("\n"), 1)
        # Still there for who searches with the schema.
        self.assertEqual(self.tool("lookup", *words, "xdg:schema", "org.freedesktop.Secret.Generic"), "new")

    def test_a_new_secret_has_its_own_type(self):
        client = self.bus.client()
        path = client.create("Typed", {"n": "typed"}, b"{}")
        client.call(path, ITEM, "SetSecret", "(oayays)", ((client.open(), b"", b"{}", "application/json"),))
        self.tool("store", "--label=Typed", "n", "typed", input="text")
        self.assertEqual(client.call(path, ITEM, "GetSecret", "o", (client.open(),))[0][2:], (b"text", "text/plain"))

    def test_items_of_other_programs(self):
        self.bus.run("security", "add-generic-password", "-s", "web", "-a", "joe", "-w", "native")
        self.assertEqual(self.tool("lookup", "service", "web", "account", "joe"), "native")
        self.assertIn("secret = native", self.both("search", "--all", "service", "web"))
        self.bus.run("security", "add-generic-password", "-s", "nobody", "-a", "", "-w", "native")
        self.both("search", "--all", "service", "nobody")
        self.assertEqual(self.tool("lookup", "service", "web", "user", "joe", check=False).returncode, 1)

    def test_internet_passwords_of_other_programs(self):
        self.bus.run("security", "add-internet-password", "-s", "example.org", "-a", "ann", "-P", "8443", "-r", "htps", "-p", "/in",
                     "-d", "realm", "-w", "native")
        self.bus.run("security", "add-internet-password", "-s", "example.org", "-a", "joe", "-w", "other")
        for words in ["server", "example.org"], ["user", "ann", "protocol", "https"], ["port", "8443"], ["port", "x"], \
                ["xdg:schema", "org.gnome.keyring.NetworkPassword", "user", "joe"], ["object", "/in", "domain", "realm"], \
                ["user", "ann", "protocol", "http"], ["user", "ann", "service", "x"]:
            self.both("search", "--all", *words)
        self.assertEqual(self.tool("lookup", "user", "ann", "protocol", "https", "port", "8443"), "native")
        self.bus.run("security", "add-internet-password", "-s", "chat.example.org", "-a", "ann", "-r", "irc ", "-w", "chat")
        self.assertIn("attribute.protocol = irc", self.both("search", "--all", "protocol", "irc"))
        self.tool("clear", "server", "example.org", "user", "ann")
        self.assertEqual(self.tool("lookup", "server", "example.org"), "other")

    def test_a_locked_keychain_is_not_empty(self):
        self.tool("store", "--label=Key", "application", "browser", input="key")
        self.bus.lock()
        for words in ["lookup", "application", "browser"], ["clear", "application", "browser"], \
                ["search", "--all", "application", "browser"], ["store", "--label=x", "application", "browser"]:
            run = self.tool(*words, input="x", check=False)
            self.assertEqual((run.returncode, run.stdout), (1, ""), words)
            self.assertIn("the keychain is locked", run.stderr)
        # What is nowhere is known to be nowhere.
        self.assertEqual(self.tool("lookup", "application", "other", check=False).stderr, "")

    def test_locked_items_of_other_programs_are_not_in_the_way(self):
        self.bus.run("security", "set-keychain-password", "-o", "", "-p", "password")
        self.bus.run("security", "add-internet-password", "-s", "example.org", "-a", "ann", "-w", "native")
        self.bus.run("security", "lock-keychain")
        words = ["server", "example.org", "user", "ann"]
        self.tool("store", "--label=x", *words, input="first")
        self.assertEqual(self.tool("lookup", *words), "first")
        self.assertIn("secret = first", self.tool("search", "--all", *words))
        self.assertEqual(self.tool("lookup", "server", "example.org", "protocol", "x", check=False).returncode, 1)
        self.tool("clear", *words)
        # Now only what is locked may match.
        self.assertIn("the keychain is locked", self.tool("lookup", *words, check=False).stderr)

    def test_the_label_of_a_collection_is_no_item(self):
        client = self.bus.client()
        client.create("x", {"n": "1"}, b"one", replace=True)
        client.call(LOGIN, "org.freedesktop.DBus.Properties", "Set", "ssv",
                    ("org.freedesktop.Secret.Collection", "Label", ("s", "Mine")))
        self.bus.run("security", "add-generic-password", "-s", "web", "-a", "joe", "-w", "native")
        self.both("search", "--all", "xdg:schema", "org.freedesktop.Secret.Generic")

    def test_an_asynchronous_call_does_not_hold_up_the_main_loop(self):
        self.tool("store", "--label=x", "user", "jane", input="secret")
        program = pathlib.Path(self.bus.environment["HOME"]) / "lookup-async"
        flags = subprocess.check_output(["pkg-config", "--cflags", "--libs", "libsecret-1"], text=True).split()
        source = pathlib.Path(__file__).with_name("lookup-async.c")
        subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", source, *flags, "-o", program], check=True)
        lock = pathlib.Path(self.alone["KEYCHAIN_HOME"]) / "keychains" / "keychain.lock"
        found = subprocess.check_output([program, lock, "user", "jane"], env=self.alone, text=True, timeout=60)
        self.assertEqual(found, "secret\n")

    def test_a_failure_says_where_the_reason_is(self):
        self.alone["KEYCHAIN_HOME"] = "/dev/null/home"
        self.assertIn("KEYCHAIN_LOG=stderr", self.tool("lookup", "user", "jane", check=False).stderr)
        self.alone["KEYCHAIN_LOG"] = "stderr"
        self.assertIn("/dev/null/home", self.tool("lookup", "user", "jane", check=False).stderr)

    def test_many_at_once(self):
        words = ["secret-tool", "store", "--label=x", "user", "jane"]
        runs = [subprocess.Popen(words, env=self.alone, stdin=subprocess.PIPE) for _ in range(8)]
        for number, run in enumerate(runs):
            run.communicate(str(number).encode())
        self.assertEqual([run.returncode for run in runs], [0] * 8)
        self.assertEqual(self.bus.run("security", "list").count("\n"), 1)
        self.assertIn(self.tool("lookup", "user", "jane"), map(str, range(8)))


if __name__ == "__main__":
    unittest.main()
