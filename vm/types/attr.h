/* attr.h - attributes of objects: where they lie, and names of them (attr.c). */
#ifndef MINIPY_VM_TYPES_ATTR_H
#define MINIPY_VM_TYPES_ATTR_H

#include "vm/core/vm.h"

/* Interned str for attribute access; a str subclass is copied. New reference; NULL +
 * TypeError. */
Value attr_name(MinipyVM *vm, Value name);
/* set(vm, o, name, value) with that name. For names that are not plain already. */
static inline int attr_set_named(MinipyVM *vm, Value o, Value name, Value value,
                                 SetAttrSlot set)
{
    Value plain = attr_name(vm, name);
    int r = plain ? set(vm, o, plain, value) : -1;
    value_xdecref(vm, plain);
    return r;
}
/* Is it `__name__`, which may mean a slot? `name` is an exact str. (type_type.c) */
bool attr_is_dunder(Value name);
/* The attributes of o itself (InstHead, module or type dict): borrowed; no error. */
Value object_own_attr_borrow(MinipyVM *vm, Value o, Value name);

/* Tells the AttributeError that was raised, if it is one and does not know it yet, what
 * was looked for, and where. */
void attr_error_complete(MinipyVM *vm, Value o, Value name);

/* As object_generic_getattr; an absent attribute is no error: 0 and *out NULL. 1 found,
 * -1 error. */
int object_generic_lookup(MinipyVM *vm, Value o, Value name, Value *out);
Value object_dict_get(MinipyVM *vm, Value self); /* o.__dict__: new */

/* Getset functions for types with an InstHead: {"__dict__", inst_dict_get,
 * inst_dict_set}. */
Value inst_dict_get(MinipyVM *vm, Value self, void *closure);
int inst_dict_set(MinipyVM *vm, Value self, Value value, void *closure);

/* Is t's __dict__ the instance's own, read by inst_dict_get? */
bool type_shows_inst_dict(MinipyVM *vm, TypeObj *t);

/* __weakref__ of classes whose instances can be weakly referenced. */
extern const GetSetDef type_weakref_getset[];

/* Do its instances keep attributes in a dict of their own struct, with no InstHead? */
static inline bool type_keeps_own_dict(const TypeObj *t)
{
    return t->layout == KIND_TYPE || t->layout == KIND_MODULE;
}

#endif
