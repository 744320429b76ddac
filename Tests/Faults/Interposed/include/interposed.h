// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Stands between a program and the C library: counts the calls on files, kills the process at the
/// Nth, fails it, shortens it, or keeps a log of all that changes a file.
///
/// An executable that is linked with this answers the calls of its shared libraries too, SQLite's
/// among them. Nothing happens until it is armed.

/// What happens at the Nth call.
enum interposed_mode {
    INTERPOSED_COUNT = 0,
    /// The process dies before the call.
    INTERPOSED_KILL = 1,
    /// The process dies in the middle of a write; before any other call.
    INTERPOSED_TEAR = 2,
    /// The call fails once.
    INTERPOSED_FAIL = 3,
    /// The call and every one after it fail.
    INTERPOSED_FAIL_ON = 4,
    /// A write takes fewer bytes than it was given, once.
    INTERPOSED_SHORT = 5,
};

/// Which calls count.
enum interposed_class {
    /// write, ftruncate, fsync, open, rename, link, unlink, mkdir, fchmod, shared mmap.
    INTERPOSED_CHANGES = 1,
    /// read, stat, access and the like.
    INTERPOSED_READS = 2,
    /// Only calls that need room: write, ftruncate, mkdir, link, rename, open that makes a file.
    INTERPOSED_ROOM = 4,
    /// Only open.
    INTERPOSED_OPENS = 8,
    /// flock, and locks by fcntl.
    INTERPOSED_LOCKS = 16,
};

/// Begins to count, from 1. `error` is the errno of calls that fail.
void interposed_arm(int mode, long at, int error, int classes);
/// Lets every call through again; gives the number of calls counted.
long interposed_disarm(void);
/// Names the call that was struck; empty while none was.
const char *interposed_struck(void);

/// Begins to log what changes files below `directory` into the file `log`.
void interposed_record(const char *log, const char *directory);
/// Puts a mark into the log: a change was acknowledged.
void interposed_mark(void);
/// Has SQLite open databases with synchronous=NORMAL, where FULL is asked for.
void interposed_synchronous_normal(void);

/// Has SQLite take its memory here; before its first use.
void interposed_allocations(void);
/// Fails the Nth allocation of SQLite from now, and every later one when `on`; 0: none. Gives the
/// number of allocations since the last call.
long interposed_fail_allocation(long at, int on);
