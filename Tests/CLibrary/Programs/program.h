// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share. Each defines run(), which must release everything: `program ROUNDS` calls it so many
// times, and fails if memory grows after the first tenth of them. Fixtures are read from the folder $FIXTURES.
#include <Security/Security.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAIL(...) (fprintf(stderr, "%s:%d: ", __FILE__, __LINE__), fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(1))
#define CHECK(condition) \
    do { \
        if (!(condition)) FAIL("not so: %s", #condition); \
    } while (0)
#define SUCCEED(call) STATUS(call, errSecSuccess)
#define STATUS(call, expected) \
    do { \
        OSStatus status_ = (call); \
        if (status_ != (expected)) FAIL("%s returns %d, not %d", #call, (int)status_, (int)(expected)); \
    } while (0)
#define IS(object, type) ((object) != NULL && CFGetTypeID(object) == type##GetTypeID())

static void run(void);

#ifndef KEPT
#define KEPT (1 << 18) // bytes that malloc and others keep for later calls; more rounds make them no more
#endif

// Releases an object, if there is one.
__attribute__((unused)) static void drop(const void *object) {
    if (object) CFRelease(object);
}

__attribute__((unused)) static CFDataRef data(const char *text) {
    return CFDataCreate(NULL, (const UInt8 *)text, (CFIndex)strlen(text));
}

__attribute__((unused)) static int holds(CFDataRef bytes, const char *text) {
    return IS(bytes, CFData) && (size_t)CFDataGetLength(bytes) == strlen(text) &&
        !memcmp(CFDataGetBytePtr(bytes), text, strlen(text));
}

__attribute__((unused)) static int reads(CFStringRef string, const char *text) {
    char characters[256];
    return IS(string, CFString) &&
        CFStringGetCString(string, characters, sizeof characters, kCFStringEncodingUTF8) && !strcmp(characters, text);
}

// dictionary(key, value, …, NULL)
#define dictionary(...) dictionary_of((const void *[]){__VA_ARGS__})
__attribute__((unused)) static CFMutableDictionaryRef dictionary_of(const void **pairs) {
    CFMutableDictionaryRef made =
        CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    for (; pairs[0]; pairs += 2) CFDictionarySetValue(made, pairs[0], pairs[1]);
    return made;
}

// array(object, …, NULL)
#define array(...) array_of((const void *[]){__VA_ARGS__})
__attribute__((unused)) static CFArrayRef array_of(const void **objects) {
    CFMutableArrayRef made = CFArrayCreateMutable(NULL, 0, &kCFTypeArrayCallBacks);
    for (; *objects; objects++) CFArrayAppendValue(made, *objects);
    return made;
}

__attribute__((unused)) static CFNumberRef number(int value) {
    return CFNumberCreate(NULL, kCFNumberIntType, &value);
}

__attribute__((unused)) static CFDataRef file(const char *name) {
    char path[512], *bytes = malloc(65536);
    snprintf(path, sizeof path, "%s/%s", getenv("FIXTURES"), name);
    FILE *stream = fopen(path, "rb");
    if (!stream) FAIL("%s can't be read", path);
    size_t count = fread(bytes, 1, 65536, stream);
    fclose(stream);
    CFDataRef read = CFDataCreate(NULL, (const UInt8 *)bytes, (CFIndex)count);
    free(bytes);
    return read;
}

// Reads the first object of a file.
__attribute__((unused)) static CFTypeRef imported(const char *name) {
    CFDataRef bytes = file(name);
    CFArrayRef items = NULL;
    SUCCEED(SecItemImport(bytes, NULL, NULL, NULL, 0, NULL, NULL, &items));
    CFTypeRef first = CFRetain(CFArrayGetValueAtIndex(items, 0));
    CFRelease(items);
    CFRelease(bytes);
    return first;
}

// Makes a key of elliptic curves that isn't stored.
__attribute__((unused)) static SecKeyRef random_key(CFStringRef type, int bits) {
    CFNumberRef size = number(bits);
    CFDictionaryRef parameters = dictionary(kSecAttrKeyType, type, kSecAttrKeySizeInBits, size, NULL);
    CFErrorRef error = NULL;
    SecKeyRef key = SecKeyCreateRandomKey(parameters, &error);
    CHECK(IS(key, SecKey) && !error);
    CFRelease(parameters);
    CFRelease(size);
    return key;
}

// The identity of server.p12, which isn't stored.
__attribute__((unused)) static SecIdentityRef server_identity(void) {
    CFDataRef bytes = file("server.p12");
    CFDictionaryRef options = dictionary(
        kSecImportExportPassphrase, CFSTR("fixture"), kSecImportToMemoryOnly, kCFBooleanTrue, NULL);
    CFArrayRef items = NULL;
    SUCCEED(SecPKCS12Import(bytes, options, &items));
    SecIdentityRef identity =
        (SecIdentityRef)CFRetain(CFDictionaryGetValue(CFArrayGetValueAtIndex(items, 0), kSecImportItemIdentity));
    CHECK(IS(identity, SecIdentity));
    CFRelease(items);
    CFRelease(options);
    CFRelease(bytes);
    return identity;
}

int main(int count, char **arguments) {
    long rounds = count > 1 ? atol(arguments[1]) : 1;
    size_t before = 0;
    for (long round = 0; round < rounds; round++) {
        if (round == rounds / 10) before = mallinfo2().uordblks;
        run();
    }
    size_t after = mallinfo2().uordblks;
    if (rounds >= 100 && after > before + KEPT + (size_t)rounds / 4) {
        FAIL("%zu bytes more are allocated after %ld rounds than after %ld", after - before, rounds, rounds / 10);
    }
    return 0;
}
