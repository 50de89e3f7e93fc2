/* execute.c - execute(), executemany(), executescript(). */
#include "sqlite.h"

/* ---- what columns are called and converted by ------------------------------------ */

/* The name of a column in cursor.description: without what PARSE_COLNAMES reads. */
static MinipyValue column_name(MinipyVM *vm, const Connection *c, const char *name)
{
    if (!name)
        return minipy_raise(vm, "MemoryError", NULL);
    size_t size = strlen(name);
    const char *bracket = c->detect_types & PARSE_COLNAMES ? strchr(name, '[') : NULL;
    if (bracket)
        size = (size_t)(bracket - name) - (bracket > name && bracket[-1] == ' ');
    return minipy_str(vm, name, size);
}

/* ((name, None, None, None, None, None, None), ...) */
static MinipyValue description_of(MinipyVM *vm, const Connection *c, sqlite3_stmt *stmt)
{
    int count = sqlite3_column_count(stmt), made = 0;
    MinipyValue none = minipy_none(), r = MINIPY_NULL;
    MinipyValue *rows = calloc((size_t)count, sizeof *rows);
    if (!rows)
        return minipy_raise(vm, "MemoryError", NULL);
    for (bool good = true; good && made < count; made += good) {
        MinipyValue name = column_name(vm, c, sqlite3_column_name(stmt, made));
        const MinipyValue seven[] = {name, none, none, none, none, none, none};
        rows[made] = name ? minipy_tuple(vm, seven, 7) : MINIPY_NULL;
        good = rows[made] != MINIPY_NULL;
        minipy_release(vm, name);
    }
    if (made == count)
        r = minipy_tuple(vm, rows, (size_t)count);
    while (made)
        minipy_release(vm, rows[--made]);
    free(rows);
    return r;
}

/* By the name of the column, "value [type]"; then by its declared type. MINIPY_NULL:
 * none, or an exception. */
static MinipyValue converter_for(MinipyVM *vm, const Connection *c, sqlite3_stmt *stmt,
                                 int i)
{
    MinipyValue v = MINIPY_NULL;
    const char *name = sqlite3_column_name(stmt, i);
    const char *type = sqlite3_column_decltype(stmt, i);
    const char *from =
        c->detect_types & PARSE_COLNAMES && name ? strchr(name, '[') : NULL;
    const char *to = from ? strchr(from, ']') : NULL;
    if (to)
        v = converter_of(vm, from + 1, (size_t)(to - from - 1));
    if (!v && c->detect_types & PARSE_DECLTYPES && type && !minipy_error_occurred(vm))
        v = converter_of(vm, type, strcspn(type, " ("));
    return v;
}

/* cursor->converters, for those columns. -1: exception. */
static int find_converters(MinipyVM *vm, Cursor *cursor, const Connection *c,
                           sqlite3_stmt *stmt)
{
    replace(vm, &cursor->converters, MINIPY_NULL);
    if (!c->detect_types)
        return 0;
    MinipyValue list = minipy_list(vm, NULL, 0);
    for (int i = 0; list && i < sqlite3_column_count(stmt); i++) {
        MinipyValue v = converter_for(vm, c, stmt, i);
        if (minipy_error_occurred(vm) ||
            minipy_list_append(vm, list, v ? v : minipy_none()) < 0)
            replace(vm, &list, MINIPY_NULL);
        minipy_release(vm, v);
    }
    cursor->converters = list;
    return list ? 0 : -1;
}

/* ---- running a statement --------------------------------------------------------- */

/* What is known of the rows once the first step is done. */
static int describe(MinipyVM *vm, Cursor *cursor, const Connection *c,
                    const Statement *s)
{
    if (find_converters(vm, cursor, c, s->stmt) < 0)
        return -1;
    if (cursor->description || sqlite3_column_count(s->stmt) == 0)
        return 0;
    cursor->description = description_of(vm, c, s->stmt);
    return cursor->description ? 0 : -1;
}

/* With these parameters. -1: exception. */
static int run_once(MinipyVM *vm, Cursor *cursor, Connection *c, Statement *s,
                    MinipyValue parameters)
{
    if (statement_bind(c, s, parameters) < 0)
        return -1;
    int rc = statement_step(s);
    if (!c->db) { /* a callback has closed it */
        connection_check(c);
        return -1;
    }
    if (rc != SQLITE_DONE && rc != SQLITE_ROW) {
        minipy_error_clear(vm);
        raise_sqlite(vm, c->db, rc);
        return -1;
    }
    if (describe(vm, cursor, c, s) < 0)
        return -1;
    if (rc == SQLITE_DONE) {
        if (s->is_dml)
            cursor->rowcount += sqlite3_changes(c->db);
        statement_rewind(s);
    }
    return 0;
}

/* The cursor's statement for sql, ready to run; NULL: exception. */
static Statement *prepare(MinipyVM *vm, Cursor *cursor, Connection *c, MinipyValue sql,
                          bool many)
{
    replace(vm, &cursor->description, MINIPY_NULL);
    cursor_drop_statement(vm, cursor);
    cursor->statement = statement_get(c, cursor->connection, sql);
    if (!cursor->statement)
        return NULL;
    Statement *s = cursor->prepared = statement_data(vm, cursor->statement);
    s->in_use = true;
    if (many && (!s->stmt || sqlite3_stmt_readonly(s->stmt))) {
        raise_error(vm, PROGRAMMING_ERROR,
                    "executemany() can only execute DML statements.");
        return NULL;
    }
    cursor->rowcount = s->is_dml ? 0 : -1;
    if (s->is_dml && c->begin && sqlite3_get_autocommit(c->db) &&
        connection_begin(c) < 0)
        return NULL;
    return s;
}

/* For each of the parameters that it gives; MINIPY_NULL: once, without any. */
static int run_all(MinipyVM *vm, Cursor *cursor, Connection *c, Statement *s,
                   MinipyValue it)
{
    int r = 0;
    MinipyValue parameters;
    while (r == 0 && (parameters = minipy_next(vm, it))) {
        r = c->db ? run_once(vm, cursor, c, s, parameters) : (connection_check(c), -1);
        minipy_release(vm, parameters);
    }
    return minipy_error_occurred(vm) ? -1 : r;
}

/* What is left to do when it was run: 0, or -1. */
static int finish(MinipyVM *vm, Cursor *cursor, Connection *c, int r, bool many)
{
    Statement *s = cursor->statement ? cursor->prepared : NULL;
    if (r < 0) {
        cursor_drop_statement(vm, cursor);
        cursor->rowcount = -1;
        return -1;
    }
    if (!many && s && s->stmt)
        replace(vm, &cursor->lastrowid,
                minipy_int(vm, sqlite3_last_insert_rowid(c->db)));
    if (!s || !s->stmt || !sqlite3_stmt_busy(s->stmt))
        cursor_drop_statement(vm, cursor);
    return 0;
}

static MinipyValue execute(MinipyVM *vm, Cursor *cursor, const MinipyValue *args,
                           bool many)
{
    if (minipy_kind(args[1]) != MINIPY_IS_STR)
        return argument_error(
            vm, many ? "executemany() argument 1" : "execute() argument 1", "str",
            args[1]);
    if (!cursor_open(vm, cursor))
        return MINIPY_NULL;
    Connection *c = cursor->database;
    cursor->locked = true;
    MinipyValue connection = minipy_retain(cursor->connection);
    MinipyValue it = MINIPY_NULL;
    if (many)
        it = minipy_iter(vm, args[2]);
    Statement *s = many && !it ? NULL : prepare(vm, cursor, c, args[1], many);
    int r = s ? 0 : -1;
    if (s && many)
        r = run_all(vm, cursor, c, s, it);
    else if (s) {
        MinipyValue none = args[2] ? MINIPY_NULL : minipy_tuple(vm, NULL, 0);
        r = run_once(vm, cursor, c, s, args[2] ? args[2] : none);
        minipy_release(vm, none);
    }
    cursor->locked = false;
    r = finish(vm, cursor, c, r, many);
    minipy_release(vm, it);
    minipy_release(vm, connection);
    return r < 0 ? MINIPY_NULL : minipy_retain(args[0]);
}

/* execute(sql, parameters=(), /) */
METHOD(cursor_execute)
{
    return execute(vm, user, args, false);
}

METHOD(cursor_executemany)
{
    return execute(vm, user, args, true);
}

/* ---- scripts --------------------------------------------------------------------- */

/* One statement of a script from *sql on. SQLite's result. */
static int run_part(MinipyVM *vm, Connection *c, const char **sql)
{
    sqlite3_stmt *stmt = NULL;
    int rc;
    WITHOUT_VM(vm, rc, sqlite3_prepare_v2(c->db, *sql, -1, &stmt, sql));
    if (rc != SQLITE_OK)
        return rc;
    do {
        rc = SQLITE_DONE;
        if (stmt)
            WITHOUT_VM(vm, rc, sqlite3_step(stmt));
    } while (rc == SQLITE_ROW && c->db && minipy_poll(vm) == 0);
    WITHOUT_VM(vm, rc, sqlite3_finalize(stmt));
    return rc;
}

METHOD(cursor_executescript)
{
    Cursor *cursor = user;
    const char *sql = text_argument(vm, args[1], "executescript() argument");
    if (!sql || !cursor_open(vm, cursor))
        return MINIPY_NULL;
    Connection *c = cursor->database;
    if (strlen(sql) > (size_t)sqlite3_limit(c->db, SQLITE_LIMIT_SQL_LENGTH, -1))
        return raise_error(vm, DATA_ERROR, "query string is too large");
    if (!sqlite3_get_autocommit(c->db) && connection_run(c, "COMMIT") < 0)
        return MINIPY_NULL;
    int rc = SQLITE_OK;
    while (rc == SQLITE_OK && *sql && c->db && !minipy_error_occurred(vm))
        rc = run_part(vm, c, &sql);
    if (!minipy_error_occurred(vm) && !connection_check(c))
        return MINIPY_NULL;
    if (rc != SQLITE_OK)
        raise_sqlite(vm, c->db, rc);
    return minipy_error_occurred(vm) ? MINIPY_NULL : minipy_retain(args[0]);
}
