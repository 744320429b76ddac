// SPDX-License-Identifier: Apache-2.0
// Access objects, access control, and the entitlements of the program.
#include "program.h"

static void objects(void) {
    SecTrustedApplicationRef own = NULL, shell = NULL;
    SUCCEED(SecTrustedApplicationCreateFromPath(NULL, &own));
    SUCCEED(SecTrustedApplicationCreateFromPath("/bin/sh", &shell));
    CHECK(IS(own, SecTrustedApplication) && !CFEqual(own, shell));
    CFDataRef bytes = NULL;
    SUCCEED(SecTrustedApplicationCopyData(shell, &bytes));
    SUCCEED(SecTrustedApplicationSetData(own, bytes));
    CHECK(CFEqual(own, shell));
    CFArrayRef programs = array(shell, NULL), lists = NULL, read = NULL;
    SecAccessRef access = NULL;
    SUCCEED(SecAccessCreate(CFSTR("mail"), programs, &access));
    CHECK(IS(access, SecAccess));
    SUCCEED(SecAccessCopyACLList(access, &lists));
    CHECK(IS(lists, CFArray) && IS(CFArrayGetValueAtIndex(lists, 0), SecACL));
    drop(lists), lists = NULL;
    lists = SecAccessCopyMatchingACLList(access, kSecACLAuthorizationDecrypt);
    CHECK(IS(lists, CFArray) && CFArrayGetCount(lists) == 1);
    CFStringRef name = NULL;
    SecKeychainPromptSelector prompt = 0;
    SUCCEED(SecACLCopyContents((SecACLRef)CFArrayGetValueAtIndex(lists, 0), &read, &name, &prompt));
    CHECK(reads(name, "mail") && CFArrayGetCount(read) == 1);
    drop(name), drop(read), drop(lists), lists = NULL;

    SecACLRef list = NULL;
    SUCCEED(SecACLCreateWithSimpleContents(access, NULL, CFSTR("new"), kSecKeychainPromptRequirePassphase, &list));
    SUCCEED(SecACLSetContents(list, programs, CFSTR("changed"), 0));
    CFArrayRef operations = array(kSecACLAuthorizationSign, NULL);
    SUCCEED(SecACLUpdateAuthorizations(list, operations));
    read = SecACLCopyAuthorizations(list);
    CHECK(CFEqual(read, operations));
    SUCCEED(SecACLRemove(list));
    drop(read), drop(operations), drop(list);

    CFErrorRef error = NULL;
    SecAccessRef owned = SecAccessCreateWithOwnerAndACL(1000, 1000, kSecUseOnlyUID, NULL, &error);
    CHECK(owned ? IS(owned, SecAccess) : IS(error, CFError));
    uid_t user = 0;
    gid_t group = 0;
    SecAccessOwnerType type = 0;
    if (owned) {
        SUCCEED(SecAccessCopyOwnerAndACL(owned, &user, &group, &type, &lists));
        CHECK(user == 1000 && group == 1000);
    }
    drop(error), drop(lists), drop(owned), drop(access), drop(programs), drop(bytes), drop(shell), drop(own);
}

static void control(void) {
    CFErrorRef error = NULL;
    SecAccessControlRef control = SecAccessControlCreateWithFlags(
        NULL, kSecAttrAccessibleWhenUnlocked, kSecAccessControlUserPresence, &error);
    CHECK(IS(control, SecAccessControl) && !error);
    SecAccessControlRef same = SecAccessControlCreateWithFlags(
        NULL, kSecAttrAccessibleWhenUnlocked, kSecAccessControlUserPresence, NULL);
    CHECK(CFEqual(control, same));
    CHECK(!SecAccessControlCreateWithFlags(NULL, CFSTR("unknown"), 0, &error) && IS(error, CFError));
    drop(error), drop(same), drop(control);
}

static void task(void) {
    SecTaskRef task = SecTaskCreateFromSelf(NULL);
    CHECK(IS(task, SecTask));
    CFErrorRef error = NULL;
    CFTypeRef value = SecTaskCopyValueForEntitlement(task, CFSTR("none"), &error);
    CHECK(!value);
    CFArrayRef names = array(CFSTR("none"), CFSTR("keychain-access-groups"), NULL);
    CFDictionaryRef values = SecTaskCopyValuesForEntitlements(task, names, NULL);
    CHECK(!values || IS(values, CFDictionary));
    CFStringRef identifier = SecTaskCopySigningIdentifier(task, NULL);
    CHECK(!identifier || IS(identifier, CFString));
    drop(identifier), drop(values), drop(names), drop(error), drop(task);
}

static void run(void) {
    objects();
    control();
    task();
}
