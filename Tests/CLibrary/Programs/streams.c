// SPDX-License-Identifier: Apache-2.0
// Calls in a program that has closed its standard streams. No file of the library takes their numbers: what the program
// prints would go into it.
#include "program.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void run(void) {
    int kept[3];
    for (int stream = 0; stream < 3; stream++) {
        kept[stream] = fcntl(stream, F_DUPFD_CLOEXEC, 10);
        close(stream);
    }
    CFDictionaryRef query = dictionary(kSecClass, kSecClassGenericPassword, kSecAttrService, CFSTR("streams"), NULL);
    OSStatus added = SecItemAdd(query, NULL), deleted = SecItemDelete(query);
    int taken = 0;
    struct stat status;
    // SQLite opens /dev/null there.
    for (int stream = 0; stream < 3; stream++) taken += fstat(stream, &status) == 0 && !S_ISCHR(status.st_mode);
    for (int stream = 0; stream < 3; stream++) {
        dup2(kept[stream], stream);
        close(kept[stream]);
    }
    CFRelease(query);
    SUCCEED(added);
    SUCCEED(deleted);
    CHECK(taken == 0);
}
