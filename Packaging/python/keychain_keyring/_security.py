# SPDX-License-Identifier: Apache-2.0
"""The calls of libSecurity that passwords need, through ctypes."""

import ctypes
import functools

pointer, index, status = ctypes.c_void_p, ctypes.c_long, ctypes.c_int32
_UTF8 = 0x08000100  # kCFStringEncodingUTF8

NOT_FOUND, DUPLICATE, INTERACTION_NOT_ALLOWED = -25300, -25299, -25308


class Error(Exception):
    """A status of the keychain, with its message."""

    def __init__(self, code):
        self.code = code
        text = load().SecCopyErrorMessageString(code, None)
        super().__init__(_text(text) if text else f"status {code}")
        if text:
            load().CFRelease(text)


# The functions of Core Foundation are found through libSecurity, which is linked with them.
_FUNCTIONS = {
    "CFDataCreate": (pointer, pointer, ctypes.c_char_p, index),
    "CFDataGetBytePtr": (pointer, pointer),
    "CFDataGetLength": (index, pointer),
    "CFDataGetTypeID": (ctypes.c_ulong,),
    "CFDictionaryCreate": (
        pointer, pointer, ctypes.POINTER(pointer), ctypes.POINTER(pointer), index, pointer, pointer),
    "CFDictionaryGetValue": (pointer, pointer, pointer),
    "CFGetTypeID": (ctypes.c_ulong, pointer),
    "CFRelease": (None, pointer),
    "CFStringCreateExternalRepresentation": (pointer, pointer, pointer, ctypes.c_uint32, ctypes.c_ubyte),
    "CFStringCreateWithBytes": (pointer, pointer, ctypes.c_char_p, index, ctypes.c_uint32, ctypes.c_ubyte),
    "SecCopyErrorMessageString": (pointer, status, pointer),
    "SecItemAdd": (status, pointer, pointer),
    "SecItemCopyMatching": (status, pointer, ctypes.POINTER(pointer)),
    "SecItemDelete": (status, pointer),
    "SecItemUpdate": (status, pointer, pointer),
}


@functools.lru_cache(maxsize=None)
def load():
    """Returns the library.

    Raises OSError if it isn't installed.
    """
    library = ctypes.CDLL("libSecurity.so.1")
    for name, (result, *arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _constant(name):
    return pointer.in_dll(load(), name)


def _bytes(data):
    return ctypes.string_at(load().CFDataGetBytePtr(data), load().CFDataGetLength(data))


def _text(value):
    """Returns a string, or data that is a string in UTF-8, as text."""
    if load().CFGetTypeID(value) == load().CFDataGetTypeID():
        return _bytes(value).decode(errors="replace")
    data = load().CFStringCreateExternalRepresentation(None, value, _UTF8, ord("?"))
    try:
        return _bytes(data).decode()
    finally:
        load().CFRelease(data)


class _Dictionary:
    """A dictionary of Core Foundation, released at the end of a `with`."""

    def __init__(self, entries):
        library = load()
        created = []
        values = []
        for value in entries.values():
            if isinstance(value, bytes):
                created.append(library.CFDataCreate(None, value, len(value)))
                values.append(created[-1])
            elif isinstance(value, str):
                text = value.encode()
                created.append(library.CFStringCreateWithBytes(None, text, len(text), _UTF8, 0))
                values.append(created[-1])
            else:
                values.append(value)
        keys = [_constant(name) for name in entries]
        callbacks = [
            ctypes.addressof(ctypes.c_char.in_dll(library, f"kCFTypeDictionary{kind}CallBacks")) for kind in ("Key", "Value")]
        self.pointer = library.CFDictionaryCreate(
            None, (pointer * len(keys))(*keys), (pointer * len(keys))(*values), len(keys), *callbacks)
        for value in created:
            library.CFRelease(value)

    def __enter__(self):
        return self.pointer

    def __exit__(self, *_):
        load().CFRelease(self.pointer)


def _password(service, account, **more):
    entries = {"kSecClass": _constant("kSecClassGenericPassword"), "kSecAttrService": service, **more}
    if account is not None:
        entries["kSecAttrAccount"] = account
    return _Dictionary(entries)


def _check(code):
    if code:
        raise Error(code)


def _matching(service, account, *returned):
    """Returns what is asked of the first password that matches, to release."""
    found = pointer()
    true = _constant("kCFBooleanTrue")
    with _password(service, account, **dict.fromkeys(returned, true)) as query:
        _check(load().SecItemCopyMatching(query, ctypes.byref(found)))
    return found


def find(service, account):
    """Returns the account and the secret of a password; of any account for None."""
    found = _matching(service, account, "kSecReturnData", "kSecReturnAttributes")
    try:
        name = load().CFDictionaryGetValue(found, _constant("kSecAttrAccount"))
        secret = load().CFDictionaryGetValue(found, _constant("kSecValueData"))
        return _text(name) if name else "", _bytes(secret) if secret else b""
    finally:
        load().CFRelease(found)


def _found(service, account):
    """Returns a query for the password that `find` returns.

    Programs on the Secret Service store others with the same service and account.
    """
    reference = _matching(service, account, "kSecReturnPersistentRef")
    try:
        return _Dictionary({"kSecValuePersistentRef": _bytes(reference)})
    finally:
        load().CFRelease(reference)


def put(service, account, secret):
    """Changes a password, or adds it."""
    while True:
        try:
            # First, because another program may have made it in another way, with the same service and account.
            with _found(service, account) as query, _Dictionary({"kSecValueData": secret}) as change:
                return _check(load().SecItemUpdate(query, change))
        except Error as error:
            if error.code != NOT_FOUND:
                raise
        with _password(service, account, kSecValueData=secret) as item:
            code = load().SecItemAdd(item, None)
        # Another process added it meanwhile.
        if code != DUPLICATE:
            return _check(code)


def delete(service, account):
    """Deletes the password that `find` returns."""
    with _found(service, account) as query:
        _check(load().SecItemDelete(query))
