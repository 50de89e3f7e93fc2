/* statement.c - prepared statements: making them, the cache of a connection, values for
 * their parameters. Read next: execute.c. */
#include <ctype.h>
#include <strings.h>

#include "sqlite.h"

/* ---- the text of SQL ------------------------------------------------------------- */

/* Behind blanks and comments; NULL: nothing else is there. */
static const char *skip_blanks(const char *sql)
{
    for (;;) {
        if (isspace((unsigned char)*sql)) {
            sql++;
        } else if (strncmp(sql, "--", 2) == 0) {
            sql += strcspn(sql, "\n");
        } else if (strncmp(sql, "/*", 2) == 0) {
            const char *end = strstr(sql + 2, "*/");
            if (!end)
                return NULL;
            sql = end + 2;
        } else {
            return *sql ? sql : NULL;
        }
    }
}

/* Does it change rows, so that a transaction is begun for it? */
static bool changes_rows(const char *sql)
{
    static const char *const words[] = {"insert", "update", "delete", "replace"};
    sql = skip_blanks(sql);
    for (size_t i = 0; sql && i < sizeof words / sizeof *words; i++)
        if (strncasecmp(sql, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

/* ---- making statements ----------------------------------------------------------- */

/* The SQL that a statement can be made of; NULL: exception. (A str of a class of its
 * own may have closed the connection when it was looked for.) */
static const char *sql_text(Connection *c, MinipyValue sql, size_t *size)
{
    MinipyVM *vm = c->vm;
    const char *text = connection_check(c) ? minipy_as_str(vm, sql, size) : NULL;
    if (!text)
        return NULL;
    if (*size > (size_t)sqlite3_limit(c->db, SQLITE_LIMIT_SQL_LENGTH, -1))
        raise_error(vm, DATA_ERROR, "query string is too large");
    else if (strlen(text) != *size)
        raise_error(vm, PROGRAMMING_ERROR, "the query contains a null character");
    else
        return text;
    return NULL;
}

MinipyValue statement_new(Connection *c, MinipyValue sql)
{
    MinipyVM *vm = c->vm;
    State *state = state_of(vm);
    size_t size;
    const char *text = state ? sql_text(c, sql, &size) : NULL, *tail;
    if (!text)
        return MINIPY_NULL;
    int rc;
    sqlite3_stmt *stmt = NULL;
    WITHOUT_VM(vm, rc, sqlite3_prepare_v2(c->db, text, (int)size + 1, &stmt, &tail));
    if (rc != SQLITE_OK)
        return raise_sqlite(vm, c->db, rc);
    Statement *s = NULL;
    MinipyValue v = MINIPY_NULL;
    if (skip_blanks(tail))
        raise_error(vm, PROGRAMMING_ERROR,
                    "You can only execute one statement at a time.");
    else
        v = minipy_instance(vm, state->statement, (void **)(void *)&s);
    if (v)
        *s = (Statement){.vm = vm, .stmt = stmt, .is_dml = changes_rows(text)};
    else
        sqlite3_finalize(stmt);
    return v;
}

Statement *statement_data(MinipyVM *vm, MinipyValue v)
{
    return minipy_data(vm, v, &statement_type);
}

/* ---- the cache ------------------------------------------------------------------- */

/* Puts it in as the newest; the oldest goes. -1: exception. */
static int remember(Connection *c, MinipyValue sql, MinipyValue statement)
{
    MinipyVM *vm = c->vm;
    if (c->cached_statements <= 0)
        return 0;
    if (minipy_setitem(vm, c->statements, sql, statement) < 0)
        return -1;
    c->newest = statement;
    if (minipy_length(vm, c->statements) <= c->cached_statements)
        return 0;
    size_t pos = 0;
    MinipyValue oldest;
    if (minipy_dict_next(vm, c->statements, &pos, &oldest, NULL) <= 0)
        return -1;
    minipy_retain(oldest);
    int r = minipy_delitem(vm, c->statements, oldest);
    minipy_release(vm, oldest);
    return r;
}

/* As CPython's cache makes it: by calling the connection, which a class of the
 * program's may have defined. */
static MinipyValue statement_asked(Connection *c, MinipyValue object, MinipyValue sql)
{
    MinipyVM *vm = c->vm;
    State *state = state_of(vm);
    MinipyValue type = minipy_getattr(vm, object, "__class__");
    bool own = state && type && type != state->connection;
    minipy_release(vm, type);
    MinipyValue v = own ? minipy_call(vm, object, &sql, 1) : MINIPY_NULL;
    if (minipy_error_occurred(vm) || (v && data_if(vm, v, &statement_type)))
        return v;
    minipy_release(vm, v); /* of what is no statement CPython makes one after all */
    return statement_new(c, sql);
}

MinipyValue statement_get(Connection *c, MinipyValue object, MinipyValue sql)
{
    MinipyVM *vm = c->vm;
    MinipyValue v = minipy_dict_get(vm, c->statements, sql);
    if (minipy_error_occurred(vm))
        return MINIPY_NULL;
    bool is_newest = v && v == c->newest;
    if (v && !is_newest && minipy_delitem(vm, c->statements, sql) < 0)
        replace(vm, &v, MINIPY_NULL);
    else if (!v)
        v = statement_asked(c, object, sql);
    if (v && !is_newest && remember(c, sql, v) < 0)
        replace(vm, &v, MINIPY_NULL);
    Statement *s = v ? statement_data(vm, v) : NULL;
    if (s && s->in_use) /* by another cursor: a second one, which is not remembered */
        replace(vm, &v, statement_new(c, sql));
    if (v && !connection_check(c))
        replace(vm, &v, MINIPY_NULL);
    return v;
}

/* ---- running --------------------------------------------------------------------- */

void statement_rewind(Statement *s)
{
    int ignored;
    if (s->stepped)
        WITHOUT_VM(s->vm, ignored, sqlite3_reset(s->stmt));
    s->stepped = false;
    (void)ignored;
}

/* Another thread may have it as soon as it is not in use: not before it was reset. */
void statement_reset(Statement *s)
{
    if (s->in_use)
        statement_rewind(s);
    s->in_use = false;
}

int statement_step(Statement *s)
{
    int rc = SQLITE_DONE; /* of nothing but comments */
    s->stepped = true;
    if (s->stmt)
        WITHOUT_VM(s->vm, rc, sqlite3_step(s->stmt));
    return rc;
}

static DESTROY(statement_destroy)
{
    Statement *s = data;
    int ignored;
    if (s->stmt)
        WITHOUT_VM(vm, ignored, sqlite3_finalize(s->stmt));
    (void)ignored;
    s->stmt = NULL;
}

static const MinipyMethod statement_methods[] = {{0}};

const MinipyType statement_type = {
    .name = "sqlite3.Statement",
    .size = sizeof(Statement),
    .methods = statement_methods,
    .flags = MINIPY_FINAL | MINIPY_NO_NEW | MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS,
    .destroy = statement_destroy,
};

/* ---- parameters ------------------------------------------------------------------ */

enum { UNSUPPORTED = -1 };

static int bind_text(MinipyVM *vm, sqlite3_stmt *stmt, int i, MinipyValue v)
{
    size_t size;
    const char *text = minipy_as_str(vm, v, &size);
    if (!text)
        return UNSUPPORTED;
    if (size > INT_MAX) {
        minipy_raise(vm, "OverflowError", "string longer than INT_MAX bytes");
        return UNSUPPORTED;
    }
    return sqlite3_bind_text(stmt, i, text, (int)size, SQLITE_TRANSIENT);
}

static int bind_bytes(MinipyVM *vm, sqlite3_stmt *stmt, int i, MinipyValue v)
{
    Bytes b;
    b.data = minipy_buffer(vm, v, false, &b.size, &b.view);
    if (!b.data) {
        if (minipy_error_matches(vm, "TypeError"))
            minipy_error_clear(vm);
        return UNSUPPORTED;
    }
    int rc = UNSUPPORTED;
    if (b.size > INT_MAX)
        minipy_raise(vm, "OverflowError", "BLOB longer than INT_MAX bytes");
    else
        rc = sqlite3_bind_blob(stmt, i, b.data, (int)b.size, SQLITE_TRANSIENT);
    minipy_release(vm, b.view);
    return rc;
}

int sqlite_int(MinipyVM *vm, MinipyValue v, sqlite3_int64 *out)
{
    int64_t i;
    if (minipy_as_int(vm, v, &i) < 0) {
        if (minipy_error_matches(vm, "OverflowError"))
            minipy_raise(vm, "OverflowError",
                         "Python int too large to convert to SQLite INTEGER");
        return -1;
    }
    *out = i;
    return 0;
}

/* UNSUPPORTED: it has no value that SQLite could take, or an exception. */
static int bind_value(MinipyVM *vm, sqlite3_stmt *stmt, int i, MinipyValue v)
{
    sqlite3_int64 number;
    double real;
    switch (minipy_kind(v)) {
    case MINIPY_IS_NONE: return sqlite3_bind_null(stmt, i);
    case MINIPY_IS_BOOL:
    case MINIPY_IS_INT:
        return sqlite_int(vm, v, &number) < 0 ? UNSUPPORTED
                                              : sqlite3_bind_int64(stmt, i, number);
    case MINIPY_IS_FLOAT:
        return minipy_as_float(vm, v, &real) < 0 ? UNSUPPORTED
                                                 : sqlite3_bind_double(stmt, i, real);
    case MINIPY_IS_STR: return bind_text(vm, stmt, i, v);
    default: return bind_bytes(vm, stmt, i, v);
    }
}

/* May adapters change what is of this type? Not the four that SQLite has, unless a
 * program has registered one for them. */
static bool may_adapt(MinipyVM *vm, const State *state, MinipyValue v)
{
    MinipyKind kind = minipy_kind(v);
    if (state->basic_adapted)
        return true;
    const char *name = minipy_type_name(vm, v);
    return !((kind == MINIPY_IS_INT && strcmp(name, "int") == 0) ||
             (kind == MINIPY_IS_FLOAT && strcmp(name, "float") == 0) ||
             (kind == MINIPY_IS_STR && strcmp(name, "str") == 0) ||
             (kind == MINIPY_IS_BYTEARRAY && strcmp(name, "bytearray") == 0));
}

/* As in CPython, SQLite's last error, even one of an earlier statement, takes the place
 * of the exception that a parameter has raised, which becomes its context. */
static void raise_what_sqlite_says(Connection *c, int code)
{
    MinipyVM *vm = c->vm;
    if (minipy_error_occurred(vm) && (!c->db || sqlite3_errcode(c->db) == SQLITE_OK))
        return;
    MinipyValue context = minipy_error_take(vm);
    raise_sqlite(vm, c->db, code);
    MinipyValue raised = minipy_error_take(vm);
    if (raised && context)
        minipy_setattr(vm, raised, "__context__", context);
    if (raised)
        minipy_raise_value(vm, raised);
    minipy_release(vm, raised);
    minipy_release(vm, context);
}

/* One parameter. -1: exception. */
static int bind_one(Connection *c, Statement *s, const State *state, int i,
                    MinipyValue v)
{
    MinipyVM *vm = c->vm;
    MinipyValue adapted =
        may_adapt(vm, state, v) ? adapt(vm, v, state->protocol, v) : minipy_retain(v);
    if (!adapted)
        return -1;
    if (!c->db || !s->stmt) { /* an adapter has closed it */
        minipy_release(vm, adapted);
        return connection_check(c) ? 0 : -1;
    }
    int rc = bind_value(vm, s->stmt, i, adapted);
    if (rc == UNSUPPORTED && !minipy_error_occurred(vm))
        raise_error(vm, PROGRAMMING_ERROR,
                    "Error binding parameter %d: type '%s' is not supported", i,
                    minipy_type_name(vm, adapted));
    if (rc != SQLITE_OK)
        raise_what_sqlite_says(c, rc);
    minipy_release(vm, adapted);
    return rc == SQLITE_OK ? 0 : -1;
}

static int bind_sequence(Connection *c, Statement *s, const State *state,
                         MinipyValue parameters, int count)
{
    MinipyVM *vm = c->vm;
    int64_t given = minipy_length(vm, parameters);
    if (given < 0)
        return -1;
    if (given != count) {
        raise_error(vm, PROGRAMMING_ERROR,
                    "Incorrect number of bindings supplied. The current statement uses "
                    "%d, and there are %lld supplied.",
                    count, (long long)given);
        return -1;
    }
    for (int i = 1; i <= count; i++) {
        MinipyValue v = minipy_getitem_at(vm, parameters, i - 1);
        int r = v ? bind_one(c, s, state, i, v) : -1;
        minipy_release(vm, v);
        if (r < 0)
            return -1;
    }
    return 0;
}

static int bind_mapping(Connection *c, Statement *s, const State *state,
                        MinipyValue parameters, int count)
{
    MinipyVM *vm = c->vm;
    for (int i = 1; i <= count; i++) {
        const char *name = s->stmt ? sqlite3_bind_parameter_name(s->stmt, i) : NULL;
        if (!name) {
            raise_error(vm, PROGRAMMING_ERROR,
                        "Binding %d has no name, but you supplied a dictionary (which "
                        "has only names).",
                        i);
            return -1;
        }
        MinipyValue v = minipy_getitem_str(vm, parameters, name + 1);
        if (!v && minipy_error_matches(vm, "LookupError"))
            raise_error(vm, PROGRAMMING_ERROR,
                        "You did not supply a value for binding parameter :%s.",
                        name + 1);
        int r = v ? bind_one(c, s, state, i, v) : -1;
        minipy_release(vm, v);
        if (r < 0)
            return -1;
    }
    return 0;
}

/* As Python's C code asks: is there a __getitem__, and is it no dict? */
static bool is_sequence(MinipyVM *vm, MinipyValue v)
{
    MinipyKind kind = minipy_kind(v);
    if (kind == MINIPY_IS_TUPLE || kind == MINIPY_IS_LIST || kind == MINIPY_IS_STR ||
        kind == MINIPY_IS_BYTES || kind == MINIPY_IS_BYTEARRAY)
        return true;
    if (kind == MINIPY_IS_SET || kind == MINIPY_IS_FROZENSET)
        return false;
    return has_special(vm, v, "__getitem__") > 0;
}

int statement_bind(Connection *c, Statement *s, MinipyValue parameters)
{
    int r = -1, count = s->stmt ? sqlite3_bind_parameter_count(s->stmt) : 0;
    const State *state = state_of(c->vm);
    if (!state)
        return -1;
    MemoryScope scope; /* what adapters call has scopes of its own */
    memory_begin(&scope, state->account, true);
    if (minipy_kind(parameters) == MINIPY_IS_DICT)
        r = bind_mapping(c, s, state, parameters, count);
    else if (is_sequence(c->vm, parameters))
        r = bind_sequence(c, s, state, parameters, count);
    else if (!minipy_error_occurred(c->vm))
        raise_error(c->vm, PROGRAMMING_ERROR, "parameters are of unsupported type");
    memory_end(&scope);
    return r;
}
