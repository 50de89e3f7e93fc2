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

/* What the type of its self has by its name, which CPython's profilers call it by: a
 * new reference; VALUE_NULL: nothing, or what would run code of the program to say its
 * name. */
static Value namesake(MinipyVM *vm, Value func)
{
    bool method = value_is_kind(func, KIND_METHOD_DESCR);
    Value self = method ? vm->trace->native_self : NATIVE(func)->self;
    if (!self || value_is_kind(self, KIND_MODULE))
        return method ? value_incref(func) : VALUE_NULL;
    const MethodDef *def = method ? METHOD_DESCR(func)->def : NATIVE(func)->def;
    Value name = str_intern_cstr(vm, def->name), found = VALUE_NULL;
    if (name)
        found = type_lookup_borrow(vm, value_type(vm, self), name);
    value_xdecref(vm, name);
    bool built_in = found && !(value_type(vm, found)->flags & TYPE_HEAP);
    return built_in ? value_incref(found) : VALUE_NULL;
}

/* What CPython's profilers call func, a native function or method_descriptor; false:
 * less than that, for want of memory. */
static bool describe_native(MinipyVM *vm, Value func, char *text, size_t room)
{
    Value found = namesake(vm, func);
    Value shown = found ? object_repr(vm, found) : VALUE_NULL;
    const char *repr = shown ? str_utf8_or_null(vm, shown) : NULL;
    if (repr) {
        size_t size = strnlen(repr, room - 1);
        memcpy(text, repr, size);
        text[size] = '\0';
    } else if (value_is_kind(func, KIND_METHOD_DESCR)) {
        snprintf(text, room, "<built-in method %s>", METHOD_DESCR(func)->def->name);
    } else {
        Value module = NATIVE(func)->module;
        const char *home =
            module && value_is_str(module) ? str_utf8_or_null(vm, module) : NULL;
        snprintf(text, room, "<built-in method %s%s%s>", home ? home : "",
                 home ? "." : "", NATIVE(func)->def->name);
    }
    value_xdecref(vm, shown);
    value_xdecref(vm, found);
    bool whole = !error_occurred(vm);
    error_clear(vm);
    return whole;
}

bool describe_native_text(void *vm, char *text, size_t room)
{
    Value func = ((MinipyVM *)vm)->trace->native;
    if (func)
        return describe_native(vm, func, text, room);
    snprintf(text, room, "<function in C>");
    return true;
}

/* ---- code ------------------------------------------------------------------------ */

/* A function, the lines that it can begin, the ways between them, the code within it.
 */
static void list_code(MinipyVM *vm, const CodeObj *code, DescribeLine *put, void *user)
{
    const char *name = str_utf8_or_null(vm, code->qualname);
    put(user, name ? name : "?", (int)code->firstlineno, -1);
    int last = -1;
    if (code_settle(vm, (CodeObj *)(uintptr_t)code) < 0)
        error_clear(vm); /* no memory: its lines stay unknown */
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
