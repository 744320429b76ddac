#pragma once
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
int keychain_flock(int descriptor, int operation);

/// open() is variadic, which Swift calls only through its own overlay.
int keychain_open(const char *path, int flags, mode_t mode);

/// secure_getenv() is declared only for _GNU_SOURCE, which another module may have settled before.
const char *keychain_secure_getenv(const char *name);

/// Tells whether this program was started with more rights than its caller has (AT_SECURE: set-user-ID,
/// set-group-ID, file capabilities), or acts with other ids than its own now.
///
/// A program that has made its ids equal since still runs with the caller's environment.
int keychain_has_raised_privileges(void);

/// Locks one byte of the open file (not of the process): F_RDLCK, F_WRLCK or F_UNLCK. fcntl() is
/// variadic; the numbers are F_OFD_SETLK and F_OFD_SETLKW, named for _GNU_SOURCE only.
int keychain_lock_byte(int descriptor, short type, off_t byte, int wait);

/// Gives the magic number of the file system `path` lies on, 0 when it cannot be told (errno).
long keychain_file_system_type(const char *path);

/// Calls the kernel's key retention service (keyctl(2)), for which the C library has no names.
/// Gives -1 and errno, or what the operation gives.
long keychain_keyctl(int operation, long first, long second, long third, long fourth);

/// Makes a key in a keyring (add_key(2)) and gives its number, or -1 and errno.
long keychain_add_key( const char *type, const char *description, const void *payload, size_t count, int keyring);

/// fork() is hidden from Swift; the tests of what a child may do need it all the same.
pid_t keychain_fork(void);

/// syslog() is variadic; the message is never a format.
void keychain_syslog(int priority, const char *message);

/// Gives the arguments that the kernel laid out before the environment, and how many there are; null
/// where the environment was moved. The runtime reads them from /proc, and sees none without it.
char **keychain_arguments(int *count);

/// Closes every descriptor from `first` on in a child; older C libraries cannot, and rely on
/// O_CLOEXEC.
void keychain_close_from(posix_spawn_file_actions_t *actions, int first);

/// Calls getopt_long() with as many long options as `count` says: their names, and the letter each
/// one gives. An option takes a value where `letters` says so of its letter.
int keychain_getopt_long(
    int word_count, char *const *words, const char *letters, const char *const *names,
    const int *values, int count);
