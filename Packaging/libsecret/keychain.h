// SPDX-License-Identifier: Apache-2.0
// The parts of a backend of libsecret that keeps secrets in the keychain, in the process and without a bus:
// SECRET_BACKEND=keychain.
//
// It has the items of keychain-secret-service (Docs/reference/secret-service.md), so that a program finds the same ones with
// a bus and without: generic passwords with the lookup attributes `ssat`, a CBOR map of texts, and passwords of other programs
// by the attributes of libsecret's generic and network schemas.
#pragma once
#define SECRET_API_SUBJECT_TO_CHANGE
#include <Security/Security.h>
#include <libsecret/secret.h>
#include <string.h>

#define SCHEMA "xdg:schema"
// The schema that gnome-keyring gives items without one.
#define GENERIC_SCHEMA "org.freedesktop.Secret.Generic"

// MARK: Core Foundation (core-foundation.c)

CFMutableDictionaryRef make_dictionary(CFTypeRef class);
// Sets a text; nothing for NULL.
void set_string(CFMutableDictionaryRef dictionary, CFStringRef key, const char *text);
void set_data(CFMutableDictionaryRef dictionary, CFStringRef key, const void *bytes, gsize count);
// Returns a string, or data that is text, for g_free; NULL for anything else.
char *copy_text(CFTypeRef value);

// MARK: Lookup attributes (attributes.c)

// Makes a table of texts.
static inline GHashTable *new_table(void) { return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free); }
// Returns the CBOR map of attributes, with or without the generic schema.
GByteArray *encode(GHashTable *attributes, gboolean has_generic_schema);
// Returns the attributes of an item that was found, also of one of another program.
GHashTable *attributes_of(CFDictionaryRef item);

// MARK: Items of other programs (native-items.c)

#define NATIVE_CLASSES 2
// Makes the query for the items of a class that have all attributes; NULL if no item can have them.
CFMutableDictionaryRef make_native_query(gsize class, GHashTable *attributes);
GHashTable *native_attributes(CFDictionaryRef item);
// Returns whether an item neither has lookup attributes nor keeps the label of a collection.
gboolean is_of_another_program(CFDictionaryRef item);
// Returns the label of an item that was found, or the name that it has without one.
char *copy_label(CFDictionaryRef item);

// MARK: Items (items.c)

// How many of the items that match a call needs.
typedef enum { FIRST, ALL } Extent;
// Returns the items that have all of some attributes, and those of other programs; or at least the first, without its reference.
OSStatus find(GHashTable *attributes, Extent extent, GPtrArray **items);
// Makes the query for one item that was found.
CFMutableDictionaryRef query_of(CFDictionaryRef item);
// Changes the item with the same attributes, where the generic schema is as good as none, or adds one.
OSStatus put(GHashTable *attributes, const char *label, SecretValue *value);
// Returns the secret of an item that was found.
SecretValue *value_of(CFDictionaryRef item);

// MARK: Objects (found-item.c)

// Makes the object for an item that was found.
gpointer new_found(CFDictionaryRef item);
