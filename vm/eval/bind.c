/* bind.c - binding arguments to the parameters of Python functions.
 *
 * The eval loop pushes the frames of plain calls itself; it comes here for defaults,
 * keywords and stars. C code comes by call(), and runs a nested eval loop. Read next:
 * eval.c, frame.h.
 */
#include "vm/eval/bind.h"

#include <stdio.h>
#include <stdlib.h>

#include "vm/objects/args.h"
#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/core/hooks.h"
#include "vm/eval/eval.h"
#include "vm/memory/mem.h"
#include "vm/text/str.h"
#include "vm/objects/call.h"
#include "vm/objects/func.h"

/* ---- messages -------------------------------------------------------------------- */

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
    Value *limit = fast + frame_cells(code);
    if (recursion_exceeded(vm) || unlikely(limit > vm->stack_end)) {
        if (frame_stack_refuses(vm, code, limit) < 0)
            return NULL;
        return frame_for_call(vm, fast, func, args, nargs, kwnames, prev);
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

Frame *frame_for_call_ex(MinipyVM *vm, Value *fast, Value func, Value self, Value args,
                         Value kwargs, Frame *prev)
{
    if (!self && (!kwargs || dict_size(kwargs) == 0))
        return frame_for_call(vm, fast, func, TUPLE(args)->items,
                              (size_t)tuple_size(args), VALUE_NULL, prev);
    FlatArgs flat;
    if (flat_args_init(vm, &flat, func, self, args, kwargs) < 0)
        return NULL;
    Frame *f =
        frame_for_call(vm, fast, func, flat.values, flat.npos, flat.kwnames, prev);
    flat_args_fini(vm, &flat);
    return f;
}

/* As frame_for_call(), where the arguments, behind self if there is one, fill the
 * parameters. NULL: they do not, or there is no room, which is not its business. */
static inline Frame *frame_for_exact_call(MinipyVM *vm, Value func, Value self,
                                          const Value *args, size_t nargs)
{
    CodeObj *code = FUNC(func)->code;
    Value *fast = frame_stack_top(vm), *to = fast;
    Frame *frame = frame_place(code, fast);
    Value *limit = frame_operands(frame) + code->stacksize;
    if (unlikely(!code_takes(code, nargs + (self != VALUE_NULL)) ||
                 vm->recursion_remaining <= 0 || limit > vm->stack_end))
        return NULL;
    vm->recursion_remaining--;
    if (self)
        *to++ = value_incref(self);
    for (size_t i = 0; i < nargs; i++)
        *to++ = value_incref(args[i]);
    frame_fill(frame, code, func, fast, (size_t)(to - fast), limit, vm->frame);
    frame->ip = code->instrs;
    frame->sp = frame_operands(frame);
    return frame;
}

/* What func returns, whose frame that is; NULL: VALUE_NULL. */
static inline Value run_to_c(MinipyVM *vm, Value func, Frame *f)
{
    if (unlikely(!f))
        return VALUE_NULL;
    value_incref(func); /* of frames on the stack the caller holds the function */
    f->returns = FRAME_TO_C;
    Value r = eval_frame(vm, f, false);
    value_decref(vm, func);
    return r;
}

Value function_call(MinipyVM *vm, Value func, const Value *args, size_t nargs,
                    Value kwnames)
{
    if (c_stack_check(vm) < 0)
        return VALUE_NULL;
    Frame *f = likely(!kwnames)
                   ? frame_for_exact_call(vm, func, VALUE_NULL, args, nargs)
                   : NULL;
    if (likely(f != NULL))
        return run_to_c(vm, func, f);
    value_incref(func); /* binding may run Python code */
    f = frame_for_call(vm, frame_stack_top(vm), func, args, nargs, kwnames, vm->frame);
    Value r = run_to_c(vm, func, f);
    value_decref(vm, func);
    return r;
}

Value function_call_method(MinipyVM *vm, Value func, Value self, const Value *args,
                           size_t nargs)
{
    if (c_stack_check(vm) < 0)
        return VALUE_NULL;
    Frame *f = frame_for_exact_call(vm, func, self, args, nargs);
    if (likely(f != NULL))
        return run_to_c(vm, func, f);
    Value small[8], *all = small;
    if (nargs >= 8 && !(all = mem_alloc(vm, (nargs + 1) * sizeof *all)))
        return VALUE_NULL;
    all[0] = self;
    if (nargs)
        memcpy(all + 1, args, nargs * sizeof *all);
    Value r = function_call(vm, func, all, nargs + 1, VALUE_NULL);
    if (all != small)
        mem_free(vm, all);
    return r;
}

#ifdef MINIPY_DEBUG
void contract_broken(MinipyVM *vm, const char *who, const char *what)
{
    Frame *f = vm->frame;
    fprintf(stderr, "minipy: %s %s (%s:%d)\n", who, what,
            f ? str_utf8_or_null(vm, f->code->filename) : "?", f ? frame_lineno(f) : 0);
    if (vm->raised)
        fprintf(stderr, "minipy: the exception is %s\n",
                type_name_cstr(value_type(vm, vm->raised)));
    abort();
}
#endif
