/* config.c - settings written in Python: they may be computed, and a mistake is told
 * with its line. The host reads them into a C struct and says which it does not
 * understand.
 *
 *     ./config FILE
 */
#include <stdio.h>
#include <string.h>

#include "minipy.h"

typedef struct Settings {
    int64_t port, workers;
    double timeout;
    char name[40];
} Settings;

typedef struct Field {
    const char *name;
    enum { INT, FLOAT, TEXT } kind;
    void *to;
    int64_t low, high; /* of an INT; the size of a TEXT */
} Field;

/* 0; -1: an exception that says what the field wants. */
static int read_field(MinipyVM *vm, const Field *f, MinipyValue v)
{
    char wrong[200];
    const char *text;
    size_t size;
    switch (f->kind) {
    case INT:
        if (minipy_as_int(vm, v, f->to) < 0)
            return -1;
        if (*(int64_t *)f->to >= f->low && *(int64_t *)f->to <= f->high)
            return 0;
        snprintf(wrong, sizeof wrong, "%s must be between %lld and %lld", f->name,
                 (long long)f->low, (long long)f->high);
        minipy_raise(vm, "ValueError", wrong);
        return -1;
    case FLOAT: return minipy_as_float(vm, v, f->to);
    default:
        if (!(text = minipy_as_str(vm, v, &size)))
            return -1;
        snprintf(f->to, (size_t)f->high, "%s", text);
        return 0;
    }
}

/* Each public name of __main__ that is no module is a setting. */
static int read_settings(MinipyVM *vm, const Field *fields, size_t n)
{
    MinipyValue names =
        minipy_eval(vm, "[n for n, v in globals().items() if n[0] != '_' and "
                        "type(v).__name__ not in ('module', 'function')]");
    MinipyValue it = names ? minipy_iter(vm, names) : MINIPY_NULL;
    MinipyValue module = minipy_main_module(vm), key;
    int r = it ? 0 : -1;
    while (r == 0 && (key = minipy_next(vm, it)) != MINIPY_NULL) {
        const char *name = minipy_as_str(vm, key, NULL);
        const Field *f = fields;
        while (f < fields + n && strcmp(f->name, name) != 0)
            f++;
        MinipyValue v = minipy_getattr(vm, module, name);
        if (f == fields + n) {
            char wrong[200];
            snprintf(wrong, sizeof wrong, "there is no setting %s", name);
            minipy_raise(vm, "NameError", wrong);
            r = -1;
        } else {
            r = read_field(vm, f, v);
        }
        minipy_release(vm, v);
        minipy_release(vm, key);
    }
    minipy_release(vm, module);
    minipy_release(vm, it);
    minipy_release(vm, names);
    return r;
}

static int show(MinipyVM *vm, const char *source, const char *file)
{
    Settings s = {.port = 80, .workers = 1, .timeout = 30, .name = "unnamed"};
    const Field fields[] = {{"port", INT, &s.port, 1, 65535},
                            {"workers", INT, &s.workers, 1, 64},
                            {"timeout", FLOAT, &s.timeout, 0, 0},
                            {"name", TEXT, s.name, 0, sizeof s.name}};
    int r = source ? minipy_run_string(vm, source, file) : minipy_run_file(vm, file);
    if (r < 0 || read_settings(vm, fields, sizeof fields / sizeof *fields) < 0) {
        fputs(minipy_error_text(vm), stdout);
        minipy_error_clear(vm);
        return -1;
    }
    printf("%s: port %lld, %lld workers, timeout %g s\n", s.name, (long long)s.port,
           (long long)s.workers, s.timeout);
    return 0;
}

/* Each in a vm of its own: what one file sets, the next does not see. */
static void try(const char *source, const char *file)
{
    MinipyConfig config;
    minipy_config_init(&config);
    config.instruction_limit = 1000000; /* settings, not a program */
    MinipyVM *vm = minipy_new(&config);
    if (vm)
        show(vm, source, file);
    minipy_free(vm);
}

int main(int argc, char **argv)
{
    try(NULL, argc > 1 ? argv[1] : "examples/hosts/settings.py");
    try("port = 8080\nprot = 1", "typo.py");
    try("workers = 4 * 1000", "greedy.py");
    try("port = 80\ntimeout = 1 / 0", "broken.py");
    return 0;
}
