/* functions.c - what Python gives to SQL: functions, aggregates, window functions,
 * collations. SQLite calls them while a statement runs, without the vm's lock. What
 * they raise becomes the statement's error; nobody sees the exception itself unless
 * enable_callback_tracebacks() was told to show it. */
#include "sqlite.h"

/* ---- values ---------------------------------------------------------------------- */

MinipyValue value_of(MinipyVM *vm, sqlite3_value *v)
{
    switch (sqlite3_value_type(v)) {
    case SQLITE_INTEGER: return minipy_int(vm, sqlite3_value_int64(v));
    case SQLITE_FLOAT: return minipy_float(vm, sqlite3_value_double(v));
    case SQLITE_TEXT: {
        const char *text = (const char *)sqlite3_value_text(v);
        return text ? minipy_str(vm, text, (size_t)sqlite3_value_bytes(v))
                    : minipy_raise(vm, "MemoryError", NULL);
    }
    case SQLITE_BLOB:
        return minipy_bytes(vm, sqlite3_value_blob(v), (size_t)sqlite3_value_bytes(v));
    default: return minipy_none();
    }
}

static int set_bytes(sqlite3_context *context, MinipyVM *vm, MinipyValue v)
{
    Bytes b;
    b.data = minipy_buffer(vm, v, false, &b.size, &b.view);
    if (!b.data && minipy_error_matches(vm, "TypeError"))
        raise_error(vm, PROGRAMMING_ERROR,
                    "User-defined functions cannot return '%s' values to SQLite",
                    minipy_type_name(vm, v));
    if (!b.data)
        return -1;
    int r = b.size > INT_MAX ? -1 : 0;
    if (r < 0)
        minipy_raise(vm, "OverflowError", "BLOB longer than INT_MAX bytes");
    else
        sqlite3_result_blob(context, b.data, (int)b.size, SQLITE_TRANSIENT);
    minipy_release(vm, b.view);
    return r;
}

/* -1: it has no value that SQLite could take. */
int set_result(sqlite3_context *context, MinipyVM *vm, MinipyValue v)
{
    sqlite3_int64 number;
    double real;
    size_t size;
    const char *text;
    switch (minipy_kind(v)) {
    case MINIPY_IS_NONE: return sqlite3_result_null(context), 0;
    case MINIPY_IS_BOOL:
    case MINIPY_IS_INT:
        if (sqlite_int(vm, v, &number) < 0)
            return -1;
        return sqlite3_result_int64(context, number), 0;
    case MINIPY_IS_FLOAT:
        if (minipy_as_float(vm, v, &real) < 0)
            return -1;
        return sqlite3_result_double(context, real), 0;
    case MINIPY_IS_STR:
        text = minipy_as_str(vm, v, &size);
        if (text && size > INT_MAX)
            minipy_raise(vm, "OverflowError", "string longer than INT_MAX bytes");
        if (!text || size > INT_MAX)
            return -1;
        return sqlite3_result_text(context, text, (int)size, SQLITE_TRANSIENT), 0;
    default: return set_bytes(context, vm, v);
    }
}

/* ---- errors of callbacks --------------------------------------------------------- */

/* What was raised, if anything was, becomes the error of the statement. */
static void set_error(sqlite3_context *context, Callback *cb, const char *message)
{
    MinipyVM *vm = cb->vm;
    if (minipy_error_matches(vm, "MemoryError"))
        sqlite3_result_error_nomem(context);
    else if (minipy_error_matches(vm, "OverflowError"))
        sqlite3_result_error_toobig(context);
    else
        sqlite3_result_error(context, message, -1);
    callback_failed(vm, cb->function);
}

/* ---- functions ------------------------------------------------------------------- */

enum { FEW = 8 };

/* f(self or nothing, values...): new. MINIPY_NULL: exception. */
static MinipyValue call_with(MinipyVM *vm, MinipyValue f, int n, sqlite3_value **values)
{
    MinipyValue few[FEW], *args = n > FEW ? calloc((size_t)n, sizeof *args) : few;
    if (!args)
        return minipy_raise(vm, "MemoryError", NULL);
    int made = 0;
    while (made < n && (args[made] = value_of(vm, values[made])))
        made++;
    MinipyValue r = made == n ? minipy_call(vm, f, args, (size_t)n) : MINIPY_NULL;
    while (made)
        minipy_release(vm, args[--made]);
    if (args != few)
        free(args);
    return r;
}

static void on_function(sqlite3_context *context, int n, sqlite3_value **values)
{
    Callback *cb = sqlite3_user_data(context);
    Entered in = enter_vm(cb->vm);
    MinipyValue r = call_with(cb->vm, cb->function, n, values);
    if (!r || set_result(context, cb->vm, r) < 0)
        set_error(context, cb, "user-defined function raised exception");
    minipy_release(cb->vm, r);
    leave_vm(&in);
}

/* ---- aggregates ------------------------------------------------------------------ */

/* The instance behind a step; made at the first. NULL: an error was set. */
static MinipyValue *instance_of(sqlite3_context *context, Callback *cb)
{
    MinipyValue *place = sqlite3_aggregate_context(context, sizeof *place);
    if (!place)
        sqlite3_result_error_nomem(context);
    else if (!*place && !(*place = minipy_call(cb->vm, cb->function, NULL, 0)))
        set_error(context, cb,
                  "user-defined aggregate's '__init__' method raised error");
    return place && *place ? place : NULL;
}

/* A method of the instance with the values; MINIPY_NULL: an error was set. */
static MinipyValue call_method(sqlite3_context *context, MinipyValue instance,
                               const char *name, int n, sqlite3_value **values)
{
    Callback *cb = sqlite3_user_data(context);
    char text[80];
    MinipyValue method = minipy_getattr(cb->vm, instance, name);
    bool missing = !method && minipy_error_matches(cb->vm, "AttributeError");
    MinipyValue r = method ? call_with(cb->vm, method, n, values) : MINIPY_NULL;
    minipy_release(cb->vm, method);
    if (r)
        return r;
    snprintf(text, sizeof text, "user-defined aggregate's '%s' method %s", name,
             missing ? "not defined" : "raised error");
    set_error(context, cb, text);
    return MINIPY_NULL;
}

static void step(sqlite3_context *context, const char *name, int n,
                 sqlite3_value **values)
{
    Callback *cb = sqlite3_user_data(context);
    Entered in = enter_vm(cb->vm);
    MinipyValue *instance = instance_of(context, cb);
    if (instance)
        minipy_release(cb->vm, call_method(context, *instance, name, n, values));
    leave_vm(&in);
}

static void on_step(sqlite3_context *context, int n, sqlite3_value **values)
{
    step(context, "step", n, values);
}

static void on_inverse(sqlite3_context *context, int n, sqlite3_value **values)
{
    step(context, "inverse", n, values);
}

/* value() and finalize(): what they return is the aggregate's value. */
static void give(sqlite3_context *context, const char *name, bool end)
{
    MinipyValue *instance = sqlite3_aggregate_context(context, 0);
    if (!instance || !*instance)
        return; /* no row, or its class could not be called */
    Callback *cb = sqlite3_user_data(context);
    Entered in = enter_vm(cb->vm);
    MinipyValue r = call_method(context, *instance, name, 0, NULL);
    if (r && set_result(context, cb->vm, r) < 0) {
        char text[80];
        snprintf(text, sizeof text, "user-defined aggregate's '%s' method raised error",
                 name);
        set_error(context, cb, text);
    }
    minipy_release(cb->vm, r);
    if (end)
        replace(cb->vm, instance, MINIPY_NULL);
    leave_vm(&in);
}

static void on_value(sqlite3_context *context)
{
    give(context, "value", false);
}

static void on_finalize(sqlite3_context *context)
{
    give(context, "finalize", true);
}

/* ---- collations ------------------------------------------------------------------ */

static int on_collate(void *user, int size1, const void *text1, int size2,
                      const void *text2)
{
    Callback *cb = user;
    MinipyVM *vm = cb->vm;
    Entered in = enter_vm(vm);
    int64_t order = 0;
    if (!minipy_error_occurred(vm)) {
        MinipyValue args[] = {minipy_str(vm, text1, (size_t)size1),
                              minipy_str(vm, text2, (size_t)size2)};
        MinipyValue r =
            args[0] && args[1] ? minipy_call(vm, cb->function, args, 2) : MINIPY_NULL;
        if (r && minipy_as_int(vm, r, &order) < 0) {
            bool big = minipy_error_matches(vm, "OverflowError");
            order = !big ? 0 : was_negative(vm, r) ? -1 : 1;
            minipy_error_clear(vm);
        }
        minipy_release(vm, r); /* what it raised is the statement's exception */
        minipy_release(vm, args[0]);
        minipy_release(vm, args[1]);
    }
    leave_vm(&in);
    return order > 0 ? 1 : order < 0 ? -1 : 0;
}

/* ---- methods --------------------------------------------------------------------- */

/* What create_function, _aggregate and _window have in common. To read it may run
 * Python code, which may close the connection: it is open afterwards. */
typedef struct Definition {
    const char *name;
    int count;
    Callback *callback; /* NULL: a window function is taken away */
} Definition;

/* None takes a window function away; another it makes one that fails, as in CPython. */
static int read_definition(Connection *c, const MinipyValue *args, const char *which,
                           bool window, Definition *d)
{
    MinipyVM *vm = c->vm;
    d->callback = NULL;
    if (!(d->name = text_argument(vm, args[1], which)) ||
        as_c_int(vm, args[2], &d->count) < 0 || !connection_check(c))
        return -1;
    if (window && minipy_is_none(args[3]))
        return 0;
    return (d->callback = callback_new(vm, c, args[3])) ? 0 : -1;
}

/* create_function(name, narg, func, *, deterministic=False) */
METHOD(connection_create_function)
{
    Definition d;
    Connection *c = connection_open(vm, args[0]);
    int deterministic = c && args[4] ? minipy_truth(vm, args[4]) : 0;
    if (!c || deterministic < 0 ||
        read_definition(c, args, "create_function() argument 'name'", false, &d) < 0)
        return MINIPY_NULL;
    int rc, flags = SQLITE_UTF8 | (deterministic ? SQLITE_DETERMINISTIC : 0);
    WITHOUT_VM(vm, rc,
               sqlite3_create_function_v2(c->db, d.name, d.count, flags, d.callback,
                                          on_function, NULL, NULL, callback_free));
    return rc == SQLITE_OK
               ? minipy_none()
               : raise_error(vm, OPERATIONAL_ERROR, "Error creating function");
}

METHOD(connection_create_aggregate)
{
    Definition d;
    Connection *c = connection_open(vm, args[0]);
    if (!c ||
        read_definition(c, args, "create_aggregate() argument 'name'", false, &d) < 0)
        return MINIPY_NULL;
    int rc;
    WITHOUT_VM(vm, rc,
               sqlite3_create_function_v2(c->db, d.name, d.count, SQLITE_UTF8,
                                          d.callback, NULL, on_step, on_finalize,
                                          callback_free));
    return rc == SQLITE_OK
               ? minipy_none()
               : raise_error(vm, OPERATIONAL_ERROR, "Error creating aggregate");
}

METHOD(connection_create_window)
{
    Definition d;
    Connection *c = connection_open(vm, args[0]);
    if (!c ||
        read_definition(c, args, "create_window_function() argument 1", true, &d) < 0)
        return MINIPY_NULL;
    int rc;
    bool on = d.callback != NULL;
    WITHOUT_VM(vm, rc,
               sqlite3_create_window_function(
                   c->db, d.name, d.count, SQLITE_UTF8, d.callback, on ? on_step : NULL,
                   on ? on_finalize : NULL, on ? on_value : NULL,
                   on ? on_inverse : NULL, callback_free));
    return rc == SQLITE_OK
               ? minipy_none()
               : raise_error(vm, PROGRAMMING_ERROR, "%s", sqlite3_errstr(rc));
}

METHOD(connection_create_collation)
{
    Connection *c = connection_open(vm, args[0]);
    const char *name =
        c ? text_argument(vm, args[1], "create_collation() argument 1") : NULL;
    if (!name)
        return MINIPY_NULL;
    Callback *cb = NULL;
    if (!minipy_is_none(args[2])) {
        if (minipy_callable(vm, args[2]) <= 0)
            return minipy_raise(vm, "TypeError", "parameter must be callable");
        if (!(cb = callback_new(vm, c, args[2])))
            return MINIPY_NULL;
    }
    int rc;
    WITHOUT_VM(vm, rc,
               sqlite3_create_collation_v2(c->db, name, SQLITE_UTF8, cb,
                                           cb ? on_collate : NULL, callback_free));
    if (rc == SQLITE_OK)
        return minipy_none();
    callback_free(cb); /* this one function does not call it when it fails */
    return raise_sqlite(vm, c->db, rc);
}
