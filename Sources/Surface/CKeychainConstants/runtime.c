// SPDX-License-Identifier: Apache-2.0
// What Swift can't call without importing the Clang modules: dictionaries and arrays with the callbacks of Core
// Foundation, and blocks.
#include "CKeychainConstants.h"

extern const char kCFTypeDictionaryKeyCallBacks, kCFTypeDictionaryValueCallBacks, kCFTypeArrayCallBacks;

const void *CFDictionaryCreate(
    const void *allocator, const void **keys, const void **values, long count, const void *key_callbacks,
    const void *value_callbacks);
const void *CFArrayCreate(const void *allocator, const void **values, long count, const void *callbacks);

const void *keychain_dictionary(const void **keys, const void **values, long count) {
    return CFDictionaryCreate(
        0, keys, values, count, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
}

const void *keychain_array(const void **values, long count) {
    return CFArrayCreate(0, values, count, &kCFTypeArrayCallBacks);
}

extern const void *const kCFNull;

const void *keychain_null(void) { return kCFNull; }

void *_Block_copy(const void *block);
void _Block_release(const void *block);

void *keychain_block_copy(const void *block) { return _Block_copy(block); }

void keychain_block_release(const void *block) { _Block_release(block); }

extern const char _dispatch_main_q;

const void *keychain_main_queue(void) { return &_dispatch_main_q; }
