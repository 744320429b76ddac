// SPDX-License-Identifier: Apache-2.0
// Import and export of files.
#include "program.h"

static void run(void) {
    CFDataRef bundle = file("bundle.pem"), p12 = file("server.p12"), exported = NULL;
    CFArrayRef items = NULL;
    SecExternalFormat format = kSecFormatUnknown;
    SecExternalItemType type = kSecItemTypeUnknown;
    SUCCEED(SecItemImport(bundle, CFSTR("bundle.pem"), &format, &type, 0, NULL, NULL, &items));
    CHECK(CFArrayGetCount(items) == 3 && format == kSecFormatPEMSequence && type != kSecItemTypeUnknown);
    SUCCEED(SecItemExport(items, kSecFormatPEMSequence, kSecItemPemArmour, NULL, &exported));
    CHECK(CFDataGetLength(exported) > 1000);
    drop(exported), exported = NULL, drop(items), items = NULL;

    SecItemImportExportKeyParameters parameters = {.passphrase = CFSTR("wrong"), .alertTitle = CFSTR("title")};
    OSStatus status = SecItemImport(p12, NULL, NULL, NULL, 0, &parameters, NULL, &items);
    CHECK(status != errSecSuccess && !items);
    CFStringRef passphrase = CFStringCreateWithCString(NULL, "fixture", kCFStringEncodingUTF8);
    parameters.passphrase = passphrase;
    SUCCEED(SecItemImport(p12, NULL, NULL, NULL, 0, &parameters, NULL, &items));
    CHECK(CFArrayGetCount(items) >= 1);
    CFTypeRef identity = NULL;
    for (CFIndex index = 0; index < CFArrayGetCount(items); index++) {
        if (IS(CFArrayGetValueAtIndex(items, index), SecIdentity)) identity = CFArrayGetValueAtIndex(items, index);
    }
    CHECK(identity);
    SUCCEED(SecItemExport(identity, kSecFormatPKCS12, 0, &parameters, &exported));
    CFDictionaryRef options = dictionary(
        kSecImportExportPassphrase, passphrase, kSecImportToMemoryOnly, kCFBooleanTrue, NULL);
    CFArrayRef again = NULL;
    SUCCEED(SecPKCS12Import(exported, options, &again));
    CFDictionaryRef first = CFArrayGetValueAtIndex(again, 0);
    CHECK(CFEqual(CFDictionaryGetValue(first, kSecImportItemIdentity), identity));
    CHECK(IS(CFDictionaryGetValue(first, kSecImportItemTrust), SecTrust));
    CHECK(IS(CFDictionaryGetValue(first, kSecImportItemCertChain), CFArray));
    drop(again), again = NULL, drop(options);
    options = dictionary(kSecImportExportPassphrase, CFSTR("wrong"), NULL);
    STATUS(SecPKCS12Import(exported, options, &again), errSecAuthFailed);
    CHECK(!again);
    drop(options), drop(exported), drop(passphrase), drop(items), drop(p12), drop(bundle);
}
