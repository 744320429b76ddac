// SPDX-License-Identifier: Apache-2.0
#pragma once
#if !__has_include(<openssl/evp.h>)
#error "swift-keychain needs OpenSSL: apt-get install libssl-dev, or dnf install openssl-devel; Docs/reference/install.md lists all packages"
#endif
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

/// Returns the file name of the libcrypto whose headers were compiled.
const char *keychain_crypto_library(void);

/// Returns a function of the libcrypto that is linked into the program; NULL where none is.
void *keychain_crypto_linked(const char *name);

/// Returns whether an error of libcrypto is that a PEM file has no further block.
bool keychain_is_end_of_pem(unsigned long error);

/// Returns the selection of a key's public half (EVP_PKEY_PUBLIC_KEY).
int keychain_pkey_public(void);

/// Returns the selection of both halves of a key (EVP_PKEY_KEYPAIR).
int keychain_pkey_pair(void);

/// Fills a parameter (OSSL_PARAM) with a text that ends in a zero byte and must outlive it.
void keychain_parameter_text(void *parameter, const char *name, const char *text);

/// Fills a parameter with octets, which must outlive it.
void keychain_parameter_octets(void *parameter, const char *name, void *octets, size_t count);

/// Fills a parameter with an unsigned integer, or with space for one, lowest byte first.
void keychain_parameter_integer(void *parameter, const char *name, void *octets, size_t count);
