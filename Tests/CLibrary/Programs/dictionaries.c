// SPDX-License-Identifier: Apache-2.0
// Dictionaries and arrays that Core Foundation lets C programs make, and Swift doesn't: without callbacks, with NULL values, with
// objects of any type.
#include "program.h"
#include <CoreFoundation/CFBag.h>
#include <CoreFoundation/CFBitVector.h>
#include <CoreFoundation/CFCalendar.h>
#include <CoreFoundation/CFCharacterSet.h>
#include <CoreFoundation/CFLocale.h>

static void run(void) {
    CFDataRef secret = data("hunter2");
    // Without callbacks the dictionary retains nothing, and compares its keys by their addresses.
    const void *keys[] = {kSecClass, kSecAttrService, kSecAttrAccount, kSecValueData};
    const void *values[] = {kSecClassGenericPassword, CFSTR("mail"), CFSTR("ann"), secret};
    CFDictionaryRef plain = CFDictionaryCreate(NULL, keys, values, 4, NULL, NULL);
    SUCCEED(SecItemAdd(plain, NULL));
    STATUS(SecItemAdd(plain, NULL), errSecDuplicateItem);
    // Keys that are equal to the constants and have other addresses.
    CFStringRef class = CFStringCreateWithCString(NULL, "class", kCFStringEncodingUTF8);
    CFStringRef service = CFStringCreateWithCString(NULL, "svce", kCFStringEncodingUTF8);
    CFStringRef generic = CFStringCreateWithCharacters(NULL, (const UniChar[]){0x67, 0x65, 0x6e, 0x70}, 4);
    const void *other_keys[] = {class, service, CFSTR("r_Data")}, *other_values[] = {generic, CFSTR("mail"), kCFBooleanTrue};
    CFDictionaryRef other = CFDictionaryCreate(NULL, other_keys, other_values, 3, NULL, NULL);
    CFTypeRef result = NULL;
    SUCCEED(SecItemCopyMatching(other, &result));
    CHECK(holds((CFDataRef)result, "hunter2"));
    CFRelease(result);

    // NULL as a value, and as a key.
    for (int place = 0; place < 3; place++) {
        const void *kept = other_values[place];
        other_values[place] = NULL;
        CFDictionaryRef with_null = CFDictionaryCreate(NULL, other_keys, other_values, 3, NULL, NULL);
        STATUS(SecItemCopyMatching(with_null, &result), errSecParam);
        STATUS(SecItemUpdate(other, with_null), errSecParam);
        STATUS(SecItemUpdate(with_null, plain), errSecParam);
        STATUS(SecItemAdd(with_null, NULL), errSecParam);
        STATUS(SecItemDelete(with_null), errSecParam);
        CFRelease(with_null);
        other_values[place] = kept;
    }
    const void *null_key[] = {NULL, kSecClass}, *null_values[] = {kCFBooleanTrue, kSecClassGenericPassword};
    CFDictionaryRef with_null = CFDictionaryCreate(NULL, null_key, null_values, 2, NULL, NULL);
    CHECK(SecItemCopyMatching(with_null, &result) != errSecSuccess);
    CHECK(SecItemAdd(with_null, NULL) != errSecSuccess);
    CFRelease(with_null);

    // Two equal keys, of which only their addresses differ.
    const void *twice_keys[] = {kSecClass, class, kSecReturnData}, *twice[] = {generic, kSecClassKey, kCFBooleanTrue};
    CFDictionaryRef ambiguous = CFDictionaryCreate(NULL, twice_keys, twice, 3, NULL, NULL);
    (void)SecItemCopyMatching(ambiguous, NULL);
    CFRelease(ambiguous);

    // Objects of types that no attribute has.
    CFLocaleRef locale = CFLocaleCopyCurrent();
    CFUUIDRef uuid = CFUUIDCreate(NULL);
    CFBagRef bag = CFBagCreate(NULL, values, 2, &kCFTypeBagCallBacks);
    CFSetRef set = CFSetCreate(NULL, values, 2, &kCFTypeSetCallBacks);
    CFURLRef url = CFURLCreateWithString(NULL, CFSTR("https://example.org"), NULL);
    CFErrorRef error = CFErrorCreate(NULL, CFSTR("domain"), 5, NULL);
    CFCharacterSetRef characters = CFCharacterSetGetPredefined(kCFCharacterSetDecimalDigit);
    CFArrayRef null_array = CFArrayCreate(NULL, (const void *[]){NULL, NULL}, 2, NULL);
    CFCalendarRef calendar = CFCalendarCopyCurrent();
    CFBitVectorRef bits = CFBitVectorCreate(NULL, (const UInt8 *)"x", 8);
    const void *strange[] = {locale, uuid, bag, set, url, error, characters, null_array, calendar, bits, kCFNull, plain, other};
    CFStringRef attributes[] = {
        kSecAttrService, kSecAttrAccount, kSecClass, kSecAttrAccessible, kSecValueRef, kSecMatchItemList, kSecMatchLimit,
        kSecReturnData, kSecAttrAccessControl, kSecAttrSynchronizable, kSecAttrCreationDate, kSecValuePersistentRef,
        kSecMatchPolicy, kSecMatchIssuers, kSecAttrGeneric, kSecUseItemList, kSecUseKeychain, kSecMatchSearchList};
    for (size_t object = 0; object < sizeof strange / sizeof *strange; object++) {
        for (size_t attribute = 0; attribute < sizeof attributes / sizeof *attributes; attribute++) {
            CFMutableDictionaryRef query = dictionary(kSecClass, kSecClassGenericPassword, NULL);
            CFDictionarySetValue(query, attributes[attribute], strange[object]);
            // Each key has its own status for these; none may end the program.
            (void)SecItemCopyMatching(query, NULL);
            (void)SecItemUpdate(query, query);
            CFDictionarySetValue(query, kSecAttrLabel, CFSTR("strange"));
            if (SecItemAdd(query, NULL) == errSecSuccess) SUCCEED(SecItemDelete(query));
            CFRelease(query);
        }
        // As keys beside known ones.
        CFDictionaryRef query = dictionary(kSecClass, kSecClassGenericPassword, strange[object], kCFBooleanTrue, NULL);
        CHECK(SecItemCopyMatching(query, NULL) != errSecSuccess);
        CHECK(SecItemAdd(query, NULL) != errSecSuccess);
        CFRelease(query);
    }
    // A dictionary that contains itself.
    CFMutableDictionaryRef itself = dictionary(kSecClass, kSecClassGenericPassword, NULL);
    CFDictionarySetValue(itself, kSecAttrGeneric, itself);
    CHECK(SecItemAdd(itself, NULL) != errSecSuccess);
    CFDictionaryRemoveAllValues(itself);
    CFRelease(itself);

    // A query that was mutable, and changes after the call.
    CFMutableDictionaryRef changing = dictionary(
        kSecClass, kSecClassGenericPassword, kSecReturnAttributes, kCFBooleanTrue, kSecAttrAccount, CFSTR("ann"), NULL);
    SUCCEED(SecItemCopyMatching(changing, &result));
    CFDictionaryRemoveAllValues(changing);
    CHECK(CFEqual(CFDictionaryGetValue((CFDictionaryRef)result, kSecAttrAccount), CFSTR("ann")));
    CFRelease(result);
    CFMutableStringRef mutable = CFStringCreateMutableCopy(NULL, 0, CFSTR("ann"));
    CFDictionarySetValue(changing, kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(changing, kSecAttrAccount, mutable);
    SUCCEED(SecItemCopyMatching(changing, NULL));
    CFStringAppend(mutable, CFSTR("a"));
    STATUS(SecItemCopyMatching(changing, NULL), errSecItemNotFound);

    drop(mutable), drop(changing), drop(locale), drop(uuid), drop(bag), drop(set), drop(url), drop(error), drop(null_array);
    drop(calendar), drop(bits), drop(class), drop(service), drop(generic), drop(other);
    SUCCEED(SecItemDelete(plain));
    drop(plain), drop(secret);
}
