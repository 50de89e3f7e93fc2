/* descr.h - the descriptors of native types: slots, methods, members, getsets. */
#ifndef MINIPY_VM_TYPES_DESCR_H
#define MINIPY_VM_TYPES_DESCR_H

#include "vm/types/slot_defs.h"

typedef struct MethodDescrObj { /* method_descriptor, classmethod_descriptor */
    Object ob;
    TypeObj *owner; /* strong */
    const MethodDef *def;
    Value name;
    const Signature *signature; /* or &signature_unread */
} MethodDescrObj;
#define METHOD_DESCR(v) ((MethodDescrObj *)(uintptr_t)(v))
/* The built-in method that d, a method_descriptor, is of self; NULL: error. */
Value method_descr_bind(MinipyVM *vm, Value d, Value self);

typedef struct MemberDescrObj {
    Object ob;
    TypeObj *owner;
    const MemberDef *def; /* owned when made for __slots__ */
    Value name;
} MemberDescrObj;
#define MEMBER_DESCR(v) ((MemberDescrObj *)(uintptr_t)(v))
/* Where instances of t keep the value of d, if d is a member that __slots__ made and
 * applies to them; else 0. */
int member_slot_offset(TypeObj *t, Value d);
/* The same of what may only be read, such as the fields of types in C: what lies there
 * is its value, unless it is VALUE_NULL. */
int member_load_offset(TypeObj *t, Value d);

typedef struct GetSetDescrObj {
    Object ob;
    TypeObj *owner;
    const GetSetDef *def;
    Value name;
} GetSetDescrObj;
#define GETSET_DESCR(v) ((GetSetDescrObj *)(uintptr_t)(v))

typedef struct WrapperDescrObj { /* slot wrapper */
    Object ob;
    TypeObj *owner; /* strong if a heap type */
    const SlotDef *def;
    AnySlot wrapped;
    Value name;
} WrapperDescrObj;
#define WRAPPER_DESCR(v) ((WrapperDescrObj *)(uintptr_t)(v))

/* Descriptors of a native type's slots, methods, members and getters; the rows must
 * outlive them. kind: of a method or a class
 * method. VALUE_NULL:
 * MemoryError. */
Value wrapper_descr_new(MinipyVM *vm, TypeObj *owner, const SlotDef *def,
                        AnySlot wrapped);
Value method_descr_new(MinipyVM *vm, TypeObj *owner, const MethodDef *def, Kind kind);
Value member_descr_new(MinipyVM *vm, TypeObj *owner, const MemberDef *def, Value name);
Value getset_descr_new(MinipyVM *vm, TypeObj *owner, const GetSetDef *def);

#endif
