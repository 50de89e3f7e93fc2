/* errors.c - SQLite's result codes as exceptions of DB-API. */
#include <stdarg.h>

#include "sqlite.h"

MinipyValue raise_error(MinipyVM *vm, int which, const char *format, ...)
{
    minipy_error_clear(vm); /* it takes the place of what it was made of */
    State *s = state_of(vm);
    if (!s)
        return MINIPY_NULL;
    char text[512];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    return raise_of(vm, s->errors[which], text);
}

/* The class for a code; -1: no memory. */
static int class_for(int code)
{
    switch (code & 0xff) {
    case SQLITE_INTERNAL:
    case SQLITE_NOTFOUND: return INTERNAL_ERROR;
    case SQLITE_NOMEM: return -1;
    case SQLITE_ERROR:
    case SQLITE_PERM:
    case SQLITE_ABORT:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_READONLY:
    case SQLITE_INTERRUPT:
    case SQLITE_IOERR:
    case SQLITE_FULL:
    case SQLITE_CANTOPEN:
    case SQLITE_PROTOCOL:
    case SQLITE_EMPTY:
    case SQLITE_SCHEMA: return OPERATIONAL_ERROR;
    case SQLITE_TOOBIG: return DATA_ERROR;
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH: return INTEGRITY_ERROR;
    case SQLITE_MISUSE:
    case SQLITE_RANGE: return INTERFACE_ERROR;
    default: return DATABASE_ERROR;
    }
}

/* cls(text) with the code and its name as attributes. */
static MinipyValue raise_with_code(MinipyVM *vm, MinipyValue cls, const char *text,
                                   int code)
{
    const char *name = error_name(code);
    MinipyValue message = minipy_str(vm, text, strlen(text));
    MinipyValue e = message ? minipy_call(vm, cls, &message, 1) : MINIPY_NULL;
    MinipyValue number = e ? minipy_int(vm, code) : MINIPY_NULL;
    MinipyValue label = number ? cstr(vm, name ? name : "unknown") : MINIPY_NULL;
    if (label && minipy_setattr(vm, e, "sqlite_errorcode", number) == 0 &&
        minipy_setattr(vm, e, "sqlite_errorname", label) == 0)
        minipy_raise_value(vm, e);
    minipy_release(vm, message);
    minipy_release(vm, number);
    minipy_release(vm, label);
    minipy_release(vm, e);
    return MINIPY_NULL;
}

MinipyValue raise_sqlite(MinipyVM *vm, sqlite3 *db, int code)
{
    if (minipy_error_occurred(vm))
        return MINIPY_NULL;
    State *s = state_of(vm);
    int primary = db ? sqlite3_errcode(db) : code;
    int which = class_for(primary == SQLITE_OK ? code : primary);
    if (!s)
        return MINIPY_NULL;
    if (which < 0)
        return minipy_raise(vm, "MemoryError", NULL);
    int extended = db && primary != SQLITE_OK ? sqlite3_extended_errcode(db) : code;
    const char *text =
        db && primary != SQLITE_OK ? sqlite3_errmsg(db) : sqlite3_errstr(code);
    return raise_with_code(vm, s->errors[which], text, extended);
}
