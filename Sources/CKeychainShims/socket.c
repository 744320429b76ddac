// struct ucred is declared only with it.
#define _GNU_SOURCE
#include "keychain_linux.h"
#include <sys/socket.h>
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

long keychain_receive(int socket, void *bytes, size_t count, int *sender) {
    struct iovec part = {bytes, count};
    union {
        char bytes[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(sizeof(int))];
        struct cmsghdr aligned;
    } control;
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    *sender = 0;
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
            for (size_t offset = 0; offset + sizeof(int) <= length; offset += sizeof(int)) {
                int descriptor;
                memcpy(&descriptor, CMSG_DATA(each) + offset, sizeof descriptor);
                close(descriptor);
            }
        }
    }
    if (has_descriptor) *sender = -1;
    return received;
}
