/* module.c - the module _decimal, and what it keeps for a vm: types, the classes of
 * signals, templates of contexts.
 */
#include "stdlib/decimal/decimal.h"
#include "stdlib/decimal/methods.h"
#include "vm/core/hooks.h"

/* ---- classes --------------------------------------------------------------------- */

/* class name(bases): in the module decimal; new. */
static Value class_of(MinipyVM *vm, const char *name, const Value *bases, int n,
                      const char *module)
{
    Value dict = dict_new(vm);
    Value args[] = {str_from_cstr(vm, name), tuple_from(vm, bases, n), dict};
    Value cls = VALUE_NULL;
    if (args[0] && args[1] && dict &&
        dict_set_cstr_steal(vm, dict, "__module__", str_from_cstr(vm, module)) == 0) {
        Value meta =
            value_from_obj(n == 2 && module[0] == 'a' ? value_type(vm, bases[1])
                                                      : vm->types[KIND_TYPE]);
        cls = call(vm, meta, args, 3, VALUE_NULL);
    }
    values_xdecref(vm, args, 3);
    return cls;
}

enum { INVALID, FLOAT, BY_ZERO, OVERFLOWS, UNDERFLOWS, SUBNORMALS, INEXACTS, ROUNDEDS };

static Value signal_class(MinipyVM *vm, int i)
{
    DecimalState *s = vm->decimal;
    Value bases[3] = {s->exception};
    int n = 1;
    switch (i) {
    case FLOAT: bases[n++] = value_from_obj(vm->exc[EXC_TypeError]); break;
    case BY_ZERO: bases[n++] = value_from_obj(vm->exc[EXC_ZeroDivisionError]); break;
    case OVERFLOWS:
    case UNDERFLOWS:
        bases[0] = s->signals[INEXACTS];
        bases[n++] = s->signals[ROUNDEDS];
        if (i == UNDERFLOWS)
            bases[n++] = s->signals[SUBNORMALS];
        break;
    default: break;
    }
    return class_of(vm, signal_rows[i].name, bases, n, "decimal");
}

/* Those that others derive from come first. */
static bool make_signals(MinipyVM *vm, DecimalState *s)
{
    static const uint8_t order[] = {INVALID,  FLOAT, BY_ZERO,   SUBNORMALS, INEXACTS,
                                    ROUNDEDS, 8,     OVERFLOWS, UNDERFLOWS};
    static const char *const conditions[] = {"InvalidOperation", "ConversionSyntax",
                                             "DivisionImpossible", "DivisionUndefined",
                                             "InvalidContext"};
    Value arithmetic = value_from_obj(vm->exc[EXC_ArithmeticError]);
    s->exception = class_of(vm, "DecimalException", &arithmetic, 1, "decimal");
    bool ok = s->exception != VALUE_NULL;
    for (size_t i = 0; ok && i < sizeof order; i++)
        ok = (s->signals[order[i]] = signal_class(vm, order[i])) != VALUE_NULL;
    if (!ok)
        return false;
    s->conditions[0] = value_incref(s->signals[INVALID]);
    for (int i = 1; ok && i < CONDITIONS_COUNT; i++) {
        Value bases[] = {s->signals[INVALID],
                         value_from_obj(vm->exc[EXC_ZeroDivisionError])};
        s->conditions[i] =
            class_of(vm, conditions[i], bases, i == 3 ? 2 : 1, "decimal");
        ok = s->conditions[i] != VALUE_NULL;
    }
    return ok;
}

/* SignalDict has MutableMapping's methods on top of its own. */
static bool make_signal_dict(MinipyVM *vm, DecimalState *s)
{
    Value mapping = import_attr(vm, "collections.abc", "MutableMapping");
    if (mapping)
        s->signals_class =
            class_of(vm, "SignalDict",
                     (Value[]){value_from_obj(s->signals_mixin), mapping}, 2, "abc");
    value_xdecref(vm, mapping);
    return s->signals_class != VALUE_NULL;
}

/* Not by an assignment, which hooks would hear of. */
static int set_module(MinipyVM *vm, Value cls, Value module)
{
    type_modified(vm, TYPE_OF(cls));
    return dict_set(vm, value_from_obj(TYPE_OF(cls)->own.dict), NAME(vm, __module__),
                    module);
}

static bool make_tuple_class(MinipyVM *vm, DecimalState *s)
{
    Value make = import_attr(vm, "collections", "namedtuple");
    Value name = make ? str_from_cstr(vm, "DecimalTuple") : VALUE_NULL;
    Value fields = name ? str_from_cstr(vm, "sign digits exponent") : VALUE_NULL;
    Value module = fields ? str_from_cstr(vm, "decimal") : VALUE_NULL;
    if (module) {
        s->tuple_class = call2(vm, make, name, fields);
        if (s->tuple_class && set_module(vm, s->tuple_class, module) < 0)
            value_clear(vm, &s->tuple_class);
    }
    value_xdecref(vm, make);
    value_xdecref(vm, name);
    value_xdecref(vm, fields);
    value_xdecref(vm, module);
    return s->tuple_class != VALUE_NULL;
}

static bool register_number(MinipyVM *vm, DecimalState *s)
{
    Value number = import_attr(vm, "numbers", "Number");
    Value cls = value_from_obj(s->decimal);
    Value r = number ? call_method_cstr(vm, number, "register", &cls, 1) : VALUE_NULL;
    value_xdecref(vm, number);
    value_xdecref(vm, r);
    return r != VALUE_NULL;
}

/* ---- the state ------------------------------------------------------------------- */

static bool make_types(MinipyVM *vm, DecimalState *s)
{
    return (s->decimal = type_from_spec(vm, &decimal_spec)) &&
           (s->context = type_from_spec(vm, &context_spec)) &&
           (s->signals_mixin = type_from_spec(vm, &signals_spec)) &&
           (s->manager = type_from_spec(vm, &manager_spec));
}

static bool make_contexts(MinipyVM *vm, DecimalState *s)
{
    const uint32_t usual = ALL_INVALID | DIVISION_BY_ZERO | OVERFLOW_;
    Value name = str_from_cstr(vm, "decimal_context");
    Value cls = name ? import_attr(vm, "_contextvars", "ContextVar") : VALUE_NULL;
    s->variable = cls ? call1(vm, cls, name) : VALUE_NULL;
    value_xdecref(vm, name);
    value_xdecref(vm, cls);
    return s->variable &&
           (s->default_context = context_make(vm, 28, ROUND_HALF_EVEN, usual)) &&
           (s->basic_context =
                context_make(vm, 9, ROUND_HALF_UP, usual | UNDERFLOW_ | CLAMPED)) &&
           (s->extended_context = context_make(vm, 9, ROUND_HALF_EVEN, 0));
}

static const char *const rounding_names[ROUNDINGS] = {
    "ROUND_CEILING", "ROUND_FLOOR",     "ROUND_UP",        "ROUND_DOWN",
    "ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN", "ROUND_05UP"};

static bool make_state(MinipyVM *vm)
{
    DecimalState *s = vm->decimal = mem_calloc(vm, sizeof *s);
    bool ok = s && make_types(vm, s);
    for (int i = 0; ok && i < ROUNDINGS; i++)
        ok = (s->roundings[i] = str_intern_cstr(vm, rounding_names[i])) != VALUE_NULL;
    return ok && register_number(vm, s) && make_tuple_class(vm, s) &&
           make_signal_dict(vm, s) && make_signals(vm, s) && make_contexts(vm, s);
}

void decimal_fini(MinipyVM *vm)
{
    DecimalState *s = vm->decimal;
    if (!s)
        return;
    Value *values[] = {&s->signals_class,   &s->exception,     &s->tuple_class,
                       &s->default_context, &s->basic_context, &s->extended_context,
                       &s->variable};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        value_clear(vm, values[i]);
    values_xdecref(vm, s->signals, SIGNALS_COUNT);
    values_xdecref(vm, s->conditions, CONDITIONS_COUNT);
    values_xdecref(vm, s->roundings, ROUNDINGS);
    TypeObj *types[] = {s->decimal, s->context, s->signals_mixin, s->manager};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i])
            type_decref(vm, types[i]);
    mem_free(vm, s);
    vm->decimal = NULL;
}

/* ---- the module ------------------------------------------------------------------ */

static int add(MinipyVM *vm, Value module, const char *name, Value v)
{
    return module_add_steal(vm, module, name, value_incref(v));
}

static int add_classes(MinipyVM *vm, Value module, const DecimalState *s)
{
    static const char *const conditions[] = {NULL, "ConversionSyntax",
                                             "DivisionImpossible", "DivisionUndefined",
                                             "InvalidContext"};
    int r = add(vm, module, "DecimalException", s->exception);
    for (int i = 0; r == 0 && i < SIGNALS_COUNT; i++)
        r = add(vm, module, signal_rows[i].name, s->signals[i]);
    for (int i = 1; r == 0 && i < CONDITIONS_COUNT; i++)
        r = add(vm, module, conditions[i], s->conditions[i]);
    for (int i = 0; r == 0 && i < ROUNDINGS; i++)
        r = add(vm, module, rounding_names[i], s->roundings[i]);
    return r;
}

static int decimal_exec(MinipyVM *vm, Value module)
{
    if (!vm->decimal && !make_state(vm)) {
        decimal_fini(vm);
        return -1;
    }
    const DecimalState *s = vm->decimal;
    const struct {
        const char *name;
        Value v;
    } rows[] = {{"Decimal", value_from_obj(s->decimal)},
                {"Context", value_from_obj(s->context)},
                {"DecimalTuple", s->tuple_class},
                {"DefaultContext", s->default_context},
                {"BasicContext", s->basic_context},
                {"ExtendedContext", s->extended_context}};
    int r = add_classes(vm, module, s);
    for (size_t i = 0; r == 0 && i < sizeof rows / sizeof *rows; i++)
        r = add(vm, module, rows[i].name, rows[i].v);
    return r;
}

static Value make_true(MinipyVM *vm)
{
    (void)vm;
    return VALUE_TRUE;
}

static METHODS(functions,
    {"getcontext", decimal_getcontext, 0, "($module, /)", "The context of this thread, or task."},
    {"setcontext", decimal_setcontext, 0, "($module, context, /)", "Makes it the current one."},
    {"localcontext", decimal_localcontext, M_TUPLE | M_NAMELESS, "($module, /, ctx=None, **kwargs)",
     "A context manager with a copy of ctx, or of the current context."},
);

static CONTENTS(contents,
    HAS_TEXT("__version__", "1.70"), HAS_TEXT("__libmpdec_version__", "2.5.1"), HAS_INT("MAX_PREC", PREC_MAX),
    HAS_INT("MAX_EMAX", PREC_MAX), HAS_INT("MIN_EMIN", -PREC_MAX), HAS_INT("MIN_ETINY", ETINY_MIN),
    HAS_MADE("HAVE_THREADS", make_true), HAS_MADE("HAVE_CONTEXTVAR", make_true),
);

MODULE_SPEC(decimal_module_spec,
    .name = "_decimal", .shown_as = "decimal",
    .doc = "C decimal arithmetic module",
    .methods = functions, .contents = contents, .exec = decimal_exec,
);
