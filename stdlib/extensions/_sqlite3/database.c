/* database.c - what a connection does with whole databases: backup, serialize; limits,
 * extensions, interrupt. */
#include "sqlite.h"

/* The text of a keyword argument; MINIPY_NULL: otherwise. NULL: exception. */
static const char *text_or(MinipyVM *vm, MinipyValue v, const char *which,
                           const char *otherwise)
{
    return v ? text_argument(vm, v, which) : otherwise;
}

/* ---- backup ---------------------------------------------------------------------- */

typedef struct Backup {
    Connection *from, *to;
    sqlite3_backup *handle;
    MinipyValue progress; /* or MINIPY_NULL */
    int pages, sleep_ms;
} Backup;

/* Tells how far it is. -1: exception. */
static int tell_progress(MinipyVM *vm, Backup *b, int rc)
{
    MinipyValue args[] = {minipy_int(vm, rc),
                          minipy_int(vm, sqlite3_backup_remaining(b->handle)),
                          minipy_int(vm, sqlite3_backup_pagecount(b->handle))};
    MinipyValue r = minipy_call(vm, b->progress, args, 3);
    minipy_release(vm, r);
    return r ? 0 : -1;
}

/* Until it is done or fails; SQLite's result. */
static int run_backup(MinipyVM *vm, Backup *b)
{
    int rc;
    do {
        WITHOUT_VM(vm, rc, sqlite3_backup_step(b->handle, b->pages));
        if (b->progress && tell_progress(vm, b, rc) < 0)
            return rc;
        if ((rc == SQLITE_BUSY || rc == SQLITE_LOCKED)) {
            int ignored;
            WITHOUT_VM(vm, ignored, sqlite3_sleep(b->sleep_ms));
            (void)ignored;
            if (minipy_poll(vm) < 0)
                return rc;
        }
    } while (rc == SQLITE_OK || rc == SQLITE_BUSY || rc == SQLITE_LOCKED);
    return rc;
}

static MinipyValue backup(MinipyVM *vm, Backup *b, const char *name)
{
    int rc;
    sqlite3 *to = b->to->db;
    WITHOUT_VM(vm, b->handle, sqlite3_backup_init(to, "main", b->from->db, name));
    if (!b->handle)
        return raise_sqlite(vm, to, sqlite3_errcode(to));
    run_backup(vm, b);
    WITHOUT_VM(vm, rc, sqlite3_backup_finish(b->handle));
    if (minipy_error_occurred(vm))
        return MINIPY_NULL;
    return rc == SQLITE_OK ? minipy_none() : raise_sqlite(vm, to, rc);
}

/* The other connection of a backup; NULL: exception. */
static Connection *backup_target(MinipyVM *vm, MinipyValue self, MinipyValue target)
{
    if (!data_if(vm, target, &connection_type)) {
        argument_error(vm, "backup() argument 'target'", connection_type.name, target);
        return NULL;
    }
    Connection *to = connection_open(vm, target);
    if (to && self == target) {
        minipy_raise(vm, "ValueError", "target cannot be the same connection instance");
        return NULL;
    }
    return to;
}

/* backup(target, *, pages=-1, progress=None, name='main', sleep=0.25) */
METHOD(connection_backup)
{
    double sleep = 0.25;
    Backup b = {.pages = -1, .from = connection_open(vm, args[0])};
    b.to = b.from ? backup_target(vm, args[0], args[1]) : NULL;
    const char *name =
        b.to ? text_or(vm, args[4], "backup() argument 'name'", "main") : NULL;
    if (!name || as_c_int(vm, args[2], &b.pages) < 0 ||
        (args[5] && minipy_as_float(vm, args[5], &sleep) < 0) ||
        !connection_check(b.from) || !connection_check(b.to))
        return MINIPY_NULL;
    if (args[3] && !minipy_is_none(args[3])) {
        if (minipy_callable(vm, args[3]) <= 0)
            return minipy_raise(vm, "TypeError",
                                "progress argument must be a callable");
        b.progress = args[3];
    }
    b.pages = b.pages == 0 ? -1 : b.pages;
    b.sleep_ms = (int)(sleep * 1000);
    return backup(vm, &b, name);
}

/* ---- databases as bytes ---------------------------------------------------------- */

METHOD(connection_serialize)
{
    Connection *c = connection_open(vm, args[0]);
    const char *name =
        c ? text_or(vm, args[1], "serialize() argument 'name'", "main") : NULL;
    if (!name)
        return MINIPY_NULL;
    sqlite3_int64 size = 0;
    const unsigned flags = SQLITE_SERIALIZE_NOCOPY;
    unsigned char *data, *copy = NULL;
    WITHOUT_VM(vm, data, sqlite3_serialize(c->db, name, &size, flags));
    if (!data) {
        WITHOUT_VM(vm, copy, sqlite3_serialize(c->db, name, &size, 0));
        data = copy;
    }
    if (!data)
        return raise_error(vm, OPERATIONAL_ERROR, "unable to serialize '%s'", name);
    MinipyValue r = minipy_bytes(vm, data, (size_t)size);
    sqlite3_free(copy);
    return r;
}

/* What is given as a database: bytes, or the UTF-8 of a str. -1: exception. */
static int get_database(MinipyVM *vm, MinipyValue v, Bytes *b)
{
    if (minipy_kind(v) != MINIPY_IS_STR)
        return get_bytes(vm, v, b);
    *b = (Bytes){0};
    b->data = (const unsigned char *)minipy_as_str(vm, v, &b->size);
    return b->data ? 0 : -1;
}

/* deserialize(data, /, *, name='main'); no data at all is no memory to CPython. */
METHOD(connection_deserialize)
{
    Bytes b;
    Connection *c = connection_open(vm, args[0]);
    const char *name =
        c ? text_or(vm, args[2], "deserialize() argument 'name'", "main") : NULL;
    if (!name || get_database(vm, args[1], &b) < 0)
        return MINIPY_NULL;
    unsigned char *copy;
    WITHOUT_VM(vm, copy, sqlite3_malloc64(b.size));
    if (copy)
        memcpy(copy, b.data, b.size);
    sqlite3_int64 size = (sqlite3_int64)b.size;
    minipy_release(vm, b.view);
    if (!copy)
        return minipy_raise(vm, "MemoryError", NULL);
    int rc; /* it frees the copy, also when it fails */
    const unsigned flags =
        SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE;
    WITHOUT_VM(vm, rc, sqlite3_deserialize(c->db, name, copy, size, size, flags));
    return rc == SQLITE_OK ? minipy_none() : raise_sqlite(vm, c->db, rc);
}

METHOD(connection_iterdump)
{
    if (!connection_open(vm, args[0]))
        return MINIPY_NULL;
    MinipyValue module = minipy_import(vm, "sqlite3.dump");
    MinipyValue r =
        module ? minipy_call_method(vm, module, "_iterdump", args, 1) : MINIPY_NULL;
    minipy_release(vm, module);
    return r;
}

/* ---- limits ---------------------------------------------------------------------- */

static MinipyValue limit(MinipyVM *vm, MinipyValue self, int category, int to)
{
    Connection *c = connection_open(vm, self);
    int was = c ? sqlite3_limit(c->db, category, to) : -1;
    if (c && was < 0)
        return raise_error(vm, PROGRAMMING_ERROR, "'category' is out of bounds");
    return c ? minipy_int(vm, was) : MINIPY_NULL;
}

METHOD(connection_getlimit)
{
    int category = 0;
    return as_c_int(vm, args[1], &category) < 0 ? MINIPY_NULL
                                                : limit(vm, args[0], category, -1);
}

METHOD(connection_setlimit)
{
    int category = 0, to = 0;
    return as_c_int(vm, args[1], &category) < 0 || as_c_int(vm, args[2], &to) < 0
               ? MINIPY_NULL
               : limit(vm, args[0], category, to);
}

/* ---- others ---------------------------------------------------------------------- */

/* For any thread. */
METHOD(connection_interrupt)
{
    Connection *c = minipy_data(vm, args[0], &connection_type);
    if (!c)
        return MINIPY_NULL;
    c->vm = vm;
    if (!connection_check(c))
        return MINIPY_NULL;
    sqlite3_interrupt(c->db);
    return minipy_none();
}

static int audit(MinipyVM *vm, const char *event, MinipyValue self, MinipyValue arg)
{
    const MinipyValue pair[] = {self, arg};
    MinipyValue tuple = minipy_tuple(vm, pair, 2);
    int r = tuple ? minipy_audit(vm, event, tuple) : -1;
    minipy_release(vm, tuple);
    return r;
}

METHOD(connection_enable_extension)
{
    int on = 0;
    if (as_c_int(vm, args[1], &on) < 0 ||
        audit(vm, "sqlite3.enable_load_extension", args[0], minipy_bool(on != 0)) < 0)
        return MINIPY_NULL;
    Connection *c = connection_open(vm, args[0]);
    if (!c)
        return MINIPY_NULL;
    return sqlite3_enable_load_extension(c->db, on) == SQLITE_OK
               ? minipy_none()
               : raise_error(vm, OPERATIONAL_ERROR, "Error enabling load extension");
}

METHOD(connection_load_extension)
{
    const char *name = text_argument(vm, args[1], "load_extension() argument");
    if (!name || audit(vm, "sqlite3.load_extension", args[0], args[1]) < 0)
        return MINIPY_NULL;
    Connection *c = connection_open(vm, args[0]);
    if (!c)
        return MINIPY_NULL;
    char *message = NULL;
    int rc;
    WITHOUT_VM(vm, rc, sqlite3_load_extension(c->db, name, NULL, &message));
    if (rc != SQLITE_OK)
        raise_error(vm, OPERATIONAL_ERROR, "%s",
                    message ? message : sqlite3_errstr(rc));
    sqlite3_free(message);
    return rc == SQLITE_OK ? minipy_none() : MINIPY_NULL;
}
