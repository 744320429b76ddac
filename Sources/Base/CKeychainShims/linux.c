// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <wchar.h>
#include "keychain_linux.h"

int keychain_flock(int descriptor, int operation) {
    return flock(descriptor, operation);
}

int keychain_open(const char *path, int flags, mode_t mode) {
    return open(path, flags, mode);
}

const char *keychain_secure_getenv(const char *name) {
    return secure_getenv(name);
}

int keychain_wcwidth(unsigned character) {
    return wcwidth((wchar_t)character);
}

int keychain_has_raised_privileges(void) {
    return getauxval(AT_SECURE) != 0 || getuid() != geteuid() || getgid() != getegid();
}

int keychain_lock_byte(int descriptor, short type, off_t byte, int wait) {
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = byte;
    lock.l_len = 1;
    return fcntl(descriptor, wait ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
}

long keychain_file_system_type(const char *path) {
    struct statfs buffer;
    return statfs(path, &buffer) == 0 ? (long)buffer.f_type : 0;
}

long keychain_keyctl(int operation, long first, long second, long third, long fourth) {
    return syscall(SYS_keyctl, (long)operation, first, second, third, fourth);
}

long keychain_add_key(
    const char *type, const char *description, const void *payload, size_t count, int keyring) {
    return syscall(SYS_add_key, type, description, payload, count, (long)keyring);
}

pid_t keychain_fork(void) {
    return fork();
}

int keychain_pidfd_open(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

void keychain_syslog(int priority, const char *message) {
    syslog(priority, "%s", message);
}

// Other libraries may move the environment before main(), so the arguments can't be found from its address.
static struct { int count; char **words; } started;

__attribute__((constructor)) static void remember(int count, char **words) {
    started.count = count;
    started.words = words;
}

char **keychain_arguments(int *count) {
    *count = started.count;
    return started.words;
}

int keychain_open_terminal(char *path) {
    extern int posix_openpt(int), grantpt(int), unlockpt(int), ptsname_r(int, char *, size_t);
    int descriptor = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    if (grantpt(descriptor) == 0 && unlockpt(descriptor) == 0 && ptsname_r(descriptor, path, 64) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

void keychain_close_from(posix_spawn_file_actions_t *actions, int first) {
#if __GLIBC_PREREQ(2, 34)
    extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
    posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
    (void)actions;
    (void)first;
#endif
}

int keychain_curl_set_number(void *function, void *handle, int option, long value) {
    return ((int (*)(void *, int, ...))function)(handle, option, value);
}

int keychain_curl_set_pointer(void *function, void *handle, int option, const void *value) {
    return ((int (*)(void *, int, ...))function)(handle, option, value);
}

long keychain_curl_get_number(void *function, void *handle, int information) {
    long number = 0;
    return ((int (*)(void *, int, ...))function)(handle, information, &number) == 0 ? number : 0;
}

int keychain_getopt_long(
    int word_count, char *const *words, const char *letters, const char *const *names,
    const int *values, int count) {
    struct option options[count + 1];
    memset(options, 0, sizeof options);
    for (int index = 0; index < count; index++) {
        const char *letter = strchr(letters, values[index]);
        options[index].name = names[index];
        options[index].has_arg = letter == NULL || letter[1] != ':' ? no_argument
            : letter[2] == ':' ? optional_argument : required_argument;
        options[index].val = values[index];
    }
    return getopt_long(word_count, words, letters, options, NULL);
}
