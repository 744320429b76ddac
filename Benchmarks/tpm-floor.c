// SPDX-License-Identifier: Apache-2.0
// The lower bound for a signature by a key in a TPM: the calls of ESYS that it needs, and nothing else. Scripts/bench
// makes a library of it, which keychain-bench loads.
//
//     cc -O2 -shared -fPIC -o tpm-floor.so tpm-floor.c -ltss2-esys -ltss2-tctildr
#include <stdlib.h>
#include <tss2/tss2_esys.h>
#include <tss2/tss2_tctildr.h>

#define NONE ESYS_TR_NONE, ESYS_TR_NONE
#define TRY(call)                                                                                                      \
    if ((call) != TSS2_RC_SUCCESS)                                                                                     \
    return 0

static const TPM2B_PUBLIC parent_template = {
    .publicArea = {
        .type = TPM2_ALG_ECC,
        .nameAlg = TPM2_ALG_SHA256,
        .objectAttributes = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN |
                            TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA | TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT,
        .parameters.eccDetail = {.symmetric = {.algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB},
                                 .scheme.scheme = TPM2_ALG_NULL,
                                 .curveID = TPM2_ECC_NIST_P256,
                                 .kdf.scheme = TPM2_ALG_NULL},
        .unique.ecc = {.x.size = 32, .y.size = 32},
    }};

static const TPM2B_PUBLIC key_template = {
    .publicArea = {
        .type = TPM2_ALG_ECC,
        .nameAlg = TPM2_ALG_SHA256,
        .objectAttributes = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN |
                            TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA | TPMA_OBJECT_SIGN_ENCRYPT |
                            TPMA_OBJECT_DECRYPT,
        .parameters.eccDetail = {.symmetric.algorithm = TPM2_ALG_NULL,
                                 .scheme.scheme = TPM2_ALG_NULL,
                                 .curveID = TPM2_ECC_NIST_P256,
                                 .kdf.scheme = TPM2_ALG_NULL},
    }};

// Signs once on a connection of its own, with a key that the first call makes. Returns 0 after a failure.
int tpm_floor_sign(const char *tcti_string) {
    static TPM2B_PUBLIC *public_area;
    static TPM2B_PRIVATE *private_area;
    static const TPM2B_SENSITIVE_CREATE sensitive = {.sensitive.userAuth = {.size = 32, .buffer = {1}}};
    static const TPM2B_SENSITIVE_CREATE no_auth;
    static const TPM2B_DATA nothing;
    static const TPML_PCR_SELECTION registers;
    TSS2_TCTI_CONTEXT *tcti;
    ESYS_CONTEXT *esys;
    ESYS_TR parent, session, key;
    TRY(Tss2_TctiLdr_Initialize(tcti_string, &tcti));
    TRY(Esys_Initialize(&esys, tcti, NULL));
    TRY(Esys_CreatePrimary(esys, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, NONE, &no_auth, &parent_template, &nothing,
                           &registers, &parent, NULL, NULL, NULL, NULL));
    TPMT_SYM_DEF cipher = {.algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB};
    TRY(Esys_StartAuthSession(esys, parent, ESYS_TR_NONE, NONE, ESYS_TR_NONE, NULL, TPM2_SE_HMAC, &cipher,
                              TPM2_ALG_SHA256, &session));
    TRY(Esys_TRSess_SetAttributes(
        esys, session, TPMA_SESSION_CONTINUESESSION | TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT, 0xff));
    if (!public_area) {
        TRY(Esys_Create(esys, parent, session, NONE, &sensitive, &key_template, &nothing, &registers, &private_area,
                        &public_area, NULL, NULL, NULL));
    }
    TRY(Esys_Load(esys, parent, session, NONE, private_area, public_area, &key));
    TRY(Esys_TR_SetAuth(esys, key, &sensitive.sensitive.userAuth));
    static const TPM2B_DIGEST digest = {.size = 32, .buffer = {7}};
    TPMT_SIG_SCHEME scheme = {.scheme = TPM2_ALG_ECDSA, .details.ecdsa.hashAlg = TPM2_ALG_SHA256};
    TPMT_TK_HASHCHECK ticket = {.tag = TPM2_ST_HASHCHECK, .hierarchy = TPM2_RH_NULL};
    TPMT_SIGNATURE *signature;
    TRY(Esys_Sign(esys, key, session, NONE, &digest, &scheme, &ticket, &signature));
    Esys_Free(signature);
    TRY(Esys_FlushContext(esys, key));
    TRY(Esys_FlushContext(esys, session));
    TRY(Esys_FlushContext(esys, parent));
    Esys_Finalize(&esys);
    Tss2_TctiLdr_Finalize(&tcti);
    return 1;
}
