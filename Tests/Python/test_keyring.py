# SPDX-License-Identifier: Apache-2.0
"""The backend of Python's keyring: keyring's own suite, and what pip, twine and poetry ask. Run by Tests/Python/run."""

import base64
import http.server
import os
import subprocess
import sys
import threading

import keychain_keyring
import keyring
import pytest
from keyring import errors
from keyring.backend import get_all_keyring
from keyring.testing.backend import BackendBasicTests

SECURITY = os.environ["KEYCHAIN_TEST_PROGRAMS"] + "/security"


def security(*words, text=None):
    return subprocess.run([SECURITY, *words], check=True, capture_output=True, text=True, input=text).stdout


class TestSuite(BackendBasicTests):
    """The suite that keyring has for every backend."""

    def init_keyring(self):
        return keychain_keyring.Keyring()


@pytest.fixture
def backend():
    return keychain_keyring.Keyring()


def test_items_are_those_of_the_command(backend):
    backend.set_password("mail", "änn", "pässword\n")
    assert security("show", "-w", "mail") == "pässword\n\n"
    security("add-generic-password", "-s", "web", "-a", "joe", "-w", "one")
    assert backend.get_password("web", "joe") == "one"
    backend.set_password("web", "joe", "two")
    assert security("find-generic-password", "-s", "web", "-w") == "two\n"
    backend.delete_password("web", "joe")
    assert " web " not in security("list")


def test_one_of_several(backend):
    """Programs on the Secret Service store items with the same service and account, kept apart by another attribute."""
    library = keychain_keyring._security
    for number in "12":
        with library._password("twin", "joe", kSecValueData=number.encode(), kSecAttrSyncViewHint=number) as item:
            assert library.load().SecItemAdd(item, None) == 0
    chosen = backend.get_password("twin", "joe")
    backend.set_password("twin", "joe", "new")
    assert backend.get_password("twin", "joe") == "new"
    backend.delete_password("twin", "joe")
    assert backend.get_password("twin", "joe") == {"1": "2", "2": "1"}[chosen]


def test_names(backend):
    backend.set_password("", "", "empty")
    backend.set_password("s", "", "no account")
    backend.set_password("s", "a", "one")
    assert backend.get_password("", "") == "empty"
    assert backend.get_password("s", None) == backend.get_password("s", "") == "no account"
    assert backend.get_password("s", "b") is None


def test_credentials(backend):
    assert backend.get_credential("forge", None) is None
    backend.set_password("forge", "ann", "one")
    found = backend.get_credential("forge", None)
    assert (found.username, found.password) == ("ann", "one")
    assert backend.get_credential("forge", "joe") is None


def test_errors(backend):
    with pytest.raises(errors.PasswordDeleteError, match="could not be found"):
        backend.delete_password("s", "nobody")
    security("add-generic-password", "-s", "s", "-a", "bytes", "-X", "ff00")
    with pytest.raises(errors.KeyringError, match="isn't text"):
        backend.get_password("s", "bytes")


def test_what_utf_8_cannot_say(backend):
    with pytest.raises(errors.PasswordSetError):
        backend.set_password("service", "user", "\udc80")
    with pytest.raises(errors.KeyringError):
        backend.get_password("\udc80", "user")
    with pytest.raises(errors.PasswordDeleteError):
        backend.delete_password("\udc80", "user")


def test_a_locked_keychain(backend):
    backend.set_password("locked", "a", "secret")
    security("set-keychain-password", "-p", "1234")
    security("lock-keychain")
    for call in (lambda: backend.get_password("locked", "a"), lambda: backend.set_password("locked", "a", "x"),
                 lambda: backend.get_credential("locked", None), lambda: backend.set_password("locked", "b", "x")):
        with pytest.raises(errors.KeyringLocked, match="security unlock-keychain"):
            call()
    security("unlock-keychain", "-p", "1234")
    assert backend.get_password("locked", "a") == "secret"


def test_many_programs_at_once(backend):
    code = "import keychain_keyring, sys; keychain_keyring.Keyring().set_password('many', 'a', sys.argv[1])"
    processes = [subprocess.Popen([sys.executable, "-c", code, str(n)]) for n in range(8)]
    assert [process.wait() for process in processes] == [0] * 8
    assert backend.get_password("many", "a") in map(str, range(8))
    assert security("list").count(" many ") == 1


def test_it_comes_before_files_and_after_what_the_user_chose(tmp_path):
    names = {type(one).__module__: one.priority for one in get_all_keyring()}
    files = [value for name, value in names.items() if name.startswith("keyrings.alt.file")]
    assert files and max(files) < names["keychain_keyring"] < 5
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "config")}
    environment.pop("PYTHON_KEYRING_BACKEND", None)

    def keyring_command(*words, text=None, **more):
        return subprocess.run(
            [sys.executable, "-m", "keyring", *words], check=True, capture_output=True, text=True, input=text,
            env={**environment, **more}).stdout

    keyring_command("set", "command", "a", text="secret")
    assert security("find-generic-password", "-s", "command", "-w") == "secret\n"
    chosen = {"PYTHON_KEYRING_BACKEND": "keyrings.alt.file.PlaintextKeyring", "XDG_DATA_HOME": str(tmp_path)}
    keyring_command("set", "elsewhere", "a", text="x", **chosen)
    assert "elsewhere" not in security("list")


def test_without_the_library(tmp_path):
    """Says what to install, and leaves the other backends alone."""
    code = "import keychain_keyring, keyring; print(keyring.get_keyring())\n" \
        "try: keychain_keyring.Keyring.priority\nexcept RuntimeError as error: print(error)"
    environment = {key: value for key, value in os.environ.items() if key != "LD_LIBRARY_PATH"}
    told = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment).stdout
    assert "keychain_keyring" not in told and "install the package libsecurity1: libSecurity.so.1" in told


class Index(http.server.BaseHTTPRequestHandler):
    """A package index that wants a password."""

    def do_GET(self):
        wanted = "Basic " + base64.b64encode(b"ann:secret").decode()
        is_allowed = self.headers.get("Authorization") == wanted
        self.send_response(404 if is_allowed else 401)
        if not is_allowed:
            self.send_header("WWW-Authenticate", 'Basic realm="index"')
        self.end_headers()
        self.server.seen.append(is_allowed)

    def log_message(self, *_):
        pass


def test_pip(backend):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Index)
    server.seen = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"127.0.0.1:{server.server_port}"
    backend.set_password(address, "ann", "secret")
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--no-input", "--keyring-provider", "import", "--isolated",
         "--index-url", f"http://ann@{address}/simple", "nothing-of-this-name"],
        capture_output=True, check=False)
    server.shutdown()
    assert server.seen[-1:] == [True]


def test_twine_and_poetry(backend):
    """twine asks for the user's name, too; poetry keeps tokens under a name of its own."""
    backend.set_password("https://upload.example.org/legacy/", "__token__", "pypi-secret")
    found = keyring.get_credential("https://upload.example.org/legacy/", None)
    assert (found.username, found.password) == ("__token__", "pypi-secret")
    keyring.set_password("poetry-repository-private", "ann", "secret")
    assert keyring.get_password("poetry-repository-private", "ann") == "secret"
    keyring.delete_password("poetry-repository-private", "ann")
