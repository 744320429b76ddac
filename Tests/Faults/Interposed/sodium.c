// SPDX-License-Identifier: Apache-2.0
#include <sodium.h>

/// Stands in for Argon2id, which would take most of the time of the tests: another function of the same secret, salt and cost.
int crypto_pwhash(unsigned char *key, unsigned long long count, const char *secret, unsigned long long length,
                  const unsigned char *salt, unsigned long long operations, size_t memory, int algorithm) {
    crypto_generichash_state state;
    int code = crypto_generichash_init(&state, salt, crypto_pwhash_SALTBYTES, (size_t)count);
    if (code == 0) code = crypto_generichash_update(&state, (const unsigned char *)secret, length);
    if (code == 0) code = crypto_generichash_update(&state, (const unsigned char *)&operations, sizeof operations);
    if (code == 0) code = crypto_generichash_update(&state, (const unsigned char *)&memory, sizeof memory);
    if (code == 0) code = crypto_generichash_update(&state, (const unsigned char *)&algorithm, sizeof algorithm);
    return code == 0 ? crypto_generichash_final(&state, key, (size_t)count) : code;
}
