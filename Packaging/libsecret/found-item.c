// SPDX-License-Identifier: Apache-2.0
// An item that was found, as libsecret's programs see it.
#include "keychain.h"

// The seconds from 1970 to 2001.
#define EPOCH 978307200.0

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

gpointer new_found(CFDictionaryRef item) {
    KeychainFound *found = g_object_new(KEYCHAIN_TYPE_FOUND, NULL);
    found->item = CFRetain(item);
    return found;
}
