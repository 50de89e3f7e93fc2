/* call.c - calling anything with anything: binding arguments to the parameters of
 * Python functions, checking what native functions are given, and the C side of calls.
 *
 * The eval loop pushes the frames of plain calls itself; it comes here for defaults,
 * keywords and stars. C code calls Python through call(), which runs a nested eval
 * loop. Read next: eval.c, frame.h.
 */
#include "vm/eval/call.h"

#include <stdio.h>
#include <stdlib.h>

#include "vm/eval/eval.h"
#include "vm/memory/mem.h"
#include "vm/containers/dict.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"

/* ---- recursion ------------------------------------------------------------------- */

/* Making the exception makes calls itself: they get some room beyond the limits. */
enum { HEADROOM_FRAMES = 50, HEADROOM_C_STACK = 16 * 1024 };

static int recursion_error(MinipyVM *vm, const char *where)
{
    vm->recursion_remaining += 1 + HEADROOM_FRAMES;
    vm->c_stack_limit -= HEADROOM_C_STACK;
    error_set(vm, EXC_RecursionError, "maximum recursion depth exceeded%s", where);
    vm->c_stack_limit += HEADROOM_C_STACK;
    vm->recursion_remaining -= HEADROOM_FRAMES;
    return -1;
}

int recursion_overflow(MinipyVM *vm)
{
    return recursion_error(vm, "");
}

int recursion_enter(MinipyVM *vm, const char *where)
{
    if (recursion_exceeded(vm) || c_stack_full(vm))
        return recursion_error(vm, where);
    return 0;
}

int c_stack_error(MinipyVM *vm)
{
    vm->recursion_remaining--; /* which the error gives back */
    return recursion_error(vm, " while calling a Python object");
}

void recursion_leave(MinipyVM *vm)
{
    vm->recursion_remaining++;
}

/* ---- messages -------------------------------------------------------------------- */

Value function_text(MinipyVM *vm, Value func)
{
    Value qualname, module;
    if (object_lookup_attr(vm, func, NAME(vm, __qualname__), &qualname) < 0)
        return VALUE_NULL;
    if (!qualname)
        return object_str(vm, func);
    Value text = VALUE_NULL;
    if (object_lookup_attr(vm, func, NAME(vm, __module__), &module) >= 0) {
        bool plain = !module || module == VALUE_NONE ||
                     (value_is_str(module) && str_equal_ascii(module, "builtins"));
        text = plain ? str_format_c(vm, "%S()", qualname)
                     : str_format_c(vm, "%S.%S()", module, qualname);
        value_xdecref(vm, module);
    }
    value_decref(vm, qualname);
    return text;
}

static const char *plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

static void too_many_positional(MinipyVM *vm, FuncObj *f, int64_t given,
                                const Value *fast)
{
    CodeObj *code = f->code;
    int64_t defaults = f->defaults ? tuple_size(f->defaults) : 0;
    int kwonly = 0;
    for (int i = code->argcount; i < code->argcount + code->kwonlyargcount; i++)
        kwonly += fast[i] != VALUE_NULL;
    char takes[64], extra[96] = "";
    bool many = code->argcount != 1;
    if (defaults) {
        snprintf(takes, sizeof takes, "from %d to %d", (int)(code->argcount - defaults),
                 code->argcount);
        many = true;
    } else {
        snprintf(takes, sizeof takes, "%d", code->argcount);
    }
    if (kwonly)
        snprintf(extra, sizeof extra,
                 " positional argument%s (and %d keyword-only argument%s)",
                 plural(given), kwonly, plural(kwonly));
    error_set(vm, EXC_TypeError,
              "%U() takes %s positional argument%s but %zd%s %s given", f->qualname,
              takes, many ? "s" : "", (size_t)given, extra,
              given == 1 && !kwonly ? "was" : "were");
}

/* Names of the unbound parameters [from, to) as "'a', 'b', and 'c'". */
static Value join_missing(MinipyVM *vm, CodeObj *code, const Value *fast, int from,
                          int to, int count)
{
    StrBuilder b;
    strbuilder_init(&b, vm);
    int seen = 0;
    for (int i = from; i < to; i++) {
        if (fast[i])
            continue;
        if (seen)
            strbuilder_ascii(&b, seen < count - 1 ? ", "
                                 : count == 2     ? " and "
                                                  : ", and ");
        seen++;
        if (strbuilder_repr(&b, tuple_get_borrow(code->localsplusnames, i)) < 0) {
            strbuilder_discard(&b);
            return VALUE_NULL;
        }
    }
    return strbuilder_finish(&b);
}

static void missing_arguments(MinipyVM *vm, FuncObj *f, const Value *fast, int from,
                              int to, const char *kind)
{
    int count = 0;
    for (int i = from; i < to; i++)
        count += fast[i] == VALUE_NULL;
    Value names = join_missing(vm, f->code, fast, from, to, count);
    if (!names)
        return;
    error_set(vm, EXC_TypeError, "%U() missing %d required %s argument%s: %U",
              f->qualname, count, kind, plural(count), names);
    value_decref(vm, names);
}

/* Were positional-only parameters named? Raises then. */
static bool positional_only_named(MinipyVM *vm, FuncObj *f, Value kwnames)
{
    CodeObj *code = f->code;
    StrBuilder b;
    strbuilder_init(&b, vm);
    int count = 0;
    for (int i = 0; i < code->posonlyargcount; i++) {
        Value name = tuple_get_borrow(code->localsplusnames, i);
        for (int64_t k = 0; k < tuple_size(kwnames); k++) {
            if (!str_equal(name, tuple_get_borrow(kwnames, k)))
                continue;
            if (count++)
                strbuilder_ascii(&b, ", ");
            strbuilder_str(&b, name);
        }
    }
    if (!count) {
        strbuilder_discard(&b);
        return false;
    }
    Value names = strbuilder_finish(&b);
    if (names)
        error_set(
            vm, EXC_TypeError,
            "%U() got some positional-only arguments passed as keyword arguments: '%U'",
            f->qualname, names);
    value_xdecref(vm, names);
    return true;
}

/* ---- binding --------------------------------------------------------------------- */

/* The parameter that `name` means, or -1. Names are nearly always the same interned
 * str. */
static int find_parameter(CodeObj *code, Value name)
{
    int total = code->argcount + code->kwonlyargcount;
    const Value *names = TUPLE(code->localsplusnames)->items;
    for (int i = code->posonlyargcount; i < total; i++)
        if (names[i] == name)
            return i;
    for (int i = code->posonlyargcount; i < total; i++)
        if (str_equal(names[i], name))
            return i;
    return -1;
}

static int bind_keywords(MinipyVM *vm, FuncObj *f, Value *fast, const Value *values,
                         Value kwnames, Value extra)
{
    CodeObj *code = f->code;
    for (int64_t k = 0, n = tuple_size(kwnames); k < n; k++) {
        Value name = tuple_get_borrow(kwnames, k);
        if (!value_is_str(name))
            return error_set(vm, EXC_TypeError, "%U() keywords must be strings",
                             f->qualname),
                   -1;
        int i = find_parameter(code, name);
        if (i >= 0) {
            if (fast[i]) {
                error_set(vm, EXC_TypeError,
                          "%U() got multiple values for argument '%S'", f->qualname,
                          name);
                return -1;
            }
            fast[i] = value_incref(values[k]);
        } else if (extra) {
            if (dict_set(vm, extra, name, values[k]) < 0)
                return -1;
        } else {
            if (code->posonlyargcount && positional_only_named(vm, f, kwnames))
                return -1;
            error_set(vm, EXC_TypeError, "%U() got an unexpected keyword argument '%S'",
                      f->qualname, name);
            return -1;
        }
    }
    return 0;
}

static int bind_defaults(MinipyVM *vm, FuncObj *f, Value *fast, int given)
{
    CodeObj *code = f->code;
    int ndefaults = f->defaults ? (int)tuple_size(f->defaults) : 0;
    int first = code->argcount - ndefaults;
    for (int i = given; i < first; i++) {
        if (!fast[i]) {
            missing_arguments(vm, f, fast, given, first, "positional");
            return -1;
        }
    }
    for (int i = given > first ? given : first; i < code->argcount; i++)
        if (!fast[i])
            fast[i] = value_incref(tuple_get_borrow(f->defaults, i - first));
    int total = code->argcount + code->kwonlyargcount;
    bool missing = false;
    for (int i = code->argcount; i < total; i++) {
        if (fast[i])
            continue;
        Value v = VALUE_NULL;
        if (f->kwdefaults)
            v = dict_get_borrow(vm, f->kwdefaults,
                                tuple_get_borrow(code->localsplusnames, i));
        if (v)
            fast[i] = value_incref(v);
        else if (error_occurred(vm))
            return -1;
        else
            missing = true;
    }
    if (missing) {
        missing_arguments(vm, f, fast, code->argcount, total, "keyword-only");
        return -1;
    }
    return 0;
}

/* fast[0, nlocalsplus) is zeroed. On failure the caller releases what was put there. */
static int bind(MinipyVM *vm, FuncObj *f, Value *fast, const Value *args, size_t nargs,
                Value kwnames)
{
    CodeObj *code = f->code;
    int total = code->argcount + code->kwonlyargcount;
    int n = nargs < (size_t)code->argcount ? (int)nargs : code->argcount;
    for (int i = 0; i < n; i++)
        fast[i] = value_incref(args[i]);
    Value extra = VALUE_NULL;
    if (code->flags & CO_VARARGS) {
        size_t rest = nargs - (size_t)n;
        Value t = rest ? tuple_from(vm, args + n, (int64_t)rest)
                       : value_incref(vm->empty_tuple);
        if (!t)
            return -1;
        fast[total++] = t;
    }
    if (code->flags & CO_VARKEYWORDS) {
        if (!(extra = dict_new(vm)))
            return -1;
        fast[total] = extra;
    }
    if (kwnames && bind_keywords(vm, f, fast, args + nargs, kwnames, extra) < 0)
        return -1;
    if (nargs > (size_t)code->argcount && !(code->flags & CO_VARARGS)) {
        too_many_positional(vm, f, (int64_t)nargs, fast);
        return -1;
    }
    if (n < code->argcount || code->kwonlyargcount)
        return bind_defaults(vm, f, fast, n);
    return 0;
}

Frame *frame_for_call(MinipyVM *vm, Value *fast, Value func, const Value *args,
                      size_t nargs, Value kwnames, Frame *prev)
{
    FuncObj *f = FUNC(func);
    CodeObj *code = f->code;
    if (recursion_exceeded(vm) || fast + frame_cells(code) > vm->stack_end) {
        recursion_overflow(vm);
        return NULL;
    }
    Frame *frame = frame_place(code, fast);
    frame_fill(frame, code, func, fast, 0, frame_operands(frame) + code->stacksize,
               prev);
    frame->ip = code->instrs;
    frame->sp = frame_operands(frame);
    /* Binding can run Python code (__eq__ and __hash__ of str subclasses). */
    Value *top = frame_stack_top(vm);
    frame_stack_set_top(vm, frame->limit > top ? frame->limit : top);
    int r = bind(vm, f, fast, args, nargs, kwnames);
    frame_stack_set_top(vm, top);
    if (r == 0) {
        if (unlikely(!(code->flags & CO_OPTIMIZED)))
            frame->locals = value_incref(value_from_obj(f->globals));
        return frame;
    }
    vm->recursion_remaining++;
    for (int i = 0; i < code->nlocalsplus; i++)
        value_clear(vm, &fast[i]);
    return NULL;
}

/* ---- f(*args, **kwargs) ---------------------------------------------------------- */

/* -1: exception. */
static int flat_args_init(MinipyVM *vm, FlatArgs *flat, Value args, Value kwargs)
{
    size_t npos = (size_t)tuple_size(args),
           nkw = kwargs ? (size_t)dict_size(kwargs) : 0;
    flat->values = TUPLE(args)->items;
    flat->npos = npos;
    flat->kwnames = VALUE_NULL;
    if (!nkw)
        return 0;
    flat->values = flat->room;
    if (npos + nkw > sizeof flat->room / sizeof *flat->room &&
        !(flat->values = mem_alloc(vm, (npos + nkw) * sizeof(Value))))
        return -1;
    if (!(flat->kwnames = tuple_alloc(vm, (int64_t)nkw)))
        goto error;
    memcpy(flat->values, TUPLE(args)->items, npos * sizeof(Value));
    int64_t pos = 0;
    Value key, value;
    for (size_t i = 0; i < nkw && dict_next(kwargs, &pos, &key, &value); i++) {
        if (!value_is_str(key)) {
            error_set(vm, EXC_TypeError, "keywords must be strings");
            goto error;
        }
        TUPLE(flat->kwnames)->items[i] = value_incref(key);
        flat->values[npos + i] = value;
    }
    return 0;
error:
    value_clear(vm, &flat->kwnames);
    if (flat->values != flat->room)
        mem_free(vm, flat->values);
    return -1;
}

static void flat_args_fini(MinipyVM *vm, FlatArgs *flat)
{
    if (!flat->kwnames)
        return;
    value_decref(vm, flat->kwnames);
    if (flat->values != flat->room)
        mem_free(vm, flat->values);
}

Frame *frame_for_call_ex(MinipyVM *vm, Value *fast, Value func, Value args,
                         Value kwargs, Frame *prev)
{
    FlatArgs flat;
    if (flat_args_init(vm, &flat, args, kwargs) < 0)
        return NULL;
    Frame *f =
        frame_for_call(vm, fast, func, flat.values, flat.npos, flat.kwnames, prev);
    flat_args_fini(vm, &flat);
    return f;
}

Value call_tuple_dict(MinipyVM *vm, Value f, Value args, Value kwargs)
{
    FlatArgs flat;
    if (flat_args_init(vm, &flat, args, kwargs) < 0)
        return VALUE_NULL;
    Value r = call(vm, f, flat.values, flat.npos, flat.kwnames);
    flat_args_fini(vm, &flat);
    return r;
}

/* ---- calls from C ---------------------------------------------------------------- */

/* Calls a Python function: the call slot of function objects. */
static Value function_call(MinipyVM *vm, Value func, const Value *args, size_t nargs,
                           Value kwnames)
{
    if (c_stack_check(vm) < 0)
        return VALUE_NULL;
    value_incref(func);
    Frame *f =
        frame_for_call(vm, frame_stack_top(vm), func, args, nargs, kwnames, vm->frame);
    Value r = VALUE_NULL;
    if (f) {
        f->returns = FRAME_TO_C;
        r = eval_frame(vm, f, false);
    }
    value_decref(vm, func);
    return r;
}

#ifdef MINIPY_DEBUG
void contract_broken(MinipyVM *vm, const char *who, bool result)
{
    Frame *f = vm->frame;
    fprintf(stderr, "minipy: %s returned %s (%s:%d)\n", who,
            result ? "a result with an exception set"
                   : "NULL without setting an exception",
            f ? str_utf8_or_null(vm, f->code->filename) : "?", f ? frame_lineno(f) : 0);
    if (vm->raised)
        fprintf(stderr, "minipy: the exception is %s\n",
                type_name_cstr(value_type(vm, vm->raised)));
    abort();
}
#endif

Value call(MinipyVM *vm, Value f, const Value *args, size_t nargs, Value kwnames)
{
    if (value_is_kind(f, KIND_FUNCTION))
        return function_call(vm, f, args, nargs, kwnames);
    CallSlot slot = value_type(vm, f)->slots.call;
    if (!slot)
        return error_set(vm, EXC_TypeError, "'%T' object is not callable", f);
    if (recursion_enter(vm, " while calling a Python object") < 0)
        return VALUE_NULL;
    Value r = slot(vm, f, args, nargs, kwnames);
    recursion_leave(vm);
    return contract_checked(vm, type_name_cstr(value_type(vm, f)), r);
}

Value call0(MinipyVM *vm, Value f)
{
    return call(vm, f, NULL, 0, VALUE_NULL);
}
Value call1(MinipyVM *vm, Value f, Value a)
{
    return call(vm, f, &a, 1, VALUE_NULL);
}

Value call2(MinipyVM *vm, Value f, Value a, Value b)
{
    Value args[2] = {a, b};
    return call(vm, f, args, 2, VALUE_NULL);
}

Value call3(MinipyVM *vm, Value f, Value a, Value b, Value c)
{
    Value args[3] = {a, b, c};
    return call(vm, f, args, 3, VALUE_NULL);
}

/* f(self, args...), or f(args...) when self is VALUE_NULL. */
static Value call_with(MinipyVM *vm, Value f, Value self, const Value *args,
                       size_t nargs)
{
    if (!self)
        return call(vm, f, args, nargs, VALUE_NULL);
    Value room[8], *all = room;
    if (nargs + 1 > 8 && !(all = mem_alloc(vm, (nargs + 1) * sizeof(Value))))
        return VALUE_NULL;
    all[0] = self;
    if (nargs)
        memcpy(all + 1, args, nargs * sizeof(Value));
    Value r = call(vm, f, all, nargs + 1, VALUE_NULL);
    if (all != room)
        mem_free(vm, all);
    return r;
}

Value call_method(MinipyVM *vm, Value o, Value name, const Value *args, size_t nargs)
{
    Value self;
    Value f = object_getmethod(vm, o, name, &self);
    if (!f)
        return VALUE_NULL;
    Value r = call_with(vm, f, self, args, nargs);
    value_decref(vm, f);
    value_xdecref(vm, self);
    return r;
}

Value call_method_cstr(MinipyVM *vm, Value o, const char *name, const Value *args,
                       size_t nargs)
{
    Value s = str_intern_cstr(vm, name);
    if (!s)
        return VALUE_NULL;
    Value r = call_method(vm, o, s, args, nargs);
    value_decref(vm, s);
    return r;
}

Value call_special(MinipyVM *vm, Value o, Value name, const Value *args, size_t nargs)
{
    Value f = type_lookup_borrow(vm, value_type(vm, o), name);
    if (!f)
        return VALUE_NULL;
    if (value_type(vm, f)->flags & TYPE_METHOD_LIKE) {
        value_incref(f);
        Value r = call_with(vm, f, o, args, nargs);
        value_decref(vm, f);
        return r;
    }
    f = object_lookup_special(vm, o, name);
    if (!f)
        return VALUE_NULL;
    Value r = call(vm, f, args, nargs, VALUE_NULL);
    value_decref(vm, f);
    return r;
}
