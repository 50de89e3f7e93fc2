/* vm.h - struct MinipyVM: everything one interpreter owns. There is no other mutable
 * state in the library except the gate word (probes/gate.h), the list of vms that
 * debuggers read (vm/debug/offsets.h), and who uses what vms share (vm/memory/shared.c,
 * vm/import/import_compiled.c). A vm is used by one thread at a time: the one
 * that holds its lock (vm/threads/thread.h).
 */
#ifndef MINIPY_VM_CORE_VM_H
#define MINIPY_VM_CORE_VM_H

#include <pthread.h>

#include "probes/consumer.h"
#include "vm/errors/error.h"
#include "vm/memory/gc.h"
#include "vm/core/hash.h"
#include "vm/memory/mem.h"
#include "vm/core/object.h"

enum {
#define X(id) NAME_##id,
#include "vm/core/names.def"
#undef X
    NAME_COUNT
};
#define NAME(vm, id) ((vm)->names[NAME_##id])

/* sys.exc_info() of one frame or generator; chained outward. */
typedef struct ExcInfo {
    Value value; /* exception, or VALUE_NULL/None for none; strong */
    struct ExcInfo *prev;
} ExcInfo;

/* The fields of one thread. */
typedef struct ThreadPart {
#define FIELD(type, name) type name;
#include "vm/core/thread_fields.def"
#undef FIELD
} ThreadPart;

/* The types that vms share: those of types.def, then those of exceptions.def. */
enum { SHARED_TYPES = KIND_COUNT + EXC_COUNT };
typedef struct SharedImage SharedImage;

typedef struct MinipySettings {
    bool isolated, no_site, no_user_site, ignore_env, unbuffered, dont_write_bytecode,
        safe_path;
    int optimize, verbose, quiet, inspect, interactive, bytes_warning, dev_mode,
        utf8_mode, parser_debug;
    bool skip_first_line, warn_default_encoding, no_debug_ranges;
    bool confined;              /* confine.h */
    uint32_t allowed;           /* MINIPY_ALLOW_* */
    bool use_installed_library; /* fall back to /usr/lib/python3.11 */
    uint64_t hash_seed;
    bool hash_random;
    int int_max_str_digits, int_max_str_digits_flag; /* the latter: -1, not given */
    uint64_t memory_limit;                           /* bytes; 0: none */
    void *(*allocate)(void *user, void *block, size_t old, size_t size); /* or NULL */
    void *allocate_user;
    uint64_t instruction_limit; /* polls; 0: none */
    uint64_t time_limit_ns;     /* 0: none */
    int attach;                 /* observers may look (1), run code (2); 0: no */
    int dlopen_flags;           /* sys.setdlopenflags */
    char locale_encoding[32];   /* as nl_langinfo(CODESET) says it */
    char fs_encoding_name[32];
    const char *fs_encoding; /* of file names, the environment, arguments and the
                                standard streams: that name; NULL: utf-8 */
    bool locale_in_use;      /* LC_CTYPE of the process is the environment's */
} MinipySettings;

struct MemState;    /* mem.c */
struct ImportState; /* import.c */
struct TypeCacheEntry;
struct WeakrefTable;
struct InternTable;
struct CodecState;
struct IoState;
struct DateTimeState;
struct ZoneInfoState;
struct DecimalState;
struct TraceState; /* sys.settrace & co. */

/* What `name` means on instances of a shape, or where there are none, of a type, while
 * their type's version is that; or on a class of that version (shape.h). Found by
 * address; owns the name, so that no other can come to lie there, and nothing else,
 * because versions are never used twice.
 */
typedef struct AttrCacheEntry {
    const void *key; /* the Shape or TypeObj, or another of shape.h; NULL: it is free */
    Value name;      /* strong */
    Value found; /* ATTR_METHOD, ATTR_BOUND, ATTR_CONST: what the class has under the
                    name */
    uint32_t type_version;
    int32_t
        where; /* ATTR_VALUE: index of the value; ATTR_MEMBER: offset in the object */
    enum {
        ATTR_VALUE,
        ATTR_MEMBER,
        ATTR_METHOD, /* to be bound */
        ATTR_BOUND,  /* a descriptor in C, which may raise */
        ATTR_CONST,  /* the value itself */
        ATTR_CELL,   /* `found` is the address of a ClassCell */
        ATTR_ABSENT, /* neither the class has it nor the instance */
        ATTR_DICT,   /* the instance keeps a dict, which goes first; `where` says what
                        is true behind it: one of those from ATTR_METHOD on */
        ATTR_OTHER   /* there is more to it: of an instance's, what its class has is in
                        `found` */
    } kind;
} AttrCacheEntry;
/* It begins small, as the cache of type.c does. */
enum { ATTR_CACHE_SIZE = 512, ATTR_CACHE_SIZE_MAX = 8192 };
extern const AttrCacheEntry attr_cache_none[2]; /* both of them free */

/* Hostile builds, whose programs must print the same: without any cache, and with few
 * version tags left. */
#ifdef MINIPY_SPEC_OFF
enum { CACHES = 0 };
#else
enum { CACHES = 1 };
#endif
#ifdef MINIPY_FEW_VERSIONS
#define FIRST_VERSION (UINT32_MAX - 1000)
#else
#define FIRST_VERSION 1u
#endif

struct MinipyVM {
    /* hot: what the eval loop reads */
    GateRequests
        requests; /* what is asked of this vm (GATE_REQUEST_*); gate_word says "look" */
    union {       /* of the running thread */
        ThreadPart thread;
        struct {
#define FIELD(type, name) type name;
#include "vm/core/thread_fields.def"
#undef FIELD
        };
    };
    /* These lie in what vms share: */
    TypeObj *types[KIND_COUNT];
    TypeObj *exc[EXC_COUNT];
    Value names[NAME_COUNT]; /* interned str */
    Value ascii[128];        /* one-character strings */
    Value latin1[128];       /* U+0080..U+00FF, made on demand */
    Value byte[256];         /* one-byte bytes objects, made on demand */
    Value empty_str, empty_bytes, empty_tuple, empty_frozenset;
    /* memory */
    struct MemState *mem;
    Object *resurrected;       /* that its finalizer brought back last; only compared */
    struct Pool *const *pools; /* of mem, by class: where mem_take_inline looks */
    GcState gc;
    struct WeakrefTable *weakrefs;
    struct InternTable *interned;
    int recursion_limit;
    /* exceptions */
    int normalize_depth;   /* exceptions being made for C code, one for another */
    bool no_memory;        /* not even for a MemoryError: take the preallocated one */
    Value memory_error;    /* preallocated */
    Value retired_code;    /* list of code that was replaced while it runs, or NULL */
    Value warnings_state;  /* dict of the _warnings module's state; made on demand */
    void *structseq_specs; /* structseq.c: the specs of its types, owned */
    Value program_dir;     /* the entry of sys.path for the program, once one ran */
    Value last_error_text; /* what minipy_error_text handed out */
    /* types */
    uint32_t next_type_version;
    uint32_t next_keys_version; /* dicts */
    uint32_t next_func_version;
    SharedImage *shared; /* vm/memory/shared.h */
    TypeState shared_types[SHARED_TYPES];
    struct TypeCacheEntry *type_cache; /* grows with its use (type.c) */
    uint32_t type_cache_mask, type_cache_misses;
    Value searched_mro;        /* see lookup_comparing in type.c */
    bool dicts_lost;           /* the system had no memory for a native type's */
    int64_t builtins_at_start; /* how many names builtins had: those in front */
    Value shown_values;        /* list or VALUE_NULL: see class_dict.h */
    TypeObj *native_types;     /* made by type_from_spec; they live until the vm ends */
    /* modules */
    Value modules;  /* sys.modules, dict */
    Value builtins; /* dict of the builtins module */
    Value sysdict;  /* dict of the sys module */
    struct ImportState *import;
    /* What import_native_state has found last: NULL, or the state stays where it is. */
    struct {
        const struct MinipyModule *of;
        void *state;
    } native_found;
    Value site_path; /* list: sys.path before site.c changed it, while the module site
                        was not imported; else VALUE_NULL */
    Value site_objects; /* tuple of site_builtins.c, until they are the library's */
    Value no_archive; /* the entry of sys.path for LIBRARY_ARCHIVE, if there is none */
    uint64_t import_started; /* bits of import_audit.c */
    bool import_hooks_asked; /* an import asks sys for path_hooks, which may import */
    bool import_searched;    /* sys.path has been searched */
    bool compile_warned;     /* the compiler had a warning: import_compiled.c */
    Value import_listed;     /* dict of directories; VALUE_NULL: nobody listened yet */
    void *import_room;       /* where cached code is read: of this many bytes */
    size_t import_room_size;
    struct ImportLoading *import_loading; /* list; import_lock.c */
    struct CodecState *codecs;
    struct IoState *io;
    /* What modules keep for a vm from their first import on; NULL before. */
    struct DateTimeState *datetime;
    struct ZoneInfoState *zoneinfo;
    struct DecimalState *decimal;
    struct CTypesState *ctypes;
    struct AsyncioState *asyncio;
    struct TraceState *trace;
    struct MemoryTraces *memory_traces; /* memory_traces.c; NULL: never traced */
    ProbeConsumers consumers;           /* in-process consumers of the markers */
    struct CodeObj *codes;              /* all code objects; borrowed */
    struct CodeObj *codes_left;         /* of them, the first that needs no look when
                                           observers change (patch_update); or NULL */
    bool codes_marked;                  /* new ones are marked (code_mark_entries) */
    bool exceptions_watched;            /* by observers: the loop tells of each */
    bool exceptions_seen;               /* somebody may want them (trace_changed) */
    ProbeHost probe_host;               /* what they need of this vm */
    bool program_runs;                  /* process__start was due */
    int program_status;                 /* for process__end */
    uint64_t switch_interval_us;        /* sys.setswitchinterval */
    struct Threads *threads;   /* NULL until a second thread comes (thread.c) */
    void *thread_locals;       /* list of the _thread._local objects (thread_local.c) */
    uint64_t local_dicts_made; /* for them, ever: the order in which they go */
    /* the outside */
    MinipySettings settings;
    /* limits.c */
    int stopped;                 /* StopCause, by atomics; see limits_stopped */
    int runs;                    /* calls of the host that go on, an outermost each */
    uint64_t polls, deadline_ns; /* towards the limits, when there are any */
    uint64_t next_kick_ns;       /* when the watcher may end its blocking calls again */
    bool watched;                /* the watcher sees to the deadline */
    bool waits_alone;            /* the next wait of the run asks it to */
    int kicker;                  /* a timer's id, or < 0; limits.c; by atomics */
    pid_t maker;                 /* the thread that made the vm */
    pthread_t runner;            /* the thread that began the run */
    struct MinipyVM *next_watched; /* of those that run */
    uint64_t charged;              /* bytes that minipy_charge counts */
    HashKey hash_key;
    struct SignatureTable *signatures; /* (signature.c); NULL before the first call */
    Value error_classes; /* dict (module_types.c); VALUE_NULL before they are needed */
    Value ast_names;     /* what _ast has, dict; and the classes of nodes, tuple */
    Value ast_classes;   /* (ast_module.c); VALUE_NULL before they are needed */
    Value csv_dialects;  /* of _csv: dict, name -> Dialect; VALUE_NULL until imported */
    int64_t csv_field_limit;
    Value audit_hooks; /* list of Python hooks, or VALUE_NULL */
    void *c_audit_hooks;
    uint64_t pending_signals; /* a bit each, set by handlers; see signals_noted() */
    Value signal_handlers;    /* of the signal module, or VALUE_NULL */
    Value atexit_functions;   /* list of (function, args tuple, kwargs dict or None), or
                                 NULL */
    Value fork_functions;     /* lists of os.register_at_fork: before, parent, child; or
                                 NULL */
    bool owns_signals;        /* the main vm of the program handles SIGINT */
    bool ran_program;         /* the interactive mode then begins without a greeting */
    bool names_script;        /* __main__ has the names that go with its script */
    bool finalizing;
    bool closed;      /* its parts are being given back: the host may not use it */
    pthread_t holder; /* the thread that is in the vm; 0: none. By atomics */
    int exit_code;
    void *user_data; /* the embedder's */
    /* What is told of warnings in place of sys.stderr; NULL: none (warnings.c) */
    void (*warning_hook)(void *user, const char *category, const char *text,
                         const char *filename, int line);
    void *warning_user;
    Value line_reader; /* what input() and the prompt read by on a terminal, or NULL */
    uint32_t allowed;  /* MINIPY_ALLOW_*; all bits: it is not confined */
    struct HostServices *host;    /* confine.h; NULL: the system does all */
    struct RefusedTable *refused; /* tables that confine_methods made */
    TypeObj *host_function_type;  /* of minipy_function, made on demand; strong */
    AttrCacheEntry *attr_cache;   /* attr_cache_none until one is to be remembered */
    uint32_t attr_cache_mask;     /* entries, less one */
    uint32_t attr_cache_lost;     /* entries that others took the place of */
    TypeObj *natives_found[16];   /* of native_types, by spec (module_contents.c) */
};

static inline TypeState *type_state(MinipyVM *vm, TypeObj *t)
{
    return t->shared ? &vm->shared_types[t->shared - 1] : &t->own;
}
static inline TypeObj *value_type(MinipyVM *vm, Value v)
{
    if ((v & 7) == 0)
        return value_obj(v)->type;
    if (v & 1)
        return vm->types[KIND_INT];
    if (v & 2)
        return vm->types[KIND_FLOAT];
    return value_type_slow(vm, v);
}
static inline bool value_is_exact(MinipyVM *vm, Value v, Kind k)
{
    return value_may_be(v, k) && value_obj(v)->type == vm->types[k];
}
/* An int, whatever its size, whose class is int itself: it compares as numbers do. */
static inline bool value_is_plain_int(MinipyVM *vm, Value v)
{
    return value_is_int_imm(v) || value_is_exact(vm, v, KIND_INT);
}
static inline Value value_true_or_error(int r)
{
    return r < 0 ? VALUE_NULL : value_from_bool(r);
}

/* A call of probes_NAME. Callbacks may run Python code: what they raise is dropped,
 * what was raised before them stays. */
#define REPORT_PROBE(vm, call)                                                         \
    do {                                                                               \
        Value raised_before_ = error_fetch(vm);                                        \
        call;                                                                          \
        error_restore_steal(vm, raised_before_);                                       \
    } while (0)

/* Whether the C stack is used up to its reserve. Compared by address, as C frames
 * differ in size by a factor of a hundred, which no count of calls can know. */
static inline bool c_stack_full(const MinipyVM *vm)
{
    return unlikely((char *)__builtin_frame_address(0) < vm->c_stack_limit);
}
int c_stack_error(MinipyVM *vm); /* call.c: raises RecursionError; -1 */
/* For what can recurse in C without a Python call in between, which recursion_enter
 * counts: -1 is a RecursionError. */
static inline int c_stack_check(MinipyVM *vm)
{
    return likely(!c_stack_full(vm)) ? 0 : c_stack_error(vm);
}

/* Why a vm is stopped (vm/threads/limits.h): no code of the program runs any more. */
typedef enum StopCause {
    STOP_NONE,
    STOP_INSTRUCTIONS,
    STOP_TIME,
    STOP_MEMORY,
    STOP_BY_HOST,
} StopCause;
static inline StopCause limits_stopped(const MinipyVM *vm)
{
    return (StopCause)__atomic_load_n(&vm->stopped, __ATOMIC_RELAXED);
}
int limits_poll_slow(MinipyVM *vm); /* see hooks.h */
/* For loops in C that may be long, once a round: -1 with an exception when the vm is
 * stopped, or the host interrupts. Costs what the loop's poll does. */
static inline int limits_poll(MinipyVM *vm)
{
    return likely(!gate_is_raised()) ? 0 : limits_poll_slow(vm);
}

/* Has it a __next__? */
static inline bool value_is_iterator(MinipyVM *vm, Value v)
{
    UnarySlot next = value_type(vm, v)->slots.iternext;
    return next && next != iter_not_implemented;
}

/* The next item of an iterator (an object: nothing immediate iterates), for iterators
 * over other iterators; VALUE_NULL: it is exhausted, or an exception is set. */
static inline Value iter_step(MinipyVM *vm, Value it)
{
    return c_stack_check(vm) < 0 || limits_poll(vm) < 0
               ? VALUE_NULL
               : value_obj(it)->type->slots.iternext(vm, it);
}

/* state.c */
MinipyVM *vm_new(const MinipySettings *settings); /* NULL: out of memory */
/* What minipy_free does when the vm may go: no call into it after that. */
void vm_free(MinipyVM *vm);

/* Two objects that compare as object does: equal are they only to themselves. */
static inline bool values_are_plain(MinipyVM *vm, Value a, Value b)
{
    if (!value_is_obj(a) || !value_is_obj(b))
        return false;
    CompareSlot plain = vm->types[KIND_OBJECT]->slots.richcompare;
    return value_obj(a)->type->slots.richcompare == plain &&
           value_obj(b)->type->slots.richcompare == plain;
}

#endif
