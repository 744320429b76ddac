// SPDX-License-Identifier: Apache-2.0
// Objects of Core Foundation.
#include "keychain.h"

static CFStringRef make_string(const char *text) {
    return CFStringCreateWithBytes(NULL, (const UInt8 *)text, strlen(text), kCFStringEncodingUTF8, false);
}

CFMutableDictionaryRef make_dictionary(CFTypeRef class) {
    CFMutableDictionaryRef dictionary =
        CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDictionarySetValue(dictionary, kSecClass, class);
    return dictionary;
}

void set_string(CFMutableDictionaryRef dictionary, CFStringRef key, const char *text) {
    if (text == NULL) return;
    CFStringRef value = make_string(text);
    if (value == NULL) return;
    CFDictionarySetValue(dictionary, key, value);
    CFRelease(value);
}

void set_data(CFMutableDictionaryRef dictionary, CFStringRef key, const void *bytes, gsize count) {
    CFDataRef value = CFDataCreate(NULL, bytes, count);
    CFDictionarySetValue(dictionary, key, value);
    CFRelease(value);
}

char *copy_text(CFTypeRef value) {
    if (value == NULL) return NULL;
    CFDataRef data = NULL;
    if (CFGetTypeID(value) == CFStringGetTypeID()) {
        data = CFStringCreateExternalRepresentation(NULL, value, kCFStringEncodingUTF8, '?');
    } else if (CFGetTypeID(value) == CFDataGetTypeID()) {
        data = CFRetain(value);
    }
    if (data == NULL) return NULL;
    char *text = g_strndup((const char *)CFDataGetBytePtr(data), CFDataGetLength(data));
    CFRelease(data);
    return text;
}
