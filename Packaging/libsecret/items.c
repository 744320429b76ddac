// SPDX-License-Identifier: Apache-2.0
// Finds and stores items.
#include "keychain.h"
#include <sodium.h>

// Appends what a query finds to `items`.
static OSStatus append_found(CFMutableDictionaryRef query, gboolean is_native, Extent extent, GPtrArray *items) {
    CFTypeRef found = NULL;
    CFDictionarySetValue(query, kSecAttrSynchronizable, kSecAttrSynchronizableAny);
    // The first one found may have attributes of its own.
    CFDictionarySetValue(query, kSecMatchLimit, extent == ALL || is_native ? kSecMatchLimitAll : kSecMatchLimitOne);
    CFDictionarySetValue(query, kSecReturnAttributes, kCFBooleanTrue);
    if (extent == ALL) CFDictionarySetValue(query, kSecReturnPersistentRef, kCFBooleanTrue);
    CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
    // Items that demand the user aren't offered.
    CFDictionarySetValue(query, kSecUseAuthenticationUI, kSecUseAuthenticationUISkip);
    OSStatus status = SecItemCopyMatching(query, &found);
    if (status == errSecItemNotFound) return errSecSuccess;
    if (status != errSecSuccess) return status;
    if (CFGetTypeID(found) == CFDictionaryGetTypeID()) {
        g_ptr_array_add(items, (gpointer)found);
        return status;
    }
    for (CFIndex index = 0; index < CFArrayGetCount(found); index++) {
        CFDictionaryRef item = CFArrayGetValueAtIndex(found, index);
        if (!is_native || is_of_another_program(item)) g_ptr_array_add(items, (gpointer)CFRetain(item));
    }
    CFRelease(found);
    return status;
}

static void release(gpointer object) { CFRelease(object); }

// Returns the items with lookup attributes that have all of some.
static OSStatus find_own(GByteArray *encoded, Extent extent, GPtrArray **items) {
    *items = g_ptr_array_new_with_free_func(release);
    CFMutableDictionaryRef query = make_dictionary(kSecClassGenericPassword);
    set_data(query, CFSTR("ssat"), encoded->data, encoded->len);
    OSStatus status = append_found(query, FALSE, extent, *items);
    CFRelease(query);
    return status;
}

OSStatus find(GHashTable *attributes, Extent extent, GPtrArray **items) {
    GByteArray *encoded = encode(attributes);
    OSStatus status = find_own(encoded, extent, items);
    g_byte_array_unref(encoded);
    for (gsize class = 0; status == errSecSuccess && class < NATIVE_CLASSES; class++) {
        if (extent == FIRST && (*items)->len > 0) break;
        CFMutableDictionaryRef query = make_native_query(class, attributes);
        if (query == NULL) continue;
        status = append_found(query, TRUE, extent, *items);
        // Where something is found, what is locked isn't all that there is.
        if (status == errSecInteractionNotAllowed && (*items)->len > 0) status = errSecSuccess;
        CFRelease(query);
    }
    return status;
}

CFMutableDictionaryRef query_of(CFDictionaryRef item) {
    CFMutableDictionaryRef query = make_dictionary(CFDictionaryGetValue(item, kSecClass));
    CFDictionarySetValue(query, kSecValuePersistentRef, CFDictionaryGetValue(item, kSecValuePersistentRef));
    return query;
}

// Returns the item with exactly these attributes, to release; NULL if there is none.
static CFDictionaryRef copy_equal(GByteArray *encoded, OSStatus *status) {
    GPtrArray *items;
    CFDictionaryRef equal = NULL;
    *status = find_own(encoded, ALL, &items);
    for (guint index = 0; *status == errSecSuccess && equal == NULL && index < items->len; index++) {
        CFDataRef other = CFDictionaryGetValue(items->pdata[index], CFSTR("ssat"));
        if (other != NULL && CFDataGetLength(other) == encoded->len &&
            memcmp(CFDataGetBytePtr(other), encoded->data, encoded->len) == 0)
            equal = CFRetain(items->pdata[index]);
    }
    g_ptr_array_unref(items);
    return equal;
}

static const char *first(GHashTable *attributes, const char *const names[]) {
    for (; *names != NULL; names++) {
        const char *value = g_hash_table_lookup(attributes, *names);
        if (value != NULL) return value;
    }
    return NULL;
}

// Adds an item, whose view hint keeps it apart from others with the same service and account.
static OSStatus add(GHashTable *attributes, GByteArray *encoded, CFMutableDictionaryRef values, guint number) {
    static const char *const services[] = {"service", "server", "application", SCHEMA, NULL};
    static const char *const accounts[] = {"username", "user", "account", NULL};
    guint8 digest[16];
    char text[33], end[16] = "";
    crypto_generichash(digest, sizeof digest, encoded->data, encoded->len, NULL, 0);
    sodium_bin2hex(text, sizeof text, digest, sizeof digest);
    if (number > 1) g_snprintf(end, sizeof end, "#%u", number);
    char *hint = g_strconcat("org.freedesktop.secrets/", text, end, NULL);
    CFMutableDictionaryRef item = CFDictionaryCreateMutableCopy(NULL, 0, values);
    CFDictionarySetValue(item, kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(item, kSecAttrAccessible, kSecAttrAccessibleAfterFirstUnlock);
    set_data(item, CFSTR("ssat"), encoded->data, encoded->len);
    set_string(item, kSecAttrSyncViewHint, hint);
    set_string(item, kSecAttrService, first(attributes, services));
    set_string(item, kSecAttrAccount, first(attributes, accounts));
    OSStatus status = SecItemAdd(item, NULL);
    CFRelease(item);
    g_free(hint);
    return status;
}

OSStatus put(GHashTable *attributes, const char *label, SecretValue *value) {
    gsize count;
    const char *secret = secret_value_get(value, &count), *type = secret_value_get_content_type(value);
    GByteArray *encoded = encode(attributes);
    CFMutableDictionaryRef values =
        CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    set_data(values, kSecValueData, secret, count);
    set_string(values, kSecAttrLabel, label);
    if (type != NULL && strcmp(type, "text/plain") != 0) set_string(values, CFSTR("ssct"), type);
    OSStatus status = errSecDuplicateItem;
    for (guint number = 1; status == errSecDuplicateItem && number < G_MAXUINT; number++) {
        CFDictionaryRef equal = copy_equal(encoded, &status);
        if (equal != NULL) {
            CFMutableDictionaryRef query = query_of(equal);
            status = SecItemUpdate(query, values);
            CFRelease(query);
            CFRelease(equal);
            if (status != errSecItemNotFound) break;
            // Deleted meanwhile.
            status = errSecSuccess;
        }
        // A duplicate is an item made meanwhile, or one whose attributes were changed: then the next number is free.
        if (status == errSecSuccess) status = add(attributes, encoded, values, number);
    }
    CFRelease(values);
    g_byte_array_unref(encoded);
    return status;
}

SecretValue *value_of(CFDictionaryRef item) {
    CFDataRef data = CFDictionaryGetValue(item, kSecValueData);
    char *type = copy_text(CFDictionaryGetValue(item, CFSTR("ssct")));
    SecretValue *value = secret_value_new(
        data ? (const char *)CFDataGetBytePtr(data) : "", data ? CFDataGetLength(data) : 0, type ? type : "text/plain");
    g_free(type);
    return value;
}
