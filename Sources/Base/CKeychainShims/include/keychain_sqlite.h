// SPDX-License-Identifier: Apache-2.0
#pragma once
#if !__has_include(<sqlite3.h>)
#error "swift-keychain needs SQLite: apt-get install libsqlite3-dev, or dnf install sqlite-devel; Docs/reference/install.md lists all packages"
#endif
#include <sqlite3.h>
#include <stddef.h>

/// Sets a boolean database option; sqlite3_db_config itself is variadic, which Swift can't call.
int keychain_sqlite3_db_config(sqlite3 *db, int option, int value);

/// Has SQLite count no memory in this process; SQLITE_MISUSE once SQLite is in use.
int keychain_sqlite3_count_no_memory(void);

/// Binds a copy of the bytes: SQLITE_TRANSIENT is a cast, which Swift can't import.
int keychain_sqlite3_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count);

/// Binds a copy of the text, in UTF-8.
int keychain_sqlite3_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count);

/// Returns the error number beneath the last SQLITE_IOERR, 0 when there is none. A statement that
/// fails doesn't leave it where sqlite3_system_errno() looks: the files have it, the log before the
/// database.
int keychain_sqlite3_last_errno(sqlite3 *db);

/// Returns the size of the open database file, -1 when SQLite doesn't lend the file.
sqlite3_int64 keychain_sqlite3_file_size(sqlite3 *db);

/// Reads through the open database file, whose locks stay as they are.
int keychain_sqlite3_file_read(sqlite3 *db, void *bytes, int count, sqlite3_int64 offset);

/// Replaces a system call of SQLite's files (xSetSystemCall).
int keychain_sqlite3_set_system_call(const char *name, void (*function)(void));
