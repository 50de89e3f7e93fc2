/* sqlite.h - what the files of the module _sqlite3 share.
 *
 * module.c      the module: its functions, constants, classes
 * memory.c      SQLite's memory, which is the vm's; mutex.c, its mutexes
 * errors.c      exceptions from SQLite's results
 * statement.c   prepared statements and their parameters; the cache of statements
 * adapt.c       PrepareProtocol, adapters, converters
 * connection.c  the class Connection; transactions.c, callbacks.c, functions.c,
 * database.c    its methods, by subject
 * cursor.c, row.c, blob.c   the classes of those names
 *
 * Rules: SQLite runs with the vm's lock given up (WITHOUT_VM), and what it calls takes
 * it back (enter_vm). A statement is reset, never finalized, while a cursor has it; the
 * connection's statements are finalized when it is closed, so whoever uses one looks
 * first whether the connection is open. */
#ifndef MINIPY_EXTENSIONS_SQLITE_H
#define MINIPY_EXTENSIONS_SQLITE_H

#include <sqlite3.h>

#include "../common.h"

extern const MinipyModule minipy_module__sqlite3;

/* ---- the module ------------------------------------------------------------------ */

/* The classes of DB-API's exceptions: EXCEPTION(number, name, number of its base). */
#define EXCEPTIONS                                                                     \
    EXCEPTION(WARNING, "Warning", -1)                                                  \
    EXCEPTION(ERROR, "Error", -1)                                                      \
    EXCEPTION(INTERFACE_ERROR, "InterfaceError", ERROR)                                \
    EXCEPTION(DATABASE_ERROR, "DatabaseError", ERROR)                                  \
    EXCEPTION(INTERNAL_ERROR, "InternalError", DATABASE_ERROR)                         \
    EXCEPTION(OPERATIONAL_ERROR, "OperationalError", DATABASE_ERROR)                   \
    EXCEPTION(PROGRAMMING_ERROR, "ProgrammingError", DATABASE_ERROR)                   \
    EXCEPTION(INTEGRITY_ERROR, "IntegrityError", DATABASE_ERROR)                       \
    EXCEPTION(DATA_ERROR, "DataError", DATABASE_ERROR)                                 \
    EXCEPTION(NOT_SUPPORTED_ERROR, "NotSupportedError", DATABASE_ERROR)
enum {
#define EXCEPTION(number, name, base) number,
    EXCEPTIONS
#undef EXCEPTION
        EXCEPTION_COUNT
};

typedef struct State {
    MinipyValue connection, cursor, row, blob, statement, protocol; /* classes */
    MinipyValue errors[EXCEPTION_COUNT];
    MinipyValue adapters, converters; /* dicts */
    MinipyValue str, bytes, tuple;    /* Python's classes */
    struct Account *account;
    bool tracebacks;    /* of callbacks that raise, to sys.unraisablehook */
    bool basic_adapted; /* int, float, str or bytearray has an adapter */
} State;
enum { STATE_VALUES = 11 + EXCEPTION_COUNT };

/* NULL: exception. */
State *state_of(MinipyVM *vm);
struct Account *account_of(MinipyVM *vm); /* whose memory SQLite's is here */
/* Raises one of the module's exceptions; MINIPY_NULL. */
MinipyValue raise_error(MinipyVM *vm, int which, const char *format, ...)
    MINIPY_PRINTF(3, 4);
/* The constants of SQLite that programs see. */
extern const Number sqlite_numbers[];
extern const Number *const sqlite_code_numbers; /* of results */
/* The name of a result code; NULL: it has none. */
const char *error_name(int code);

/* ---- SQLite's memory (memory.c) -------------------------------------------------- */

typedef struct Account Account;
typedef struct MemoryScope {
    Account *account;
    bool inside;
} MemoryScope;
/* Before anything else of SQLite is called. */
void memory_init(void);
Account *memory_account(MinipyVM *vm); /* NULL: no memory */
void memory_forget(Account *a);        /* the vm goes */
/* Between these what the thread's calls of SQLite take counts for the account; inside:
 * the thread is in the vm. */
void memory_begin(MemoryScope *scope, Account *account, bool inside);
void memory_end(const MemoryScope *scope);
void memory_settle(Account *a);
extern const sqlite3_mutex_methods sqlite_mutexes; /* mutex.c */

/* ---- calls of SQLite ------------------------------------------------------------- */

/* r = expr, with the vm's lock given up where another thread could want it. */
#define WITHOUT_VM(vm_, r, expr)                                                       \
    do {                                                                               \
        MemoryScope scope_;                                                            \
        Account *account_ = account_of(vm_);                                           \
        MinipyThread *thread_ = minipy_thread_leave(vm_);                              \
        memory_begin(&scope_, account_, thread_ == NULL);                              \
        r = (expr);                                                                    \
        memory_end(&scope_);                                                           \
        minipy_thread_enter(vm_, thread_);                                             \
        memory_settle(account_);                                                       \
    } while (0)

/* What SQLite calls is in the vm between these. */
typedef struct Entered {
    MinipyVM *vm;
    int state;
    MemoryScope scope;
} Entered;
static inline Entered enter_vm(MinipyVM *vm)
{
    Entered e = {.vm = vm, .state = minipy_lock(vm)};
    memory_begin(&e.scope, NULL, false);
    return e;
}
static inline void leave_vm(Entered *e)
{
    memory_end(&e->scope);
    minipy_unlock(e->vm, e->state);
}

/* ---- arguments ------------------------------------------------------------------- */

/* The text of a str without NUL; what names it in messages ("connect() argument 1").
 * NULL: exception. */
const char *text_argument(MinipyVM *vm, MinipyValue v, const char *which);
/* The data of v if it is really of that type, whatever its __class__ says; NULL without
 * an exception: it is not. */
void *data_if(MinipyVM *vm, MinipyValue v, const MinipyType *type);
/* TypeError "f() argument 1 must be str, not int"; MINIPY_NULL. */
MinipyValue argument_error(MinipyVM *vm, const char *which, const char *wanted,
                           MinipyValue got);
static inline MinipyValue retained(MinipyValue v)
{
    return v ? minipy_retain(v) : minipy_none();
}
static inline MinipyValue cstr(MinipyVM *vm, const char *text)
{
    return text ? minipy_str(vm, text, strlen(text)) : minipy_none();
}

/* ---- connections ----------------------------------------------------------------- */

enum { PARSE_DECLTYPES = 1, PARSE_COLNAMES = 2 };

/* What SQLite calls: a Python callable, where it lives, and on whose behalf. Those of a
 * connection are chained, so that the collector sees the cycles that they close. */
typedef struct Callback {
    MinipyVM *vm;
    MinipyValue function;
    struct Callback *next, **place; /* place: what points to this; NULL: in no chain */
} Callback;
enum { ON_TRACE, ON_PROGRESS, ON_AUTHORIZE, CALLBACKS };

typedef struct Connection {
    MinipyValue isolation_level; /* a str; or MINIPY_NULL for None */
    MinipyValue row_factory, text_factory;
    MinipyValue statements; /* a dict {sql: Statement}, oldest first */
    MinipyValue blobs;      /* a list of weak handles; MINIPY_NULL: none */
    MinipyVM *vm;
    MinipyValue newest; /* of the statements: borrowed, to be compared alone */
    sqlite3 *db;        /* owned; NULL: closed, or __init__ was not called */
    Callback *callbacks[CALLBACKS]; /* owned; NULL: none */
    Callback *chain;                /* these, and those that SQLite owns */
    const char *begin; /* static; NULL: no transaction is begun by itself */
    int detect_types;
    int64_t cached_statements;
    bool initialized, check_thread;
    uint64_t thread;
} Connection;
enum { CONNECTION_VALUES = 5 };

extern const MinipyType connection_type;

/* The connection behind v when it may be used: by this thread, and open. NULL:
 * exception. */
Connection *connection_open(MinipyVM *vm, MinipyValue v);
bool connection_usable(MinipyVM *vm, Connection *c);
bool connection_check_thread(Connection *c);
bool connection_check(Connection *c);
/* Runs one statement that gives no rows. -1: exception. */
int connection_run(Connection *c, const char *sql);
/* BEGIN, by the isolation level. */
int connection_begin(Connection *c);
void callback_free(void *callback);
Callback *callback_new(MinipyVM *vm, Connection *c, MinipyValue function);
/* The connection goes; SQLite may hold some for longer. */
void callbacks_unchain(Connection *c);
int connection_traverse(void *data, int (*visit)(MinipyValue v, void *arg), void *arg);
DESTROY(connection_clear);
void connection_drop_callbacks(Connection *c);
/* Reports to sys.unraisablehook or nobody what a callback raised, and clears it. */
void callback_failed(MinipyVM *vm, MinipyValue function);

/* Rows of the class, in the other files. */
METHOD(connection_commit);
METHOD(connection_rollback);
METHOD(connection_enter);
METHOD(connection_exit);
METHOD(connection_create_function);
METHOD(connection_create_aggregate);
METHOD(connection_create_window);
METHOD(connection_create_collation);
METHOD(connection_set_authorizer);
METHOD(connection_set_progress);
METHOD(connection_set_trace);
METHOD(connection_backup);
METHOD(connection_blobopen);
METHOD(connection_serialize);
METHOD(connection_deserialize);
METHOD(connection_iterdump);
METHOD(connection_interrupt);
METHOD(connection_getlimit);
METHOD(connection_setlimit);
METHOD(connection_enable_extension);
METHOD(connection_load_extension);
GETTER(isolation_get);
SETTER(isolation_set);
/* Takes an isolation level over from an argument. -1: exception. */
int isolation_argument(Connection *c, MinipyValue v);

/* ---- errors ---------------------------------------------------------------------- */

/* Raises what the connection's last result is; MINIPY_NULL. db NULL: by the code. */
MinipyValue raise_sqlite(MinipyVM *vm, sqlite3 *db, int code);

/* ---- statements ------------------------------------------------------------------ */

typedef struct Statement {
    MinipyVM *vm;
    sqlite3_stmt *stmt; /* owned; NULL: finalized, or nothing but comments */
    bool in_use;        /* by a cursor: no other may have it */
    bool stepped, is_dml;
} Statement;
extern const MinipyType statement_type;

/* A prepared statement, from the cache or new; MINIPY_NULL: exception. */
MinipyValue statement_get(Connection *c, MinipyValue object, MinipyValue sql);
/* A new one, which the connection does not remember. */
MinipyValue statement_new(Connection *c, MinipyValue sql);
Statement *statement_data(MinipyVM *vm, MinipyValue v);
/* Values for its parameters: a sequence or a mapping. -1: exception. */
int statement_bind(Connection *c, Statement *s, MinipyValue parameters);
void statement_rewind(Statement *s); /* for the next parameters */
void statement_reset(Statement *s);  /* ... and for whoever wants it */
int statement_step(Statement *s);

/* ---- adapters and converters ----------------------------------------------------- */

extern const MinipyType protocol_type;
/* What SQLite gets for v; alternative MINIPY_NULL: exception where there is none. */
MinipyValue adapt(MinipyVM *vm, MinipyValue v, MinipyValue protocol,
                  MinipyValue alternative);
/* The converter of a type's name, borrowed; MINIPY_NULL: none, or an exception. */
MinipyValue converter_of(MinipyVM *vm, const char *name, size_t size);
METHOD(module_adapt);
METHOD(module_register_adapter);
METHOD(module_register_converter);

/* ---- values ---------------------------------------------------------------------- */

/* Python's values of SQLite's, and back as a result of a function. */
MinipyValue value_of(MinipyVM *vm, sqlite3_value *v);
/* An int for SQLite. -1: OverflowError. */
int sqlite_int(MinipyVM *vm, MinipyValue v, sqlite3_int64 *out);
int set_result(sqlite3_context *context, MinipyVM *vm, MinipyValue v);

/* ---- cursors, rows, blobs -------------------------------------------------------- */

typedef struct Cursor {
    MinipyValue connection, description, converters; /* converters: a list, or none */
    MinipyValue lastrowid, row_factory, statement;   /* statement: MINIPY_NULL, none */
    struct Statement *prepared; /* the statement's data, while there is one */
    Connection *database;       /* the connection's data, while there is one */
    int32_t arraysize;
    int64_t rowcount;
    bool closed, locked, initialized, has_row;
} Cursor;
enum { CURSOR_VALUES = 6 };
extern const MinipyType cursor_type, row_type, blob_type;

/* May it be used? Else an exception is set. */
bool cursor_open(MinipyVM *vm, Cursor *cursor);
METHOD(cursor_execute); /* execute.c, as the next two */
METHOD(cursor_executemany);
METHOD(cursor_executescript);
/* Gives the statement back, reset. */
void cursor_drop_statement(MinipyVM *vm, Cursor *cursor);
/* The row at which the cursor's statement stands; MINIPY_NULL: exception. */
MinipyValue fetch_row(MinipyVM *vm, Cursor *cursor, Connection *c);

/* Connection.blobopen: a new Blob, or MINIPY_NULL with an exception. */
METHOD(connection_blobopen);
/* Closes a Blob whose connection goes; never fails. */
void blob_shut(MinipyVM *vm, MinipyValue blob);

#endif
