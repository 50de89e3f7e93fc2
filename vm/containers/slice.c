/* slice.c - slice objects, and how a slice selects from a sequence of a given length.
 */
#include "vm/objects/reduce.h"
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/object_type.h"
#include "vm/containers/slice.h"
#include "vm/memory/mem_inline.h"

Value slice_new_steal(MinipyVM *vm, Value start, Value stop, Value step)
{
    Value v = object_alloc_value(vm, vm->types[KIND_SLICE]);
    if (v && vm->gc.free_lists[GC_FREE_SLICE]) { /* CPython keeps one */
        vm->gc.free_lists[GC_FREE_SLICE] = 0;
        gc_count_freed(vm);
    }
    if (!v) {
        value_decref(vm, start);
        value_decref(vm, stop);
        value_decref(vm, step);
        return VALUE_NULL;
    }
    SLICE(v)->start = start;
    SLICE(v)->stop = stop;
    SLICE(v)->step = step;
    return v;
}

/* One part of a slice as a 64-bit number; None leaves *out alone. */
static int eval_part(MinipyVM *vm, Value part, int64_t *out)
{
    if (part == VALUE_NONE)
        return 0;
    if (value_is_int_imm(part)) {
        *out = value_imm(part);
        return 0;
    }
    return arg_slice_index(vm, part, out) ? 0 : -1;
}

static int64_t clip(int64_t i, int64_t length, bool backward)
{
    if (i < 0) {
        i += length;
        return i < 0 ? (backward ? -1 : 0) : i;
    }
    return i >= length ? (backward ? length - 1 : length) : i;
}

int slice_unpack(MinipyVM *vm, Value slice, int64_t *start, int64_t *stop,
                 int64_t *step)
{
    SliceObj *s = SLICE(slice);
    *step = 1;
    if (eval_part(vm, s->step, step) < 0)
        return -1;
    if (*step == 0)
        return error_set(vm, EXC_ValueError, "slice step cannot be zero"), -1;
    if (*step < -INT64_MAX)
        *step = -INT64_MAX;
    bool backward = *step < 0;
    *start = backward ? INT64_MAX : 0;
    *stop = backward ? INT64_MIN : INT64_MAX;
    if (eval_part(vm, s->start, start) < 0 || eval_part(vm, s->stop, stop) < 0)
        return -1;
    return 0;
}

int64_t slice_adjust(int64_t length, int64_t *start, int64_t *stop, int64_t step)
{
    bool backward = step < 0;
    *start = clip(*start, length, backward);
    *stop = clip(*stop, length, backward);
    if (backward)
        return *stop < *start ? (*start - *stop - 1) / -step + 1 : 0;
    return *start < *stop ? (*stop - *start - 1) / step + 1 : 0;
}

static Value slice_new(NEW_ARGS)
{
    if (!args_no_kw(vm, "slice", kwnames) || !args_check(vm, "slice", nargs, 1, 3))
        return VALUE_NULL;
    Value start = nargs > 1 ? args[0] : VALUE_NONE;
    Value stop = nargs > 1 ? args[1] : args[0];
    Value step = nargs > 2 ? args[2] : VALUE_NONE;
    return slice_new_steal(vm, value_incref(start), value_incref(stop),
                           value_incref(step));
}

static void slice_dealloc(MinipyVM *vm, Object *o)
{
    SliceObj *s = (SliceObj *)o;
    value_xdecref(vm, s->step);
    value_xdecref(vm, s->start);
    value_xdecref(vm, s->stop);
    gc_count_kept(vm, GC_FREE_SLICE, 1);
}

static Value slice_repr(MinipyVM *vm, Value self)
{
    SliceObj *s = SLICE(self);
    return str_format_c(vm, "slice(%R, %R, %R)", s->start, s->stop, s->step);
}

static Value as_tuple(MinipyVM *vm, Value self)
{
    SliceObj *s = SLICE(self);
    return tuple_pack(vm, 3, s->start, s->stop, s->step);
}

static Value slice_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (!value_is_kind(a, KIND_SLICE) || !value_is_kind(b, KIND_SLICE))
        return VALUE_NOT_IMPLEMENTED;
    if (a == b)
        return value_from_bool(op == CMP_EQ || op == CMP_LE || op == CMP_GE);
    Value ta = as_tuple(vm, a), tb = ta ? as_tuple(vm, b) : VALUE_NULL;
    Value r = tb ? object_compare(vm, ta, tb, op) : VALUE_NULL;
    value_xdecref(vm, ta);
    value_xdecref(vm, tb);
    return r;
}

FN(slice_method_indices)
{
    Value length = number_index(vm, args[0]), out[3];
    if (!length)
        return VALUE_NULL;
    int r = -1;
    if (int_sign(length) < 0)
        error_set(vm, EXC_ValueError, "length should not be negative");
    else
        r = slice_big_indices(vm, self, length, out);
    value_decref(vm, length);
    return r < 0 ? VALUE_NULL : tuple_from_steal(vm, out, 3);
}

FN(slice_reduce)
{
    Value parts[2] = {VALUE_NULL, as_tuple(vm, self)};
    if (!parts[1])
        return VALUE_NULL;
    parts[0] = value_incref(value_from_obj(value_obj(self)->type));
    return tuple_from_steal(vm, parts, 2);
}

static METHODS(slice_methods,
    {"indices", slice_method_indices, M_UNSIGNED, "($self, len, /)", "S.indices(len) -> (start, stop, stride)\n\n"
     "What the slice selects from a sequence of length len."},
    REDUCE_ROW(slice_reduce),
);

static MEMBERS(slice_members,
    {"start", MEMBER_VALUE, offsetof(SliceObj, start), true, NULL},
    {"stop", MEMBER_VALUE, offsetof(SliceObj, stop), true, NULL},
    {"step", MEMBER_VALUE, offsetof(SliceObj, step), true, NULL},
);

TYPE_SPEC(slice_type_spec,
    .name = "slice",
    .doc = "slice(stop)\nslice(start, stop[, step])\n\nWhat a[start:stop:step] selects with.",
    .flags = TYPE_GC | TYPE_FREE_LIST, .basicsize = sizeof(SliceObj), .values = 3,
    .dealloc = slice_dealloc,
    .slots = {.getattro = object_generic_getattr, .repr = slice_repr, .hash = object_hash_not_implemented,
              .richcompare = slice_richcompare, .new_ = slice_new},
    .methods = slice_methods, .members = slice_members,
);
