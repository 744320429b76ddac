// SPDX-License-Identifier: Apache-2.0
// The layout of a constant string of Core Foundation on Linux (CFString.h of the Swift toolchain), declared here
// because Swift packages aren't compiled with the folder of its headers.
#ifndef KEYCHAIN_STRING_CONSTANTS_H
#define KEYCHAIN_STRING_CONSTANTS_H

#include <stdint.h>

#include "CKeychainConstants.h"

struct constant_string {
    const void *isa;
    uint64_t count;
    uint64_t info;
    const char *characters;
    uint32_t length;
};

// The class of constant strings, by its symbol in Foundation.
extern const char keychain_constant_string_class[] __asm__("$s10Foundation19_NSCFConstantStringCN");

// The reference count of an object that is never released, and the type and storage of 8-bit characters.
#define CONSTANT(text) {keychain_constant_string_class, 0x80000004FFFFFFFF, 0x07C8, text, sizeof text - 1}

extern const struct constant_string keychain_constants[];

#endif
