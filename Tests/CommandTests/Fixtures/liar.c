/* SPDX-License-Identifier: Apache-2.0 */
/* A PKCS#11 module with one token whose answers are wrong in the way that $LIES says. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef unsigned long word;
struct attribute { word type; void *value; word count; };

static int lies(const char *how) {
    const char *chosen = getenv("LIES");
    return chosen && strcmp(chosen, how) == 0;
}

static word initialize(void *arguments) {
    (void)arguments;
    return write(2, "asked: ", 7) == 7 ? 0 : 5;
}

static word finalize(void *arguments) { (void)arguments; return 0; }

static word get_info(unsigned char *info) {
    memset(info, 0, 88);
    info[0] = 2;
    info[1] = 40;
    return 0;
}

static word slot_list(unsigned char present, word *slots, word *count) {
    static int calls;
    (void)present;
    if (lies("slots")) { *count = ~0ul; return 0; }
    if (lies("growth") && slots) { *count = 1000000; return 0; }
    /* The token comes and goes. */
    if (lies("removal") && calls++ % 2) { *count = 0; return 0; }
    if (slots) slots[0] = 7;
    *count = 1;
    return 0;
}

static word slot_info(word slot, char *info) { (void)slot; memset(info, ' ', 96); memset(info + 96, 0, 16); return 0; }

static word token_info(word slot, char *info) {
    (void)slot;
    if (lies("removal")) return 0xE0;
    memset(info, ' ', 96);
    memset(info + 96, 0, 112);
    memcpy(info, lies("labels") ? "\377\033[2J\n\"" : "Liar", lies("labels") ? 7 : 4);
    /* Initialised, with a PIN, to log in. */
    *(word *)(info + 96) = 1 << 10 | 1 << 3 | 1 << 2;
    return 0;
}

static word open_session(word slot, word flags, void *a, void *n, word *session) {
    (void)slot; (void)flags; (void)a; (void)n;
    *session = 1;
    return lies("sessions") ? 0xE0 : 0;
}

static word one(word session) { (void)session; return 0; }

static word attribute_value(word session, word object, struct attribute *wanted, word count) {
    (void)session; (void)object; (void)count;
    if (lies("lengths")) { wanted->count = ~0ul >> 1; return 0; }
    if (lies("larger")) { wanted->count = wanted->value ? 1000000 : 4; return 0; }
    if (wanted->value && wanted->count) memset(wanted->value, 0xFF, wanted->count);
    wanted->count = 100;
    return 0;
}

static word find_begin(word s, void *t, word n) { (void)s; (void)t; (void)n; return 0; }

static word find(word session, word *objects, word most, word *count) {
    static int calls;
    (void)session;
    if (lies("objects")) { *count = 5000; return 0; }
    *count = !lies("endless") && calls++ % 2 ? 0 : most;
    for (word at = 0; at < *count; at++) objects[at] = at + 1;
    return 0;
}

static word unsupported(void) { return 0x54; }

static struct { unsigned char major, minor; void *functions[68]; } list = {2, 40, {0}};

word C_GetFunctionList(void **functions) {
    for (int at = 0; at < 68; at++) list.functions[at] = (void *)unsupported;
    list.functions[0] = (void *)initialize;
    list.functions[1] = (void *)finalize;
    list.functions[2] = (void *)get_info;
    list.functions[3] = (void *)C_GetFunctionList;
    list.functions[4] = (void *)slot_list;
    list.functions[5] = (void *)slot_info;
    list.functions[6] = (void *)token_info;
    list.functions[12] = (void *)open_session;
    list.functions[13] = (void *)one;
    list.functions[24] = (void *)attribute_value;
    list.functions[26] = (void *)find_begin;
    list.functions[27] = (void *)find;
    list.functions[28] = (void *)one;
    *functions = &list;
    return 0;
}
