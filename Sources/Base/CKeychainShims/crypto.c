// SPDX-License-Identifier: Apache-2.0
#include "keychain_crypto.h"
#include <string.h>

// Macros of libcrypto that Swift can't import. Nothing here calls libcrypto, which is not linked.

const char *keychain_crypto_library(void) {
    return "libcrypto.so." OPENSSL_MSTR(OPENSSL_SHLIB_VERSION);
}

// Scripts/build-static links a table of the functions, which ends in an entry without a name, and
// libcrypto itself into the static command.
struct keychain_crypto_entry {
    const char *name;
    void *function;
};
extern const struct keychain_crypto_entry keychain_crypto_table[] __attribute__((weak));

void *keychain_crypto_linked(const char *name) {
    const struct keychain_crypto_entry *entry = keychain_crypto_table;
    for (; entry && entry->name; entry++) {
        if (strcmp(entry->name, name) == 0) return entry->function;
    }
    return NULL;
}

bool keychain_is_end_of_pem(unsigned long error) {
    return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
}

int keychain_pkey_public(void) { return EVP_PKEY_PUBLIC_KEY; }

int keychain_pkey_pair(void) { return EVP_PKEY_KEYPAIR; }

// ParameterList in SwiftKeychainPKI allocates five words.
_Static_assert(sizeof(OSSL_PARAM) == 5 * sizeof(size_t), "a parameter has five words");

void keychain_parameter_text(void *parameter, const char *name, const char *text) {
    *(OSSL_PARAM *)parameter =
        (OSSL_PARAM)OSSL_PARAM_utf8_string(name, (char *)text, strlen(text));
}

void keychain_parameter_octets(void *parameter, const char *name, void *octets, size_t count) {
    *(OSSL_PARAM *)parameter = (OSSL_PARAM)OSSL_PARAM_octet_string(name, octets, count);
}

void keychain_parameter_integer(void *parameter, const char *name, void *octets, size_t count) {
    *(OSSL_PARAM *)parameter = (OSSL_PARAM)OSSL_PARAM_BN(name, octets, count);
}
