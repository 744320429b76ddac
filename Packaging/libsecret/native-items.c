// SPDX-License-Identifier: Apache-2.0
// Items that programs made through Apple's interface, and the attributes that libsecret finds them by.
#include "keychain.h"

#define NAMES 6

// A class of items that programs made through Apple's interface, and the attributes that a search finds them by.
typedef struct {
    const char *schema;
    const CFStringRef *class;
    struct {
        const char *name;
        const CFStringRef *key;
    } names[NAMES];
    // How many of the names, from the first, an item without a label may be called by.
    int labels;
} Native;

static const Native natives[] = {
    {GENERIC_SCHEMA,
     &kSecClassGenericPassword,
     {{"service", &kSecAttrService}, {"account", &kSecAttrAccount}},
     2},
    {"org.gnome.keyring.NetworkPassword",
     &kSecClassInternetPassword,
     {{"user", &kSecAttrAccount},
      {"domain", &kSecAttrSecurityDomain},
      {"server", &kSecAttrServer},
      {"object", &kSecAttrPath},
      {"protocol", &kSecAttrProtocol},
      {"port", &kSecAttrPort}},
     3},
};

// The names of protocols, by Apple's four-character codes where they differ.
static const char *const protocols[][2] = {
    {"htps", "https"}, {"ftp ", "ftp"},   {"ssh ", "ssh"},     {"imps", "imaps"}, {"pops", "pop3s"}, {"ldps", "ldaps"}, {"smb ", "smb"},
    {"afp ", "afp"},   {"teln", "telnet"}, {"tels", "telnets"}, {"RTSP", "rtsp"},  {"irc ", "irc"},   {"svn ", "svn"},
};

// Returns the other name of a protocol, or the text itself.
static const char *renamed(const char *text, int from) {
    for (gsize row = 0; row < G_N_ELEMENTS(protocols); row++) {
        if (strcmp(protocols[row][from], text) == 0) return protocols[row][1 - from];
    }
    return text;
}

static const Native *native_of(CFDictionaryRef item) {
    CFTypeRef class = CFDictionaryGetValue(item, kSecClass);
    return class != NULL && CFEqual(class, kSecClassInternetPassword) ? &natives[1] : &natives[0];
}

gboolean is_of_another_program(CFDictionaryRef item) {
    CFTypeRef hint = CFDictionaryGetValue(item, kSecAttrSyncViewHint);
    return CFDictionaryGetValue(item, CFSTR("ssat")) == NULL &&
           (hint == NULL || !CFEqual(hint, CFSTR("org.freedesktop.secrets/label")));
}

// Returns the value of an attribute, for g_free; NULL for none, an empty text and 0, which stands for none.
static char *copy_native(CFDictionaryRef item, const CFStringRef *key) {
    CFTypeRef value = CFDictionaryGetValue(item, *key);
    long long number;
    if (value != NULL && CFGetTypeID(value) == CFNumberGetTypeID() && CFNumberGetValue(value, kCFNumberLongLongType, &number))
        return number == 0 ? NULL : g_strdup_printf("%lld", number);
    char *text = copy_text(value);
    if (text != NULL && *text != 0 && key != &kSecAttrProtocol) return text;
    char *name = text != NULL && *text != 0 ? g_strdup(renamed(text, 0)) : NULL;
    g_free(text);
    return name;
}

GHashTable *native_attributes(CFDictionaryRef item) {
    GHashTable *table = new_table();
    const Native *native = native_of(item);
    g_hash_table_insert(table, g_strdup(SCHEMA), g_strdup(native->schema));
    for (int index = 0; index < NAMES && native->names[index].name != NULL; index++) {
        const CFStringRef *key = native->names[index].key;
        char *value = copy_native(item, key);
        // A search for the attributes that are shown must not find every item.
        gboolean is_shown = key == &kSecAttrService || key == &kSecAttrAccount || key == &kSecAttrServer;
        if (value == NULL && is_shown) value = g_strdup("");
        if (value != NULL) g_hash_table_insert(table, g_strdup(native->names[index].name), value);
    }
    return table;
}

char *copy_label(CFDictionaryRef item) {
    char *label = copy_text(CFDictionaryGetValue(item, kSecAttrLabel));
    const Native *native = native_of(item);
    if (label != NULL || CFDictionaryGetValue(item, CFSTR("ssat")) != NULL) return label ? label : g_strdup("");
    for (int index = native->labels - 1; index >= 0; index--) {
        label = copy_native(item, native->names[index].key);
        if (label != NULL) return label;
    }
    return g_strdup("");
}

// Sets a condition of a query; FALSE if no item can meet it.
static gboolean set_condition(CFMutableDictionaryRef query, const Native *native, const char *name, const char *value) {
    if (strcmp(name, SCHEMA) == 0) return strcmp(value, native->schema) == 0;
    for (int index = 0; index < NAMES && native->names[index].name != NULL; index++) {
        const CFStringRef *key = native->names[index].key;
        if (strcmp(native->names[index].name, name) != 0) continue;
        if (key == &kSecAttrPort) {
            gint64 port;
            if (!g_ascii_string_to_signed(value, 10, 0, G_MAXUINT16, &port, NULL)) return FALSE;
            CFNumberRef number = CFNumberCreate(NULL, kCFNumberLongLongType, &port);
            CFDictionarySetValue(query, *key, number);
            CFRelease(number);
        } else {
            set_string(query, *key, key == &kSecAttrProtocol ? renamed(value, 1) : value);
        }
        return TRUE;
    }
    return FALSE;
}

CFMutableDictionaryRef make_native_query(gsize class, GHashTable *attributes) {
    const Native *native = &natives[class];
    CFMutableDictionaryRef query = make_dictionary(*native->class);
    GHashTableIter iterator;
    gpointer name, value;
    g_hash_table_iter_init(&iterator, attributes);
    while (g_hash_table_iter_next(&iterator, &name, &value)) {
        if (set_condition(query, native, name, value)) continue;
        CFRelease(query);
        return NULL;
    }
    return query;
}
