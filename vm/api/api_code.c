/* api_code.c - namespaces and code handles: text that runs in a dict of the host's
 * choice, code that is compiled once and run often, and code that is saved and loaded.
 *
 * Saved code is a head and what marshal makes of the code object, CPython's wordcode,
 * which does not depend on our own instructions:
 *
 *     "minipyc\n"  format (4 bytes)  Python version (4)  size (8)  checksum (8)  data
 *
 * The checksum finds damage, not malice; what marshal reads is checked as any code that
 * a program makes (vm/code/code_flow.c). Read next: stdlib/runtime/marshal.c.
 */
#include "compiler/codegen/compile.h"
#include "stdlib/runtime/runtime.h"
#include "vm/api/api.h"
#include "vm/bytes/bytes.h"
#include "vm/code/code.h"
#include "vm/containers/dict.h"
#include "vm/core/hooks.h"
#include "vm/eval/audit.h"
#include "vm/eval/frame.h"
#include "vm/objects/module.h"
#include "vm/text/str.h"

/* ---- compiling ------------------------------------------------------------------- */

static Value compile_text(MinipyVM *vm, const char *source, const char *filename,
                          MinipyMode mode)
{
    static const CompileMode modes[] = {COMPILE_EXEC, COMPILE_EVAL, COMPILE_SINGLE};
    if ((unsigned)mode > MINIPY_SINGLE)
        return error_set(vm, EXC_SystemError, "there is no mode %d", (int)mode);
    while (mode == MINIPY_EVAL && (*source == ' ' || *source == '\t'))
        source++;
    Value f = str_from_path(vm, filename ? filename : "<string>"), code = VALUE_NULL;
    size_t size = strlen(source);
    if (f && audit_compile(vm, source, (int64_t)size, f) == 0)
        code = compile_source(vm, source, size, f, modes[mode], COMPILE_SOURCE_IS_UTF8,
                              vm->settings.optimize);
    value_xdecref(vm, f);
    return code;
}

MinipyValue minipy_compile(MinipyVM *vm, const char *source, const char *filename,
                           MinipyMode mode)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    return api_left(vm, api_pointer(vm, source, __func__)
                            ? compile_text(vm, source, filename, mode)
                            : VALUE_NULL);
}

/* ---- running --------------------------------------------------------------------- */

/* The dict that names are looked up in: a new reference. */
static Value globals_given(MinipyVM *vm, MinipyValue globals)
{
    if (globals && !value_is_dict(globals))
        return error_set(vm, EXC_TypeError, "globals must be a dict, not %T", globals);
    Value dict = VALUE_NULL;
    if (globals) {
        dict = value_incref(globals);
    } else {
        Value m = program_main_module(vm);
        dict = m ? value_incref(value_from_obj(MODULE(m)->dict)) : VALUE_NULL;
        value_xdecref(vm, m);
    }
    int has = dict ? dict_contains(vm, dict, NAME(vm, __builtins__)) : -1;
    if (has == 0)
        has = dict_set(vm, dict, NAME(vm, __builtins__), vm->builtins);
    if (has < 0)
        value_clear(vm, &dict);
    return dict;
}

static bool locals_fit(MinipyVM *vm, MinipyValue locals)
{
    if (!locals || value_type(vm, locals)->slots.mp_subscript)
        return true;
    error_set(vm, EXC_TypeError, "locals must be a mapping, not %T", locals);
    return false;
}

static Value run_code(MinipyVM *vm, Value code, MinipyValue globals, MinipyValue locals)
{
    if (!value_is_kind(code, KIND_CODE))
        return error_set(vm, EXC_TypeError, "expected code, not %T", code);
    if (CODE(code)->nfree > 0)
        return error_set(vm, EXC_TypeError,
                         "code that is run may not contain free variables");
    Value dict = locals_fit(vm, locals) ? globals_given(vm, globals) : VALUE_NULL;
    Value r = VALUE_NULL;
    vm->ran_program = true;
    if (dict && audit(vm, "exec", 1, code) == 0)
        r = eval_code(vm, CODE(code), DICT(dict), locals ? locals : dict);
    value_xdecref(vm, dict);
    return r;
}

static bool namespaces_given(MinipyVM *vm, MinipyValue globals, MinipyValue locals,
                             const char *func)
{
    return (!globals || api_value(vm, globals, func)) &&
           (!locals || api_value(vm, locals, func));
}

MinipyValue minipy_run_code(MinipyVM *vm, MinipyValue code, MinipyValue globals,
                            MinipyValue locals)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    bool given = api_value(vm, code, __func__) &&
                 namespaces_given(vm, globals, locals, __func__);
    return api_left(vm, given ? run_code(vm, code, globals, locals) : VALUE_NULL);
}

MinipyValue minipy_run_in(MinipyVM *vm, const char *source, const char *filename,
                          MinipyMode mode, MinipyValue globals, MinipyValue locals)
{
    Value code = VALUE_NULL, r = VALUE_NULL;
    if (!api_enter(vm))
        return MINIPY_NULL;
    if (api_pointer(vm, source, __func__) &&
        namespaces_given(vm, globals, locals, __func__))
        code = compile_text(vm, source, filename, mode);
    if (code)
        r = run_code(vm, code, globals, locals);
    value_xdecref(vm, code);
    return api_left(vm, r);
}

/* ---- saving and loading ---------------------------------------------------------- */

static const char saved_magic[8] = "minipyc\n";
enum { SAVED_FORMAT = 1, SAVED_PYTHON = 311, HEAD_SIZE = 32 };

/* FNV-1a: every byte changes it. */
static uint64_t checksum(const uint8_t *data, size_t size)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ data[i]) * 0x100000001b3u;
    return h;
}

static void put_number(uint8_t *at, uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(n >> 8 * i);
}

static uint64_t get_number(const uint8_t *at, int bytes)
{
    uint64_t n = 0;
    for (int i = bytes; i-- > 0;)
        n = n << 8 | at[i];
    return n;
}

static Value save(MinipyVM *vm, Value code)
{
    if (!value_is_kind(code, KIND_CODE))
        return error_set(vm, EXC_TypeError, "expected code, not %T", code);
    Value data = marshal_to_bytes(vm, code);
    if (!data)
        return VALUE_NULL;
    size_t size = (size_t)BYTES(data)->size;
    Value r = bytes_alloc(vm, (int64_t)size + HEAD_SIZE);
    if (r) {
        uint8_t *at = BYTES(r)->data;
        memcpy(at, saved_magic, sizeof saved_magic);
        put_number(at + 8, SAVED_FORMAT, 4);
        put_number(at + 12, SAVED_PYTHON, 4);
        put_number(at + 16, size, 8);
        put_number(at + 24, checksum(BYTES(data)->data, size), 8);
        memcpy(at + HEAD_SIZE, BYTES(data)->data, size);
    }
    value_decref(vm, data);
    return r;
}

MinipyValue minipy_code_save(MinipyVM *vm, MinipyValue code)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    return api_left(vm, api_value(vm, code, __func__) ? save(vm, code) : VALUE_NULL);
}

/* Why the data is not taken, or NULL. */
static const char *why_not(const uint8_t *data, size_t size)
{
    if (size < HEAD_SIZE || memcmp(data, saved_magic, sizeof saved_magic) != 0)
        return "this is no code that minipy_code_save has made";
    if (get_number(data + 8, 4) != SAVED_FORMAT ||
        get_number(data + 12, 4) != SAVED_PYTHON)
        return "the code was saved by another version: compile it again";
    if (get_number(data + 16, 8) != size - HEAD_SIZE)
        return "the saved code is not complete, or something follows it";
    if (get_number(data + 24, 8) != checksum(data + HEAD_SIZE, size - HEAD_SIZE))
        return "the saved code is damaged";
    return NULL;
}

static Value load(MinipyVM *vm, const uint8_t *data, size_t size)
{
    const char *why = why_not(data, size);
    if (why)
        return error_set(vm, EXC_ValueError, "%s", why);
    uint32_t allowed = vm->allowed;
    vm->allowed |=
        MINIPY_ALLOW_CODE; /* the host's own wish; no program runs meanwhile */
    Value code = marshal_from_bytes(vm, data + HEAD_SIZE, (int64_t)(size - HEAD_SIZE));
    vm->allowed = allowed;
    if (code && !value_is_kind(code, KIND_CODE)) {
        value_decref(vm, code);
        return error_set(vm, EXC_ValueError, "the saved value is no code");
    }
    return code;
}

MinipyValue minipy_code_load(MinipyVM *vm, const void *data, size_t size)
{
    if (!api_enter(vm))
        return MINIPY_NULL;
    bool given = api_pointer(vm, size > PTRDIFF_MAX ? NULL : data, __func__);
    return api_left(vm, given ? load(vm, data, size) : VALUE_NULL);
}
