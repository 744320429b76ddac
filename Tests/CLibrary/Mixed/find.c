// SPDX-License-Identifier: Apache-2.0
// Finds what the Swift half of the program stored, and compares the constants of both.
#include <Security/Security.h>

int find_in_c(const void *swift_constant, const void *policy) {
    const void *keys[] = {kSecClass, kSecAttrService, kSecReturnData};
    const void *values[] = {kSecClassGenericPassword, CFSTR("mixed"), kCFBooleanTrue};
    CFDictionaryRef query = CFDictionaryCreate(
        NULL, keys, values, 3, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFTypeRef found = NULL;
    OSStatus status = SecItemCopyMatching(query, &found);
    CFRelease(query);
    if (status != errSecSuccess) return 1;
    CFIndex length = CFDataGetLength(found);
    CFRelease(found);
    if (length != 7 || !CFEqual(swift_constant, kSecClass) || CFHash(swift_constant) != CFHash(kSecClass)) return 2;
    // A reference of Swift is one of C.
    if (CFGetTypeID(policy) != SecPolicyGetTypeID()) return 3;
    CFDictionaryRef properties = SecPolicyCopyProperties((SecPolicyRef)policy);
    if (!properties) return 4;
    CFRelease(properties);
    return 0;
}
