#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Questions to the user, and what comes of locked keychains where there is none to ask."""

import os
import re
import sys
import threading
import time
import unittest

from jeepney import message_bus, new_method_return
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import unwrap_msg

sys.path.insert(0, os.path.dirname(__file__))
from bus import COLLECTION, LOGIN, PASSWORD, PROMPT, ROOT, SESSION, BusTest, Monitor, error_of, has_ended, wait


class Prompts(BusTest):
    """Locked keychains, where the user can be asked."""
    display = True

    def test_one_question_for_six_programs(self):
        self.bus.client().create("a", {"a": "1"}, b"secret")
        self.bus.lock()
        clients = [self.bus.client() for _ in range(6)]
        prompts = [client.unlock(LOGIN)[1] for client in clients]
        results = [None] * 6

        def ask(number):
            results[number] = clients[number].prompt(prompts[number])

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [(False, ("ao", [LOGIN]))] * 6)
        self.assertEqual(self.bus.questions(), ["GETPIN"])
        self.assertEqual(clients[0].secret(clients[0].search({"a": "1"})[0][0]), b"secret")

    def test_a_prompt_is_shown_once_and_by_its_client(self):
        self.bus.client().create("a", {"a": "1"}, b"secret")
        self.bus.lock()
        client, other = self.bus.client(), self.bus.client()
        prompt = client.unlock(LOGIN)[1]
        self.assertEqual(error_of(lambda: other.call(prompt, PROMPT, "Prompt", "s", ("",))), "NoSuchObject")
        self.assertFalse(client.prompt(prompt)[0])
        self.assertEqual(error_of(lambda: client.call(prompt, PROMPT, "Prompt", "s", ("",))), "NoSuchObject")

    def provider(self, answer):
        """Starts a provider whose pinentry gives an answer, for a locked keychain with an item."""
        self.bus.client().create("a", {"a": "1"}, b"secret")
        self.bus.lock()
        self.bus.kill()
        self.bus.start(PINENTRY_USER_DATA=f"{self.bus.asked}:{answer}")

    def test_the_user_says_no(self):
        self.provider("")
        client = self.bus.client()
        prompt = client.unlock(LOGIN)[1]
        self.assertEqual(client.prompt(prompt), (True, ("ao", [])))
        self.assertEqual(client.search({"a": "1"})[0], [])
        self.assertEqual(len(client.search({"a": "1"})[1]), 1)

    def test_a_wrong_password_may_be_entered_three_times(self):
        self.provider("wrong")
        client = self.bus.client()
        for window, shown in [("12345678", ["parent-wid=12345678"]), ("wayland:1 x", [])]:
            prompt = client.unlock(LOGIN)[1]
            self.assertEqual(client.prompt(prompt, window), (True, ("ao", [])))
            self.assertEqual(self.bus.questions(), [*shown, "GETPIN"] * 3)
            self.bus.asked.unlink()

    def test_what_is_unlocked_comes_beside_a_prompt_for_the_rest(self):
        client = self.bus.client()
        item = client.create("a", {"a": "1"}, b"secret")
        in_session = client.create("b", {"b": "1"}, b"secret", collection=SESSION)
        work = self.bus.add_keychain("work")
        self.bus.lock()
        none = LOGIN + "/" + "0" * 32
        unlocked, prompt = client.unlock(LOGIN, SESSION, none, item, in_session, ROOT + "/collection/none", work)
        self.assertEqual(unlocked, [SESSION, in_session, work])
        self.assertEqual(client.prompt(prompt), (False, ("ao", [LOGIN, item])))
        self.assertEqual(self.bus.questions(), ["GETPIN"])
        self.assertEqual(client.unlock(item), ([item], "/"))

    def calls(self, *words, input=None):
        """Runs a program on the locked keychain. Returns what it prints, and its calls but for those that only ask for
        properties or open a session, whose order differs between versions."""
        self.bus.client().service("Lock", "ao", ([LOGIN],))
        self.bus.asked.unlink(missing_ok=True)
        monitor = Monitor(self.bus)
        printed = self.bus.run(*words, input=input)
        self.assertEqual(self.bus.questions(), ["GETPIN"])
        calls = [re.sub("/(prompt|collection/login)/.*? ", r"/\1/… ", line) for line in monitor.calls()]
        return printed, [line for line in calls if line.split()[-1] not in ("Get", "GetAll", "OpenSession")]

    def test_secret_tool_on_a_locked_keychain(self):
        self.bus.client().search({})
        self.bus.lock()
        printed, calls = self.calls("secret-tool", "store", "--label=Mail", "a", "1", input="secret")
        create = "/aliases/default CreateItem"
        self.assertEqual(calls, [create, " Unlock", "/prompt/… Prompt", create])
        printed, calls = self.calls("secret-tool", "lookup", "a", "1")
        self.assertEqual(printed, "secret")
        self.assertEqual(calls, [" SearchItems", " Unlock", "/prompt/… Prompt", " GetSecrets"])

    def test_keyring_on_a_locked_keychain(self):
        self.bus.client().create("x", {"service": "web", "username": "jane"}, b"secret")
        self.bus.lock()
        program = "import keyring.backends.SecretService as s; print(s.Keyring().get_password('web', 'jane'))"
        printed, calls = self.calls(sys.executable, "-c", program)
        self.assertEqual(printed, "secret\n")
        # What was unlocked with its collection isn't asked for again.
        self.assertEqual(calls, [
            " Unlock", "/prompt/… Prompt", "/aliases/default SearchItems", " Unlock", "/collection/login/… GetSecret"])


class PasscodeFile(BusTest):
    """A file that has the password of the keychain."""
    display = True

    def test_it_is_tried_before_the_user_is_asked(self):
        file, client = self.bus.home / "passcode", self.bus.client()
        self.bus.start(KEYCHAIN_PASSCODE_FILE=str(file))
        self.bus.lock()
        file.touch(0o600)
        file.write_text("wrong")
        unlocked, prompt = client.unlock(LOGIN)
        self.assertEqual((unlocked, prompt.rsplit("/", 1)[0]), ([], ROOT + "/prompt"))
        self.bus.kill()
        # A service tries a wrong one once.
        self.bus.start(KEYCHAIN_PASSCODE_FILE=str(file))
        file.write_text(PASSWORD + "\n")
        self.assertEqual(client.unlock(LOGIN), ([LOGIN], "/"))
        self.assertFalse(client.get(LOGIN, COLLECTION, "Locked"))
        self.assertEqual(self.bus.questions(), [])


class Unanswered(BusTest):
    """Questions that the user leaves unanswered."""
    display = True
    answer = "wait"

    def ask(self):
        """Returns a client and its prompt, which is shown, and the process that asks the user."""
        self.bus.client().create("a", {"a": "1"}, b"secret")
        self.bus.lock()
        client = self.bus.client()
        prompt = client.unlock(LOGIN)[1]
        client.listen(prompt)
        client.call(prompt, PROMPT, "Prompt", "s", ("",))
        return client, prompt, self.bus.question()

    def test_a_question_ends_with_its_client(self):
        client, _, process = self.ask()
        self.bus.leave(client)
        wait(lambda: has_ended(process))

    def test_a_question_can_be_dismissed(self):
        client, prompt, process = self.ask()
        client.send(prompt, PROMPT, "Dismiss")
        self.assertEqual(client.next_signal("Completed"), (prompt, (True, ("ao", []))))
        wait(lambda: has_ended(process))
        self.assertEqual(error_of(lambda: client.call(prompt, PROMPT, "Dismiss")), "NoSuchObject")

    def test_a_prompt_that_is_shown_is_not_shown_again(self):
        client, prompt, process = self.ask()
        self.assertEqual(error_of(lambda: client.call(prompt, PROMPT, "Prompt", "s", ("",))), "Failed")
        self.assertFalse(has_ended(process))
        self.assertEqual(self.bus.questions(), ["GETPIN"])
        client.send(prompt, PROMPT, "Dismiss")
        self.assertEqual(client.next_signal("Completed"), (prompt, (True, ("ao", []))))
        wait(lambda: has_ended(process))

    def test_other_calls_go_on(self):
        client, _, process = self.ask()
        other = self.bus.client()
        self.assertEqual(len(other.search({"a": "1"})[1]), 1)
        self.assertEqual(error_of(lambda: client.create("b", {"b": "1"}, b"x")), "IsLocked")
        self.assertFalse(has_ended(process))
        self.bus.leave(client)
        wait(lambda: has_ended(process))


class NobodyToAsk(BusTest):
    """Locked keychains, where nobody can be asked."""

    def test_a_prompt_is_dismissed_at_once(self):
        self.bus.client().create("a", {"a": "1"}, b"secret")
        self.bus.lock()
        client = self.bus.client()
        prompt = client.unlock(LOGIN)[1]
        start = time.monotonic()
        self.assertTrue(client.prompt(prompt)[0])
        self.assertLess(time.monotonic() - start, 10)
        self.assertEqual(client.search({"a": "1"})[0], [])
        self.assertEqual(len(client.search({"a": "1"})[1]), 1)
        # The command unlocks it for the service, too.
        self.bus.run("security", "unlock-keychain", "-p", PASSWORD)
        self.assertEqual(client.unlock(LOGIN), ([LOGIN], "/"))
        self.assertEqual(client.secret(client.search({"a": "1"})[0][0]), b"secret")

    def systemd(self, environment):
        """Answers as the user's systemd what its environment is; never if that is None."""
        connection = open_dbus_connection(self.bus.environment["DBUS_SESSION_BUS_ADDRESS"])
        self.addCleanup(connection.close)
        unwrap_msg(connection.send_and_get_reply(message_bus.RequestName("org.freedesktop.systemd1")))

        def answer():
            while True:
                message = connection.receive()
                if message.body == ("org.freedesktop.systemd1.Manager", "Environment") and environment is not None:
                    connection.send(new_method_return(message, "v", (("as", environment),)))

        threading.Thread(target=answer, daemon=True).start()

    def ask(self, times=1):
        """Asks until a prompt isn't dismissed, and returns the last answer."""
        self.bus.client().create("a", {"a": "1"}, b"secret")
        self.bus.lock()
        client = self.bus.client()
        for _ in range(times):
            answer = client.prompt(client.unlock(LOGIN)[1])
            if not answer[0]:
                break
        return answer

    def test_the_desktop_begins_after_the_service(self):
        self.systemd(["HOME=/", "DISPLAY=:99"])
        # An answer of systemd that takes half a second counts as none.
        self.assertEqual(self.ask(times=20), (False, ("ao", [LOGIN])))
        self.assertEqual(self.bus.questions(), ["GETPIN"])

    def test_systemd_knows_of_no_desktop(self):
        self.systemd(["HOME=/", "XDG_SESSION_TYPE=tty"])
        self.assertEqual(self.ask(), (True, ("ao", [])))

    def test_a_systemd_that_hangs_delays_little(self):
        self.systemd(None)
        start = time.monotonic()
        self.assertEqual(self.ask(), (True, ("ao", [])))
        self.assertLess(time.monotonic() - start, 10)


if __name__ == "__main__":
    unittest.main(verbosity=2)
