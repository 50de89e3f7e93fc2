/* native.h - functions and methods written in C, as objects. */
#ifndef MINIPY_VM_OBJECTS_NATIVE_H
#define MINIPY_VM_OBJECTS_NATIVE_H

#include "vm/core/vm.h"

typedef struct NativeObj { /* builtin_function_or_method */
    Object ob;
    const MethodDef *def;
    Value self;   /* VALUE_NULL for static ones; the module for module functions */
    Value module; /* name str or VALUE_NULL; of a static one its class */
    const Signature *signature; /* or &signature_unread */
} NativeObj;
#define NATIVE(v) ((NativeObj *)(uintptr_t)(v))
/* A function in C as an object. def must outlive it; self and module_name may be
 * VALUE_NULL. VALUE_NULL: MemoryError. */
Value native_new(MinipyVM *vm, const MethodDef *def, Value self, Value module_name);

/* Splits CPython's "name(sig)\n--\n\ntext" docs. */
/* __text_signature__ and __doc__ of a row: str or None. */
Value method_signature(MinipyVM *vm, const MethodDef *def);
Value method_doc(MinipyVM *vm, const MethodDef *def);
Value doc_signature(MinipyVM *vm, const char *name, const char *doc); /* str or None */
Value doc_text(MinipyVM *vm, const char *name, const char *doc);      /* str or None */

#endif
