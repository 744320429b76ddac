// SPDX-License-Identifier: Apache-2.0
// References that threads share, and calls at the same time.
#include "program.h"
#include <pthread.h>

static SecKeyRef key;
static SecTrustRef trust;
static CFMutableDictionaryRef query;

static void *work(void *context) {
    (void)context;
    CFDataRef message = data("message");
    for (int round = 0; round < 20; round++) {
        CFRetain(key);
        CFDataRef signature = SecKeyCreateSignature(key, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, message, NULL);
        CHECK(IS(signature, CFData));
        CFRelease(signature);
        CFErrorRef error = NULL;
        CHECK(SecTrustEvaluateWithError(trust, &error) || IS(error, CFError));
        drop(error);
        CFArrayRef chain = SecTrustCopyCertificateChain(trust);
        CHECK(IS(chain, CFArray) && SecTrustGetCertificateAtIndex(trust, 0));
        CFRelease(chain);
        CFTypeRef found = NULL;
        SUCCEED(SecItemCopyMatching(query, &found));
        CHECK(holds((CFDataRef)found, "hunter2") && CFHash(key) && CFEqual(key, key));
        CFRelease(found);
        STATUS(SecItemCopyMatching(NULL, &found), errSecParam);
        CFRelease(key);
    }
    CFRelease(message);
    return NULL;
}

static void run(void) {
    CFDataRef secret = data("hunter2");
    query = dictionary(kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("threads"), kSecValueData, secret, NULL);
    SUCCEED(SecItemAdd(query, NULL));
    CFDictionaryRemoveValue(query, kSecValueData);
    CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
    key = random_key(kSecAttrKeyTypeECSECPrimeRandom, 256);
    SecCertificateRef leaf = (SecCertificateRef)imported("server.pem");
    SecPolicyRef policy = SecPolicyCreateBasicX509();
    SUCCEED(SecTrustCreateWithCertificates(leaf, policy, &trust));
    SUCCEED(SecTrustSetNetworkFetchAllowed(trust, false));
    pthread_t threads[4];
    for (int index = 0; index < 4; index++) CHECK(!pthread_create(&threads[index], NULL, work, NULL));
    for (int index = 0; index < 4; index++) CHECK(!pthread_join(threads[index], NULL));
    CFDictionaryRemoveValue(query, kSecReturnData);
    SUCCEED(SecItemDelete(query));
    drop(query), drop(secret), drop(policy), drop(leaf), drop(trust), drop(key);
}
