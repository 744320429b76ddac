# SPDX-License-Identifier: Apache-2.0
"""A backend of the package keyring that keeps passwords in the keychain of swift-keychain.

It needs no bus, no daemon and no display. Its passwords are the generic passwords that `security find-generic-password`
shows, with the service and the user's name as service and account, as on macOS.
"""

from keyring.backend import KeyringBackend
from keyring.credentials import SimpleCredential
from keyring.errors import KeyringError, KeyringLocked, PasswordDeleteError, PasswordSetError

from . import _security


class _Priority:
    def __get__(self, instance, owner):
        try:
            _security.load()
        except OSError as error:
            raise RuntimeError(f"install the package libsecurity1: {error}") from None
        # After the Secret Service and KWallet, where these are, and before backends that use files.
        return 4.5


def _failure(error, kind):
    if error.code == _security.INTERACTION_NOT_ALLOWED:
        return KeyringLocked("the keychain is locked: security unlock-keychain")
    return kind(str(error))


class Keyring(KeyringBackend):
    """The keychain of swift-keychain."""

    priority = _Priority()

    def set_password(self, service, username, password):
        try:
            _security.put(service, username or "", password.encode())
        except _security.Error as error:
            raise _failure(error, PasswordSetError) from None
        except UnicodeEncodeError:
            raise PasswordSetError("not text") from None

    def get_password(self, service, username):
        found = self._find(service, username or "")
        return found and found.password

    def get_credential(self, service, username):
        """Returns the password of a user, or of any user for None."""
        return self._find(service, username)

    def _find(self, service, username):
        try:
            name, secret = _security.find(service, username)
        except _security.Error as error:
            if error.code == _security.NOT_FOUND:
                return None
            raise _failure(error, KeyringError) from None
        except UnicodeEncodeError:
            raise KeyringError("not text") from None
        try:
            return SimpleCredential(name, secret.decode())
        except UnicodeDecodeError:
            raise KeyringError("the password isn't text") from None

    def delete_password(self, service, username):
        try:
            _security.delete(service, username or "")
        except _security.Error as error:
            raise _failure(error, PasswordDeleteError) from None
        except UnicodeEncodeError:
            raise PasswordDeleteError("not text") from None
