/* Hostile scripts: each script that is given, as it is with every allocation failing in
 * turn, and cut, mixed and scrawled on so many times, is read and, if it is taken, runs
 * through events. Built with the sanitizers; nothing but a crash, a leak or a write
 * past a room is a failure.
 *
 *   mutants SEED COUNT FILE.d... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probes/dscript/dscript.h"
#include "probes/event.h"
#include "probes/report.h"
#include "tests/probes/host.h"

static long blocks, requests, fails_at; /* the request that fails; 0: none */

static void *counted_allocate(void *vm, size_t size)
{
    (void)vm;
    if (++requests == fails_at)
        return NULL;
    blocks++;
    return malloc(size);
}

static void counted_release(void *vm, void *block)
{
    (void)vm;
    blocks--;
    free(block);
}

static ProbeCode code = {.id = 1,
                         .first_line = 3,
                         .filename = "/a/b/c.py",
                         .name = "work",
                         .qualname = "Thing.work",
                         .module = "thing"};

static bool place(void *vm, const void *frame, ProbeFrame *at)
{
    (void)vm, (void)frame;
    *at = (ProbeFrame){&code, 7, &code};
    return true;
}

static size_t stack(void *vm, ProbeFrame *frames, size_t most)
{
    size_t count = most < 3 ? most : 3;
    for (size_t i = 0; i < count; i++)
        place(vm, NULL, &frames[i]);
    return count;
}

static void host_changed(void *vm)
{
    (void)vm;
}

static const ProbeHost host = {.allocate = counted_allocate,
                               .release = counted_release,
                               .suspend = host_suspend,
                               .resume = host_resume,
                               .place = place,
                               .stack = stack,
                               .changed = host_changed};

/* Output is looked at, byte by byte, so that a wild text is seen. */
static void take_text(void *user, const char *text, size_t size)
{
    unsigned *sum = user;
    for (size_t i = 0; i < size; i++)
        *sum = *sum * 31 + (unsigned char)text[i];
}

static void fire(ProbeConsumers *consumers)
{
    for (int i = 0; i < 40; i++) {
        probes_function_entry(consumers, "/a/b/c.py", "work", i, &code);
        probes_line(consumers, "/a/b/c.py", "work", i, &code);
        probes_gc_start(consumers, i % 3);
        probes_gc_done(consumers, i);
        probes_exception_raise(consumers, "ValueError", "/a/b/c.py", "work", i, &code,
                               i % 2 ? NULL : "text");
        probes_mark(consumers, "here", "a b c", i, -i, INT64_MAX - i);
        probes_function_return(consumers, "/a/b/c.py", "work", i, &code);
    }
}

/* How far did it come? 1 when the script ran. */
static int try(const char *text)
{
    GateRequests gate_requests = {0};
    ProbeConsumers consumers;
    unsigned sum = 0;
    const char *words[] = {"-x", "aggsize=16k", "-x", "dynvarsize=16k",
                           "-x", "bufsize=4k",  "-a", "5",
                           "-n", text,          NULL};
    probe_consumers_init(&consumers, &gate_requests, &host);
    int id = dscript_start(&consumers, words, take_text, &sum, take_text, &sum);
    if (id > 0)
        fire(&consumers);
    probe_consumers_fini(&consumers);
    if (blocks != 0) {
        printf("%ld blocks are not given back:\n%s\n", blocks, text);
        exit(1);
    }
    return id >= 0;
}

/* ---- mutants --------------------------------------------------------------------- */

static uint64_t state;

static uint64_t any(uint64_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return below > 0 ? state % below : 0;
}

static const char *const scraps[] = {"(",
                                     ")",
                                     "{",
                                     "}",
                                     "[",
                                     "]",
                                     "/",
                                     ";",
                                     ",",
                                     "@",
                                     "$",
                                     "\"",
                                     "*",
                                     "%",
                                     "->",
                                     "self->x",
                                     "this->s",
                                     "arg0",
                                     "copyinstr(arg1)",
                                     "@a[x, 1]",
                                     "= quantize(arg2)",
                                     "printf(\"%*.*s\", ",
                                     "99999999999",
                                     "-1",
                                     "0x7fffffffffffffff",
                                     "? 1 : 2",
                                     "strtok(",
                                     "substr(s, -3, 2)",
                                     "NULL",
                                     "ustack()",
                                     "/*",
                                     "*/",
                                     "//",
                                     "\n",
                                     "'",
                                     "\\",
                                     "<<=",
                                     "++",
                                     "if (1) ",
                                     "else ",
                                     "$1",
                                     "$$1",
                                     "string s;",
                                     "inline int q = ",
                                     "#pragma D option quiet",
                                     "tick-1s",
                                     "BEGIN",
                                     ":::",
                                     "*"};

static size_t mutate(char *text, size_t size, size_t room)
{
    for (uint64_t edits = 1 + any(3); edits > 0; edits--) {
        size_t at = any(size + 1);
        const char *scrap = scraps[any(sizeof scraps / sizeof *scraps)];
        size_t length = strlen(scrap), cut = any(12);
        switch (any(4)) {
        case 0: /* something comes in */
            if (size + length < room) {
                memmove(text + at + length, text + at, size - at);
                memcpy(text + at, scrap, length);
                size += length;
            }
            break;
        case 1: /* something goes */
            cut = cut < size - at ? cut : size - at;
            memmove(text + at, text + at + cut, size - at - cut);
            size -= cut;
            break;
        case 2: /* a letter changes */
            if (at < size)
                text[at] = (char)(1 + any(255));
            break;
        default: /* a piece comes twice */
            cut = cut * 5 < size - at ? cut * 5 : size - at;
            if (size + cut < room) {
                memmove(text + at + cut, text + at, size - at);
                size += cut;
            }
        }
    }
    text[size] = 0;
    return size;
}

static char *read_all(const char *path, size_t *size)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    *size = file ? fread(text, 1, sizeof text - 4096, file) : 0;
    if (file)
        fclose(file);
    text[*size] = 0;
    return text;
}

static void fail_each_allocation(const char *text)
{
    for (long n = 1;; n++) {
        requests = 0;
        fails_at = n;
        try(text);
        fails_at = 0;
        if (requests < n)
            return;
    }
}

int main(int argc, char **argv)
{
    long ran = 0, refused = 0, count = argc > 3 ? atol(argv[2]) : 0;
    if (argc < 4)
        return 2;
    state = strtoull(argv[1], NULL, 0) | 1;
    for (int i = 3; i < argc; i++) {
        size_t size;
        char *text = read_all(argv[i], &size), mutant[1 << 16];
        fail_each_allocation(text);
        for (long k = 0; k < count; k++) {
            memcpy(mutant, text, size + 1);
            mutate(mutant, size, sizeof mutant - 1);
            FILE *last = getenv("MUTANT") ? fopen(getenv("MUTANT"), "w") : NULL;
            if (last) {
                fputs(mutant, last);
                fclose(last);
            }
            if (try(mutant))
                ran++;
            else
                refused++;
        }
    }
    printf("%ld mutants ran, %ld were refused\n", ran, refused);
    return 0;
}
