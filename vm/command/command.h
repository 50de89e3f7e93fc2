/* command.h - what the files of the command `minipy` share. They see minipy.h alone:
 * what the command can do, any embedder can. */
#ifndef MINIPY_VM_COMMAND_COMMAND_H
#define MINIPY_VM_COMMAND_COMMAND_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "minipy.h"

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

/* texts.c. argv[0], for complaints. */
extern const char *command_name;
/* Complains; the exit status. */
int command_bad_usage(void);
int command_fatal(const char *what, const char *state);
/* What --help and --version ask for: an exit status, or -1. */
int command_show(const Command *c);

/* options.c: fills c; -1 to go on, or an exit status. */
int command_parse(Command *c, int argc, char **argv);
/* The value of an option or a variable, which is named for the complaint; 0, or an exit
 * status. */
int command_set_int_digits(Command *c, const char *from, const char *text);
int command_set_trace_frames(int *frames, const char *from, const char *text);
void command_add_dscript_word(Command *c, const char *word);

/* own_name.c: for sys.executable, static. */
const char *command_own_path(const char *name);
/* Replaces the process; returns an exit status to say why not. */
int command_bench_probes(int argc, char **argv);

/* environment.c: the variable's value, if it counts and is not empty; else NULL. */
const char *command_env(const Command *c, const char *name);
/* -1 to go on, or an exit status. */
int command_read_environment(Command *c);

/* watch.c: before anything runs. -1 to go on, or an exit status. */
int command_start_tracemalloc(MinipyVM *vm, const Command *c);
void command_watch_imports(MinipyVM *vm, const Command *c);
/* Behind `import site`. 0, or -1 after a complaint. */
int command_start_traces(MinipyVM *vm, const Command *c);
/* -1 to go on, or an exit status: the vm is gone then. */
int command_start_dscript(MinipyVM *vm, Command *c);
/* The signal that ended the run from outside, or 0. */
int command_ended_by(void);
/* From here on such a signal waits until the vm has ended by itself. */
void command_let_end(void);
/* minipy_dump_ast and others write to a FILE by it. */
void command_write(void *user, const char *text, size_t size);

#endif
