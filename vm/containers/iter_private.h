/* iter_private.h - what the container and iterator files share: results of __reduce__,
 * the common __class_getitem__, comparison of two runs of values, and the iterator
 * structs that nobody else needs to know. Implementation: iter.c.
 */
#ifndef MINIPY_VM_CONTAINERS_ITER_PRIVATE_H
#define MINIPY_VM_CONTAINERS_ITER_PRIVATE_H

#include "vm/memory/mem_inline.h"

/* What builtins.<name> is: new. AttributeError if somebody deleted it. */
Value iter_builtin(MinipyVM *vm, const char *name);
/* (builtins.<name>, (arg,)) or, with state, (builtins.<name>, (arg,), state). Takes arg
 * and state over; arg VALUE_NULL: an error that passes through; state VALUE_NULL: none.
 */
Value iter_reduce_steal(MinipyVM *vm, const char *name, Value arg, Value state);
/* cls[item] for the generic containers. */
Value iter_class_getitem(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                         Value kwnames);
#define CLASS_GETITEM_METHOD                                                           \
    {                                                                                  \
        "__class_getitem__", iter_class_getitem, M_CLASS | M_UNSIGNED,                 \
            "($type, item, /)", "See PEP 585"                                          \
    }

/* An object of cls that the caller fills: object_alloc as a Value. */
static inline Value iter_alloc(MinipyVM *vm, TypeObj *cls)
{
    Object *o = object_alloc(vm, cls, 0);
    return o ? value_from_obj(o) : VALUE_NULL;
}

/* Memory for `size` bytes of an object of a native, collected type without __dict__;
 * only the header is filled, and it is not tracked yet. What object_alloc does, for the
 * types of which most objects are. */
static inline Object *iter_alloc_raw(MinipyVM *vm, TypeObj *cls, size_t size)
{
    GcHead *head = mem_alloc_inline(vm, sizeof *head + size);
    if (unlikely(!head))
        return NULL;
    Object *o = gc_object(head);
    o->refs = 1;
    o->kind = cls->layout;
    o->gc = GC_HAS_HEAD;
    o->flags = 0;
    o->type = cls;
    return o;
}

/* Where a __setstate__ index lands: the int clipped to [low, high]. -1: exception set
 * and *ok false. */
int64_t iter_state_index(MinipyVM *vm, Value state, int64_t low, int64_t high,
                         bool *ok);

/* slice.indices for any length, a non-negative int (range.c): new ints start, stop,
 * step. */
int slice_big_indices(MinipyVM *vm, Value slice, Value length, Value out[3]);

typedef struct CallableIterObj {
    Object ob;
    Value callable, sentinel; /* strong; VALUE_NULL when exhausted */
} CallableIterObj;
/* iter(callable, sentinel) */
Value callable_iter_new(MinipyVM *vm, Value callable, Value sentinel);

#endif
