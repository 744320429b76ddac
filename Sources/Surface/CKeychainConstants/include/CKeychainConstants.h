// SPDX-License-Identifier: Apache-2.0
// The string constants of the C headers; Swift finds them by their symbols (StringConstants.swift).
#ifndef CKEYCHAIN_CONSTANTS_H
#define CKEYCHAIN_CONSTANTS_H

// Returns the address of the first constant; they lie side by side.
const void *keychain_first_constant(void);

// Returns the number of constants.
long keychain_constants_count(void);

// Returns the size of a constant in bytes.
long keychain_constant_size(void);

// Return dictionaries and arrays of Core Foundation that retain their objects; the caller releases them.
const void *keychain_dictionary(const void **keys, const void **values, long count);
const void *keychain_array(const void **values, long count);

// Returns the null object of Core Foundation, which is never released.
const void *keychain_null(void);

// Returns the main queue, which the headers of Dispatch return in an inline function.
const void *keychain_main_queue(void);

// Copy and release a block. Swift may not name these functions of its own runtime.
void *keychain_block_copy(const void *block);
void keychain_block_release(const void *block);

#endif
