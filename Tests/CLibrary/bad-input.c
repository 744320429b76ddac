// SPDX-License-Identifier: Apache-2.0
// Calls every function with NULL in each place of a pointer, and with objects of every type in each place of an object. A wrong
// one is refused: errSecParam, NULL, false or 0, and nothing is stored, NULL neither.
#include "program.h"
#include <CoreFoundation/CFLocale.h>

enum kind { NUMBER, OBJECT, OUT, ERROR, MEMORY, SIZE, NOTHING };
enum result { NONE, STATUS_RESULT, NUMBER_RESULT, CREATED, LENT };

struct function {
    const char *name;
    long (*call)(void **, long);
    enum result result;
    int null_only;
    int count;
    struct {
        enum kind kind;
        const char *type; // "" for any object
        int optional;
    } parameters[16];
};
#include "calls.h"

enum { object_count = 40 };
static struct {
    const char *type;
    CFTypeRef object;
} objects[object_count];
static int used;
static long calls;

static void add(const char *type, CFTypeRef object) {
    if (!object) FAIL("no %s", type);
    objects[used].type = type;
    objects[used++].object = object;
}

static CFTypeRef right(const char *type) {
    for (int index = 0; index < used; index++) {
        if (!strcmp(objects[index].type, type)) return objects[index].object;
    }
    if (*type) FAIL("no object of type %s", type);
    return objects[0].object;
}

static void make_objects(void) {
    SecCertificateRef certificate = (SecCertificateRef)imported("server.pem");
    SecPolicyRef policy = SecPolicyCreateBasicX509();
    SecTrustRef trust = NULL;
    SecIdentityRef identity = server_identity();
    SUCCEED(SecTrustCreateWithCertificates(certificate, policy, &trust));
    SUCCEED(SecTrustSetNetworkFetchAllowed(trust, false));
    add("SecCertificate", certificate);
    add("SecPolicy", policy);
    add("SecTrust", trust);
    add("SecIdentity", identity);
    add("SecKey", random_key(kSecAttrKeyTypeECSECPrimeRandom, 256));
    SecKeychainRef keychain = NULL;
    SUCCEED(SecKeychainCreate("bad-input", 1, "x", false, NULL, &keychain));
    add("SecKeychain", keychain);
    SecKeychainItemRef item = NULL;
    SUCCEED(SecKeychainAddGenericPassword(keychain, 1, "s", 1, "a", 1, "x", &item));
    add("SecKeychainItem", item);
    SecKeychainSearchRef search = NULL;
    SUCCEED(SecKeychainSearchCreateFromAttributes(keychain, kSecGenericPasswordItemClass, NULL, &search));
    add("SecKeychainSearch", search);
    SecAccessRef access = NULL;
    SUCCEED(SecAccessCreate(CFSTR("x"), NULL, &access));
    add("SecAccess", access);
    CFArrayRef lists = NULL;
    SUCCEED(SecAccessCopyACLList(access, &lists));
    add("SecACL", CFArrayGetValueAtIndex(lists, 0));
    SecTrustedApplicationRef application = NULL;
    SUCCEED(SecTrustedApplicationCreateFromPath(NULL, &application));
    add("SecTrustedApplication", application);
    add("SecTask", SecTaskCreateFromSelf(NULL));
    add("SecAccessControl", SecAccessControlCreateWithFlags(NULL, kSecAttrAccessibleWhenUnlocked, 0, NULL));
    CMSDecoderRef decoder = NULL;
    CMSEncoderRef encoder = NULL;
    SUCCEED(CMSDecoderCreate(&decoder));
    SUCCEED(CMSEncoderCreate(&encoder));
    add("CMSDecoder", decoder);
    add("CMSEncoder", encoder);
    add("sec_certificate_t", sec_certificate_create(certificate));
    add("sec_identity_t", sec_identity_create(identity));
    add("sec_trust_t", sec_trust_create(trust));
    add("CFString", CFSTR("text"));
    add("CFString", kSecClass);
    add("CFString", CFStringCreateMutableCopy(NULL, 0, CFSTR("changing")));
    add("CFData", data("data"));
    add("CFDate", CFDateCreate(NULL, 0));
    add("CFArray", array(NULL));
    add("CFArray", array(certificate, kCFNull, CFSTR("text"), lists, NULL));
    add("CFArray", CFArrayCreate(NULL, (const void *[]){NULL, certificate}, 2, NULL));
    add("CFDictionary", dictionary(NULL));
    add("CFDictionary", dictionary(kSecClass, kSecClassGenericPassword, kSecAttrService, lists, NULL));
    add("CFDictionary", CFDictionaryCreate(NULL, (const void *[]){kSecClass}, (const void *[]){NULL}, 1, NULL, NULL));
    add("CFDictionary", CFDictionaryCreate(NULL, (const void *[]){NULL}, (const void *[]){kSecClass}, 1, NULL, NULL));
    add("CFNumber", number(5));
    add("CFBoolean", kCFBooleanTrue);
    add("CFNull", kCFNull);
    add("CFError", CFErrorCreate(NULL, CFSTR("domain"), 5, NULL));
    add("CFSet", CFSetCreate(NULL, NULL, 0, &kCFTypeSetCallBacks));
    add("CFLocale", CFLocaleCopyCurrent());
    add("CFUUID", CFUUIDCreate(NULL));
    add("CFURL", CFURLCreateWithString(NULL, CFSTR("https://example.org"), NULL));
    add("CFAllocator", kCFAllocatorDefault ? (CFTypeRef)kCFAllocatorDefault : (CFTypeRef)CFAllocatorGetDefault());
}

// Calls a function with `given` in one place, and usual values in the others; without a place with NULL everywhere.
static void try(const struct function *function, int place, void *given, long number, int refused, const char *what) {
    static char memory[16][4096] __attribute__((aligned(16))), zeros[4096], unset;
    void *arguments[16] = {0}, *stored[16] = {0};
    for (int index = 0; index < function->count; index++) {
        stored[index] = &unset;
        switch (place < 0 ? NOTHING : function->parameters[index].kind) {
        case OBJECT: arguments[index] = (void *)right(function->parameters[index].type); break;
        case OUT:
        case ERROR: arguments[index] = &stored[index]; break;
        case SIZE:
        case MEMORY: memset(memory[index], 0, sizeof memory[index]), arguments[index] = memory[index]; break;
        default: break;
        }
    }
    if (place >= 0) arguments[place] = given;
    if (getenv("VERBOSE")) fprintf(stderr, "%s, argument %d: %s\n", function->name, place + 1, what);
    calls++;
    long result = function->call(arguments, number);
    int failed = function->result == STATUS_RESULT ? (OSStatus)result != errSecSuccess : result == 0;
    if (refused && function->result == STATUS_RESULT && (OSStatus)result != errSecParam) {
        FAIL("%s with %s as argument %d returns %d", function->name, what, place + 1, (int)result);
    }
    if (refused && function->result != NONE && !failed) {
        FAIL("%s takes %s as argument %d", function->name, what, place + 1);
    }
    for (int index = 0; index < function->count; index++) {
        if (index == place) continue;
        if (function->parameters[index].kind == MEMORY && failed && function->result != NONE && arguments[index] &&
            memcmp(memory[index], zeros, sizeof zeros)) {
            FAIL("%s fails and writes to argument %d", function->name, index + 1);
        }
        if (stored[index] == &unset) continue;
        int is_error = function->parameters[index].kind == ERROR;
        if (is_error && !IS(stored[index], CFError)) FAIL("%s stores no error", function->name);
        if (!is_error && failed && function->result != NONE) {
            FAIL("%s fails and stores %s as argument %d", function->name, stored[index] ? "an object" : "NULL", index + 1);
        }
        drop(stored[index]);
    }
    if (function->result == CREATED && result) CFRelease((CFTypeRef)result);
}

static void run(void) {
    SUCCEED(SecKeychainSetUserInteractionAllowed(false));
    if (!used) make_objects();
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        const struct function *function = &functions[index];
        int required = 0;
        for (int place = 0; place < function->count; place++) {
            required |= function->parameters[place].kind != NUMBER && !function->parameters[place].optional;
        }
        try(function, -1, NULL, 0, required, "NULL");
        if (function->null_only) continue;
        for (int place = 0; place < function->count; place++) {
            enum kind kind = function->parameters[place].kind;
            if (kind == NUMBER) {
                long numbers[] = {0x7fffffff, -1, 1 << 30};
                for (int tried = 0; tried < 3; tried++) try(function, place, NULL, numbers[tried], 0, "a number out of range");
                continue;
            }
            try(function, place, NULL, 0, kind != NOTHING && !function->parameters[place].optional, "NULL");
            if (kind != OBJECT) continue;
            const char *type = function->parameters[place].type;
            for (int other = 0; other < used; other++) {
                // A stored certificate or identity counts as an item.
                int is_stored = !strcmp(type, "SecKeychainItem") &&
                    (!strcmp(objects[other].type, "SecCertificate") || !strcmp(objects[other].type, "SecIdentity"));
                int wrong = *type && strcmp(type, objects[other].type) && !is_stored;
                try(function, place, (void *)objects[other].object, 0, wrong, objects[other].type);
            }
        }
    }
    // Objects of other types in the parameters of keys.
    CFDataRef p12 = file("server.p12");
    for (int other = 0; other < used; other++) {
        const void *object = objects[other].object;
        SecItemImportExportKeyParameters parameters = {
            0, 0, object, (CFStringRef)object, (CFStringRef)object, (SecAccessRef)object, (CFArrayRef)object, (CFArrayRef)object};
        CFArrayRef items = NULL;
        CFDataRef exported = NULL;
        CHECK(SecItemImport(p12, NULL, NULL, NULL, 0, &parameters, NULL, &items) != errSecSuccess && !items);
        (void)SecItemExport(right("SecKey"), kSecFormatWrappedPKCS8, 0, &parameters, &exported);
        drop(exported);
    }
    drop(p12);
    if (calls < 3000) FAIL("only %ld calls", calls);
}
