#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`security credentials`, asked as systemd asks: from an abstract address with the names of the unit and the credential.

Tests/Credentials/booted asks it by systemd itself."""

import os
import pathlib
import secrets
import socket
import subprocess
import tempfile
import time
import unittest

SECURITY = os.environ["KEYCHAIN_TEST_PROGRAMS"] + "/security"


class Credentials(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o755)
        self.environment = {"PATH": os.environ["PATH"], "KEYCHAIN_HOME": str(self.folder / "home"),
                            "KEYCHAIN_NO_PROMPT": "1"}
        self.list = self.folder / "list"
        self.write("# unit credential item\n\n"
                   "app.service\tpassword  keychain://db/app\nworker@.service key keychain://db/worker\n"
                   "app.service absent keychain://db/absent\napp.service code keychain://db/otp?otp\n")
        self.security("add-generic-password", "-s", "db", "-a", "app", "-w", "-", text=b"s3cret\0\xff\n")

    def write(self, text, mode=0o644):
        self.list.write_text(text)
        self.list.chmod(mode)

    def security(self, *words, text=b""):
        return subprocess.run([SECURITY, *words], env=self.environment, input=text, check=True, capture_output=True)

    def ask(self, name, user=None):
        """Connects from an abstract address, and returns what is read, and what the command says."""
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(str(self.folder / secrets.token_hex(4)))
        listener.listen()
        os.chmod(listener.getsockname(), 0o666)
        code = "import socket,sys; s=socket.socket(socket.AF_UNIX); n=bytes.fromhex(sys.argv[1]); n and s.bind(n)\n" \
            "s.connect(sys.argv[2]); s.shutdown(socket.SHUT_WR)\n" \
            "while p := s.recv(65536): sys.stdout.buffer.write(p)"
        words = ["/usr/bin/python3", "-c", code, name.hex(), listener.getsockname()]
        if user:
            words = ["setpriv", f"--reuid={user}", "--clear-groups", *words]
        client = subprocess.Popen(words, stdout=subprocess.PIPE)
        command = self.serve(listener)
        answer = client.communicate(timeout=60)[0]
        return answer, command.stderr.readline().decode()

    def serve(self, listener):
        command = subprocess.Popen(
            [SECURITY, "credentials", "-f", str(self.list)], stdin=listener, stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL, env=self.environment)
        self.addCleanup(command.wait)
        self.addCleanup(command.stderr.close)
        self.addCleanup(command.kill)
        return command

    def name(self, unit, credential):
        return b"\0" + secrets.token_hex(8).encode() + f"/unit/{unit}/{credential}".encode()

    def refused(self, name, message, **more):
        answer, errors = self.ask(name, **more)
        # More than systemd takes, so that the unit fails. An empty answer would be an empty password.
        self.assertEqual(answer, bytes((1 << 20) + 1))
        self.assertIn(message, errors)

    def test_a_unit_gets_its_credential(self):
        answer, errors = self.ask(self.name("app.service", "password"))
        self.assertEqual(answer, b"s3cret\0\xff")
        self.assertEqual(errors, "security: app.service: credential password: keychain://db/app\n")

    def test_every_instance_of_a_template(self):
        self.security("add-generic-password", "-s", "db", "-a", "worker", "-w", "x")
        for instance in "1", "a\\x2db":
            self.assertEqual(self.ask(self.name(f"worker@{instance}.service", "key"))[0], b"x")
        self.refused(self.name("worker.service", "key"), "worker.service: credential key: not in ")

    def test_no_other_unit_gets_it(self):
        self.refused(self.name("other.service", "password"), "other.service: credential password: not in ")
        self.refused(self.name("app.service", "key"), "app.service: credential key: not in ")
        self.refused(self.name("app.service", "absent"), "app.service: credential absent: keychain://db/absent: The specified")

    def test_lines_may_end_as_on_windows(self):
        self.write("# unit credential item\r\napp.service password keychain://db/app\r\n")
        self.assertEqual(self.ask(self.name("app.service", "password"))[0], b"s3cret\0\xff")

    def test_names_that_lie(self):
        for name in b"", b"\0", b"\0app.service/password", b"\0id/unit/app.service", b"\0id/unit//password", \
                b"\0id/unit/app.service/", b"\0id/unit/app.service/password/x", b"\0id/user/app.service/password", \
                b"\0id/unit/app.service/\xff":
            self.refused(name, "names no unit and credential")

    def test_a_file_is_no_socket(self):
        for given in "/dev/null", "/etc/hostname":
            with open(given, "rb") as file:
                run = subprocess.run([SECURITY, "credentials"], stdin=file, capture_output=True, env=self.environment)
            self.assertEqual((run.returncode, run.stdout), (1, b""))
            self.assertIn(b"no socket to accept connections on", run.stderr)

    def test_one_process_answers_all(self):
        """One after the other, and with what has changed meanwhile."""
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(str(self.folder / "socket"))
        listener.listen(100)
        clients = []
        for number in range(50):
            client = socket.socket(socket.AF_UNIX)
            self.addCleanup(client.close)
            client.bind(self.name("app.service", "password" if number % 2 else "absent"))
            client.connect(listener.getsockname())
            clients.append(client)
        self.serve(listener)
        for number, client in enumerate(clients):
            with client.makefile("rb") as file:
                self.assertEqual(len(file.read()), 8 if number % 2 else (1 << 20) + 1)
        self.security("add-generic-password", "-U", "-s", "db", "-a", "app", "-w", "new")
        with socket.socket(socket.AF_UNIX) as client:
            client.bind(self.name("app.service", "password"))
            client.connect(listener.getsockname())
            self.assertEqual(client.recv(100), b"new")

    def test_a_process_that_does_not_read(self):
        """Nor one that reads a little now and then. Others wait ten seconds for it, and no longer."""
        servers = []
        for number in range(2):
            listener = socket.socket(socket.AF_UNIX)
            self.addCleanup(listener.close)
            listener.bind(str(self.folder / f"socket{number}"))
            listener.listen()
            silent, client = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
            self.addCleanup(silent.close)
            self.addCleanup(client.close)
            silent.bind(self.name("app.service", "absent"))
            silent.connect(listener.getsockname())
            client.bind(self.name("app.service", "password"))
            client.connect(listener.getsockname())
            client.settimeout(0.1)
            self.serve(listener)
            servers.append((silent, client))
        (_, waiting), (slow, other) = servers
        end = time.monotonic() + 40
        answers = {}
        while len(answers) < 2 and time.monotonic() < end:
            if other not in answers:
                slow.recv(1 << 9)
            for client in waiting, other:
                try:
                    if client not in answers:
                        answers[client] = client.recv(100)
                except TimeoutError:
                    pass
        self.assertEqual(list(answers.values()), [b"s3cret\0\xff"] * 2)

    @unittest.skipIf(os.geteuid() != 0, "needs root, to become another user")
    def test_another_user_gets_nothing(self):
        self.refused(self.name("app.service", "password"), "of user 65534 isn't systemd", user=65534)

    def test_a_list_that_others_may_change(self):
        for mode in 0o666, 0o664:
            self.list.chmod(mode)
            self.refused(self.name("app.service", "password"), "another user may change it")
        self.list.unlink()
        self.refused(self.name("app.service", "password"), "list: No such file or directory")
        for line in "app.service password", "app.service password s3cret", "a b keychain://c d":
            self.write("# first\n" + line + "\n")
            self.refused(self.name("app.service", "password"), "list:2: not a unit, a credential and keychain://")

    def test_lengths(self):
        for count in 0, 1, 1 << 20:
            self.security("delete-generic-password", "-s", "db", "-a", "app")
            self.security("add-generic-password", "-s", "db", "-a", "app", "-w", "-", text=b"x" * count)
            self.assertEqual(self.ask(self.name("app.service", "password"))[0], b"x" * count)
        self.security("delete-generic-password", "-s", "db", "-a", "app")
        self.security("add-generic-password", "-s", "db", "-a", "app", "-w", "-", text=b"x" * ((1 << 20) + 1))
        self.refused(self.name("app.service", "password"), "app.service: credential password: longer than 1048576 bytes")

    def test_a_locked_keychain(self):
        self.security("set-keychain-password", "-p", "1234")
        self.security("lock-keychain")
        self.refused(self.name("app.service", "password"), "the keychain is locked")


if __name__ == "__main__":
    if os.geteuid() != 0:
        print('➜ Test another_user_gets_nothing skipped: "needs root, to become another user"')
    unittest.main()
