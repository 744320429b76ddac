// SPDX-License-Identifier: Apache-2.0
// Keeps the tests away from the user's keychain, before any of their code runs, however they were started: a home folder
// for this process alone, and none of the variables that say which keychain is used. The home is removed at the end.
//
// KEYCHAIN_HOME names a place where no folder can be made. A test that uses Keychain.login without Keychain.$override fails
// with errSecNotAvailable and this path, and so does a program that a test starts without naming its keychain.

#define _GNU_SOURCE
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static char home[4096];
static pid_t owner;

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk) {
    (void)status, (void)type, (void)walk;
    return remove(path);
}

static void remove_home(void) {
    // Not in a child of fork().
    if (getpid() == owner) nftw(home, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static int is_kept(const char *variable) {
    return strncmp(variable, "KEYCHAIN_TEST_", 14) == 0;
}

__attribute__((constructor)) static void isolate(void) {
    for (int i = 0; environ[i];) {
        const char *end = strchr(environ[i], '=');
        char name[256];
        if (end && strncmp(environ[i], "KEYCHAIN_", 9) == 0 && !is_kept(environ[i]) && end - environ[i] < 256) {
            memcpy(name, environ[i], end - environ[i]);
            name[end - environ[i]] = 0;
            unsetenv(name);
        } else {
            i++;
        }
    }
    const char *temporary = getenv("TMPDIR");
    snprintf(home, sizeof home, "%s/keychain-test-home.XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(home)) {
        perror(home);
        abort();
    }
    owner = getpid();
    atexit(remove_home);
    setenv("HOME", home, 1);
    setenv("KEYCHAIN_HOME", "/dev/null/a test must name its keychain", 1);
    const char *folders[] = {"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"};
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) unsetenv(folders[i]);
}
