// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program, makes each sync of a file take SYNC_DELAY microseconds longer: a disk that keeps what it has
// acknowledged takes 1 to 10 ms, and that of a virtual machine often 0.1 ms.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int sync_slowly(const char *name, int file) {
    int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    int result = next(file);
    const char *delay = getenv("SYNC_DELAY");
    if (delay)
        usleep((useconds_t)atoi(delay));
    return result;
}

int fsync(int file) { return sync_slowly("fsync", file); }
int fdatasync(int file) { return sync_slowly("fdatasync", file); }
