// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Makes the kernel refuse this process, and what it starts, the key retention service with
/// `error` (seccomp(2)), as it does in some containers. Gives -1 and errno where it does not.
///
/// The tests are never of another architecture than the kernel's: the filter looks at numbers only.
static inline int refuse_keyring(int error) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_add_key, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_request_key, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_keyctl, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((unsigned)error & SECCOMP_RET_DATA)),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

/// Fills the caller's quota of keys with those of a session keyring of its own, which lasts as long as
/// what it starts. Gives -1 and errno where that is refused.
static inline int fill_key_quota(void) {
    static const char payload[32000];
    // keyctl(2): join a new session keyring (1); -3 is that keyring.
    // What an earlier process held is given back some time after its end.
    for (int round = 0; syscall(SYS_keyctl, 1L, 0L, 0L, 0L, 0L) < 0; round++) {
        if (errno != EDQUOT || round == 1000) return -1;
        usleep(10000);
    }
    size_t count = sizeof payload;
    for (long number = 0; number < 2000000; number++) {
        char name[32] = {0};
        for (long rest = number, place = 0; place < 20; place++, rest /= 10) {
            name[place] = (char)('0' + rest % 10);
        }
        if (syscall(SYS_add_key, "user", name, payload, count, -3L) >= 0) continue;
        if (errno != EDQUOT) return -1;
        if (count == 1) return 0;
        count = count > 16 ? count / 2 : 1;
    }
    errno = EDQUOT;
    return -1;
}

/// Lets this process leave a core as large as it may be. Gives -1 and errno where it may not.
static inline int allow_core(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) != 0) return -1;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(RLIMIT_CORE, &limit);
}
