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

#define KEYS_ONLY "dbm mappings have bytes or string keys only"
#define VALUES_ONLY "dbm mappings have bytes or string elements only"

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

static METHOD(database_len)
{
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

static METHOD(database_getitem)
{
    Bytes key;
    Database *d = minipy_data(vm, args[0], &database_type);
    if (!d || dbm_bytes(vm, args[1], "", NULL, &key) < 0 || !database(vm, args[0]))
        return MINIPY_NULL;
    datum found = dbm_fetch(d->db, datum_of(&key));
    if (!found.dptr)
        return dbm_key_error(vm, args[1]);
    return value_of(vm, found);
}

static METHOD(database_contains)
{
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

static METHOD(database_setitem)
{
    Bytes key, value;
    if (dbm_bytes(vm, args[1], "", KEYS_ONLY, &key) < 0)
        return MINIPY_NULL;
    Database *d = database(vm, args[0]);
    if (!d || dbm_bytes(vm, args[2], "", VALUES_ONLY, &value) < 0)
        return MINIPY_NULL;
    d->size = -1;
    if (dbm_store(d->db, datum_of(&key), datum_of(&value), DBM_REPLACE) < 0)
        return refuse_store(vm, d);
    return minipy_none();
}

static METHOD(database_delitem)
{
    Bytes key;
    Database *d;
    if (dbm_bytes(vm, args[1], "", KEYS_ONLY, &key) < 0 || !(d = database(vm, args[0])))
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

static METHOD(database_close)
{
    Database *d = minipy_data(vm, args[0], &database_type);
    if (!d)
        return MINIPY_NULL;
    if (d->db)
        dbm_close(d->db);
    d->db = NULL;
    return minipy_none();
}

static METHOD(database_keys)
{
    Database *d = database(vm, args[0]);
    MinipyValue list = d ? minipy_list(vm, NULL, 0) : MINIPY_NULL;
    int r = list ? 0 : -1;
    datum key = {0};
    while (r == 0 && (key = key.dptr ? dbm_nextkey(d->db) : dbm_firstkey(d->db)).dptr)
        r = append(vm, list, value_of(vm, key));
    return unless_failed(vm, list, r);
}

static METHOD(database_get)
{
    Bytes key;
    Database *d;
    if (dbm_bytes(vm, args[1], "get() ", NULL, &key) < 0 ||
        !(d = database(vm, args[0])))
        return MINIPY_NULL;
    datum found = dbm_fetch(d->db, datum_of(&key));
    if (found.dptr)
        return value_of(vm, found);
    return args[2] ? minipy_retain(args[2]) : minipy_none();
}

static METHOD(database_setdefault)
{
    Bytes key, value = {.data = (const unsigned char *)""};
    Database *d;
    if (dbm_bytes(vm, args[1], "setdefault() ", NULL, &key) < 0 ||
        !(d = database(vm, args[0])))
        return MINIPY_NULL;
    datum found = dbm_fetch(d->db, datum_of(&key));
    if (found.dptr)
        return value_of(vm, found);
    if (args[2] && dbm_bytes(vm, args[2], "", VALUES_ONLY, &value) < 0)
        return MINIPY_NULL;
    if (dbm_store(d->db, datum_of(&key), datum_of(&value), DBM_INSERT) < 0)
        return refuse_store(vm, d);
    return args[2] ? minipy_retain(args[2]) : minipy_bytes(vm, NULL, 0);
}

static DESTROY(database_destroy)
{
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

static int open_file(MinipyVM *vm, void *database, const OpenArguments *a, int flags,
                     MinipyValue filename)
{
    Database *d = database;
    *d = (Database){dbm_open(a->name, flags, a->mode), flags, -1};
    if (!d->db)
        dbm_raise_errno(vm, &minipy_module__dbm, errno, filename);
    return d->db ? 0 : -1;
}

static METHOD(open_database)
{
    return dbm_open_database(vm, &minipy_module__dbm, args, flags_of, open_file);
}

/* ---- tables ---------------------------------------------------------------------- */

/* clang-format off */
static const MinipyMethod database_methods[] = {
    DBM_MAPPING_ROWS,
    CLASS_ROW("keys", database_keys, "(self, /)", "Return a list of all keys in the database."),
    CLASS_ROW("get", database_get, "(self, key, default=None, /)", "Return the value for key if present, otherwise default."),
    CLASS_ROW("setdefault", database_setdefault, "(self, key, default=b'', /)",
        "Return the value for key if present, otherwise default.\n\n"
        "If key is not in the database, it is inserted with default as the value."),
    {0}};
static const MinipyType database_type = {
    .name = "_dbm.dbm", .size = sizeof(Database), .methods = database_methods,
    .flags = DBM_TYPE_FLAGS, .destroy = database_destroy};

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
