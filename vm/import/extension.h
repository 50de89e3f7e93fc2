/* extension.h - modules that stand on minipy.h alone (struct MinipyModule). */
#ifndef MINIPY_VM_IMPORT_EXTENSION_H
#define MINIPY_VM_IMPORT_EXTENSION_H

#include "vm/core/vm.h"

struct MinipyModule;

/* Why this description of a module cannot be used, static text; NULL: it can. */
const char *extension_error(const struct MinipyModule *module);
/* The module object (new), not filled yet. path: its file, VALUE_NULL for a built-in
 * one. VALUE_NULL: ImportError, MemoryError. */
Value extension_new(MinipyVM *vm, const struct MinipyModule *module, Value name,
                    Value path);
/* Fills it by its exec, the first time; nothing for any other module. -1: exception. */
int extension_exec(MinipyVM *vm, Value module);
/* The module in that file (new), not filled yet. VALUE_NULL: ImportError with name and
 * path, or what an audit hook raised. */
Value extension_load(MinipyVM *vm, Value name, Value path);

/* Is it one of those that come with minipy (bundled.def)? */
bool extension_bundled(const char *name);
/* The folder that has it, or where NAME is NULL that of all of them, into a buffer of
 * PATH_MAX; false: it was not built. */
bool extension_bundled_directory(struct MinipyVM *vm, const char *name, char *out);

#endif
