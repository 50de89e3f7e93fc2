/* super.h - super objects, and attribute look-up through them. */
#ifndef MINIPY_VM_OBJECTS_SUPER_H
#define MINIPY_VM_OBJECTS_SUPER_H

#include "vm/core/vm.h"

/* super(cls, obj).name without the super object, in the steps of LOAD_SUPER_METHOD: a
 * method that was found before, with obj (new) in *self, or VALUE_NULL without an
 * error; else the class whose MRO counts for super(cls, obj) (new; cls is a type); */
Value super_known(MinipyVM *vm, Value cls, Value obj, Value name, Value *self);
Value super_start(MinipyVM *vm, Value cls, Value obj);
/* and from there the attribute, as object_getmethod. Takes start. */
Value super_getattr(MinipyVM *vm, Value cls, Value obj, Value start, Value name,
                    Value *self_or_null);
/* The method that a super object has under an interned name, and its self, both new;
 * VALUE_NULL: no error, it is something else. */
Value super_method(MinipyVM *vm, Value super, Value name, Value *self);

#endif
