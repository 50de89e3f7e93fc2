/* _gdbm.c - the module _gdbm, which is dbm.gnu: hash tables in files, by GNU dbm.
 *
 * The library's data are malloc's: each value that it gives is freed here.
 */
#include <gdbm.h>

#include "dbm_shared.h"

extern const MinipyModule minipy_module__gdbm;

typedef struct Database {
    GDBM_FILE db; /* NULL: closed */
} Database;
static const MinipyType database_type;

#define KEYS_ONLY "gdbm mappings have bytes or string indices only"
#define VALUES_ONLY "gdbm mappings have bytes or string elements only"

static MinipyValue failed(MinipyVM *vm)
{
    return dbm_raise(vm, &minipy_module__gdbm, gdbm_strerror(gdbm_errno));
}

/* The open database; NULL: exception. */
static Database *database(MinipyVM *vm, MinipyValue self)
{
    Database *d = minipy_data(vm, self, &database_type);
    if (!d || d->db)
        return d;
    dbm_raise(vm, &minipy_module__gdbm, "GDBM object has already been closed");
    return NULL;
}

static datum datum_of(const Bytes *b)
{
    return (datum){(char *)(uintptr_t)b->data, (int)b->size};
}

/* As bytes; frees it. */
static MinipyValue value_of(MinipyVM *vm, datum d)
{
    MinipyValue r = minipy_bytes(vm, d.dptr, (size_t)d.dsize);
    free(d.dptr);
    return r;
}

/* ---- as a mapping ---------------------------------------------------------------- */

static METHOD(database_len)
{
    gdbm_count_t count;
    Database *d = database(vm, args[0]);
    if (!d)
        return MINIPY_NULL;
    return gdbm_count(d->db, &count) < 0 ? failed(vm) : minipy_int(vm, (int64_t)count);
}

static METHOD(database_getitem)
{
    Bytes key;
    Database *d;
    if (dbm_bytes(vm, args[1], "", NULL, &key) < 0 || !(d = database(vm, args[0])))
        return MINIPY_NULL;
    datum found = gdbm_fetch(d->db, datum_of(&key));
    return found.dptr ? value_of(vm, found) : dbm_key_error(vm, args[1]);
}

static METHOD(database_contains)
{
    Bytes key;
    Database *d = database(vm, args[0]);
    if (!d || dbm_key_in(vm, args[1], "gdbm", &key) < 0)
        return MINIPY_NULL;
    return minipy_bool(gdbm_exists(d->db, datum_of(&key)));
}

static METHOD(database_setitem)
{
    Bytes key, value;
    if (dbm_bytes(vm, args[1], "", KEYS_ONLY, &key) < 0)
        return MINIPY_NULL;
    Database *d = database(vm, args[0]);
    if (!d || dbm_bytes(vm, args[2], "", VALUES_ONLY, &value) < 0)
        return MINIPY_NULL;
    if (gdbm_store(d->db, datum_of(&key), datum_of(&value), GDBM_REPLACE) < 0)
        return failed(vm);
    return minipy_none();
}

static METHOD(database_delitem)
{
    Bytes key;
    Database *d;
    if (dbm_bytes(vm, args[1], "", KEYS_ONLY, &key) < 0 || !(d = database(vm, args[0])))
        return MINIPY_NULL;
    if (gdbm_delete(d->db, datum_of(&key)) >= 0)
        return minipy_none();
    return gdbm_errno == GDBM_ITEM_NOT_FOUND ? dbm_key_error(vm, args[1]) : failed(vm);
}

/* ---- methods --------------------------------------------------------------------- */

static METHOD(database_get)
{
    Bytes key;
    Database *d = minipy_data(vm, args[0], &database_type);
    if (!d || dbm_bytes(vm, args[1], "", NULL, &key) < 0 || !database(vm, args[0]))
        return MINIPY_NULL;
    datum found = gdbm_fetch(d->db, datum_of(&key));
    if (found.dptr)
        return value_of(vm, found);
    return args[2] ? minipy_retain(args[2]) : minipy_none();
}

static METHOD(database_setdefault)
{
    Bytes key, value = {.data = (const unsigned char *)""};
    Database *d = minipy_data(vm, args[0], &database_type);
    if (!d || dbm_bytes(vm, args[1], "", NULL, &key) < 0 || !database(vm, args[0]))
        return MINIPY_NULL;
    datum found = gdbm_fetch(d->db, datum_of(&key));
    if (found.dptr)
        return value_of(vm, found);
    if (args[2] && dbm_bytes(vm, args[2], "", VALUES_ONLY, &value) < 0)
        return MINIPY_NULL;
    if (gdbm_store(d->db, datum_of(&key), datum_of(&value), GDBM_REPLACE) < 0)
        return failed(vm);
    return args[2] ? minipy_retain(args[2]) : minipy_bytes(vm, NULL, 0);
}

static METHOD(database_close)
{
    Database *d = minipy_data(vm, args[0], &database_type);
    if (!d)
        return MINIPY_NULL;
    GDBM_FILE db = d->db;
    d->db = NULL;
    if (db && gdbm_close(db) != 0)
        return failed(vm);
    return minipy_none();
}

/* The key behind another, which is freed; of an empty datum the first. */
static datum following(Database *d, datum key)
{
    datum next = key.dptr ? gdbm_nextkey(d->db, key) : gdbm_firstkey(d->db);
    free(key.dptr);
    return next;
}

static METHOD(database_keys)
{
    Database *d = database(vm, args[0]);
    MinipyValue list = d ? minipy_list(vm, NULL, 0) : MINIPY_NULL;
    int r = 0;
    datum key = {0};
    while (list && r == 0 && (key = following(d, key)).dptr)
        r = append(vm, list, minipy_bytes(vm, key.dptr, (size_t)key.dsize));
    free(key.dptr);
    return unless_failed(vm, list, r);
}

static MinipyValue key_or_none(MinipyVM *vm, datum key)
{
    return key.dptr ? value_of(vm, key) : minipy_none();
}

static METHOD(database_firstkey)
{
    Database *d = database(vm, args[0]);
    return d ? key_or_none(vm, gdbm_firstkey(d->db)) : MINIPY_NULL;
}

static METHOD(database_nextkey)
{
    Bytes key;
    if (dbm_bytes(vm, args[1], "nextkey() ", NULL, &key) < 0)
        return MINIPY_NULL;
    Database *d = database(vm, args[0]);
    return d ? key_or_none(vm, gdbm_nextkey(d->db, datum_of(&key))) : MINIPY_NULL;
}

static METHOD(database_reorganize)
{
    Database *d = database(vm, args[0]);
    if (!d)
        return MINIPY_NULL;
    return gdbm_reorganize(d->db) < 0 ? failed(vm) : minipy_none();
}

static METHOD(database_sync)
{
    Database *d = database(vm, args[0]);
    if (!d)
        return MINIPY_NULL;
    gdbm_sync(d->db);
    return minipy_none();
}

static DESTROY(database_destroy)
{
    Database *d = data;
    if (d->db)
        gdbm_close(d->db);
}

/* ---- open ------------------------------------------------------------------------ */

/* -1: exception. */
static int flags_of(MinipyVM *vm, const char *text)
{
    static const char modes[] = "rwcn", options[] = "fsu";
    static const int mode_flags[] = {GDBM_READER, GDBM_WRITER, GDBM_WRCREAT,
                                     GDBM_NEWDB};
    static const int option_flags[] = {GDBM_FAST, GDBM_SYNC, GDBM_NOLOCK};
    const char *at = *text ? strchr(modes, *text) : NULL;
    if (!at) {
        dbm_raise(vm, &minipy_module__gdbm,
                  "First flag must be one of 'r', 'w', 'c' or 'n'");
        return -1;
    }
    int flags = mode_flags[at - modes];
    while (*++text) {
        at = strchr(options, *text);
        if (!at) {
            char message[40];
            snprintf(message, sizeof message, "Flag '%c' is not supported.", *text);
            dbm_raise(vm, &minipy_module__gdbm, message);
            return -1;
        }
        flags |= option_flags[at - options];
    }
    return flags;
}

static int open_file(MinipyVM *vm, void *database, const OpenArguments *a, int flags,
                     MinipyValue filename)
{
    Database *d = database;
    errno = 0;
    d->db = gdbm_open(a->name, 0, flags, a->mode, NULL);
    if (!d->db && errno)
        dbm_raise_errno(vm, &minipy_module__gdbm, errno, filename);
    else if (!d->db)
        failed(vm);
    return d->db ? 0 : -1;
}

static METHOD(open_database)
{
    return dbm_open_database(vm, &minipy_module__gdbm, args, flags_of, open_file);
}

/* ---- tables ---------------------------------------------------------------------- */

/* clang-format off */
static const MinipyMethod database_methods[] = {
    DBM_MAPPING_ROWS,
    CLASS_ROW("reorganize", database_reorganize, "(self, /)",
        "Takes the room that deleted items left out of the file."),
    CLASS_ROW("sync", database_sync, "(self, /)", "Writes what is not on the disk yet."),
    CLASS_ROW("keys", database_keys, "(self, /)", "Get a list of all keys in the database."),
    CLASS_ROW("firstkey", database_firstkey, "(self, /)", "The key with which going through all of them begins."),
    CLASS_ROW("nextkey", database_nextkey, "(self, key, /)", "The key behind this one; None: it was the last."),
    ROW("get", database_get, "(self, key, default=None, /)", "Get the value for key, or default if not present."),
    ROW("setdefault", database_setdefault, "(self, key, default=None, /)",
        "Get value for key, or set it to default and return default if not present."),
    {0}};
static const MinipyType database_type = {
    .name = "_gdbm.gdbm", .size = sizeof(Database), .methods = database_methods,
    .flags = DBM_TYPE_FLAGS, .destroy = database_destroy};

static const MinipyMethod functions[] = {
    ROW("open", open_database, "(filename, flags='r', mode=438, /)",
        "Opens a file of GNU dbm: the first letter of flags is 'r', 'w', 'c' (made if it is not there) or 'n'\n"
        "(a new one); behind it may come 'f' (fast), 's' (written at once), 'u' (not locked)."),
    {0}};
/* clang-format on */

static int add_version(MinipyVM *vm, MinipyValue module)
{
    MinipyValue numbers[3];
    for (int i = 0; i < 3; i++)
        numbers[i] = minipy_int(vm, gdbm_version_number[i]);
    MinipyValue v = minipy_tuple(vm, numbers, 3);
    int r = v ? minipy_setattr(vm, module, "_GDBM_VERSION", v) : -1;
    minipy_release(vm, v);
    return r;
}

static int fill(MinipyVM *vm, MinipyValue module)
{
    if (dbm_fill(vm, module, &minipy_module__gdbm, "_gdbm.error", &database_type) < 0 ||
        add_text(vm, module, "open_flags", "rwcnfsu") < 0)
        return -1;
    return add_version(vm, module);
}

MINIPY_MODULE(_gdbm) = {
    MINIPY_MODULE_HEAD,
    .name = "_gdbm",
    .doc = "This module provides an interface to the GNU DBM (GDBM) library.\n\n"
           "Its databases are mappings of bytes to bytes, in files.",
    .functions = functions,
    .state_size = sizeof(DbmState),
    .state_values = sizeof(DbmState) / sizeof(MinipyValue),
    .exec = fill};
