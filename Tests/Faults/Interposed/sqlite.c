// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "interposed.h"
#include "log.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static int normal;

void interposed_synchronous_normal(void) {
    normal = 1;
}

/// Stands in for SQLite's own: the control of the power-cut tests asks for less.
int sqlite3_exec(sqlite3 *database, const char *sql, int (*row)(void *, int, char **, char **),
                 void *context, char **message) {
    int (*real)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **) =
        interposed_real("sqlite3_exec");
    const char *full = normal ? strstr(sql, "synchronous=FULL") : NULL;
    if (!full) return real(database, sql, row, context, message);
    size_t before = (size_t)(full - sql);
    char *changed = malloc(strlen(sql) + 8);
    memcpy(changed, sql, before);
    strcpy(changed + before, "synchronous=NORMAL");
    strcat(changed, full + strlen("synchronous=FULL"));
    int code = real(database, changed, row, context, message);
    free(changed);
    return code;
}

static sqlite3_mem_methods memory;
static atomic_long allocations;
static atomic_long failing;
static int keeps_failing;

static int fails(void) {
    long number = ++allocations;
    return failing > 0 && (number == failing || (keeps_failing && number > failing));
}
static void *take(int count) { return fails() ? NULL : memory.xMalloc(count); }
static void *resize(void *at, int count) { return fails() ? NULL : memory.xRealloc(at, count); }

void interposed_allocations(void) {
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory);
    sqlite3_mem_methods mine = memory;
    mine.xMalloc = take;
    mine.xRealloc = resize;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &mine);
    // Otherwise small pieces come from a pool of each connection, and none of them would fail.
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}

long interposed_fail_allocation(long at, int on) {
    long before = allocations;
    failing = 0;
    allocations = 0;
    keeps_failing = on;
    failing = at;
    return before;
}
