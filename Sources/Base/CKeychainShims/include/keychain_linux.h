// SPDX-License-Identifier: Apache-2.0
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

/// Calls flock(), which a struct of the same name hides from Swift.
int keychain_flock(int descriptor, int operation);

/// Calls open(), which is variadic and so can't be called from Swift.
int keychain_open(const char *path, int flags, mode_t mode);

/// Calls secure_getenv(), which is declared only with _GNU_SOURCE.
const char *keychain_secure_getenv(const char *name);

/// Calls wcwidth(), which is declared only with _XOPEN_SOURCE; -1 for a character that the locale doesn't know.
int keychain_wcwidth(unsigned character);

/// Returns whether this program was started with more rights than its caller has (AT_SECURE: set-user-ID,
/// set-group-ID, file capabilities), or its effective ids differ from its real ones now.
///
/// A program that has made its ids equal since still has the caller's environment.
int keychain_has_raised_privileges(void);

/// Locks one byte of the open file (not of the process): F_RDLCK, F_WRLCK or F_UNLCK. fcntl() is
/// variadic, and F_OFD_SETLK and F_OFD_SETLKW are declared only with _GNU_SOURCE.
int keychain_lock_byte(int descriptor, short type, off_t byte, int wait);

/// Returns the magic number of the file system of `path`; 0 and errno when it is unknown.
long keychain_file_system_type(const char *path);

/// Calls the kernel's key retention service (keyctl(2)), for which the C library has no functions.
/// Returns what the operation returns, or -1 and errno.
long keychain_keyctl(int operation, long first, long second, long third, long fourth);

/// Makes a key in a keyring (add_key(2)) and returns its number, or -1 and errno.
long keychain_add_key( const char *type, const char *description, const void *payload, size_t count, int keyring);

/// Calls fork(), which is hidden from Swift. The secrets and keys in locked memory are wiped in the child.
pid_t keychain_fork(void);

/// Calls pidfd_open(2), which glibc has from 2.36 on.
int keychain_pidfd_open(pid_t process);

/// Calls syslog(), which is variadic. The message isn't used as a format.
void keychain_syslog(int priority, const char *message);

/// Returns the arguments that main() gets, and their number. The C library passes them to constructors too.
char **keychain_arguments(int *count);

/// Adds an action that closes every descriptor from `first` on in a child. glibc before 2.34 can't do
/// that; there O_CLOEXEC must be enough.
void keychain_close_from(posix_spawn_file_actions_t *actions, int first);

/// Calls the function of libcurl that sets an option, which is variadic, with a number.
int keychain_curl_set_number(void *function, void *handle, int option, long value);

/// Calls the function of libcurl that sets an option with a pointer.
int keychain_curl_set_pointer(void *function, void *handle, int option, const void *value);

/// Calls curl_easy_getinfo(), which is variadic, for a number about a transfer; returns 0 if it is unknown.
long keychain_curl_get_number(void *function, void *handle, int information);

/// Calls getopt_long() with `count` long options: their names, and the letter that is returned for
/// each. An option takes a value, or may take one, when its letter in `letters` does.
int keychain_getopt_long(
    int word_count, char *const *words, const char *letters, const char *const *names,
    const int *values, int count);

/// Reads who was at the other end of a Unix socket when it was connected (SO_PEERCRED): a user, a group,
/// and a process, 0 when it has no number in this namespace. Returns -1 and errno on failure.
int keychain_peer(int socket, unsigned *user, unsigned *group, int *process);

/// Makes the kernel report which process sent each piece of data (SO_PASSCRED), also for the sockets that
/// this listening one accepts.
int keychain_report_senders(int socket);

/// Makes the kernel refuse to pass descriptors to this socket, and to those that a listening one accepts
/// (SO_PASSRIGHTS). Returns -1 and errno on failure: ENOPROTOOPT before Linux 6.16.
int keychain_forbid_descriptors(int socket);

/// The most descriptors that come with a message (SCM_MAX_FD).
#define KEYCHAIN_MOST_PASSED 253

/// Receives what has arrived, up to `count` bytes that one process sent, without waiting. `*sender` is that
/// process's number, 0 when it wasn't reported, -1 when descriptors came with the bytes: these are in
/// `passed`, which has room for the most, and are the caller's to close.
/// Returns the number of bytes, 0 at the end, or -1 and errno.
long keychain_receive(
    int socket, void *bytes, size_t count, int *sender, int *passed, int *passed_count);

/// Makes an epoll(7) instance. Returns its descriptor, or -1 and errno.
int keychain_poll_make(void);

/// Watches a descriptor until it can be read, or written; where `is_once`, until that is reported once.
/// `is_known` is true if it was watched before. Returns -1 and errno on failure.
int keychain_poll_watch(int poll, int descriptor, int is_known, int for_writing, int is_once);

/// Waits for watched descriptors and returns the number of those written to `descriptors`, or -1 and
/// errno.
int keychain_poll_wait(int poll, int *descriptors, int count, int milliseconds);

/// Makes a timer (timerfd_create(2)) whose descriptor can be read once it has ended. Returns the descriptor,
/// or -1 and errno.
int keychain_timer_make(void);

/// Starts a timer anew, or stops it with 0. Returns -1 and errno on failure.
int keychain_timer_set(int timer, long microseconds);

/// Blocks signals in this thread and those it starts later. Returns a descriptor for keychain_next_signal, or -1 and errno.
int keychain_signals(const int *numbers, int count);

/// Returns the next signal that has arrived, and sets `by_kernel` to whether the kernel sent it; 0 if there is none.
int keychain_next_signal(int descriptor, int *by_kernel);

/// Opens a pseudo terminal, and stores the path of its other end in 64 bytes. Returns -1 and errno on failure.
int keychain_open_terminal(char *path);

/// Makes this process leave no core, and other processes of the user unable to read its memory.
int keychain_forbid_inspection(void);

/// Limits the number of memory pools that threads allocate from (M_ARENA_MAX of mallopt(3)).
void keychain_limit_arenas(int most);

/// Gives the memory that is free in every pool back to the system (malloc_trim(3)).
void keychain_return_memory(void);

/// Accepts a connection that doesn't wait (accept4(2)). Returns its descriptor, or -1 and errno.
int keychain_accept(int socket);
