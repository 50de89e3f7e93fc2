/* type_slots.h - the slot functions of classes written in Python: each calls the method
 * of its name (slot_wrappers.def). Implementation: type_slots.c.
 */
#ifndef MINIPY_VM_TYPES_TYPE_SLOTS_H
#define MINIPY_VM_TYPES_TYPE_SLOTS_H

#include "vm/types/object_type.h"

/* Values are new, VALUE_NULL: exception; iternext: VALUE_NULL without one is the
 * end. Ints: 1 or 0 as an answer, 0 for done, -1 with an exception. */
Value slot_repr(MinipyVM *vm, Value self);
Value slot_str(MinipyVM *vm, Value self);
int64_t slot_hash(MinipyVM *vm, Value self);
Value slot_call(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                Value kwnames);
Value slot_getattr(MinipyVM *vm, Value self, Value name);
/* Are attributes of t's instances, but for those that are absent or raise
 * AttributeError, what the generic look-up finds? So with a __getattr__, which is asked
 * last; while t keeps its version. */
bool type_reads_generically(MinipyVM *vm, TypeObj *t);
int slot_setattr(MinipyVM *vm, Value self, Value name, Value value);
Value slot_richcompare(MinipyVM *vm, Value self, Value other, CompareOp op);
Value slot_iter(MinipyVM *vm, Value self);
Value slot_iternext(MinipyVM *vm, Value self);
Value slot_descr_get(MinipyVM *vm, Value self, Value obj, Value type);
int slot_descr_set(MinipyVM *vm, Value self, Value obj, Value value);
int slot_init(MinipyVM *vm, Value self, const Value *args, size_t nargs, Value kwnames);
/* What __init__, __len__ or __bool__ returned, which is released, as the slot's result.
 */
int slot_init_done(MinipyVM *vm, Value r);
int64_t slot_length_of(MinipyVM *vm, Value r);
int slot_nb_bool_of(MinipyVM *vm, Value r);
Value slot_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
               Value kwnames);
void slot_finalize(MinipyVM *vm, Value self);
Value slot_am_await(MinipyVM *vm, Value self);
Value slot_am_aiter(MinipyVM *vm, Value self);
Value slot_am_anext(MinipyVM *vm, Value self);
int64_t slot_length(MinipyVM *vm, Value self);
Value slot_mp_subscript(MinipyVM *vm, Value self, Value key);
int slot_mp_ass_subscript(MinipyVM *vm, Value self, Value key, Value value);
Value slot_sq_item(MinipyVM *vm, Value self, int64_t i);
int slot_sq_ass_item(MinipyVM *vm, Value self, int64_t i, Value value);
int slot_sq_contains(MinipyVM *vm, Value self, Value item);
int slot_nb_bool(MinipyVM *vm, Value self);
Value slot_nb_power(MinipyVM *vm, Value a, Value b, Value mod);
Value slot_nb_inplace_power(MinipyVM *vm, Value a, Value b, Value mod);
Value slot_nb_index(MinipyVM *vm, Value self);

/* SLOT_BINARY(slot, name, reflected name), SLOT_UNARY and SLOT_INPLACE(slot, name) list
 * the slots whose functions differ by name alone. */
#define SLOT_BINARY_LIST(X)                                                            \
    X(nb_add, __add__, __radd__)                                                       \
    X(nb_subtract, __sub__, __rsub__)                                                  \
    X(nb_multiply, __mul__, __rmul__)                                                  \
    X(nb_remainder, __mod__, __rmod__)                                                 \
    X(nb_divmod, __divmod__, __rdivmod__)                                              \
    X(nb_lshift, __lshift__, __rlshift__)                                              \
    X(nb_rshift, __rshift__, __rrshift__)                                              \
    X(nb_and, __and__, __rand__)                                                       \
    X(nb_xor, __xor__, __rxor__)                                                       \
    X(nb_or, __or__, __ror__)                                                          \
    X(nb_floor_divide, __floordiv__, __rfloordiv__)                                    \
    X(nb_true_divide, __truediv__, __rtruediv__)                                       \
    X(nb_matrix_multiply, __matmul__, __rmatmul__)
#define SLOT_INPLACE_LIST(X)                                                           \
    X(nb_inplace_add, __iadd__)                                                        \
    X(nb_inplace_subtract, __isub__)                                                   \
    X(nb_inplace_multiply, __imul__)                                                   \
    X(nb_inplace_remainder, __imod__)                                                  \
    X(nb_inplace_lshift, __ilshift__)                                                  \
    X(nb_inplace_rshift, __irshift__)                                                  \
    X(nb_inplace_and, __iand__)                                                        \
    X(nb_inplace_xor, __ixor__)                                                        \
    X(nb_inplace_or, __ior__)                                                          \
    X(nb_inplace_floor_divide, __ifloordiv__)                                          \
    X(nb_inplace_true_divide, __itruediv__)                                            \
    X(nb_inplace_matrix_multiply, __imatmul__)
#define SLOT_UNARY_LIST(X)                                                             \
    X(nb_negative, __neg__)                                                            \
    X(nb_positive, __pos__)                                                            \
    X(nb_absolute, __abs__)                                                            \
    X(nb_invert, __invert__)                                                           \
    X(nb_int, __int__)                                                                 \
    X(nb_float, __float__)
#define DECLARE3(slot, name, reflected)                                                \
    Value slot_##slot(MinipyVM *vm, Value a, Value b);
#define DECLARE2(slot, name) Value slot_##slot(MinipyVM *vm, Value a, Value b);
#define DECLARE1(slot, name) Value slot_##slot(MinipyVM *vm, Value a);
SLOT_BINARY_LIST(DECLARE3)
SLOT_INPLACE_LIST(DECLARE2)
SLOT_UNARY_LIST(DECLARE1)
#undef DECLARE3
#undef DECLARE2
#undef DECLARE1

/* The __init__, a function in Python, of a class whose call makes a plain object, runs
 * it and does nothing else; borrowed. VALUE_NULL: the call does more than that. */
static inline Value class_init_borrow(MinipyVM *vm, TypeObj *cls)
{
    if (cls->slots.new_ != object_new || cls->slots.init != slot_init ||
        cls->ob.type != vm->types[KIND_TYPE] || (cls->flags & TYPE_ABSTRACT))
        return VALUE_NULL;
    Value init = type_lookup_borrow(vm, cls, NAME(vm, __init__));
    return init && value_is_exact(vm, init, KIND_FUNCTION) ? init : VALUE_NULL;
}

#endif
