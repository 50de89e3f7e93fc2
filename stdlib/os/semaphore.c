/* semaphore.c - the modules _multiprocessing (SemLock: named semaphores that processes
 * share, as locks and as counters) and _posixshmem (names of shared memory).
 */
#include "stdlib/module_types.h"
#include "stdlib/os/posix_private.h"
#include "stdlib/os/system_call.h"
#include "vm/core/confine.h"
#include "vm/threads/thread.h"

#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <time.h>

#include "vm/objects/module.h"
#include "vm/objects/signature.h"

/* A lock that its owner may take again, and whatever counts: Lock, too, which any
 * thread may release. */
enum { KIND_OF_RLOCK, KIND_OF_COUNTER };

typedef struct SemLock {
    Object ob;
    sem_t *handle;   /* owned */
    char *name;      /* owned; NULL: it has been unlinked */
    pthread_t owner; /* who acquired it last */
    int count;       /* how often this process holds it */
    int max, kind;
} SemLock;
#define SEMLOCK(v) ((SemLock *)(uintptr_t)(v))

static bool is_mine(const SemLock *s)
{
    return s->count > 0 && pthread_equal(s->owner, pthread_self());
}

static void semlock_dealloc(MinipyVM *vm, Object *o)
{
    SemLock *s = (SemLock *)o;
    if (s->handle)
        sem_close(s->handle);
    mem_free(vm, s->name);
}

/* An object around a semaphore, which it owns; handle SEM_FAILED: OSError. */
static Value semlock_make(MinipyVM *vm, TypeObj *cls, sem_t *handle, int kind, int max,
                          const char *name)
{
    if (handle == SEM_FAILED)
        return posix_error(vm);
    SemLock *s = (SemLock *)object_alloc(vm, cls, 0);
    if (!s) {
        sem_close(handle);
        return VALUE_NULL;
    }
    s->handle = handle;
    s->kind = kind;
    s->max = max;
    if (name && !(s->name = mem_strdup(vm, name))) {
        obj_decref(vm, &s->ob);
        return VALUE_NULL;
    }
    return value_from_obj(s);
}

/* The text of a str without null characters, which lives as long as v. NULL: error. */
static const char *name_text(MinipyVM *vm, const char *which, Value v)
{
    if (!value_is_str(v)) {
        error_set(vm, EXC_TypeError, "%s must be str, not %s", which,
                  v == VALUE_NONE ? "None" : type_name_cstr(value_type(vm, v)));
        return NULL;
    }
    int64_t size;
    const char *text = str_utf8(vm, v, &size);
    if (text && strlen(text) != (size_t)size) {
        error_set(vm, EXC_ValueError, "embedded null character");
        return NULL;
    }
    return text;
}

NEW(semlock_new, 5, "SemLock", "(kind, value, maxvalue, name, unlink)")
{
    int kind, value, max, unlink;
    if (!arg_int(vm, given[0], &kind) || !arg_int(vm, given[1], &value) ||
        !arg_int(vm, given[2], &max))
        return VALUE_NULL;
    const char *name = name_text(vm, "SemLock() argument 'name'", given[3]);
    if (!name || !int_arg_or(vm, given[4], 0, &unlink) ||
        confine_check(vm, MINIPY_ALLOW_PROCESSES, "SemLock") < 0)
        return VALUE_NULL;
    if (kind != KIND_OF_RLOCK && kind != KIND_OF_COUNTER)
        return error_set(vm, EXC_ValueError, "unrecognized kind");
    sem_t *handle = sem_open(name, O_CREAT | O_EXCL, 0600, (unsigned)value);
    if (handle != SEM_FAILED && unlink && sem_unlink(name) < 0) {
        posix_error(vm);
        sem_close(handle);
        return VALUE_NULL;
    }
    return semlock_make(vm, cls, handle, kind, max, unlink ? NULL : name);
}

/* In a process that was spawned: the semaphore is found by its name. */
FN(semlock_rebuild)
{
    int64_t handle;
    int kind, max;
    if (!value_is_int(args[0]))
        return arg_type_error(vm, "_rebuild", "1", "int", args[0]);
    if (args[3] != VALUE_NONE && !value_is_str(args[3]))
        return arg_type_error(vm, "_rebuild", "4", "str or None", args[3]);
    if (!arg_ssize(vm, args[0], &handle) || !arg_int(vm, args[1], &kind) ||
        !arg_int(vm, args[2], &max))
        return VALUE_NULL;
    const char *name =
        args[3] == VALUE_NONE ? NULL : name_text(vm, "argument 4", args[3]);
    if ((args[3] != VALUE_NONE && !name) ||
        confine_check(vm, MINIPY_ALLOW_PROCESSES, "SemLock") < 0)
        return VALUE_NULL;
    if (!name) /* a number of another process means nothing here */
        return error_set(vm, EXC_ValueError, "a semaphore without a name");
    return semlock_make(vm, TYPE_OF(self), sem_open(name, 0), kind, max, name);
}

/* ---- taking and giving back ------------------------------------------------------ */

/* When a wait of so many seconds ends, by the clock that sem_timedwait reads. */
static struct timespec deadline_in(double seconds)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    double whole = floor(seconds < 0 ? 0 : seconds > 1e9 ? 1e9 : seconds);
    double rest = seconds < 0 || seconds > 1e9 ? 0 : seconds - whole;
    now.tv_sec += (time_t)whole;
    now.tv_nsec += (long)(rest * 1e9);
    if (now.tv_nsec >= 1000000000) {
        now.tv_sec++;
        now.tv_nsec -= 1000000000;
    }
    return now;
}

/* Waits for it without the vm; deadline NULL: for ever. 0, or -1 with errno. */
static int wait_for(MinipyVM *vm, SemLock *s, const struct timespec *deadline)
{
    int r;
    do {
        r = INTERRUPTIBLE(vm, deadline ? sem_timedwait(s->handle, deadline)
                                       : sem_wait(s->handle));
    } while (r < 0 && posix_again(vm));
    return r;
}

static Value acquire(MinipyVM *vm, SemLock *s, bool block, Value timeout)
{
    struct timespec deadline;
    if (s->kind == KIND_OF_RLOCK && is_mine(s)) {
        s->count++;
        return VALUE_TRUE;
    }
    bool limited = timeout && timeout != VALUE_NONE;
    if (limited) {
        double seconds;
        if (!arg_double(vm, timeout, &seconds))
            return VALUE_NULL;
        deadline = deadline_in(seconds);
    }
    int r = sem_trywait(s->handle);
    if (r < 0 && errno == EAGAIN && block)
        r = wait_for(vm, s, limited ? &deadline : NULL);
    if (r < 0) {
        bool busy = errno == EAGAIN || errno == ETIMEDOUT;
        return busy && !error_occurred(vm) ? VALUE_FALSE : posix_error(vm);
    }
    s->count++;
    s->owner = pthread_self();
    return VALUE_TRUE;
}

FN(semlock_acquire)
{
    int block;
    if (!int_arg_or(vm, GIVEN(0), 1, &block))
        return VALUE_NULL;
    return acquire(vm, SEMLOCK(self), block, GIVEN(1));
}

static int current_value(MinipyVM *vm, SemLock *s, int *value)
{
    if (sem_getvalue(s->handle, value) < 0) {
        posix_error(vm);
        return -1;
    }
    return 0;
}

FN(semlock_release)
{
    SemLock *s = SEMLOCK(self);
    int value;
    if (s->kind == KIND_OF_RLOCK) {
        if (!is_mine(s))
            return error_set(vm, EXC_AssertionError,
                             "attempt to release recursive lock not owned by thread");
        if (s->count > 1) {
            s->count--;
            return VALUE_NONE;
        }
    } else {
        if (current_value(vm, s, &value) < 0)
            return VALUE_NULL;
        if (value >= s->max)
            return error_set(vm, EXC_ValueError,
                             "semaphore or lock released too many times");
    }
    if (sem_post(s->handle) < 0)
        return posix_error(vm);
    s->count--;
    return VALUE_NONE;
}

FN(semlock_enter)
{
    return acquire(vm, SEMLOCK(self), true, VALUE_NULL);
}

FN(semlock_exit)
{
    return semlock_release(vm, self, NULL, 0, VALUE_NULL);
}

/* ---- what one may ask it --------------------------------------------------------- */

FN(semlock_count)
{
    return value_from_imm(SEMLOCK(self)->count);
}

FN(semlock_is_mine)
{
    return value_from_bool(is_mine(SEMLOCK(self)));
}

FN(semlock_get_value)
{
    int value;
    if (current_value(vm, SEMLOCK(self), &value) < 0)
        return VALUE_NULL;
    return value_from_imm(value < 0 ? 0 : value);
}

FN(semlock_is_zero)
{
    int value;
    return current_value(vm, SEMLOCK(self), &value) < 0 ? VALUE_NULL
                                                        : value_from_bool(value == 0);
}

/* The child holds nothing of what its parent held. */
FN(semlock_after_fork)
{
    SEMLOCK(self)->count = 0;
    return VALUE_NONE;
}

GETTER(semlock_handle)
{
    return int_new(vm, (int64_t)(intptr_t)SEMLOCK(self)->handle);
}

GETTER(semlock_kind)
{
    return value_from_imm(SEMLOCK(self)->kind);
}

GETTER(semlock_maxvalue)
{
    return value_from_imm(SEMLOCK(self)->max);
}

GETTER(semlock_name)
{
    return SEMLOCK(self)->name ? str_from_cstr(vm, SEMLOCK(self)->name) : VALUE_NONE;
}

static METHODS(semlock_methods,
    {"acquire", semlock_acquire, 0, "($self, /, block=True, timeout=None)",
     "Take it, waiting if block says so; was it taken?"},
    {"release", semlock_release, 0, "($self, /)", "Give it back."},
    {"_count", semlock_count, 0, "($self, /)", "How often this process has taken it and not given it back."},
    {"_is_mine", semlock_is_mine, 0, "($self, /)", "Does this thread hold it?"},
    {"_get_value", semlock_get_value, 0, "($self, /)", "The semaphore's value."},
    {"_is_zero", semlock_is_zero, 0, "($self, /)", "Is the semaphore's value zero?"},
    {"_rebuild", semlock_rebuild, M_CLASS, "($type, handle, kind, maxvalue, name, /)", NULL},
    {"_after_fork", semlock_after_fork, 0, "($self, /)", "Forget what the parent process holds."},
    {"__enter__", semlock_enter, 0, "($self, /)", "Take it."},
    {"__exit__", semlock_exit, 0, "($self, exc_type=None, exc_value=None, exc_tb=None, /)", "Give it back."},
);
static GETSETS(semlock_getsets,
    {"handle", semlock_handle, NULL, NULL, NULL},
    {"kind", semlock_kind, NULL, NULL, NULL},
    {"maxvalue", semlock_maxvalue, NULL, NULL, NULL},
    {"name", semlock_name, NULL, NULL, NULL},
);
static TYPE_SPEC(semlock_spec,
    .name = "_multiprocessing.SemLock",
    .doc = "A semaphore or lock that processes share.",
    .flags = TYPE_BASE, .basicsize = sizeof(SemLock),
    .dealloc = semlock_dealloc,
    .slots = {.new_ = semlock_new},
    .methods = semlock_methods, .getsets = semlock_getsets,
);

/* ---- the modules ----------------------------------------------------------------- */

FN(multiprocessing_sem_unlink)
{
    const char *name = name_text(vm, "sem_unlink() argument", args[0]);
    if (!name || confine_check(vm, MINIPY_ALLOW_PROCESSES, "sem_unlink") < 0)
        return VALUE_NULL;
    return posix_none(vm, sem_unlink(name));
}

FN(posixshmem_shm_open)
{
    int flags, mode, fd;
    const char *name = name_text(vm, "shm_open() argument 'path'", args[0]);
    if (!name || !arg_int(vm, args[1], &flags) ||
        !int_arg_or(vm, GIVEN(2), 0777, &mode) ||
        confine_check(vm, MINIPY_ALLOW_FILES, "shm_open") < 0)
        return VALUE_NULL;
    do {
        fd = INTERRUPTIBLE(vm, shm_open(name, flags, (mode_t)mode));
    } while (fd < 0 && posix_again(vm));
    if (fd >= 0)
        return value_from_imm(fd);
    return error_occurred(vm) ? VALUE_NULL : error_set_errno(vm, errno, args[0]);
}

FN(posixshmem_shm_unlink)
{
    int r;
    const char *name = name_text(vm, "shm_unlink() argument 'path'", args[0]);
    if (!name || confine_check(vm, MINIPY_ALLOW_FILES, "shm_unlink") < 0)
        return VALUE_NULL;
    do {
        r = INTERRUPTIBLE(vm, shm_unlink(name));
    } while (r < 0 && posix_again(vm));
    if (r == 0)
        return VALUE_NONE;
    return error_occurred(vm) ? VALUE_NULL : error_set_errno(vm, errno, args[0]);
}

static METHODS(multiprocessing_functions,
    {"sem_unlink", multiprocessing_sem_unlink, 0, "($module, name, /)", NULL},
);
static METHODS(posixshmem_functions,
    {"shm_open", posixshmem_shm_open, 0, "($module, /, path, flags, mode=511)",
     "A descriptor of the shared memory of that name."},
    {"shm_unlink", posixshmem_shm_unlink, 0, "($module, /, path)",
     "Remove the name of shared memory, which goes when nobody maps it any more."},
);

static Value multiprocessing_flags(MinipyVM *vm)
{
    static const PosixConstant flags[] = {{"HAVE_SEM_OPEN", 1},
                                          {"HAVE_SEM_TIMEDWAIT", 1}};
    return posix_names(vm, flags, sizeof flags / sizeof flags[0]);
}

static CONTENTS(multiprocessing_contents,
    HAS_TYPE("SemLock", &semlock_spec), HAS_MADE("flags", multiprocessing_flags),
);

static int multiprocessing_exec(MinipyVM *vm, Value module)
{
    (void)module;
    TypeObj *t = module_type_made_borrow(vm, &semlock_spec);
    if (!t)
        return -1;
    DictObj *dict = type_dict(vm, t);
    if (!dict)
        return error_set_oom(vm), -1;
    return dict_set_cstr_steal(vm, value_from_obj(dict), "SEM_VALUE_MAX",
                               int_new(vm, SEM_VALUE_MAX));
}

MODULE_SPEC(multiprocessing_module_spec,
    .name = "_multiprocessing",
    .methods = multiprocessing_functions, .contents = multiprocessing_contents,
    .exec = multiprocessing_exec,
);
MODULE_SPEC(posixshmem_module_spec,
    .name = "_posixshmem",
    .doc = "Names of shared memory.",
    .methods = posixshmem_functions,
);
