/* context.c - Context, the mappings of its flags and traps, the signals, and which
 * context is the current one: a ContextVar has it, as in CPython.
 */
#include "stdlib/decimal/methods.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/core/hooks.h"
#include "vm/types/object_type.h"

const SignalRow signal_rows[SIGNALS_COUNT] = {{"InvalidOperation", ALL_INVALID},
                                              {"FloatOperation", FLOAT_OPERATION},
                                              {"DivisionByZero", DIVISION_BY_ZERO},
                                              {"Overflow", OVERFLOW_},
                                              {"Underflow", UNDERFLOW_},
                                              {"Subnormal", SUBNORMAL},
                                              {"Inexact", INEXACT},
                                              {"Rounded", ROUNDED},
                                              {"Clamped", CLAMPED}};
static const uint32_t conditions[CONDITIONS_COUNT] = {
    INVALID_OPERATION, CONVERSION_SYNTAX, DIVISION_IMPOSSIBLE, DIVISION_UNDEFINED,
    INVALID_CONTEXT};

/* ---- signals --------------------------------------------------------------------- */

/* The classes of what is trapped, conditions of InvalidOperation by their own. */
static Value signals_list(MinipyVM *vm, uint32_t status, bool by_condition)
{
    const DecimalState *s = vm->decimal;
    Value list = list_new(vm, 0);
    for (int i = 0; list && by_condition && i < CONDITIONS_COUNT; i++)
        if (status & conditions[i] && list_append(vm, list, s->conditions[i]) < 0)
            value_clear(vm, &list);
    for (int i = by_condition; list && i < SIGNALS_COUNT; i++)
        if (status & signal_rows[i].flag && list_append(vm, list, s->signals[i]) < 0)
            value_clear(vm, &list);
    return list;
}

static void raise_trapped(MinipyVM *vm, uint32_t status)
{
    int i = 0;
    while (!(status & signal_rows[i].flag))
        i++;
    Value list = signals_list(vm, status, true);
    if (list)
        error_set_type(vm, TYPE_OF(vm->decimal->signals[i]), list);
    value_xdecref(vm, list);
}

bool context_end(MinipyVM *vm, Value context, uint32_t status)
{
    if (likely(status == 0))
        return true;
    SIGNALS(CONTEXT(context)->flags)->bits |= status;
    status &= SIGNALS(CONTEXT(context)->traps)->bits;
    if (likely(status == 0))
        return true;
    raise_trapped(vm, status);
    return false;
}

Ctx ctx_exact(MinipyVM *vm)
{
    return (Ctx){vm, PREC_MAX, PREC_MAX, -PREC_MAX, ROUND_HALF_EVEN, false, 0};
}

#define SIGNALS_TEXT                                                                   \
    "valid values for signals are:\n  [InvalidOperation, FloatOperation, "             \
    "DivisionByZero,\n   Overflow, Underflow, Subnormal, Inexact, Rounded,\n   "       \
    "Clamped]"

/* The flag of a signal's class; 0: KeyError. */
static uint32_t flag_of(MinipyVM *vm, Value cls)
{
    for (int i = 0; i < SIGNALS_COUNT; i++)
        if (cls == vm->decimal->signals[i])
            return signal_rows[i].flag;
    error_set(vm, EXC_KeyError, SIGNALS_TEXT);
    return 0;
}

static int64_t signals_length(MinipyVM *vm, Value self)
{
    (void)vm, (void)self;
    return SIGNALS_COUNT;
}

static Value signals_iter(MinipyVM *vm, Value self)
{
    (void)self;
    Value t = tuple_from(vm, vm->decimal->signals, SIGNALS_COUNT);
    Value it = t ? object_iter(vm, t) : VALUE_NULL;
    value_xdecref(vm, t);
    return it;
}

static Value signals_get(MinipyVM *vm, Value self, Value key)
{
    uint32_t flag = flag_of(vm, key);
    return flag ? value_from_bool(SIGNALS(self)->bits & flag) : VALUE_NULL;
}

static int signals_set(MinipyVM *vm, Value self, Value key, Value value)
{
    if (!value)
        return error_set(vm, EXC_ValueError, "signal keys cannot be deleted"), -1;
    uint32_t flag = flag_of(vm, key);
    int is = flag ? object_is_true(vm, value) : -1;
    if (is < 0)
        return -1;
    if (is)
        SIGNALS(self)->bits |= flag;
    else
        SIGNALS(self)->bits &= ~flag;
    return 0;
}

static Value signals_repr(MinipyVM *vm, Value self)
{
    StrBuilder b;
    strbuilder_init(&b, vm);
    for (int i = 0; i < SIGNALS_COUNT; i++) {
        char text[96];
        snprintf(text, sizeof text, "%s<class 'decimal.%s'>:%s", i ? ", " : "{",
                 signal_rows[i].name,
                 SIGNALS(self)->bits & signal_rows[i].flag ? "True" : "False");
        strbuilder_ascii(&b, text);
    }
    return strbuilder_close(&b, 0, '}');
}

/* The bits that a dict of all signals says. False: an exception. */
static bool bits_of_dict(MinipyVM *vm, Value dict, uint32_t *out)
{
    *out = 0;
    if (dict_size(dict) != SIGNALS_COUNT)
        return error_set(vm, EXC_KeyError, "invalid signal dict"), false;
    for (int i = 0; i < SIGNALS_COUNT; i++) {
        Value v = dict_get_borrow(vm, dict, vm->decimal->signals[i]);
        int is = v ? object_is_true(vm, v) : -1;
        if (!v && !error_occurred(vm))
            error_set(vm, EXC_KeyError, "invalid signal dict");
        if (is < 0)
            return false;
        if (is)
            *out |= signal_rows[i].flag;
    }
    return true;
}

static Value signals_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    uint32_t bits;
    if (op != CMP_EQ && op != CMP_NE)
        return VALUE_NOT_IMPLEMENTED;
    if (is_signals(b))
        bits = SIGNALS(b)->bits;
    else if (!value_is_dict(b))
        return VALUE_NOT_IMPLEMENTED;
    else if (!bits_of_dict(vm, b, &bits)) {
        if (!error_matches(vm, EXC_KeyError))
            return VALUE_NULL;
        error_clear(vm);
        return value_from_bool(op == CMP_NE);
    }
    bool same = true; /* one condition of InvalidOperation is as good as another */
    for (int i = 0; i < SIGNALS_COUNT; i++)
        same = same && !(SIGNALS(a)->bits & signal_rows[i].flag) ==
                           !(bits & signal_rows[i].flag);
    return value_from_bool(same == (op == CMP_EQ));
}

FN(signals_copy)
{
    Value d = dict_new(vm);
    for (int i = 0; d && i < SIGNALS_COUNT; i++)
        if (dict_set(vm, d, vm->decimal->signals[i],
                     value_from_bool(SIGNALS(self)->bits & signal_rows[i].flag)) < 0)
            value_clear(vm, &d);
    return d;
}

static METHODS(signals_methods,
    {"copy", signals_copy, M_UNSIGNED, "($self, /)", "A dict of the same."},
);

static int signals_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                        Value kwnames)
{
    (void)vm, (void)self, (void)args, (void)nargs, (void)kwnames;
    return 0;
}

TYPE_SPEC(signals_spec,
    .name = "decimal.SignalDictMixin",
    .flags = TYPE_BASE, .basicsize = sizeof(SignalsObj),
    .slots = {.new_ = type_alloc_new, .init = signals_init, .repr = signals_repr, .hash = object_hash_not_implemented,
              .getattro = object_generic_getattr, .richcompare = signals_richcompare, .iter = signals_iter,
              .mp_length = signals_length, .mp_subscript = signals_get, .mp_ass_subscript = signals_set},
    .methods = signals_methods,
);

/* ---- making contexts ------------------------------------------------------------- */

static void set_plain(ContextObj *o)
{
    o->prec = 28;
    o->emax = 999999;
    o->emin = -999999;
    o->rounding = ROUND_HALF_EVEN;
    o->capitals = true;
}

/* With its two mappings, empty. */
static Value context_alloc(MinipyVM *vm, TypeObj *cls)
{
    Value v = object_alloc_value(vm, cls);
    if (!v)
        return v;
    ContextObj *o = CONTEXT(v);
    o->traps = call0(vm, vm->decimal->signals_class);
    o->flags = o->traps ? call0(vm, vm->decimal->signals_class) : VALUE_NULL;
    if (!o->flags)
        value_clear(vm, &v);
    else
        set_plain(o);
    return v;
}

Value context_make(MinipyVM *vm, int64_t prec, Rounding rounding, uint32_t traps)
{
    Value v = context_alloc(vm, vm->decimal->context);
    if (v) {
        CONTEXT(v)->prec = prec;
        CONTEXT(v)->rounding = rounding;
        SIGNALS(CONTEXT(v)->traps)->bits = traps;
    }
    return v;
}

static Value context_copy_of(MinipyVM *vm, Value context)
{
    const ContextObj *from = CONTEXT(context);
    Value v = context_make(vm, from->prec, from->rounding, SIGNALS(from->traps)->bits);
    if (v) {
        ContextObj *o = CONTEXT(v);
        o->emax = from->emax;
        o->emin = from->emin;
        o->clamp = from->clamp;
        o->capitals = from->capitals;
        SIGNALS(o->flags)->bits = SIGNALS(from->flags)->bits;
    }
    return v;
}

bool rounding_taken(MinipyVM *vm, Value v, Rounding *out)
{
    for (int i = 0; i < ROUNDINGS; i++)
        if (v == vm->decimal->roundings[i])
            return *out = (Rounding)i, true;
    for (int i = 0; value_is_str(v) && i < ROUNDINGS; i++)
        if (str_equal(v, vm->decimal->roundings[i]))
            return *out = (Rounding)i, true;
    error_set(vm, EXC_TypeError,
              "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, "
              "ROUND_UP, ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, "
              "ROUND_HALF_EVEN,\n   ROUND_05UP]");
    return false;
}

/* An int between two; false: TypeError, OverflowError, ValueError with that text. */
static bool number_taken(MinipyVM *vm, Value v, int64_t low, int64_t high,
                         const char *message, int64_t *out)
{
    if (!value_is_int(v))
        return error_set(vm, EXC_TypeError, "an integer is required"), false;
    int64_t n = int_as_ssize(vm, v);
    if (n == -1 && error_occurred(vm))
        return false;
    if (n < low || n > high)
        return error_set(vm, EXC_ValueError, "%s", message), false;
    *out = n;
    return true;
}

static bool bits_of_list(MinipyVM *vm, Value list, uint32_t *out)
{
    *out = 0;
    for (int64_t i = 0; i < LIST(list)->size; i++) {
        uint32_t flag = flag_of(vm, LIST(list)->items[i]);
        if (!flag)
            return false;
        *out |= flag;
    }
    return true;
}

/* A mapping of all signals; where `lists` also a list of some. */
static bool bits_taken(MinipyVM *vm, Value v, Value signals, bool lists)
{
    uint32_t bits;
    if (lists && value_is_list(v)) {
        if (!bits_of_list(vm, v, &bits))
            return false;
    } else if (is_signals(v)) {
        bits = SIGNALS(v)->bits;
    } else if (!value_is_dict(v)) {
        return error_set(vm, EXC_TypeError, "argument must be a signal dict"), false;
    } else if (!bits_of_dict(vm, v, &bits)) {
        return false;
    }
    SIGNALS(signals)->bits = bits;
    return true;
}

enum Field { PREC, ROUNDING, EMIN, EMAX, CAPITALS, CLAMP, FLAGS, TRAPS, FIELDS };

static bool set_number(MinipyVM *vm, ContextObj *o, int field, Value v)
{
    int64_t n;
    switch (field) {
    case PREC:
        return number_taken(vm, v, 1, PREC_MAX, "valid range for prec is [1, MAX_PREC]",
                            &o->prec);
    case EMIN:
        return number_taken(vm, v, -PREC_MAX, 0,
                            "valid range for Emin is [MIN_EMIN, 0]", &o->emin);
    case EMAX:
        return number_taken(vm, v, 0, PREC_MAX, "valid range for Emax is [0, MAX_EMAX]",
                            &o->emax);
    case CAPITALS:
        if (!number_taken(vm, v, 0, 1, "valid values for capitals are 0 or 1", &n))
            return false;
        return o->capitals = n, true;
    default:
        if (!number_taken(vm, v, 0, 1, "valid values for clamp are 0 or 1", &n))
            return false;
        return o->clamp = n, true;
    }
}

static bool set_field(MinipyVM *vm, Value context, int field, Value v, bool lists)
{
    ContextObj *o = CONTEXT(context);
    if (field == ROUNDING)
        return rounding_taken(vm, v, &o->rounding);
    if (field == FLAGS || field == TRAPS)
        return bits_taken(vm, v, field == FLAGS ? o->flags : o->traps, lists);
    return set_number(vm, o, field, v);
}

static Value context_new(NEW_ARGS)
{
    Value v = context_alloc(vm, cls);
    if (v) /* what Context() has where it is told nothing */
        SIGNALS(CONTEXT(v)->traps)->bits = ALL_INVALID | DIVISION_BY_ZERO | OVERFLOW_;
    return v;
}

static int context_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                        Value kwnames)
{
    static const MethodDef row = {
        .name = "Context",
        .signature = "(prec=None, rounding=None, Emin=None, Emax=None, capitals=None, "
                     "clamp=None, flags=None, traps=None)",
        .flags = M_TUPLE | M_NAMELESS};
    Value given[FIELDS];
    if (!args_take(vm, &row, args, nargs, kwnames, given))
        return -1;
    for (int i = 0; i < FIELDS; i++)
        if (given[i] && given[i] != VALUE_NONE &&
            !set_field(vm, self, i, given[i], true))
            return -1;
    return 0;
}

/* ---- attributes ------------------------------------------------------------------ */

static Value get_field(MinipyVM *vm, Value self, void *closure)
{
    const ContextObj *o = CONTEXT(self);
    switch ((uintptr_t)closure) {
    case PREC: return int_new(vm, o->prec);
    case ROUNDING: return value_incref(vm->decimal->roundings[o->rounding]);
    case EMIN: return int_new(vm, o->emin);
    case EMAX: return int_new(vm, o->emax);
    case CAPITALS: return value_from_imm(o->capitals);
    case CLAMP: return value_from_imm(o->clamp);
    case FLAGS: return value_incref(o->flags);
    default: return value_incref(o->traps);
    }
}

static int put_field(MinipyVM *vm, Value self, Value value, void *closure)
{
    return set_field(vm, self, (int)(uintptr_t)closure, value, false) ? 0 : -1;
}

static GETSETS(context_getsets,
    {"prec", get_field, put_field, NULL, (void*)PREC},
    {"Emax", get_field, put_field, NULL, (void*)EMAX},
    {"Emin", get_field, put_field, NULL, (void*)EMIN},
    {"rounding", get_field, put_field, NULL, (void*)ROUNDING},
    {"capitals", get_field, put_field, NULL, (void*)CAPITALS},
    {"clamp", get_field, put_field, NULL, (void*)CLAMP},
);

/* flags and traps are no attributes of the class. */
static int signals_named(Value name)
{
    return str_equal_ascii(name, "flags")   ? FLAGS
           : str_equal_ascii(name, "traps") ? TRAPS
                                            : FIELDS;
}

static Value context_getattro(MinipyVM *vm, Value self, Value name)
{
    int field = signals_named(name);
    return field == FLAGS   ? value_incref(CONTEXT(self)->flags)
           : field == TRAPS ? value_incref(CONTEXT(self)->traps)
                            : object_generic_getattr(vm, self, name);
}

static int context_setattro(MinipyVM *vm, Value self, Value name, Value value)
{
    if (!value) {
        error_set(vm, EXC_AttributeError, "context attributes cannot be deleted");
        return -1;
    }
    int field = signals_named(name);
    if (field != FIELDS)
        return set_field(vm, self, field, value, false) ? 0 : -1;
    return object_generic_setattr(vm, self, name, value);
}

static Value names_of(MinipyVM *vm, uint32_t bits)
{
    StrBuilder b;
    bool some = false;
    strbuilder_init(&b, vm);
    strbuilder_char(&b, '[');
    static const uint8_t order[SIGNALS_COUNT] = {8, 0, 2, 6, 1, 3, 7, 5, 4};
    for (int k = 0; k < SIGNALS_COUNT; k++) {
        int i = order[k]; /* libmpdec's, in which CPython names them */
        if (bits & signal_rows[i].flag) {
            strbuilder_ascii(&b, some ? ", " : "");
            strbuilder_ascii(&b, signal_rows[i].name);
            some = true;
        }
    }
    return strbuilder_close(&b, 0, ']');
}

static Value context_repr(MinipyVM *vm, Value self)
{
    const ContextObj *o = CONTEXT(self);
    Value flags = names_of(vm, SIGNALS(o->flags)->bits);
    Value traps = flags ? names_of(vm, SIGNALS(o->traps)->bits) : VALUE_NULL;
    Value r = traps
                  ? str_format_c(vm,
                                 "Context(prec=%zd, rounding=%U, Emin=%zd, Emax=%zd, "
                                 "capitals=%d, clamp=%d, flags=%U, traps=%U)",
                                 o->prec, vm->decimal->roundings[o->rounding], o->emin,
                                 o->emax, o->capitals, o->clamp, flags, traps)
                  : VALUE_NULL;
    value_xdecref(vm, flags);
    value_xdecref(vm, traps);
    return r;
}

/* ---- methods of its own ---------------------------------------------------------- */

Value context_reduce(NATIVE_ARGS)
{
    const ContextObj *o = CONTEXT(self);
    Value v[] = {int_new(vm, o->prec),
                 value_incref(vm->decimal->roundings[o->rounding]),
                 int_new(vm, o->emin),
                 int_new(vm, o->emax),
                 value_from_imm(o->capitals),
                 value_from_imm(o->clamp),
                 signals_list(vm, SIGNALS(o->flags)->bits, false),
                 signals_list(vm, SIGNALS(o->traps)->bits, false)};
    Value arguments = tuple_from_steal(vm, v, 8);
    return tuple_from_steal(
        vm, (Value[]){value_incref(value_from_obj(value_type(vm, self))), arguments},
        2);
}

Value context_copy(NATIVE_ARGS)
{
    return context_copy_of(vm, self);
}

Value context_clear_flags(NATIVE_ARGS)
{
    SIGNALS(CONTEXT(self)->flags)->bits = 0;
    return VALUE_NONE;
}

Value context_clear_traps(NATIVE_ARGS)
{
    SIGNALS(CONTEXT(self)->traps)->bits = 0;
    return VALUE_NONE;
}

int decimal_say_module(MinipyVM *vm, TypeObj *t, Value dict)
{
    (void)t;
    return dict_set_cstr_steal(vm, dict, "__module__", str_from_cstr(vm, "decimal"));
}

TYPE_SPEC(context_spec,
    .name = "decimal.Context",
    .doc = "Context(prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None)\n"
           "--\n\nWhat arithmetic is done in: precision, rounding, the range of exponents, flags of what occurred, and traps,\n"
           "which make exceptions of it.",
    .flags = TYPE_BASE, .basicsize = sizeof(ContextObj), .values = 2,
    .slots = {.new_ = context_new, .init = context_init, .repr = context_repr, .getattro = context_getattro,
              .setattro = context_setattro},
    .methods = context_methods, .getsets = context_getsets, .fill = decimal_say_module,
);

/* ---- the current context --------------------------------------------------------- */

static int set_current(MinipyVM *vm, Value context)
{
    Value token = call_method_cstr(vm, vm->decimal->variable, "set", &context, 1);
    value_xdecref(vm, token);
    return token ? 0 : -1;
}

/* A thread begins with a copy of DefaultContext. */
static Value begin_thread(MinipyVM *vm)
{
    Value v = context_copy_of(vm, vm->decimal->default_context);
    if (v) {
        SIGNALS(CONTEXT(v)->flags)->bits = 0;
        if (set_current(vm, v) < 0)
            value_clear(vm, &v);
    }
    return v;
}

Value context_current(MinipyVM *vm)
{
    Value v = contextvar_get_borrow(vm, vm->decimal->variable);
    if (likely(v && is_context(v)))
        return value_incref(v);
    return error_occurred(vm) ? VALUE_NULL : begin_thread(vm);
}

Value context_given(MinipyVM *vm, Value given)
{
    if (!given || given == VALUE_NONE)
        return context_current(vm);
    if (is_context(given))
        return value_incref(given);
    return error_set(vm, EXC_TypeError, "optional argument must be a context");
}

/* The module's own three are templates: they are copied. */
static Value settable(MinipyVM *vm, Value context)
{
    const DecimalState *s = vm->decimal;
    if (context != s->default_context && context != s->basic_context &&
        context != s->extended_context)
        return value_incref(context);
    Value v = context_copy_of(vm, context);
    if (v)
        SIGNALS(CONTEXT(v)->flags)->bits = 0;
    return v;
}

Value decimal_getcontext(NATIVE_ARGS)
{
    return context_current(vm);
}

Value decimal_setcontext(NATIVE_ARGS)
{
    if (!is_context(args[0]))
        return error_set(vm, EXC_TypeError, "argument must be a context");
    Value v = settable(vm, args[0]);
    int r = v ? set_current(vm, v) : -1;
    value_xdecref(vm, v);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

/* ---- localcontext ---------------------------------------------------------------- */

typedef struct ManagerObj {
    Object ob;
    Value local, global; /* contexts */
} ManagerObj;

Value decimal_localcontext(NATIVE_ARGS)
{
    static const MethodDef row = {
        .name = "localcontext",
        .signature = "(ctx=None, prec=None, rounding=None, Emin=None, Emax=None, "
                     "capitals=None, clamp=None, flags=None, traps=None)",
        .flags = M_TUPLE | M_NAMELESS};
    Value taken[1 + FIELDS];
    if (!args_take(vm, &row, args, nargs, kwnames, taken))
        return VALUE_NULL;
    Value given = taken[0] == VALUE_NONE ? VALUE_NULL : taken[0];
    if (given && !is_context(given))
        return error_set(vm, EXC_TypeError, "optional argument must be a context");
    Value global = context_current(vm);
    Value local = global ? context_copy_of(vm, given ? given : global) : VALUE_NULL;
    bool ok = local != VALUE_NULL;
    for (int i = 0; ok && i < FIELDS; i++)
        if (taken[1 + i] && taken[1 + i] != VALUE_NONE)
            ok = set_field(vm, local, i, taken[1 + i], true);
    if (!ok) {
        value_xdecref(vm, global);
        value_xdecref(vm, local);
        return VALUE_NULL;
    }
    return object_of_steal(vm, vm->decimal->manager, (Value[]){local, global}, 2);
}

FN(manager_enter)
{
    Value local = ((ManagerObj *)value_obj(self))->local;
    return set_current(vm, local) < 0 ? VALUE_NULL : value_incref(local);
}

FN(manager_exit)
{
    return set_current(vm, ((ManagerObj *)value_obj(self))->global) < 0 ? VALUE_NULL
                                                                        : VALUE_FALSE;
}

static METHODS(manager_methods,
    {"__enter__", manager_enter, M_UNSIGNED, "($self, /)", NULL},
    {"__exit__", manager_exit, M_UNSIGNED, "($self, /, *args)", NULL},
);

TYPE_SPEC(manager_spec,
    .name = "decimal.ContextManager",
    .flags = TYPE_NO_NEW, .basicsize = sizeof(ManagerObj), .values = 2,
    .slots = {.getattro = object_generic_getattr},
    .methods = manager_methods,
);
