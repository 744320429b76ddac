// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "log.h"
#include "interposed.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int log_fd = -1;
static char directory[4096];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void interposed_record(const char *log, const char *below) {
    snprintf(directory, sizeof directory, "%s/", below);
    int (*real)(const char *, int, ...) = interposed_real("open64");
    log_fd = real(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

static void put(char kind, uint64_t inode, uint64_t number, const void *bytes, size_t count) {
    char head[25] = {kind};
    uint64_t size = count;
    memcpy(head + 1, &inode, 8);
    memcpy(head + 9, &number, 8);
    memcpy(head + 17, &size, 8);
    ssize_t (*real)(int, const void *, size_t) = interposed_real("write");
    int before = errno;
    pthread_mutex_lock(&mutex);
    if (real(log_fd, head, sizeof head) != sizeof head
        || (count > 0 && real(log_fd, bytes, count) != (ssize_t)count))
        abort();
    pthread_mutex_unlock(&mutex);
    errno = before;
}

/// Looks at an open file: 0 for what is not logged, 1 for a file, 2 for a folder.
static int look(int fd, uint64_t *inode) {
    struct stat64 status;
    int before = errno;
    int (*real)(int, struct stat64 *) = interposed_real("fstat64");
    if (log_fd < 0 || real(fd, &status) != 0) return 0;
    errno = before;
    *inode = status.st_ino;
    if (S_ISDIR(status.st_mode)) return 2;
    return S_ISREG(status.st_mode) ? 1 : 0;
}

static int is_below(const char *path) {
    return log_fd >= 0 && strncmp(path, directory, strlen(directory)) == 0;
}

void interposed_log_write(int fd, const void *bytes, size_t count, off_t offset) {
    uint64_t inode;
    if (look(fd, &inode)) put('W', inode, (uint64_t)offset, bytes, count);
}

void interposed_log_truncate(int fd, off_t length) {
    uint64_t inode;
    if (look(fd, &inode)) put('T', inode, (uint64_t)length, NULL, 0);
}

void interposed_log_sync(int fd) {
    uint64_t inode;
    int kind = look(fd, &inode);
    if (kind) put(kind == 2 ? 'D' : 'S', inode, 0, NULL, 0);
}

void interposed_log_open(const char *path, int fd, int made, int emptied) {
    uint64_t inode;
    if (!is_below(path) || look(fd, &inode) != 1) return;
    put('O', inode, (made ? 1 : 0) | (emptied ? 2 : 0), path, strlen(path));
}

void interposed_log_names(char kind, const char *path, const char *other) {
    if (!is_below(path)) return;
    char both[8192];
    int count = snprintf(both, sizeof both, "%s%c%s", path, 0, other);
    put(kind, 0, 0, both, *other ? (size_t)count : strlen(path));
}

void interposed_mark(void) {
    if (log_fd >= 0) put('A', 0, 0, NULL, 0);
}
