/* decimal_private.h - the objects of _decimal, and what a vm has of them. */
#ifndef MINIPY_STDLIB_DECIMAL_DECIMAL_PRIVATE_H
#define MINIPY_STDLIB_DECIMAL_DECIMAL_PRIVATE_H

#include "stdlib/decimal/dec.h"
#include "vm/objects/call.h"

typedef struct DecimalObj {
    Object ob;
    int64_t hash; /* 0: not computed yet */
    Dec d;
} DecimalObj;
#define DECIMAL(v) ((DecimalObj *)(uintptr_t)(v))

/* The mapping of signals to bools: bits, which a context has two of. */
typedef struct SignalsObj {
    Object ob;
    uint32_t bits;
} SignalsObj;
#define SIGNALS(v) ((SignalsObj *)(uintptr_t)(v))

typedef struct ContextObj {
    Object ob;
    Value traps, flags; /* SignalsObj */
    int64_t prec, emax, emin;
    Rounding rounding;
    bool clamp, capitals;
} ContextObj;
#define CONTEXT(v) ((ContextObj *)(uintptr_t)(v))

/* A fill of types: their module is among their own names, though CPython's are none
 * that a module makes. 0 or -1. */
int decimal_say_module(MinipyVM *vm, TypeObj *t, Value dict);
extern const TypeSpec decimal_spec, context_spec, signals_spec, manager_spec;
extern const MethodDef decimal_methods[], context_methods[];

enum { SIGNALS_COUNT = 9, CONDITIONS_COUNT = 5 };

/* What a vm has from the first import on: strong all. */
typedef struct DecimalState {
    TypeObj *decimal, *context, *signals_mixin, *manager;
    Value signals_class;          /* SignalDict, with MutableMapping's methods */
    Value signals[SIGNALS_COUNT]; /* the classes in the order of signal_rows */
    Value conditions[CONDITIONS_COUNT];
    Value exception, tuple_class; /* DecimalException, DecimalTuple */
    Value roundings[ROUNDINGS];   /* interned str */
    Value default_context, basic_context, extended_context;
    Value variable; /* the ContextVar */
} DecimalState;

typedef struct SignalRow {
    const char *name;
    uint32_t flag;
} SignalRow;
extern const SignalRow signal_rows[SIGNALS_COUNT];

static inline bool is_decimal(Value v)
{
    return value_is_obj(v) && value_obj(v)->type->spec == &decimal_spec;
}
static inline bool is_context(Value v)
{
    return value_is_obj(v) && value_obj(v)->type->spec == &context_spec;
}
static inline bool is_signals(Value v)
{
    return value_is_obj(v) && value_obj(v)->type->spec == &signals_spec;
}

/* ---- context.c ------------------------------------------------------------------- */

Value context_current(MinipyVM *vm); /* new; VALUE_NULL: an exception */
/* What an optional argument says, or the current one; new. */
Value context_given(MinipyVM *vm, Value given);
static inline Ctx context_begin(MinipyVM *vm, Value context)
{
    const ContextObj *o = CONTEXT(context);
    return (Ctx){vm, o->prec, o->emax, o->emin, o->rounding, o->clamp, 0};
}
/* Keeps the conditions as flags; false: one is trapped, and raised. */
bool context_end(MinipyVM *vm, Value context, uint32_t status);
/* A context in which nothing is rounded. */
Ctx ctx_exact(MinipyVM *vm);
/* The rounding that a str names; false: TypeError. */
bool rounding_taken(MinipyVM *vm, Value v, Rounding *out);
Value context_make(MinipyVM *vm, int64_t prec, Rounding rounding, uint32_t traps);

/* ---- decimal_type.c -------------------------------------------------------------- */

/* A Decimal, which takes d over. */
Value decimal_wrap(MinipyVM *vm, TypeObj *cls, Dec *d);
/* str() and float() of a Decimal, whatever its class has for them. */
Value decimal_str(MinipyVM *vm, Value self);
Value decimal_float(MinipyVM *vm, Value a);
/* The operand: of a Decimal its own, borrowed, of an int one in *room (to be cleared).
 * NULL: an exception, for others TypeError "conversion from X to Decimal is not
 * supported". */
const Dec *decimal_operand_or_raise(MinipyVM *vm, Value v, Dec *room);
/* Decimal(v) of cls: exactly, or rounded to the context. */
Value decimal_from(MinipyVM *vm, TypeObj *cls, Value v, Value context, bool exact);
Value decimal_from_float(MinipyVM *vm, TypeObj *cls, Value v, Value context,
                         bool exact);
/* What the functions give for those operands in that context: a Decimal. */
Value decimal_unary(MinipyVM *vm, DecUnary f, Value a, Value context);
Value decimal_binary(MinipyVM *vm, DecBinary f, Value a, Value b, Value context);
Value decimal_power(MinipyVM *vm, Value a, Value b, Value modulo, Value context);
Value decimal_divmod(MinipyVM *vm, Value a, Value b, Value context);
Value decimal_fma(MinipyVM *vm, Value a, Value b, Value third, Value context);

/* ---- compare.c, format.c --------------------------------------------------------- */

/* Slots of Decimal. */
Value decimal_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op);
int64_t decimal_hash(MinipyVM *vm, Value self);
/* a.__format__(spec), with the locale that a dict names, or the process's. */
Value decimal_format(MinipyVM *vm, Value self, Value spec, Value locale, Value context);

#endif
