/* builtins.c - the module builtins: the functions; the types and exceptions are added
 * from the vm's lists. print and input are in builtins_io.c, compile, eval and exec in
 * builtins_eval.c.
 */
#include "stdlib/runtime/builtins.h"

#include "vm/objects/args.h"
#include "vm/eval/audit.h"
#include "vm/eval/frame.h"
#include "vm/eval/generator.h"
#include "vm/import/import.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/tuple.h"

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
    Value id = int_from_u64(vm, args[0]);
    if (id && audit(vm, "builtins.id", 1, id) < 0)
        value_clear(vm, &id);
    return id;
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

/* ---- max and min ----------------------------------------------------------------- */

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
    return import_name(vm, a[0], a[1], a[3], level);
}

#define B(name, flags, doc)                                                            \
    {                                                                                  \
#name, builtin_##name, flags, doc                                              \
    }
static const MethodDef functions[] = {
    {"__build_class__", builtin_build_class, M_KW, NULL,
     "__build_class__(func, name, /, *bases, [metaclass], **kwds) -> class\n\nInternal "
     "helper function used by the class statement."},
    {"__import__", builtin_import, M_KW,
     "($module, /, name, globals=None, locals=None, fromlist=(),\n           level=0)",
     "Import a module."},
    B(abs, M_O,
      "abs($module, x, /)\n--\n\n"
      "The absolute value of a number; of a complex number its magnitude."),
    B(all, M_O,
      "all($module, iterable, /)\n--\n\n"
      "Are all items true? Stops at the first that is not; True for no items."),
    B(any, M_O,
      "any($module, iterable, /)\n--\n\n"
      "Is any item true? Stops at the first that is; False for no items."),
    B(ascii, M_O,
      "ascii($module, obj, /)\n--\n\n"
      "As repr(), with escapes (\\x, \\u, \\U) for all that is not ASCII."),
    B(aiter, M_O,
      "aiter($module, async_iterable, /)\n--\n\n"
      "The asynchronous iterator of an asynchronous iterable."),
    B(anext, M_FAST,
      "anext($module, aiterator, default=<unrepresentable>, /)\n--\n\n"
      "An awaitable of the next item of an asynchronous iterator.\n"
      "\n"
      "At the end it gives default, or raises StopAsyncIteration without one."),
    B(bin, M_O,
      "bin($module, number, /)\n--\n\n"
      "The binary text of an integer.\n"
      "\n"
      ">>> bin(10)\n"
      "'0b1010'\n"
      ">>> bin(-3)\n"
      "'-0b11'\n"),
    B(breakpoint, M_KW,
      "breakpoint(*args, **kws)\n"
      "\n"
      "Calls sys.breakpointhook(*args, **kws), which by default enters the debugger "
      "pdb."),
    B(callable, M_O,
      "callable($module, obj, /)\n--\n\n"
      "Can obj be called? Classes can, and instances of classes with __call__."),
    B(chr, M_O,
      "chr($module, i, /)\n--\n\n"
      "The one-character text of a code point, 0 to 0x10ffff."),
    B(compile, M_KW,
      "compile($module, /, source, filename, mode, flags=0,\n        "
      "dont_inherit=False, optimize=-1, *, _feature_version=-1)\n--\n\n"
      "Makes a code object (or with the flag ast.PyCF_ONLY_AST a tree) of source.\n"
      "\n"
      "source is text, bytes or a tree; filename is what tracebacks show; mode is\n"
      "'exec' for a module, 'eval' for an expression, 'single' for what is typed at\n"
      "a prompt. flags turns on future features, besides those of the calling code\n"
      "unless dont_inherit is true. optimize is as -O, -1 for the interpreter's own."),
    B(delattr, M_FAST,
      "delattr($module, obj, name, /)\n--\n\n"
      "Removes an attribute: delattr(x, 'y') does what del x.y does."),
    B(dir, M_FAST,
      "dir([object]) -> list of strings\n"
      "\n"
      "Without an argument the names of the current scope; else the sorted names of "
      "the\n"
      "object's attributes, as its __dir__() gives them or as its class, the bases and "
      "the\n"
      "object itself have them; of a module its own names alone."),
    B(divmod, M_FAST,
      "divmod($module, x, y, /)\n--\n\n"
      "The pair (x // y, x % y)."),
    B(eval, M_FAST,
      "eval($module, source, globals=None, locals=None, /)\n--\n\n"
      "The value of an expression, given as text or code object.\n"
      "\n"
      "globals is a dictionary, locals any mapping; they default to the caller's,\n"
      "and locals to globals if only that is given."),
    B(exec, M_KW,
      "exec($module, source, globals=None, locals=None, /, *, closure=None)\n--\n\n"
      "Runs statements, given as text or code object.\n"
      "\n"
      "globals is a dictionary, locals any mapping; they default to the caller's,\n"
      "and locals to globals if only that is given. closure is the tuple of cells\n"
      "for a code object with free variables."),
    B(format, M_FAST,
      "format($module, value, format_spec='', /)\n--\n\n"
      "type(value).__format__(value, format_spec): the value as text.\n"
      "\n"
      "What format_spec means is the type's affair; with '' it is mostly str(value)."),
    B(getattr, M_FAST,
      "getattr(object, name[, default]) -> value\n"
      "\n"
      "getattr(x, 'y') is x.y. default is the result if there is no such attribute;\n"
      "without it that is an AttributeError."),
    B(globals, M_NOARGS,
      "globals($module, /)\n--\n\n"
      "The dictionary of the current module's names.\n"
      "\n"
      "Changes to it change the module."),
    B(hasattr, M_FAST,
      "hasattr($module, obj, name, /)\n--\n\n"
      "Has obj such an attribute? Asks getattr(), and takes AttributeError for no."),
    B(hash, M_O,
      "hash($module, obj, /)\n--\n\n"
      "The hash of an object; objects that compare equal have the same."),
    B(hex, M_O,
      "hex($module, number, /)\n--\n\n"
      "The hexadecimal text of an integer.\n"
      "\n"
      ">>> hex(255)\n"
      "'0xff'\n"
      ">>> hex(-16)\n"
      "'-0x10'\n"),
    B(id, M_O,
      "id($module, obj, /)\n--\n\n"
      "An int that no other object has as long as this one lives."),
    B(input, M_FAST,
      "input($module, prompt='', /)\n--\n\n"
      "Reads a line from standard input, without its newline.\n"
      "\n"
      "prompt is written to standard output first. EOFError at the end of input."),
    B(isinstance, M_FAST,
      "isinstance($module, obj, class_or_tuple, /)\n--\n\n"
      "Is obj an instance of the class, or of a subclass of it?\n"
      "\n"
      "Of a tuple or union of classes one suffices."),
    B(issubclass, M_FAST,
      "issubclass($module, cls, class_or_tuple, /)\n--\n\n"
      "Is cls the class, or a subclass of it?\n"
      "\n"
      "Of a tuple or union of classes one suffices."),
    B(iter, M_FAST,
      "iter(iterable) -> iterator\n"
      "iter(callable, sentinel) -> iterator\n"
      "\n"
      "The iterator of an iterable; or one that calls callable for each item until "
      "the\n"
      "result equals sentinel."),
    B(len, M_O,
      "len($module, obj, /)\n--\n\n"
      "The number of items of a container."),
    B(locals, M_NOARGS,
      "locals($module, /)\n--\n\n"
      "A dictionary of the current scope's names.\n"
      "\n"
      "Whether changes to it show in a function's variables is not defined."),
    B(max, M_KW,
      "max(iterable, *[, default=obj, key=func]) -> value\n"
      "max(arg1, arg2, *args, *[, key=func]) -> value\n"
      "\n"
      "The largest item of an iterable, or the largest of two or more arguments, by "
      "key(x)\n"
      "if key is given. default is the result for an empty iterable."),
    B(min, M_KW,
      "min(iterable, *[, default=obj, key=func]) -> value\n"
      "min(arg1, arg2, *args, *[, key=func]) -> value\n"
      "\n"
      "The smallest item of an iterable, or the smallest of two or more arguments, by "
      "key(x)\n"
      "if key is given. default is the result for an empty iterable."),
    B(next, M_FAST,
      "next(iterator[, default])\n"
      "\n"
      "The next item of an iterator; at its end default, or StopIteration without "
      "one."),
    B(oct, M_O,
      "oct($module, number, /)\n--\n\n"
      "The octal text of an integer.\n"
      "\n"
      ">>> oct(8)\n"
      "'0o10'\n"
      ">>> oct(-9)\n"
      "'-0o11'\n"),
    B(ord, M_O,
      "ord($module, c, /)\n--\n\n"
      "The code point of a character."),
    B(pow, M_KW,
      "pow($module, /, base, exp, mod=None)\n--\n\n"
      "base ** exp; with mod the same modulo mod, without the huge power between."),
    B(print, M_KW,
      "print($module, /, *args, sep=' ', end='\\n', file=None, flush=False)\n--\n\n"
      "Writes the objects as text to a stream, by default sys.stdout.\n"
      "\n"
      "  sep\n"
      "    is written between them.\n"
      "  end\n"
      "    is written behind the last.\n"
      "  file\n"
      "    is the stream, which needs a method write(text).\n"
      "  flush\n"
      "    says whether the stream is flushed at once."),
    B(repr, M_O,
      "repr($module, obj, /)\n--\n\n"
      "The text that describes obj, where possible as an expression that makes it."),
    B(round, M_KW,
      "round($module, /, number, ndigits=None)\n--\n\n"
      "number rounded to ndigits decimals; halves go to the even neighbour.\n"
      "\n"
      "Without ndigits the result is an int. ndigits may be negative."),
    B(setattr, M_FAST,
      "setattr($module, obj, name, value, /)\n--\n\n"
      "Sets an attribute: setattr(x, 'y', v) does what x.y = v does."),
    B(sorted, M_KW,
      "sorted($module, iterable, /, *, key=None, reverse=False)\n--\n\n"
      "A new list of the items in ascending order.\n"
      "\n"
      "key gives for an item what is compared in its stead; reverse turns the order.\n"
      "Items that compare equal stay in the order they had."),
    B(sum, M_KW,
      "sum($module, iterable, /, start=0)\n--\n\n"
      "start plus all items; start for no items.\n"
      "\n"
      "For numbers; text is put together by join()."),
    B(vars, M_FAST,
      "vars([object]) -> dictionary\n"
      "\n"
      "The __dict__ of the object; without an argument locals()."),
    {0},
};

/* ---- the module ------------------------------------------------------------------ */

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
