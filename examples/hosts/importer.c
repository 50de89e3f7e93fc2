/* importer.c - a program whose Python modules are in the program itself: `import` asks
 * the host first, which finds them in a table in memory. The script is confined: it can
 * import what the host gives it and what it lists, and no file of the system.
 *
 *     ./importer
 */
#include <stdio.h>
#include <string.h>

#include "minipy.h"

/* What a tool could make of a folder: names and texts; packages end in a dot. */
static const struct {
    const char *name, *source;
} archive[] = {
    {"shapes.", "from .area import circle\n"
                "names = ['circle']\n"},
    {"shapes.area", "import math\n"
                    "def circle(r):\n"
                    "    return round(math.pi * r * r, 3)\n"},
    {"broken", "def f():\n"
               "    return 1 +\n"},
};

static const char *find_module(void *user, const char *name, size_t *size,
                               bool *package)
{
    for (size_t i = 0; i < sizeof archive / sizeof *archive; i++) {
        size_t n = strlen(name);
        if (strncmp(archive[i].name, name, n) != 0 || strlen(archive[i].name + n) > 1 ||
            (archive[i].name[n] && archive[i].name[n] != '.'))
            continue;
        ++*(int *)user;
        *package = archive[i].name[n] == '.';
        *size = strlen(archive[i].source);
        return archive[i].source;
    }
    return NULL;
}

/* Runs a line; an error is its last line. */
static void show(MinipyVM *vm, const char *source)
{
    printf(">>> %s\n", source);
    fflush(stdout);
    if (minipy_run_string(vm, source, "<script>") == 0)
        return;
    const char *text = minipy_error_text(vm), *line = text;
    for (const char *c = text; *c; c++)
        if (*c == '\n' && c[1])
            line = c + 1;
    fputs(line, stdout);
    minipy_error_clear(vm);
}

static void write_out(void *user, int fd, const char *text, size_t size)
{
    (void)user, (void)fd;
    fwrite(text, 1, size, stdout);
}

int main(void)
{
    static const char *const listed[] = {"shapes", "broken", "math", "sys", NULL};
    int served = 0;
    MinipyConfig config;
    minipy_config_init(&config);
    config.user_data = &served;
    config.find_module = find_module;
    config.output = write_out;
    config.confined = true;
    config.modules = listed;
    MinipyVM *vm = minipy_new(&config);
    if (!vm)
        return 1;
    show(vm, "import shapes; print(shapes.circle(2), shapes.names)");
    show(vm, "print(shapes, shapes.area.__name__)");
    show(vm, "import shapes.area; print(shapes.area.circle(1))");
    show(vm, "import broken");
    show(vm, "import os");
    show(vm, "import missing");
    printf("%d modules were asked for and found\n", served);
    return minipy_free(vm) ? 1 : 0;
}
