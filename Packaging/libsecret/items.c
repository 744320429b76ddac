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
    GByteArray *encoded = encode(attributes, TRUE);
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

// Returns whether the attributes of an item are those that are encoded.
static gboolean has_attributes(CFDictionaryRef item, GByteArray *encoded, gboolean has_generic_schema) {
    GHashTable *attributes = attributes_of(item);
    GByteArray *other = encode(attributes, has_generic_schema);
    gboolean equal = other->len == encoded->len && memcmp(other->data, encoded->data, encoded->len) == 0;
    g_byte_array_unref(other);
    g_hash_table_unref(attributes);
    return equal;
}

// Returns the item with exactly these attributes, else one with the same but for the generic schema, to release; NULL if
// there is none. Those of confined programs ("ssap") aren't changed.
static CFDictionaryRef copy_equal(GHashTable *attributes, GByteArray *encoded, OSStatus *status) {
    GPtrArray *items;
    CFDictionaryRef equal = NULL;
    GByteArray *same = encode(attributes, FALSE);
    // A search for no attributes would find every item.
    *status = find_own(same->len > 1 ? same : encoded, ALL, &items);
    for (guint index = 0; *status == errSecSuccess && index < items->len; index++) {
        CFDictionaryRef item = items->pdata[index];
        if (CFDictionaryContainsKey(item, CFSTR("ssap"))) continue;
        gboolean is_exact = has_attributes(item, encoded, TRUE);
        if (is_exact || (equal == NULL && has_attributes(item, same, FALSE))) equal = item;
        if (is_exact) break;
    }
    if (equal != NULL) CFRetain(equal);
    g_ptr_array_unref(items);
    g_byte_array_unref(same);
    return equal;
}

// Changes an item that was found.
static OSStatus change(CFDictionaryRef item, GHashTable *attributes, GByteArray *encoded, CFDictionaryRef values) {
    CFMutableDictionaryRef query = query_of(item), changes = CFDictionaryCreateMutableCopy(NULL, 0, values);
    if (!CFDictionaryContainsKey(values, CFSTR("ssct"))) set_string(changes, CFSTR("ssct"), "text/plain");
    // A search with the schema must find it.
    if (g_hash_table_contains(attributes, SCHEMA)) set_data(changes, CFSTR("ssat"), encoded->data, encoded->len);
    OSStatus status = SecItemUpdate(query, changes);
    CFRelease(changes);
    CFRelease(query);
    return status;
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
    GByteArray *encoded = encode(attributes, TRUE);
    CFMutableDictionaryRef values =
        CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    set_data(values, kSecValueData, secret, count);
    set_string(values, kSecAttrLabel, label);
    if (type != NULL && strcmp(type, "text/plain") != 0) set_string(values, CFSTR("ssct"), type);
    OSStatus status = errSecDuplicateItem;
    for (guint number = 1; status == errSecDuplicateItem && number < G_MAXUINT; number++) {
        CFDictionaryRef equal = copy_equal(attributes, encoded, &status);
        if (equal != NULL) {
            status = change(equal, attributes, encoded, values);
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
