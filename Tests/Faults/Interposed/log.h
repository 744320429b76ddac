// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

/// Gives the C library's own function.
void *interposed_real(const char *name);

// Each record: one byte of kind, three 8-byte numbers (inode, offset or flags, byte count), bytes.
//   W write   T truncate (offset: new length)   S sync   D sync of a folder
//   O open (offset: 1 made, 2 emptied; bytes: path)   A acknowledged
//   R rename, L link (bytes: path NUL path)   U unlink, M mkdir (bytes: path)
void interposed_log_write(int fd, const void *bytes, size_t count, off_t offset);
void interposed_log_truncate(int fd, off_t length);
void interposed_log_sync(int fd);
void interposed_log_open(const char *path, int fd, int made, int emptied);
void interposed_log_names(char kind, const char *path, const char *other);
