/* object_type.h - the type `object`, which all types have slots of; making, hashing and
 * comparing what has no way of its own. */
#ifndef MINIPY_VM_TYPES_OBJECT_TYPE_H
#define MINIPY_VM_TYPES_OBJECT_TYPE_H

#include "vm/core/vm.h"

/* Slots of `object`: init and new_ (0, or new; an exception where arguments are too
 * many), and two ways to hash: -1 with TypeError, and by address, which never fails. */
int object_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                Value kwnames);
Value object_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                 Value kwnames);
int64_t object_hash_not_implemented(MinipyVM *vm, Value self);
int64_t object_hash_identity(MinipyVM *vm, Value self);
/* isinstance and issubclass without asking the class's hooks. */
int object_real_isinstance(MinipyVM *vm, Value v, Value cls);
int object_real_issubclass(MinipyVM *vm, Value sub, Value cls);

/* The new_ slot of native types whose zeroed memory is a fresh object; init does the
 * rest. */
Value type_alloc_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                     Value kwnames);

/* Does object.__reduce_ex__ with protocol 2 and above speak for t's instances, unless
 * one has a method of its own under the name? REDUCES_*; 0: no; -1: exception. */
enum {
    REDUCES_BY_NEW = 1,     /* (copyreg.__newobj__, (cls, *args), state) */
    REDUCES_ARGS = 2,       /* __getnewargs__ says args */
    REDUCES_ATTRIBUTES = 4, /* the state is what the instance's dict has, alone */
};
int object_reduces(MinipyVM *vm, TypeObj *t);
/* What __getnewargs__ says, a tuple: new. */
Value object_reduce_args(MinipyVM *vm, Value self);
/* The state, as object.__getstate__ or the class's own has it; has_args: the others are
 * not all that the object is made of. New. */
Value object_reduce_state(MinipyVM *vm, Value self, bool has_args);

bool object_slots_equal(Value a, Value b); /* two tuples of interned str */
/* What cls and its bases have, as their attributes say: for dir(). */
int object_merge_dicts(MinipyVM *vm, Value into, Value cls);

#endif
