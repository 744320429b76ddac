#pragma once
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/obj_mac.h>
#include <openssl/objects.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <stdbool.h>

// Macros of libcrypto that Swift does not see.

/// Frees memory that libcrypto gave out.
static inline void keychain_crypto_free(void *memory) { OPENSSL_free(memory); }

/// Frees memory that libcrypto gave out, after wiping it.
static inline void keychain_crypto_clear_free(void *memory, size_t count) {
    OPENSSL_clear_free(memory, count);
}

/// Returns true when the last error of libcrypto is that a PEM file has no further block.
static inline bool keychain_pem_is_at_end(void) {
    unsigned long error = ERR_peek_last_error();
    return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
}

/// Selects the public half of a key (EVP_PKEY_PUBLIC_KEY).
static inline int keychain_pkey_public(void) { return EVP_PKEY_PUBLIC_KEY; }

/// Selects both halves of a key (EVP_PKEY_KEYPAIR).
static inline int keychain_pkey_pair(void) { return EVP_PKEY_KEYPAIR; }
