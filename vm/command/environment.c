/* environment.c - what the environment's variables, and its locale, make of the
 * configuration. Options count more than variables. */
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "vm/command/command.h"

const char *command_env(const Command *c, const char *name)
{
    const char *v = c->config.ignore_environment ? NULL : getenv(name);
    return v && *v ? v : NULL;
}

/* What a variable asks for: a number, as strtol reads it, and by anything else 1. "0"
 * asks for nothing, as does one that is empty. */
static int wanted_level(const Command *c, const char *name)
{
    const char *v = command_env(c, name);
    char *end;
    errno = 0;
    long n = v ? strtol(v, &end, 10) : 0;
    return v && (*end || errno || n < 0 || n > INT_MAX) ? 1 : (int)n;
}

/* The greater of what the variable and the options say. */
static void raise_level(const Command *c, const char *name, int *level)
{
    int wanted = wanted_level(c, name);
    if (wanted > *level)
        *level = wanted;
}

static void read_environment_flags(Command *c)
{
    MinipyConfig *f = &c->config;
    raise_level(c, "PYTHONOPTIMIZE", &f->optimize);
    raise_level(c, "PYTHONDEBUG", &f->parser_debug);
    raise_level(c, "PYTHONVERBOSE", &f->verbose);
    int inspect = f->inspect;
    raise_level(c, "PYTHONINSPECT", &inspect);
    f->inspect = (uint8_t)(inspect < UINT8_MAX ? inspect : UINT8_MAX);
    f->unbuffered |= wanted_level(c, "PYTHONUNBUFFERED") > 0;
    f->safe_path |= command_env(c, "PYTHONSAFEPATH") != NULL;
    f->dont_write_bytecode |= wanted_level(c, "PYTHONDONTWRITEBYTECODE") > 0;
    f->no_user_site |= wanted_level(c, "PYTHONNOUSERSITE") > 0;
    f->dev_mode |= command_env(c, "PYTHONDEVMODE") != NULL;
    f->no_debug_ranges |= command_env(c, "PYTHONNODEBUGRANGES") != NULL;
    f->warn_default_encoding |= command_env(c, "PYTHONWARNDEFAULTENCODING") != NULL;
    f->fault_handler |= f->dev_mode || command_env(c, "PYTHONFAULTHANDLER");
}

/* Variables that ask for what minipy does not do. -1: none is set. */
static int refuse_environment(Command *c)
{
    static const struct {
        const char *name, *allowed[2], *why;
    } rows[] = {
        {"PYTHONHOME", {"/usr", "/usr:/usr"}, "the library is looked for in /usr"},
        {"PYTHONPLATLIBDIR", {"lib", "lib"}, "the library is looked for in lib"},
        {"PYTHONMALLOC", {"default", "pymalloc"}, "minipy has no other allocator"},
        {"PYTHONMALLOCSTATS", {"", ""}, "call sys._debugmallocstats() instead"},
    };
    char what[128];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *v = command_env(c, rows[i].name);
        if (!v || !strcmp(v, rows[i].allowed[0]) || !strcmp(v, rows[i].allowed[1]))
            continue;
        snprintf(what, sizeof what, "%s: %s", rows[i].name, rows[i].why);
        return command_fatal(what, "preinitialized");
    }
    const char *v = command_env(c, "PYTHONTRACEMALLOC");
    int frames = 0;
    if (v && command_set_trace_frames(&frames, "PYTHONTRACEMALLOC", v) != 0)
        return 1;
    if (c->trace_frames < 0)
        c->trace_frames = frames;
    return -1;
}

/* sys.warnoptions: later ones win, so they come from the general to the special. */
static void gather_warnoptions(Command *c)
{
    static char copy[4096];
    const char *given[MAX_OPTIONS], *v = command_env(c, "PYTHONWARNINGS");
    int n = c->nw, bytes = c->config.bytes_warning;
    memcpy(given, c->warnoptions, sizeof given);
    c->nw = 0;
    snprintf(copy, sizeof copy, "%s", v ? v : "");
    for (char *w = strtok(copy, ","); w && c->nw < MAX_OPTIONS; w = strtok(NULL, ","))
        c->warnoptions[c->nw++] = w;
    for (int i = 0; i < n && c->nw < MAX_OPTIONS; i++)
        c->warnoptions[c->nw++] = given[i];
    if (bytes && c->nw < MAX_OPTIONS)
        c->warnoptions[c->nw++] =
            bytes > 1 ? "error::BytesWarning" : "default::BytesWarning";
}

/* ---- the locale of LC_CTYPE ------------------------------------------------------ */

/* As CPython's PEP 538 and 540: in the C locale the UTF-8 mode is on, and LC_CTYPE
 * becomes C.UTF-8 for this process's libraries and children. setlocale() itself waits
 * until somebody asks (stdlib/text/locale.c): it takes as long as a tenth of the start.
 */

static bool one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

/* The name of the environment's character encoding; *c_locale: there is none, or none
 * that this system has. */
static const char *environment_codeset(bool *c_locale)
{
    static const char *const plain[] = {"", "C", "POSIX", NULL}, *const utf8[] = {
                                                                     "C.UTF-8",
                                                                     "C.utf8", NULL};
    const char *name = getenv("LC_ALL");
    if (!name || !*name)
        name = getenv("LC_CTYPE");
    if (!name || !*name)
        name = getenv("LANG");
    if (name && one_of(name, utf8))
        return "UTF-8";
    *c_locale = !name || one_of(name, plain) || !setlocale(LC_CTYPE, "");
    return *c_locale ? "ANSI_X3.4-1968" : nl_langinfo(CODESET);
}

static void read_locale(Command *c)
{
    bool c_locale = false;
    const char *all = getenv("LC_ALL"), *say = command_env(c, "PYTHONCOERCECLOCALE");
    bool warn = say && strcmp(say, "warn") == 0;
    c->config.locale_encoding = environment_codeset(&c_locale);
    if (!c->utf8_given)
        c->config.utf8_mode = c_locale;
    if (!c_locale)
        return;
    if ((!all || !*all) && !(say && strcmp(say, "0") == 0)) {
        setenv("LC_CTYPE", "C.UTF-8", 1);
        c->config.locale_encoding = "UTF-8";
        if (warn)
            fputs(
                "Python detected LC_CTYPE=C: LC_CTYPE coerced to C.UTF-8 (set another "
                "locale or PYTHONCOERCECLOCALE=0 to disable this locale coercion "
                "behavior).\n",
                stderr);
    } else if (warn) {
        fputs(
            "Python runtime initialized with LC_CTYPE=C (a locale with default ASCII "
            "encoding), which may cause Unicode compatibility problems. Using C.UTF-8, "
            "C.utf8, or UTF-8 (if available) as alternative Unicode-compatible locales "
            "is recommended.\n",
            stderr);
    }
}

/* ---- all of it ------------------------------------------------------------------- */

/* As strtoul reads it: with blanks before it, or a sign. */
static bool hash_seed(const char *s, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(s, &end, 10);
    return !*end && errno == 0 && *out <= UINT32_MAX;
}

static int bad_hash_seed(void)
{
    return command_fatal("config_init_hash_seed: PYTHONHASHSEED must be \"random\" or "
                         "an integer in range [0; 4294967295]",
                         "preinitialized");
}

int command_read_environment(Command *c)
{
    MinipyConfig *f = &c->config;
    const char *v;
    uint64_t n;
    if (!c->random_hashes && (v = command_env(c, "PYTHONHASHSEED")) &&
        strcmp(v, "random") != 0) {
        if (!hash_seed(v, &n))
            return bad_hash_seed();
        f->hash_seed_given = true;
        f->hash_seed = (uint32_t)n;
    }
    if ((v = command_env(c, "PYTHONINTMAXSTRDIGITS")) && f->int_max_str_digits < 0 &&
        command_set_int_digits(c, "PYTHONINTMAXSTRDIGITS", v) != 0)
        return 1;
    if (!c->utf8_given && (v = command_env(c, "PYTHONUTF8"))) {
        if (strcmp(v, "0") != 0 && strcmp(v, "1") != 0)
            return command_fatal(
                "preconfig_init_utf8_mode: invalid PYTHONUTF8 environment "
                "variable value",
                "preinitializing");
        f->utf8_mode = *v == '1';
        c->utf8_given = true;
    }
    read_locale(c);
    if (!c->prefix_given)
        f->pycache_prefix = command_env(c, "PYTHONPYCACHEPREFIX");
    if (refuse_environment(c) >= 0)
        return 1;
    c->import_time |= command_env(c, "PYTHONPROFILEIMPORTTIME") != NULL;
    if ((v = getenv("MINIPY_ATTACH")) && strcmp(v, "0") == 0)
        f->attach = 0; /* whoever starts it decides, whatever -E says */
    read_environment_flags(c);
    gather_warnoptions(c);
    return -1;
}
