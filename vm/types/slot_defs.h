/* slot_defs.h - the slots of a type by the names of the Python methods that stand for
 * them, and how classes keep the two together (type_slots.c, slot_wrappers.c). */
#ifndef MINIPY_VM_TYPES_SLOT_DEFS_H
#define MINIPY_VM_TYPES_SLOT_DEFS_H

#include "vm/core/vm.h"

typedef struct SlotDef SlotDef;
typedef void (*AnySlot)(void); /* any slot function, to be cast back before a call */
typedef Value (*SlotWrapperFn)(MinipyVM *vm, Value self, const Value *args,
                               size_t nargs, Value kwnames, AnySlot wrapped,
                               const SlotDef *def);
struct SlotDef {
    const char *name; /* "__add__" */
    int name_id;      /* NAME___add__ */
    size_t offset;    /* of the slot in TypeSlots */
    AnySlot generic;  /* the slot function that calls a Python method; NULL: none */
    SlotWrapperFn wrapper; /* NULL: no slot wrapper is made */
    bool keywords;         /* the wrapper takes keyword arguments */
    const char *doc;
};
extern const SlotDef slot_defs[];
extern const int slot_def_count;

static inline AnySlot *slot_at(TypeSlots *slots, size_t offset)
{
    return (AnySlot *)(void *)((char *)slots + offset);
}

/* Sets every slot of a class that has several bases, or whose bases changed. */
void type_fix_all_slots(MinipyVM *vm, TypeObj *t);
/* Sets the slots that the attribute `name` of t (interned) decides, in t and below. */
void type_fix_slot(MinipyVM *vm, TypeObj *t, Value name);
/* For a new class with one base, whose slots were copied: looks at its own names only.
 */
void type_fix_own_slots(MinipyVM *vm, TypeObj *t);
/* The slots of an existing object have changed: have those of a descriptor? Then any
 * look-up that met it as an attribute of a class has another result from now on. */
static inline void type_check_descriptor(MinipyVM *vm, const TypeSlots *before,
                                         const TypeSlots *now)
{
    if (before->descr_get != now->descr_get || before->descr_set != now->descr_set)
        types_modified(vm);
}
void type_refresh_flags(TypeObj *t); /* those that follow from slots */

/* type(self).name(self, args...) for slot functions; VALUE_NULL without error: absent.
 */
Value special_invoke(MinipyVM *vm, Value self, Value name, const Value *args,
                     size_t nargs);

extern const MethodDef
    type_new_wrapper_def; /* __new__ of native types; self is the type */
/* Is args[0], for which the __new__ of `type` is called, a class that derives from it?
 * False: TypeError. */
bool type_new_accepts(MinipyVM *vm, TypeObj *type, const Value *args, size_t nargs);

#endif
