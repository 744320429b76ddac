// SPDX-License-Identifier: Apache-2.0
#include "keychain_sqlite.h"

int keychain_sqlite3_db_config(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

int keychain_sqlite3_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

int keychain_sqlite3_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

int keychain_sqlite3_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int keychain_sqlite3_last_errno(sqlite3 *db) {
    const int files[] = {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER};
    for (int index = 0; index < 2; index++) {
        sqlite3_file *file = NULL;
        int number = 0;
        if (sqlite3_file_control(db, "main", files[index], &file) == SQLITE_OK && file != NULL &&
            file->pMethods != NULL &&
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK &&
            number != 0)
            return number;
    }
    return sqlite3_system_errno(db);
}

static sqlite3_file *open_file(sqlite3 *db) {
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return code == SQLITE_OK && file != NULL && file->pMethods != NULL ? file : NULL;
}

sqlite3_int64 keychain_sqlite3_file_size(sqlite3 *db) {
    sqlite3_file *file = open_file(db);
    sqlite3_int64 size = 0;
    return file != NULL && file->pMethods->xFileSize(file, &size) == SQLITE_OK ? size : -1;
}

int keychain_sqlite3_file_read(sqlite3 *db, void *bytes, int count, sqlite3_int64 offset) {
    sqlite3_file *file = open_file(db);
    return file != NULL ? file->pMethods->xRead(file, bytes, count, offset) : SQLITE_MISUSE;
}

int keychain_sqlite3_set_system_call(const char *name, void (*function)(void)) {
    sqlite3_vfs *files = sqlite3_vfs_find("unix");
    return files != NULL ? files->xSetSystemCall(files, name, function) : SQLITE_NOTFOUND;
}
