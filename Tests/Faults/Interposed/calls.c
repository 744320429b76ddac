// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "interposed.h"
#include "log.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The headers may turn these names into each other; here both are wanted.
#undef open
#undef open64

static atomic_int armed;
static atomic_long counted;
static int mode, failure, classes;
static long strike;
static const char *volatile struck = "";

#define REAL(type, name) ((type)interposed_real(name))

void *interposed_real(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

void interposed_arm(int new_mode, long at, int error, int new_classes) {
    mode = new_mode, strike = at, failure = error, classes = new_classes;
    struck = "";
    counted = 0;
    armed = 1;
}

long interposed_disarm(void) {
    armed = 0;
    return counted;
}

const char *interposed_struck(void) {
    return struck;
}

enum verdict { PASS, FAIL, SHORTEN };

/// Counts a call and says what becomes of it; `half` is what to do before dying in its middle.
static enum verdict meet(const char *name, int kind) {
    if (!armed || !(kind & classes)) return PASS;
    long number = ++counted;
    int hit = mode == INTERPOSED_FAIL_ON ? number >= strike : number == strike;
    if (!hit || mode == INTERPOSED_COUNT) return PASS;
    struck = name;
    if (mode == INTERPOSED_KILL) kill(getpid(), SIGKILL);
    if (mode == INTERPOSED_TEAR || mode == INTERPOSED_SHORT) return SHORTEN;
    errno = failure;
    return FAIL;
}

static enum verdict whole(const char *name, int kind) {
    enum verdict verdict = meet(name, kind);
    if (verdict == SHORTEN && mode == INTERPOSED_TEAR) kill(getpid(), SIGKILL);
    return verdict == SHORTEN ? PASS : verdict;
}

#define CHANGES INTERPOSED_CHANGES
#define ROOM (INTERPOSED_CHANGES | INTERPOSED_ROOM)
#define READS INTERPOSED_READS

// Writing

static ssize_t write_at(
    const char *name, ssize_t (*real)(int, const void *, size_t, off_t), int fd,
    const void *bytes, size_t count, off_t offset) {
    enum verdict verdict = meet(name, ROOM);
    if (verdict == FAIL) return -1;
    size_t part = verdict == SHORTEN ? count / 2 + 1 : count;
    if (part > count) part = count;
    ssize_t written = real(fd, bytes, part, offset);
    if (verdict == SHORTEN && mode == INTERPOSED_TEAR) kill(getpid(), SIGKILL);
    if (written > 0) interposed_log_write(fd, bytes, (size_t)written, offset);
    return written;
}

typedef ssize_t (*pwrite_type)(int, const void *, size_t, off_t);
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    return write_at("pwrite", REAL(pwrite_type, "pwrite64"), fd, bytes, count, offset);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t offset) {
    return write_at("pwrite", REAL(pwrite_type, "pwrite64"), fd, bytes, count, offset);
}

ssize_t write(int fd, const void *bytes, size_t count) {
    ssize_t (*real)(int, const void *, size_t) = interposed_real("write");
    // What the program prints is no part of what is tested.
    if (fd <= 2) return real(fd, bytes, count);
    enum verdict verdict = meet("write", ROOM);
    if (verdict == FAIL) return -1;
    off_t offset = lseek(fd, 0, SEEK_CUR);
    size_t part = verdict == SHORTEN ? count / 2 + 1 : count;
    if (part > count) part = count;
    ssize_t written = real(fd, bytes, part);
    if (verdict == SHORTEN && mode == INTERPOSED_TEAR) kill(getpid(), SIGKILL);
    if (written > 0) interposed_log_write(fd, bytes, (size_t)written, offset);
    return written;
}

static int truncate_to(int fd, off_t length) {
    if (whole("ftruncate", ROOM) == FAIL) return -1;
    int result = REAL(int (*)(int, off_t), "ftruncate64")(fd, length);
    if (result == 0) interposed_log_truncate(fd, length);
    return result;
}
int ftruncate(int fd, off_t length) { return truncate_to(fd, length); }
int ftruncate64(int fd, off_t length) { return truncate_to(fd, length); }

static int synchronize(const char *name, int fd) {
    if (whole(name, CHANGES) == FAIL) return -1;
    int result = REAL(int (*)(int), name)(fd);
    if (result == 0) interposed_log_sync(fd);
    return result;
}
int fsync(int fd) { return synchronize("fsync", fd); }
int fdatasync(int fd) { return synchronize("fdatasync", fd); }

// Names

static int open_file(const char *path, int flags, mode_t mode) {
    int existed = REAL(int (*)(const char *, int), "access")(path, F_OK) == 0;
    int makes = flags & O_CREAT && !existed;
    int kind = CHANGES | INTERPOSED_OPENS | (makes ? INTERPOSED_ROOM : 0);
    if (whole("open", kind) == FAIL) return -1;
    int fd = REAL(int (*)(const char *, int, ...), "open64")(path, flags, mode);
    if (fd >= 0) interposed_log_open(path, fd, !existed, flags & O_TRUNC);
    return fd;
}
static mode_t mode_of(int flags, va_list list) {
    return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(list, int) : 0;
}
#define OPEN(name)                                 \
    int name(const char *path, int flags, ...) {   \
        va_list list;                              \
        va_start(list, flags);                     \
        mode_t mode = mode_of(flags, list);        \
        va_end(list);                              \
        return open_file(path, flags, mode);       \
    }
OPEN(open)
OPEN(open64)

#define NAMES(name, kind, parameters, arguments, record)                                \
    int name parameters {                                                               \
        if (whole(#name, kind) == FAIL) return -1;                                      \
        int result = REAL(int (*) parameters, #name) arguments;                         \
        if (result == 0) record;                                                        \
        return result;                                                                  \
    }
NAMES(rename, ROOM, (const char *from, const char *to), (from, to),
      interposed_log_names('R', from, to))
NAMES(link, ROOM, (const char *from, const char *to), (from, to),
      interposed_log_names('L', from, to))
NAMES(unlink, CHANGES, (const char *path), (path), interposed_log_names('U', path, ""))
NAMES(mkdir, ROOM, (const char *path, mode_t mode), (path, mode),
      interposed_log_names('M', path, ""))
NAMES(fchmod, CHANGES, (int fd, mode_t mode), (fd, mode), )
NAMES(chmod, CHANGES, (const char *path, mode_t mode), (path, mode), )

// Locks and memory

int flock(int fd, int operation) {
    // Giving a lock up cannot fail in a way a program could answer to.
    if (operation != LOCK_UN && whole("flock", INTERPOSED_LOCKS) == FAIL) return -1;
    return REAL(int (*)(int, int), "flock")(fd, operation);
}

static int control(int fd, int command, void *argument) {
    if (command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK
        || command == F_OFD_SETLKW) {
        short type = ((struct flock *)argument)->l_type;
        if (type != F_UNLCK && whole("fcntl", INTERPOSED_LOCKS) == FAIL) return -1;
    }
    return REAL(int (*)(int, int, ...), "fcntl64")(fd, command, argument);
}
#define CONTROL(name)                          \
    int name(int fd, int command, ...) {       \
        va_list list;                          \
        va_start(list, command);               \
        void *argument = va_arg(list, void *); \
        va_end(list);                          \
        return control(fd, command, argument); \
    }
CONTROL(fcntl)
CONTROL(fcntl64)

void *mmap64(void *at, size_t count, int protection, int flags, int fd, off_t offset) {
    if (flags & MAP_SHARED && fd >= 0 && whole("mmap", CHANGES) == FAIL) return MAP_FAILED;
    void *(*real)(void *, size_t, int, int, int, off_t) = interposed_real("mmap64");
    return real(at, count, protection, flags, fd, offset);
}

// Reading

#define READING(result, name, parameters, arguments)              \
    result name parameters {                                      \
        if (whole(#name, READS) == FAIL) return -1;               \
        return REAL(result (*) parameters, #name) arguments;      \
    }
READING(ssize_t, pread, (int fd, void *to, size_t count, off_t offset), (fd, to, count, offset))
READING(ssize_t, pread64, (int fd, void *to, size_t count, off_t offset), (fd, to, count, offset))
READING(ssize_t, read, (int fd, void *to, size_t count), (fd, to, count))
READING(int, stat, (const char *path, struct stat *to), (path, to))
READING(int, lstat, (const char *path, struct stat *to), (path, to))
READING(int, fstat, (int fd, struct stat *to), (fd, to))
READING(int, stat64, (const char *path, struct stat64 *to), (path, to))
READING(int, lstat64, (const char *path, struct stat64 *to), (path, to))
READING(int, fstat64, (int fd, struct stat64 *to), (fd, to))
READING(int, access, (const char *path, int kind), (path, kind))
