// SPDX-License-Identifier: Apache-2.0
// Calls in a child process, with what it inherited and with its own.
#include "program.h"
#include <sys/wait.h>
#include <unistd.h>

static void run(void) {
    CFDataRef secret = data("hunter2");
    CFMutableDictionaryRef query =
        dictionary(kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("fork"), kSecValueData, secret, NULL);
    SUCCEED(SecItemAdd(query, NULL));
    SecKeyRef key = random_key(kSecAttrKeyTypeECSECPrimeRandom, 256);
    SecKeyRef public = SecKeyCopyPublicKey(key);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        alarm(60);
        CFTypeRef found = NULL;
        STATUS(SecItemAdd(query, NULL), errSecDuplicateItem);
        CFDictionaryRemoveValue(query, kSecValueData);
        CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
        SUCCEED(SecItemCopyMatching(query, &found));
        CHECK(holds((CFDataRef)found, "hunter2"));
        STATUS(SecItemCopyMatching(NULL, &found), errSecParam);
        // A private key in memory is in the child too.
        CFErrorRef error = NULL;
        CFDataRef signature = SecKeyCreateSignature(key, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, secret, &error);
        CHECK(IS(signature, CFData) && error == NULL);
        CHECK(SecKeyVerifySignature(public, kSecKeyAlgorithmECDSASignatureMessageX962SHA256, secret, signature, NULL));
        CFDataRef exported = SecKeyCopyExternalRepresentation(key, &error);
        CHECK(IS(exported, CFData) && error == NULL);
        CFRelease(exported), CFRelease(signature);
        SecKeyRef own = random_key(kSecAttrKeyTypeECSECPrimeRandom, 256);
        CFRelease(own);
        CFRelease(key);
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CFDictionaryRemoveValue(query, kSecValueData);
    SUCCEED(SecItemDelete(query));
    drop(public), drop(key), drop(query), drop(secret);
}
