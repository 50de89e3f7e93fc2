/* list_iter.c - iterators over lists and tuples, forward and backward.
 *
 * The eval loop steps list_iterator and tuple_iterator itself (SeqIterObj, list.h);
 * what is here serves everyone else and must agree with it: the list is let go of as
 * soon as the end has been seen, so that an exhausted iterator stays exhausted.
 */
#include "vm/objects/signature.h"
#include "vm/containers/list_private.h"
#include "vm/types/type.h"
#include "vm/containers/list.h"
#include "vm/objects/reduce.h"
#include "vm/memory/gc.h"
#include "vm/core/vm.h"

#define SEQ_ITER(v) ((SeqIterObj *)(uintptr_t)(v))

static Value make(MinipyVM *vm, Kind kind, Value seq, int64_t index)
{
    Value it = object_alloc_value(vm, vm->types[kind]);
    if (it) {
        SEQ_ITER(it)->seq = value_incref(seq);
        SEQ_ITER(it)->index = index;
    }
    return it;
}

Value list_iter(MinipyVM *vm, Value list)
{
    return make(vm, KIND_LIST_ITER, list, 0);
}
Value tuple_iter(MinipyVM *vm, Value tuple)
{
    return make(vm, KIND_TUPLE_ITER, tuple, 0);
}

Value list_reversed(NATIVE_ARGS)
{
    return make(vm, KIND_LIST_REVERSE_ITER, self, list_size(self) - 1);
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
    SeqIterObj *it = SEQ_ITER(self);
    if (it->seq)
        return reduce_builtin_steal(vm, "iter", value_incref(it->seq),
                                    value_from_imm(it->index));
    Value empty = it->ob.kind == KIND_TUPLE_ITER ? value_incref(vm->empty_tuple)
                                                 : list_new(vm, 0);
    return reduce_builtin_steal(vm, "iter", empty, VALUE_NULL);
}

FN(reverse_reduce)
{
    SeqIterObj *it = SEQ_ITER(self);
    if (it->seq)
        return reduce_builtin_steal(vm, "reversed", value_incref(it->seq),
                                    value_from_imm(it->index));
    return reduce_builtin_steal(vm, "iter", list_new(vm, 0), VALUE_NULL);
}

FN(setstate)
{
    SeqIterObj *it = SEQ_ITER(self);
    bool reverse = it->ob.kind == KIND_LIST_REVERSE_ITER, ok;
    int64_t size = it->seq ? seq_size(it->seq) : 0;
    int64_t index = reverse ? reduce_state_index(vm, args[0], -1, size - 1, &ok)
                            : reduce_state_index(vm, args[0], 0, size, &ok);
    if (!ok)
        return VALUE_NULL;
    if (it->seq)
        it->index = index;
    return VALUE_NONE;
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
    const TypeSpec id = {                                                              \
        .name = name_,                                                                 \
        .kind = kind_,                                                                 \
        .flags = TYPE_GC | TYPE_NO_NEW | TYPE_ITER_SELF,                               \
        .basicsize = sizeof(SeqIterObj),                                               \
        .values = 1,                                                                   \
        .slots = {.getattro = object_generic_getattr,                                  \
                  .iter = object_self,                                                 \
                  .iternext = next_},                                                  \
        .methods = methods_,                                                           \
    }

SEQ_ITER_SPEC(list_iter_type_spec, KIND_LIST_ITER, "list_iterator", forward_next,
              forward_methods);
SEQ_ITER_SPEC(tuple_iter_type_spec, KIND_TUPLE_ITER, "tuple_iterator", forward_next,
              forward_methods);
SEQ_ITER_SPEC(list_reverse_iter_type_spec, KIND_LIST_REVERSE_ITER,
              "list_reverseiterator", reverse_next, reverse_methods);
