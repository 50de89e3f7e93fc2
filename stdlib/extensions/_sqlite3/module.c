/* module.c - the module _sqlite3, on which the package sqlite3 stands: CPython 3.11's
 * interface to SQLite. Read first: sqlite.h. */
#include "sqlite.h"

State *state_of(MinipyVM *vm)
{
    return minipy_module_state(vm, &minipy_module__sqlite3);
}

Account *account_of(MinipyVM *vm)
{
    MinipyValue e = minipy_error_occurred(vm) ? minipy_error_take(vm) : MINIPY_NULL;
    State *s = state_of(vm);
    if (e)
        minipy_raise_value(vm, e);
    minipy_release(vm, e);
    return s ? s->account : NULL;
}

void *data_if(MinipyVM *vm, MinipyValue v, const MinipyType *type)
{
    void *data = minipy_data(vm, v, type);
    if (!data && minipy_error_matches(vm, "TypeError"))
        minipy_error_clear(vm);
    return data;
}

MinipyValue argument_error(MinipyVM *vm, const char *which, const char *wanted,
                           MinipyValue got)
{
    return minipy_raisef(vm, "TypeError", "%s must be %s, not %.50s", which, wanted,
                         minipy_is_none(got) ? "None" : minipy_type_name(vm, got));
}

const char *text_argument(MinipyVM *vm, MinipyValue v, const char *which)
{
    if (minipy_kind(v) != MINIPY_IS_STR) {
        argument_error(vm, which, "str", v);
        return NULL;
    }
    size_t size;
    const char *text = minipy_as_str(vm, v, &size);
    if (text && strlen(text) != size) {
        minipy_raise(vm, "ValueError", "embedded null character");
        return NULL;
    }
    return text;
}

/* ---- functions ------------------------------------------------------------------- */

/* Which of the arguments is the factory; MINIPY_NULL with an exception, or if none is.
 */
static MinipyValue factory_of(MinipyVM *vm, MinipyValue positional, MinipyValue named)
{
    enum { FACTORY = 5 };
    if (minipy_length(vm, positional) > FACTORY)
        return minipy_getitem_at(vm, positional, FACTORY);
    MinipyValue name = minipy_str(vm, "factory", 7);
    MinipyValue r = name ? minipy_dict_get(vm, named, name) : MINIPY_NULL;
    minipy_release(vm, name);
    return r;
}

/* f(*positional, **named) */
static MinipyValue call_with(MinipyVM *vm, MinipyValue f, MinipyValue positional,
                             MinipyValue named)
{
    size_t n = (size_t)minipy_length(vm, positional), more = 0, pos = 0;
    size_t room = n + (size_t)minipy_length(vm, named) + 1;
    MinipyValue *values = calloc(room, sizeof *values), key, value, r = MINIPY_NULL;
    const char **names = calloc(room, sizeof *names);
    bool fine = values && names;
    if (!fine)
        minipy_raise(vm, "MemoryError", "");
    for (size_t i = 0; fine && i < n; i++)
        fine =
            (values[i] = minipy_getitem_at(vm, positional, (int64_t)i)) != MINIPY_NULL;
    while (fine && minipy_dict_next(vm, named, &pos, &key, &value) > 0) {
        fine = (names[more] = minipy_as_str(vm, key, NULL)) != NULL;
        values[n + more++] = value;
    }
    if (fine)
        r = minipy_call_kw(vm, f, values, n, names);
    for (size_t i = 0; values && i < n; i++)
        minipy_release(vm, values[i]);
    free(values);
    free(names);
    return r;
}

/* connect(database, timeout=5.0, ...): factory(database, ...), with what was given,
 * which the factory alone reads. */
static METHOD(module_connect)
{
    State *s = state_of(vm);
    MinipyValue factory = s ? factory_of(vm, args[0], args[1]) : MINIPY_NULL;
    if (!s || minipy_error_occurred(vm))
        return MINIPY_NULL;
    MinipyValue r = call_with(vm, factory ? factory : s->connection, args[0], args[1]);
    minipy_release(vm, factory);
    return r;
}

static METHOD(module_complete)
{
    const char *sql =
        text_argument(vm, args[0], "complete_statement() argument 'statement'");
    return sql ? minipy_bool(sqlite3_complete(sql)) : MINIPY_NULL;
}

static METHOD(module_tracebacks)
{
    int on = 0;
    State *s = state_of(vm);
    if (!s || as_c_int(vm, args[0], &on) < 0)
        return MINIPY_NULL;
    s->tracebacks = on != 0;
    return minipy_none();
}

static METHOD(module_shared_cache)
{
    int on = 0;
    if (as_c_int(vm, args[0], &on) < 0)
        return MINIPY_NULL;
    return sqlite3_enable_shared_cache(on) == SQLITE_OK
               ? minipy_none()
               : raise_error(vm, OPERATIONAL_ERROR,
                             "Changing the shared_cache flag failed");
}

/* clang-format off */
static const MinipyMethod functions[] = {
    ROW("adapt", module_adapt, "(obj, proto=PrepareProtocolType, alt=<unrepresentable>, /)",
        "What SQLite gets for an object."),
    ROW("complete_statement", module_complete, "(statement)", "Does the text end with a complete statement?"),
    ROW("connect", module_connect, "(*args, **kwargs)",
        "(database, timeout=5.0, detect_types=0, isolation_level='', check_same_thread=True, factory=ConnectionType, "
        "cached_statements=128, uri=False)\n--\n\nOpen a database: a file, or ':memory:'."),
    ROW("enable_callback_tracebacks", module_tracebacks, "(enable, /)",
        "Say whether sys.unraisablehook sees what callbacks raise."),
    ROW("enable_shared_cache", module_shared_cache, "(do_enable)",
        "Let connections of this thread share a cache. Deprecated."),
    ROW("register_adapter", module_register_adapter, "(type, adapter, /)",
        "Set what makes values for SQLite of objects of a type."),
    ROW("register_converter", module_register_converter, "(typename, converter, /)",
        "Set what makes objects of the bytes of columns of a type."),
    {0}};
/* clang-format on */

/* ---- classes --------------------------------------------------------------------- */

/* In *place and, if it is shown, in the module under its last name. */
static int add_class(MinipyVM *vm, MinipyValue module, const MinipyType *type,
                     MinipyValue *place, bool shown)
{
    *place = minipy_type(vm, type, MINIPY_NULL);
    return *place && (!shown || minipy_setattr(vm, module, strrchr(type->name, '.') + 1,
                                               *place) == 0)
               ? 0
               : -1;
}

static int add_classes(MinipyVM *vm, MinipyValue module, State *s)
{
    return add_class(vm, module, &connection_type, &s->connection, true) < 0 ||
                   add_class(vm, module, &cursor_type, &s->cursor, true) < 0 ||
                   add_class(vm, module, &row_type, &s->row, true) < 0 ||
                   add_class(vm, module, &blob_type, &s->blob, true) < 0 ||
                   add_class(vm, module, &statement_type, &s->statement, false) < 0 ||
                   add_class(vm, module, &protocol_type, &s->protocol, true) < 0
               ? -1
               : 0;
}

static int add_errors(MinipyVM *vm, MinipyValue module, State *s)
{
    static const struct {
        const char *name;
        int base;
    } rows[] = {
#define EXCEPTION(number, name, base) {"sqlite3." name, base},
        EXCEPTIONS
#undef EXCEPTION
    };
    for (int i = 0; i < EXCEPTION_COUNT; i++) {
        MinipyValue base = rows[i].base < 0 ? MINIPY_NULL : s->errors[rows[i].base];
        s->errors[i] = minipy_exception_class(vm, rows[i].name, NULL, base);
        if (!s->errors[i] || minipy_setattr(vm, module, strrchr(rows[i].name, '.') + 1,
                                            s->errors[i]) < 0)
            return -1;
    }
    return 0;
}

/* Python's own classes that values are compared with. */
static int find_builtins(MinipyVM *vm, State *s)
{
    MinipyValue builtins = minipy_import(vm, "builtins");
    if (builtins) {
        s->str = minipy_getattr(vm, builtins, "str");
        s->bytes = minipy_getattr(vm, builtins, "bytes");
        s->tuple = minipy_getattr(vm, builtins, "tuple");
    }
    minipy_release(vm, builtins);
    return minipy_error_occurred(vm) ? -1 : 0;
}

/* ---- the module ------------------------------------------------------------------ */

/* 0: one thread alone, 1: threads, not with one connection, 3: threads. */
static int thread_safety(void)
{
    static const int of_modes[] = {0, 3, 1}; /* SQLITE_THREADSAFE */
    int mode = sqlite3_threadsafe();
    return of_modes[mode >= 0 && mode <= 2 ? mode : 0];
}

static const Number numbers[] = {
    {"PARSE_DECLTYPES", PARSE_DECLTYPES}, {"PARSE_COLNAMES", PARSE_COLNAMES}, {0}};

static int add_values(MinipyVM *vm, MinipyValue module, State *s)
{
    MinipyValue level = minipy_int(vm, thread_safety());
    s->adapters = minipy_dict(vm);
    s->converters = minipy_dict(vm);
    int r = level && s->adapters && s->converters &&
                    minipy_setattr(vm, module, "threadsafety", level) == 0 &&
                    minipy_setattr(vm, module, "adapters", s->adapters) == 0 &&
                    minipy_setattr(vm, module, "converters", s->converters) == 0
                ? 0
                : -1;
    minipy_release(vm, level);
    return r;
}

/* CPython's imports it for its cache of statements: programs meet it in sys.modules. */
static int import_functools(MinipyVM *vm)
{
    MinipyValue functools = minipy_import(vm, "functools");
    minipy_release(vm, functools);
    return functools ? 0 : -1;
}

static int exec(MinipyVM *vm, MinipyValue module)
{
    memory_init();
    State *s = state_of(vm);
    if (!s || !(s->account = memory_account(vm)))
        return -1;
    if (sqlite3_initialize() != SQLITE_OK) {
        minipy_raise(vm, "ImportError", "SQLite could not be initialized");
        return -1;
    }
    return add_errors(vm, module, s) < 0 || add_classes(vm, module, s) < 0 ||
                   find_builtins(vm, s) < 0 || add_values(vm, module, s) < 0 ||
                   add_numbers(vm, module, numbers) < 0 ||
                   add_numbers(vm, module, sqlite_code_numbers) < 0 ||
                   add_numbers(vm, module, sqlite_numbers) < 0 ||
                   add_text(vm, module, "version", "2.6.0") < 0 ||
                   add_text(vm, module, "sqlite_version", sqlite3_libversion()) < 0 ||
                   import_functools(vm) < 0
               ? -1
               : 0;
}

static void free_state(void *state)
{
    memory_forget(((State *)state)->account);
}

/* clang-format off */
MINIPY_MODULE(_sqlite3) = {MINIPY_MODULE_HEAD, .name = "_sqlite3", .functions = functions, .state_size = sizeof(State),
    .state_values = STATE_VALUES, .exec = exec, .free_state = free_state};
/* clang-format on */
