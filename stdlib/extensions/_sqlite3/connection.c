/* connection.c - the class Connection: opening, closing, attributes, and the methods
 * that are a cursor's. Its other methods are in transactions.c, functions.c,
 * callbacks.c and database.c.
 *
 * A connection is closed by sqlite3_close_v2: statements that cursors still have keep
 * what they need, and go with them.
 */
#include <pthread.h>

#include "sqlite.h"

/* ---- may it be used? ------------------------------------------------------------- */

static uint64_t this_thread(void)
{
    return (uint64_t)pthread_self();
}

bool connection_check_thread(Connection *c)
{
    if (!c->initialized || !c->check_thread || c->thread == this_thread())
        return true;
    raise_error(c->vm, PROGRAMMING_ERROR,
                "SQLite objects created in a thread can only be used in that same "
                "thread. The object was created in thread id %lu and this is thread id "
                "%lu.",
                (unsigned long)c->thread, (unsigned long)this_thread());
    return false;
}

static bool check_initialized(MinipyVM *vm, Connection *c)
{
    if (!c->initialized)
        raise_error(vm, PROGRAMMING_ERROR, "Base Connection.__init__ not called.");
    return c->initialized;
}

bool connection_check(Connection *c)
{
    if (!check_initialized(c->vm, c))
        return false;
    if (!c->db)
        raise_error(c->vm, PROGRAMMING_ERROR, "Cannot operate on a closed database.");
    return c->db != NULL;
}

bool connection_usable(MinipyVM *vm, Connection *c)
{
    c->vm = vm;
    return connection_check_thread(c) && connection_check(c);
}

Connection *connection_open(MinipyVM *vm, MinipyValue v)
{
    Connection *c = minipy_data(vm, v, &connection_type);
    return c && connection_usable(vm, c) ? c : NULL;
}

/* The same for what another thread may ask. */
static Connection *connection_any_thread(MinipyVM *vm, MinipyValue v)
{
    Connection *c = minipy_data(vm, v, &connection_type);
    if (c)
        c->vm = vm;
    return c && connection_check(c) ? c : NULL;
}

/* ---- closing --------------------------------------------------------------------- */

/* Each blob that is still there. */
static void close_blobs(Connection *c)
{
    MinipyVM *vm = c->vm;
    MinipyValue blobs = c->blobs;
    c->blobs = MINIPY_NULL;
    int64_t count = blobs ? minipy_length(vm, blobs) : 0;
    for (int64_t i = 0; i < count; i++) {
        MinipyValue weak = minipy_getitem_at(vm, blobs, i);
        MinipyValue blob = weak ? minipy_weak_get(vm, weak) : MINIPY_NULL;
        if (blob)
            blob_shut(vm, blob);
        minipy_release(vm, blob);
        minipy_release(vm, weak);
    }
    minipy_release(vm, blobs);
}

/* Gives SQLite's connection back, and what it would call. */
static void shut(Connection *c)
{
    sqlite3 *db = c->db;
    if (!db)
        return;
    connection_drop_callbacks(c);
    c->db = NULL;
    int ignored;
    WITHOUT_VM(c->vm, ignored, sqlite3_close_v2(db));
    (void)ignored;
}

static DESTROY(connection_destroy)
{
    Connection *c = data;
    c->vm = vm;
    shut(c);
    callbacks_unchain(c);
}

static METHOD(connection_close)
{
    Connection *c = minipy_data(vm, args[0], &connection_type);
    if (!c || !check_initialized(vm, c) || !connection_check_thread(c))
        return MINIPY_NULL;
    close_blobs(c);
    replace(vm, &c->statements, minipy_dict(vm));
    shut(c);
    return minipy_none();
}

/* ---- opening --------------------------------------------------------------------- */

static int audit(MinipyVM *vm, const char *event, MinipyValue arg)
{
    MinipyValue tuple = minipy_tuple(vm, &arg, 1);
    int r = tuple ? minipy_audit(vm, event, tuple) : -1;
    minipy_release(vm, tuple);
    return r;
}

typedef struct Opening {
    double timeout;
    int detect_types, check_thread, uri;
    int64_t cached_statements;
} Opening;

static sqlite3 *open_database(MinipyVM *vm, const char *path, const Opening *o)
{
    sqlite3 *db = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int rc;
    WITHOUT_VM(
        vm, rc,
        sqlite3_open_v2(path, &db, flags | (o->uri ? SQLITE_OPEN_URI : 0), NULL));
    if (rc == SQLITE_OK)
        rc = sqlite3_busy_timeout(db, (int)(o->timeout * 1000));
    if (rc == SQLITE_OK)
        return db;
    raise_sqlite(vm, db, rc);
    sqlite3_close(db);
    return NULL;
}

/* The arguments behind `database`, converted; those that are not given stay. */
static int read_opening(MinipyVM *vm, const MinipyValue *args, Opening *o)
{
    if ((args[2] && minipy_as_float(vm, args[2], &o->timeout) < 0) ||
        as_c_int(vm, args[3], &o->detect_types) < 0)
        return -1;
    if (as_c_int(vm, args[5], &o->check_thread) < 0 ||
        as_size(vm, args[7], &o->cached_statements) < 0)
        return -1;
    return args[8] && (o->uri = minipy_truth(vm, args[8])) < 0 ? -1 : 0;
}

static int fill(MinipyVM *vm, Connection *c, sqlite3 *db, const Opening *o)
{
    MinipyValue builtins = minipy_import(vm, "builtins");
    MinipyValue str = builtins ? minipy_getattr(vm, builtins, "str") : MINIPY_NULL;
    minipy_release(vm, builtins);
    replace(vm, &c->statements, minipy_dict(vm));
    replace(vm, &c->text_factory, str);
    replace(vm, &c->row_factory, MINIPY_NULL);
    replace(vm, &c->blobs, MINIPY_NULL);
    c->db = db;
    c->detect_types = o->detect_types;
    c->check_thread = o->check_thread;
    c->cached_statements = o->cached_statements;
    c->thread = this_thread();
    c->initialized = true;
    return str && c->statements ? 0 : -1;
}

/* __init__(self, database, timeout=5.0, detect_types=0, isolation_level='',
 * check_same_thread=True, factory=..., cached_statements=128, uri=False) */
static METHOD(connection_init)
{
    Connection *c = minipy_data(vm, args[0], &connection_type);
    Opening o = {.timeout = 5.0, .check_thread = 1, .cached_statements = 128};
    if (!c)
        return MINIPY_NULL;
    c->vm = vm;
    if (read_opening(vm, args, &o) < 0 || isolation_argument(c, args[4]) < 0 ||
        audit(vm, "sqlite3.connect", args[1]) < 0)
        return MINIPY_NULL;
    MinipyValue path = minipy_path(vm, args[1], NULL);
    if (!path)
        return MINIPY_NULL;
    c->initialized = false; /* what fails from here on leaves one that cannot be used */
    close_blobs(c);
    shut(c);
    sqlite3 *db = open_database(vm, minipy_as_bytes(vm, path, NULL), &o);
    minipy_release(vm, path);
    if (!db)
        return MINIPY_NULL;
    if (fill(vm, c, db, &o) < 0 || audit(vm, "sqlite3.connect/handle", args[0]) < 0)
        return MINIPY_NULL;
    return minipy_none();
}

/* ---- cursors --------------------------------------------------------------------- */

/* A cursor of the factory, or of Cursor if that is MINIPY_NULL. */
static MinipyValue cursor_of(MinipyVM *vm, MinipyValue self, MinipyValue factory)
{
    Connection *c = connection_open(vm, self);
    State *s = c ? state_of(vm) : NULL;
    if (!s)
        return MINIPY_NULL;
    MinipyValue v = minipy_call(vm, factory ? factory : s->cursor, &self, 1);
    Cursor *cursor = v ? data_if(vm, v, &cursor_type) : NULL;
    if (v && !cursor) {
        minipy_raisef(vm, "TypeError", "factory must return a cursor, not %.100s",
                      minipy_type_name(vm, v));
        replace(vm, &v, MINIPY_NULL);
    }
    if (cursor && c->row_factory && !minipy_is_none(c->row_factory))
        replace(vm, &cursor->row_factory, minipy_retain(c->row_factory));
    return v;
}

/* cursor(factory=<unrepresentable>) */
static METHOD(connection_cursor)
{
    return cursor_of(vm, args[0], args[1]);
}

/* What a new cursor's method `user` answers to the arguments. The cursor is a plain
 * one: a class that has its own cursor() is not asked. */
static METHOD(by_cursor)
{
    size_t given = n - 1;
    while (given && !args[given])
        given--;
    MinipyValue cursor = cursor_of(vm, args[0], MINIPY_NULL);
    MinipyValue r =
        cursor ? minipy_call_method(vm, cursor, user, args + 1, given) : MINIPY_NULL;
    minipy_release(vm, cursor);
    return r;
}

/* __call__(self, /, *args): connection(sql) is a prepared statement. */
static METHOD(connection_call)
{
    Connection *c = connection_open(vm, args[0]);
    int64_t count = c ? minipy_length(vm, args[1]) : 0;
    if (c && count != 1)
        return minipy_raisef(vm, "TypeError",
                             "function takes exactly 1 argument (%lld given)",
                             (long long)count);
    MinipyValue sql = c ? minipy_getitem_at(vm, args[1], 0) : MINIPY_NULL;
    MinipyValue r = MINIPY_NULL;
    if (sql && minipy_kind(sql) != MINIPY_IS_STR)
        argument_error(vm, "argument 1", "str", sql);
    else if (sql)
        r = statement_new(c, sql);
    minipy_release(vm, sql);
    return r;
}

/* ---- attributes ------------------------------------------------------------------ */

static GETTER(total_changes_get)
{
    Connection *c = connection_any_thread(vm, self);
    return c ? minipy_int(vm, sqlite3_total_changes(c->db)) : MINIPY_NULL;
}

static GETTER(in_transaction_get)
{
    Connection *c = connection_any_thread(vm, self);
    return c ? minipy_bool(!sqlite3_get_autocommit(c->db)) : MINIPY_NULL;
}

/* The exceptions, which DB-API wants as attributes, too. */
static GETTER(exception_get)
{
    State *s = state_of(vm);
    return s ? minipy_retain(s->errors[(intptr_t)user]) : MINIPY_NULL;
}

/* clang-format off */
#define CURSORS(name_, signature_, doc_) \
    {.name = name_, .function = by_cursor, .signature = signature_, .doc = doc_, .user = (void *)(uintptr_t)name_}
static const MinipyMethod connection_methods[] = {
    ROW("__init__", connection_init, "(self, database, timeout=5.0, detect_types=0, isolation_level='', "
        "check_same_thread=True, factory=ConnectionType, cached_statements=128, uri=False)", NULL),
    ROW("__call__", connection_call, "(self, /, *args)", NULL),
    ROW("__enter__", connection_enter, "(self, /)", "Return the connection."),
    ROW("__exit__", connection_exit, "(self, type, value, traceback, /)", "Commit, or roll back after an exception."),
    ROW("backup", connection_backup, "(self, /, target, *, pages=-1, progress=None, name='main', sleep=0.25)",
        "Copy the database into that of another connection."),
    ROW("blobopen", connection_blobopen, "(self, table, column, row, /, *, readonly=False, name='main')",
        "Open a value of a row as a Blob."),
    ROW("close", connection_close, "(self, /)", "Close the connection. What was not committed is lost."),
    ROW("commit", connection_commit, "(self, /)", "Commit the transaction, if there is one."),
    CLASS_ROW("create_aggregate", connection_create_aggregate, "(self, /, name, n_arg, aggregate_class)",
        "Make an aggregate of a class with step() and finalize()."),
    CLASS_ROW("create_collation", connection_create_collation, "(self, name, callback, /)",
        "Make a collation of a function that compares two str."),
    CLASS_ROW("create_function", connection_create_function, "(self, /, name, narg, func, *, deterministic=False)",
        "Make an SQL function of a callable."),
    CLASS_ROW("create_window_function", connection_create_window, "(self, name, num_params, aggregate_class, /)",
        "Make a window function of a class with step(), inverse(), value() and finalize()."),
    ROW("cursor", connection_cursor, "(self, /, factory=<unrepresentable>)", "A new cursor."),
    ROW("deserialize", connection_deserialize, "(self, data, /, *, name='main')",
        "Put a database that serialize() gave in the place of one, in memory."),
    ROW("enable_load_extension", connection_enable_extension, "(self, enable, /)",
        "Allow or forbid to load extensions of SQLite."),
    CURSORS("execute", "(self, sql, parameters=<unrepresentable>, /)", "Execute a statement with a new cursor."),
    CURSORS("executemany", "(self, sql, parameters, /)", "Execute a statement for each set of parameters."),
    CURSORS("executescript", "(self, sql_script, /)", "Execute several statements."),
    ROW("getlimit", connection_getlimit, "(self, category, /)", "A limit of the connection."),
    ROW("interrupt", connection_interrupt, "(self, /)", "Abort what runs in this connection."),
    ROW("iterdump", connection_iterdump, "(self, /)", "An iterator over SQL that makes the database again."),
    ROW("load_extension", connection_load_extension, "(self, name, /)", "Load an extension of SQLite."),
    ROW("rollback", connection_rollback, "(self, /)", "Roll the transaction back, if there is one."),
    ROW("serialize", connection_serialize, "(self, /, *, name='main')", "A database as bytes."),
    CLASS_ROW("set_authorizer", connection_set_authorizer, "(self, /, authorizer_callback)",
        "Set who says what statements may do."),
    CLASS_ROW("set_progress_handler", connection_set_progress, "(self, /, progress_handler, n)",
        "Set what is called after every n instructions of SQLite's machine."),
    CLASS_ROW("set_trace_callback", connection_set_trace, "(self, /, trace_callback)",
        "Set what gets the text of each statement that runs."),
    ROW("setlimit", connection_setlimit, "(self, category, limit, /)", "Set a limit; what it was."),
    {0}};

static const MinipyMember connection_members[] = {
    {.name = "row_factory", .field = MINIPY_VALUE, .offset = offsetof(Connection, row_factory)},
    {.name = "text_factory", .field = MINIPY_VALUE, .offset = offsetof(Connection, text_factory)},
    {.name = "isolation_level", .get = isolation_get, .set = isolation_set},
    {.name = "total_changes", .get = total_changes_get},
    {.name = "in_transaction", .get = in_transaction_get},
#define EXCEPTION(number, name_, base) {.name = name_, .get = exception_get, .readonly = true, .user = (void *)(intptr_t)number},
    EXCEPTIONS
#undef EXCEPTION
    {0}};
/* clang-format on */

const MinipyType connection_type = {
    .name = "sqlite3.Connection",
    .flags = MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS,
    .doc = "SQLite database connection object.",
    .size = sizeof(Connection),
    .values = CONNECTION_VALUES,
    .methods = connection_methods,
    .members = connection_members,
    .destroy = connection_destroy,
    .traverse = connection_traverse,
    .clear = connection_clear,
};
