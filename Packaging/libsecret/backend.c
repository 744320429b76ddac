// SPDX-License-Identifier: Apache-2.0
// The backend as libsecret calls it.
//
// libsecret loads no modules of GIO by itself. The library registers its backend when it is loaded, as a module of GIO or
// through LD_PRELOAD.
#include "keychain.h"
// <libsecret/secret.h> doesn't include the interface of backends.
#define __SECRET_INSIDE_HEADER__
#include <libsecret/secret-backend.h>
#undef __SECRET_INSIDE_HEADER__

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
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s KEYCHAIN_LOG=stderr says why.", text ? text : "The keychain fails.");
    }
    g_free(text);
}

#define KEYCHAIN_TYPE_BACKEND (keychain_backend_get_type())
G_DECLARE_FINAL_TYPE(KeychainBackend, keychain_backend, KEYCHAIN, BACKEND, GObject)
struct _KeychainBackend {
    GObject parent;
    SecretBackendFlags flags;
    // Keeps libsecret's locked memory, which it otherwise gets from the kernel for each secret and gives back.
    SecretValue *kept;
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

static void backend_finalize(GObject *object) {
    secret_value_unref(KEYCHAIN_BACKEND(object)->kept);
    G_OBJECT_CLASS(keychain_backend_parent_class)->finalize(object);
}

static void keychain_backend_class_init(KeychainBackendClass *class) {
    G_OBJECT_CLASS(class)->get_property = backend_get;
    G_OBJECT_CLASS(class)->set_property = backend_set;
    G_OBJECT_CLASS(class)->finalize = backend_finalize;
    g_object_class_override_property(G_OBJECT_CLASS(class), 1, "flags");
}

static void keychain_backend_init(KeychainBackend *backend) { backend->kept = secret_value_new("", 0, "text/plain"); }

// Succeeds. There is nothing to prepare, of whatever priority or for whatever flags.
static void return_true(
    gpointer self, int ignored, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data) {
    (void)ignored;
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

static void initable_interface(GAsyncInitableIface *interface) {
    interface->init_async = (void (*)(GAsyncInitable *, int, GCancellable *, GAsyncReadyCallback, gpointer))return_true;
    interface->init_finish = (gboolean(*)(GAsyncInitable *, GAsyncResult *, GError **))finish_boolean;
}

static void start(
    SecretBackend *self, Call *call, GTaskThreadFunc body, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer data) {
    GTask *task = g_task_new(self, cancellable, callback, data);
    g_task_set_task_data(task, call, free_call);
    if (g_main_context_get_thread_default() != NULL) {
        // libsecret's synchronous functions push a context and wait, so their thread carries out the call. So does a thread of a
        // program with a context of its own, whose loop then waits: for a lock of another process, for five seconds at most.
        body(task, self, call, cancellable);
    } else {
        // A call may wait for other processes, and the main loop of a program must not.
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
    Call *call = data;
    OSStatus status = put(call->attributes, call->label, call->value);
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
    OSStatus status = find(((Call *)data)->attributes, FIRST, &items);
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
    OSStatus status = find(((Call *)data)->attributes, ALL, &items);
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
    OSStatus status = find(call->attributes, call->flags & SECRET_SEARCH_ALL ? ALL : FIRST, &items);
    for (guint index = 0; status == errSecSuccess && index < items->len; index++) {
        list = g_list_append(list, new_found(items->pdata[index]));
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
    interface->ensure_for_flags =
        (void (*)(SecretBackend *, SecretBackendFlags, GCancellable *, GAsyncReadyCallback, gpointer))return_true;
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
