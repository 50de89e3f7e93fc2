/* call.c - calls of foreign functions: arguments to what libffi wants, the call without
 * the vm's lock, the result as a value; and errno as the program sees it.
 *
 * A call goes through conversion only once: argument i lies in a Slot, which keeps
 * alive what the value points to until the call is over. What libffi prepares of the
 * types is remembered by the function (CallCache), as it rarely changes. Read next:
 * function.c.
 */
#include <errno.h>

#include "stdlib/ctypes/ctypes.h"
#include "vm/bytes/bytes.h"
#include "vm/core/hooks.h"
#include "vm/eval/traceback.h"
#include "vm/objects/call.h"
#include "vm/threads/thread.h"

typedef struct Slot {
    ForeignType *type;
    Value keep; /* strong, or VALUE_NULL */
    CValue value;
} Slot;

/* ---- errno ----------------------------------------------------------------------- */

/* What C's errno was after the last call that asked for it, of each thread. */
static __thread int own_errno;
static __thread MinipyVM *calling_vm;

MinipyVM *foreign_vm(void)
{
    return calling_vm;
}

void foreign_swap_errno(void)
{
    int before = own_errno;
    own_errno = errno;
    errno = before;
}

Value ctypes_get_errno(NATIVE_ARGS)
{
    return audit(vm, "ctypes.get_errno", 0) < 0 ? VALUE_NULL : int_new(vm, own_errno);
}

Value ctypes_set_errno(NATIVE_ARGS)
{
    int number, before = own_errno;
    if (audit(vm, "ctypes.set_errno", 1, args[0]) < 0 ||
        !arg_int_ranged(vm, args[0], &number))
        return VALUE_NULL;
    own_errno = number;
    return int_new(vm, before);
}

/* ---- arguments ------------------------------------------------------------------- */

static void slot_of_arg(Slot *s, CArg *a)
{
    s->type = a->foreign;
    s->value = a->value;
}

static void slot_pointer(MinipyVM *vm, Slot *s, const void *p)
{
    s->type = vm->ctypes->foreign.pointer;
    s->value.p = (void *)(uintptr_t)p;
}

/* An int: C's int, of which the upper bits are dropped. */
static int slot_int(MinipyVM *vm, Slot *s, Value v)
{
    s->type = vm->ctypes->foreign.sint32;
    int overflow = 0;
    int64_t i = int_as_i64_overflow(v, &overflow);
    if (overflow > 0 && int_bit_length(v) <= 64) {
        i = (int64_t)int_as_u64(vm, v);
        overflow = 0;
    }
    if (overflow) {
        error_set(vm, EXC_OverflowError, "int too long to convert");
        return -1;
    }
    s->value.i = (int32_t)i;
    return 0;
}

static int slot_fill(MinipyVM *vm, Slot *s, Value v, size_t number);

/* What v._as_parameter_ is. */
static int slot_by_attribute(MinipyVM *vm, Slot *s, Value v, size_t number)
{
    Value as;
    int found = ctype_as_parameter(vm, v, &as);
    if (found == 0)
        error_set(vm, EXC_TypeError, "Don't know how to convert parameter %zd",
                  (int64_t)number);
    if (found <= 0)
        return -1;
    int r = recursion_enter(vm, "while processing _as_parameter_");
    if (r == 0) {
        r = slot_fill(vm, s, as, number);
        recursion_leave(vm);
    }
    if (r == 0 && !s->keep)
        s->keep = value_incref(as);
    value_decref(vm, as);
    return r;
}

static int slot_cdata(MinipyVM *vm, Slot *s, Value v)
{
    CArg *a = cdata_as_arg(vm, v);
    if (!a)
        return -1;
    slot_of_arg(s, a);
    s->keep = value_from_obj(a);
    return 0;
}

static int slot_text(MinipyVM *vm, Slot *s, Value v)
{
    wchar_t *text = NULL;
    s->keep = ccode_wide_new(vm, v, &text);
    slot_pointer(vm, s, text);
    return s->keep ? 0 : -1;
}

/* v, the number-th argument from 1 on. v itself is kept by the caller. */
static int slot_fill(MinipyVM *vm, Slot *s, Value v, size_t number)
{
    if (value_is_int(v))
        return slot_int(vm, s, v);
    if (v == VALUE_NONE)
        return slot_pointer(vm, s, NULL), 0;
    if (carg_is(vm, v))
        return slot_of_arg(s, CARG(v)), 0;
    if (cdata_is(v))
        return slot_cdata(vm, s, v);
    if (value_is_bytes(v))
        return slot_pointer(vm, s, BYTES(v)->data), 0;
    if (value_is_str(v))
        return slot_text(vm, s, v);
    return slot_by_attribute(vm, s, v, number);
}

/* ArgumentError: "argument 1: TypeError: text". */
static void error_of_argument(MinipyVM *vm, size_t number)
{
    if (limits_stopped(vm) != STOP_NONE)
        return;
    Value e = error_fetch(vm);
    Value text = e ? object_str(vm, e) : VALUE_NULL;
    if (text)
        module_error(vm, &ctypes_argument_error, "argument %zd: %T: %U",
                     (int64_t)number, e, text);
    value_xdecref(vm, text);
    value_xdecref(vm, e);
}

/* By its converter, if there is one. */
static int slot_convert(MinipyVM *vm, const CallSpec *spec, Slot *s, Value v, size_t i)
{
    int r;
    if (spec->converters && (int64_t)i < tuple_size(spec->converters)) {
        Value made = call1(vm, tuple_get_borrow(spec->converters, (int64_t)i), v);
        r = made ? slot_fill(vm, s, made, i + 1) : -1;
        if (r == 0 && !s->keep)
            s->keep = made;
        else
            value_xdecref(vm, made);
    } else {
        r = slot_fill(vm, s, v, i + 1);
    }
    if (r < 0)
        error_of_argument(vm, i + 1);
    return r;
}

/* ---- the result ------------------------------------------------------------------ */

/* C hands a py_object over: the reference is the caller's. */
static Value take_object(MinipyVM *vm, Value v)
{
    if (v)
        return v;
    return error_occurred(vm) ? VALUE_NULL
                              : error_set(vm, EXC_ValueError, "PyObject is NULL");
}

static Value unchecked_result(MinipyVM *vm, Value restype, char *p)
{
    int32_t i;
    memcpy(&i, p, sizeof i);
    if (!restype)
        return int_new(vm, i);
    if (restype == VALUE_NONE)
        return VALUE_NONE;
    const CInfo *info = ctype_info(restype);
    if (!info)
        return call1(vm, restype, value_from_imm(i));
    if (info->value_get && info->code->code == 'O') {
        Value v;
        memcpy(&v, p, sizeof v);
        return take_object(vm, v);
    }
    if (info->value_get)
        return info->value_get(vm, p, info->size);
    return cdata_of_base(vm, restype, VALUE_NULL, 0, p);
}

static Value result_of(MinipyVM *vm, const CallSpec *spec, char *p)
{
    Value r = unchecked_result(vm, spec->restype, p);
    if (!r || !spec->checker)
        return r;
    Value checked = call1(vm, spec->checker, r);
    if (!checked)
        traceback_add(vm, "GetResult", "_ctypes/callproc.c", 1000);
    value_decref(vm, r);
    return checked;
}

/* ---- the call -------------------------------------------------------------------- */

/* How many of n arguments are declared, where more follow; else -1. */
static int fixed_count(const CallSpec *spec, int n)
{
    int fixed = spec->converters ? (int)tuple_size(spec->converters) : 0;
    return fixed > 0 && fixed < n ? fixed : -1;
}

/* Takes what was prepared for a call of the same types. It is copied, and so are its
 * types: another thread may call the function meanwhile. */
static bool take_cached(MinipyVM *vm, const CallSpec *spec, Cif *cif,
                        ForeignType *result, ForeignType **types, int n)
{
    const CallCache *c = spec->cache;
    if (!c || c->n != n || c->result != result || c->nfixed != fixed_count(spec, n))
        return false;
    for (int i = 0; i < n; i++)
        if (c->types[i] != types[i])
            return false;
    *cif = c->cif;
    memcpy((char *)cif + vm->ctypes->foreign.types_offset, &types, sizeof types);
    return true;
}

/* Structures are not remembered: their types go with their classes, and others may come
 * to lie where they were. */
static void remember(MinipyVM *vm, const CallSpec *spec, const Cif *cif,
                     ForeignType *result, ForeignType *const *types, int n)
{
    CallCache *c = spec->cache;
    const uint16_t structure = vm->ctypes->foreign.structure;
    if (!c || n > (int)(sizeof c->types / sizeof *c->types) ||
        result->type == structure)
        return;
    c->result = NULL;
    for (int i = 0; i < n; i++) {
        if (types[i]->type == structure)
            return;
        c->types[i] = types[i];
    }
    c->cif = *cif;
    c->n = n;
    c->nfixed = fixed_count(spec, n);
    c->result = result;
}

static int prepare(MinipyVM *vm, const CallSpec *spec, Cif *cif, ForeignType *result,
                   ForeignType **types, int n)
{
    if (take_cached(vm, spec, cif, result, types, n))
        return 0;
    int fixed = fixed_count(spec, n);
    if (vm->ctypes->foreign.prepare(cif, n, fixed, result, types) != 0) {
        error_set(vm, EXC_RuntimeError, "%s failed",
                  fixed < 0 ? "ffi_prep_cif" : "ffi_prep_cif_var");
        return -1;
    }
    remember(vm, spec, cif, result, types, n);
    return 0;
}

static void call_out(MinipyVM *vm, const CallSpec *spec, Cif *cif, void *result,
                     void **values)
{
    const Foreign *f = &vm->ctypes->foreign;
    void (*function)(void) = (void (*)(void))(uintptr_t)spec->f;
    if (spec->flags & CALL_ERRNO)
        foreign_swap_errno();
    f->call(cif, function, result, values);
    if (spec->flags & CALL_ERRNO)
        foreign_swap_errno();
}

/* Without the lock, but for the functions of PyDLL. */
static void call_unlocked(MinipyVM *vm, const CallSpec *spec, Cif *cif, void *result,
                          void **values)
{
    if (spec->flags & CALL_PYTHON) {
        MinipyVM *before = calling_vm;
        calling_vm = vm;
        call_out(vm, spec, cif, result, values);
        calling_vm = before;
        return;
    }
    if (unlikely(vm->waits_alone))
        limits_watch_wait(vm);
    Thread *me = thread_leave(vm);
    call_out(vm, spec, cif, result, values);
    thread_enter(vm, me);
}

/* What a result may be read as is larger than it where an array is said to come. */
static size_t result_size(const CallSpec *spec, const ForeignType *result)
{
    const CInfo *info = spec->restype ? ctype_info(spec->restype) : NULL;
    size_t size = info ? (size_t)info->size : 0;
    return size > result->size ? size : result->size;
}

static Value call_prepared(MinipyVM *vm, const CallSpec *spec, Slot *slots, int n,
                           ForeignType **types, void **values)
{
    ForeignType *result = info_foreign(vm, spec->restype);
    Cif cif;
    for (int i = 0; i < n; i++) {
        types[i] = slots[i].type;
        values[i] = types[i]->type == vm->ctypes->foreign.structure ? slots[i].value.p
                                                                    : &slots[i].value;
    }
    if (prepare(vm, spec, &cif, result, types, n) < 0)
        return VALUE_NULL;
    SmallMemory small = {0};
    size_t size = result_size(spec, result);
    char *room = small.bytes;
    if (size > sizeof small && !(room = mem_calloc(vm, size)))
        return VALUE_NULL;
    call_unlocked(vm, spec, &cif, room, values);
    Value r = spec->flags & CALL_PYTHON && error_occurred(vm)
                  ? VALUE_NULL
                  : result_of(vm, spec, room);
    if (room != small.bytes)
        mem_free(vm, room);
    return r;
}

Value foreign_call(MinipyVM *vm, const CallSpec *spec, const Value *args, size_t n)
{
    enum { FEW = 8 };
    Slot few[FEW], *slots = few;
    void *few_pointers[2 * FEW], **pointers = few_pointers;
    if (n > ARGUMENTS_MAX)
        return module_error(vm, &ctypes_argument_error,
                            "too many arguments (%zd), maximum is %d", (int64_t)n,
                            ARGUMENTS_MAX);
    if (n > FEW) {
        slots = mem_alloc(vm, n * (sizeof *slots + 2 * sizeof *pointers));
        if (!slots)
            return VALUE_NULL;
        pointers = (void **)(void *)(slots + n);
    }
    size_t done = 0;
    int r = 0;
    for (; done < n && r == 0; done++) {
        slots[done].keep = VALUE_NULL;
        r = slot_convert(vm, spec, &slots[done], args[done], done);
    }
    Value result = r < 0
                       ? VALUE_NULL
                       : call_prepared(vm, spec, slots, (int)n,
                                       (ForeignType **)(void *)pointers, pointers + n);
    for (size_t i = 0; i < done; i++)
        value_xdecref(vm, slots[i].keep);
    if (slots != few)
        mem_free(vm, slots);
    return result;
}
