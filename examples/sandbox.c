/* sandbox.c - runs scripts that nobody trusts: each in a vm of its own that is confined
 * and limited, with a file and a module that this host serves from memory.
 *
 *     gcc -Iinclude examples/sandbox.c libminipy.a -lgmp -lm -ldl -o sandbox
 *     ./sandbox                   what hostile scripts come to
 *     ./sandbox script.py ...     the scripts of these files
 *
 * docs/EMBEDDING.md says what is promised and what is not.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minipy.h"

/* ---- what a script is given ------------------------------------------------------ */

typedef struct Reader {
    const char *text;
    size_t left;
} Reader;

static int64_t read_memory(void *user, void *data, size_t size)
{
    Reader *r = user;
    size_t n = size < r->left ? size : r->left;
    memcpy(data, r->text, n);
    r->text += n;
    r->left -= n;
    return (int64_t)n;
}

static int close_memory(void *user)
{
    free(user);
    return 0;
}

/* The whole file system: one file, which can be read. */
static int open_file(void *user, const char *path, const char *mode, MinipyFile *file)
{
    static const char rates[] = "EUR 1.00\nUSD 1.09\n";
    (void)user;
    if (strcmp(path, "rates.txt") != 0)
        return -ENOENT;
    if (strcmp(mode, "r") != 0)
        return -EROFS;
    Reader *r = malloc(sizeof *r);
    if (!r)
        return -ENOMEM;
    *r = (Reader){rates, sizeof rates - 1};
    *file = (MinipyFile){.user = r, .read = read_memory, .close = close_memory};
    return 0;
}

static const char *find_module(void *user, const char *name, size_t *size,
                               bool *package)
{
    static const char source[] =
        "def convert(amount, rate):\n    return amount * rate\n";
    (void)user;
    *package = false;
    *size = sizeof source - 1;
    return strcmp(name, "money") == 0 ? source : NULL;
}

static void output(void *user, int fd, const char *text, size_t size)
{
    (void)user;
    fwrite(text, 1, size, fd == 1 ? stdout : stderr);
}

/* ---- running one ----------------------------------------------------------------- */

static MinipyVM *sandbox_new(void)
{
    static const char *const modules[] = {"money", "math", "json", "re",
                                          "sys",   "gc",   NULL};
    MinipyConfig config;
    minipy_config_init(&config);
    config.confined = true;
    config.modules = modules;
    config.open_file = open_file;
    config.find_module = find_module;
    config.output = output;
    config.memory_limit = 64 << 20;
    config.time_limit_ms = 500;
    MinipyVM *vm = minipy_new(&config);
    if (!vm)
        fprintf(stderr, "sandbox: %s\n", minipy_config_error(&config));
    return vm;
}

/* 0: it ended by itself. */
static int run(const char *name, const char *source)
{
    MinipyVM *vm = sandbox_new();
    if (!vm)
        return -1;
    int r = minipy_run_string(vm, source, name);
    if (r != 0) {
        const char *text = minipy_error_text(vm), *last = text;
        for (const char *p = text; *p; p++) /* the line that says what it is */
            if (*p == '\n' && p[1] && p[1] != ' ')
                last = p + 1;
        printf("%-12s %s", name, last);
    }
    minipy_error_clear(vm);
    return minipy_free(vm) < 0 ? -1 : r;
}

static char *read_whole(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = f ? calloc(1, 1 << 20) : NULL;
    if (text)
        (void)!fread(text, 1, (1 << 20) - 1, f);
    if (f)
        fclose(f);
    else
        perror(path);
    return text;
}

static const struct Script {
    const char *name, *source;
    bool hostile;
} scripts[] = {
    {"useful",
     "import money\n"
     "rates = dict(line.split() for line in open('rates.txt'))\n"
     "print('100 EUR are', money.convert(100, float(rates['USD'])), 'USD')\n",
     false},
    {"reads", "open('/etc/passwd').read()", true},
    {"imports", "import os", true},
    {"digs", "import sys, json.tool\nsys.modules['posix'].system('id')", true},
    {"finds",
     "for c in object.__subclasses__():\n"
     "    if c.__name__ == '_IOBase':\n"
     "        for raw in c.__subclasses__():\n"
     "            for file in raw.__subclasses__():\n"
     "                if file.__name__ == 'FileIO': file(0)\n",
     true},
    {"forges", "f = lambda: 1\nf.__code__ = f.__code__.replace(co_code=bytes(100))",
     true},
    {"spins",
     "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
     true},
    {"hoards", "x = []\nwhile True: x.append(bytearray(1 << 20))", true},
    {"matches", "import re\nre.match('(a*)*b', 'a' * 40)", true},
    {"recurses", "def f(): return f()\nf()", true},
};

int main(int argc, char **argv)
{
    int failures = 0;
    for (int i = 1; i < argc; i++) {
        char *source = read_whole(argv[i]);
        failures += !source || run(argv[i], source) != 0;
        free(source);
    }
    for (size_t i = 0; argc == 1 && i < sizeof scripts / sizeof *scripts; i++)
        failures +=
            (run(scripts[i].name, scripts[i].source) != 0) != scripts[i].hostile;
    return failures != 0;
}
