// SPDX-License-Identifier: Apache-2.0
// A backend of libsecret that keeps secrets in the keychain, in the process and without a bus: SECRET_BACKEND=keychain.
//
// It has the items of keychain-secret-service (Docs/reference/secret-service.md), so that a program finds the same ones with
// a bus and without: generic passwords with the lookup attributes `ssat`, a CBOR map of texts, and passwords of other programs
// by the attributes of libsecret's generic and network schemas.
//
// libsecret loads no modules of GIO by itself. The library registers its backend when it is loaded, as a module of GIO or
// through LD_PRELOAD.
#define SECRET_API_SUBJECT_TO_CHANGE
#include <Security/Security.h>
#include <libsecret/secret.h>
// <libsecret/secret.h> doesn't include the interface of backends.
#define __SECRET_INSIDE_HEADER__
#include <libsecret/secret-backend.h>
#undef __SECRET_INSIDE_HEADER__
#include <sodium.h>
#include <string.h>

#define SCHEMA "xdg:schema"
// The seconds from 1970 to 2001.
#define EPOCH 978307200.0

// MARK: Core Foundation

static CFStringRef make_string(const char *text) {
    return CFStringCreateWithBytes(NULL, (const UInt8 *)text, strlen(text), kCFStringEncodingUTF8, false);
}

static CFMutableDictionaryRef make_dictionary(CFTypeRef class) {
    CFMutableDictionaryRef dictionary =
        CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDictionarySetValue(dictionary, kSecClass, class);
    return dictionary;
}

static void set_string(CFMutableDictionaryRef dictionary, CFStringRef key, const char *text) {
    if (text == NULL) return;
    CFStringRef value = make_string(text);
    if (value == NULL) return;
    CFDictionarySetValue(dictionary, key, value);
    CFRelease(value);
}

static void set_data(CFMutableDictionaryRef dictionary, CFStringRef key, const void *bytes, gsize count) {
    CFDataRef value = CFDataCreate(NULL, bytes, count);
    CFDictionarySetValue(dictionary, key, value);
    CFRelease(value);
}

// Returns a string, or data that is text, for g_free; NULL for anything else.
static char *copy_text(CFTypeRef value) {
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

static GHashTable *new_table(void) { return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free); }

// MARK: Items of other programs

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
    {"org.freedesktop.Secret.Generic",
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
    {"htps", "https"}, {"ftp ", "ftp"},    {"ftps", "ftps"}, {"ssh ", "ssh"},   {"smb ", "smb"},
    {"imps", "imaps"}, {"pop3", "pop3"}, {"pops", "pop3s"}, {"ldps", "ldaps"}, {"afp ", "afp"},
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

// Returns the value of an attribute, for g_free; NULL for none, an empty text and 0, which stands for none.
static char *copy_native(CFDictionaryRef item, const CFStringRef *key) {
    CFTypeRef value = CFDictionaryGetValue(item, *key);
    long long number;
    if (value != NULL && CFGetTypeID(value) == CFNumberGetTypeID() && CFNumberGetValue(value, kCFNumberLongLongType, &number))
        return number == 0 ? NULL : g_strdup_printf("%lld", number);
    char *text = copy_text(value);
    if (text == NULL || *text == 0) {
        g_free(text);
        return NULL;
    }
    if (key != &kSecAttrProtocol) return text;
    char *name = g_strdup(renamed(text, 0));
    g_free(text);
    return name;
}

static GHashTable *native_attributes(CFDictionaryRef item) {
    GHashTable *table = new_table();
    const Native *native = native_of(item);
    g_hash_table_insert(table, g_strdup(SCHEMA), g_strdup(native->schema));
    for (int index = 0; index < NAMES && native->names[index].name != NULL; index++) {
        char *value = copy_native(item, native->names[index].key);
        if (value != NULL) g_hash_table_insert(table, g_strdup(native->names[index].name), value);
    }
    return table;
}

// Returns the label of an item that was found, or the name that it has without one.
static char *copy_label(CFDictionaryRef item) {
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

// Makes the query for the items of a class that have all attributes; NULL if no item can have them.
static CFMutableDictionaryRef make_native_query(const Native *native, GHashTable *attributes) {
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

// MARK: Attributes

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

// Returns the CBOR map of the attributes.
static GByteArray *encode(GHashTable *attributes) {
    GByteArray *bytes = g_byte_array_new();
    GList *names = g_list_sort(g_hash_table_get_keys(attributes), compare_names);
    append_head(bytes, 0xa0, g_hash_table_size(attributes));
    for (GList *name = names; name != NULL; name = name->next) {
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

// Reads the attributes of an item that was found, with those that an item of another program has.
static GHashTable *attributes_of(CFDictionaryRef item) {
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

// MARK: Calls

// A call of a program, as a thread carries it out.
typedef struct {
    GHashTable *attributes;
    char *label;
    SecretValue *value;
    SecretSearchFlags flags;
} Call;

static void free_call(gpointer data) {
    Call *call = data;
    g_hash_table_unref(call->attributes);
    g_free(call->label);
    if (call->value != NULL) secret_value_unref(call->value);
    g_free(call);
}

// Makes a call. A schema is an attribute of a stored item, and of a search unless it says otherwise.
static Call *new_call(const SecretSchema *schema, GHashTable *attributes, gboolean is_stored) {
    Call *call = g_new0(Call, 1);
    GHashTableIter iterator;
    gpointer name, value;
    call->attributes = new_table();
    if (schema != NULL && (is_stored || !(schema->flags & SECRET_SCHEMA_DONT_MATCH_NAME)))
        g_hash_table_insert(call->attributes, g_strdup(SCHEMA), g_strdup(schema->name));
    g_hash_table_iter_init(&iterator, attributes);
    while (g_hash_table_iter_next(&iterator, &name, &value))
        g_hash_table_replace(call->attributes, g_strdup(name), g_strdup(value));
    return call;
}

static void set_error(GError **error, OSStatus status) {
    CFStringRef message = SecCopyErrorMessageString(status, NULL);
    char *text = copy_text(message);
    if (message != NULL) CFRelease(message);
    if (status == errSecInteractionNotAllowed) {
        g_set_error(error, SECRET_ERROR, SECRET_ERROR_IS_LOCKED, "the keychain is locked: security unlock-keychain");
    } else {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", text ? text : "the keychain fails");
    }
    g_free(text);
}

// Appends what a query finds to `items`.
static OSStatus append_found(CFMutableDictionaryRef query, gboolean is_native, GPtrArray *items) {
    CFTypeRef found = NULL;
    CFDictionarySetValue(query, kSecAttrSynchronizable, kSecAttrSynchronizableAny);
    CFDictionarySetValue(query, kSecMatchLimit, kSecMatchLimitAll);
    CFDictionarySetValue(query, kSecReturnAttributes, kCFBooleanTrue);
    CFDictionarySetValue(query, kSecReturnPersistentRef, kCFBooleanTrue);
    CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
    // Items that demand the user aren't offered.
    CFDictionarySetValue(query, kSecUseAuthenticationUI, kSecUseAuthenticationUISkip);
    OSStatus status = SecItemCopyMatching(query, &found);
    for (CFIndex index = 0; found != NULL && index < CFArrayGetCount(found); index++) {
        CFDictionaryRef item = CFArrayGetValueAtIndex(found, index);
        if (!is_native || CFDictionaryGetValue(item, CFSTR("ssat")) == NULL) g_ptr_array_add(items, (gpointer)CFRetain(item));
    }
    if (found != NULL) CFRelease(found);
    return status == errSecItemNotFound ? errSecSuccess : status;
}

static void release(gpointer object) { CFRelease(object); }

// Returns the items that have all of some attributes, and those of other programs.
static OSStatus find(GHashTable *attributes, GPtrArray **items) {
    *items = g_ptr_array_new_with_free_func(release);
    GByteArray *encoded = encode(attributes);
    CFMutableDictionaryRef query = make_dictionary(kSecClassGenericPassword);
    set_data(query, CFSTR("ssat"), encoded->data, encoded->len);
    OSStatus status = append_found(query, FALSE, *items);
    CFRelease(query);
    g_byte_array_unref(encoded);
    for (gsize class = 0; status == errSecSuccess && class < G_N_ELEMENTS(natives); class++) {
        query = make_native_query(&natives[class], attributes);
        if (query == NULL) continue;
        status = append_found(query, TRUE, *items);
        CFRelease(query);
    }
    return status;
}

// Makes the query for one item that was found.
static CFMutableDictionaryRef query_of(CFDictionaryRef item) {
    CFMutableDictionaryRef query = make_dictionary(CFDictionaryGetValue(item, kSecClass));
    CFDictionarySetValue(query, kSecValuePersistentRef, CFDictionaryGetValue(item, kSecValuePersistentRef));
    return query;
}

// Returns the item with exactly these attributes, to release; NULL if there is none.
static CFDictionaryRef copy_equal(GHashTable *attributes, GByteArray *encoded, OSStatus *status) {
    GPtrArray *items;
    CFDictionaryRef equal = NULL;
    *status = find(attributes, &items);
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
static OSStatus add(Call *call, GByteArray *encoded, CFMutableDictionaryRef values, guint number) {
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
    set_string(item, kSecAttrService, first(call->attributes, services));
    set_string(item, kSecAttrAccount, first(call->attributes, accounts));
    OSStatus status = SecItemAdd(item, NULL);
    CFRelease(item);
    g_free(hint);
    return status;
}

// Changes the item with exactly the same attributes, or adds one.
static OSStatus put(Call *call) {
    gsize count;
    const char *secret = secret_value_get(call->value, &count), *type = secret_value_get_content_type(call->value);
    GByteArray *encoded = encode(call->attributes);
    CFMutableDictionaryRef values =
        CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    set_data(values, kSecValueData, secret, count);
    set_string(values, kSecAttrLabel, call->label);
    if (type != NULL && strcmp(type, "text/plain") != 0) set_string(values, CFSTR("ssct"), type);
    OSStatus status = errSecDuplicateItem;
    for (guint number = 1; status == errSecDuplicateItem && number < G_MAXUINT; number++) {
        CFDictionaryRef equal = copy_equal(call->attributes, encoded, &status);
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
        if (status == errSecSuccess) status = add(call, encoded, values, number);
    }
    CFRelease(values);
    g_byte_array_unref(encoded);
    return status;
}

// Returns the secret of an item that was found.
static SecretValue *value_of(CFDictionaryRef item) {
    CFDataRef data = CFDictionaryGetValue(item, kSecValueData);
    char *type = copy_text(CFDictionaryGetValue(item, CFSTR("ssct")));
    SecretValue *value = secret_value_new(
        data ? (const char *)CFDataGetBytePtr(data) : "", data ? CFDataGetLength(data) : 0, type ? type : "text/plain");
    g_free(type);
    return value;
}

// MARK: Found items

#define KEYCHAIN_TYPE_FOUND (keychain_found_get_type())
G_DECLARE_FINAL_TYPE(KeychainFound, keychain_found, KEYCHAIN, FOUND, GObject)
struct _KeychainFound {
    GObject parent;
    CFDictionaryRef item;
};
static void found_interface(SecretRetrievableInterface *interface);
G_DEFINE_TYPE_WITH_CODE(
    KeychainFound, keychain_found, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(SECRET_TYPE_RETRIEVABLE, found_interface))

enum { ATTRIBUTES = 1, LABEL, CREATED, MODIFIED };

static guint64 seconds_of(CFDictionaryRef item, CFStringRef key) {
    CFDateRef date = CFDictionaryGetValue(item, key);
    double seconds = date == NULL ? 0 : CFDateGetAbsoluteTime(date) + EPOCH;
    return seconds < 0 ? 0 : (guint64)seconds;
}

static void found_get(GObject *object, guint property, GValue *value, GParamSpec *specification) {
    CFDictionaryRef item = KEYCHAIN_FOUND(object)->item;
    switch (property) {
    case ATTRIBUTES: g_value_take_boxed(value, attributes_of(item)); break;
    case LABEL: g_value_take_string(value, copy_label(item)); break;
    case CREATED: g_value_set_uint64(value, seconds_of(item, kSecAttrCreationDate)); break;
    case MODIFIED: g_value_set_uint64(value, seconds_of(item, kSecAttrModificationDate)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, specification);
    }
}

// They are what the item says.
static void found_set(GObject *object, guint property, const GValue *value, GParamSpec *specification) {
    (void)object, (void)property, (void)value, (void)specification;
}

static void found_finalize(GObject *object) {
    CFRelease(KEYCHAIN_FOUND(object)->item);
    G_OBJECT_CLASS(keychain_found_parent_class)->finalize(object);
}

static void keychain_found_class_init(KeychainFoundClass *class) {
    GObjectClass *object = G_OBJECT_CLASS(class);
    object->get_property = found_get;
    object->set_property = found_set;
    object->finalize = found_finalize;
    g_object_class_override_property(object, ATTRIBUTES, "attributes");
    g_object_class_override_property(object, LABEL, "label");
    g_object_class_override_property(object, CREATED, "created");
    g_object_class_override_property(object, MODIFIED, "modified");
}

static void keychain_found_init(KeychainFound *found) { (void)found; }

static void retrieve(SecretRetrievable *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data) {
    GTask *task = g_task_new(self, cancellable, callback, data);
    g_task_return_pointer(task, value_of(KEYCHAIN_FOUND(self)->item), (GDestroyNotify)secret_value_unref);
    g_object_unref(task);
}

static SecretValue *retrieve_finish(SecretRetrievable *self, GAsyncResult *result, GError **error) {
    (void)self;
    return g_task_propagate_pointer(G_TASK(result), error);
}

static void found_interface(SecretRetrievableInterface *interface) {
    interface->retrieve_secret = retrieve;
    interface->retrieve_secret_finish = retrieve_finish;
}

// MARK: The backend

#define KEYCHAIN_TYPE_BACKEND (keychain_backend_get_type())
G_DECLARE_FINAL_TYPE(KeychainBackend, keychain_backend, KEYCHAIN, BACKEND, GObject)
struct _KeychainBackend {
    GObject parent;
    SecretBackendFlags flags;
};
static void backend_interface(SecretBackendInterface *interface);
static void initable_interface(GAsyncInitableIface *interface);
G_DEFINE_TYPE_WITH_CODE(
    KeychainBackend, keychain_backend, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(G_TYPE_ASYNC_INITABLE, initable_interface)
        G_IMPLEMENT_INTERFACE(SECRET_TYPE_BACKEND, backend_interface))

static void backend_get(GObject *object, guint property, GValue *value, GParamSpec *specification) {
    (void)property, (void)specification;
    g_value_set_flags(value, KEYCHAIN_BACKEND(object)->flags);
}

static void backend_set(GObject *object, guint property, const GValue *value, GParamSpec *specification) {
    (void)property, (void)specification;
    KEYCHAIN_BACKEND(object)->flags = g_value_get_flags(value);
}

static void keychain_backend_class_init(KeychainBackendClass *class) {
    G_OBJECT_CLASS(class)->get_property = backend_get;
    G_OBJECT_CLASS(class)->set_property = backend_set;
    g_object_class_override_property(G_OBJECT_CLASS(class), 1, "flags");
}

static void keychain_backend_init(KeychainBackend *backend) { (void)backend; }

static void return_true(gpointer self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data) {
    GTask *task = g_task_new(self, cancellable, callback, data);
    g_task_return_boolean(task, TRUE);
    g_object_unref(task);
}

static gboolean finish_boolean(gpointer self, GAsyncResult *result, GError **error) {
    (void)self;
    return g_task_propagate_boolean(G_TASK(result), error);
}

static gpointer finish_pointer(gpointer self, GAsyncResult *result, GError **error) {
    (void)self;
    return g_task_propagate_pointer(G_TASK(result), error);
}

static void initialize(
    GAsyncInitable *self, int priority, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data) {
    (void)priority;
    return_true(self, cancellable, callback, data);
}

static void initable_interface(GAsyncInitableIface *interface) {
    interface->init_async = initialize;
    interface->init_finish = (gboolean(*)(GAsyncInitable *, GAsyncResult *, GError **))finish_boolean;
}

static void ensure(
    SecretBackend *self, SecretBackendFlags flags, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data) {
    (void)flags;
    return_true(self, cancellable, callback, data);
}

static void start(
    SecretBackend *self, Call *call, GTaskThreadFunc body, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer data) {
    GTask *task = g_task_new(self, cancellable, callback, data);
    g_task_set_task_data(task, call, free_call);
    if (g_main_context_get_thread_default() != NULL) {
        // libsecret's synchronous functions wait in a context of their own, so their thread carries out the call.
        body(task, self, call, cancellable);
    } else {
        // A call may wait for other processes.
        g_task_run_in_thread(task, body);
    }
    g_object_unref(task);
}

static void return_status(GTask *task, OSStatus status) {
    GError *error = NULL;
    set_error(&error, status);
    g_task_return_error(task, error);
}

static void store_in_thread(GTask *task, gpointer self, gpointer data, GCancellable *cancellable) {
    (void)self, (void)cancellable;
    OSStatus status = put(data);
    if (status == errSecSuccess) {
        g_task_return_boolean(task, TRUE);
    } else {
        return_status(task, status);
    }
}

static void store(
    SecretBackend *self, const SecretSchema *schema, GHashTable *attributes, const gchar *collection, const gchar *label,
    SecretValue *value, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data) {
    (void)collection;
    Call *call = new_call(schema, attributes, TRUE);
    call->label = g_strdup(label);
    call->value = secret_value_ref(value);
    start(self, call, store_in_thread, cancellable, callback, data);
}

static void lookup_in_thread(GTask *task, gpointer self, gpointer data, GCancellable *cancellable) {
    (void)self, (void)cancellable;
    GPtrArray *items;
    OSStatus status = find(((Call *)data)->attributes, &items);
    if (status != errSecSuccess) {
        return_status(task, status);
    } else if (items->len == 0) {
        g_task_return_pointer(task, NULL, NULL);
    } else {
        g_task_return_pointer(task, value_of(items->pdata[0]), (GDestroyNotify)secret_value_unref);
    }
    g_ptr_array_unref(items);
}

static void lookup(
    SecretBackend *self, const SecretSchema *schema, GHashTable *attributes, GCancellable *cancellable,
    GAsyncReadyCallback callback, gpointer data) {
    start(self, new_call(schema, attributes, FALSE), lookup_in_thread, cancellable, callback, data);
}

static void clear_in_thread(GTask *task, gpointer self, gpointer data, GCancellable *cancellable) {
    (void)self, (void)cancellable;
    GPtrArray *items;
    gboolean is_cleared = FALSE;
    OSStatus status = find(((Call *)data)->attributes, &items);
    for (guint index = 0; status == errSecSuccess && index < items->len; index++) {
        CFMutableDictionaryRef query = query_of(items->pdata[index]);
        status = SecItemDelete(query);
        CFRelease(query);
        is_cleared = is_cleared || status == errSecSuccess;
        if (status == errSecItemNotFound) status = errSecSuccess;
    }
    g_ptr_array_unref(items);
    if (status == errSecSuccess) {
        g_task_return_boolean(task, is_cleared);
    } else {
        return_status(task, status);
    }
}

static void clear(
    SecretBackend *self, const SecretSchema *schema, GHashTable *attributes, GCancellable *cancellable,
    GAsyncReadyCallback callback, gpointer data) {
    start(self, new_call(schema, attributes, FALSE), clear_in_thread, cancellable, callback, data);
}

static void free_list(gpointer list) { g_list_free_full(list, g_object_unref); }

static void search_in_thread(GTask *task, gpointer self, gpointer data, GCancellable *cancellable) {
    (void)self, (void)cancellable;
    GPtrArray *items;
    GList *list = NULL;
    Call *call = data;
    OSStatus status = find(call->attributes, &items);
    for (guint index = 0; status == errSecSuccess && index < items->len; index++) {
        KeychainFound *found = g_object_new(KEYCHAIN_TYPE_FOUND, NULL);
        found->item = CFRetain(items->pdata[index]);
        list = g_list_append(list, found);
        if (!(call->flags & SECRET_SEARCH_ALL)) break;
    }
    g_ptr_array_unref(items);
    if (status == errSecSuccess) {
        g_task_return_pointer(task, list, free_list);
    } else {
        return_status(task, status);
    }
}

static void search(
    SecretBackend *self, const SecretSchema *schema, GHashTable *attributes, SecretSearchFlags flags,
    GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data) {
    Call *call = new_call(schema, attributes, FALSE);
    call->flags = flags;
    start(self, call, search_in_thread, cancellable, callback, data);
}

static void backend_interface(SecretBackendInterface *interface) {
    typedef gboolean (*Boolean)(SecretBackend *, GAsyncResult *, GError **);
    interface->ensure_for_flags = ensure;
    interface->ensure_for_flags_finish = (Boolean)finish_boolean;
    interface->store = store;
    interface->store_finish = (Boolean)finish_boolean;
    interface->lookup = lookup;
    interface->lookup_finish = (SecretValue * (*)(SecretBackend *, GAsyncResult *, GError **)) finish_pointer;
    interface->clear = clear;
    interface->clear_finish = (Boolean)finish_boolean;
    interface->search = search;
    interface->search_finish = (GList * (*)(SecretBackend *, GAsyncResult *, GError **)) finish_pointer;
}

// MARK: Loading

static void register_backend(void) {
    g_io_extension_point_register(SECRET_BACKEND_EXTENSION_POINT_NAME);
    g_io_extension_point_implement(SECRET_BACKEND_EXTENSION_POINT_NAME, KEYCHAIN_TYPE_BACKEND, "keychain", 0);
}

// Through LD_PRELOAD, if the program has chosen the backend.
__attribute__((constructor)) static void preload(void) {
    const char *chosen = g_getenv("SECRET_BACKEND");
    if (chosen != NULL && strcmp(chosen, "keychain") == 0) register_backend();
}

G_MODULE_EXPORT void g_io_module_load(GIOModule *module) {
    g_type_module_use(G_TYPE_MODULE(module));
    register_backend();
}

G_MODULE_EXPORT void g_io_module_unload(GIOModule *module) { (void)module; }

G_MODULE_EXPORT char **g_io_module_query(void) {
    const char *points[] = {SECRET_BACKEND_EXTENSION_POINT_NAME, NULL};
    return g_strdupv((char **)points);
}
