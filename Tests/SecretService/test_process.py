#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The process of the service: what it loads, who can look into it, and what it does without."""

import os
import pathlib
import sys
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from bus import PROGRAMS, BusTest, wait


class Process(BusTest):
    def test_encryption_is_loaded_when_a_program_needs_it(self):
        client = self.bus.client()
        # The loader's record, because nobody can read which files the process has mapped.
        record = self.bus.home / "loaded"
        service = self.bus.start(LD_DEBUG="files", LD_DEBUG_OUTPUT=str(record))

        def loaded():
            return "libcrypto" in pathlib.Path(f"{record}.{service.pid}").read_text()

        client.secret(client.create("x", {"x": "1"}, b"secret"))
        self.assertFalse(loaded())
        self.bus.run("secret-tool", "lookup", "x", "1")
        self.assertTrue(loaded())

    def test_the_log_is_emptied(self):
        """A copy of the keychain's file alone has every item, after a moment and when the service has stopped."""
        log = self.bus.home / "keychain/keychains/keychain-2.db-wal"
        service, client = self.bus.start(), self.bus.client()
        client.create("x", {"x": "1"}, b"secret")
        wait(lambda: log.stat().st_size == 0)
        client.create("y", {"y": "1"}, b"secret")
        service.terminate()
        self.assertEqual(service.wait(timeout=20), 0)
        self.assertEqual(log.stat().st_size, 0)

    @unittest.skipIf(os.getuid() == 0, "root can look into every process")
    def test_other_programs_of_the_user_cannot_look_into_it(self):
        self.bus.client().search({})
        for name in ("environ", "maps"):
            pathlib.Path(f"/proc/{self.bus.daemon.pid}/{name}").read_bytes()
            with self.assertRaises(PermissionError):
                pathlib.Path(f"/proc/{self.bus.process()}/{name}").read_bytes()

    def test_without_a_home_and_logind(self):
        """The home folder is then that of the user database, which has it for the first two services."""
        folder, users = self.bus.home / "account", self.bus.home / "passwd"
        folder.mkdir()
        users.write_text(f"ann:x:{os.getuid()}:{os.getgid()}::{folder}:/bin/sh\n")
        without = dict.fromkeys(["HOME", "KEYCHAIN_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"])
        database = {"LD_PRELOAD": "libnss_wrapper.so", "NSS_WRAPPER_PASSWD": str(users), "NSS_WRAPPER_GROUP": os.devnull}
        client, paths = self.bus.client(), set()
        # Without a bus of the system, and with one on which logind isn't.
        for address in ("unix:path=/nowhere", self.bus.environment["DBUS_SESSION_BUS_ADDRESS"]):
            service = self.bus.start(**without, **database, DBUS_SYSTEM_BUS_ADDRESS=address)
            paths.add(client.create("x", {"x": "1"}, b"secret", replace=True))
            self.assertTrue((folder / ".local/share/keychains/keychain-2.db").exists())
            service.terminate()
            self.assertEqual(service.wait(timeout=20), 0)
            client.session = None
        self.assertEqual(len(paths), 1)
        users.write_text("")
        variables = [f"{name}={value}" for name, value in database.items()]
        program = str(PROGRAMS / "keychain-secret-service")
        result = self.bus.run("env", *(f"--unset={name}" for name in without), *variables, program, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("no home folder: set HOME or KEYCHAIN_HOME", result.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
