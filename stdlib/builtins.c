/* builtins.c - the module builtins: the functions; the types and exceptions are added
 * from the vm's lists. print and input are in builtins_io.c, compile, eval and exec in
 * builtins_eval.c.
 */
#include "stdlib/builtins.h"

#include "vm/args.h"
#include "vm/frame.h"
#include "vm/generator.h"
#include "vm/import.h"
#include "vm/objects/dict.h"
#include "vm/objects/exceptions.h"
#include "vm/objects/float.h"
#include "vm/objects/int.h"
#include "vm/objects/str.h"
#include "vm/objects/bytes.h"
#include "vm/objects/tuple.h"

#define FN(name)                                                                       \
    static Value builtin_##name(MinipyVM *vm, Value self, const Value *args,           \
                                size_t nargs, Value kwnames)
#define UNUSED() ((void)self, (void)nargs, (void)kwnames)

FN(abs)
{
    UNUSED();
    return number_absolute(vm, args[0]);
}

/* all() and any(): stop at the first item whose truth is `stop_at`. */
static Value scan_truth(MinipyVM *vm, Value iterable, int stop_at)
{
    Value it = object_iter(vm, iterable), item;
    if (!it)
        return VALUE_NULL;
    while ((item = iter_next(vm, it))) {
        int truth = object_is_true(vm, item);
        value_decref(vm, item);
        if (truth < 0 || truth == stop_at) {
            value_decref(vm, it);
            return truth < 0 ? VALUE_NULL : value_from_bool(stop_at);
        }
    }
    value_decref(vm, it);
    return error_occurred(vm) ? VALUE_NULL : value_from_bool(!stop_at);
}

FN(all)
{
    UNUSED();
    return scan_truth(vm, args[0], 0);
}

FN(any)
{
    UNUSED();
    return scan_truth(vm, args[0], 1);
}

FN(ascii)
{
    UNUSED();
    return object_ascii(vm, args[0]);
}

static Value in_base(MinipyVM *vm, Value v, int base, const char *prefix)
{
    Value i = number_index(vm, v);
    if (!i)
        return VALUE_NULL;
    bool negative = int_sign(i) < 0;
    if (negative)
        value_set_steal(vm, &i, int_neg(vm, i));
    Value digits = i ? int_to_str(vm, i, base) : VALUE_NULL;
    Value s = digits ? str_format_c(vm, "%s%s%U", negative ? "-" : "", prefix, digits)
                     : VALUE_NULL;
    value_xdecref(vm, i);
    value_xdecref(vm, digits);
    return s;
}

FN(bin)
{
    UNUSED();
    return in_base(vm, args[0], 2, "0b");
}

FN(oct)
{
    UNUSED();
    return in_base(vm, args[0], 8, "0o");
}

FN(hex)
{
    UNUSED();
    return in_base(vm, args[0], 16, "0x");
}

FN(callable)
{
    UNUSED();
    (void)vm;
    return value_from_bool(object_callable(args[0]));
}

FN(chr)
{
    UNUSED();
    int i;
    if (!arg_int(vm, args[0], &i))
        return VALUE_NULL;
    if (i < 0 || i > 0x10ffff)
        return error_set(vm, EXC_ValueError, "chr() arg not in range(0x110000)");
    return str_from_char(vm, (uint32_t)i);
}

FN(ord)
{
    UNUSED();
    Value v = args[0];
    int64_t n;
    if (value_is_str(v)) {
        if ((n = str_length(v)) == 1)
            return value_from_imm(str_char_at(STR(v), 0));
    } else if (value_is_bytes(v)) {
        if ((n = BYTES(v)->size) == 1)
            return value_from_imm(BYTES(v)->data[0]);
    } else if (value_is_kind(v, KIND_BYTEARRAY)) {
        if ((n = BYTEARRAY(v)->size) == 1)
            return value_from_imm(BYTEARRAY(v)->data[0]);
    } else {
        return error_set(vm, EXC_TypeError,
                         "ord() expected string of length 1, but %T found", v);
    }
    return error_set(vm, EXC_TypeError,
                     "ord() expected a character, but string of length %zd found", n);
}

FN(delattr)
{
    UNUSED();
    if (!args_check(vm, "delattr", nargs, 2, 2))
        return VALUE_NULL;
    if (!value_is_str(args[1]))
        return error_set(vm, EXC_TypeError, "attribute name must be string, not '%T'",
                         args[1]);
    return object_delattr(vm, args[0], args[1]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(dir)
{
    UNUSED();
    if (!args_check(vm, "dir", nargs, 0, 1))
        return VALUE_NULL;
    if (nargs == 1)
        return object_dir(vm, args[0]);
    Value locals = frame_current_locals(vm);
    if (!locals)
        return VALUE_NULL;
    Value keys = call_method_cstr(vm, locals, "keys", NULL, 0);
    value_decref(vm, locals);
    Value list = keys ? sequence_list(vm, keys) : VALUE_NULL;
    value_xdecref(vm, keys);
    if (list && list_sort(vm, list, VALUE_NULL, false) < 0)
        value_clear(vm, &list);
    return list;
}

FN(divmod)
{
    UNUSED();
    return args_check(vm, "divmod", nargs, 2, 2) ? number_divmod(vm, args[0], args[1])
                                                 : VALUE_NULL;
}

FN(format)
{
    UNUSED();
    if (!args_check(vm, "format", nargs, 1, 2))
        return VALUE_NULL;
    if (nargs == 2 && !value_is_str(args[1]))
        return arg_type_error(vm, "format", "2", "str", args[1]);
    return object_format(vm, args[0], nargs == 2 ? args[1] : VALUE_NULL);
}

FN(getattr)
{
    UNUSED();
    if (!args_check(vm, "getattr", nargs, 2, 3))
        return VALUE_NULL;
    if (!value_is_str(args[1]))
        return error_set(vm, EXC_TypeError, "attribute name must be string, not '%T'",
                         args[1]);
    if (nargs == 2)
        return object_getattr(vm, args[0], args[1]);
    Value v;
    int r = object_lookup_attr(vm, args[0], args[1], &v);
    return r == 0 ? value_incref(args[2]) : v;
}

FN(hasattr)
{
    UNUSED();
    if (!args_check(vm, "hasattr", nargs, 2, 2))
        return VALUE_NULL;
    if (!value_is_str(args[1]))
        return error_set(vm, EXC_TypeError, "attribute name must be string, not '%T'",
                         args[1]);
    Value v;
    int r = object_lookup_attr(vm, args[0], args[1], &v);
    value_xdecref(vm, v);
    return value_true_or_error(r);
}

FN(setattr)
{
    UNUSED();
    if (!args_check(vm, "setattr", nargs, 3, 3))
        return VALUE_NULL;
    if (!value_is_str(args[1]))
        return error_set(vm, EXC_TypeError, "attribute name must be string, not '%T'",
                         args[1]);
    return object_setattr(vm, args[0], args[1], args[2]) < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(globals)
{
    UNUSED();
    (void)args;
    DictObj *d = frame_current_globals_borrow(vm);
    return d ? value_incref(value_from_obj(d)) : VALUE_NONE;
}

FN(locals)
{
    UNUSED();
    (void)args;
    return frame_current_locals(vm);
}

FN(vars)
{
    UNUSED();
    if (!args_check(vm, "vars", nargs, 0, 1))
        return VALUE_NULL;
    if (nargs == 0)
        return frame_current_locals(vm);
    Value d;
    int r = object_lookup_attr(vm, args[0], NAME(vm, __dict__), &d);
    if (r == 0)
        return error_set(vm, EXC_TypeError,
                         "vars() argument must have __dict__ attribute");
    return d;
}

FN(hash)
{
    UNUSED();
    int64_t h = object_hash(vm, args[0]);
    return h == -1 && error_occurred(vm) ? VALUE_NULL : int_new(vm, h);
}

/* Immediate values have no address: the word itself is unique for a value. */
FN(id)
{
    UNUSED();
    return int_from_u64(vm, args[0]);
}

FN(isinstance)
{
    UNUSED();
    if (!args_check(vm, "isinstance", nargs, 2, 2))
        return VALUE_NULL;
    return value_true_or_error(object_isinstance(vm, args[0], args[1]));
}

FN(issubclass)
{
    UNUSED();
    if (!args_check(vm, "issubclass", nargs, 2, 2))
        return VALUE_NULL;
    return value_true_or_error(object_issubclass(vm, args[0], args[1]));
}

FN(iter)
{
    UNUSED();
    if (!args_check(vm, "iter", nargs, 1, 2))
        return VALUE_NULL;
    if (nargs == 1)
        return object_iter(vm, args[0]);
    if (!object_callable(args[0]))
        return error_set(vm, EXC_TypeError, "iter(v, w): v must be callable");
    return callable_iter_new(vm, args[0], args[1]);
}

FN(aiter)
{
    UNUSED();
    return object_aiter(vm, args[0]);
}

FN(anext)
{
    UNUSED();
    if (!args_check(vm, "anext", nargs, 1, 2))
        return VALUE_NULL;
    UnarySlot anext = value_type(vm, args[0])->slots.am_anext;
    if (!anext)
        return error_set(vm, EXC_TypeError, "'%T' object is not an async iterator",
                         args[0]);
    Value awaitable = anext(vm, args[0]);
    if (!awaitable || nargs == 1)
        return awaitable;
    Value r = anext_awaitable_new(vm, awaitable, args[1]);
    value_decref(vm, awaitable);
    return r;
}

FN(len)
{
    UNUSED();
    int64_t n = object_length(vm, args[0]);
    return n < 0 ? VALUE_NULL : int_new(vm, n);
}

FN(next)
{
    UNUSED();
    if (!args_check(vm, "next", nargs, 1, 2))
        return VALUE_NULL;
    UnarySlot next = value_type(vm, args[0])->slots.iternext;
    if (!next)
        return error_set(vm, EXC_TypeError, "'%T' object is not an iterator", args[0]);
    Value v = next(vm, args[0]);
    if (v)
        return v;
    if (nargs == 2) {
        if (error_occurred(vm)) {
            if (!error_matches(vm, EXC_StopIteration))
                return VALUE_NULL;
            error_clear(vm);
        }
        return value_incref(args[1]);
    }
    return error_occurred(vm) ? VALUE_NULL : error_set_none(vm, EXC_StopIteration);
}

/* ---- max and min
 * ------------------------------------------------------------------------------- */

typedef struct Extreme {
    MinipyVM *vm;
    Value key; /* borrowed, or VALUE_NULL */
    CompareOp op;
    Value best, best_key; /* strong */
} Extreme;

static int extreme_feed_steal(Extreme *x, Value item)
{
    MinipyVM *vm = x->vm;
    Value k = x->key ? call1(vm, x->key, item) : value_incref(item);
    int better = k ? 1 : -1;
    if (k && x->best)
        better = object_compare_bool(vm, k, x->best_key, x->op);
    if (better > 0) {
        value_set_steal(vm, &x->best, item);
        value_set_steal(vm, &x->best_key, k);
        return 0;
    }
    value_decref(vm, item);
    value_xdecref(vm, k);
    return better;
}

static Value extreme(MinipyVM *vm, const char *name, CompareOp op, const Value *args,
                     size_t nargs, Value kwnames)
{
    Extreme x = {.vm = vm, .op = op};
    Value def = VALUE_NULL;
    if (nargs == 0)
        return error_set(vm, EXC_TypeError, "%s expected at least 1 argument, got 0",
                         name);
    if (!args_max_kw(vm, name, 2, kwnames))
        return VALUE_NULL;
    for (int64_t k = 0; kwnames && k < tuple_size(kwnames); k++) {
        Value key = tuple_get_borrow(kwnames, k), v = args[nargs + (size_t)k];
        if (str_equal_ascii(key, "key"))
            x.key = v == VALUE_NONE ? VALUE_NULL : v;
        else if (str_equal_ascii(key, "default"))
            def = v;
        else
            return error_set(vm, EXC_TypeError,
                             "'%U' is an invalid keyword argument for %s()", key, name);
    }
    if (nargs > 1 && def)
        return error_set(
            vm, EXC_TypeError,
            "Cannot specify a default for %s() with multiple positional arguments",
            name);
    int r = 0;
    if (nargs > 1) {
        for (size_t i = 0; r == 0 && i < nargs; i++)
            r = extreme_feed_steal(&x, value_incref(args[i]));
    } else {
        Value it = object_iter(vm, args[0]), item;
        if (!it)
            return VALUE_NULL;
        while (r == 0 && (item = iter_next(vm, it)))
            r = extreme_feed_steal(&x, item);
        value_decref(vm, it);
        if (error_occurred(vm))
            r = -1;
    }
    value_xdecref(vm, x.best_key);
    if (r < 0)
        value_clear(vm, &x.best);
    else if (!x.best)
        return def ? value_incref(def)
                   : error_set(vm, EXC_ValueError, "%s() arg is an empty sequence",
                               name);
    return x.best;
}

FN(max)
{
    (void)self;
    return extreme(vm, "max", CMP_GT, args, nargs, kwnames);
}

FN(min)
{
    (void)self;
    return extreme(vm, "min", CMP_LT, args, nargs, kwnames);
}

FN(pow)
{
    static const ArgSpec spec = {"pow", "base exp mod", .required = 2, .maxpos = 3};
    Value a[3];
    (void)self;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return VALUE_NULL;
    return number_power(vm, a[0], a[1], a[2] ? a[2] : VALUE_NONE);
}

FN(repr)
{
    UNUSED();
    return object_repr(vm, args[0]);
}

FN(round)
{
    static const ArgSpec spec = {"round", "number ndigits", .required = 1, .maxpos = 2};
    Value a[2];
    (void)self;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return VALUE_NULL;
    bool has = a[1] && a[1] != VALUE_NONE;
    Value r = call_special(vm, a[0], NAME(vm, __round__), &a[1], has ? 1 : 0);
    if (!r && !error_occurred(vm))
        return error_set(vm, EXC_TypeError, "type %T doesn't define __round__ method",
                         a[0]);
    return r;
}

FN(sorted)
{
    UNUSED();
    if (nargs != 1)
        return error_set(vm, EXC_TypeError, "sorted expected 1 argument, got %zd",
                         (int64_t)nargs);
    Value key = VALUE_NULL;
    int reverse = 0;
    for (int64_t k = 0; kwnames && k < tuple_size(kwnames); k++) {
        Value name = tuple_get_borrow(kwnames, k), v = args[nargs + (size_t)k];
        if (str_equal_ascii(name, "key"))
            key = v == VALUE_NONE ? VALUE_NULL : v;
        else if (str_equal_ascii(name, "reverse")) {
            if (!arg_int(vm, v, &reverse))
                return VALUE_NULL;
        } else
            return error_set(vm, EXC_TypeError,
                             "'%U' is an invalid keyword argument for sort()", name);
    }
    Value list = sequence_list(vm, args[0]);
    if (list && list_sort(vm, list, key, reverse != 0) < 0)
        value_clear(vm, &list);
    return list;
}

/* Adds item (borrowed) to total (stolen), with the common cases at hand. */
static Value sum_step(MinipyVM *vm, Value total, Value item)
{
    if (value_both_int_imm(total, item))
        return int_new(vm, value_imm(total) + value_imm(item));
    if (value_both_float_imm(total, item))
        return float_new(vm, value_float_imm(total) + value_float_imm(item));
    Value next = number_add(vm, total, item);
    value_decref(vm, total);
    return next;
}

FN(sum)
{
    static const ArgSpec spec = {"sum", "_ start", .posonly = 1, .required = 1,
                                 .maxpos = 2};
    Value a[2];
    (void)self;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return VALUE_NULL;
    Value it = object_iter(vm, a[0]), item;
    if (!it)
        return VALUE_NULL;
    Value total = a[1] ? value_incref(a[1]) : value_from_imm(0);
    const char *bad = value_is_str(total)     ? "strings [use ''.join(seq) instead]"
                      : value_is_bytes(total) ? "bytes [use b''.join(seq) instead]"
                      : value_is_kind(total, KIND_BYTEARRAY)
                          ? "bytearray [use b''.join(seq) instead]"
                          : NULL;
    if (bad) {
        value_decref(vm, it);
        value_decref(vm, total);
        return error_set(vm, EXC_TypeError, "sum() can't sum %s", bad);
    }
    while (total && (item = iter_next(vm, it))) {
        total = sum_step(vm, total, item);
        value_decref(vm, item);
    }
    value_decref(vm, it);
    if (total && error_occurred(vm))
        value_clear(vm, &total);
    return total;
}

FN(breakpoint)
{
    (void)self;
    Value hook = dict_get_cstr_borrow(vm, vm->sysdict, "breakpointhook");
    if (!hook)
        return error_set(vm, EXC_RuntimeError, "lost sys.breakpointhook");
    value_incref(hook);
    Value r = call(vm, hook, args, nargs, kwnames);
    value_decref(vm, hook);
    return r;
}

FN(import)
{
    static const ArgSpec spec = {"__import__", "name globals locals fromlist level",
                                 .required = 1, .maxpos = 5};
    Value a[5];
    int level = 0;
    (void)self;
    if (!args_parse(vm, &spec, args, nargs, kwnames, a))
        return VALUE_NULL;
    if (!value_is_str(a[0]))
        return error_set(vm, EXC_TypeError, "module name must be a string");
    if (a[4] && !arg_int(vm, a[4], &level))
        return VALUE_NULL;
    return import_name(vm, a[0], a[1] == VALUE_NONE ? VALUE_NULL : a[1], a[3], level);
}

#define B(name, flags, doc)                                                            \
    {                                                                                  \
#name, builtin_##name, flags, doc                                              \
    }
static const MethodDef functions[] = {
    {"__build_class__", builtin_build_class, M_KW,
     "__build_class__(func, name, /, *bases, [metaclass], **kwds) -> class\n\nInternal "
     "helper function used by the class statement."},
    {"__import__", builtin_import, M_KW,
     "__import__($module, /, name, globals=None, locals=None, fromlist=(),\n           "
     "level=0)\n--\n\nImport a module."},
    B(abs, M_O, "abs($module, x, /)\n--\n\nReturn the absolute value of the argument."),
    B(all, M_O,
      "all($module, iterable, /)\n--\n\nReturn True if bool(x) is True for all values "
      "x in the iterable.\n\nIf the iterable is empty, return True."),
    B(any, M_O,
      "any($module, iterable, /)\n--\n\nReturn True if bool(x) is True for any x in "
      "the iterable.\n\nIf the iterable is empty, return False."),
    B(ascii, M_O, "ascii($module, obj, /)\n--\n\n"),
    B(aiter, M_O, "aiter($module, async_iterable, /)\n--\n\n"),
    B(anext, M_FAST, "anext($module, aiterator, default=<unrepresentable>, /)\n--\n\n"),
    B(bin, M_O, "bin($module, number, /)\n--\n\n"),
    B(breakpoint, M_KW, NULL),
    B(callable, M_O, "callable($module, obj, /)\n--\n\n"),
    B(chr, M_O, "chr($module, i, /)\n--\n\n"),
    B(compile, M_KW,
      "compile($module, /, source, filename, mode, flags=0,\n        "
      "dont_inherit=False, optimize=-1, *, _feature_version=-1)\n--\n\n"),
    B(delattr, M_FAST, "delattr($module, obj, name, /)\n--\n\n"),
    B(dir, M_FAST, NULL),
    B(divmod, M_FAST, "divmod($module, x, y, /)\n--\n\n"),
    B(eval, M_FAST, "eval($module, source, globals=None, locals=None, /)\n--\n\n"),
    B(exec, M_KW,
      "exec($module, source, globals=None, locals=None, /, *, closure=None)\n--\n\n"),
    B(format, M_FAST, "format($module, value, format_spec='', /)\n--\n\n"),
    B(getattr, M_FAST, NULL),
    B(globals, M_NOARGS, "globals($module, /)\n--\n\n"),
    B(hasattr, M_FAST, "hasattr($module, obj, name, /)\n--\n\n"),
    B(hash, M_O, "hash($module, obj, /)\n--\n\n"),
    B(hex, M_O, "hex($module, number, /)\n--\n\n"),
    B(id, M_O, "id($module, obj, /)\n--\n\n"),
    B(input, M_FAST, "input($module, prompt='', /)\n--\n\n"),
    B(isinstance, M_FAST, "isinstance($module, obj, class_or_tuple, /)\n--\n\n"),
    B(issubclass, M_FAST, "issubclass($module, cls, class_or_tuple, /)\n--\n\n"),
    B(iter, M_FAST, NULL),
    B(len, M_O,
      "len($module, obj, /)\n--\n\nReturn the number of items in a container."),
    B(locals, M_NOARGS, "locals($module, /)\n--\n\n"),
    B(max, M_KW, NULL),
    B(min, M_KW, NULL),
    B(next, M_FAST, NULL),
    B(oct, M_O, "oct($module, number, /)\n--\n\n"),
    B(ord, M_O, "ord($module, c, /)\n--\n\n"),
    B(pow, M_KW, "pow($module, /, base, exp, mod=None)\n--\n\n"),
    B(print, M_KW,
      "print($module, /, *args, sep=' ', end='\\n', file=None, flush=False)\n--\n\n"),
    B(repr, M_O, "repr($module, obj, /)\n--\n\n"),
    B(round, M_KW, "round($module, /, number, ndigits=None)\n--\n\n"),
    B(setattr, M_FAST, "setattr($module, obj, name, value, /)\n--\n\n"),
    B(sorted, M_KW, "sorted($module, iterable, /, *, key=None, reverse=False)\n--\n\n"),
    B(sum, M_KW, "sum($module, iterable, /, start=0)\n--\n\n"),
    B(vars, M_FAST, NULL),
    {0},
};

/* ---- the module
 * --------------------------------------------------------------------------------------
 */

static int add_type(MinipyVM *vm, Value m, Kind k)
{
    TypeObj *t = vm->types[k];
    return module_add_steal(vm, m, type_name_cstr(t), value_incref(value_from_obj(t)));
}

static int builtins_exec(MinipyVM *vm, Value m)
{
    static const Kind kinds[] = {
        KIND_BOOL,         KIND_MEMORYVIEW, KIND_BYTEARRAY, KIND_BYTES,
        KIND_CLASSMETHOD,  KIND_COMPLEX,    KIND_DICT,      KIND_ENUMERATE,
        KIND_FILTER,       KIND_FLOAT,      KIND_FROZENSET, KIND_PROPERTY,
        KIND_INT,          KIND_LIST,       KIND_MAP,       KIND_OBJECT,
        KIND_RANGE,        KIND_REVERSED,   KIND_SET,       KIND_SLICE,
        KIND_STATICMETHOD, KIND_STR,        KIND_SUPER,     KIND_TUPLE,
        KIND_TYPE,         KIND_ZIP,
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (add_type(vm, m, kinds[i]) < 0)
            return -1;
    for (int i = 0; i < EXC_COUNT; i++)
        if (module_add_steal(vm, m, type_name_cstr(vm->exc[i]),
                             value_incref(value_from_obj(vm->exc[i]))) < 0)
            return -1;
    Value os_error = value_from_obj(vm->exc[EXC_OSError]);
    if (module_add_steal(vm, m, "EnvironmentError", value_incref(os_error)) < 0 ||
        module_add_steal(vm, m, "IOError", value_incref(os_error)) < 0 ||
        module_add_steal(vm, m, "None", VALUE_NONE) < 0 ||
        module_add_steal(vm, m, "Ellipsis", VALUE_ELLIPSIS) < 0 ||
        module_add_steal(vm, m, "NotImplemented", VALUE_NOT_IMPLEMENTED) < 0 ||
        module_add_steal(vm, m, "False", VALUE_FALSE) < 0 ||
        module_add_steal(vm, m, "True", VALUE_TRUE) < 0 ||
        module_add_steal(vm, m, "__debug__",
                         value_from_bool(vm->settings.optimize == 0)) < 0)
        return -1;
    return 0;
}

const ModuleSpec builtins_module_spec = {
    .name = "builtins",
    .doc = "Built-in functions, exceptions, and other objects.\n\n"
           "Noteworthy: None is the `nil' object; Ellipsis represents `...' in slices.",
    .methods = functions,
    .exec = builtins_exec,
};
