/* harness.c - libFuzzer's entry for the targets of targets.py (functions of bytes, run
 * in one vm under limits), of api.c (in C, on minipy.h) and of observed.c (in C,
 * inside).
 *
 * FUZZ_TARGET names the target. Any exception is fine that the target lets through as
 * none: a target catches what its input may raise, so one that arrives here is a find,
 * like a crash. Built with -DREPLAY it is a program of its own that runs every target
 * over its seeds and over tests/fuzz/corpus/TARGET/. */
#include "tests/fuzz/harness.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MinipyVM *vm;
static MinipyValue target;
static CTarget *in_c;

static const struct {
    const char *name;
    CTarget *run;
} c_targets[] = {{"api", fuzz_api}, {"attach", fuzz_attach}, {"dscript", fuzz_dscript}};

static void drop(void *user, int fd, const char *text, size_t size)
{
    (void)user, (void)fd, (void)text, (void)size;
}

static void give_up(const char *what)
{
    fprintf(stderr, "%s\n%s\n", what, minipy_error_text(vm));
    abort();
}

static void start(void)
{
    MinipyConfig config;
    minipy_config_init(&config);
    config.output = drop;
    config.hash_seed_given = true;
    config.dont_write_bytecode = true;
    config.path = "tests/fuzz";
    vm = minipy_new(&config);
    if (!vm || minipy_run_string(vm, "import targets", "harness") < 0)
        give_up("no vm, or tests/fuzz/targets.py does not run (begin in the folder of "
                "the sources)");
    if (minipy_limits_set(vm, 512u << 20, 100000, 5000) < 0)
        give_up("no limits");
}

static void choose(const char *name)
{
    char expression[100];
    in_c = NULL;
    for (size_t i = 0; i < sizeof c_targets / sizeof *c_targets; i++)
        if (strcmp(c_targets[i].name, name) == 0)
            in_c = c_targets[i].run;
    minipy_release(vm, target);
    snprintf(expression, sizeof expression, "targets.TARGETS['%.60s']", name);
    target = minipy_eval(vm, expression);
    if (!target)
        give_up("no such target");
}

static void run(const uint8_t *data, size_t size)
{
    MinipyValue result = MINIPY_NULL;
    if (in_c) {
        in_c(vm, data, size);
    } else {
        MinipyValue bytes = minipy_bytes(vm, data, size);
        result = minipy_call(vm, target, &bytes, 1);
        minipy_release(vm, bytes);
    }
    if (minipy_stopped(vm))
        minipy_limits_reset(vm);
    else if (minipy_error_occurred(vm) && !minipy_error_matches(vm, "MemoryError"))
        give_up("an exception that the target does not expect");
    minipy_error_clear(vm);
    minipy_release(vm, result);
}

#ifndef REPLAY
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    start();
    choose(getenv("FUZZ_TARGET") ? getenv("FUZZ_TARGET") : "source");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    run(data, size);
    return 0;
}
#else
static int replay_seeds(const char *name)
{
    char expression[100];
    snprintf(expression, sizeof expression, "targets.seeds('%.60s')", name);
    MinipyValue seeds = minipy_eval(vm, expression);
    int64_t n = seeds ? minipy_length(vm, seeds) : -1;
    if (n < 0)
        give_up("no seeds");
    for (int64_t i = 0; i < n; i++) {
        size_t size;
        MinipyValue seed = minipy_getitem_at(vm, seeds, i);
        const char *data = minipy_as_bytes(vm, seed, &size);
        run((const uint8_t *)data, size);
        minipy_release(vm, seed);
    }
    minipy_release(vm, seeds);
    return (int)n;
}

static int replay_files(const char *name)
{
    char path[600];
    static uint8_t data[1 << 20];
    int n = 0;
    snprintf(path, sizeof path, "tests/fuzz/corpus/%.60s", name);
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        if (*e->d_name == '.')
            continue;
        snprintf(path, sizeof path, "tests/fuzz/corpus/%.60s/%.255s", name, e->d_name);
        FILE *file = fopen(path, "rb");
        if (!file)
            continue;
        size_t size = fread(data, 1, sizeof data, file);
        fclose(file);
        fprintf(stderr, "%s\n", path);
        run(data, size);
        n++;
    }
    if (folder)
        closedir(folder);
    return n;
}

/* What ran last stands on standard error, if one crashes. */
int main(int argc, char **argv)
{
    int passed = 0;
    start();
    for (int i = 1; i < argc; i++) {
        fprintf(stderr, "%s: seeds\n", argv[i]);
        choose(argv[i]);
        passed += replay_seeds(argv[i]) + replay_files(argv[i]);
    }
    minipy_release(vm, target);
    int bad = minipy_free(vm) != 0;
    printf("%d passed, %d failed, 0 skipped\n", passed, bad);
    return bad;
}
#endif
