// SPDX-License-Identifier: Apache-2.0
// Usage: lookup-async LOCK NAME VALUE [own]. Prints the password with an attribute. Holds the lock of the store until its main
// loop runs on, so that a lookup that waits in the thread of the loop never ends well. With own, the loop has a context of its
// own, as in a thread of a program.
#include <fcntl.h>
#include <libsecret/secret.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

static GMainLoop *loop;
static GHashTable *attributes;
static int lock;

static gboolean let_go(gpointer data) {
    (void)data;
    close(lock);
    return G_SOURCE_REMOVE;
}

static void found(GObject *source, GAsyncResult *result, gpointer data) {
    (void)source, (void)data;
    GError *error = NULL;
    char *password = secret_password_lookup_finish(result, &error);
    puts(error ? error->message : password ? password : "nothing");
    g_main_loop_quit(loop);
}

static void call_in_loop(GSourceFunc function) {
    GSource *source = g_idle_source_new();
    g_source_set_callback(source, function, NULL, NULL);
    g_source_attach(source, g_main_loop_get_context(loop));
    g_source_unref(source);
}

static gboolean look_up(gpointer data) {
    (void)data;
    secret_password_lookupv(NULL, attributes, NULL, found, NULL);
    call_in_loop(let_go);
    return G_SOURCE_REMOVE;
}

int main(int count, char **words) {
    if (count < 4) return 2;
    lock = open(words[1], O_RDWR | O_CLOEXEC);
    if (lock < 0 || flock(lock, LOCK_EX) != 0) return 2;
    attributes = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_insert(attributes, words[2], words[3]);
    GMainContext *context = count > 4 ? g_main_context_new() : NULL;
    if (context != NULL) g_main_context_push_thread_default(context);
    loop = g_main_loop_new(context, FALSE);
    call_in_loop(look_up);
    g_main_loop_run(loop);
    return 0;
}
