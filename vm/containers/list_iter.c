/* list_iter.c - iterators over lists and tuples, forward and backward.
 *
 * The eval loop steps list_iterator and tuple_iterator itself (SeqIterObj, list.h);
 * what is here serves everyone else and must agree with it: the list is let go of as
 * soon as the end has been seen, so that an exhausted iterator stays exhausted.
 */
#include "vm/containers/list_private.h"
#include "vm/containers/sequence.h"
#include "vm/containers/list.h"
#include "vm/objects/reduce.h"
#include "vm/containers/iter.h"

Value list_iter(MinipyVM *vm, Value list)
{
    return seq_iter_at(vm, KIND_LIST_ITER, list, 0);
}
Value tuple_iter(MinipyVM *vm, Value tuple)
{
    return seq_iter_at(vm, KIND_TUPLE_ITER, tuple, 0);
}

Value list_reversed(NATIVE_ARGS)
{
    return seq_iter_at(vm, KIND_LIST_REVERSE_ITER, self, list_size(self) - 1);
}

static Value forward_next(MinipyVM *vm, Value self)
{
    SeqIterObj *it = SEQ_ITER(self);
    if (!it->seq)
        return VALUE_NULL;
    if (it->index < seq_size(it->seq))
        return value_incref(seq_items(it->seq)[it->index++]);
    value_clear(vm, &it->seq);
    return VALUE_NULL;
}

static Value reverse_next(MinipyVM *vm, Value self)
{
    SeqIterObj *it = SEQ_ITER(self);
    if (!it->seq)
        return VALUE_NULL;
    if (it->index >= 0 && it->index < list_size(it->seq))
        return value_incref(LIST(it->seq)->items[it->index--]);
    it->index = -1;
    value_clear(vm, &it->seq);
    return VALUE_NULL;
}

FN(forward_hint)
{
    SeqIterObj *it = SEQ_ITER(self);
    int64_t left = it->seq ? seq_size(it->seq) - it->index : 0;
    return value_from_imm(left > 0 ? left : 0);
}

FN(reverse_hint)
{
    SeqIterObj *it = SEQ_ITER(self);
    int64_t left = it->index + 1;
    return value_from_imm(!it->seq || list_size(it->seq) < left ? 0 : left);
}

FN(forward_reduce)
{
    Value empty = SEQ_ITER(self)->ob.kind == KIND_TUPLE_ITER
                      ? value_incref(vm->empty_tuple)
                      : list_new(vm, 0);
    return seq_iter_reduced_steal(vm, self, "iter", empty);
}

FN(reverse_reduce)
{
    return seq_iter_reduced_steal(vm, self, "reversed", list_new(vm, 0));
}

FN(setstate)
{
    SeqIterObj *it = SEQ_ITER(self);
    int64_t size = it->seq ? seq_size(it->seq) : 0;
    return it->ob.kind == KIND_LIST_REVERSE_ITER
               ? seq_iter_set_index(vm, self, args[0], -1, size - 1)
               : seq_iter_set_index(vm, self, args[0], 0, size);
}

static METHODS(forward_methods,
    LENGTH_HINT_ROW(forward_hint),
    REDUCE_ROW(forward_reduce),
    SETSTATE_ROW(setstate),
);

static METHODS(reverse_methods,
    LENGTH_HINT_ROW(reverse_hint),
    REDUCE_ROW(reverse_reduce),
    SETSTATE_ROW(setstate),
);

#define SEQ_ITER_SPEC(id, kind_, name_, next_, methods_)                               \
    TYPE_SPEC(id,                                                                      \
        .name = name_, .kind = kind_,                                                  \
        .flags = TYPE_GC | TYPE_NO_NEW | TYPE_ITER_SELF,                               \
        .basicsize = sizeof(SeqIterObj), .values = 1, .death = first_value_death,      \
        .slots = {.getattro = object_generic_getattr, .iter = object_self,             \
                  .iternext = next_},                                                  \
        .methods = methods_,                                                           \
    )

SEQ_ITER_SPEC(list_iter_type_spec, KIND_LIST_ITER, "list_iterator", forward_next,
              forward_methods);
SEQ_ITER_SPEC(tuple_iter_type_spec, KIND_TUPLE_ITER, "tuple_iterator", forward_next,
              forward_methods);
SEQ_ITER_SPEC(list_reverse_iter_type_spec, KIND_LIST_REVERSE_ITER,
              "list_reverseiterator", reverse_next, reverse_methods);
