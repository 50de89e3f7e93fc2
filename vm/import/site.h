/* site.h - what python3.11's site does before a program runs (site.c), and the six
 * builtins that it adds (site_builtins.c). docs/IMPORT.md, "At the start".
 */
#ifndef MINIPY_VM_IMPORT_SITE_H
#define MINIPY_VM_IMPORT_SITE_H

#include "vm/core/vm.h"

struct Found;

/* sys._base_executable: of a virtual environment (pyvenv.cfg beside the executable or
 * above it) the program that it was made with, else the executable. New; VALUE_NULL:
 * exception. */
Value site_base_executable(MinipyVM *vm, const char *executable);
/* The folders of packages are put on sys.path, .pth files are read, sitecustomize and
 * usercustomize run; in a virtual environment sys.prefix becomes its folder. -1:
 * exception, as one that leaves the module site. */
int site_start(MinipyVM *vm);
/* Runs the body of a module of the library: the module site finds what it found at the
 * start, and with _sitebuiltins the builtins become its own. -1: exception. */
int site_run_body(MinipyVM *vm, Value module, Value fullname, const struct Found *f);

/* Puts quit, exit, copyright, credits, license and help into builtins. -1: exception.
 */
int site_builtins_add(MinipyVM *vm);
/* They become instances of that module's classes; only the first time. -1. */
int site_builtins_become(MinipyVM *vm, Value module);

/* ---- between site.c and site_paths.c --------------------------------------------- */

/* What the start will do, before it is done. */
typedef struct SitePlan {
    MinipyVM *vm;
    Value path;     /* what sys.path becomes: a list, strong */
    char *prefix;   /* of the virtual environment; PATH_MAX; "": there is none */
    int has_home;   /* does its pyvenv.cfg say so? */
    char *home;     /* what its pyvenv.cfg says; PATH_MAX */
    int64_t absent; /* the entry of path that is known not to exist; -1 */
    bool system;    /* are the system's packages seen, too? */
    bool user;      /* are the user's? */
    bool library;   /* all that is the module's own to do: the rest is as it was */
} SitePlan;

/* The absolute name of NAME in FOLDER, as os.path.abspath has it, into PATH_MAX bytes.
 * False: there is no room, or no current folder. */
bool site_absolute(char *out, const char *folder, const char *name);
/* What a line "KEY = value" of a pyvenv.cfg says, into PATH_MAX bytes: the first such
 * line, or the last. 1, 0: none; -1: there is no such file, -2: it is not plain text.
 */
int site_setting(const char *file, const char *key, bool last, char *out);
/* Adds a folder that is not there yet to the plan. -1: exception. */
int site_add_folder(SitePlan *p, const char *folder);
/* Adds a folder of packages, and what its .pth files name; one that has more to do than
 * that is left to the module. -1: exception. */
int site_add_packages(SitePlan *p, const char *folder);
/* The same for those of the folders of packages below a prefix that exist. */
int site_add_prefix(SitePlan *p, const char *prefix, bool environment);
/* Whether an import would find a top-level module of that name along the plan's path:
 * 1, and its source ("": it is something else) into PATH_MAX bytes; 0, or -1:
 * exception. */
int site_find_module(SitePlan *p, const char *name, char *file);
/* Is that what the file has, and nothing else? */
bool site_text_is(const char *file, const char *text);

#endif
