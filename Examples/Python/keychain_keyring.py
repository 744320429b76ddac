# SPDX-License-Identifier: Apache-2.0
"""A backend of the package keyring that keeps passwords in the keychain, through libSecurity and ctypes.

    keyring -b keychain_keyring.Keyring set mail ann
"""

import ctypes
import ctypes.util

from keyring.backend import KeyringBackend
from keyring.errors import KeyringError, PasswordDeleteError

# The functions of Core Foundation are found through libSecurity, which is linked with them.
library = ctypes.CDLL(ctypes.util.find_library("Security") or "libSecurity.so.1")


def function(name, result, *arguments):
    found = getattr(library, name)
    found.restype, found.argtypes = result, arguments
    return found


pointer, index, status = ctypes.c_void_p, ctypes.c_long, ctypes.c_int32
data_create = function("CFDataCreate", pointer, pointer, ctypes.c_char_p, index)
data_bytes = function("CFDataGetBytePtr", pointer, pointer)
data_length = function("CFDataGetLength", index, pointer)
string_create = function("CFStringCreateWithBytes", pointer, pointer, ctypes.c_char_p, index, ctypes.c_uint32, ctypes.c_ubyte)
dictionary_create = function(
    "CFDictionaryCreate", pointer, pointer, ctypes.POINTER(pointer), ctypes.POINTER(pointer), index, pointer, pointer)
release = function("CFRelease", None, pointer)
item_add = function("SecItemAdd", status, pointer, pointer)
item_update = function("SecItemUpdate", status, pointer, pointer)
item_find = function("SecItemCopyMatching", status, pointer, ctypes.POINTER(pointer))
item_delete = function("SecItemDelete", status, pointer)

KEYS = ctypes.addressof(ctypes.c_char.in_dll(library, "kCFTypeDictionaryKeyCallBacks"))
VALUES = ctypes.addressof(ctypes.c_char.in_dll(library, "kCFTypeDictionaryValueCallBacks"))
NOT_FOUND, DUPLICATE = -25300, -25299


def constant(name):
    return pointer.in_dll(library, name)


def create(value):
    """Makes an object that the caller must release; None for a constant, which has no owner."""
    if isinstance(value, pointer):
        return None
    if isinstance(value, bytes):
        return data_create(None, value, len(value))
    text = value.encode()
    return string_create(None, text, len(text), 0x08000100, 0)


class Dictionary:
    """A dictionary of Core Foundation, released at the end of a `with`."""

    def __init__(self, **entries):
        keys = [constant(name) for name in entries]
        created = [create(value) for value in entries.values()]
        values = [one or value for one, value in zip(created, entries.values())]
        count = len(keys)
        self.pointer = dictionary_create(None, (pointer * count)(*keys), (pointer * count)(*values), count, KEYS, VALUES)
        for one in filter(None, created):
            release(one)

    def __enter__(self):
        return self.pointer

    def __exit__(self, *_):
        release(self.pointer)


def item(service, username, **more):
    return Dictionary(
        kSecClass=constant("kSecClassGenericPassword"), kSecAttrService=service, kSecAttrAccount=username, **more)


def check(code, error=KeyringError):
    if code:
        raise error(f"the keychain returns the status {code}")


class Keyring(KeyringBackend):
    priority = 5

    def set_password(self, service, username, password):
        with item(service, username, kSecValueData=password.encode()) as new:
            code = item_add(new, None)
        if code == DUPLICATE:
            with item(service, username) as query, Dictionary(kSecValueData=password.encode()) as change:
                code = item_update(query, change)
        check(code)

    def get_password(self, service, username):
        found = pointer()
        with item(service, username, kSecReturnData=constant("kCFBooleanTrue")) as query:
            code = item_find(query, ctypes.byref(found))
        if code == NOT_FOUND:
            return None
        check(code)
        password = ctypes.string_at(data_bytes(found), data_length(found)).decode()
        release(found)
        return password

    def delete_password(self, service, username):
        with item(service, username) as query:
            check(item_delete(query), PasswordDeleteError)
