#pragma once
// No _GNU_SOURCE: with it fd_set has other member names than in the Glibc module and in CKeychainSodium,
// and Swift then refuses to import them together.
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <syslog.h>
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

/// Tells whether this program was started with more rights than its caller has (AT_SECURE: set-user-ID,
/// set-group-ID, file capabilities), or acts with other ids than its own now.
///
/// A program that has made its ids equal since still runs with the caller's environment.
static inline int keychain_has_raised_privileges(void) {
    return getauxval(AT_SECURE) != 0 || getuid() != geteuid() || getgid() != getegid();
}

/// Locks one byte of the open file (not of the process): F_RDLCK, F_WRLCK or F_UNLCK. fcntl() is
/// variadic; the numbers are F_OFD_SETLK and F_OFD_SETLKW, named for _GNU_SOURCE only.
static inline int keychain_lock_byte(int descriptor, short type, off_t byte, int wait) {
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = byte;
    lock.l_len = 1;
    return fcntl(descriptor, wait ? 38 : 37, &lock);
}

/// Gives the magic number of the file system `path` lies on, 0 when it cannot be told (errno).
static inline long keychain_file_system_type(const char *path) {
    struct statfs buffer;
    return statfs(path, &buffer) == 0 ? (long)buffer.f_type : 0;
}

/// Calls the kernel's key retention service (keyctl(2)), for which the C library has no names.
/// Gives -1 and errno, or what the operation gives.
static inline long keychain_keyctl(int operation, long first, long second, long third, long fourth) {
    return syscall(SYS_keyctl, (long)operation, first, second, third, fourth);
}

/// Makes a key in a keyring (add_key(2)) and gives its number, or -1 and errno.
static inline long keychain_add_key(
    const char *type, const char *description, const void *payload, size_t count, int keyring) {
    return syscall(SYS_add_key, type, description, payload, count, (long)keyring);
}

/// fork() is hidden from Swift; the tests of what a child may do need it all the same.
static inline pid_t keychain_fork(void) {
    return fork();
}

/// syslog() is variadic; the message is never a format.
static inline void keychain_syslog(int priority, const char *message) {
    syslog(priority, "%s", message);
}

/// Gives the arguments that the kernel laid out before the environment, and how many there are; null
/// where the environment was moved. The runtime reads them from /proc, and sees none without it.
static inline char **keychain_arguments(int *count) {
    extern char **environ;
    extern char *program_invocation_name;
    char **end = environ;
    if (end == NULL || end[-1] != NULL) return NULL;
    char **first = end - 1;
    long seen = 0;
    // Below the first argument lies their number, which is no address.
    while ((long)first[-1] != seen) {
        if (first[-1] == NULL) return NULL;
        first -= 1;
        seen += 1;
    }
    if (seen == 0 || first[0] != program_invocation_name) return NULL;
    *count = (int)seen;
    return first;
}

/// Closes every descriptor from `first` on in a child; older C libraries cannot, and rely on
/// O_CLOEXEC.
static inline void keychain_close_from(posix_spawn_file_actions_t *actions, int first) {
#if __GLIBC_PREREQ(2, 34)
    extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
    posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
    (void)actions;
    (void)first;
#endif
}
