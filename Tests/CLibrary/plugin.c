// SPDX-License-Identifier: Apache-2.0
// Uses the library as a plugin does: opens it in a thread, calls it, closes it and ends the thread; and again.
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static void *call(void *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return (void *)1;
    }
    int32_t (*lock)(void) = (int32_t (*)(void))dlsym(library, "SecKeychainLockAll");
    int32_t status = lock ? lock() : -1;
    dlclose(library);
    return (void *)(intptr_t)status;
}

int main(int count, char **arguments) {
    for (int round = 0; count == 2 && round < 3; round++) {
        pthread_t thread;
        void *status = NULL;
        if (pthread_create(&thread, NULL, call, arguments[1]) || pthread_join(thread, &status) || status) {
            return 1;
        }
    }
    return 0;
}
