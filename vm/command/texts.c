/* texts.c - what the command says of itself: usage, help, versions, and the complaints
 * that python3.11 makes before there is an interpreter. */
#include <stdio.h>

#include "vm/command/command.h"

const char *command_name = "minipy";

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

int command_bad_usage(void)
{
    fprintf(stderr, usage_line, command_name);
    fprintf(stderr, "Try `python -h' for more information.\n");
    return 2;
}

int command_fatal(const char *what, const char *state)
{
    fprintf(stderr, "Fatal Python error: %s\nPython runtime state: %s\n\n", what,
            state);
    return 1;
}

/* What --help and --version ask for, or -1. */
int command_show(const Command *c)
{
    if (c->show_help) {
        printf(usage_line, command_name);
        printf(help_text, minipy_trace_kinds());
    }
    if (c->show_traces)
        minipy_trace_help(command_write, stdout);
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
