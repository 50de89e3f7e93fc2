/* options.c - the words of the command line. Options are python3.11's; ours are
 * --trace,
 * --dscript, --bench-probes, --dump-ast and --dis. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vm/command/command.h"

/* Is all of s a number, without a sign? */
static bool read_number(const char *s, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(s, &end, 10);
    return *s >= '0' && *s <= '9' && !*end && errno == 0;
}

int command_set_int_digits(Command *c, const char *from, const char *text)
{
    uint64_t n;
    char what[128];
    if (text && read_number(text, &n) && (n == 0 || n >= 640) && n <= INT32_MAX) {
        c->config.int_max_str_digits = (int)n;
        return 0;
    }
    snprintf(what, sizeof what,
             "config_init_int_max_str_digits: %s: invalid limit; must be >= 640 or 0 "
             "for unlimited.",
             from);
    return command_fatal(what, "preinitialized");
}

/* The value of option `name` if x is that option ("" without a value), else NULL. */
static const char *xoption(const char *x, const char *name)
{
    size_t n = strlen(name);
    if (strncmp(x, name, n) != 0 || (x[n] && x[n] != '='))
        return NULL;
    return x[n] ? x + n + 1 : "";
}

/* "": none. */
int command_set_trace_frames(int *frames, const char *from, const char *text)
{
    uint64_t n = 0;
    char what[128];
    if (!*text || (read_number(text, &n) && n <= INT32_MAX)) {
        *frames = (int)n;
        return 0;
    }
    snprintf(what, sizeof what, "config_init_tracemalloc: %s: invalid number of frames",
             from);
    return command_fatal(what, "preinitialized");
}

/* Options that CPython knows too; those without effect here are not looked at. */
static int apply_common_xoption(Command *c, const char *x)
{
    MinipyConfig *f = &c->config;
    const char *v;
    if ((v = xoption(x, "int_max_str_digits")))
        return command_set_int_digits(c, "-X int_max_str_digits",
                                      *v               ? v
                                      : strchr(x, '=') ? "0"
                                                       : NULL);
    if ((v = xoption(x, "tracemalloc")))
        return command_set_trace_frames(&c->trace_frames, "-X tracemalloc=NFRAME",
                                        strchr(x, '=') ? v : "1");
    c->import_time |= xoption(x, "importtime") != NULL;
    f->dev_mode |= xoption(x, "dev") != NULL;
    f->fault_handler |= xoption(x, "faulthandler") != NULL;
    f->no_debug_ranges |= xoption(x, "no_debug_ranges") != NULL;
    f->warn_default_encoding |= xoption(x, "warn_default_encoding") != NULL;
    if ((v = xoption(x, "pycache_prefix"))) {
        f->pycache_prefix = *v ? v : NULL;
        c->prefix_given = true;
    }
    if ((v = xoption(x, "utf8")) && !c->utf8_given) { /* of several the first counts */
        if (strcmp(x, "utf8") != 0 && strcmp(v, "0") != 0 && strcmp(v, "1") != 0)
            return command_fatal(
                "preconfig_init_utf8_mode: invalid -X utf8 option value",
                "preinitializing");
        f->utf8_mode = strcmp(v, "0") != 0;
        c->utf8_given = true;
    }
    if ((v = xoption(x, "frozen_modules")) && *v && strcmp(v, "on") != 0 &&
        strcmp(v, "off") != 0)
        return command_fatal(
            "bad value for option -X frozen_modules (expected \"on\" or "
            "\"off\")",
            "preinitialized");
    return 0;
}

/* Who may look in (docs/OBSERVING.md). -1: no such word. */
static int set_attach(Command *c, const char *word)
{
    static const char *const words[] = {"off", "on", "exec"};
    for (int i = 0; i < 3; i++)
        if (strcmp(word, words[i]) == 0) {
            c->config.attach = i;
            return 0;
        }
    return -1;
}

/* -X memory_limit=N and its like: 1 if x is none. One that is not understood must not
 * be taken for none. */
static int set_limit(Command *c, const char *x)
{
    const struct {
        const char *name;
        uint64_t *limit;
    } limits[] = {{"memory_limit", &c->config.memory_limit},
                  {"instruction_limit", &c->config.instruction_limit},
                  {"time_limit", &c->config.time_limit_ms}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const char *v = xoption(x, limits[i].name);
        if (v)
            return read_number(v, limits[i].limit) ? 0 : -1;
    }
    return 1;
}

static int apply_xoption(Command *c, const char *x)
{
    int limit = set_limit(c, x);
    if (limit < 0)
        return command_fatal("bad value for a limit of option -X (expected a number)",
                             "preinitialized");
    if (apply_common_xoption(c, x) != 0)
        return 1;
    if (strcmp(x, "nolibrary") == 0)
        c->config.use_installed_library = false;
    else if (strncmp(x, "attach=", 7) == 0 && set_attach(c, x + 7) < 0)
        return command_fatal(
            "bad value for option -X attach (expected \"on\", \"off\" or "
            "\"exec\")",
            "preinitialized");
    if (c->nx < MAX_OPTIONS)
        c->xoptions[c->nx++] = x;
    return 0;
}

static bool set_flag(Command *c, char flag)
{
    MinipyConfig *f = &c->config;
    switch (flag) {
    case 'R': c->random_hashes = true; break;
    case 'b': f->bytes_warning++; break;
    case 'B': f->dont_write_bytecode = true; break;
    case 'd': f->parser_debug++; break;
    case 'E': f->ignore_environment = true; break;
    case 'h':
    case '?': c->show_help = true; break;
    case 'i':
        f->interactive += f->interactive < UINT8_MAX;
        f->inspect = f->interactive;
        break;
    case 'I':
        f->isolated = f->ignore_environment = f->no_user_site = f->safe_path = true;
        break;
    case 'O': f->optimize++; break;
    case 'P': f->safe_path = true; break;
    case 'q': f->quiet++; break;
    case 's': f->no_user_site = true; break;
    case 'S': f->no_site = true; break;
    case 'u': f->unbuffered = true; break;
    case 'v': f->verbose++; break;
    case 'V':
        c->version_count++;
        c->show_version = true;
        break;
    case 'x': f->skip_first_line = true; break;
    default: return false;
    }
    return true;
}

/* `argv[i]` is one word of options like -Bc. 0: go on, 1: the rest belongs to the
 * program, 2: wrong (reported). *i moves past an option's argument. */
static int short_options(Command *c, int argc, char **argv, int *i)
{
    for (const char *p = argv[*i] + 1; *p; p++) {
        if (!strchr("cmWX", *p)) {
            if (!set_flag(c, *p)) {
                fprintf(stderr,
                        *p == 'J' ? "-%c is reserved for Jython\n"
                                  : "Unknown option: -%c\n",
                        *p);
                return command_bad_usage();
            }
            continue;
        }
        char which = *p;
        const char *value = p[1] ? p + 1 : ++*i < argc ? argv[*i] : NULL;
        if (!value) {
            fprintf(stderr, "Argument expected for the -%c option\n", which);
            return command_bad_usage();
        }
        if (which == 'c' || which == 'm') {
            c->mode = which == 'c' ? RUN_COMMAND : RUN_MODULE;
            c->target = value;
            return 1;
        }
        if (which == 'W' && c->nw < MAX_OPTIONS)
            c->warnoptions[c->nw++] = value;
        else if (which == 'X' && apply_xoption(c, value) != 0)
            return 3;
        return 0;
    }
    return 0;
}

static bool help_option(Command *c, const char *rest)
{
    bool all = strcmp(rest, "-all") == 0;
    bool environment = all || strcmp(rest, "-env") == 0;
    bool xoptions = all || strcmp(rest, "-xoptions") == 0;
    c->show_help |= all || !*rest;
    c->help_environment |= environment;
    c->help_xoptions |= xoptions;
    return all || environment || xoptions || !*rest;
}

static int check_pycs(const char *value)
{
    if (!value) {
        fprintf(stderr, "Argument expected for the --check-hash-based-pycs "
                        "options\n");
        return command_bad_usage();
    }
    if (!strcmp(value, "always") || !strcmp(value, "default") ||
        !strcmp(value, "never"))
        return 0;
    fprintf(stderr, "--check-hash-based-pycs must be one of 'default', 'always', or "
                    "'never'\n");
    return command_bad_usage();
}

void command_add_dscript_word(Command *c, const char *word)
{
    if (c->dscript_count < 2 * MAX_OPTIONS)
        c->dscript[c->dscript_count++] = word;
}

/* `-o FILE` of --dscript; as dtrace's, what is there stays. */
static int open_dscript_output(Command *c, const char *path)
{
    if (c->dscript_output != NULL)
        fclose(c->dscript_output);
    c->dscript_output = fopen(path, "ae");
    if (c->dscript_output != NULL)
        return 0;
    fprintf(stderr, "%s: --dscript -o %s: %s\n", command_name, path, strerror(errno));
    return 2;
}

/* --dscript and dtrace's words behind it, up to the script: FILE, -s FILE or -n TEXT.
 */
static int dscript_option(Command *c, int argc, char **argv, int *i)
{
    const char *o = argv[*i] + strlen("--dscript");
    if (*o == '=' || *o == '-') { /* --dscript=FILE, --dscript-arg=TEXT */
        command_add_dscript_word(c, *o == '=' ? "-s" : "-a");
        command_add_dscript_word(c, strchr(o, '=') + 1);
        return 0;
    }
    for (bool more = true; more;) {
        const char *word = ++*i < argc ? argv[*i] : "-s";
        bool option = word[0] == '-' && word[1];
        bool valued = option && strchr("nsxo", word[1]) != NULL && !word[2];
        if (valued && ++*i >= argc) {
            fprintf(stderr, "Argument expected for the --dscript option\n");
            return command_bad_usage();
        }
        if (valued && word[1] == 'o') {
            if (open_dscript_output(c, argv[*i]) != 0)
                return 2;
            continue;
        }
        command_add_dscript_word(c, word);
        if (valued)
            command_add_dscript_word(c, argv[*i]);
        more = option && !(valued && word[1] != 'x');
    }
    return 0;
}

/* --trace=SPEC, and the `-o FILE` or `-oFILE` behind it. */
static int trace_option(Command *c, const char *spec, int argc, char **argv, int *i)
{
    const char *next = *i + 1 < argc ? argv[*i + 1] : "", *file = NULL;
    if (strcmp(spec, "help") == 0) {
        c->show_traces = true;
        return 0;
    }
    if (strncmp(next, "-o", 2) == 0) {
        *i += next[2] ? 1 : 2;
        file = next[2] ? next + 2 : *i < argc ? argv[*i] : "";
        if (!*file) {
            fprintf(stderr, "Argument expected for the -o option\n");
            return command_bad_usage();
        }
    }
    if (c->trace_count == MAX_TRACES) {
        fprintf(stderr, "%s: --trace: %d at most\n", command_name, MAX_TRACES);
        return 2;
    }
    c->traces[c->trace_count].spec = spec;
    c->traces[c->trace_count++].file = file;
    return 0;
}

static int long_option(Command *c, int argc, char **argv, int *i)
{
    const char *o = argv[*i];
    if (strncmp(o, "--help", 6) == 0 && help_option(c, o + 6)) {
        return 0;
    } else if (strcmp(o, "--version") == 0) {
        c->show_version = true;
    } else if (strncmp(o, "--trace=", 8) == 0) {
        return trace_option(c, o + 8, argc, argv, i);
    } else if (strcmp(o, "--dscript") == 0 || strncmp(o, "--dscript=", 10) == 0 ||
               strncmp(o, "--dscript-arg=", 14) == 0) {
        return dscript_option(c, argc, argv, i);
    } else if (strcmp(o, "--bench-probes") == 0) {
        return command_bench_probes(argc - *i, argv + *i);
    } else if (strcmp(o, "--check-hash-based-pycs") == 0) {
        return check_pycs(++*i < argc ? argv[*i] : NULL);
    } else if (strcmp(o, "--dump-ast") == 0 || strcmp(o, "--dis") == 0) {
        c->mode = o[3] == 'u' ? DUMP_AST : DISASSEMBLE;
        if (*i + 1 < argc && c->mode == DUMP_AST && strcmp(argv[*i + 1], "-a") == 0) {
            c->attributes = true;
            ++*i;
        }
        if (*i + 1 >= argc) {
            fprintf(stderr, "Argument expected for the %s option\n", o);
            return command_bad_usage();
        }
        c->target = argv[++*i];
        return 1;
    } else {
        fprintf(stderr, "unknown option %s\n", o);
        return command_bad_usage();
    }
    return 0;
}

/* Fills c; returns -1 to go on or an exit status. */
int command_parse(Command *c, int argc, char **argv)
{
    int i = 1, r = 0;
    for (; i < argc && r == 0; i++) {
        if (argv[i][0] != '-' || !argv[i][1])
            break;
        r = argv[i][1] == '-' ? argv[i][2] ? long_option(c, argc, argv, &i) : 9
                              : short_options(c, argc, argv, &i);
    }
    if (r == 2)
        return 2;
    if (r == 3)
        return 1;
    if (r != 1 && i < argc) {
        c->mode = strcmp(argv[i], "-") == 0 ? RUN_STDIN : RUN_FILE;
        static char here[4096]; /* what an empty name stands for */
        c->target = argv[i][0] || !getcwd(here, sizeof here) ? argv[i] : here;
        c->config.argc = argc - i;
        c->config.argv = (const char *const *)argv + i;
        return -1;
    }
    if (r == 1) { /* sys.argv[0] stands for the command or module */
        const char **words = malloc(sizeof *words * (size_t)(argc - i + 1));
        if (!words)
            return command_fatal("out of memory", "preinitializing");
        words[0] = c->mode == RUN_COMMAND  ? "-c"
                   : c->mode == RUN_MODULE ? "-m"
                                           : c->target;
        memcpy(words + 1, argv + i, sizeof *words * (size_t)(argc - i));
        c->config.argc = argc - i + 1;
        c->config.argv = c->words = words;
    }
    return -1;
}
