/* system_call.h - natives that are little more than one system call, as rows of a
 * table.
 *
 * A row (posix_calls.def) says what the call takes, which audit event precedes it, and
 * the call itself; the arguments' conversion, the event, the repetition of interrupted
 * calls (PEP 475), the vm's lock and OSError with the right file names follow from it.
 * Functions with more to do use the pieces: call_args to call_clear.
 *
 * `takes` has a letter for each parameter, after it the default if one may be missing,
 * in decimal, octal or hexadecimal; a blank may stand between them:
 *
 *     p path   P path or descriptor   N path, descriptor or None   S, D src and dst
 *     A extended attribute            F encoded text, as os.fsencode makes it
 *     d dir_fd   s follow_symlinks    f descriptor or what has fileno()
 *     i int      n 64 bits            l an off_t           o that or None
 *     c 64 bits, not negative         w unsigned int               b truth value
 *     m the lowest 32 bits of any int
 *     u uid      g gid      v as it is
 *     r a process and its like: an int, in the words of PyArg_ParseTuple
 */
#ifndef MINIPY_STDLIB_OS_SYSTEM_CALL_H
#define MINIPY_STDLIB_OS_SYSTEM_CALL_H

#include "stdlib/os/posix_private.h"

enum { CALL_ARGS = 8 }; /* room for arguments and their end */

typedef struct CallArg {
    char kind;    /* its letter; 0 ends the arguments */
    Value given;  /* borrowed; VALUE_NULL: it was not */
    PathArg path; /* of the letters p to F; owned */
    int64_t n;    /* of the others */
} CallArg;

/* Converts; false: error, and nothing to clear. */
bool call_args(MinipyVM *vm, const char *fname, const char *takes, const Value *args,
               size_t nargs, CallArg *a);
/* False: ValueError, of what makes no sense with a descriptor in place of a path. */
bool call_check(MinipyVM *vm, const char *fname, const CallArg *a);
/* Reports the event with the arguments that `heard` numbers; '-' stands for -1. NULL:
 * there is none. False: a hook raised. */
bool call_audit(MinipyVM *vm, const char *event, const char *heard, const CallArg *a);
/* errno is kept. */
void call_clear(MinipyVM *vm, CallArg *a);
/* VALUE_NULL with the error that is set, or OSError of errno, which names the files if
 * `named`. */
Value call_error(MinipyVM *vm, const CallArg *a, bool named);

/* What comes of a call. -1 is an error if errno was set. */
enum {
    CALL_NONE,
    CALL_NAMED,      /* None; the error names the files */
    CALL_NAMED_PATH, /* ... but not a descriptor */
    CALL_INT,
    CALL_BOOL,
    CALL_QUICK = 8, /* a flag: never waits, so that the vm's lock is kept */
};

typedef struct SystemCall {
    const char *name, *takes;
    const char *event, *heard; /* NULL: no event */
    int result;
    int64_t (*call)(CallArg *a);
} SystemCall;

/* A native's whole body: None, an int or a bool, or VALUE_NULL with an exception. */
Value system_call(MinipyVM *vm, const SystemCall *row, const Value *args, size_t nargs);

/* Of the arguments within a call. */
#define TEXT(i) (a[i].path.text)
#define FD(i) (a[i].path.fd)
#define NUM(i) ((int)a[i].n)
#define LONG(i) (a[i].n)
#define WORD(i) ((unsigned)a[i].n)
#define OFFSET(i) (a[i].given && a[i].given != VALUE_NONE ? &a[i].n : NULL)
#define NOFOLLOW(i) (a[i].n ? 0 : AT_SYMLINK_NOFOLLOW)

/* For the few calls that return the errno itself. */
static inline int64_t call_code(int err)
{
    errno = err;
    return err ? -1 : 0;
}

/* Rows to bodies, and to rows of the function table. */
#define CALL_BODY(name, signature, doc, takes, event, heard, result, ...)              \
    static int64_t call_##name(CallArg *a)                                             \
    {                                                                                  \
        (void)a;                                                                       \
        return __VA_ARGS__;                                                            \
    }                                                                                  \
    FN(posix_##name)                                                                   \
    {                                                                                  \
        static const SystemCall row = {                                                \
            #name, takes, event, heard, result, call_##name};                          \
        return system_call(vm, &row, args, nargs);                                     \
    }
#define CALL_ROW(flags, name, signature, doc, ...)                                     \
    {#name, posix_##name, flags, signature, doc},

#endif
