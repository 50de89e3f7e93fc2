/* main.c - the command `minipy`. It sees minipy.h alone: what it can do, any embedder
 * can. Options and exit statuses are python3.11's; ours are --trace, --bench-probes,
 * --dump-ast and --dis.
 */
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "minipy.h"

static const char usage_line[] =
    "usage: %s [option] ... [-c cmd | -m mod | file | -] [arg] ...\n";
static const char help_text[] =
    "Options (as python3.11's):\n"
    "-b     : issue warnings about str(bytes_instance) and comparing bytes with str\n"
    "-B     : don't write .pyc files on import\n"
    "-c cmd : program passed in as string (terminates option list)\n"
    "-d     : sys.flags.debug (the parser prints nothing, as python3.11's own)\n"
    "-E     : ignore PYTHON* environment variables\n"
    "-h     : print this help message and exit (also --help)\n"
    "-i     : inspect interactively after running script\n"
    "-I     : isolate from the user's environment (implies -E, -s and -P)\n"
    "-m mod : run library module as a script (terminates option list)\n"
    "-O     : remove assert statements; -OO: docstrings too\n"
    "-P     : don't prepend the script's directory to sys.path\n"
    "-q     : don't print the version in interactive mode\n"
    "-s     : don't add the user site directory to sys.path\n"
    "-S     : don't do what `import site` does, on initialization\n"
    "-u     : force the stdout and stderr streams to be unbuffered\n"
    "-v     : print each import and its loader on stderr; sys.flags.verbose\n"
    "-V     : print the version number and exit (also --version)\n"
    "-W arg : warning control (action:message:category:module:lineno)\n"
    "-x     : skip the first line of the source\n"
    "-X opt : set an implementation option (--help-xoptions lists them)\n"
    "--check-hash-based-pycs always|default|never : as python3.11's\n"
    "--help-env, --help-xoptions, --help-all : more help\n"
    "--trace=KIND[:OPTION=VALUE...] : show what the program does, on stderr or in the\n"
    "         file of a -o FILE behind it; --trace=help has the kinds and their costs\n"
    "--dscript [-q] [-x OPTION] [-o OUTPUT] FILE.d|-n TEXT : run a D script of "
    "DTrace's on\n"
    "         this program, without root; several of them: several times; "
    "docs/DSCRIPT.md\n"
    "--dscript-arg=TEXT : the next of the D script's $1, $2...\n"
    "--bench-probes FILE [arg ...] : what probes cost on that program, by design and "
    "listener\n"
    "--dump-ast [-a] FILE : print the syntax tree, as python3.11 -m ast [-a] FILE "
    "does\n"
    "--dis FILE : print the instructions of a file\n"
    "file   : program read from script file\n"
    "-      : program read from stdin (default; interactive mode if a tty)\n"
    "arg ...: arguments passed to program in sys.argv[1:]\n"
    "\n"
    "Kinds of --trace: %s\n";
static const char xoptions_text[] =
    "-X options; others only stand in sys._xoptions, as with python3.11:\n"
    "-X dev: development mode              -X faulthandler: enable faulthandler\n"
    "-X utf8[=0|1]: UTF-8 mode             -X int_max_str_digits=N\n"
    "-X importtime: print how long each import takes\n"
    "-X no_debug_ranges: no columns in tracebacks\n"
    "-X warn_default_encoding: EncodingWarning where an encoding is left out\n"
    "-X pycache_prefix=PATH: sys.pycache_prefix\n"
    "-X frozen_modules=on|off, -X showrefcount: no effect, as in a released python\n"
    "-X tracemalloc[=N]: start tracing allocations, N frames each (1)\n"
    "-X nolibrary: do not use an installed CPython library\n"
    "-X attach=on|off|exec: minipy-observe may look in, may not, or may also run code\n"
    "-X memory_limit=BYTES, -X instruction_limit=N, -X time_limit=MILLISECONDS\n";
static const char environment_text[] =
    "Environment variables (-E and -I ignore them):\n"
    "PYTHONPATH, MINIPYPATH: module search path, `:`-separated\n"
    "PYTHONSTARTUP, PYTHONBREAKPOINT, PYTHONIOENCODING, PYTHONHASHSEED, PYTHONUTF8,\n"
    "PYTHONWARNINGS, PYTHONPYCACHEPREFIX, PYTHONINTMAXSTRDIGITS, PYTHONUSERBASE:\n"
    "  as python3.11's\n"
    "PYTHONDEBUG (-d), PYTHONDONTWRITEBYTECODE (-B), PYTHONINSPECT (-i),\n"
    "PYTHONNOUSERSITE (-s), PYTHONOPTIMIZE (-O), PYTHONSAFEPATH (-P),\n"
    "PYTHONUNBUFFERED (-u), PYTHONVERBOSE (-v), PYTHONDEVMODE (-X dev),\n"
    "PYTHONFAULTHANDLER, PYTHONNODEBUGRANGES, PYTHONPROFILEIMPORTTIME (importtime),\n"
    "PYTHONTRACEMALLOC, PYTHONWARNDEFAULTENCODING: as the options\n"
    "PYTHONCOERCECLOCALE: 0 leaves the C locale as it is, warn says what is done\n"
    "PYTHONHOME, PYTHONPLATLIBDIR: refused but for /usr and lib, where the library is\n"
    "PYTHONMALLOC: refused but for default and pymalloc; PYTHONMALLOCSTATS: refused\n"
    "MINIPY_ATTACH: 0 lets nobody look in (minipy-observe), also with -E\n";

enum Mode { RUN_STDIN, RUN_COMMAND, RUN_MODULE, RUN_FILE, DUMP_AST, DISASSEMBLE };
enum { MAX_OPTIONS = 64, MAX_TRACES = 16 };

typedef struct Command {
    MinipyConfig config;
    enum Mode mode;
    const char *target; /* command text, module or file name */
    struct {
        const char *spec, *file; /* file NULL: standard error */
    } traces[MAX_TRACES];
    int trace_count;
    const char *dscript[2 * MAX_OPTIONS + 4]; /* minipy_dscript's words */
    int dscript_count;
    FILE *dscript_output; /* NULL: stdout */
    const char *xoptions[MAX_OPTIONS + 1], *warnoptions[MAX_OPTIONS + 1];
    int nx, nw;
    bool attributes, show_version, show_help, show_traces, utf8_given;
    const char **words; /* sys.argv, if it is not a part of main's argv */
    bool help_environment, help_xoptions, import_time;
    bool prefix_given, random_hashes;
    int trace_frames; /* of -X tracemalloc; -1: not given */
    int version_count;
} Command;

static const char *program_name;

static int bad_usage(void)
{
    fprintf(stderr, usage_line, program_name);
    fprintf(stderr, "Try `python -h' for more information.\n");
    return 2;
}

/* ---- options --------------------------------------------------------------------- */

static bool number(const char *s, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(s, &end, 10);
    return *s >= '0' && *s <= '9' && !*end && errno == 0;
}

static int fatal(const char *what, const char *state)
{
    fprintf(stderr, "Fatal Python error: %s\nPython runtime state: %s\n\n", what,
            state);
    return 1;
}

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
    return fatal("config_init_hash_seed: PYTHONHASHSEED must be \"random\" or "
                 "an integer in range [0; 4294967295]",
                 "preinitialized");
}

static int set_int_digits(Command *c, const char *from, const char *text)
{
    uint64_t n;
    char what[128];
    if (text && number(text, &n) && (n == 0 || n >= 640) && n <= INT32_MAX) {
        c->config.int_max_str_digits = (int)n;
        return 0;
    }
    snprintf(what, sizeof what,
             "config_init_int_max_str_digits: %s: invalid limit; must be >= 640 or 0 "
             "for unlimited.",
             from);
    return fatal(what, "preinitialized");
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
static int set_trace_frames(int *frames, const char *from, const char *text)
{
    uint64_t n = 0;
    char what[128];
    if (!*text || (number(text, &n) && n <= INT32_MAX)) {
        *frames = (int)n;
        return 0;
    }
    snprintf(what, sizeof what, "config_init_tracemalloc: %s: invalid number of frames",
             from);
    return fatal(what, "preinitialized");
}

/* Options that CPython knows too; those without effect here are not looked at. */
static int apply_common_xoption(Command *c, const char *x)
{
    MinipyConfig *f = &c->config;
    const char *v;
    if ((v = xoption(x, "int_max_str_digits")))
        return set_int_digits(c, "-X int_max_str_digits", *v ? v : NULL);
    if ((v = xoption(x, "tracemalloc")))
        return set_trace_frames(&c->trace_frames, "-X tracemalloc=NFRAME",
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
            return fatal("preconfig_init_utf8_mode: invalid -X utf8 option value",
                         "preinitializing");
        f->utf8_mode = strcmp(v, "0") != 0;
        c->utf8_given = true;
    }
    if ((v = xoption(x, "frozen_modules")) && *v && strcmp(v, "on") != 0 &&
        strcmp(v, "off") != 0)
        return fatal("bad value for option -X frozen_modules (expected \"on\" or "
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

static int apply_xoption(Command *c, const char *x)
{
    uint64_t n;
    if (apply_common_xoption(c, x) != 0)
        return 1;
    if (strcmp(x, "nolibrary") == 0)
        c->config.use_installed_library = false;
    else if (strncmp(x, "memory_limit=", 13) == 0 && number(x + 13, &n))
        c->config.memory_limit = n;
    else if (strncmp(x, "instruction_limit=", 18) == 0 && number(x + 18, &n))
        c->config.instruction_limit = n;
    else if (strncmp(x, "time_limit=", 11) == 0 && number(x + 11, &n))
        c->config.time_limit_ms = n;
    else if (strncmp(x, "attach=", 7) == 0 && set_attach(c, x + 7) < 0)
        return fatal("bad value for option -X attach (expected \"on\", \"off\" or "
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
    case 'i': f->inspect = f->interactive = true; break;
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
                fprintf(stderr, "Unknown option: -%c\n", *p);
                return bad_usage();
            }
            continue;
        }
        char which = *p;
        const char *value = p[1] ? p + 1 : ++*i < argc ? argv[*i] : NULL;
        if (!value) {
            fprintf(stderr, "Argument expected for the -%c option\n", which);
            return bad_usage();
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
        return bad_usage();
    }
    if (!strcmp(value, "always") || !strcmp(value, "default") ||
        !strcmp(value, "never"))
        return 0;
    fprintf(stderr, "--check-hash-based-pycs must be one of 'default', 'always', or "
                    "'never'\n");
    return bad_usage();
}

/* ---- this program's own name ----------------------------------------------------- */

enum { PATH_ROOM = 4096 };

/* Where this program lies, through all links; "" without a /proc. */
static const char *own_file(void)
{
    static char path[PATH_ROOM];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = 0;
    return path;
}

/* Is that this program? Without a /proc: could it be? */
static bool is_own_file(const char *path)
{
    struct stat named, own;
    return stat(path, &named) == 0 && S_ISREG(named.st_mode) &&
           access(path, X_OK) == 0 &&
           (stat("/proc/self/exe", &own) < 0 ||
            (named.st_dev == own.st_dev && named.st_ino == own.st_ino));
}

/* Adds the parts of NAME to PATH, but for empty ones and ".". */
static bool add_parts(char *path, const char *name)
{
    size_t n = strlen(path);
    for (size_t part; *name; name += part + (name[part] == '/')) {
        part = strcspn(name, "/");
        if (part == 0 || (part == 1 && *name == '.'))
            continue;
        if (n + part + 2 > PATH_ROOM)
            return false;
        path[n++] = '/';
        memcpy(path + n, name, part);
        path[n += part] = 0;
    }
    return true;
}

/* NAME in FOLDER ("": NAME is absolute, or counts from where we are), if that is we. */
static bool try_folder(char *path, const char *folder, const char *name)
{
    bool absolute = *(*folder ? folder : name) == '/';
    *path = 0;
    if (!absolute && !getcwd(path, PATH_ROOM))
        return false;
    if (path[0] && !path[1]) /* "/" */
        *path = 0;
    return add_parts(path, folder) && add_parts(path, name) && is_own_file(path);
}

/* The absolute name of this program, for sys.executable: that under which it was
 * started, by a link or from PATH, as in CPython; but never another program's. */
static const char *self_path(const char *name)
{
    static char path[PATH_ROOM];
    char folder[PATH_ROOM];
    const char *rest = getenv("PATH");
    if (strchr(name, '/'))
        return try_folder(path, "", name) ? path : own_file();
    while (*name && rest) {
        size_t n = strcspn(rest, ":");
        if (n < sizeof folder) {
            snprintf(folder, sizeof folder, "%.*s", (int)n, rest);
            if (try_folder(path, folder, name))
                return path;
        }
        rest = rest[n] ? rest + n + 1 : NULL;
    }
    return own_file();
}

/* --bench-probes FILE ARGUMENT...: what probes cost on that program. It compares
 * builds, so it is the sources' bench/run.py that does it, found above where this
 * program lies. Returns only to say why not. */
static int bench_probes(int argc, char **argv)
{
    char path[4096 + 16], *end;
    if (argc < 2) {
        fprintf(stderr, "Argument expected for the --bench-probes option\n");
        return bad_usage();
    }
    const char **words = malloc(((size_t)argc + 3) * sizeof *words);
    if (!words)
        return fatal("no memory", "preinitialized") + 1;
    words[0] = "python3.11", words[1] = path, words[2] = "--script";
    memcpy(words + 3, argv + 1, (size_t)argc * sizeof *words); /* and its NULL */
    snprintf(path, sizeof path, "%s", own_file());
    while ((end = strrchr(path, '/')) != NULL) {
        strcpy(end, "/bench/run.py");
        if (access(path, R_OK) == 0) {
            execvp(words[0], (char *const *)words);
            fprintf(stderr, "%s: --bench-probes needs %s: %s\n", program_name, words[0],
                    strerror(errno));
            free(words);
            return 1;
        }
        *end = 0;
    }
    fprintf(stderr,
            "%s: --bench-probes builds and compares several interpreters, so it needs "
            "minipy's sources: run the ./minipy that was made there\n",
            program_name);
    free(words);
    return 2;
}

static void add_dscript_word(Command *c, const char *word)
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
    fprintf(stderr, "%s: --dscript -o %s: %s\n", program_name, path, strerror(errno));
    return 2;
}

/* --dscript and dtrace's words behind it, up to the script: FILE, -s FILE or -n TEXT.
 */
static int dscript_option(Command *c, int argc, char **argv, int *i)
{
    const char *o = argv[*i] + strlen("--dscript");
    if (*o == '=' || *o == '-') { /* --dscript=FILE, --dscript-arg=TEXT */
        add_dscript_word(c, *o == '=' ? "-s" : "-a");
        add_dscript_word(c, strchr(o, '=') + 1);
        return 0;
    }
    for (bool more = true; more;) {
        const char *word = ++*i < argc ? argv[*i] : "-s";
        bool option = word[0] == '-' && word[1];
        bool valued = option && strchr("nsxo", word[1]) != NULL && !word[2];
        if (valued && ++*i >= argc) {
            fprintf(stderr, "Argument expected for the --dscript option\n");
            return bad_usage();
        }
        if (valued && word[1] == 'o') {
            if (open_dscript_output(c, argv[*i]) != 0)
                return 2;
            continue;
        }
        add_dscript_word(c, word);
        if (valued)
            add_dscript_word(c, argv[*i]);
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
            return bad_usage();
        }
    }
    if (c->trace_count == MAX_TRACES) {
        fprintf(stderr, "%s: --trace: %d at most\n", program_name, MAX_TRACES);
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
        return bench_probes(argc - *i, argv + *i);
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
            return bad_usage();
        }
        c->target = argv[++*i];
        return 1;
    } else {
        fprintf(stderr, "unknown option %s\n", o);
        return bad_usage();
    }
    return 0;
}

/* Fills c; returns -1 to go on or an exit status. */
static int parse(Command *c, int argc, char **argv)
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
        c->target = argv[i];
        c->config.argc = argc - i;
        c->config.argv = (const char *const *)argv + i;
        return -1;
    }
    if (r == 1) { /* sys.argv[0] stands for the command or module */
        const char **words = malloc(sizeof *words * (size_t)(argc - i + 1));
        if (!words)
            return fatal("out of memory", "preinitializing");
        words[0] = c->mode == RUN_COMMAND  ? "-c"
                   : c->mode == RUN_MODULE ? "-m"
                                           : c->target;
        memcpy(words + 1, argv + i, sizeof *words * (size_t)(argc - i));
        c->config.argc = argc - i + 1;
        c->config.argv = c->words = words;
    }
    return -1;
}

static const char *env(const Command *c, const char *name)
{
    const char *v = c->config.ignore_environment ? NULL : getenv(name);
    return v && *v ? v : NULL;
}

/* A level given as a number, else 1; the greater of it and the option's. */
static void raise_level(const Command *c, const char *name, int *level)
{
    uint64_t n;
    const char *v = env(c, name);
    int wanted = !v ? 0 : number(v, &n) ? (int)(n > 100 ? 100 : n) : 1;
    if (wanted > *level)
        *level = wanted;
}

static void read_environment_flags(Command *c)
{
    MinipyConfig *f = &c->config;
    raise_level(c, "PYTHONOPTIMIZE", &f->optimize);
    raise_level(c, "PYTHONDEBUG", &f->parser_debug);
    raise_level(c, "PYTHONVERBOSE", &f->verbose);
    f->unbuffered |= env(c, "PYTHONUNBUFFERED") != NULL;
    f->inspect |= env(c, "PYTHONINSPECT") != NULL;
    f->safe_path |= env(c, "PYTHONSAFEPATH") != NULL;
    f->dont_write_bytecode |= env(c, "PYTHONDONTWRITEBYTECODE") != NULL;
    f->no_user_site |= env(c, "PYTHONNOUSERSITE") != NULL;
    f->dev_mode |= env(c, "PYTHONDEVMODE") != NULL;
    f->no_debug_ranges |= env(c, "PYTHONNODEBUGRANGES") != NULL;
    f->warn_default_encoding |= env(c, "PYTHONWARNDEFAULTENCODING") != NULL;
    f->fault_handler |= f->dev_mode || env(c, "PYTHONFAULTHANDLER");
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
        const char *v = env(c, rows[i].name);
        if (!v || !strcmp(v, rows[i].allowed[0]) || !strcmp(v, rows[i].allowed[1]))
            continue;
        snprintf(what, sizeof what, "%s: %s", rows[i].name, rows[i].why);
        return fatal(what, "preinitialized");
    }
    const char *v = env(c, "PYTHONTRACEMALLOC");
    int frames = 0;
    if (v && set_trace_frames(&frames, "PYTHONTRACEMALLOC", v) != 0)
        return 1;
    if (c->trace_frames < 0)
        c->trace_frames = frames;
    return -1;
}

/* sys.warnoptions: later ones win, so they come from the general to the special. */
static void gather_warnoptions(Command *c)
{
    static char copy[4096];
    const char *given[MAX_OPTIONS], *v = env(c, "PYTHONWARNINGS");
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
    const char *all = getenv("LC_ALL"), *say = env(c, "PYTHONCOERCECLOCALE");
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

static int read_environment(Command *c)
{
    MinipyConfig *f = &c->config;
    const char *v;
    uint64_t n;
    if (!c->random_hashes && (v = env(c, "PYTHONHASHSEED")) &&
        strcmp(v, "random") != 0) {
        if (!hash_seed(v, &n))
            return bad_hash_seed();
        f->hash_seed_given = true;
        f->hash_seed = (uint32_t)n;
    }
    if ((v = env(c, "PYTHONINTMAXSTRDIGITS")) && f->int_max_str_digits < 0 &&
        set_int_digits(c, "PYTHONINTMAXSTRDIGITS", v) != 0)
        return 1;
    if (!c->utf8_given && (v = env(c, "PYTHONUTF8"))) {
        if (strcmp(v, "0") != 0 && strcmp(v, "1") != 0)
            return fatal("preconfig_init_utf8_mode: invalid PYTHONUTF8 environment "
                         "variable value",
                         "preinitializing");
        f->utf8_mode = *v == '1';
        c->utf8_given = true;
    }
    read_locale(c);
    if (!c->prefix_given)
        f->pycache_prefix = env(c, "PYTHONPYCACHEPREFIX");
    if (refuse_environment(c) >= 0)
        return 1;
    c->import_time |= env(c, "PYTHONPROFILEIMPORTTIME") != NULL;
    if ((v = getenv("MINIPY_ATTACH")) && strcmp(v, "0") == 0)
        f->attach = 0; /* whoever starts it decides, whatever -E says */
    read_environment_flags(c);
    gather_warnoptions(c);
    if (f->optimize > 2)
        f->optimize = 2;
    return -1;
}

/* ---- running --------------------------------------------------------------------- */

static void write_to(void *user, const char *text, size_t size)
{
    fwrite(text, 1, size, user);
}

/* ---- -v: an observer of imports ---- */

/* `import 'name' # <loader>`, as importlib's verbose messages. */
static void tell_module(MinipyVM *vm, const char *module)
{
    static const char source[] = "getattr(__import__('sys').modules.get(%s), "
                                 "'__loader__', None)";
    char expression[512];
    if (!module || strlen(module) > 300)
        return;
    MinipyValue name = minipy_str(vm, module, strlen(module));
    MinipyValue quoted = name ? minipy_to_repr(vm, name) : MINIPY_NULL;
    const char *text = quoted ? minipy_as_str(vm, quoted, NULL) : NULL;
    if (text && strlen(text) < 400) {
        snprintf(expression, sizeof expression, source, text);
        MinipyValue loader = minipy_eval(vm, expression);
        MinipyValue shown = loader ? minipy_to_repr(vm, loader) : MINIPY_NULL;
        const char *s = shown ? minipy_as_str(vm, shown, NULL) : NULL;
        fprintf(stderr, "import %s # %s\n", text, s ? s : "?");
        minipy_release(vm, loader);
        minipy_release(vm, shown);
    }
    minipy_release(vm, name);
    minipy_release(vm, quoted);
    minipy_error_clear(vm);
}

static MinipyAnswer tell_import(void *user, const MinipyEvent *event)
{
    (void)user;
    if (event->args[1].number)
        tell_module(event->vm, event->args[0].text);
    return MINIPY_GO_ON;
}

static void watch_imports(MinipyVM *vm, const Command *c)
{
    if (c->import_time)
        minipy_trace_file(vm, "import_times", NULL, NULL, NULL);
    if (c->config.verbose) {
        MinipyObserver observer = {.struct_size = sizeof observer,
                                   .kinds = MINIPY_EVENT_BIT(IMPORT_DONE),
                                   .event = tell_import};
        minipy_observe(vm, &observer);
    }
}

/* -X tracemalloc, before anything runs. An exit status, or -1 to go on. */
static int start_tracemalloc(MinipyVM *vm, const Command *c)
{
    if (c->trace_frames <= 0)
        return -1;
    MinipyValue module = minipy_import(vm, "_tracemalloc");
    MinipyValue frames = minipy_int(vm, c->trace_frames), done = MINIPY_NULL;
    if (module && frames)
        done = minipy_call_method(vm, module, "start", &frames, 1);
    if (!done)
        fprintf(stderr,
                "Fatal Python error: init_interp_main: can't initialize tracemalloc\n"
                "Python runtime state: core initialized\n%s\n\n",
                minipy_error_text(vm));
    int status = done ? -1 : 1;
    minipy_release(vm, done);
    minipy_release(vm, frames);
    minipy_release(vm, module);
    return status;
}

/* What python3.11 does before the program. An exit status, or -1 to go on. */
static int run_site(MinipyVM *vm)
{
    if (minipy_run_site(vm) == 0)
        return -1;
    fprintf(stderr,
            "Fatal Python error: init_import_site: Failed to import the site module\n"
            "Python runtime state: initialized\n%s",
            minipy_error_text(vm));
    minipy_error_clear(vm);
    return 1;
}

/* A script that cannot be opened is python's own complaint, with status 2. */
static int check_script(const char *path)
{
    char full[8192];
    struct stat st;
    if (faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 && stat(path, &st) == 0)
        return -1;
    int error = errno;
    if (path[0] == '/' || !getcwd(full, 4096))
        snprintf(full, sizeof full, "%s", path);
    else
        snprintf(full + strlen(full), sizeof full - strlen(full), "/%s", path);
    fprintf(stderr, "%s: can't open file '%s': [Errno %d] %s\n", program_name, full,
            error, strerror(error));
    return 2;
}

static int run(MinipyVM *vm, const Command *c)
{
    switch (c->mode) {
    case RUN_COMMAND: return minipy_run_command(vm, c->target);
    case RUN_MODULE: return minipy_run_module(vm, c->target);
    case RUN_FILE: return minipy_run_file(vm, c->target);
    case DUMP_AST:
        return minipy_dump_ast(vm, c->target, c->attributes, write_to, stdout);
    case DISASSEMBLE: return minipy_disassemble(vm, c->target, write_to, stdout);
    default:
        return isatty(0) || c->config.interactive ? minipy_run_interactive(vm)
                                                  : minipy_run_stdin(vm);
    }
}

/* The short complaints that python makes without a traceback. */
static bool short_complaint(MinipyVM *vm, const Command *c)
{
    if ((c->mode != RUN_MODULE && c->mode != RUN_FILE) ||
        !minipy_error_matches(vm, "ImportError")) /* the text may run Python code */
        return false;
    const char *text = minipy_error_text(vm);
    if (strncmp(text, "ImportError: ", 13) != 0)
        return false;
    fprintf(stderr, "%s: %s", c->config.executable, text + 13);
    minipy_error_clear(vm);
    return true;
}

/* ---- --trace --------------------------------------------------------------------- */

/* The signals that end a program from outside; what was seen until then is to be
 * written, so they end the run, and the process dies of them later. */
static const int ends[] = {SIGTERM, SIGHUP};
static MinipyVM *volatile traced_vm;
static volatile sig_atomic_t ended_by;

static void end_run(int signum)
{
    ended_by = signum;
    if (traced_vm)
        minipy_stop(traced_vm);
}

/* Those that the program, or who started it, has not taken. */
static void catch_ends(MinipyVM *vm)
{
    struct sigaction old, action = {.sa_handler = end_run};
    traced_vm = vm;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(ends[i], &action, NULL);
}

static void complain(void *user, const char *text, size_t size)
{
    const char *spec = user;
    fprintf(stderr, "%s: --trace=%s: %.*s\n", program_name, spec, (int)size, text);
}

/* 0, or -1 after a complaint. */
static int start_traces(MinipyVM *vm, const Command *c)
{
    for (int i = 0; i < c->trace_count; i++) {
        void *spec = (void *)c->traces[i].spec;
        int id = minipy_trace_file(vm, spec, c->traces[i].file, complain, spec);
        if (id == -1)
            complain(spec, "not enough memory", 17);
        if (id < 0)
            return -1;
    }
    if (c->trace_count > 0)
        catch_ends(vm);
    return 0;
}

/* ---- --dscript ------------------------------------------------------------------- */

static void write_through(void *user, const char *text, size_t size)
{
    fwrite(text, 1, size, user);
    fflush(user); /* it was gathered already */
}

/* -1 to go on, or an exit status. */
static int start_dscript(MinipyVM *vm, Command *c)
{
    FILE *output = c->dscript_output ? c->dscript_output : stdout;
    if (c->dscript_count == 0)
        return -1;
    if (isatty(fileno(output))) { /* who looks on sees each event at once */
        add_dscript_word(c, "-x");
        add_dscript_word(c, "switchrate=1ns");
    }
    int id = minipy_dscript(vm, c->dscript, write_through, output, write_to, stderr);
    if (id > 0)
        catch_ends(vm);
    if (id >= 0)
        return -1;
    if (id == -1)
        fprintf(stderr, "%s: --dscript: not enough memory\n", program_name);
    minipy_free(vm);
    return 1;
}

static int run_all(MinipyVM *vm, Command *c)
{
    bool interrupted = false;
    int status = 0;
    if ((status = start_tracemalloc(vm, c)) < 0) {
        watch_imports(vm, c);
        status = run_site(vm);
    }
    if (status >= 0) {
        minipy_free(vm);
        return status;
    }
    if (start_traces(vm, c) < 0) {
        minipy_free(vm);
        return 2;
    }
    if ((status = start_dscript(vm, c)) >= 0)
        return status;
    status = 0;
    int failed = run(vm, c);
    if (ended_by)
        minipy_error_clear(vm); /* what stopped the run is no exception of its own */
    else if (failed != 0)
        status =
            short_complaint(vm, c) ? 1 : minipy_error_exit_status(vm, &interrupted);
    bool inspect = c->config.inspect || env(c, "PYTHONINSPECT");
    if (inspect && !ended_by && (c->config.interactive || isatty(0)) &&
        c->mode != RUN_STDIN && c->mode < DUMP_AST) {
        if (minipy_run_interactive(vm) != 0)
            status = minipy_error_exit_status(vm, &interrupted);
        else
            status = 0;
    }
    traced_vm = NULL; /* an end from outside waits until it has ended by itself */
    if (minipy_free(vm) != 0)
        status = 120; /* python's status for output that could not be flushed */
    if (ended_by) {
        signal(ended_by, SIG_DFL);
        raise(ended_by);
    }
    if (interrupted) {
        /* Tell the parent that it was the signal: die of it. */
        signal(SIGINT, SIG_DFL);
        raise(SIGINT);
    }
    return status & 0xff;
}

/* What --help and --version ask for, or -1. */
static int show(const Command *c)
{
    if (c->show_help) {
        printf(usage_line, program_name);
        printf(help_text, minipy_trace_kinds());
    }
    if (c->show_traces)
        minipy_trace_help(write_to, stdout);
    if (c->help_environment)
        fputs(environment_text, stdout);
    if (c->help_xoptions)
        fputs(xoptions_text, stdout);
    if (c->show_help || c->show_traces || c->help_environment || c->help_xoptions)
        return 0;
    if (c->show_version) {
        printf("Python %s\n", c->version_count > 1 ? minipy_version()
                                                   : "3.11.2 (minipy " MINIPY_VERSION
                                                     ")");
        return 0;
    }
    return -1;
}

/* Says so, with the last line of the exception's text. */
static bool fatal_stdio(MinipyVM *vm, const char *what)
{
    const char *text = minipy_error_text(vm), *end = text + strlen(text);
    end -= end > text && end[-1] == '\n';
    const char *line = end;
    while (line > text && line[-1] != '\n')
        line--;
    fprintf(stderr,
            "Fatal Python error: %s\nPython runtime state: core initialized\n%.*s\n\n"
            "Current thread 0x%016lx (most recent call first):\n  <no Python frame>\n",
            what, (int)(end - line), line, (unsigned long)pthread_self());
    return true;
}

/* Does what opening the standard streams does with an encoding. True: it failed, and
 * CPython's last words are said. */
static bool encoding_is_refused(MinipyVM *vm, const char *encoding)
{
    MinipyValue codecs = minipy_import(vm, "codecs"), io = minipy_import(vm, "io");
    MinipyValue name = minipy_str(vm, encoding, strlen(encoding)), buffer = MINIPY_NULL,
                codec = MINIPY_NULL, stream = MINIPY_NULL;
    bool refused = false;
    if (codecs && io && name &&
        !(codec = minipy_call_method(vm, codecs, "lookup", &name, 1)))
        refused = fatal_stdio(vm, "init_stdio_encoding: failed to get the Python codec "
                                  "name of the stdio encoding");
    if (codec && (buffer = minipy_call_method(vm, io, "BytesIO", NULL, 0))) {
        MinipyValue args[2] = {buffer, minipy_getattr(vm, codec, "name")};
        if (args[1] && !(stream = minipy_call_method(vm, io, "TextIOWrapper", args, 2)))
            refused = fatal_stdio(vm, "init_sys_streams: can't initialize sys standard "
                                      "streams");
        minipy_release(vm, args[1]);
    }
    MinipyValue made[] = {codecs, io, name, buffer, codec, stream};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        minipy_release(vm, made[i]);
    minipy_error_clear(vm);
    return refused;
}

/* Why there is no vm: another one, which does without PYTHONIOENCODING, can tell. */
static int cannot_start(const Command *c)
{
    const char *value = env(c, "PYTHONIOENCODING");
    char name[512] = "";
    MinipyVM *vm = NULL;
    if (value)
        snprintf(name, sizeof name, "%.*s", (int)strcspn(value, ":"), value);
    if (*name && unsetenv("PYTHONIOENCODING") == 0)
        vm = minipy_new(&c->config);
    if (!vm || !encoding_is_refused(vm, name))
        fprintf(stderr, "%s: not enough memory to start\n", program_name);
    if (vm)
        minipy_free(vm);
    return 1;
}

static int command(Command *c, int argc, char **argv)
{
    int status = parse(c, argc, argv);
    if (status >= 0 || (status = read_environment(c)) >= 0 || (status = show(c)) >= 0)
        return status;
    if ((c->mode == RUN_FILE || c->mode == DUMP_AST || c->mode == DISASSEMBLE) &&
        (status = check_script(c->target)) >= 0)
        return status;
    c->config.interactive |= c->mode == RUN_STDIN && isatty(0);
    MinipyVM *vm = minipy_new(&c->config);
    return vm ? run_all(vm, c) : cannot_start(c);
}

/* The process is the program's alone: what the C library has back it keeps, and the vm
 * says when it is much (vm/memory/mem.c). By itself it gives pages back as soon as 128
 * KB are free, and large blocks each time; the system then gives each page anew. Its
 * heap is mapped at once, and lies in pages of 2 MiB behind the part that small
 * programs need. */
__attribute__((unused)) static void keep_memory(void)
{
    enum { HEAP = 32 << 20, SMALL = 1 << 20, HUGE_PAGE = 2 << 20 };
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_ARENA_MAX, 1); /* a thread's own is 64 MiB, and one runs at a time */
    mallopt(M_TOP_PAD, HEAP);
    char *volatile first = malloc(1); /* which the compiler must not leave out */
    uintptr_t end = (uintptr_t)sbrk(0), begin = (uintptr_t)first + SMALL + HUGE_PAGE;
    begin -= begin % HUGE_PAGE;
    madvise((void *)begin, end - begin, MADV_HUGEPAGE); /* refused: it is small pages */
    /* So that no more than SMALL lies before: of this block no page is touched. */
    first = malloc(begin - SMALL - (uintptr_t)first);
    mallopt(M_TOP_PAD, 256 << 10);
}

int main(int argc, char **argv)
{
#ifndef MINIPY_MALLOC /* sanitizers have their own, and would find these blocks lost   \
                       */
    keep_memory();
#endif
    Command c = {.mode = RUN_STDIN, .trace_frames = -1};
    program_name = argc > 0 ? argv[0] : "minipy";
    minipy_config_init(&c.config);
    c.config.xoptions = c.xoptions;
    c.config.warnoptions = c.warnoptions;
    c.config.executable = self_path(program_name);
    c.config.handle_signals = true;
    c.config.attach = 1;
    c.config.orig_argc = argc;
    c.config.orig_argv = (const char *const *)argv;
    int status = command(&c, argc, argv);
    free(c.words);
    return status;
}
