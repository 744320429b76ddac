// SPDX-License-Identifier: Apache-2.0
// Stores a password, finds it and prints it.
#include <Security/Security.h>
#include <stdio.h>

int main(void) {
    const void *keys[] = {kSecClass, kSecAttrService, kSecAttrAccount, kSecValueData};
    CFDataRef secret = CFDataCreate(NULL, (const UInt8 *)"secret", 6);
    const void *values[] = {kSecClassGenericPassword, CFSTR("mail"), CFSTR("ann"), secret};
    CFDictionaryRef item = CFDictionaryCreate(
        NULL, keys, values, 4, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    SecItemDelete(item);
    OSStatus status = SecItemAdd(item, NULL);
    CFRelease(item);
    CFRelease(secret);
    if (status != errSecSuccess) return 1;

    keys[3] = kSecReturnData;
    values[3] = kCFBooleanTrue;
    CFDictionaryRef query = CFDictionaryCreate(
        NULL, keys, values, 4, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFTypeRef found = NULL;
    status = SecItemCopyMatching(query, &found);
    CFRelease(query);
    if (status != errSecSuccess) return 2;
    printf("%.*s\n", (int)CFDataGetLength(found), (const char *)CFDataGetBytePtr(found));
    CFRelease(found);
    return 0;
}
