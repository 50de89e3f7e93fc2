/* system_call.c - how a row of system_call.h becomes a call: arguments, audit event,
 * repetition, result.
 */
#include "stdlib/os/system_call.h"
#include "vm/eval/audit_wanted.h"
#include "vm/objects/call.h"

/* ---- arguments ------------------------------------------------------------------- */

static bool is_path(char kind)
{
    switch (kind) {
    case 'p':
    case 'P':
    case 'N':
    case 'S':
    case 'D':
    case 'A':
    case 'F': return true;
    default: return false;
    }
}

static bool is_descriptor_path(const CallArg *a)
{
    return (a->kind == 'P' || a->kind == 'N') && !a->path.text && a->path.fd >= 0;
}

static bool take_path(MinipyVM *vm, const char *fname, Value v, CallArg *a)
{
    const char *name = a->kind == 'S'   ? "src"
                       : a->kind == 'D' ? "dst"
                       : a->kind == 'A' ? "attribute"
                                        : "path";
    int flags = (a->kind == 'P' || a->kind == 'N' ? PATH_FD : 0) |
                (a->kind == 'N' ? PATH_NULLABLE : 0);
    if (a->kind != 'F')
        return path_arg(vm, fname, name, v, flags, &a->path);
    if ((a->path.object = fs_encode(vm, v)))
        a->path.text = mem_strdup(vm, (const char *)BYTES(a->path.object)->data);
    return a->path.text != NULL;
}

static bool word_arg(MinipyVM *vm, Value v, int64_t *out)
{
    if (!value_is_int(v))
        return error_set(vm, EXC_TypeError, "an integer is required"), false;
    if (int_sign(v) < 0)
        return error_set(vm, EXC_ValueError, "value must be positive"), false;
    uint64_t n = int_as_u64(vm, v);
    *out = (int64_t)n;
    if (n > UINT32_MAX && !error_occurred(vm))
        error_set(vm, EXC_OverflowError, "Python int too large for C unsigned int");
    return !error_occurred(vm);
}

static bool count_arg(MinipyVM *vm, Value v, int64_t *out)
{
    if (!arg_ssize(vm, v, out))
        return false;
    if (*out < 0)
        error_set(vm, EXC_ValueError, "negative value for 'count' not allowed");
    return *out >= 0;
}

static bool low_word(MinipyVM *vm, Value v, int64_t *out)
{
    uint64_t bits;
    bool ok = arg_low_bits(vm, v, &bits);
    *out = (uint32_t)bits;
    return ok;
}

static bool take_number(MinipyVM *vm, Value v, CallArg *a)
{
    int i = 0;
    uint32_t id = 0;
    bool ok;
    switch (a->kind) {
    case 'n': return arg_ssize(vm, v, &a->n);
    case 'm': return low_word(vm, v, &a->n);
    case 'l': return arg_long(vm, v, &a->n);
    case 'o': return v == VALUE_NONE || arg_long(vm, v, &a->n);
    case 'c': return count_arg(vm, v, &a->n);
    case 'w': return word_arg(vm, v, &a->n);
    case 'u':
    case 'g':
        ok = uid_arg(vm, v, a->kind == 'u' ? "uid" : "gid", &id);
        a->n = id;
        return ok;
    case 'd': ok = dir_fd_arg(vm, v, &i); break;
    case 'f': ok = fileno_arg(vm, v, &i); break;
    case 'i': ok = arg_int(vm, v, &i); break;
    case 'r': ok = arg_int_ranged(vm, v, &i); break;
    default: i = object_is_true(vm, v), ok = i >= 0; /* b, s */
    }
    a->n = i;
    return ok;
}

bool call_check(MinipyVM *vm, const char *fname, const CallArg *a)
{
    bool descriptor = false;
    for (; a->kind; a++) {
        descriptor |= is_descriptor_path(a);
        if (descriptor && a->kind == 'd' && a->n != AT_FDCWD)
            return error_set(vm, EXC_ValueError,
                             strcmp(fname, "chown") /* whose words are its own */
                                 ? "%s: can't specify dir_fd without matching path"
                                 : "%s: can't specify both dir_fd and fd",
                             fname),
                   false;
        if (descriptor && a->kind == 's' && !a->n)
            return error_set(vm, EXC_ValueError,
                             "%s: cannot use fd and follow_symlinks together", fname),
                   false;
    }
    return true;
}

/* Reads a letter and its default; the next letter. */
static const char *read_letter(const char *takes, CallArg *a)
{
    *a = (CallArg){.kind = *takes++, .path.fd = -1};
    if (a->kind == 'd')
        a->n = AT_FDCWD;
    for (; *takes >= '0' && *takes <= '9'; takes++)
        a->n = 10 * a->n + (*takes - '0');
    return *takes == ' ' ? takes + 1 : takes;
}

bool call_args(MinipyVM *vm, const char *fname, const char *takes, const Value *args,
               size_t nargs, CallArg *a)
{
    bool ok = true;
    a[0].kind = 0;
    for (size_t i = 0; *takes && ok; i++) {
        takes = read_letter(takes, &a[i]);
        a[i + 1].kind = 0;
        Value v = a[i].given = GIVEN(i);
        if (is_path(a[i].kind))
            ok = take_path(vm, fname, v, &a[i]);
        else if (v && a[i].kind != 'v')
            ok = take_number(vm, v, &a[i]);
    }
    if (!ok)
        call_clear(vm, a);
    return ok;
}

void call_clear(MinipyVM *vm, CallArg *a)
{
    int err = errno;
    for (; a->kind; a++)
        path_clear(vm, &a->path);
    errno = err;
}

/* ---- the audit event ------------------------------------------------------------- */

static Value heard_value(MinipyVM *vm, const CallArg *a)
{
    if (is_path(a->kind))
        return value_incref(a->path.object);
    if (a->kind == 'v' || a->kind == 'o')
        return a->given ? value_incref(a->given) : VALUE_NONE;
    return a->kind == 'd' ? dir_fd_audit((int)a->n) : int_new(vm, a->n);
}

bool call_audit(MinipyVM *vm, const char *event, const char *heard, const CallArg *a)
{
    Value items[CALL_ARGS];
    size_t n = 0;
    if (!event || !audit_wanted(vm))
        return true;
    for (; heard[n]; n++)
        items[n] =
            heard[n] == '-' ? value_from_imm(-1) : heard_value(vm, &a[heard[n] - '0']);
    Value tuple = tuple_from_steal(vm, items, n);
    bool ok = tuple && audit_tuple(vm, event, tuple) == 0;
    value_xdecref(vm, tuple);
    return ok;
}

/* ---- the call -------------------------------------------------------------------- */

/* OSError(errno, text, filename, None, filename2) */
static void raise_two_names(MinipyVM *vm, int err, Value one, Value two)
{
    Value text = str_from_cstr(vm, strerror(err));
    Value args[5] = {value_from_imm(err), text, one, VALUE_NONE, two};
    Value exc =
        text ? call(vm, value_from_obj(vm->exc[EXC_OSError]), args, 5, VALUE_NULL)
             : VALUE_NULL;
    value_xdecref(vm, text);
    if (exc)
        error_set_instance(vm, exc);
    value_xdecref(vm, exc);
}

Value call_error(MinipyVM *vm, const CallArg *a, bool named)
{
    Value names[2] = {VALUE_NULL};
    int err = errno, n = 0;
    if (error_occurred(vm))
        return VALUE_NULL;
    for (; named && a->kind && n < 2; a++)
        if (strchr("pPNSD", a->kind) && a->path.object != VALUE_NONE)
            names[n++] = a->path.object;
    if (n < 2)
        return error_set_errno(vm, err, names[0]);
    raise_two_names(vm, err, names[0], names[1]);
    return VALUE_NULL;
}

static Value call_result(MinipyVM *vm, const SystemCall *row, CallArg *a, int64_t r)
{
    int kind = row->result & ~CALL_QUICK;
    if (r == -1 && errno)
        return call_error(vm, a,
                          kind == CALL_NAMED ||
                              (kind == CALL_NAMED_PATH && !is_descriptor_path(a)));
    if (signals_checked(vm) < 0) /* perhaps the call was cut short, or sent it */
        return VALUE_NULL;
    return kind == CALL_BOOL  ? value_from_bool(r)
           : kind == CALL_INT ? int_new(vm, r)
                              : VALUE_NONE;
}

/* -1 is no descriptor to CPython, which then hands the kernel a path that is nowhere.
 */
static bool is_nowhere(const CallArg *a)
{
    return (a->kind == 'P' || a->kind == 'N') && !a->path.text && a->path.fd == -1 &&
           a->path.object != VALUE_NONE;
}

static int64_t make_call(MinipyVM *vm, const SystemCall *row, CallArg *a)
{
    errno = 0; /* -1 may be a value */
    if (!is_nowhere(a))
        return row->result & CALL_QUICK ? row->call(a)
                                        : INTERRUPTIBLE(vm, row->call(a));
    errno = EFAULT;
    return -1;
}

Value system_call(MinipyVM *vm, const SystemCall *row, const Value *args, size_t nargs)
{
    CallArg a[CALL_ARGS];
    Value result = VALUE_NULL;
    int64_t r;
    if (!call_args(vm, row->name, row->takes, args, nargs, a))
        return VALUE_NULL;
    if (call_check(vm, row->name, a) && call_audit(vm, row->event, row->heard, a)) {
        do {
            r = make_call(vm, row, a);
        } while (r == -1 && posix_again(vm));
        result = call_result(vm, row, a, r);
    }
    call_clear(vm, a);
    return result;
}
