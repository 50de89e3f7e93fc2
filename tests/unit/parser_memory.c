/* Every allocation of a compilation's front half failing in turn: each run must end
 * with COMPILE_NO_MEMORY or succeed, and release all it got.
 *
 *   parser_memory FILE...    prints "N passed, M failed" */
#include <stdio.h>
#include <stdlib.h>

#include "compiler/syntax/parser.h"

typedef struct Budget {
    long allocations; /* left until every further one fails */
    long balance;     /* bytes allocated and not released */
} Budget;

static void *budget_allocate(void *context, size_t size)
{
    Budget *budget = context;
    if (budget->allocations-- <= 0) {
        return NULL;
    }
    budget->balance += (long)size;
    return malloc(size);
}

static void budget_release(void *context, void *block, size_t size)
{
    Budget *budget = context;
    budget->balance -= (long)size;
    free(block);
}

/* Parses with only so many allocations. Returns 1 if that was enough, 0 if it said
 * that memory ran out, -1 if it said or did anything else. */
static int parse_within(long allocations, const char *bytes, size_t len)
{
    Budget budget = {allocations, 0};
    ArenaSource source = {budget_allocate, budget_release, &budget};
    ParseOptions options = {.mode = PARSE_EXEC, .flags = 0, .filename = "test.py"};
    ParseResult result;
    AstArena arena;
    arena_init(&arena, &source);
    bool ok = parse_source(&arena, bytes, len, &options, &result);
    bool failed = arena.failed;
    bool consistent = failed ? !ok && result.error.kind == COMPILE_NO_MEMORY
                             : ok || result.error.kind != COMPILE_NO_MEMORY;
    arena_free(&arena);
    if (!consistent || budget.balance != 0) {
        return -1;
    }
    return !failed;
}

static int check_file(const char *path)
{
    static char bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return -1;
    }
    size_t len = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (long n = 0; n < 100000; n++) {
        int outcome = parse_within(n, bytes, len);
        if (outcome != 0) {
            return outcome;
        }
    }
    return -1;
}

int main(int argc, char **argv)
{
    int passed = 0, failed = 0;
    for (int i = 1; i < argc; i++) {
        if (check_file(argv[i]) > 0) {
            passed++;
        } else {
            failed++;
            printf("%s\n", argv[i]);
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
