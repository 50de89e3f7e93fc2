/* callbacks.c - what SQLite tells while statements are made and run: the authorizer,
 * the progress handler, the trace callback. Read first: functions.c. */
#include "sqlite.h"

/* ---- their lives ----------------------------------------------------------------- */

Callback *callback_new(MinipyVM *vm, Connection *c, MinipyValue function)
{
    Callback *cb = malloc(sizeof *cb);
    if (!cb)
        return minipy_raise(vm, "MemoryError", NULL), NULL;
    *cb = (Callback){vm, minipy_retain(function), c->chain, &c->chain};
    if (cb->next)
        cb->next->place = &cb->next;
    return c->chain = cb;
}

static void unchain(Callback *cb)
{
    if (!cb->place)
        return;
    *cb->place = cb->next;
    if (cb->next)
        cb->next->place = cb->place;
    cb->place = NULL;
}

void callbacks_unchain(Connection *c)
{
    while (c->chain)
        unchain(c->chain);
}

int connection_traverse(void *data, int (*visit)(MinipyValue v, void *arg), void *arg)
{
    int r = 0;
    for (Callback *cb = ((Connection *)data)->chain; cb && r == 0; cb = cb->next)
        r = visit(cb->function, arg);
    return r;
}

/* They stay, as SQLite may call them, but call None. What goes may change the chain. */
DESTROY(connection_clear)
{
    Connection *c = data;
    for (Callback *cb = c->chain; cb;) {
        bool is_done = minipy_is_none(cb->function);
        if (!is_done)
            replace(vm, &cb->function, minipy_none());
        cb = is_done ? cb->next : c->chain;
    }
}

/* For SQLite, which may have given up the vm's lock. */
void callback_free(void *callback)
{
    Callback *cb = callback;
    if (!cb)
        return;
    Entered in = enter_vm(cb->vm);
    unchain(cb);
    minipy_release(cb->vm, cb->function);
    leave_vm(&in);
    free(cb);
}

/* The callback of that kind is the connection's now; the one before goes. */
static void keep(Connection *c, int which, Callback *cb)
{
    Callback *before = c->callbacks[which];
    c->callbacks[which] = cb;
    callback_free(before);
}

void connection_drop_callbacks(Connection *c)
{
    sqlite3_set_authorizer(c->db, NULL, NULL);
    sqlite3_progress_handler(c->db, 0, NULL, NULL);
    sqlite3_trace_v2(c->db, 0, NULL, NULL);
    for (int i = 0; i < CALLBACKS; i++)
        keep(c, i, NULL);
}

void callback_failed(MinipyVM *vm, MinipyValue function)
{
    MinipyValue e = minipy_error_take(vm);
    State *s = state_of(vm);
    if (e && s && s->tracebacks) {
        minipy_raise_value(vm, e);
        minipy_error_unraisable(vm, function);
    }
    minipy_release(vm, e);
    minipy_error_clear(vm);
}

/* SQLite calls one: a copy that holds the function, as it may take its own place away,
 * or close the connection. */
static Callback begin(const Callback *cb, Entered *in)
{
    *in = enter_vm(cb->vm);
    return (Callback){.vm = cb->vm, .function = minipy_retain(cb->function)};
}

static void end(Callback *cb, Entered *in)
{
    minipy_release(cb->vm, cb->function);
    leave_vm(in);
}

/* ---- the authorizer -------------------------------------------------------------- */

static int on_authorize(void *user, int action, const char *arg1, const char *arg2,
                        const char *database, const char *source)
{
    Entered in;
    Callback own = begin(user, &in);
    MinipyVM *vm = own.vm;
    int64_t answer = SQLITE_DENY;
    MinipyValue args[] = {minipy_int(vm, action), cstr(vm, arg1), cstr(vm, arg2),
                          cstr(vm, database), cstr(vm, source)};
    bool made = true;
    for (int i = 0; i < 5; i++)
        made = made && args[i];
    MinipyValue r = made ? minipy_call(vm, own.function, args, 5) : MINIPY_NULL;
    bool number =
        r && (minipy_kind(r) == MINIPY_IS_INT || minipy_kind(r) == MINIPY_IS_BOOL);
    if (number && (minipy_as_int(vm, r, &answer) < 0 || answer != (int)answer))
        answer = SQLITE_DENY;
    if (!r || minipy_error_occurred(vm))
        callback_failed(vm, own.function);
    minipy_release(vm, r);
    for (int i = 0; i < 5; i++)
        minipy_release(vm, args[i]);
    end(&own, &in);
    return (int)answer;
}

/* The callback of an argument in *cb, NULL for None. -1: exception. */
static int callback_argument(Connection *c, MinipyValue v, Callback **cb)
{
    *cb = minipy_is_none(v) ? NULL : callback_new(c->vm, c, v);
    return *cb || minipy_is_none(v) ? 0 : -1;
}

METHOD(connection_set_authorizer)
{
    Callback *cb;
    Connection *c = connection_open(vm, args[0]);
    if (!c || callback_argument(c, args[1], &cb) < 0)
        return MINIPY_NULL;
    if (sqlite3_set_authorizer(c->db, cb ? on_authorize : NULL, cb) != SQLITE_OK) {
        callback_free(cb);
        keep(c, ON_AUTHORIZE, NULL);
        return raise_error(vm, OPERATIONAL_ERROR, "Error setting authorizer callback");
    }
    keep(c, ON_AUTHORIZE, cb);
    return minipy_none();
}

/* ---- the progress handler -------------------------------------------------------- */

static int on_progress(void *user)
{
    Entered in;
    Callback own = begin(user, &in);
    MinipyVM *vm = own.vm;
    MinipyValue r = minipy_call(vm, own.function, NULL, 0);
    int stop = r ? minipy_truth(vm, r) : -1;
    if (stop < 0)
        callback_failed(vm, own.function);
    minipy_release(vm, r);
    end(&own, &in);
    return stop;
}

METHOD(connection_set_progress)
{
    Callback *cb;
    int every = 0;
    Connection *c = connection_open(vm, args[0]);
    if (!c || as_c_int(vm, args[2], &every) < 0 || !connection_check(c) ||
        callback_argument(c, args[1], &cb) < 0)
        return MINIPY_NULL;
    sqlite3_progress_handler(c->db, cb ? every : 0, cb ? on_progress : NULL, cb);
    keep(c, ON_PROGRESS, cb);
    return minipy_none();
}

/* ---- the trace callback ---------------------------------------------------------- */

/* The statement's text with its values; without them where that is too long. */
static MinipyValue traced_text(MinipyVM *vm, Callback *cb, sqlite3_stmt *stmt,
                               const char *sql)
{
    char *expanded = sqlite3_expanded_sql(stmt);
    if (expanded) {
        MinipyValue v = minipy_str(vm, expanded, strlen(expanded));
        sqlite3_free(expanded);
        return v;
    }
    if (sqlite3_errcode(sqlite3_db_handle(stmt)) == SQLITE_NOMEM)
        return minipy_raise(vm, "MemoryError", NULL);
    raise_error(vm, DATA_ERROR,
                "Expanded SQL string exceeds the maximum string length");
    callback_failed(vm, cb->function);
    const char *plain = sqlite3_sql(stmt);
    return cstr(vm, plain ? plain : sql);
}

static int on_trace(unsigned type, void *user, void *stmt, void *sql)
{
    if (type != SQLITE_TRACE_STMT)
        return 0;
    Entered in;
    Callback own = begin(user, &in);
    MinipyVM *vm = own.vm;
    MinipyValue text = traced_text(vm, &own, stmt, sql);
    MinipyValue r = text ? minipy_call(vm, own.function, &text, 1) : MINIPY_NULL;
    if (!r)
        callback_failed(vm, own.function);
    minipy_release(vm, r);
    minipy_release(vm, text);
    end(&own, &in);
    return 0;
}

METHOD(connection_set_trace)
{
    Callback *cb;
    Connection *c = connection_open(vm, args[0]);
    if (!c || callback_argument(c, args[1], &cb) < 0)
        return MINIPY_NULL;
    sqlite3_trace_v2(c->db, cb ? SQLITE_TRACE_STMT : 0, cb ? on_trace : NULL, cb);
    keep(c, ON_TRACE, cb);
    return minipy_none();
}
