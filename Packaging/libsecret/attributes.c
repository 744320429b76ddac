// SPDX-License-Identifier: Apache-2.0
// Lookup attributes, as items have them: CBOR (RFC 8949).
#include "keychain.h"

// Shorter names first, then by bytes (RFC 8949, 4.2.3), so that equal attributes have equal bytes.
static int compare_names(gconstpointer left, gconstpointer right) {
    gsize left_count = strlen(left), right_count = strlen(right);
    if (left_count != right_count) return left_count < right_count ? -1 : 1;
    return memcmp(left, right, left_count);
}

static void append_head(GByteArray *bytes, guint8 kind, gsize count) {
    guint8 head[5] = {kind | 26, count >> 24, count >> 16, count >> 8, count};
    if (count < 24) {
        head[0] = kind | count;
        g_byte_array_append(bytes, head, 1);
    } else if (count < 0x100) {
        head[3] = kind | 24;
        g_byte_array_append(bytes, head + 3, 2);
    } else if (count < 0x10000) {
        head[2] = kind | 25;
        g_byte_array_append(bytes, head + 2, 3);
    } else {
        g_byte_array_append(bytes, head, 5);
    }
}

static void append_text(GByteArray *bytes, const char *text) {
    append_head(bytes, 0x60, strlen(text));
    g_byte_array_append(bytes, (const guint8 *)text, strlen(text));
}

GByteArray *encode(GHashTable *attributes, gboolean has_generic_schema) {
    GByteArray *bytes = g_byte_array_new();
    GList *names = g_list_sort(g_hash_table_get_keys(attributes), compare_names);
    gboolean drops = !has_generic_schema && g_strcmp0(g_hash_table_lookup(attributes, SCHEMA), GENERIC_SCHEMA) == 0;
    append_head(bytes, 0xa0, g_hash_table_size(attributes) - drops);
    for (GList *name = names; name != NULL; name = name->next) {
        if (drops && strcmp(name->data, SCHEMA) == 0) continue;
        append_text(bytes, name->data);
        append_text(bytes, g_hash_table_lookup(attributes, name->data));
    }
    g_list_free(names);
    return bytes;
}

// Takes a head of this kind and its count; FALSE for another one.
static gboolean take_head(const guint8 **next, const guint8 *end, guint8 kind, gsize *count) {
    if (*next == end || (**next & 0xe0) != kind) return FALSE;
    guint8 small = *(*next)++ & 31;
    if (small < 24) {
        *count = small;
        return TRUE;
    }
    if (small > 26) return FALSE;
    int length = 1 << (small - 24);
    if (end - *next < length) return FALSE;
    *count = 0;
    while (length-- > 0) *count = *count << 8 | *(*next)++;
    return TRUE;
}

static char *take_text(const guint8 **next, const guint8 *end) {
    gsize count;
    if (!take_head(next, end, 0x60, &count) || (gsize)(end - *next) < count) return NULL;
    char *text = g_strndup((const char *)*next, count);
    *next += count;
    return text;
}

GHashTable *attributes_of(CFDictionaryRef item) {
    CFDataRef encoded = CFDictionaryGetValue(item, CFSTR("ssat"));
    if (encoded == NULL) return native_attributes(item);
    GHashTable *table = new_table();
    const guint8 *next = CFDataGetBytePtr(encoded), *end = next + CFDataGetLength(encoded);
    gsize count;
    if (!take_head(&next, end, 0xa0, &count)) return table;
    while (count-- > 0) {
        char *name = take_text(&next, end), *value = name == NULL ? NULL : take_text(&next, end);
        if (value == NULL) {
            g_free(name);
            break;
        }
        g_hash_table_replace(table, name, value);
    }
    return table;
}
