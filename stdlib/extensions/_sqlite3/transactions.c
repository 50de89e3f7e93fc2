/* transactions.c - commit, rollback, the isolation level, and `with connection`. */
#include <strings.h>

#include "sqlite.h"

int connection_run(Connection *c, const char *sql)
{
    sqlite3_stmt *stmt;
    int rc;
    WITHOUT_VM(c->vm, rc, sqlite3_prepare_v2(c->db, sql, -1, &stmt, NULL));
    if (rc == SQLITE_OK) {
        int ignored;
        WITHOUT_VM(c->vm, ignored, (sqlite3_step(stmt), 0));
        WITHOUT_VM(c->vm, rc, sqlite3_finalize(stmt));
        (void)ignored;
    }
    if (rc == SQLITE_OK)
        return 0;
    raise_sqlite(c->vm, c->db, rc);
    return -1;
}

int connection_begin(Connection *c)
{
    return connection_run(c, c->begin);
}

/* ---- ends of transactions -------------------------------------------------------- */

static MinipyValue end_transaction(MinipyVM *vm, MinipyValue self, const char *sql)
{
    Connection *c = connection_open(vm, self);
    if (!c || (!sqlite3_get_autocommit(c->db) && connection_run(c, sql) < 0))
        return MINIPY_NULL;
    return minipy_none();
}

METHOD(connection_commit)
{
    return end_transaction(vm, args[0], "COMMIT");
}

METHOD(connection_rollback)
{
    return end_transaction(vm, args[0], "ROLLBACK");
}

METHOD(connection_enter)
{
    return connection_open(vm, args[0]) ? minipy_retain(args[0]) : MINIPY_NULL;
}

/* A commit that failed is rolled back; its exception stays the one that is raised. A
 * class that has its own commit() and rollback() is not asked. */
METHOD(connection_exit)
{
    bool commit =
        minipy_is_none(args[1]) && minipy_is_none(args[2]) && minipy_is_none(args[3]);
    MinipyValue r = end_transaction(vm, args[0], commit ? "COMMIT" : "ROLLBACK");
    if (!r && commit) {
        MinipyValue e = minipy_error_take(vm);
        MinipyValue back = end_transaction(vm, args[0], "ROLLBACK");
        if (back)
            minipy_raise_value(vm, e);
        minipy_release(vm, back);
        minipy_release(vm, e);
    }
    minipy_release(vm, r);
    return r ? minipy_bool(false) : MINIPY_NULL;
}

/* ---- isolation_level ------------------------------------------------------------- */

static const char *const levels[][2] = {{"", "BEGIN "},
                                        {"DEFERRED", "BEGIN DEFERRED"},
                                        {"IMMEDIATE", "BEGIN IMMEDIATE"},
                                        {"EXCLUSIVE", "BEGIN EXCLUSIVE"}};

/* The row of a level; -1: exception. */
static int level_of(MinipyVM *vm, MinipyValue v)
{
    if (minipy_kind(v) != MINIPY_IS_STR) {
        minipy_raise(vm, "TypeError", "isolation_level must be str or None");
        return -1;
    }
    size_t size;
    const char *text = minipy_as_str(vm, v, &size);
    if (!text)
        return -1;
    if (strlen(text) != size) {
        minipy_raise(vm, "ValueError", "embedded null character");
        return -1;
    }
    for (int i = 0; i < 4; i++)
        if (strcasecmp(text, levels[i][0]) == 0)
            return i;
    minipy_raise(vm, "ValueError",
                 "isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or "
                 "'EXCLUSIVE'");
    return -1;
}

int isolation_argument(Connection *c, MinipyValue v)
{
    MinipyVM *vm = c->vm;
    bool none = v && minipy_is_none(v);
    int level = none ? 0 : v ? level_of(vm, v) : 0;
    MinipyValue text = none || level < 0 ? MINIPY_NULL : cstr(vm, levels[level][0]);
    if (level < 0 || (!none && !text))
        return -1;
    replace(vm, &c->isolation_level, text);
    c->begin = none ? NULL : levels[level][1];
    return 0;
}

GETTER(isolation_get)
{
    Connection *c = minipy_data(vm, self, &connection_type);
    if (c)
        c->vm = vm;
    return c && connection_check(c) ? retained(c->isolation_level) : MINIPY_NULL;
}

SETTER(isolation_set)
{
    Connection *c = minipy_data(vm, self, &connection_type);
    if (!c)
        return -1;
    c->vm = vm;
    if (!v) {
        minipy_raise(vm, "AttributeError", "cannot delete attribute");
        return -1;
    }
    if (isolation_argument(c, v) < 0)
        return -1;
    if (c->begin)
        return 0;
    MinipyValue r = end_transaction(vm, self, "COMMIT");
    minipy_release(vm, r);
    return r ? 0 : -1;
}
