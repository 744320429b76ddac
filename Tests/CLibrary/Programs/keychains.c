// SPDX-License-Identifier: Apache-2.0
// Keychain files: settings, locks, search lists, passwords, items by reference, callbacks.
#include "program.h"
#include <CoreFoundation/CFRunLoop.h>

static int events;

static OSStatus heard(SecKeychainEvent event, SecKeychainCallbackInfo *info, void *context) {
    if (event == kSecAddEvent && context == &events && IS(info->item, SecKeychainItem)) events++;
    return errSecSuccess;
}

static void passwords(SecKeychainRef keychain) {
    SecKeychainItemRef item = NULL, found = NULL, copy = NULL;
    SUCCEED(SecKeychainAddCallback(heard, kSecEveryEventMask, &events));
    CHECK(SecKeychainAddCallback(heard, kSecEveryEventMask, &events) != errSecSuccess);
    SUCCEED(SecKeychainAddGenericPassword(keychain, 4, "mail", 3, "ann", 7, "hunter2", &item));
    CHECK(IS(item, SecKeychainItem));
    // The main queue, which the run loop serves, calls the function.
    for (int wait = 0; wait < 100 && !events; wait++) CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.1, true);
    CHECK(events == 1);
    SUCCEED(SecKeychainRemoveCallback(heard));
    CHECK(SecKeychainRemoveCallback(heard) != errSecSuccess);
    UInt32 length = 0;
    void *password = NULL;
    SUCCEED(SecKeychainFindGenericPassword(keychain, 4, "mail", 3, "ann", &length, &password, &found));
    CHECK(length == 7 && !memcmp(password, "hunter2", 7) && CFEqual(found, item));
    SUCCEED(SecKeychainItemFreeContent(NULL, password));
    drop(found), found = NULL;
    SUCCEED(SecKeychainFindGenericPassword(NULL, 4, "mail", 3, "ann", NULL, NULL, NULL));

    SecKeychainItemRef server = NULL;
    SUCCEED(SecKeychainAddInternetPassword(
        keychain, 11, "example.org", 0, NULL, 3, "ann", 1, "/", 443, kSecProtocolTypeHTTPS,
        kSecAuthenticationTypeDefault, 1, "x", &server));
    SUCCEED(SecKeychainFindInternetPassword(
        keychain, 11, "example.org", 0, NULL, 3, "ann", 1, "/", 443, kSecProtocolTypeHTTPS,
        kSecAuthenticationTypeDefault, &length, &password, &found));
    CHECK(length == 1 && CFEqual(found, server));
    SUCCEED(SecKeychainItemFreeContent(NULL, password));
    SUCCEED(SecKeychainItemDelete(server));
    drop(found), found = NULL, drop(server);

    // Attributes of an item, one by one and all.
    SecKeychainAttribute attribute = {kSecAccountItemAttr, 0, NULL};
    SecKeychainAttributeList list = {1, &attribute};
    SecItemClass class = 0;
    SUCCEED(SecKeychainItemCopyContent(item, &class, &list, &length, &password));
    CHECK(class == kSecGenericPasswordItemClass && attribute.length == 3 && !memcmp(attribute.data, "ann", 3) && length == 7);
    SUCCEED(SecKeychainItemFreeContent(&list, password));
    UInt32 tag = kSecServiceItemAttr, format = 0;
    SecKeychainAttributeInfo info = {1, &tag, &format}, *every = NULL;
    SecKeychainAttributeList *attributes = NULL;
    SUCCEED(SecKeychainItemCopyAttributesAndData(item, &info, &class, &attributes, &length, &password));
    CHECK(attributes->count == 1 && attributes->attr[0].length == 4 && !memcmp(attributes->attr[0].data, "mail", 4));
    SUCCEED(SecKeychainItemFreeAttributesAndData(attributes, password));
    SUCCEED(SecKeychainAttributeInfoForItemID(keychain, kSecGenericPasswordItemClass, &every));
    CHECK(every->count > 5);
    SUCCEED(SecKeychainFreeAttributeInfo(every));
    attribute = (SecKeychainAttribute){kSecCommentItemAttr, 4, "note"};
    SUCCEED(SecKeychainItemModifyAttributesAndData(item, &list, 7, "hunter3"));
    SUCCEED(SecKeychainItemModifyContent(item, &list, 7, "hunter4"));

    SecKeychainAttribute own[] = {{kSecServiceItemAttr, 4, "file"}, {kSecAccountItemAttr, 3, "bob"}};
    SecKeychainAttributeList own_list = {2, own};
    SecKeychainItemRef created = NULL, next = NULL;
    SUCCEED(SecKeychainItemCreateFromContent(kSecGenericPasswordItemClass, &own_list, 1, "x", keychain, NULL, &created));
    SecKeychainSearchRef search = NULL;
    SUCCEED(SecKeychainSearchCreateFromAttributes(keychain, kSecGenericPasswordItemClass, &own_list, &search));
    CHECK(IS(search, SecKeychainSearch));
    SUCCEED(SecKeychainSearchCopyNext(search, &next));
    CHECK(CFEqual(next, created));
    drop(next), next = NULL;
    STATUS(SecKeychainSearchCopyNext(search, &next), errSecItemNotFound);
    SUCCEED(SecKeychainItemDelete(created));
    drop(search), drop(created);

    SecKeychainRef holder = NULL;
    SUCCEED(SecKeychainItemCopyKeychain(item, &holder));
    CHECK(CFEqual(holder, keychain));
    CFDataRef reference = NULL;
    SUCCEED(SecKeychainItemCreatePersistentReference(item, &reference));
    SUCCEED(SecKeychainItemCopyFromPersistentReference(reference, &found));
    CHECK(CFEqual(found, item));
    SecAccessRef access = NULL;
    OSStatus status = SecKeychainItemCopyAccess(item, &access);
    CHECK(status == errSecSuccess ? IS(access, SecAccess) : !access);
    SecAccessRef other = NULL;
    SUCCEED(SecAccessCreate(CFSTR("mail"), NULL, &other));
    SUCCEED(SecKeychainItemSetAccess(item, other));
    SecKeychainRef default_keychain = NULL;
    SUCCEED(SecKeychainCopyDefault(&default_keychain));
    SUCCEED(SecKeychainItemCreateCopy(item, default_keychain, NULL, &copy));
    SUCCEED(SecKeychainItemDelete(copy));
    drop(default_keychain), drop(copy), drop(other), drop(access), drop(found), drop(reference), drop(holder);
    SUCCEED(SecKeychainItemDelete(item));
    drop(item);
}

static void lists(SecKeychainRef keychain) {
    CFArrayRef before = NULL, list = NULL, with = array(keychain, NULL);
    SecKeychainRef first = NULL, chosen = NULL;
    SUCCEED(SecKeychainCopySearchList(&before));
    SUCCEED(SecKeychainSetSearchList(with));
    SUCCEED(SecKeychainCopySearchList(&list));
    CHECK(CFArrayContainsValue(list, CFRangeMake(0, CFArrayGetCount(list)), keychain));
    SUCCEED(SecKeychainSetSearchList(before));
    drop(list), list = NULL;
    SUCCEED(SecKeychainCopyDefault(&first));
    SUCCEED(SecKeychainSetDefault(keychain));
    SUCCEED(SecKeychainCopyDefault(&chosen));
    CHECK(CFEqual(chosen, keychain));
    SUCCEED(SecKeychainSetDefault(first));
    drop(chosen), chosen = NULL;

    SecPreferencesDomain domain = kSecPreferencesDomainSystem;
    SUCCEED(SecKeychainGetPreferenceDomain(&domain));
    CHECK(domain == kSecPreferencesDomainUser);
    SUCCEED(SecKeychainSetPreferenceDomain(domain));
    SUCCEED(SecKeychainCopyDomainDefault(kSecPreferencesDomainUser, &chosen));
    SUCCEED(SecKeychainSetDomainDefault(kSecPreferencesDomainUser, chosen));
    SUCCEED(SecKeychainCopyDomainSearchList(kSecPreferencesDomainUser, &list));
    SUCCEED(SecKeychainSetDomainSearchList(kSecPreferencesDomainUser, list));
    drop(chosen), drop(list), drop(with), drop(before), drop(first);
}

// Keys, certificates and identities count as items.
static void objects(SecKeychainRef keychain) {
    CFDictionaryRef permanent = dictionary(kSecAttrIsPermanent, kCFBooleanTrue, kSecAttrLabel, CFSTR("key"), NULL);
    CFNumberRef bits = number(256);
    CFDictionaryRef parameters = dictionary(
        kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits, bits, kSecUseKeychain, keychain,
        kSecPrivateKeyAttrs, permanent, NULL);
    SecKeychainItemRef key = (SecKeychainItemRef)SecKeyCreateRandomKey(parameters, NULL);
    SecKeychainRef holder = NULL;
    CFDataRef reference = NULL;
    SecAccessRef access = NULL, kept = NULL;
    SUCCEED(SecKeychainItemCopyKeychain(key, &holder));
    CHECK(CFEqual(holder, keychain));
    SUCCEED(SecKeychainItemCreatePersistentReference(key, &reference));
    SUCCEED(SecAccessCreate(CFSTR("key"), NULL, &access));
    SUCCEED(SecKeychainItemSetAccess(key, access));
    SUCCEED(SecKeychainItemCopyAccess(key, &kept));
    SUCCEED(SecKeychainItemDelete(key));
    STATUS(SecKeychainItemDelete(key), errSecItemNotFound);
    drop(kept), drop(access), drop(reference), drop(holder), drop(key), drop(parameters), drop(bits), drop(permanent);

    SecCertificateRef certificate = (SecCertificateRef)imported("server.pem");
    STATUS(SecKeychainItemDelete((SecKeychainItemRef)certificate), errSecParam);
    SUCCEED(SecCertificateAddToKeychain(certificate, keychain));
    SUCCEED(SecKeychainItemDelete((SecKeychainItemRef)certificate));
    drop(certificate);
}

static void run(void) {
    UInt32 version = 0;
    SUCCEED(SecKeychainGetVersion(&version));
    CHECK(version > 0);
    Boolean asks = 1;
    SUCCEED(SecKeychainSetUserInteractionAllowed(false));
    SUCCEED(SecKeychainGetUserInteractionAllowed(&asks));
    CHECK(!asks);
    SecKeychainRef keychain = NULL, opened = NULL;
    SUCCEED(SecKeychainCreate("second", 6, "secret", false, NULL, &keychain));
    CHECK(IS(keychain, SecKeychain));
    SUCCEED(SecKeychainOpen("second", &opened));
    CHECK(CFEqual(opened, keychain) && CFHash(opened) == CFHash(keychain));
    char path[4096];
    UInt32 length = sizeof path;
    SUCCEED(SecKeychainGetPath(keychain, &length, path));
    CHECK(strlen(path) == length && !strncmp(path, getenv("KEYCHAIN_HOME"), strlen(getenv("KEYCHAIN_HOME"))));
    SecKeychainSettings settings = {SEC_KEYCHAIN_SETTINGS_VERS1, true, true, 600}, read = {SEC_KEYCHAIN_SETTINGS_VERS1, 0, 0, 0};
    SUCCEED(SecKeychainSetSettings(keychain, &settings));
    SUCCEED(SecKeychainCopySettings(keychain, &read));
    CHECK(read.lockInterval == 600 && read.lockOnSleep);
    SecKeychainStatus status = 0;
    SUCCEED(SecKeychainLock(keychain));
    SUCCEED(SecKeychainGetStatus(keychain, &status));
    CHECK(!(status & kSecUnlockStateStatus));
    CHECK(SecKeychainUnlock(keychain, 5, "wrong", true) != errSecSuccess);
    SUCCEED(SecKeychainUnlock(keychain, 6, "secret", true));
    SUCCEED(SecKeychainGetStatus(keychain, &status));
    CHECK(status & kSecUnlockStateStatus);
    SUCCEED(SecKeychainChangePassword(keychain, 6, "secret", 5, "other"));
    SUCCEED(SecKeychainLockAll());
    SUCCEED(SecKeychainUnlock(keychain, 5, "other", true));
    events = 0;
    passwords(keychain);
    objects(keychain);
    lists(keychain);
    SUCCEED(SecKeychainDelete(keychain));
    drop(opened), drop(keychain);
}
