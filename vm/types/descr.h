/* descr.h - the descriptors of native types: methods, members, getsets. */
#ifndef MINIPY_VM_TYPES_DESCR_H
#define MINIPY_VM_TYPES_DESCR_H

#include "vm/core/vm.h"

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

typedef struct GetSetDescrObj {
    Object ob;
    TypeObj *owner;
    const GetSetDef *def;
    Value name;
} GetSetDescrObj;
#define GETSET_DESCR(v) ((GetSetDescrObj *)(uintptr_t)(v))

#endif
