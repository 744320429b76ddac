#pragma once
// No _GNU_SOURCE: with it fd_set has other member names than in the Glibc module and in CSodium,
// and Swift then refuses to import them together.
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <sys/types.h>
#include <termios.h>
#include <unistd.h>

/// flock() shares its name with a struct, which hides it from Swift.
static inline int keychain_flock(int descriptor, int operation) {
    return flock(descriptor, operation);
}

/// open() is variadic, which Swift calls only through its own overlay.
static inline int keychain_open(const char *path, int flags, mode_t mode) {
    return open(path, flags, mode);
}

/// secure_getenv() is declared only for _GNU_SOURCE, which another module may have settled before.
static inline const char *keychain_secure_getenv(const char *name) {
    extern char *secure_getenv(const char *);
    return secure_getenv(name);
}
