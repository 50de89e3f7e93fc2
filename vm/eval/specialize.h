/* specialize.h - putting specialised instructions in place. Each function looks at the
 * operands of one run of the instruction at `at` (its cache units follow) and, if it
 * knows a faster form for such operands, fills the caches and rewrites the opcode; else
 * it puts the next try off. None of them can fail or run Python code.
 */
#ifndef MINIPY_VM_EVAL_SPECIALIZE_H
#define MINIPY_VM_EVAL_SPECIALIZE_H

#include "vm/eval/frame.h"
#include "vm/types/class_cell.h"
#include "vm/types/shape.h"

#ifdef MINIPY_SPEC_EAGER /* hostile build: at the first run, given up as quickly */
#define SPECIALIZE_WARM 1u
#define SPECIALIZE_MISSES 2u
#define SPECIALIZE_LATER ((Instr)-2)
#else
#define SPECIALIZE_WARM 4u    /* runs before the first try */
#define SPECIALIZE_MISSES 24u /* misses before a form is given up */
#define SPECIALIZE_LATER                                                               \
    ((Instr)-400) /* cache 0 then: so many runs (and the warm-up) */
#endif

/* ---- what the cache units behind an instruction hold ----------------------------- */

/* The first unit of each: runs of the base form until it is specialised, then misses.
 */
#define CACHE_STRUCT struct __attribute__((packed, aligned(4)))

typedef CACHE_STRUCT AttrCache
{ /* LOAD_ATTR, STORE_ATTR, LOAD_METHOD */
    Instr runs;
    uint32_t version; /* of the class, or of a module's keys */
    union {
        Shape *shape;       /* the instance must have; NULL: any */
        Value other_method; /* where it need not */
    };
    union {
        uint32_t index;  /* of the value: in the instance's values, a dict's entries; of
                            a module its place (dict.h) */
        uint32_t offset; /* of a slot's value in the object, in bytes */
        struct {
            uint16_t place, other_place; /* in the instance's values */
        };
    };
    union {
        Value value; /* what the class has: constant, method, getter; borrowed */
        Shape *next; /* the instance's after STORE_ATTR_ADD */
        ClassCell *cell;
        Shape *other_shape;
    };
    union {
        uint32_t inner_version; /* of the getter */
        uint32_t other_version; /* of a second class that the site sees, for forms of
                                   values by a shape and of methods; or NO_VERSION */
    };
}
AttrCache;

/* No class has it. */
#define NO_VERSION UINT32_MAX

/* In place of the keys' version of a module: no dict has it. */
enum { NO_MODULE_KEYS = -1 };

/* How many arguments with names, and parameters that have only names, forms of calls
 * know. */
enum { NAMED_MAX = 14, KWONLY_MAX = 8 };
typedef CACHE_STRUCT CallCache
{ /* CALL, CALL_KW */
    Instr runs;
    uint32_t version; /* of the function's code, or of the class */
    Value callee;     /* __init__ of the class, a MethodDef, list.append, the names of
                         CALL_KW; borrowed */
    /* CALL_KW: how many arguments have no name (a site may have a self or none), the
     * first parameter that its default fills, and which are named. */
    uint8_t npos, first_default, places[NAMED_MAX];
}
CallCache;

typedef CACHE_STRUCT GlobalCache
{ /* LOAD_GLOBAL */
    Instr runs;
    uint32_t version; /* of the keys of the globals */
    uint32_t place;   /* of the value in the globals, or in the builtins */
    uint32_t builtins_version;
}
GlobalCache;

#define CACHE_UNITS(type) ((int)(sizeof(type) / sizeof(Instr)))
/* The cache that begins at this unit, the first behind the instruction. */
#define CACHE_AT(type, unit) ((type *)(void *)(unit))

/* What reading the class o gives: the class's own as it is found (ATTR_CONST,
 * ATTR_CELL), its metaclass's bound to it, or ATTR_OTHER: there is more to it; NULL: it
 * cannot be remembered. Runs no Python code. */
const AttrCacheEntry *class_attr_known(MinipyVM *vm, Value o, Value name);
/* Puts in place the forms that follow from the code alone; once, when it first runs. */
void code_quicken(CodeObj *code);
/* The same again for its entries, after code_unmark_entries. */
void code_quicken_entries(CodeObj *code);
void specialize_load_global(MinipyVM *vm, Frame *f, Instr *at);
void specialize_load_attr(MinipyVM *vm, Instr *at, Value o, Value name);
void specialize_store_attr(MinipyVM *vm, Instr *at, Value o, Value name);
void specialize_load_method(MinipyVM *vm, Instr *at, Value o, Value name);
/* The form of a value by its shape, or of a method, met an object of another class: if
 * that is the second and as simple, the site knows both from now on. */
void specialize_second_value(MinipyVM *vm, Instr *at, Value o, Value name);
void specialize_second_method(MinipyVM *vm, Instr *at, Value o, Value name);
void specialize_call(MinipyVM *vm, Instr *at, Value f, Value self, const Value *args,
                     size_t nargs);
/* f: what is called, its self unpacked; npos: how many arguments have no names. */
void specialize_call_kw(MinipyVM *vm, Instr *at, Value f, size_t npos, Value kwnames);
void specialize_for_iter(MinipyVM *vm, CodeObj *code, Instr *at, Value it);
void specialize_subscr(MinipyVM *vm, Instr *at, Value o, Value key);
void specialize_store_subscr(MinipyVM *vm, Instr *at, Value o, Value key);
void specialize_unpack(MinipyVM *vm, CodeObj *code, Instr *at, Value seq);

#endif
