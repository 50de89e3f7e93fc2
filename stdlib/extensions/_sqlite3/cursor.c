/* cursor.c - the class Cursor: rows of what execute() (execute.c) has begun. */
#include "sqlite.h"

/* ---- may it be used? ------------------------------------------------------------- */

/* It has its connection until it is garbage. */
static bool check_initialized(MinipyVM *vm, const Cursor *cursor)
{
    bool is = cursor->initialized && cursor->connection;
    if (!is)
        raise_error(vm, PROGRAMMING_ERROR, "Base Cursor.__init__ not called.");
    return is;
}

static bool check_locked(MinipyVM *vm, const Cursor *cursor)
{
    if (cursor->locked)
        raise_error(vm, PROGRAMMING_ERROR, "Recursive use of cursors not allowed.");
    return !cursor->locked;
}

bool cursor_open(MinipyVM *vm, Cursor *cursor)
{
    if (!check_initialized(vm, cursor))
        return false;
    if (cursor->closed)
        raise_error(vm, PROGRAMMING_ERROR, "Cannot operate on a closed cursor.");
    return !cursor->closed && check_locked(vm, cursor) &&
           connection_usable(vm, cursor->database);
}

void cursor_drop_statement(MinipyVM *vm, Cursor *cursor)
{
    MinipyValue statement = cursor->statement;
    cursor->statement = MINIPY_NULL;
    if (!statement)
        return;
    MinipyValue e = minipy_error_occurred(vm) ? minipy_error_take(vm) : MINIPY_NULL;
    statement_reset(cursor->prepared);
    minipy_release(vm, statement);
    if (e)
        minipy_raise_value(vm, e);
    minipy_release(vm, e);
}

/* ---- making and closing ---------------------------------------------------------- */

static METHOD(cursor_init)
{
    Cursor *cursor = user;
    if (!check_locked(vm, cursor))
        return MINIPY_NULL;
    Connection *database = data_if(vm, args[1], &connection_type);
    if (!database)
        return argument_error(vm, "Cursor() argument 1", connection_type.name, args[1]);
    cursor_drop_statement(vm, cursor);
    cursor->database = database;
    replace(vm, &cursor->connection, minipy_retain(args[1]));
    replace(vm, &cursor->description, MINIPY_NULL);
    replace(vm, &cursor->converters, MINIPY_NULL);
    replace(vm, &cursor->lastrowid, MINIPY_NULL);
    replace(vm, &cursor->row_factory, MINIPY_NULL);
    cursor->arraysize = 1;
    cursor->rowcount = -1;
    cursor->closed = false;
    if (!connection_usable(vm, database))
        return MINIPY_NULL;
    cursor->initialized = true;
    return minipy_none();
}

static METHOD(cursor_close)
{
    Cursor *cursor = user;
    if (!check_initialized(vm, cursor) || !check_locked(vm, cursor) ||
        !connection_usable(vm, cursor->database))
        return MINIPY_NULL;
    cursor_drop_statement(vm, cursor);
    cursor->closed = true;
    return minipy_none();
}

static DESTROY(cursor_destroy)
{
    cursor_drop_statement(vm, data);
}

/* ---- values of a row ------------------------------------------------------------- */

/* What the bytes of a column are when it has a converter. */
static MinipyValue converted(MinipyVM *vm, sqlite3_stmt *stmt, int i,
                             MinipyValue converter)
{
    const void *data = sqlite3_column_blob(stmt, i);
    if (!data)
        return minipy_none();
    MinipyValue bytes = minipy_bytes(vm, data, (size_t)sqlite3_column_bytes(stmt, i));
    MinipyValue r = bytes ? minipy_call(vm, converter, &bytes, 1) : MINIPY_NULL;
    minipy_release(vm, bytes);
    return r;
}

/* A text that is no UTF-8; the message shows what there is of it. */
static void undecodable(MinipyVM *vm, sqlite3_stmt *stmt, int i, const char *text)
{
    minipy_error_clear(vm);
    char shown[200];
    size_t n = 0;
    for (; text[n] && n < sizeof shown - 1; n++)
        shown[n] = text[n];
    shown[n] = 0;
    MinipyValue bytes = minipy_bytes(vm, shown, n);
    const MinipyValue how[] = {cstr(vm, "ascii"), cstr(vm, "replace")};
    MinipyValue v =
        bytes ? minipy_call_method(vm, bytes, "decode", how, 2) : MINIPY_NULL;
    if (v)
        raise_error(vm, OPERATIONAL_ERROR,
                    "Could not decode to UTF-8 column '%s' with text '%s'",
                    sqlite3_column_name(stmt, i), minipy_as_str(vm, v, NULL));
    minipy_release(vm, v);
    minipy_release(vm, bytes);
    minipy_release(vm, how[0]);
    minipy_release(vm, how[1]);
}

/* A text, as text_factory wants it. */
static MinipyValue text_value(MinipyVM *vm, sqlite3_stmt *stmt, int i,
                              MinipyValue factory, const State *s)
{
    const char *text = (const char *)sqlite3_column_text(stmt, i);
    if (!text)
        return minipy_raise(vm, "MemoryError", NULL);
    size_t size = (size_t)sqlite3_column_bytes(stmt, i);
    if (factory == s->str) {
        MinipyValue v = minipy_str(vm, text, size);
        if (!v && minipy_error_matches(vm, "UnicodeDecodeError"))
            undecodable(vm, stmt, i, text);
        return v;
    }
    MinipyValue bytes = minipy_bytes(vm, text, size);
    if (!bytes || factory == s->bytes)
        return bytes;
    MinipyValue maker = retained(factory); /* it may set another */
    MinipyValue r = minipy_call(vm, maker, &bytes, 1);
    minipy_release(vm, maker);
    minipy_release(vm, bytes);
    return r;
}

static MinipyValue column_value(MinipyVM *vm, Cursor *cursor, Connection *c,
                                sqlite3_stmt *stmt, int i, const State *s)
{
    if (cursor->converters) {
        MinipyValue converter = minipy_getitem_at(vm, cursor->converters, i);
        if (!converter)
            minipy_error_clear(vm);
        MinipyValue v = converter && !minipy_is_none(converter)
                            ? converted(vm, stmt, i, converter)
                            : MINIPY_NULL;
        bool done = converter && !minipy_is_none(converter);
        minipy_release(vm, converter);
        if (done)
            return v;
    }
    switch (sqlite3_column_type(stmt, i)) {
    case SQLITE_INTEGER: return minipy_int(vm, sqlite3_column_int64(stmt, i));
    case SQLITE_FLOAT: return minipy_float(vm, sqlite3_column_double(stmt, i));
    case SQLITE_TEXT: return text_value(vm, stmt, i, c->text_factory, s);
    case SQLITE_BLOB:
        return minipy_bytes(vm, sqlite3_column_blob(stmt, i),
                            (size_t)sqlite3_column_bytes(stmt, i));
    default: return minipy_none();
    }
}

MinipyValue fetch_row(MinipyVM *vm, Cursor *cursor, Connection *c)
{
    enum { FEW = 16 };
    State *s = state_of(vm);
    Statement *statement = cursor->prepared;
    int n = s ? sqlite3_data_count(statement->stmt) : 0, made = 0;
    MinipyValue few[FEW];
    MinipyValue *items = n > FEW ? calloc((size_t)n, sizeof *items) : few;
    if (!s || !items)
        return items ? MINIPY_NULL : minipy_raise(vm, "MemoryError", NULL);
    MemoryScope scope;
    memory_begin(&scope, s->account, true);
    while (made < n &&
           (items[made] = column_value(vm, cursor, c, statement->stmt, made, s)))
        made++;
    memory_end(&scope);
    MinipyValue row = made == n ? minipy_tuple(vm, items, (size_t)n) : MINIPY_NULL;
    while (made)
        minipy_release(vm, items[--made]);
    if (items != few)
        free(items);
    return row;
}

/* ---- the next row ---------------------------------------------------------------- */

/* The statement goes a row further. -1: exception. */
static int advance(MinipyVM *vm, Cursor *cursor, Connection *c)
{
    MinipyValue held = minipy_retain(cursor->statement);
    Statement *s = cursor->prepared;
    int rc = statement_step(s), r = 0;
    if (rc == SQLITE_DONE) {
        if (s->is_dml && c->db)
            cursor->rowcount = sqlite3_changes(c->db);
        cursor_drop_statement(vm, cursor);
    } else if (rc != SQLITE_ROW) {
        if (c->db)
            raise_sqlite(vm, c->db, rc);
        else
            connection_check(c);
        cursor_drop_statement(vm, cursor);
        r = -1;
    }
    minipy_release(vm, held);
    return minipy_error_occurred(vm) ? -1 : r;
}

/* The next row; MINIPY_NULL without an exception: there is none. */
static MinipyValue next_row(MinipyVM *vm, MinipyValue self, Cursor *cursor)
{
    if (!cursor_open(vm, cursor) || !cursor->statement)
        return MINIPY_NULL;
    Connection *c = cursor->database;
    if (sqlite3_data_count(cursor->prepared->stmt) == 0) {
        cursor_drop_statement(vm, cursor);
        return MINIPY_NULL;
    }
    cursor->locked = true;
    MinipyValue row = fetch_row(vm, cursor, c);
    cursor->locked = false;
    if (row && !c->db) { /* a converter has closed it */
        connection_check(c);
        replace(vm, &row, MINIPY_NULL);
    }
    if (row && cursor->statement) {
        cursor->locked = true;
        if (advance(vm, cursor, c) < 0)
            replace(vm, &row, MINIPY_NULL);
        cursor->locked = false;
    }
    if (row && cursor->row_factory && !minipy_is_none(cursor->row_factory)) {
        const MinipyValue pair[] = {self, row};
        replace(vm, &row, minipy_call(vm, cursor->row_factory, pair, 2));
    }
    return row;
}

static METHOD(cursor_next)
{
    return next_row(vm, args[0], user);
}

static METHOD(cursor_iter)
{
    return minipy_retain(args[0]);
}

static METHOD(cursor_fetchone)
{
    MinipyValue row = next_row(vm, args[0], user);
    return row || minipy_error_occurred(vm) ? row : minipy_none();
}

/* At most `most` rows (0: all) as a list. */
static MinipyValue fetch(MinipyVM *vm, MinipyValue self, Cursor *cursor, int64_t most)
{
    MinipyValue list = minipy_list(vm, NULL, 0), row;
    for (int64_t i = 0;
         list && (most == 0 || i < most) && (row = next_row(vm, self, cursor)); i++) {
        if (minipy_list_append(vm, list, row) < 0)
            replace(vm, &list, MINIPY_NULL);
        minipy_release(vm, row);
    }
    if (list && minipy_error_occurred(vm))
        replace(vm, &list, MINIPY_NULL);
    return list;
}

static METHOD(cursor_fetchall)
{
    return fetch(vm, args[0], user, 0);
}

/* fetchmany(size=arraysize) */
static METHOD(cursor_fetchmany)
{
    Cursor *cursor = user;
    int size = cursor->arraysize;
    if (as_c_int(vm, args[1], &size) < 0)
        return MINIPY_NULL;
    return fetch(vm, args[0], cursor, size);
}

static METHOD(do_nothing)
{
    return minipy_none();
}

/* clang-format off */
static const MinipyMethod cursor_methods[] = {
    DATA_ROW("__init__", cursor_init, "(self, connection, /)", NULL),
    ROW("__iter__", cursor_iter, "(self, /)", NULL),
    NEXT_ROW(cursor_next),
    DATA_ROW("close", cursor_close, "(self, /)", "Close the cursor."),
    DATA_ROW("execute", cursor_execute, "(self, sql, parameters=(), /)", "Execute a statement."),
    DATA_ROW("executemany", cursor_executemany, "(self, sql, seq_of_parameters, /)",
        "Execute a statement for each set of parameters."),
    DATA_ROW("executescript", cursor_executescript, "(self, sql_script, /)", "Execute several statements."),
    DATA_ROW("fetchall", cursor_fetchall, "(self, /)", "All rows that are left, as a list."),
    DATA_ROW("fetchmany", cursor_fetchmany, "(self, /, size=1)", "The next rows, as a list: arraysize, if not told otherwise."),
    DATA_ROW("fetchone", cursor_fetchone, "(self, /)", "The next row, or None."),
    ROW("setinputsizes", do_nothing, "(self, sizes, /)", "Does nothing, as DB-API allows."),
    ROW("setoutputsize", do_nothing, "(self, size, column=None, /)", "Does nothing, as DB-API allows."),
    {0}};

static const MinipyMember cursor_members[] = {
    FIELD("connection", MINIPY_VALUE, Cursor, connection),
    FIELD("description", MINIPY_VALUE, Cursor, description),
    FIELD("lastrowid", MINIPY_VALUE, Cursor, lastrowid),
    FIELD("rowcount", MINIPY_INT64, Cursor, rowcount),
    {.name = "arraysize", .field = MINIPY_INT32, .offset = offsetof(Cursor, arraysize)},
    {.name = "row_factory", .field = MINIPY_VALUE, .offset = offsetof(Cursor, row_factory)},
    {0}};
/* clang-format on */

const MinipyType cursor_type = {
    .name = "sqlite3.Cursor",
    .flags = MINIPY_IMMUTABLE,
    .doc = "SQLite database cursor class.",
    .size = sizeof(Cursor),
    .values = CURSOR_VALUES,
    .methods = cursor_methods,
    .members = cursor_members,
    .destroy = cursor_destroy,
};
