// SPDX-License-Identifier: Apache-2.0
// Keys: generation, signatures, encryption, key exchange, wrapping, and the older calls over plain memory.
#include "program.h"

static void elliptic(void) {
    CFErrorRef error = NULL;
    CFDataRef message = data("message");
    SecKeyRef key = random_key(kSecAttrKeyTypeECSECPrimeRandom, 256), other = random_key(kSecAttrKeyTypeECSECPrimeRandom, 256);
    SecKeyRef public = SecKeyCopyPublicKey(key), peer = SecKeyCopyPublicKey(other);
    CHECK(IS(public, SecKey) && !CFEqual(key, public) && SecKeyGetBlockSize(key) == 32);
    CHECK(SecKeyIsAlgorithmSupported(key, kSecKeyOperationTypeSign, kSecKeyAlgorithmECDSASignatureMessageX962SHA256));
    CHECK(!SecKeyIsAlgorithmSupported(key, kSecKeyOperationTypeSign, kSecKeyAlgorithmRSASignatureRaw));
    CFDataRef signature = SecKeyCreateSignature(key, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, message, &error);
    CHECK(IS(signature, CFData) && !error);
    CHECK(SecKeyVerifySignature(public, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, message, signature, &error) && !error);
    CHECK(!SecKeyVerifySignature(public, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, signature, signature, &error));
    CHECK(IS(error, CFError) && CFErrorGetCode(error) == errSecVerifyFailed);
    CFStringRef text = CFErrorCopyDescription(error);
    CHECK(IS(text, CFString) && CFEqual(CFErrorGetDomain(error), CFSTR("NSOSStatusErrorDomain")));
    CFDictionaryRef info = CFErrorCopyUserInfo(error);
    CHECK(IS(info, CFDictionary));
    drop(info), drop(text), drop(error), error = NULL;
    CHECK(!SecKeyVerifySignature(public, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, signature, signature, NULL));

    CFDataRef bytes = SecKeyCopyExternalRepresentation(key, &error);
    CFDictionaryRef attributes = SecKeyCopyAttributes(key);
    CHECK(IS(bytes, CFData) && IS(attributes, CFDictionary));
    CHECK(CFEqual(CFDictionaryGetValue(attributes, kSecAttrKeyType), kSecAttrKeyTypeECSECPrimeRandom));
    SecKeyRef again = SecKeyCreateWithData(bytes, attributes, &error);
    CHECK(IS(again, SecKey) && again != key && CFEqual(again, key) && CFHash(again) == CFHash(key));
    CHECK(!SecKeyCreateWithData(message, attributes, &error) && IS(error, CFError));
    drop(error), error = NULL;

    CFDictionaryRef nothing = dictionary(NULL);
    CFDataRef shared = SecKeyCopyKeyExchangeResult(key, kSecKeyAlgorithmECDHKeyExchangeStandard, peer, nothing, &error);
    CFDataRef same = SecKeyCopyKeyExchangeResult(other, kSecKeyAlgorithmECDHKeyExchangeStandard, public, nothing, &error);
    CHECK(IS(shared, CFData) && CFEqual(shared, same));
    CFDataRef sealed =
        SecKeyCreateEncryptedData(public, kSecKeyAlgorithmECIESEncryptionCofactorX963SHA256AESGCM, message, &error);
    CHECK(IS(sealed, CFData));
    CFDataRef opened = SecKeyCreateDecryptedData(key, kSecKeyAlgorithmECIESEncryptionCofactorX963SHA256AESGCM, sealed, &error);
    CHECK(holds(opened, "message"));
    CHECK(!SecKeyCreateDecryptedData(other, kSecKeyAlgorithmECIESEncryptionCofactorX963SHA256AESGCM, sealed, &error) && error);
    drop(error), drop(opened), drop(sealed), drop(same), drop(shared), drop(nothing), drop(again), drop(attributes);
    drop(bytes), drop(signature), drop(peer), drop(public), drop(other), drop(key), drop(message);
}

static void plain_memory(void) {
    SecKeyRef key = (SecKeyRef)imported("unit.key");
    CHECK(IS(key, SecKey));
    SecKeyRef public = SecKeyCopyPublicKey(key);
    uint8_t digest[32] = {5}, signature[512], sealed[512], opened[512];
    size_t count = sizeof signature;
    SUCCEED(SecKeyRawSign(key, kSecPaddingPKCS1SHA256, digest, sizeof digest, signature, &count));
    CHECK(count == SecKeyGetBlockSize(key));
    SUCCEED(SecKeyRawVerify(public, kSecPaddingPKCS1SHA256, digest, sizeof digest, signature, count));
    digest[0] = 6;
    STATUS(SecKeyRawVerify(public, kSecPaddingPKCS1SHA256, digest, sizeof digest, signature, count), errSecVerifyFailed);
    size_t sealed_count = sizeof sealed, opened_count = sizeof opened;
    SUCCEED(SecKeyEncrypt(public, kSecPaddingOAEP, digest, sizeof digest, sealed, &sealed_count));
    SUCCEED(SecKeyDecrypt(key, kSecPaddingOAEP, sealed, sealed_count, opened, &opened_count));
    CHECK(opened_count == sizeof digest && !memcmp(opened, digest, opened_count));
    size_t small = 3;
    CHECK(SecKeyEncrypt(public, kSecPaddingOAEP, digest, sizeof digest, sealed, &small) != errSecSuccess);
    drop(public), drop(key);
}

static void pairs(void) {
    CFNumberRef size = number(256);
    CFDataRef tag = data("tag");
    CFDictionaryRef kept = dictionary(kSecAttrIsPermanent, kCFBooleanTrue, kSecAttrApplicationTag, tag, NULL);
    CFDictionaryRef parameters = dictionary(
        kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits, size, kSecPrivateKeyAttrs, kept, NULL);
    SecKeyRef public = NULL, private = NULL;
    SUCCEED(SecKeyGeneratePair(parameters, &public, &private));
    CHECK(IS(public, SecKey) && IS(private, SecKey));
    CFDictionaryRef query = dictionary(
        kSecClass, kSecClassKey, kSecAttrApplicationTag, tag, kSecReturnRef, kCFBooleanTrue, NULL);
    CFTypeRef found = NULL;
    SUCCEED(SecItemCopyMatching(query, &found));
    CHECK(IS(found, SecKey) && CFEqual(found, private));
    SUCCEED(SecItemDelete(query));
    drop(found), drop(query), drop(private), drop(public), drop(parameters), drop(kept), drop(tag), drop(size);
}

static void symmetric(void) {
    CFErrorRef error = NULL;
    CFNumberRef size = number(256);
    CFDictionaryRef parameters = dictionary(kSecAttrKeyType, kSecAttrKeyTypeAES, kSecAttrKeySizeInBits, size, NULL);
    SecKeyRef key = SecKeyGenerateSymmetric(parameters, &error), wrapping = SecKeyGenerateSymmetric(parameters, &error);
    CHECK(IS(key, SecKey) && IS(wrapping, SecKey) && !CFEqual(key, wrapping));
    CFDictionaryRef nothing = dictionary(NULL);
    CFDataRef wrapped = SecKeyWrapSymmetric(key, wrapping, nothing, &error);
    if (!wrapped) CFShow(error);
    CHECK(IS(wrapped, CFData));
    SecKeyRef unwrapped = SecKeyUnwrapSymmetric(&wrapped, wrapping, parameters, &error);
    CHECK(IS(unwrapped, SecKey) && CFEqual(unwrapped, key) && IS(wrapped, CFData));
    drop(unwrapped), drop(wrapped), drop(nothing), drop(wrapping), drop(key), drop(parameters), drop(size);
}

static void run(void) {
    elliptic();
    plain_memory();
    pairs();
    symmetric();
}
