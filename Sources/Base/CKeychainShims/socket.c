// SPDX-License-Identifier: Apache-2.0
// struct ucred is declared only with it.
#define _GNU_SOURCE
#include "keychain_linux.h"
#include <malloc.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/uio.h>

int keychain_peer(int socket, unsigned *user, unsigned *group, int *process) {
    struct ucred credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
    *user = credentials.uid;
    *group = credentials.gid;
    *process = credentials.pid;
    return 0;
}

int keychain_report_senders(int socket) {
    int on = 1;
    return setsockopt(socket, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
}

int keychain_forbid_descriptors(int socket) {
    // SO_PASSRIGHTS, of Linux 6.16.
    const int option = 83, off = 0;
    return setsockopt(socket, SOL_SOCKET, option, &off, sizeof off);
}

long keychain_receive(
    int socket, void *bytes, size_t count, int *sender, int *passed, int *passed_count) {
    struct iovec part = {bytes, count};
    // Descriptors without room here would be closed by the kernel, in this thread.
    union {
        char bytes[CMSG_SPACE(sizeof(struct ucred))
                   + CMSG_SPACE(KEYCHAIN_MOST_PASSED * sizeof(int))];
        struct cmsghdr aligned;
    } control;
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    *sender = 0;
    *passed_count = 0;
    long received = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    int has_descriptor = (message.msg_flags & MSG_CTRUNC) != 0;
    for (struct cmsghdr *each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
        if (each->cmsg_level != SOL_SOCKET) continue;
        if (each->cmsg_type == SCM_CREDENTIALS) {
            struct ucred credentials;
            memcpy(&credentials, CMSG_DATA(each), sizeof credentials);
            *sender = credentials.pid;
        } else if (each->cmsg_type == SCM_RIGHTS) {
            has_descriptor = 1;
            const size_t length = each->cmsg_len - CMSG_LEN(0);
            *passed_count = (int)(length / sizeof(int));
            memcpy(passed, CMSG_DATA(each), length);
        }
    }
    if (has_descriptor) *sender = -1;
    return received;
}

int keychain_poll_make(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int keychain_poll_watch(int poll, int descriptor, int is_known, int for_writing, int is_once) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = (for_writing ? EPOLLOUT : EPOLLIN | EPOLLRDHUP) | (is_once ? EPOLLONESHOT : 0);
    event.data.fd = descriptor;
    return epoll_ctl(poll, is_known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event);
}

int keychain_poll_wait(int poll, int *descriptors, int count, int milliseconds) {
    struct epoll_event events[64];
    const int most = count < 64 ? count : 64;
    const int ready = epoll_wait(poll, events, most, milliseconds);
    for (int index = 0; index < ready; index++) descriptors[index] = events[index].data.fd;
    return ready;
}

int keychain_timer_make(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
}

int keychain_timer_set(int timer, long microseconds) {
    struct itimerspec time;
    memset(&time, 0, sizeof time);
    time.it_value.tv_sec = microseconds / 1000000;
    time.it_value.tv_nsec = microseconds % 1000000 * 1000;
    return timerfd_settime(timer, 0, &time, NULL);
}

int keychain_signals(const int *numbers, int count) {
    sigset_t signals;
    sigemptyset(&signals);
    for (int index = 0; index < count; index++) sigaddset(&signals, numbers[index]);
    int error = pthread_sigmask(SIG_BLOCK, &signals, NULL);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

int keychain_next_signal(int descriptor, int *by_kernel) {
    struct signalfd_siginfo signal;
    if (read(descriptor, &signal, sizeof signal) != sizeof signal) return 0;
    *by_kernel = signal.ssi_code > 0;
    return (int)signal.ssi_signo;
}

void keychain_limit_arenas(int most) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, most);
#else
    (void)most;
#endif
}

void keychain_return_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

int keychain_forbid_inspection(void) {
    const struct rlimit none = {0, 0};
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return -1;
    return setrlimit(RLIMIT_CORE, &none);
}

int keychain_accept(int socket) {
    return accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
