/* func.h - functions written in Python. */
#ifndef MINIPY_VM_OBJECTS_FUNC_H
#define MINIPY_VM_OBJECTS_FUNC_H

#include "vm/core/vm.h"

struct FuncObj {
    Object ob;
    InstHead head;     /* function attributes */
    CodeObj *code;     /* strong */
    DictObj *globals;  /* strong */
    DictObj *builtins; /* strong */
    Value name, qualname;
    Value defaults;   /* tuple or VALUE_NULL */
    Value kwdefaults; /* dict or VALUE_NULL */
    Value closure;    /* tuple of cells or VALUE_NULL */
    Value doc, module;
    Value annotations; /* dict, or a tuple (name, value, ...) not yet made a dict, or
                          VALUE_NULL */
    uint32_t
        version; /* for call caches: changes with code/defaults/kwdefaults; 0: none */
};
#define FUNC(v) ((FuncObj *)(uintptr_t)(v))
Value func_new(MinipyVM *vm, CodeObj *code,
               DictObj *globals); /* name, doc, module from code/globals */
/* What the __builtins__ of its globals was when it was made: mostly a dict. */
Value func_builtins_borrow(FuncObj *f);
/* The builtin of that name: a new reference; VALUE_NULL without error: there is none.
 */
Value func_builtin(MinipyVM *vm, FuncObj *f, Value name);
uint32_t func_version(MinipyVM *vm, FuncObj *f);

#endif
