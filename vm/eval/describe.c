/* describe.c - what observers of the markers may ask about what an event names: the
 * functions of ProbeHost that put a function in C, code, or arguments into words. All
 * are called from a callback, with no exception pending, and leave none.
 */
#include "vm/eval/describe.h"

#include <stdio.h>
#include <string.h>

#include "vm/code/code.h"
#include "vm/containers/tuple.h"
#include "vm/eval/frame.h"
#include "vm/eval/trace.h"
#include "vm/objects/native.h"
#include "vm/text/str.h"
#include "vm/types/descr.h"

/* ---- functions in C -------------------------------------------------------------- */

const void *describe_native_key(void *vm)
{
    Value func = ((MinipyVM *)vm)->trace->native;
    if (!func)
        return NULL;
    return value_is_kind(func, KIND_METHOD_DESCR) ? METHOD_DESCR(func)->def
                                                  : NATIVE(func)->def;
}

/* What the type of its self has under its name, as CPython's profilers look for it:
 * most often the method's descriptor, but `type.__new__` for every `__new__`. Strong.
 */
static Value shown_for(MinipyVM *vm, Value func)
{
    if (value_is_kind(func, KIND_METHOD_DESCR))
        return value_incref(func);
    const NativeObj *n = NATIVE(func);
    if (!n->self || value_is_kind(n->self, KIND_MODULE))
        return VALUE_NULL;
    Value name = str_intern_cstr(vm, n->def->name), found = VALUE_NULL;
    if (name)
        found = type_lookup_borrow(vm, value_type(vm, n->self), name);
    if (found)
        value_incref(found);
    value_xdecref(vm, name);
    return found;
}

/* What CPython's profilers call func, a native function or method_descriptor. */
static void describe_native(MinipyVM *vm, Value func, char *text, size_t room)
{
    Value of_type = shown_for(vm, func);
    Value shown = of_type ? object_repr(vm, of_type) : VALUE_NULL;
    const char *repr = shown ? str_utf8_or_null(vm, shown) : NULL;
    if (repr) {
        snprintf(text, room, "%s", repr);
    } else {
        bool is_descr = value_is_kind(func, KIND_METHOD_DESCR);
        const MethodDef *def = is_descr ? METHOD_DESCR(func)->def : NATIVE(func)->def;
        Value module = is_descr || of_type ? VALUE_NULL : NATIVE(func)->module;
        const char *home =
            module && value_is_str(module) ? str_utf8_or_null(vm, module) : NULL;
        snprintf(text, room, "<built-in method %s%s%s>", home ? home : "",
                 home ? "." : "", def->name);
    }
    value_xdecref(vm, shown);
    value_xdecref(vm, of_type);
    error_clear(vm); /* no memory for a name or a repr */
}

void describe_native_text(void *vm, char *text, size_t room)
{
    Value func = ((MinipyVM *)vm)->trace->native;
    snprintf(text, room, "<function in C>");
    if (func)
        describe_native(vm, func, text, room);
}

/* ---- code ------------------------------------------------------------------------ */

/* A function, the lines that it can begin, the ways between them, the code within it.
 */
static void list_code(MinipyVM *vm, const CodeObj *code, DescribeLine *put, void *user)
{
    const char *name = str_utf8_or_null(vm, code->qualname);
    put(user, name ? name : "?", (int)code->firstlineno, -1);
    int last = -1;
    for (uint32_t unit = code->first_traceable; unit < code->ninstrs; unit++) {
        int line = code_line(code, unit);
        if (line > 0 && line != last && unit > code->first_traceable)
            put(user, NULL, line, -1);
        last = line;
    }
    describe_branches(vm, code, put, user);
    for (int64_t i = 0; i < tuple_size(code->consts); i++)
        if (value_is_kind(TUPLE(code->consts)->items[i], KIND_CODE))
            list_code(vm, CODE(TUPLE(code->consts)->items[i]), put, user);
}

void describe_code_lines(void *vm, const void *frame, DescribeLine *put, void *user)
{
    const Frame *f = frame;
    if (f)
        list_code(vm, f->code, put, user);
}

/* ---- arguments ------------------------------------------------------------------- */

void describe_args(void *vm, const void *args, char *text, size_t room)
{
    *text = 0;
    if (!args)
        return;
    Value shown = object_repr(vm, value_from_obj((Object *)(uintptr_t)args));
    const char *repr = shown ? str_utf8_or_null(vm, shown) : NULL;
    snprintf(text, room, "%s", repr ? repr : "?");
    value_xdecref(vm, shown);
    error_clear(vm); /* somebody's __repr__ raised */
}
