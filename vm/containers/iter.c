/* iter.c - the iterators that serve any object: over __getitem__ (seq_iter) and over
 * calls until a sentinel comes (callable_iter).
 */
#include "vm/objects/signature.h"

#include "vm/numbers/int.h"
#include "vm/containers/tuple.h"
#include "vm/containers/range.h"
#include "vm/containers/set.h"
#include "vm/bytes/bytes.h"
#include "vm/text/str.h"
#include "vm/containers/sequence.h"
#include "vm/containers/iter.h"
#include "vm/containers/list.h"
#include "vm/memory/mem_inline.h"
#include "vm/objects/module.h"
#include "vm/objects/reduce.h"
#include "vm/objects/call.h"

/* ---- walks ----------------------------------------------------------------------- */

/* A range whose items and what follows the last are all small. */
static bool walk_range(Each *e, const RangeObj *r)
{
    int64_t beyond;
    if (!(r->start & r->step & r->length & 1) ||
        __builtin_mul_overflow(value_imm(r->step), value_imm(r->length), &beyond) ||
        __builtin_add_overflow(beyond, value_imm(r->start), &beyond) ||
        !int_fits_imm(beyond))
        return false;
    e->index = value_imm(r->start);
    e->size = value_imm(r->length);
    return true;
}

Each each_begin(MinipyVM *vm, Value iterable)
{
    Each e = {.by = EACH_ITERATOR};
    if (iterable && value_is_obj(iterable) &&
        value_obj(iterable)->type == vm->types[value_obj(iterable)->kind])
        switch ((Kind)value_obj(iterable)->kind) {
        case KIND_BYTES:
        case KIND_BYTEARRAY: e.by = EACH_BYTES; break;
        case KIND_STR: e.by = EACH_TEXT; break;
        case KIND_SET:
        case KIND_FROZENSET:
            e.by = EACH_SET;
            e.size = set_size(iterable);
            break;
        case KIND_RANGE:
            if (walk_range(&e, RANGE(iterable)))
                e.by = EACH_RANGE;
            break;
        default: break;
        }
    if (e.by != EACH_ITERATOR)
        e.it = value_incref(iterable);
    else if (!iterable || !(e.it = object_iter(vm, iterable)))
        e.status = -1;
    return e;
}

static Value set_walked(MinipyVM *vm, Each *e)
{
    Value key;
    if (unlikely(e->size != set_size(e->it)))
        return error_set(vm, EXC_RuntimeError, "Set changed size during iteration");
    return set_next(e->it, &e->index, &key) ? value_incref(key) : VALUE_NULL;
}

static Value next_byte(Each *e)
{
    bool bytes = value_is_bytes(e->it);
    if (e->index >= (bytes ? BYTES(e->it)->size : BYTEARRAY(e->it)->size))
        return VALUE_NULL;
    const uint8_t *data = bytes ? BYTES(e->it)->data : BYTEARRAY(e->it)->data;
    return value_from_imm(data[e->index++]);
}

/* VALUE_NULL, and a StopIteration is no exception. */
static __attribute__((noinline)) Value iter_ended(MinipyVM *vm)
{
    if (error_occurred(vm) && error_matches(vm, EXC_StopIteration))
        error_clear(vm);
    return VALUE_NULL;
}

Value each_item(MinipyVM *vm, Each *e)
{
    if (e->by == EACH_ITERATOR) {
        Value v = iter_step(vm, e->it);
        return likely(v != VALUE_NULL) ? v : iter_ended(vm);
    }
    if (unlikely(limits_poll(vm) < 0))
        return VALUE_NULL;
    switch (e->by) {
    case EACH_BYTES: return next_byte(e);
    case EACH_TEXT:
        return e->index < str_length(e->it)
                   ? str_from_char(vm, str_char_at(STR(e->it), e->index++))
                   : VALUE_NULL;
    case EACH_RANGE:
        if (e->size <= 0)
            return VALUE_NULL;
        e->size--;
        e->index += value_imm(RANGE(e->it)->step);
        return value_from_imm(e->index - value_imm(RANGE(e->it)->step));
    default: return set_walked(vm, e);
    }
}

/* ---- seq_iter: s[0], s[1], ... until IndexError ---------------------------------- */

/* Each `for` makes one: without what other types may have. */
Value seq_iter_at(MinipyVM *vm, Kind kind, Value seq, int64_t index)
{
    SeqIterObj *it =
        (SeqIterObj *)object_alloc_raw(vm, kind, GC_TRACKED, sizeof(SeqIterObj));
    if (unlikely(!it))
        return VALUE_NULL;
    it->seq = value_incref(seq);
    it->index = index;
    gc_link_inline(vm, &it->ob);
    gc_count_new(vm);
    return value_from_obj(it);
}

Value seq_iter_reduced_steal(MinipyVM *vm, Value self, const char *name, Value empty)
{
    SeqIterObj *it = SEQ_ITER(self);
    if (!empty || !it->seq)
        return reduce_builtin_steal(vm, "iter", empty);
    value_xdecref(vm, empty);
    return reduce_index_steal(vm, name, value_incref(it->seq), int_new(vm, it->index));
}

Value seq_iter_set_index(MinipyVM *vm, Value self, Value index, int64_t low,
                         int64_t high)
{
    bool ok;
    int64_t i = reduce_state_index(vm, index, low, high, &ok);
    if (!ok)
        return VALUE_NULL;
    if (SEQ_ITER(self)->seq)
        SEQ_ITER(self)->index = i;
    return VALUE_NONE;
}

Value seq_iter_new(MinipyVM *vm, Value seq)
{
    return seq_iter_at(vm, KIND_SEQ_ITER, seq, 0);
}

Value list_walk_steal(MinipyVM *vm, const TypeSpec *spec, Value list)
{
    TypeObj *t = list ? module_type_made_borrow(vm, spec) : NULL;
    Value it = t ? object_alloc_value(vm, t) : VALUE_NULL;
    if (it)
        SEQ_ITER(it)->seq = list;
    else
        value_xdecref(vm, list);
    return it;
}

Value list_walk_next(MinipyVM *vm, Value self)
{
    SeqIterObj *it = SEQ_ITER(self);
    (void)vm;
    return it->index < list_size(it->seq)
               ? value_incref(list_get_borrow(it->seq, it->index++))
               : VALUE_NULL;
}

int64_t list_walk_length(MinipyVM *vm, Value self)
{
    (void)vm;
    return list_size(SEQ_ITER(self)->seq);
}

const Value *seq_iter_shown(MinipyVM *vm, Value it, Value but, int64_t *n)
{
    Kind kind = (Kind)value_obj(it)->kind;
    bool has_items = kind == KIND_LIST_ITER || kind == KIND_TUPLE_ITER;
    if (!has_items && kind != KIND_SEQ_ITER)
        return NULL;
    const SeqIterObj *s = SEQ_ITER(it);
    if (!s->seq || s->seq == but)
        return NULL;
    int64_t size = has_items ? seq_size(s->seq) : 0;
    const Value *all = has_items ? seq_items(s->seq) : seq_shown(vm, s->seq, &size);
    if (!all || s->index > size)
        return NULL;
    *n = size - s->index;
    return all + s->index;
}

static Value seq_iter_next(MinipyVM *vm, Value self)
{
    SeqIterObj *it = SEQ_ITER(self);
    if (!it->seq)
        return VALUE_NULL;
    if (it->index == INT64_MAX)
        return error_set(vm, EXC_OverflowError, "iter index too large");
    int64_t n;
    const Value *shown = seq_shown(vm, it->seq, &n);
    if (shown && it->index < n)
        return value_incref(shown[it->index++]);
    if (shown) {
        value_clear(vm, &it->seq);
        return VALUE_NULL;
    }
    Value seq = value_incref(it->seq);
    Value v = sequence_item(vm, seq, it->index);
    value_decref(vm, seq);
    if (v) {
        it->index++;
    } else if (it->seq && (error_matches(vm, EXC_IndexError) ||
                           error_matches(vm, EXC_StopIteration))) {
        error_clear(vm);
        value_clear(vm, &it->seq);
    }
    return v;
}

FN(seq_iter_hint)
{
    SeqIterObj *it = SEQ_ITER(self);
    if (!it->seq)
        return value_from_imm(0);
    TypeSlots *slots = &value_type(vm, it->seq)->slots;
    if (!slots->sq_length && !slots->mp_length)
        return VALUE_NOT_IMPLEMENTED;
    int64_t n = object_length(vm, it->seq);
    if (n < 0)
        return VALUE_NULL;
    return value_from_imm(n > it->index ? n - it->index : 0);
}

FN(seq_iter_reduce)
{
    return seq_iter_reduced_steal(vm, self, "iter", value_incref(vm->empty_tuple));
}

FN(seq_iter_setstate)
{
    return seq_iter_set_index(vm, self, args[0], 0, INT64_MAX);
}

static METHODS(seq_iter_methods,
    LENGTH_HINT_ROW(seq_iter_hint),
    REDUCE_ROW(seq_iter_reduce),
    SETSTATE_ROW(seq_iter_setstate),
);

TYPE_SPEC(seq_iter_type_spec,
    .name = "iterator",
    .flags = TYPE_GC | TYPE_NO_NEW | TYPE_ITER_SELF, .basicsize = sizeof(SeqIterObj), .values = 1,
    .death = first_value_death,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = seq_iter_next},
    .methods = seq_iter_methods,
);

/* ---- callable_iter: f(), f(), ... until it returns the sentinel ------------------ */

#define CALLABLE_ITER(v) ((CallableIterObj *)(uintptr_t)(v))

Value callable_iter_new(MinipyVM *vm, Value callable, Value sentinel)
{
    return object_of_steal(vm, vm->types[KIND_CALLABLE_ITER],
                           (Value[]){value_incref(callable), value_incref(sentinel)},
                           2);
}

static void callable_iter_exhaust(MinipyVM *vm, CallableIterObj *it)
{
    value_clear(vm, &it->callable);
    value_clear(vm, &it->sentinel);
}

static Value callable_iter_next(MinipyVM *vm, Value self)
{
    CallableIterObj *it = CALLABLE_ITER(self);
    if (!it->callable)
        return VALUE_NULL;
    Value f = value_incref(it->callable);
    Value v = call0(vm, f);
    value_decref(vm, f);
    if (!v) {
        if (error_matches(vm, EXC_StopIteration)) {
            error_clear(vm);
            callable_iter_exhaust(vm, it);
        }
        return VALUE_NULL;
    }
    if (!it->sentinel) { /* the call itself used the iterator up */
        value_decref(vm, v);
        return VALUE_NULL;
    }
    Value sentinel = value_incref(it->sentinel);
    int same = object_compare_bool(vm, sentinel, v, CMP_EQ);
    value_decref(vm, sentinel);
    if (same == 0)
        return v;
    value_decref(vm, v);
    if (same > 0)
        callable_iter_exhaust(vm, it);
    return VALUE_NULL;
}

FN(callable_iter_reduce)
{
    CallableIterObj *it = CALLABLE_ITER(self);
    if (!it->callable)
        return reduce_builtin_steal(vm, "iter", value_incref(vm->empty_tuple));
    Value f = builtin_attr(vm, "iter");
    if (!f)
        return VALUE_NULL;
    Value pair = tuple_pack(vm, 2, it->callable, it->sentinel);
    if (!pair) {
        value_decref(vm, f);
        return VALUE_NULL;
    }
    Value parts[] = {f, pair};
    return tuple_from_steal(vm, parts, 2);
}

static METHODS(callable_iter_methods,
    REDUCE_ROW(callable_iter_reduce),
);

TYPE_SPEC(callable_iter_type_spec,
    .name = "callable_iterator",
    .flags = TYPE_GC | TYPE_NO_NEW | TYPE_ITER_SELF, .basicsize = sizeof(CallableIterObj), .values = 2,
    .slots = {.getattro = object_generic_getattr, .iter = object_self, .iternext = callable_iter_next},
    .methods = callable_iter_methods,
);
