// SPDX-License-Identifier: Apache-2.0
// The string constants: their characters, and that they behave as objects of Core Foundation.
#include "program.h"

static void compare(CFStringRef constant, const char *name, const char *characters) {
    CFStringRef made = CFStringCreateWithCString(NULL, characters, kCFStringEncodingUTF8);
    if (!IS(constant, CFString) || !CFEqual(constant, made) || !CFEqual(made, constant) ||
        CFHash(constant) != CFHash(made) || CFStringGetLength(constant) != CFStringGetLength(made) ||
        !CFStringGetCStringPtr(constant, kCFStringEncodingUTF8) || CFRetain(constant) != constant) {
        FAIL("%s isn't %s", name, characters);
    }
    CFRelease(constant);
    CFRelease(constant);
    CFRelease(constant);
    CFStringRef copy = CFStringCreateCopy(NULL, constant);
    CHECK(CFEqual(copy, made));
    CFRelease(copy);
    CFRelease(made);
}

static void run(void) {
#define STRING(name, characters) compare((CFStringRef)name, #name, characters);
#include "constants.h"
    STRING(kCMSEncoderDigestAlgorithmSHA1, "sha1")
    STRING(kCMSEncoderDigestAlgorithmSHA256, "sha256")
    CHECK(kSecRandomDefault == NULL);
    CHECK(CFEqual(kSecClass, CFSTR("class")) && CFHash(kSecClass) == CFHash(CFSTR("class")));
    CHECK(errSecSuccess == 0 && errSecItemNotFound == -25300 && kSecFormatUnknown == 0);
}
