#include "keychain_crypto.h"

// Macros of libcrypto that Swift can't import.

void keychain_crypto_free(void *memory) { OPENSSL_free(memory); }

void keychain_crypto_clear_free(void *memory, size_t count) {
    OPENSSL_clear_free(memory, count);
}

bool keychain_pem_is_at_end(void) {
    unsigned long error = ERR_peek_last_error();
    return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
}

int keychain_pkey_public(void) { return EVP_PKEY_PUBLIC_KEY; }

int keychain_pkey_pair(void) { return EVP_PKEY_KEYPAIR; }

// ParameterList in SwiftKeychainPKI allocates five words.
_Static_assert(sizeof(OSSL_PARAM) == 5 * sizeof(size_t), "a parameter has five words");

void keychain_parameter_text(void *parameter, const char *name, const char *text) {
    *(OSSL_PARAM *)parameter = OSSL_PARAM_construct_utf8_string(name, (char *)text, 0);
}

void keychain_parameter_octets(void *parameter, const char *name, void *octets, size_t count) {
    *(OSSL_PARAM *)parameter = OSSL_PARAM_construct_octet_string(name, octets, count);
}

void keychain_parameter_integer(void *parameter, const char *name, void *octets, size_t count) {
    *(OSSL_PARAM *)parameter = OSSL_PARAM_construct_BN(name, octets, count);
}
