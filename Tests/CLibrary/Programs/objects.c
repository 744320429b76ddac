// SPDX-License-Identifier: Apache-2.0
// References as objects of Core Foundation: type ids, counts, equality, descriptions, and as members of collections.
#include "program.h"
#include <CoreFoundation/CFBag.h>

static void run(void) {
    CFTypeID types[] = {
        SecKeyGetTypeID(), SecCertificateGetTypeID(), SecIdentityGetTypeID(), SecTrustGetTypeID(), SecPolicyGetTypeID(),
        SecAccessControlGetTypeID(), SecKeychainGetTypeID(), SecKeychainItemGetTypeID(), SecKeychainSearchGetTypeID(),
        SecAccessGetTypeID(), SecACLGetTypeID(), SecTrustedApplicationGetTypeID(), SecTaskGetTypeID(), CMSDecoderGetTypeID(),
        CMSEncoderGetTypeID(), CFStringGetTypeID(), CFDictionaryGetTypeID()};
    for (size_t one = 0; one < sizeof types / sizeof *types; one++) {
        for (size_t other = 0; other < one; other++) CHECK(types[one] != types[other]);
        CFStringRef name = CFCopyTypeIDDescription(types[one]);
        CHECK(IS(name, CFString));
        CFRelease(name);
    }
    SecCertificateRef server = (SecCertificateRef)imported("server.pem"), root = (SecCertificateRef)imported("root.pem");
    SecPolicyRef policy = SecPolicyCreateBasicX509();
    SecTrustRef trust = NULL;
    SUCCEED(SecTrustCreateWithCertificates(server, policy, &trust));
    SecKeyRef key = SecCertificateCopyKey(server);
    SecIdentityRef identity = server_identity();
    SecKeychainRef keychain = NULL;
    SUCCEED(SecKeychainCopyDefault(&keychain));
    SecTaskRef task = SecTaskCreateFromSelf(NULL);
    CFTypeRef objects[] = {server, root, policy, trust, key, identity, keychain, task};
    enum { count = sizeof objects / sizeof *objects };
    for (int index = 0; index < count; index++) {
        CFTypeRef object = objects[index];
        CHECK(CFRetain(object) == object);
        CFRelease(object);
        CHECK(CFEqual(object, object) && CFHash(object) == CFHash(object));
        CHECK(!CFEqual(object, CFSTR("text")) && !CFEqual(CFSTR("text"), object));
        CFStringRef description = CFCopyDescription(object);
        CHECK(IS(description, CFString) && CFStringGetLength(description) > 2);
        CFRelease(description);
        for (int other = 0; other < index; other++) CHECK(!CFEqual(object, objects[other]));
        CHECK(CFGetAllocator(object) != (CFAllocatorRef)object);
    }
    CFArrayRef list = CFArrayCreate(NULL, objects, count, &kCFTypeArrayCallBacks);
    CFMutableSetRef set = CFSetCreateMutable(NULL, 0, &kCFTypeSetCallBacks);
    CFMutableBagRef bag = CFBagCreateMutable(NULL, 0, &kCFTypeBagCallBacks);
    CFMutableDictionaryRef named = dictionary(NULL);
    for (int index = 0; index < count; index++) {
        CFSetAddValue(set, objects[index]);
        CFSetAddValue(set, objects[index]);
        CFBagAddValue(bag, objects[index]);
        CFDictionarySetValue(named, objects[index], CFSTR("value"));
        CHECK(CFArrayGetFirstIndexOfValue(list, CFRangeMake(0, count), objects[index]) == index);
    }
    CHECK(CFSetGetCount(set) == count && CFBagGetCount(bag) == count && CFDictionaryGetCount(named) == count);
    SecCertificateRef again = (SecCertificateRef)imported("server.pem");
    CHECK(CFSetContainsValue(set, again) && CFDictionaryContainsKey(named, again) && CFBagContainsValue(bag, again));
    CFStringRef description = CFCopyDescription(list);
    CHECK(IS(description, CFString));
    drop(description), drop(again), drop(named), drop(bag), drop(set), drop(list);

    // Booleans and numbers keep their types.
    CFDictionaryRef query = dictionary(
        kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("types"), kSecAttrIsInvisible, kCFBooleanTrue,
        kSecReturnAttributes, kCFBooleanTrue, NULL);
    CFTypeRef result = NULL;
    SUCCEED(SecItemAdd(query, &result));
    CHECK(IS(result, CFDictionary));
    CFTypeRef flag = CFDictionaryGetValue((CFDictionaryRef)result, kSecAttrIsInvisible);
    CHECK(IS(flag, CFBoolean) && CFBooleanGetValue((CFBooleanRef)flag) && flag == (CFTypeRef)kCFBooleanTrue);
    SUCCEED(SecItemDelete(query));
    drop(result), drop(query);
    drop(task), drop(keychain), drop(identity), drop(key), drop(trust), drop(policy), drop(root), drop(server);
}
