// SPDX-License-Identifier: Apache-2.0
// Results in sets, which hash and compare them: as programs do that collect accounts or certificates of several searches.
#include "program.h"

static void count_strings(const void *value, void *context) {
    if (IS(value, CFString)) ++*(int *)context;
}

static void run(void) {
    const char *accounts[] = {"ann", "änn", "bob"};
    for (int index = 0; index < 3; index++) {
        CFStringRef account = CFStringCreateWithCString(NULL, accounts[index], kCFStringEncodingUTF8);
        CFDataRef secret = data("hunter2");
        CFDictionaryRef item = dictionary(
            kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("sets"), kSecAttrAccount, account, kSecValueData,
            secret, NULL);
        SUCCEED(SecItemAdd(item, NULL));
        drop(item), drop(secret), drop(account);
    }
    CFDictionaryRef query = dictionary(
        kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("sets"), kSecMatchLimit, kSecMatchLimitAll,
        kSecReturnAttributes, kCFBooleanTrue, kSecReturnData, kCFBooleanTrue, kSecReturnPersistentRef, kCFBooleanTrue, NULL);
    CFMutableSetRef items = CFSetCreateMutable(NULL, 0, &kCFTypeSetCallBacks);
    CFMutableSetRef names = CFSetCreateMutable(NULL, 0, &kCFTypeSetCallBacks);
    CFMutableSetRef secrets = CFSetCreateMutable(NULL, 0, &kCFTypeSetCallBacks);
    CFMutableSetRef references = CFSetCreateMutable(NULL, 0, &kCFTypeSetCallBacks);
    // The second search gives equal objects, which a set has already.
    for (int search = 0; search < 2; search++) {
        CFTypeRef result = NULL;
        SUCCEED(SecItemCopyMatching(query, &result));
        CHECK(IS(result, CFArray) && CFArrayGetCount((CFArrayRef)result) == 3);
        for (CFIndex index = 0; index < 3; index++) {
            CFDictionaryRef found = (CFDictionaryRef)CFArrayGetValueAtIndex((CFArrayRef)result, index);
            CFSetAddValue(items, found);
            CFSetAddValue(names, CFDictionaryGetValue(found, kSecAttrAccount));
            CFSetAddValue(secrets, CFDictionaryGetValue(found, kSecValueData));
            CFSetAddValue(references, CFDictionaryGetValue(found, kSecValuePersistentRef));
        }
        drop(result);
    }
    CHECK(CFSetGetCount(items) == 3 && CFSetGetCount(names) == 3 && CFSetGetCount(references) == 3);
    CFDataRef secret = data("hunter2");
    CHECK(CFSetGetCount(secrets) == 1 && CFSetContainsValue(secrets, secret));
    CHECK(CFSetContainsValue(names, CFSTR("ann")) && !CFSetContainsValue(names, CFSTR("eve")));
    CHECK(reads((CFStringRef)CFSetGetValue(names, CFSTR("bob")), "bob"));
    int strings = 0;
    CFSetApplyFunction(names, count_strings, &strings);
    CHECK(strings == 3);
    const void *values[3];
    CFSetGetValues(references, values);
    for (int index = 0; index < 3; index++) CHECK(IS(values[index], CFData));
    CFSetRef copy = CFSetCreateCopy(NULL, names);
    CHECK(CFEqual(copy, names) && CFHash(copy) == CFHash(names) && IS(copy, CFSet));

    CFDictionaryRef all = dictionary(kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("sets"), NULL);
    SUCCEED(SecItemDelete(all));
    drop(all), drop(copy), drop(secret), drop(references), drop(secrets), drop(names), drop(items), drop(query);
}
