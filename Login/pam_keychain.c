// SPDX-License-Identifier: Apache-2.0
// pam_keychain.so: unlocks the keychain of a user who logs in with the keychain's password, and follows a change of the
// login password.
//
//     auth     optional pam_keychain.so [command=PATH]
//     session  optional pam_keychain.so [command=PATH]
//     password optional pam_keychain.so [command=PATH]
//
// The module reads no keychain itself. It starts the `security` command as the user, with a clean environment, hands it the
// password through a socket, and waits no longer than five seconds. Every function returns PAM_IGNORE, so that no login depends on it;
// what happened goes to the system log. See Docs/reference/login.md.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>

#ifndef KEYCHAIN_COMMAND
#define KEYCHAIN_COMMAND "/usr/bin/security"
#endif

// The start of the name under which the password of a user waits for the session.
static const char token_name[] = "pam_keychain_token:";
// How long a call of the command may take, in milliseconds.
static const int deadline = 5000;

// How a call of the command ended.
enum outcome { done, refused, no_keychain, unavailable, too_late, not_started };

// The statuses of the command for errSecNoSuchKeychain and errSecAuthFailed, and the child's own.
enum { exit_no_keychain = 50, exit_refused = 51, exit_not_started = 251 };

// The path of the command: of the module's arguments, or the installed one.
static const char *command_path(int argc, const char **argv) {
    static const char prefix[] = "command=";
    for (int index = 0; index < argc; index++) {
        if (strncmp(argv[index], prefix, sizeof prefix - 1) == 0) return argv[index] + sizeof prefix - 1;
    }
    return KEYCHAIN_COMMAND;
}

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Becomes the user for good; false if that fails.
static int become(const struct passwd *user, const gid_t groups[], int count) {
    if (geteuid() == user->pw_uid && getuid() == user->pw_uid) return 1;
    return setgroups(count, groups) == 0
        && setresgid(user->pw_gid, user->pw_gid, user->pw_gid) == 0
        && setresuid(user->pw_uid, user->pw_uid, user->pw_uid) == 0;
}

// The child: runs the command with the password as its standard input.
static void __attribute__((noreturn)) run(
    const struct passwd *user, const gid_t groups[], int group_count, const char *path, const char *subcommand, int input) {
    char home[4096], name[512], logname[512], runtime[64];
    snprintf(home, sizeof home, "HOME=%s", user->pw_dir);
    snprintf(name, sizeof name, "USER=%s", user->pw_name);
    snprintf(logname, sizeof logname, "LOGNAME=%s", user->pw_name);
    snprintf(runtime, sizeof runtime, "XDG_RUNTIME_DIR=/run/user/%lu", (unsigned long)user->pw_uid);
    char *environment[] = {home, name, logname, runtime, "PATH=/usr/bin:/bin", NULL};
    // Only root's files say who gets the password (--login).
    char *arguments[] = {"security", "-q", (char *)subcommand, "--login", NULL};

    // A session of its own, so that it has no terminal to ask on and a late one is killed with its children.
    setsid();
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (!become(user, groups, group_count)) _exit(exit_not_started);
    // A service may have the keychain of a user whose home isn't there yet.
    if (chdir(user->pw_dir) != 0 && chdir("/") != 0) _exit(exit_not_started);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || dup2(input, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0) _exit(exit_not_started);
    if (close_range(3, ~0U, 0) != 0) _exit(exit_not_started);
    execve(path, arguments, environment);
    _exit(exit_not_started);
}

// Waits until the child ends or the deadline passes, and then kills it and what it started.
static enum outcome wait_for(pid_t child) {
    long end = milliseconds() + deadline;
    int status = 0;
    for (;;) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) break;
        if (ended < 0 && errno != EINTR) return not_started;
        if (milliseconds() >= end) {
            kill(-child, SIGKILL);
            kill(child, SIGKILL);
            while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
            return too_late;
        }
        poll(NULL, 0, 10);
    }
    if (!WIFEXITED(status)) return unavailable;
    switch (WEXITSTATUS(status)) {
    case 0: return done;
    case exit_no_keychain: return no_keychain;
    case exit_refused: return refused;
    case exit_not_started: return not_started;
    default: return unavailable;
    }
}

// Runs a command of `security` as the user, with up to three passwords as the lines of its standard input.
static enum outcome call(
    const struct passwd *user, const char *path, const char *subcommand, const char *const passwords[], int count) {
    // Programs that log users in may ignore SIGCHLD, and then the kernel keeps no exit status.
    struct sigaction standard = {.sa_handler = SIG_DFL}, before;
    int ends[2], group_count = NGROUPS_MAX;
    // Looked up before the fork: name services take locks that another thread of the login program may hold.
    gid_t *groups = malloc(NGROUPS_MAX * sizeof *groups);
    if (groups == NULL || getgrouplist(user->pw_name, user->pw_gid, groups, &group_count) < 0
        || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        free(groups);
        return not_started;
    }
    sigaction(SIGCHLD, &standard, &before);
    enum outcome outcome = not_started;
    pid_t child = fork();
    if (child == 0) run(user, groups, group_count, path, subcommand, ends[1]);
    free(groups);
    close(ends[1]);
    if (child > 0) {
        // Sent from where they are: a text that is made of them leaves copies in memory that isn't wiped.
        struct iovec parts[6];
        for (int index = 0; index < count; index++) {
            parts[2 * index] = (struct iovec){(void *)passwords[index], strlen(passwords[index])};
            parts[2 * index + 1] = (struct iovec){"\n", 1};
        }
        // They fit into the socket's buffer; a command that reads nothing can't hold up the login.
        struct msghdr lines = {.msg_iov = parts, .msg_iovlen = 2 * count};
        ssize_t sent = sendmsg(ends[0], &lines, MSG_NOSIGNAL | MSG_DONTWAIT);
        (void)sent;
        close(ends[0]);
        outcome = wait_for(child);
    } else {
        close(ends[0]);
    }
    sigaction(SIGCHLD, &before, NULL);
    return outcome;
}

// Looks up the user who logs in; NULL for an unknown name.
static const struct passwd *find_user(pam_handle_t *pam, struct passwd *entry, char *memory, size_t size) {
    const char *name = NULL;
    struct passwd *found = NULL;
    if (pam_get_user(pam, &name, NULL) != PAM_SUCCESS || name == NULL) return NULL;
    if (getpwnam_r(name, entry, memory, size, &found) != 0) return NULL;
    return found;
}

static void log_outcome(pam_handle_t *pam, enum outcome outcome, const char *user, const char *what, const char *path) {
    switch (outcome) {
    case done:
    case no_keychain: break;
    case refused:
        pam_syslog(pam, LOG_NOTICE, "%s's keychain was not %s: it has a different password", user, what);
        break;
    case unavailable:
        pam_syslog(pam, LOG_NOTICE, "%s's keychain was not %s: it is unavailable; see security doctor", user, what);
        break;
    case too_late:
        pam_syslog(pam, LOG_WARNING, "%s's keychain was not %s: %s took more than 5 seconds", user, what, path);
        break;
    case not_started:
        pam_syslog(pam, LOG_WARNING, "%s's keychain was not %s: %s can't be started", user, what, path);
        break;
    }
}

// Unlocks the keychain of the user. A password can't hold a line break: the command reads one line.
static enum outcome unlock(pam_handle_t *pam, const char *path, const char *password) {
    struct passwd entry;
    char memory[8192];
    const struct passwd *user = find_user(pam, &entry, memory, sizeof memory);
    if (user == NULL || password[0] == '\0' || strchr(password, '\n') != NULL) return done;
    enum outcome outcome = call(user, path, "unlock-keychain", &password, 1);
    log_outcome(pam, outcome, user->pw_name, "unlocked", path);
    return outcome;
}

// Makes the name of the user's password, for free. The session may be of another user, as with `sudo -u`.
static char *make_token_name(pam_handle_t *pam) {
    const char *user = NULL;
    char *name = NULL;
    if (pam_get_user(pam, &user, NULL) != PAM_SUCCESS || user == NULL) return NULL;
    return asprintf(&name, "%s%s", token_name, user) < 0 ? NULL : name;
}

static void forget(pam_handle_t *pam, void *token, int status) {
    (void)pam;
    (void)status;
    explicit_bzero(token, strlen(token));
    free(token);
}

int pam_sm_authenticate(pam_handle_t *pam, int flags, int argc, const char **argv) {
    (void)flags;
    const void *password = NULL;
    if (pam_get_item(pam, PAM_AUTHTOK, &password) != PAM_SUCCESS || password == NULL) return PAM_IGNORE;
    if (unlock(pam, command_path(argc, argv), password) != no_keychain) return PAM_IGNORE;
    // The session may mount the home. Until then the password waits, because PAM wipes its own copy before.
    char *name = make_token_name(pam), *token = name == NULL ? NULL : strdup(password);
    if (token != NULL && pam_set_data(pam, name, token, forget) != PAM_SUCCESS) forget(pam, token, 0);
    free(name);
    return PAM_IGNORE;
}

int pam_sm_open_session(pam_handle_t *pam, int flags, int argc, const char **argv) {
    (void)flags;
    const void *token = NULL;
    char *name = make_token_name(pam);
    if (name != NULL && pam_get_data(pam, name, &token) == PAM_SUCCESS && token != NULL) {
        unlock(pam, command_path(argc, argv), token);
        pam_set_data(pam, name, NULL, NULL);
    }
    free(name);
    return PAM_IGNORE;
}

int pam_sm_chauthtok(pam_handle_t *pam, int flags, int argc, const char **argv) {
    if (!(flags & PAM_UPDATE_AUTHTOK)) return PAM_IGNORE;
    const void *old = NULL, *new = NULL;
    if (pam_get_item(pam, PAM_OLDAUTHTOK, &old) != PAM_SUCCESS || old == NULL) return PAM_IGNORE;
    if (pam_get_item(pam, PAM_AUTHTOK, &new) != PAM_SUCCESS || new == NULL) return PAM_IGNORE;
    if (strcmp(old, new) == 0 || strchr(old, '\n') || strchr(new, '\n')) return PAM_IGNORE;
    if (((const char *)old)[0] == '\0' || ((const char *)new)[0] == '\0') return PAM_IGNORE;
    struct passwd entry;
    char memory[8192];
    const struct passwd *user = find_user(pam, &entry, memory, sizeof memory);
    if (user == NULL) return PAM_IGNORE;
    const char *path = command_path(argc, argv);
    const char *const passwords[] = {old, new, new};
    enum outcome outcome = call(user, path, "set-keychain-password", passwords, 3);
    log_outcome(pam, outcome, user->pw_name, "given the new password", path);
    return PAM_IGNORE;
}

int pam_sm_setcred(pam_handle_t *pam, int flags, int argc, const char **argv) {
    (void)pam, (void)flags, (void)argc, (void)argv;
    return PAM_IGNORE;
}

int pam_sm_close_session(pam_handle_t *pam, int flags, int argc, const char **argv) {
    (void)pam, (void)flags, (void)argc, (void)argv;
    return PAM_IGNORE;
}
