/* minipy.h - the public interface of minipy: an interpreter for Python 3.11 that can be embedded and seen into. All
 * else is internal. docs/EMBEDDING.md begins with a first program. Rules that hold for every function:
 *   - A vm is used by one thread at a time, the one that made it or another that has attached itself (see "threads"
 *     below); a process may have many vms. minipy_interrupt and minipy_stop are for any thread and any signal handler.
 *   - Text is UTF-8. Sizes are bytes. Strings handed out live until the next call on that vm, or as it is said.
 *   - A MinipyValue that is returned is the caller's, who gives it back by minipy_release; arguments are borrowed.
 *   - A function that fails returns MINIPY_NULL, NULL or -1 and leaves a Python exception pending in the vm: see
 *     minipy_error_*. While one is pending what may raise fails at once and leaves it; minipy_raise replaces it.
 *   - What is handed in is checked. NULL where something must be, a value of another vm, a count that no array has:
 *     SystemError. Text that is no UTF-8: UnicodeDecodeError (names of files, and the texts of a MinipyConfig, take any
 *     bytes as Python's command line does). Without a vm (NULL), on a thread that is not in the vm, and once
 *     minipy_free has begun to take it apart, a function fails and nothing is pending; minipy_error_text then says why.
 *     Not checked: a vm after minipy_free, a value after its last release, a size that is more than there is.
 *   - All that minipy calls may call these functions; minipy_free and minipy_thread_detach fail there.
 *   - The library prints nothing and never exits the process; Python code may, through sys.stdout and os._exit. */
#ifndef MINIPY_H
#define MINIPY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
#if defined MINIPY_BUILDING_LIBRARY || defined __GNUC__
#define MINIPY_API __attribute__((visibility("default")))
#define MINIPY_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define MINIPY_API
#define MINIPY_PRINTF(text, first)
#endif
#define MINIPY_VERSION "0.1.0" /* these are for #if; minipy_version() is that of the library one runs with */
#define MINIPY_VERSION_MAJOR 0
#define MINIPY_VERSION_MINOR 1
#define MINIPY_VERSION_PATCH 0
#define MINIPY_VERSION_NUMBER (MINIPY_VERSION_MAJOR * 10000 + MINIPY_VERSION_MINOR * 100 + MINIPY_VERSION_PATCH)

typedef struct MinipyVM MinipyVM;
typedef uint64_t MinipyValue;
#define MINIPY_NULL ((MinipyValue)0)
typedef void (*MinipyDestroy)(void *user);

/* ---- configuration --------------------------------------------------------------- */
/* What a confined program may do all the same (docs/EMBEDDING.md "Confinement"): files of the system, by names and by
 * descriptors; sockets, select; fork, exec, kill, wait; os.environ; start threads; what is the whole process's:
 * signals, limits, users; code objects made of bytes, shared objects. */
enum { MINIPY_ALLOW_FILES = 1, MINIPY_ALLOW_NETWORK = 2, MINIPY_ALLOW_PROCESSES = 4, MINIPY_ALLOW_ENVIRONMENT = 8 };
enum { MINIPY_ALLOW_THREADS = 16, MINIPY_ALLOW_HOST = 32, MINIPY_ALLOW_CODE = 64 };
/* A file that the host serves, called in the vm: each returns -errno, or leaves an error pending; NULL: refused. */
typedef struct MinipyFile {
    void *user;
    int64_t (*read)(void *user, void *data, size_t size); /* 0: the end */
    int64_t (*write)(void *user, const void *data, size_t size);
    int64_t (*seek)(void *user, int64_t offset, int whence); /* the new position */
    int (*close)(void *user);
} MinipyFile;
/* One that is shorter than the library's is an older host's: what it lacks has its default. In a longer one the fields
 * that the library does not know must be zero. New fields come last, and not into padding. */
typedef struct MinipyConfig {
    size_t struct_size; /* sizeof(MinipyConfig); set by minipy_config_init */
    /* What sys.argv, sys.executable and sys.flags show. Strings are copied. */
    int argc;
    const char *const *argv; /* sys.argv; NULL: [''] */
    const char *executable;  /* sys.executable; NULL: '' */
    int optimize;            /* 0, 1 (-O), 2 and more (-OO) */
    int verbose, quiet, bytes_warning;
    bool isolated, no_site, no_user_site, ignore_environment, safe_path, skip_first_line; /* the last: -x */
    uint8_t inspect, interactive;                                                         /* how often -i was given */
    bool unbuffered, dont_write_bytecode, dev_mode;
    const char *path;           /* folders of modules before the library's, `:`-separated; NULL: none */
    bool use_installed_library; /* fall back to an installed CPython 3.11 library; default true */
    bool hash_seed_given;       /* hashes of str and bytes: random by default */
    uint32_t hash_seed;         /* 0: fixed, unkeyed */
    int int_max_str_digits;     /* -1, the default: 4300; 0: no limit */
    /* Limits; 0: none. The first three stop the vm (see "limits"). */
    uint64_t memory_limit;                       /* bytes: MemoryError */
    uint64_t instruction_limit;                  /* calls and loop rounds: RuntimeError */
    uint64_t time_limit_ms;                      /* wall time of one run: TimeoutError */
    int recursion_limit;                         /* frames: RecursionError; 0: 1000 */
    bool handle_signals;                         /* SIGINT becomes KeyboardInterrupt; one vm per process */
    const char *const *xoptions;                 /* NULL-terminated "name" or "name=value": sys._xoptions */
    const char *const *warnoptions;              /* NULL-terminated: sys.warnoptions */
    const char *pycache_prefix;                  /* sys.pycache_prefix; NULL: None */
    int utf8_mode, parser_debug;                 /* as sys.flags shows them */
    bool warn_default_encoding, no_debug_ranges; /* no ranges: code objects keep lines alone, not columns */
    bool fault_handler;                          /* faulthandler.enable() at the start */
    void *user_data;                             /* minipy_user_data gives it back */
    /* What names, arguments, streams, open() are encoded in while utf8_mode is 0, as nl_langinfo; NULL: UTF-8. */
    const char *locale_encoding;
    int orig_argc; /* sys.orig_argv; with orig_argv NULL: argv */
    const char *const *orig_argv;
    int confined;               /* the program reaches nothing that is not given to it */
    unsigned allow;             /* MINIPY_ALLOW_*, of a confined one */
    const char *const *modules; /* what it may import by name; NULL: all */
    /* What the host does in the system's place, NULL: nothing. user is user_data. find_module: a source, NULL: none. */
    int (*open_file)(void *user, const char *path, const char *mode, MinipyFile *file); /* open(): 0 or -errno */
    const char *(*find_module)(void *user, const char *name, size_t *size, bool *package);
    void (*output)(void *user, int fd, const char *text, size_t size); /* stdout (1), stderr (2), by lines */
    int64_t (*input)(void *user, char *text, size_t size);             /* as MinipyFile's read */
    /* The vm's memory, but its own record and the stacks of frames, which are mappings: block NULL: a new one of size
     * bytes, aligned to 16; size 0: frees it; else resizes it. old is its size. NULL: there is none. user is user_data.
     * NULL: malloc. */
    void *(*allocate)(void *user, void *block, size_t old, size_t size);
    int attach; /* minipy-observe may look into the vm, one of the process (1), and run code in it (2); 0: no */
} MinipyConfig;
MINIPY_API void minipy_config_init_sized(MinipyConfig *config, size_t size);
static inline void minipy_config_init(MinipyConfig *config) /* to the defaults */
{
    minipy_config_init_sized(config, sizeof *config);
}
MINIPY_API const char *minipy_config_error(const MinipyConfig *config); /* static text; NULL: minipy_new takes it */
/* config NULL: the defaults. NULL: see minipy_config_error; else there is no memory, or no random device. */
MINIPY_API MinipyVM *minipy_new(const MinipyConfig *config);
/* Runs what Python code still waits for the end (threads that are no daemons, atexit, finalizers), flushes the standard
 * streams and frees everything. Returns 0, or -1 if a stream could not be flushed. For the thread that made the vm,
 * when nothing runs in it (else -1, SystemError, and the vm stays); the host's other threads have detached. A daemon
 * thread that is still there never runs again, and the memory it may have in use is not given back. */
MINIPY_API int minipy_free(MinipyVM *vm);
MINIPY_API void *minipy_user_data(MinipyVM *vm);
MINIPY_API const char *minipy_version(void);    /* "3.11.2 (minipy 0.1.0, ...)", static */
MINIPY_API void minipy_interrupt(MinipyVM *vm); /* KeyboardInterrupt, soon. Any thread; async-signal-safe. Or NULL */
MINIPY_API void minipy_interrupt_clear(MinipyVM *vm); /* takes back one not seen; none outlives a run */

/* ---- limits ---------------------------------------------------------------------- */
/* Why a vm is stopped: by instructions (RuntimeError), time (TimeoutError), memory (MemoryError) or minipy_stop
 * (KeyboardInterrupt). Then no code of the program runs any more, no `except`, `finally`, `with` or finalizer, and
 * every call fails until minipy_limits_reset. */
typedef enum MinipyStop { /* clang-format off */
    MINIPY_NOT_STOPPED, MINIPY_STOPPED_BY_INSTRUCTIONS, MINIPY_STOPPED_BY_TIME, MINIPY_STOPPED_BY_MEMORY,
    MINIPY_STOPPED_BY_HOST
} MinipyStop; /* clang-format on */
MINIPY_API MinipyStop minipy_stopped(MinipyVM *vm);
MINIPY_API void minipy_stop(MinipyVM *vm); /* the run that goes on. Any thread; async-signal-safe */
/* The limits of later runs, 0: none; takes a stop back. A run is a call of the host into a vm in which nothing runs,
 * with all its threads; each has the whole budget. -1: the vm is in use. */
MINIPY_API int minipy_limits_set(MinipyVM *vm, uint64_t memory, uint64_t instructions, uint64_t ms);
/* For long functions of the host, now and then: handlers of signals run. -1: exception, stopped or interrupted, too. */
MINIPY_API int minipy_poll(MinipyVM *vm);
MINIPY_API int minipy_limits_reset(MinipyVM *vm); /* takes a stop back: it runs again. -1: the vm is in use */

/* ---- running code ---------------------------------------------------------------- */
/* Each runs in the module __main__ and returns 0, or -1 with an exception pending. A file may be a folder that has a
 * __main__.py (sys.path[0] is set accordingly). */
MINIPY_API int minipy_run_site(MinipyVM *vm); /* what the module site does before a program: of itself nothing does */
MINIPY_API int minipy_run_string(MinipyVM *vm, const char *source, const char *filename);
MINIPY_API int minipy_run_file(MinipyVM *vm, const char *path);
MINIPY_API int minipy_run_module(MinipyVM *vm, const char *name);    /* python -m */
MINIPY_API int minipy_run_command(MinipyVM *vm, const char *source); /* python -c */
MINIPY_API int minipy_run_stdin(MinipyVM *vm);                       /* python - */
MINIPY_API int minipy_run_interactive(MinipyVM *vm); /* until the end of stdin. -1: SystemExit is pending */
MINIPY_API MinipyValue minipy_eval(MinipyVM *vm, const char *expression); /* its value, in __main__ */
typedef enum MinipyMode { MINIPY_EXEC, MINIPY_EVAL, MINIPY_SINGLE } MinipyMode;
/* Code, run as often as one likes: in globals, a dict (MINIPY_NULL: __main__'s) that gets __builtins__, and locals, a
 * mapping (MINIPY_NULL: the same). The value of an expression, else None. run_in does both at once. */
MINIPY_API MinipyValue minipy_compile(MinipyVM *vm, const char *source, const char *filename, MinipyMode mode);
MINIPY_API MinipyValue minipy_run_code(MinipyVM *vm, MinipyValue code, MinipyValue globals, MinipyValue locals);
MINIPY_API MinipyValue minipy_run_in(MinipyVM *vm, const char *source, const char *filename, MinipyMode mode,
                                     MinipyValue globals, MinipyValue locals);
/* Code as bytes, and back. What is damaged, cut off or of another version: ValueError. It is a program: trust it. */
MINIPY_API MinipyValue minipy_code_save(MinipyVM *vm, MinipyValue code);
MINIPY_API MinipyValue minipy_code_load(MinipyVM *vm, const void *data, size_t size);
typedef void (*MinipyWrite)(void *user, const char *text, size_t size); /* takes what would otherwise be printed */
/* In place of the config's `output`, for stdout (1) or stderr (2), at once and not by lines; NULL: as at the start. */
MINIPY_API int minipy_set_output(MinipyVM *vm, int stream, MinipyWrite write, void *user);
/* What `python3.11 -m ast FILE` prints (attributes: with -a); the instructions of a file's code and of all in it. */
MINIPY_API int minipy_dump_ast(MinipyVM *vm, const char *path, bool attributes, MinipyWrite write, void *user);
MINIPY_API int minipy_disassemble(MinipyVM *vm, const char *path, MinipyWrite write, void *user);

/* ---- threads --------------------------------------------------------------------- */
/* Python's own threads need nothing of the host. They run while Python code runs that lets them, and while it waits
 * (for a lock, a file, a socket, time); between two calls of these functions the host's thread keeps the vm, and they
 * stand still, unless it leaves the vm meanwhile. */
typedef struct MinipyThread MinipyThread;
/* Around host code that takes long and touches nothing of the vm, also in functions that Python calls: leave lets other
 * threads run; enter takes the vm back for the thread that leave returned (NULL, which enter accepts, when there is no
 * other thread). A thread that has not left is not taken: SystemError if it is in the vm. */
MINIPY_API MinipyThread *minipy_thread_leave(MinipyVM *vm);
MINIPY_API void minipy_thread_enter(MinipyVM *vm, MinipyThread *thread);
/* Makes a vm ready for the host's other threads; once, by the thread that made it. -1: no memory (nothing pending). */
MINIPY_API int minipy_threads_init(MinipyVM *vm);
/* A thread of the host's other than the one that made the vm waits until the vm is free and enters it, as one of its
 * threads; it may then call every function here, until it detaches. -1: no memory, the vm is ending,
 * minipy_threads_init was not called, or the thread is in the vm already (nothing is pending). Python sees it as a
 * foreign thread (threading._DummyThread). */
MINIPY_API int minipy_thread_attach(MinipyVM *vm);
MINIPY_API void minipy_thread_detach(MinipyVM *vm);
/* For any thread, the vm's own, attached or neither, in the vm or not: it is in the vm then; unlock with what that gave
 * puts things back. They nest. The vm's maker lets others in by minipy_thread_leave. -1: as minipy_thread_attach. */
MINIPY_API int minipy_lock(MinipyVM *vm);
MINIPY_API void minipy_unlock(MinipyVM *vm, int state);

/* ---- errors ---------------------------------------------------------------------- */
MINIPY_API bool minipy_error_occurred(MinipyVM *vm);                        /* is one pending? */
MINIPY_API bool minipy_error_matches(MinipyVM *vm, const char *class_name); /* ... of that built-in class? */
MINIPY_API bool minipy_error_is(MinipyVM *vm, MinipyValue cls);             /* ... that `except cls` would catch? */
/* What python prints for the pending exception, which stays. "": there is none; no vm for the caller: it says so. */
MINIPY_API const char *minipy_error_text(MinipyVM *vm);
MINIPY_API void minipy_error_clear(MinipyVM *vm);
MINIPY_API void minipy_error_unraisable(MinipyVM *vm, MinipyValue object); /* clears it: sys.unraisablehook is told */
/* Raises a built-in exception (no such name: SystemError); returns MINIPY_NULL, to be returned. message or NULL. */
MINIPY_API MinipyValue minipy_raise(MinipyVM *vm, const char *class_name, const char *message);
/* The same with printf's format; and as the C library's errno (filename or NULL). */
MINIPY_API MinipyValue minipy_raisef(MinipyVM *vm, const char *class_name, const char *format, ...) MINIPY_PRINTF(3, 4);
MINIPY_API MinipyValue minipy_raise_errno(MinipyVM *vm, int number, const char *filename);
/* The pending exception, no longer pending; MINIPY_NULL: there was none. Its args, __cause__, lineno are attributes. */
MINIPY_API MinipyValue minipy_error_take(MinipyVM *vm);
/* Raises an exception, or an instance of a class; its __context__, if none, is what is handled. Returns MINIPY_NULL. */
MINIPY_API MinipyValue minipy_raise_value(MinipyVM *vm, MinipyValue exception);
/* Adds to the traceback of the pending exception, if any, a frame of what is no Python code. */
MINIPY_API void minipy_error_add_frame(MinipyVM *vm, const char *function, const char *file, int line);
/* A new class: "module.Name"; doc may be NULL, base MINIPY_NULL: Exception. */
MINIPY_API MinipyValue minipy_exception_class(MinipyVM *vm, const char *name, const char *doc, MinipyValue base);
/* As warnings.warn: 0; -1: it became an exception. category: "DeprecationWarning"; NULL: UserWarning. */
MINIPY_API int minipy_warn(MinipyVM *vm, const char *category, const char *message, int stack_level);
/* Is told what would be printed as a warning (NULL: printed). An exception that it leaves pending is raised there. */
typedef void (*MinipyWarningHook)(void *user, const char *category, const char *text, const char *file, int line);
MINIPY_API int minipy_set_warning_hook(MinipyVM *vm, MinipyWarningHook hook, void *user);
/* As python ends: prints what is pending through sys.excepthook and clears it. The exit status, that of a SystemExit;
 * 0: nothing was pending; 130 with *interrupted (or NULL) set: KeyboardInterrupt; -1: no vm for the caller. */
MINIPY_API int minipy_error_exit_status(MinipyVM *vm, bool *interrupted);

/* ---- values ---------------------------------------------------------------------- */
MINIPY_API MinipyValue minipy_retain(MinipyValue v);         /* another reference, to be released too; or MINIPY_NULL */
MINIPY_API void minipy_release(MinipyVM *vm, MinipyValue v); /* MINIPY_NULL is ignored */
/* These hold nothing that must be released, but may be. */
MINIPY_API MinipyValue minipy_none(void);
MINIPY_API MinipyValue minipy_bool(bool b);
MINIPY_API MinipyValue minipy_not_implemented(void); /* what an __add__ returns that leaves it to the other side */
/* New values; what they are made of is copied (NULL: there is nothing). Text that is no UTF-8: UnicodeDecodeError. */
MINIPY_API MinipyValue minipy_int(MinipyVM *vm, int64_t i);
MINIPY_API MinipyValue minipy_float(MinipyVM *vm, double d);
MINIPY_API MinipyValue minipy_str(MinipyVM *vm, const char *utf8, size_t size);
MINIPY_API MinipyValue minipy_bytes(MinipyVM *vm, const void *data, size_t size);
MINIPY_API MinipyValue minipy_tuple(MinipyVM *vm, const MinipyValue *items, size_t n);
MINIPY_API MinipyValue minipy_list(MinipyVM *vm, const MinipyValue *items, size_t n);
MINIPY_API MinipyValue minipy_set(MinipyVM *vm, const MinipyValue *items, size_t n);
MINIPY_API MinipyValue minipy_dict(MinipyVM *vm);
/* What a value is, or derives from; NOTHING is MINIPY_NULL, FUNCTION one of Python. */
typedef enum MinipyKind { /* clang-format off */
    MINIPY_IS_NOTHING, MINIPY_IS_NONE, MINIPY_IS_BOOL, MINIPY_IS_INT, MINIPY_IS_FLOAT, MINIPY_IS_COMPLEX, MINIPY_IS_STR,
    MINIPY_IS_BYTES, MINIPY_IS_BYTEARRAY, MINIPY_IS_TUPLE, MINIPY_IS_LIST, MINIPY_IS_DICT, MINIPY_IS_SET,
    MINIPY_IS_FROZENSET, MINIPY_IS_TYPE, MINIPY_IS_MODULE, MINIPY_IS_CODE, MINIPY_IS_FUNCTION, MINIPY_IS_GENERATOR,
    MINIPY_IS_COROUTINE, MINIPY_IS_EXCEPTION, MINIPY_IS_OTHER
} MinipyKind; /* clang-format on */
MINIPY_API MinipyKind minipy_kind(MinipyValue v);
MINIPY_API int minipy_isinstance(MinipyVM *vm, MinipyValue v, MinipyValue cls); /* 1, 0, -1 */
MINIPY_API int minipy_callable(MinipyVM *vm, MinipyValue v);
MINIPY_API bool minipy_is_none(MinipyValue v);                        /* MINIPY_NULL is not None */
MINIPY_API const char *minipy_type_name(MinipyVM *vm, MinipyValue v); /* "(no value)": none is */
MINIPY_API int minipy_truth(MinipyVM *vm, MinipyValue v);             /* 1, 0, -1 */
/* Conversions: -1 with TypeError or OverflowError pending. */
MINIPY_API int minipy_as_int(MinipyVM *vm, MinipyValue v, int64_t *out);
MINIPY_API int minipy_as_float(MinipyVM *vm, MinipyValue v, double *out);
/* UTF-8 of a str, valid as long as v is. size may be NULL. NULL: exception. */
MINIPY_API const char *minipy_as_str(MinipyVM *vm, MinipyValue v, size_t *size);
/* Ints of any size: int(text, base); two's complement, the lowest byte first; -1 with OverflowError: too few bytes. */
MINIPY_API MinipyValue minipy_uint(MinipyVM *vm, uint64_t u);
MINIPY_API int minipy_as_uint(MinipyVM *vm, MinipyValue v, uint64_t *out);
MINIPY_API MinipyValue minipy_int_parse(MinipyVM *vm, const char *text, int base);
MINIPY_API MinipyValue minipy_int_from_bytes(MinipyVM *vm, const void *data, size_t size, bool is_signed);
MINIPY_API int minipy_int_to_bytes(MinipyVM *vm, MinipyValue v, void *data, size_t size, bool is_signed);
/* As open() takes a name (str, bytes, __fspath__): new bytes, *text (or NULL) theirs. A null byte: ValueError. */
MINIPY_API MinipyValue minipy_path(MinipyVM *vm, MinipyValue v, const char **text);
/* Memory without a copy. Of a bytes, valid as long as v is (size may be NULL). Of whatever has a buffer: it stays in
 * place until *view is released. NULL: TypeError, BufferError. And the host's own, as a memoryview: destroy (or NULL)
 * is called when nothing looks at it any more. */
MINIPY_API const char *minipy_as_bytes(MinipyVM *vm, MinipyValue v, size_t *size);
MINIPY_API void *minipy_buffer(MinipyVM *vm, MinipyValue v, bool writable, size_t *size, MinipyValue *view);
MINIPY_API MinipyValue minipy_memory(MinipyVM *vm, void *data, size_t size, bool readonly, MinipyDestroy destroy,
                                     void *user);
MINIPY_API MinipyValue minipy_to_str(MinipyVM *vm, MinipyValue v);  /* str(v) */
MINIPY_API MinipyValue minipy_to_repr(MinipyVM *vm, MinipyValue v); /* repr(v) */
/* As the Python operations. A value is new, MINIPY_NULL: exception; an int 0, -1: exception. No v: SystemError. */
MINIPY_API MinipyValue minipy_getattr(MinipyVM *vm, MinipyValue o, const char *name);
MINIPY_API int minipy_setattr(MinipyVM *vm, MinipyValue o, const char *name, MinipyValue v);
MINIPY_API int minipy_delattr(MinipyVM *vm, MinipyValue o, const char *name);
MINIPY_API MinipyValue minipy_getitem(MinipyVM *vm, MinipyValue o, MinipyValue key);
MINIPY_API int minipy_setitem(MinipyVM *vm, MinipyValue o, MinipyValue key, MinipyValue v);
MINIPY_API int minipy_delitem(MinipyVM *vm, MinipyValue o, MinipyValue key);
MINIPY_API MinipyValue minipy_getitem_str(MinipyVM *vm, MinipyValue o, const char *key);
MINIPY_API int minipy_setitem_str(MinipyVM *vm, MinipyValue o, const char *key, MinipyValue v);
MINIPY_API MinipyValue minipy_getitem_at(MinipyVM *vm, MinipyValue o, int64_t i);
MINIPY_API const MinipyValue *minipy_items(MinipyVM *vm, MinipyValue v, size_t *n); /* a list's or tuple's: borrowed */
MINIPY_API int minipy_contains(MinipyVM *vm, MinipyValue o, MinipyValue item);
/* Of a slice: 1 and its numbers, cut to int64_t; 0: v is none; -1. fit cuts them to a length: how many they choose. */
MINIPY_API int minipy_slice(MinipyVM *vm, MinipyValue v, int64_t *start, int64_t *stop, int64_t *step);
MINIPY_API int64_t minipy_slice_fit(int64_t length, int64_t *start, int64_t *stop, int64_t step);
/* MINIPY_NULL without a pending exception: there is none. */
MINIPY_API MinipyValue minipy_lookup_attr(MinipyVM *vm, MinipyValue o, const char *name);
MINIPY_API MinipyValue minipy_dict_get(MinipyVM *vm, MinipyValue dict, MinipyValue key);
/* The next entry, from *pos 0 on: 1, at the end 0. Key and value (or NULL) are borrowed; the dict must not change. */
MINIPY_API int minipy_dict_next(MinipyVM *vm, MinipyValue dict, size_t *pos, MinipyValue *key, MinipyValue *value);
MINIPY_API MinipyValue minipy_dict_list(MinipyVM *vm, MinipyValue dict, bool keys, bool values); /* or pairs: new */
MINIPY_API int minipy_list_append(MinipyVM *vm, MinipyValue list, MinipyValue v);
MINIPY_API int minipy_set_add(MinipyVM *vm, MinipyValue set, MinipyValue v);
MINIPY_API int minipy_set_discard(MinipyVM *vm, MinipyValue set, MinipyValue v); /* 1: it was there, 0 */
/* a op b for + - * / // % ** @ << >> & | ^, with b MINIPY_NULL op a for + - ~. */
MINIPY_API MinipyValue minipy_operate(MinipyVM *vm, MinipyValue a, const char *op, MinipyValue b);
/* bool(a op b) for < <= == != > >=: 1, 0. */
MINIPY_API int minipy_compare(MinipyVM *vm, MinipyValue a, const char *op, MinipyValue b);
MINIPY_API int minipy_hash(MinipyVM *vm, MinipyValue v, int64_t *out);
MINIPY_API int64_t minipy_length(MinipyVM *vm, MinipyValue o);          /* -1: exception */
MINIPY_API MinipyValue minipy_iter(MinipyVM *vm, MinipyValue o);        /* iter(o) */
MINIPY_API MinipyValue minipy_next(MinipyVM *vm, MinipyValue iterator); /* MINIPY_NULL, nothing pending: the end */
MINIPY_API MinipyValue minipy_call(MinipyVM *vm, MinipyValue f, const MinipyValue *args, size_t n);
/* names, which NULL ends, are those of the values behind args[n - 1]. */
MINIPY_API MinipyValue minipy_call_kw(MinipyVM *vm, MinipyValue f, const MinipyValue *args, size_t n,
                                      const char *const *names);
MINIPY_API MinipyValue minipy_call_method(MinipyVM *vm, MinipyValue o, const char *name, const MinipyValue *args,
                                          size_t n);
/* Generators, coroutines and what has their methods, a step further: 1 with what was yielded in *result, 0 with what
 * was returned, -1 with an exception. v MINIPY_NULL: None. */
MINIPY_API int minipy_send(MinipyVM *vm, MinipyValue generator, MinipyValue v, MinipyValue *result);
MINIPY_API int minipy_throw(MinipyVM *vm, MinipyValue generator, MinipyValue exception, MinipyValue *result);
MINIPY_API int minipy_close(MinipyVM *vm, MinipyValue generator);
/* A weak handle, itself a value; callback may be MINIPY_NULL. get: the value, or MINIPY_NULL without an exception. */
MINIPY_API MinipyValue minipy_weak(MinipyVM *vm, MinipyValue v, MinipyValue callback);
MINIPY_API MinipyValue minipy_weak_get(MinipyVM *vm, MinipyValue weak);
MINIPY_API MinipyValue minipy_import(MinipyVM *vm, const char *module);
MINIPY_API MinipyValue minipy_main_module(MinipyVM *vm); /* __main__ */

/* ---- functions and types in C ---------------------------------------------------- */
/* A C function for Python: args are borrowed; returns a new reference, or MINIPY_NULL with an exception pending; else,
 * or with a value of another vm, or without the vm it was called in (minipy_thread_leave): SystemError. */
typedef MinipyValue (*MinipyFunction)(MinipyVM *vm, void *user, const MinipyValue *args, size_t n);
/* A callable object around it, for positional arguments. name is copied. */
MINIPY_API MinipyValue minipy_function(MinipyVM *vm, const char *name, MinipyFunction f, void *user);
/* For input() and the prompt on a terminal: f(prompt, first text or MINIPY_NULL) gives a line with newline, or "" */
MINIPY_API int minipy_set_line_reader(MinipyVM *vm, MinipyFunction f, void *user);
/* Flags of methods: without self; the first argument is the class; user is self's data. Of types: no class derives from
 * it; programs cannot call it; instances have a __dict__; its own attributes cannot be set; no weak references. */
enum { MINIPY_STATIC = 1, MINIPY_CLASS = 2, MINIPY_DATA = 128, MINIPY_FINAL = 4, MINIPY_NO_NEW = 8 };
enum { MINIPY_DICT = 16, MINIPY_IMMUTABLE = 32, MINIPY_NO_WEAKREFS = 64 };
/* A row of a table, which ends with {0}; texts are copied. The signature is written as inspect.signature shows it, of a
 * method with self: "(self, x, y=0, /, *rest, key=1, **more)". args then has a value for each parameter in that order:
 * MINIPY_NULL where the call gave none, rest a tuple, more a dict. NULL: positional arguments as they come. */
typedef struct MinipyMethod {
    const char *name;
    MinipyFunction function;
    const char *signature, *doc; /* or NULL; "(x)\n--\n\ndoc": programs see this signature */
    unsigned flags;
    void *user;
    MinipyDestroy destroy; /* when the function object is gone; or NULL */
} MinipyMethod;
MINIPY_API MinipyValue minipy_function_new(MinipyVM *vm, const MinipyMethod *row);
/* An attribute: a field of the data (a MinipyValue: of `values`); or get and set (AT: for which user is a field). */
typedef enum MinipyField { /* clang-format off */
    MINIPY_COMPUTED, MINIPY_INT32, MINIPY_INT64, MINIPY_DOUBLE, MINIPY_BOOL, MINIPY_VALUE, MINIPY_COMPUTED_AT
} MinipyField; /* clang-format on */
typedef struct MinipyMember {
    const char *name;
    MinipyField field;
    size_t offset; /* in the data */
    bool readonly; /* a computed one: inspect takes it for a field */
    MinipyValue (*get)(MinipyVM *vm, void *user, MinipyValue self);
    /* 0 or -1, exception. value MINIPY_NULL: delete. NULL: it is not writable. */
    int (*set)(MinipyVM *vm, void *user, MinipyValue self, MinipyValue value);
    void *user;
    const char *doc;
} MinipyMember;
/* A class. Its methods may have Python's special names (__init__, __repr__, __len__, __iter__, __getitem__, __add__,
 * ...), which are what slots are elsewhere. It and its tables stay as they are while the vm lives. */
typedef struct MinipyType {
    const char *name; /* "module.Name", whole in messages */
    const char *doc;
    size_t size;   /* of the data in each instance, aligned to 8, zeroed; a method may see it before __init__ has run */
    size_t values; /* so many MinipyValues begin the data: the vm releases them and sees cycles through them */
    const MinipyMethod *methods; /* these two may be NULL */
    const MinipyMember *members;
    unsigned flags;
    void *user;
    /* When an instance goes; an exception is dropped. NULL: nothing to do. */
    void (*destroy)(MinipyVM *vm, void *user, void *data);
    /* If the data holds more values (not for NULL): visit each until one visit is not 0 and return that, calling
     * nothing else; and release all, to break a cycle. */
    int (*traverse)(void *data, int (*visit)(MinipyValue v, void *arg), void *arg);
    void (*clear)(MinipyVM *vm, void *user, void *data);
} MinipyType;
/* A new class. base: one with instances of fixed size; MINIPY_NULL: object. */
MINIPY_API MinipyValue minipy_type(MinipyVM *vm, const MinipyType *type, MinipyValue base);
/* An instance of a class that is, or derives from, one of minipy_type, without __init__. data may be NULL. */
MINIPY_API MinipyValue minipy_instance(MinipyVM *vm, MinipyValue cls, void **data);
MINIPY_API void *minipy_data(MinipyVM *vm, MinipyValue v, const MinipyType *type); /* while v is. NULL: TypeError */

/* ---- modules in C ---------------------------------------------------------------- */
/* `import foo` finds foo.minipy-3.11-x86_64.so along sys.path and in it what MINIPY_MODULE(foo) defines. The same
 * source linked into a host is a built-in module of the vms that minipy_add_builtin was called for. */
#define MINIPY_MODULE_SUFFIX ".minipy-3.11-x86_64.so"
#define MINIPY_ABI 1 /* changes when modules must be built anew */
typedef struct MinipyModule {
    size_t struct_size; /* this and abi: MINIPY_MODULE_HEAD */
    int abi;
    const char *name, *doc;        /* doc may be NULL */
    const MinipyMethod *functions; /* a table that ends with {0}; or NULL */
    /* Of each module object: bytes, zero at first; so many MinipyValues begin them, which are the vm's. */
    size_t state_size, state_values;
    /* Puts the rest into the module, which is in sys.modules by then; once for each object. -1: exception. */
    int (*exec)(MinipyVM *vm, MinipyValue module);
    /* The object goes: gives back what else its state has. Calls nothing of the vm but minipy_charge, to give back. */
    void (*free_state)(void *state);
} MinipyModule;
#define MINIPY_MODULE_HEAD sizeof(MinipyModule), MINIPY_ABI
/* MINIPY_MODULE(foo) = {MINIPY_MODULE_HEAD, "foo", "What it does.", functions}; */
#define MINIPY_MODULE(name)                                                                                            \
    extern MINIPY_API const MinipyModule minipy_module_##name;                                                         \
    const MinipyModule minipy_module_##name
/* Makes it a built-in module of this vm. module outlives the vm. -1: exception, e.g. an ImportError for another ABI. */
MINIPY_API int minipy_add_builtin(MinipyVM *vm, const MinipyModule *module);
/* The state of the module object that was made last, until another is. NULL: it was not imported, SystemError. */
MINIPY_API void *minipy_module_state(MinipyVM *vm, const MinipyModule *module);

/* ---- seeing in ------------------------------------------------------------------- */
/* What the markers report to kernel tracers, told to a function of the host (docs/PROBES.md): an observer names kinds
 * of events and what their code must be like. Its function may run Python code, whose events are not reported; what it
 * leaves pending is dropped, and what was pending in the program is not seen. It may add observers, which see the next
 * event, and end them: close is called when the event is through. For OBJECT_ALLOC, OBJECT_FREE and GIL_ACQUIRED it may
 * look at the event alone. Code that there is no memory to observe runs unobserved (a memory limit stops the vm). */
enum { MINIPY_EVENT_FUNCTION_ENTRY = 0, MINIPY_EVENT_FUNCTION_RETURN, MINIPY_EVENT_LINE, MINIPY_EVENT_GC_START };
enum { MINIPY_EVENT_GC_DONE = 4, MINIPY_EVENT_IMPORT_START, MINIPY_EVENT_IMPORT_DONE, MINIPY_EVENT_AUDIT };
enum { MINIPY_EVENT_CFUNCTION_ENTRY = 8, MINIPY_EVENT_CFUNCTION_RETURN, MINIPY_EVENT_EXCEPTION_RAISE };
enum { MINIPY_EVENT_EXCEPTION_HANDLED = 11, MINIPY_EVENT_EXCEPTION_UNWIND, MINIPY_EVENT_GENERATOR_RESUME };
enum { MINIPY_EVENT_GENERATOR_YIELD = 14, MINIPY_EVENT_FUNCTION_LATENCY, MINIPY_EVENT_OBJECT_ALLOC };
enum { MINIPY_EVENT_OBJECT_FREE = 17, MINIPY_EVENT_GC_PHASE_START, MINIPY_EVENT_GC_PHASE_DONE, MINIPY_EVENT_GC_STATS };
enum { MINIPY_EVENT_THREAD_START = 21, MINIPY_EVENT_THREAD_STOP, MINIPY_EVENT_LOCK_WAIT, MINIPY_EVENT_LOCK_ACQUIRED };
enum { MINIPY_EVENT_GIL_ACQUIRED = 25, MINIPY_EVENT_COMPILE_START, MINIPY_EVENT_COMPILE_DONE };
enum { MINIPY_EVENT_MODULE_EXEC_START = 28, MINIPY_EVENT_MODULE_EXEC_DONE, MINIPY_EVENT_PROCESS_START };
enum { MINIPY_EVENT_PROCESS_END = 31, MINIPY_EVENT_MARK };
#define MINIPY_EVENT_BIT(kind) (UINT64_C(1) << MINIPY_EVENT_##kind)
typedef struct MinipyCode {
    uint32_t id; /* > 0, never another's in this vm; what is here stays until the vm ends */
    int first_line;
    const char *filename, *name, *qualname, *module; /* "": cannot be encoded */
} MinipyCode;
typedef union MinipyArgument {
    const char *text; /* char *; NULL: cannot be encoded */
    long number;      /* int, long */
    const void *address;
} MinipyArgument;
enum { MINIPY_LEFT_BY_RETURN = 1, MINIPY_LEFT_BY_YIELD, MINIPY_LEFT_BY_EXCEPTION };
typedef struct MinipyEvent {
    uint32_t struct_size; /* the library's; new fields come last */
    uint16_t kind;
    uint8_t left;           /* FUNCTION_RETURN: MINIPY_LEFT_BY_*; else 0 */
    int line;               /* 0: none */
    const MinipyCode *code; /* of the frame in which it happens; NULL: in none */
    const void *frame;      /* tells it from others that run; minipy_frame_locals */
    MinipyVM *vm;
    uint64_t thread;        /* threading.get_ident() */
    MinipyArgument args[6]; /* the marker's, in order; not set for FUNCTION_ENTRY, FUNCTION_RETURN and LINE */
} MinipyEvent;
/* SILENT: no more of this kind at this code and line, where the program pays no more; ABORT: as minipy_stop. */
typedef enum { MINIPY_GO_ON, MINIPY_SILENT, MINIPY_ABORT } MinipyAnswer;
typedef struct MinipyObserver {
    size_t struct_size; /* sizeof(MinipyObserver); as for a configuration */
    uint64_t kinds;     /* MINIPY_EVENT_BIT(LINE) | ... */
    MinipyAnswer (*event)(void *user, const MinipyEvent *event);
    void *user;
    MinipyDestroy close;                 /* when it is ended, or the vm ends */
    const char *files, *modules, *names; /* shell patterns, commas between, '!': not; names are qualified; NULL: all */
    uint64_t thread, min_ns; /* 0: all; of FUNCTION_LATENCY, LOCK_ACQUIRED, GIL_ACQUIRED: that took so long */
} MinipyObserver;
/* An id (> 0), or -1: no memory, 64 observe calls or lines (nothing is pending); a bad observer (SystemError). */
MINIPY_API int minipy_observe(MinipyVM *vm, const MinipyObserver *observer);
MINIPY_API int minipy_observe_end(MinipyVM *vm, int id); /* -1: there is none of that id (nothing is pending) */
typedef struct MinipyFrame {
    const MinipyCode *code;
    int line;
    const void *frame;
} MinipyFrame;
/* The thread's frames, innermost first; how many were written. For callbacks, too. */
MINIPY_API size_t minipy_stack_walk(MinipyVM *vm, MinipyFrame *frames, size_t most);
MINIPY_API MinipyValue minipy_frame_locals(MinipyVM *vm, const MinipyFrame *frame); /* f_locals of one that runs: new */
/* What is behind --trace=SPEC: a line an event ("calls", "lines,gc", "calls:NAME"), or KIND[:OPTION=VALUE...], whose
 * result goes to write when it is ended or the vm ends. The id, for minipy_observe_end; -1: no memory (nothing is
 * pending), or spec or write is NULL (SystemError); -2: bad spec, see minipy_trace_kinds; -3: no ring:FILE (errno). */
MINIPY_API int minipy_trace(MinipyVM *vm, const char *spec, MinipyWrite write, void *user);
/* The same into a file; path NULL: standard error. complain (may be NULL) gets a sentence about a bad spec, a file that
 * cannot be made (-3), and at the end about what could not be written. */
MINIPY_API int minipy_trace_file(MinipyVM *vm, const char *spec, const char *path, MinipyWrite complain, void *user);
MINIPY_API const char *minipy_trace_kinds(void);
MINIPY_API void minipy_trace_help(MinipyWrite put, void *user); /* the table of --trace=help */
/* Starts D scripts (docs/DSCRIPT.md). words are those of dtrace's command line, NULL behind the last: "-s" FILE or
 * FILE, "-n" TEXT, "-q", "-Z", "-x" OPTION[=VALUE], and "-a" TEXT for $1, $2... BEGIN is through when this returns;
 * what scripts print goes to out, messages to err. The id: its removal, and the vm's end, print what END prints; 0:
 * exit() in BEGIN; -1: no memory (nothing is pending), words, out or err NULL (SystemError); -2: refused, see err. */
MINIPY_API int minipy_dscript(MinipyVM *vm, const char *const *words, MinipyWrite out, void *out_user, MinipyWrite err,
                              void *err_user);
/* Reports an audit event with a tuple of arguments (MINIPY_NULL: none); -1: a hook raised. */
MINIPY_API int minipy_audit(MinipyVM *vm, const char *event, MinipyValue args);
/* hook returns 0, or non-zero with an exception pending to refuse. 0 with one pending: SystemError. */
typedef int (*MinipyAuditHook)(const char *event, MinipyValue args, void *user);
MINIPY_API int minipy_add_audit_hook(MinipyVM *vm, MinipyAuditHook hook, void *user);
MINIPY_API size_t minipy_memory_used(MinipyVM *vm); /* bytes now taken from the system for this vm */
/* Counts what a module in C holds elsewhere, as in its library, towards the vm's memory; negative: given back. -1:
 * MemoryError, the limit does not have it; SystemError, less is held than is given back. */
MINIPY_API int minipy_charge(MinipyVM *vm, int64_t bytes);
MINIPY_API void *minipy_resize(MinipyVM *vm, void *block, size_t size); /* memory that counts; NULL: new; 0: freed */
#ifdef __cplusplus
}
#endif
#endif
