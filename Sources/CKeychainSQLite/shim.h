#pragma once
#include <sqlite3.h>

/// Sets a boolean database option; sqlite3_db_config itself is variadic, which Swift cannot call.
static inline int keychain_sqlite3_db_config(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

/// SQLITE_STATIC and SQLITE_TRANSIENT are pointer casts, which Swift cannot import.
static inline int keychain_sqlite3_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int keychain_sqlite3_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
