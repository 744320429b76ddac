// SPDX-License-Identifier: Apache-2.0
// The four calls, and the shapes of their results.
#include "program.h"

static void run(void) {
    CFDataRef secret = data("hunter2"), next = data("hunter3");
    CFStringRef account = CFStringCreateWithCString(NULL, "änn", kCFStringEncodingUTF8);
    CFMutableDictionaryRef query = dictionary(
        kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("mail"), kSecAttrAccount, account, kSecValueData,
        secret, NULL);
    CFTypeRef result = NULL;
    SUCCEED(SecItemAdd(query, NULL));
    STATUS(SecItemAdd(query, NULL), errSecDuplicateItem);
    CFDictionaryRemoveValue(query, kSecValueData);

    // Data.
    CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
    SUCCEED(SecItemCopyMatching(query, &result));
    CHECK(holds((CFDataRef)result, "hunter2"));
    CFRelease(result);
    SUCCEED(SecItemCopyMatching(query, NULL));

    // A dictionary, all of whose values are objects of Core Foundation.
    CFDictionarySetValue(query, kSecReturnAttributes, kCFBooleanTrue);
    CFDictionarySetValue(query, kSecReturnRef, kCFBooleanTrue);
    CFDictionarySetValue(query, kSecReturnPersistentRef, kCFBooleanTrue);
    SUCCEED(SecItemCopyMatching(query, &result));
    CFDictionaryRef found = (CFDictionaryRef)result;
    CHECK(IS(found, CFDictionary));
    const void *value = NULL;
    CHECK(CFDictionaryGetValueIfPresent(found, kSecValueData, &value) && holds((CFDataRef)value, "hunter2"));
    CHECK(CFDictionaryGetValueIfPresent(found, CFSTR("acct"), &value) && CFEqual(value, account));
    CHECK(!CFDictionaryContainsKey(found, kSecAttrComment));
    CHECK(IS(CFDictionaryGetValue(found, kSecAttrCreationDate), CFDate));
    CHECK(IS(CFDictionaryGetValue(found, kSecValuePersistentRef), CFData));
    CHECK(IS(CFDictionaryGetValue(found, kSecAttrSynchronizable), CFNumber));
    value = CFDictionaryGetValue(found, kSecAttrService);
    CHECK(IS(value, CFString) && CFStringGetCStringPtr((CFStringRef)value, kCFStringEncodingUTF8));
    CFMutableDictionaryRef copy = CFDictionaryCreateMutableCopy(NULL, 0, found);
    CHECK(CFEqual(copy, found) && CFHash(copy) == CFHash(found));
    CFRelease(copy);
    CFStringRef description = CFCopyDescription(found);
    CHECK(IS(description, CFString));
    CFRelease(description);
    CFRelease(result);

    // An array.
    CFDictionarySetValue(query, kSecMatchLimit, kSecMatchLimitAll);
    CFDictionaryRemoveValue(query, kSecReturnData);
    SUCCEED(SecItemCopyMatching(query, &result));
    CHECK(IS(result, CFArray) && CFArrayGetCount((CFArrayRef)result) == 1);
    CHECK(IS(CFArrayGetValueAtIndex((CFArrayRef)result, 0), CFDictionary));
    CHECK(CFArrayContainsValue((CFArrayRef)result, CFRangeMake(0, 1), CFArrayGetValueAtIndex((CFArrayRef)result, 0)));
    CFRelease(result);

    CFDictionaryRef change = dictionary(kSecValueData, next, kSecAttrComment, CFSTR("changed"), NULL);
    CFDictionaryRef search = dictionary(kSecClass, kSecClassGenericPassword, kSecAttrAccount, account, NULL);
    SUCCEED(SecItemUpdate(search, change));
    CFDictionaryRef read = dictionary(kSecClass, kSecClassGenericPassword, kSecReturnData, kCFBooleanTrue, NULL);
    SUCCEED(SecItemCopyMatching(read, &result));
    CHECK(holds((CFDataRef)result, "hunter3"));
    CFRelease(result);

    SUCCEED(SecItemDelete(search));
    STATUS(SecItemDelete(search), errSecItemNotFound);
    result = search;
    STATUS(SecItemCopyMatching(read, &result), errSecItemNotFound);
    CHECK(result == search || result == NULL);

    CFStringRef message = SecCopyErrorMessageString(errSecItemNotFound, NULL);
    CHECK(IS(message, CFString) && CFStringGetLength(message) > 10);
    CFRelease(message);
    CFErrorRef error = SecCopyLastError(errSecItemNotFound);
    CHECK(IS(error, CFError) && CFErrorGetCode(error) == errSecItemNotFound);
    CFRelease(error);
    CHECK(SecCopyLastError(errSecParam) == NULL);
    CFStringRef password = SecCreateSharedWebCredentialPassword();
    CHECK(IS(password, CFString) && CFStringGetLength(password) > 10);
    CFRelease(password);
    UInt8 bytes[32] = {0}, zeros[32] = {0};
    CHECK(SecRandomCopyBytes(kSecRandomDefault, sizeof bytes, bytes) == 0 && memcmp(bytes, zeros, sizeof bytes));
    CHECK(SecRandomCopyBytes((SecRandomRef)query, sizeof bytes, bytes) == errSecParam);

    drop(read), drop(search), drop(change), drop(query), drop(account), drop(next), drop(secret);
}
