/* weakref.h - weak references and proxies. */
#ifndef MINIPY_VM_MEMORY_WEAKREF_H
#define MINIPY_VM_MEMORY_WEAKREF_H

#include "vm/core/vm.h"

typedef struct WeakrefObj { /* weakref.ref and the proxies */
    Object ob;
    Object *target;                 /* weak; NULL: dead */
    Value callback;                 /* strong, or VALUE_NULL */
    int64_t hash;                   /* -1: not computed */
    struct WeakrefObj *next, *prev; /* the target's chain */
} WeakrefObj;
#define WEAKREF(v) ((WeakrefObj *)(uintptr_t)(v))

/* A reference without a callback is shared: one per object. VALUE_NULL: TypeError
 * where objects of that type have none, or MemoryError. Proxies also. */
Value weakref_new(MinipyVM *vm, Value obj, Value callback_or_null);
Value weakref_first(MinipyVM *vm,
                    Value obj); /* o.__weakref__: the plain reference, or None */
void weakrefs_clear(MinipyVM *vm,
                    Object *o); /* on deallocation: clears refs, runs callbacks */
void weakrefs_clear_quiet(MinipyVM *vm, Object *o,
                          Value callbacks_list); /* collector: clear, append (callback,
                                                    ref) pairs to run later */
Value weakref_target(Value ref); /* new; VALUE_NULL without error: dead */
/* A callable proxy for what can be called. */
Value weakref_proxy_new(MinipyVM *vm, Value obj, Value callback_or_null);
/* References and proxies that are alive. */
int64_t weakref_count(MinipyVM *vm, Value obj);
Value weakref_list(MinipyVM *vm, Value obj); /* new list */
/* The table goes, when no object is left. */
void weakrefs_fini(MinipyVM *vm);

#endif
