// SPDX-License-Identifier: Apache-2.0
// Usage: lookup-async LOCK NAME VALUE. Prints the password with an attribute. Holds the lock of the store until its main loop
// runs, so that a lookup that waits in the main thread never ends well.
#include <fcntl.h>
#include <libsecret/secret.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

static gboolean let_go(gpointer lock) {
    close(GPOINTER_TO_INT(lock));
    return G_SOURCE_REMOVE;
}

static void found(GObject *source, GAsyncResult *result, gpointer loop) {
    (void)source;
    GError *error = NULL;
    char *password = secret_password_lookup_finish(result, &error);
    puts(error ? error->message : password ? password : "nothing");
    g_main_loop_quit(loop);
}

int main(int count, char **words) {
    if (count != 4) return 2;
    int lock = open(words[1], O_RDWR | O_CLOEXEC);
    if (lock < 0 || flock(lock, LOCK_EX) != 0) return 2;
    GMainLoop *loop = g_main_loop_new(NULL, FALSE);
    GHashTable *attributes = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_insert(attributes, words[2], words[3]);
    secret_password_lookupv(NULL, attributes, NULL, found, loop);
    g_idle_add(let_go, GINT_TO_POINTER(lock));
    g_main_loop_run(loop);
    return 0;
}
