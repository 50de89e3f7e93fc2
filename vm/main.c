/* main.c - the command `minipy`. It sees minipy.h alone: what it can do, any embedder
 * can. Options and exit statuses are python3.11's; ours are --trace, --dump-ast and
 * --dis.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "minipy.h"

static const char usage_line[] =
    "usage: %s [option] ... [-c cmd | -m mod | file | -] [arg] ...\n";
static const char help_text[] =
    "Options (as python3.11's):\n"
    "-b     : issue warnings about str(bytes_instance) and comparing bytes with str\n"
    "-B     : don't write .pyc files on import (minipy never does)\n"
    "-c cmd : program passed in as string (terminates option list)\n"
    "-d     : accepted, no effect\n"
    "-E     : ignore PYTHON* environment variables\n"
    "-h     : print this help message and exit (also --help)\n"
    "-i     : inspect interactively after running script\n"
    "-I     : isolate from the user's environment (implies -E, -s and -P)\n"
    "-m mod : run library module as a script (terminates option list)\n"
    "-O     : remove assert statements; -OO: docstrings too\n"
    "-P     : don't prepend the script's directory to sys.path\n"
    "-q     : don't print the version in interactive mode\n"
    "-s     : don't add the user site directory (minipy never does)\n"
    "-S     : don't add exit, quit, help & co. to builtins\n"
    "-u     : force the stdout and stderr streams to be unbuffered\n"
    "-v     : accepted; sys.flags.verbose\n"
    "-V     : print the version number and exit (also --version)\n"
    "-W arg : warning control (action:message:category:module:lineno)\n"
    "-x     : skip the first line of the source\n"
    "-X opt : set an implementation option: int_max_str_digits=N, dev, utf8,\n"
    "         nolibrary (do not use an installed CPython library),\n"
    "         memory_limit=BYTES, instruction_limit=N, time_limit=MILLISECONDS\n"
    "--trace=KINDS : print events on stderr while the program runs; see below\n"
    "--dump-ast [-a] FILE : print the syntax tree, as python3.11 -m ast [-a] FILE "
    "does\n"
    "--dis FILE : print the instructions of a file\n"
    "file   : program read from script file\n"
    "-      : program read from stdin (default; interactive mode if a tty)\n"
    "arg ...: arguments passed to program in sys.argv[1:]\n"
    "\n"
    "Kinds of --trace: %s\n"
    "\n"
    "Environment: PYTHONPATH, MINIPYPATH (module search path, `:`-separated),\n"
    "PYTHONHASHSEED, PYTHONIOENCODING, PYTHONUNBUFFERED, PYTHONOPTIMIZE, "
    "PYTHONWARNINGS,\n"
    "PYTHONINSPECT, PYTHONINTMAXSTRDIGITS, PYTHONSAFEPATH, PYTHONDONTWRITEBYTECODE.\n";

enum Mode { RUN_STDIN, RUN_COMMAND, RUN_MODULE, RUN_FILE, DUMP_AST, DISASSEMBLE };
enum { MAX_OPTIONS = 64 };

typedef struct Command {
    MinipyConfig config;
    enum Mode mode;
    const char *target; /* command text, module or file name */
    const char *trace;
    const char *xoptions[MAX_OPTIONS + 1], *warnoptions[MAX_OPTIONS + 1];
    int nx, nw;
    bool attributes, show_version, show_help, utf8_given;
    int version_count;
} Command;

static const char *program_name;

static int bad_usage(void)
{
    fprintf(stderr, usage_line, program_name);
    fprintf(stderr, "Try `python -h' for more information.\n");
    return 2;
}

/* ---- options
 * ------------------------------------------------------------------------------------
 */

static bool number(const char *s, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoull(s, &end, 10);
    return *s >= '0' && *s <= '9' && !*end && errno == 0;
}

static int bad_hash_seed(void)
{
    fprintf(stderr, "Fatal Python error: config_init_hash_seed: PYTHONHASHSEED must be "
                    "\"random\" or "
                    "an integer in range [0; 4294967295]\n");
    return 1;
}

static int fatal(const char *what, const char *state)
{
    fprintf(stderr, "Fatal Python error: %s\nPython runtime state: %s\n\n", what,
            state);
    return 1;
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

/* Options that CPython knows too; those without effect here are not looked at. */
static int apply_common_xoption(Command *c, const char *x)
{
    MinipyConfig *f = &c->config;
    const char *v;
    if ((v = xoption(x, "int_max_str_digits")))
        return set_int_digits(c, "-X int_max_str_digits", *v ? v : NULL);
    f->dev_mode |= xoption(x, "dev") != NULL;
    f->fault_handler |= xoption(x, "faulthandler") != NULL;
    f->no_debug_ranges |= xoption(x, "no_debug_ranges") != NULL;
    f->warn_default_encoding |= xoption(x, "warn_default_encoding") != NULL;
    if ((v = xoption(x, "pycache_prefix")))
        f->pycache_prefix = *v ? v : NULL;
    if ((v = xoption(x, "utf8"))) {
        if (*v && strcmp(v, "0") != 0 && strcmp(v, "1") != 0)
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

static int apply_xoption(Command *c, const char *x)
{
    uint64_t n;
    if (apply_common_xoption(c, x) != 0)
        return 1;
    if (strcmp(x, "nolibrary") == 0) {
        c->config.use_installed_library = false;
    } else if (strncmp(x, "memory_limit=", 13) == 0 && number(x + 13, &n)) {
        c->config.memory_limit = n;
    } else if (strncmp(x, "instruction_limit=", 18) == 0 && number(x + 18, &n)) {
        c->config.instruction_limit = n;
    } else if (strncmp(x, "time_limit=", 11) == 0 && number(x + 11, &n)) {
        c->config.time_limit_ms = n;
    }
    if (c->nx < MAX_OPTIONS)
        c->xoptions[c->nx++] = x;
    return 0;
}

static bool set_flag(Command *c, char flag)
{
    MinipyConfig *f = &c->config;
    switch (flag) {
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

static int long_option(Command *c, int argc, char **argv, int *i)
{
    const char *o = argv[*i];
    if (strcmp(o, "--help") == 0) {
        c->show_help = true;
    } else if (strcmp(o, "--version") == 0) {
        c->show_version = true;
    } else if (strncmp(o, "--trace=", 8) == 0) {
        c->trace = o + 8;
    } else if (strcmp(o, "--check-hash-based-pycs") == 0 && *i + 1 < argc) {
        ++*i;
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
        static const char *words[4096];
        int n = 1;
        words[0] = c->mode == RUN_COMMAND  ? "-c"
                   : c->mode == RUN_MODULE ? "-m"
                                           : c->target;
        for (; i < argc && n < 4095; i++)
            words[n++] = argv[i];
        c->config.argc = n;
        c->config.argv = words;
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

/* Which turns on the UTF-8 mode, if nothing else is said. */
static bool in_c_locale(void)
{
    const char *lc = getenv("LC_ALL");
    if (!lc || !*lc)
        lc = getenv("LC_CTYPE");
    if (!lc || !*lc)
        lc = getenv("LANG");
    return !lc || !*lc || strcmp(lc, "C") == 0 || strcmp(lc, "POSIX") == 0;
}

static int read_environment(Command *c)
{
    MinipyConfig *f = &c->config, given;
    minipy_config_init(&given);
    const char *v;
    uint64_t n;
    if ((v = env(c, "PYTHONHASHSEED")) && strcmp(v, "random") != 0) {
        if (!number(v, &n) || n > UINT32_MAX)
            return bad_hash_seed();
        f->hash_seed_given = true;
        f->hash_seed = (uint32_t)n;
    }
    if ((v = env(c, "PYTHONINTMAXSTRDIGITS")) &&
        f->int_max_str_digits == given.int_max_str_digits &&
        set_int_digits(c, "PYTHONINTMAXSTRDIGITS", v) != 0)
        return 1;
    if (!c->utf8_given && (v = env(c, "PYTHONUTF8"))) {
        if (strcmp(v, "0") != 0 && strcmp(v, "1") != 0)
            return fatal("preconfig_init_utf8_mode: invalid PYTHONUTF8 environment "
                         "variable value",
                         "preinitializing");
        f->utf8_mode = *v == '1';
    } else if (!c->utf8_given) {
        f->utf8_mode = in_c_locale();
    }
    if (!f->pycache_prefix)
        f->pycache_prefix = env(c, "PYTHONPYCACHEPREFIX");
    read_environment_flags(c);
    gather_warnoptions(c);
    if (f->optimize > 2)
        f->optimize = 2;
    return -1;
}

/* ---- running
 * -----------------------------------------------------------------------------------------
 */

static void write_to(void *user, const char *text, size_t size)
{
    fwrite(text, 1, size, user);
}

/* The absolute name of this program, for sys.executable. */
static const char *self_path(void)
{
    static char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0)
        return "";
    path[n] = 0;
    return path;
}

/* A script that cannot be opened is python's own complaint, with status 2. */
static int check_script(const char *path)
{
    char full[8192];
    struct stat st;
    if (access(path, R_OK) == 0 && stat(path, &st) == 0)
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

static int run_all(MinipyVM *vm, const Command *c)
{
    bool interrupted = false;
    int status = 0;
    if (c->trace) {
        int id = minipy_trace(vm, c->trace, write_to, stderr);
        if (id < 0) {
            fprintf(stderr, "%s: --trace=%s: %s\nThe kinds are: %s\n", program_name,
                    c->trace, id == -2 ? "no such kind of event" : "not enough memory",
                    minipy_trace_kinds());
            minipy_free(vm);
            return 2;
        }
    }
    if (run(vm, c) != 0)
        status =
            short_complaint(vm, c) ? 1 : minipy_error_exit_status(vm, &interrupted);
    bool inspect = c->config.inspect || env(c, "PYTHONINSPECT");
    if (inspect && (c->config.interactive || isatty(0)) && c->mode != RUN_STDIN &&
        c->mode < DUMP_AST) {
        if (minipy_run_interactive(vm) != 0)
            status = minipy_error_exit_status(vm, &interrupted);
        else
            status = 0;
    }
    if (minipy_free(vm) != 0)
        status = 120; /* python's status for output that could not be flushed */
    if (interrupted) {
        /* Tell the parent that it was the signal: die of it. */
        signal(SIGINT, SIG_DFL);
        raise(SIGINT);
    }
    return status & 0xff;
}

int main(int argc, char **argv)
{
    Command c = {.mode = RUN_STDIN};
    program_name = argc > 0 ? argv[0] : "minipy";
    minipy_config_init(&c.config);
    c.config.xoptions = c.xoptions;
    c.config.warnoptions = c.warnoptions;
    c.config.executable = self_path();
    c.config.handle_signals = true;
    int status = parse(&c, argc, argv);
    if (status >= 0 || (status = read_environment(&c)) >= 0)
        return status;
    if (c.show_help) {
        printf(usage_line, program_name);
        printf(help_text, minipy_trace_kinds());
        return 0;
    }
    if (c.show_version) {
        printf("Python %s\n", c.version_count > 1 ? minipy_version()
                                                  : "3.11.2 (minipy " MINIPY_VERSION
                                                    ")");
        return 0;
    }
    if ((c.mode == RUN_FILE || c.mode == DUMP_AST || c.mode == DISASSEMBLE) &&
        (status = check_script(c.target)) >= 0)
        return status;
    c.config.interactive |= c.mode == RUN_STDIN && isatty(0);
    MinipyVM *vm = minipy_new(&c.config);
    if (!vm) {
        fprintf(stderr, "%s: not enough memory to start\n", program_name);
        return 1;
    }
    return run_all(vm, &c);
}
