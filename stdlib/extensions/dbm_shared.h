/* dbm_shared.h - what _dbm and _gdbm share: keys and values as CPython takes them, the
 * file's name, and the modules' own error, a subclass of OSError.
 */
#ifndef MINIPY_EXTENSIONS_DBM_SHARED_H
#define MINIPY_EXTENSIONS_DBM_SHARED_H

#include <errno.h>
#include <fcntl.h>

#include "common.h"

/* The module's state begins with its error class. */
typedef struct DbmState {
    MinipyValue error, type;
} DbmState;

static inline MinipyValue dbm_raise(MinipyVM *vm, const MinipyModule *module,
                                    const char *text)
{
    DbmState *state = minipy_module_state(vm, module);
    return state ? raise_of(vm, state->error, text) : MINIPY_NULL;
}

/* error(number, text, filename) */
static inline MinipyValue dbm_raise_errno(MinipyVM *vm, const MinipyModule *module,
                                          int number, MinipyValue filename)
{
    DbmState *state = minipy_module_state(vm, module);
    const char *text = strerror(number);
    MinipyValue args[] = {minipy_int(vm, number), minipy_str(vm, text, strlen(text)),
                          filename};
    MinipyValue e =
        state && args[1] ? minipy_call(vm, state->error, args, 3) : MINIPY_NULL;
    if (e)
        minipy_raise_value(vm, e);
    minipy_release(vm, e);
    minipy_release(vm, args[0]);
    minipy_release(vm, args[1]);
    return MINIPY_NULL;
}

/* A key or a value: the UTF-8 of a str, or bytes; nothing that may change meanwhile.
 * where: "" or "get() ", message: in place of both refusals, or NULL. */
static inline int dbm_bytes(MinipyVM *vm, MinipyValue v, const char *where,
                            const char *message, Bytes *out)
{
    MinipyKind kind = minipy_kind(v);
    out->view = MINIPY_NULL;
    if (kind == MINIPY_IS_STR || kind == MINIPY_IS_BYTES) {
        out->data = (const unsigned char *)(kind == MINIPY_IS_STR
                                                ? minipy_as_str(vm, v, &out->size)
                                                : minipy_as_bytes(vm, v, &out->size));
        if (out->data && out->size > INT_MAX)
            minipy_raise(vm, "OverflowError", "size does not fit in an int");
        return out->data && out->size <= INT_MAX ? 0 : -1;
    }
    if (message) {
        minipy_raise(vm, "TypeError", message);
    } else if (get_bytes(vm, v, out) == 0) {
        minipy_release(vm, out->view);
        minipy_raisef(vm, "TypeError",
                      "%sargument%s must be read-only bytes-like object, not %.50s",
                      where, *where ? " 1" : "", minipy_type_name(vm, v));
    }
    return -1;
}

/* The same for `key in db`. */
static inline int dbm_key_in(MinipyVM *vm, MinipyValue key, const char *kind,
                             Bytes *out)
{
    char message[200];
    snprintf(message, sizeof message, "%s key must be bytes or string, not %.100s",
             kind, minipy_type_name(vm, key));
    return dbm_bytes(vm, key, "", message, out);
}

static inline MinipyValue dbm_key_error(MinipyVM *vm, MinipyValue key)
{
    MinipyValue builtins = minipy_import(vm, "builtins");
    MinipyValue cls = builtins ? minipy_getattr(vm, builtins, "KeyError") : MINIPY_NULL;
    MinipyValue e = cls ? minipy_call(vm, cls, &key, 1) : MINIPY_NULL;
    if (e)
        minipy_raise_value(vm, e);
    minipy_release(vm, e);
    minipy_release(vm, cls);
    minipy_release(vm, builtins);
    return MINIPY_NULL;
}

typedef struct OpenArguments {
    MinipyValue path; /* bytes, to be released */
    const char *name, *flags;
    int mode;
} OpenArguments;

/* The arguments of open(filename, flags='r', mode=0o666, /). -1: exception. */
static inline int dbm_open_arguments(MinipyVM *vm, const MinipyValue *args,
                                     OpenArguments *out)
{
    out->mode = 0666;
    out->flags = "r";
    if (args[1] && minipy_kind(args[1]) != MINIPY_IS_STR) {
        minipy_raisef(vm, "TypeError", "open() argument 2 must be str, not %.50s",
                      minipy_type_name(vm, args[1]));
        return -1;
    }
    if (args[1] && !(out->flags = plain_text(vm, args[1])))
        return -1;
    if (as_c_int(vm, args[2], &out->mode) < 0)
        return -1;
    out->path = minipy_path(vm, args[0], &out->name);
    return out->name ? 0 : -1;
}

/* open(): flags_of knows the letters (-1: exception), open_file opens the new object's
 * file (-1: exception). */
typedef int DbmOpenFile(MinipyVM *vm, void *database, const OpenArguments *a, int flags,
                        MinipyValue filename);
static inline MinipyValue
dbm_open_database(MinipyVM *vm, const MinipyModule *module, const MinipyValue *args,
                  int (*flags_of)(MinipyVM *vm, const char *text),
                  DbmOpenFile *open_file)
{
    OpenArguments a;
    void *database = NULL;
    if (dbm_open_arguments(vm, args, &a) < 0)
        return MINIPY_NULL;
    DbmState *state = minipy_module_state(vm, module);
    int flags = state ? flags_of(vm, a.flags) : -1;
    MinipyValue r =
        flags >= 0 ? minipy_instance(vm, state->type, &database) : MINIPY_NULL;
    if (r)
        r = unless_failed(vm, r, open_file(vm, database, &a, flags, args[0]));
    minipy_release(vm, a.path);
    return r;
}

/* What __enter__ gives. */
static METHOD(dbm_enter)
{
    return minipy_retain(args[0]);
}

/* What both types have in the same words. */
#define DBM_MAPPING_ROWS                                                               \
    ROW("__len__", database_len, "(self, /)", NULL),                                   \
        ROW("__getitem__", database_getitem, "(self, key, /)", NULL),                  \
        ROW("__setitem__", database_setitem, "(self, key, value, /)", NULL),           \
        ROW("__delitem__", database_delitem, "(self, key, /)", NULL),                  \
        ROW("__contains__", database_contains, "(self, key, /)", NULL),                \
        ROW("__enter__", dbm_enter, NULL, NULL),                                       \
        ROW("__exit__", database_close, NULL, NULL),                                   \
        CLASS_ROW("close", database_close, "(self, /)", "Close the database.")
#define DBM_TYPE_FLAGS                                                                 \
    (MAPPING_ONLY | MINIPY_FINAL | MINIPY_NO_NEW | MINIPY_IMMUTABLE |                  \
     MINIPY_NO_WEAKREFS)

/* The error class and the type into the module and its state. -1: exception. */
static inline int dbm_fill(MinipyVM *vm, MinipyValue module, const MinipyModule *about,
                           const char *error_name, const MinipyType *type)
{
    DbmState *state = minipy_module_state(vm, about);
    MinipyValue builtins = state ? minipy_import(vm, "builtins") : MINIPY_NULL;
    MinipyValue base = builtins ? minipy_getattr(vm, builtins, "OSError") : MINIPY_NULL;
    minipy_release(vm, builtins);
    if (base)
        replace(vm, &state->error, minipy_exception_class(vm, error_name, NULL, base));
    minipy_release(vm, base);
    if (!base || !state->error)
        return -1;
    replace(vm, &state->type, minipy_type(vm, type, MINIPY_NULL));
    return state->type ? minipy_setattr(vm, module, "error", state->error) : -1;
}

#endif
