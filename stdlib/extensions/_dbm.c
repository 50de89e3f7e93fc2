/* _dbm.c - the module _dbm, which is dbm.ndbm: the ndbm interface of Berkeley DB, as
 * Debian builds CPython's.
 *
 * Its files are NAME.db. The library cannot tell an empty value from none, nor why a
 * call failed: that is CPython's behaviour, too.
 */
#define DB_DBM_HSEARCH 1
#include <db.h>

#include "dbm_shared.h"

extern const MinipyModule minipy_module__dbm;

typedef struct Database {
    DBM *db;      /* NULL: closed */
    int flags;    /* of open(2) */
    int64_t size; /* -1: to be counted */
} Database;
static const MinipyType database_type;

/* The open database; NULL: exception. */
static Database *database(MinipyVM *vm, MinipyValue self)
{
    Database *d = minipy_data(vm, self, &database_type);
    if (!d || d->db)
        return d;
    dbm_raise(vm, &minipy_module__dbm, "DBM object has already been closed");
    return NULL;
}

static datum datum_of(const Bytes *b)
{
    datum d;
    d.dptr = (char *)(uintptr_t)b->data;
    d.dsize = (int)b->size;
    return d;
}

static MinipyValue value_of(MinipyVM *vm, datum d)
{
    return minipy_bytes(vm, d.dptr, (size_t)d.dsize);
}

/* ---- as a mapping ---------------------------------------------------------------- */

METHOD(database_len)
{
    UNUSED_METHOD;
    Database *d = database(vm, args[0]);
    if (!d)
        return MINIPY_NULL;
    if (d->size < 0) {
        d->size = 0;
        for (datum key = dbm_firstkey(d->db); key.dptr; key = dbm_nextkey(d->db))
            d->size++;
    }
    return minipy_int(vm, d->size);
}

METHOD(database_getitem)
{
    UNUSED_METHOD;
    Bytes key;
    Database *d = minipy_data(vm, args[0], &database_type);
    if (!d || dbm_bytes(vm, args[1], "", NULL, &key) < 0 || !database(vm, args[0]))
        return MINIPY_NULL;
    datum found = dbm_fetch(d->db, datum_of(&key));
    if (!found.dptr)
        return dbm_key_error(vm, args[1]);
    return value_of(vm, found);
}

METHOD(database_contains)
{
    UNUSED_METHOD;
    Bytes key;
    Database *d = database(vm, args[0]);
    if (!d || dbm_key_in(vm, args[1], "dbm", &key) < 0)
        return MINIPY_NULL;
    return minipy_bool(dbm_fetch(d->db, datum_of(&key)).dptr != NULL);
}

static MinipyValue refuse_store(MinipyVM *vm, Database *d)
{
    dbm_clearerr(d->db);
    return dbm_raise(vm, &minipy_module__dbm, "cannot add item to database");
}

METHOD(database_setitem)
{
    UNUSED_METHOD;
    Bytes key, value;
    if (dbm_bytes(vm, args[1], "", "dbm mappings have bytes or string keys only",
                  &key) < 0)
        return MINIPY_NULL;
    Database *d = database(vm, args[0]);
    if (!d || dbm_bytes(vm, args[2], "",
                        "dbm mappings have bytes or string elements only", &value) < 0)
        return MINIPY_NULL;
    d->size = -1;
    if (dbm_store(d->db, datum_of(&key), datum_of(&value), DBM_REPLACE) < 0)
        return refuse_store(vm, d);
    return minipy_none();
}

METHOD(database_delitem)
{
    UNUSED_METHOD;
    Bytes key;
    if (dbm_bytes(vm, args[1], "", "dbm mappings have bytes or string keys only",
                  &key) < 0)
        return MINIPY_NULL;
    Database *d = database(vm, args[0]);
    if (!d)
        return MINIPY_NULL;
    d->size = -1;
    if (dbm_delete(d->db, datum_of(&key)) >= 0)
        return minipy_none();
    dbm_clearerr(d->db);
    if (d->flags & O_RDWR)
        return dbm_key_error(vm, args[1]);
    return dbm_raise(vm, &minipy_module__dbm, "cannot delete item from database");
}

/* ---- methods --------------------------------------------------------------------- */

METHOD(database_close)
{
    UNUSED_METHOD;
    Database *d = minipy_data(vm, args[0], &database_type);
    if (!d)
        return MINIPY_NULL;
    if (d->db)
        dbm_close(d->db);
    d->db = NULL;
    return minipy_none();
}

METHOD(database_keys)
{
    UNUSED_METHOD;
    Database *d = database(vm, args[0]);
    MinipyValue list = d ? minipy_list(vm, NULL, 0) : MINIPY_NULL;
    if (!list)
        return MINIPY_NULL;
    for (datum key = dbm_firstkey(d->db); key.dptr; key = dbm_nextkey(d->db)) {
        MinipyValue item = value_of(vm, key);
        int r = item ? minipy_list_append(vm, list, item) : -1;
        minipy_release(vm, item);
        if (r < 0) {
            minipy_release(vm, list);
            return MINIPY_NULL;
        }
    }
    return list;
}

METHOD(database_get)
{
    UNUSED_METHOD;
    Bytes key;
    if (dbm_bytes(vm, args[1], "get() ", NULL, &key) < 0)
        return MINIPY_NULL;
    Database *d = database(vm, args[0]);
    if (!d)
        return MINIPY_NULL;
    datum found = dbm_fetch(d->db, datum_of(&key));
    if (found.dptr)
        return value_of(vm, found);
    return args[2] ? minipy_retain(args[2]) : minipy_none();
}

METHOD(database_setdefault)
{
    UNUSED_METHOD;
    Bytes key, value = {.data = (const unsigned char *)""};
    if (dbm_bytes(vm, args[1], "setdefault() ", NULL, &key) < 0)
        return MINIPY_NULL;
    Database *d = database(vm, args[0]);
    if (!d)
        return MINIPY_NULL;
    datum found = dbm_fetch(d->db, datum_of(&key));
    if (found.dptr)
        return value_of(vm, found);
    if (args[2] &&
        dbm_bytes(vm, args[2], "", "dbm mappings have bytes or string elements only",
                  &value) < 0)
        return MINIPY_NULL;
    if (dbm_store(d->db, datum_of(&key), datum_of(&value), DBM_INSERT) < 0)
        return refuse_store(vm, d);
    return args[2] ? minipy_retain(args[2]) : minipy_bytes(vm, NULL, 0);
}

static void database_destroy(MinipyVM *vm, void *user, void *data)
{
    (void)vm, (void)user;
    Database *d = data;
    if (d->db)
        dbm_close(d->db);
}

/* ---- open ------------------------------------------------------------------------ */

/* The flags of open(2); -1: exception. */
static int flags_of(MinipyVM *vm, const char *text)
{
    static const struct {
        const char *text;
        int flags;
    } known[] = {{"r", O_RDONLY},
                 {"w", O_RDWR},
                 {"rw", O_RDWR | O_CREAT},
                 {"c", O_RDWR | O_CREAT},
                 {"n", O_RDWR | O_CREAT | O_TRUNC}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].text, text) == 0)
            return known[i].flags;
    dbm_raise(vm, &minipy_module__dbm, "arg 2 to open should be 'r', 'w', 'c', or 'n'");
    return -1;
}

METHOD(open_database)
{
    UNUSED_METHOD;
    OpenArguments a;
    Database *d = NULL;
    if (dbm_open_arguments(vm, args, &a) < 0)
        return MINIPY_NULL;
    DbmState *state = minipy_module_state(vm, &minipy_module__dbm);
    int flags = flags_of(vm, a.flags);
    MinipyValue r = flags >= 0 && state ? minipy_instance(vm, state->type, (void **)&d)
                                        : MINIPY_NULL;
    if (r) {
        d->flags = flags;
        d->size = -1;
        d->db = dbm_open(a.name, flags, a.mode);
        if (!d->db) {
            dbm_raise_errno(vm, &minipy_module__dbm, errno, args[0]);
            minipy_release(vm, r);
            r = MINIPY_NULL;
        }
    }
    minipy_release(vm, a.path);
    return r;
}

/* ---- tables ---------------------------------------------------------------------- */

/* clang-format off */
static const MinipyMethod database_methods[] = {
    ROW("__len__", database_len, "(self, /)", NULL),
    ROW("__getitem__", database_getitem, "(self, key, /)", NULL),
    ROW("__setitem__", database_setitem, "(self, key, value, /)", NULL),
    ROW("__delitem__", database_delitem, "(self, key, /)", NULL),
    ROW("__contains__", database_contains, "(self, key, /)", NULL),
    CLASS_ROW("close", database_close, "(self, /)", "Close the database."),
    CLASS_ROW("keys", database_keys, "(self, /)", "Return a list of all keys in the database."),
    CLASS_ROW("get", database_get, "(self, key, default=None, /)", "Return the value for key if present, otherwise default."),
    CLASS_ROW("setdefault", database_setdefault, "(self, key, default=b'', /)",
        "Return the value for key if present, otherwise default.\n\n"
        "If key is not in the database, it is inserted with default as the value."),
    ROW("__enter__", dbm_enter, NULL, NULL),
    ROW("__exit__", database_close, NULL, NULL),
    {0}};
static const MinipyType database_type = {
    .name = "_dbm.dbm", .size = sizeof(Database), .methods = database_methods,
    .flags = MAPPING_ONLY | MINIPY_FINAL | MINIPY_NO_NEW | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS, .destroy = database_destroy};

static const MinipyMethod functions[] = {
    ROW("open", open_database, "(filename, flags='r', mode=438, /)",
        "Return a database object.\n\n  filename\n    The filename to open.\n  flags\n"
        "    How to open the file.  \"r\" for reading, \"w\" for writing, etc.\n  mode\n"
        "    If creating a new file, the mode bits for the new file\n    (e.g. os.O_RDWR)."),
    {0}};
/* clang-format on */

static int fill(MinipyVM *vm, MinipyValue module)
{
    return dbm_fill(vm, module, &minipy_module__dbm, "_dbm.error", &database_type) < 0
               ? -1
               : add_text(vm, module, "library", "Berkeley DB");
}

MINIPY_MODULE(_dbm) = {MINIPY_MODULE_HEAD,
                       .name = "_dbm",
                       .functions = functions,
                       .state_size = sizeof(DbmState),
                       .state_values = sizeof(DbmState) / sizeof(MinipyValue),
                       .exec = fill};
