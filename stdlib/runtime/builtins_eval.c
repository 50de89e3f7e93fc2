/* builtins_eval.c - compile(), eval() and exec(). */
#include "compiler/syntax/parser.h"
#include "stdlib/syntax/ast_private.h"
#include "stdlib/runtime/builtins.h"
#include "vm/eval/audit.h"
#include "vm/eval/frame.h"
#include "vm/bytes/buffer.h"
#include "stdlib/syntax/compile_args.h"
#include "vm/core/hooks.h"

enum {
    FLAG_ONLY_AST = 0x400,
    FLAG_TYPE_COMMENTS = 0x1000,
    FLAG_TOP_LEVEL_AWAIT = 0x2000,
    FLAG_ALLOW_INCOMPLETE = 0x4000,
    FLAG_DONT_IMPLY_DEDENT = 0x200,
    FLAGS_FUTURE = 0x10000 | 0x20000 | 0x40000 | 0x80000 | 0x100000 | 0x200000 |
                   CO_FUTURE_BARRY_AS_BDFL | 0x800000 | CO_FUTURE_ANNOTATIONS |
                   CO_NESTED,
    FLAGS_ALL = FLAG_ONLY_AST | FLAG_TYPE_COMMENTS | FLAG_TOP_LEVEL_AWAIT |
                FLAG_ALLOW_INCOMPLETE | FLAG_DONT_IMPLY_DEDENT | FLAGS_FUTURE,
};

/* The future features of the running code, inherited by what it compiles. */
static int inherited_flags(MinipyVM *vm)
{
    CodeObj *c = frame_current_code_borrow(vm);
    int flags = 0;
    if (c && c->flags & CO_FUTURE_ANNOTATIONS)
        flags |= COMPILE_FUTURE_ANNOTATIONS;
    if (c && c->flags & CO_FUTURE_BARRY_AS_BDFL)
        flags |= COMPILE_FUTURE_BARRY;
    return flags;
}

static int translate_flags(int flags)
{
    return (flags & CO_FUTURE_ANNOTATIONS ? COMPILE_FUTURE_ANNOTATIONS : 0) |
           (flags & CO_FUTURE_BARRY_AS_BDFL ? COMPILE_FUTURE_BARRY : 0) |
           (flags & FLAG_TOP_LEVEL_AWAIT ? COMPILE_TOP_LEVEL_AWAIT : 0) |
           (flags & FLAG_TYPE_COMMENTS ? COMPILE_TYPE_COMMENTS : 0) |
           (flags & FLAG_ALLOW_INCOMPLETE ? COMPILE_ALLOW_INCOMPLETE : 0) |
           (flags & FLAG_DONT_IMPLY_DEDENT ? COMPILE_DONT_IMPLY_DEDENT : 0);
}

static int parse_mode(MinipyVM *vm, Value mode, int flags, CompileMode *out)
{
    if (!str_cstr(vm, mode))
        return -1;
    if (compile_mode(mode, out))
        return 0;
    bool func_type = str_equal_ascii(mode, "func_type");
    if (func_type && flags & FLAG_ONLY_AST) {
        *out = COMPILE_FUNC_TYPE;
        return 0;
    }
    error_set(vm, EXC_ValueError,
              func_type ? "compile() mode 'func_type' requires flag PyCF_ONLY_AST"
              : flags & FLAG_ONLY_AST
                  ? "compile() mode must be 'exec', 'eval', 'single' or 'func_type'"
                  : "compile() mode must be 'exec', 'eval' or 'single'");
    return -1;
}

/* How many minor versions the grammar asked for is behind; a version counts for trees
 * alone. */
static int versions_back(int flags, int version)
{
    return flags & FLAG_ONLY_AST && version >= 0 && version < PARSE_VERSION
               ? PARSE_VERSION - version
               : 0;
}

static int compile_flags_check(MinipyVM *vm, int flags, int optimize)
{
    if (flags & ~FLAGS_ALL)
        return error_set(vm, EXC_ValueError, "compile(): unrecognised flags"), -1;
    if (optimize < -1 || optimize > 2)
        return error_set(vm, EXC_ValueError, "compile(): invalid optimize value"), -1;
    return 0;
}

Value builtin_compile(NATIVE_ARGS)
{
    Value filename = VALUE_NULL, code = VALUE_NULL;
    int flags = 0, optimize = -1, version = -1;
    CompileMode mode;
    CompileSource src;
    if (!(filename = compile_filename(vm, args[1])))
        return VALUE_NULL;
    if (!value_is_str(args[2])) {
        arg_type_error(vm, "compile", "mode", "str", args[2]);
        goto done;
    }
    int dont_inherit = 0;
    if ((GIVEN(3) && !arg_int(vm, GIVEN(3), &flags)) ||
        (GIVEN(4) && !arg_int(vm, GIVEN(4), &dont_inherit)) ||
        (GIVEN(5) && !arg_int(vm, GIVEN(5), &optimize)) ||
        (GIVEN(6) && !arg_int(vm, GIVEN(6), &version)) ||
        compile_flags_check(vm, flags, optimize) < 0)
        goto done;
    if (parse_mode(vm, args[2], flags, &mode) < 0)
        goto done;
    if (ast_is_node(args[0]) && flags & FLAG_ONLY_AST) {
        code = value_incref(args[0]);
        goto done;
    }
    if (optimize < 0)
        optimize = vm->settings.optimize;
    if (ast_is_node(args[0])) {
        if (audit(vm, "compile", 2, args[0], VALUE_NONE) < 0)
            goto done;
        code = ast_compile(vm, args[0], filename, mode,
                           translate_flags(flags) |
                               (dont_inherit ? 0 : inherited_flags(vm)),
                           optimize);
        goto done;
    }
    if (compile_source_open(vm, args[0], "compile", "string, bytes or AST", &src) < 0)
        goto done;
    int cflags = translate_flags(flags) |
                 versions_back(flags, version) << COMPILE_OLDER_SHIFT |
                 (src.is_str ? COMPILE_SOURCE_IS_UTF8 : 0) |
                 (dont_inherit ? 0 : inherited_flags(vm));
    if (audit_compile(vm, src.text, src.size, filename) == 0)
        code = flags & FLAG_ONLY_AST
                   ? ast_parse(vm, src.text, (size_t)src.size, filename, mode, cflags)
                   : compile_source(vm, src.text, (size_t)src.size, filename, mode,
                                    cflags, optimize);
    compile_source_close(vm, &src);
done:
    value_decref(vm, filename);
    return code;
}

/* ---- eval and exec --------------------------------------------------------------- */

/* As in CPython, eval() looks at locals first, exec() at globals. */
static bool namespaces_fit(MinipyVM *vm, const char *func, Value globals, Value locals)
{
    bool is_eval = strcmp(func, "eval") == 0;
    bool globals_fit = !globals || globals == VALUE_NONE || value_is_dict(globals);
    bool locals_fit =
        !locals || locals == VALUE_NONE || value_type(vm, locals)->slots.mp_subscript;
    if (is_eval && !locals_fit)
        error_set(vm, EXC_TypeError, "locals must be a mapping");
    else if (is_eval && !globals_fit)
        error_set(vm, EXC_TypeError,
                  value_type(vm, globals)->slots.mp_subscript
                      ? "globals must be a real dict; try eval(expr, {}, mapping)"
                      : "globals must be a dict");
    else if (!globals_fit)
        error_set(vm, EXC_TypeError, "exec() globals must be a dict, not %T", globals);
    else if (!locals_fit)
        error_set(vm, EXC_TypeError, "locals must be a mapping or None, not %T",
                  locals);
    return globals_fit && locals_fit;
}

/* Fills in what the caller left out; new references. -1: error. */
static int namespaces(MinipyVM *vm, const char *func, Value *globals, Value *locals)
{
    if (!namespaces_fit(vm, func, *globals, *locals))
        return -1;
    if (!*globals || *globals == VALUE_NONE) {
        DictObj *g = frame_current_globals_borrow(vm);
        if (!g)
            return error_set(vm, EXC_TypeError,
                             "%s must be given globals and locals when called without "
                             "a frame",
                             func),
                   -1;
        *globals = value_incref(value_from_obj(g));
        if (!*locals || *locals == VALUE_NONE) {
            if (!(*locals = frame_current_locals(vm)))
                return value_clear(vm, globals), -1;
        } else {
            value_incref(*locals);
        }
    } else {
        value_incref(*globals);
        *locals = value_incref(*locals && *locals != VALUE_NONE ? *locals : *globals);
    }
    int has = dict_contains(vm, *globals, NAME(vm, __builtins__));
    if (has == 0)
        has =
            dict_set(vm, *globals, NAME(vm, __builtins__), frame_current_builtins(vm));
    if (has < 0) {
        value_clear(vm, globals);
        value_clear(vm, locals);
        return -1;
    }
    return 0;
}

static Value run(MinipyVM *vm, Value code, Value globals, Value locals, Value closure)
{
    if (audit(vm, "exec", 1, code) < 0)
        return VALUE_NULL;
    return eval_code_closure(vm, CODE(code), DICT(globals), locals, closure);
}

static Value run_source(MinipyVM *vm, Value source, const char *func, CompileMode mode,
                        Value globals, Value locals)
{
    CompileSource src;
    if (compile_source_open(vm, source, func, "string, bytes or code", &src) < 0)
        return VALUE_NULL;
    const char *text = src.text;
    int64_t size = src.size;
    for (; mode == COMPILE_EVAL && size && (*text == ' ' || *text == '\t'); size--)
        text++;
    Value filename = str_from_cstr(vm, "<string>"), code = VALUE_NULL, r = VALUE_NULL;
    if (filename && audit_compile(vm, text, size, filename) == 0)
        code = compile_source(vm, text, (size_t)size, filename, mode,
                              inherited_flags(vm) |
                                  (src.is_str ? COMPILE_SOURCE_IS_UTF8 : 0),
                              vm->settings.optimize);
    compile_source_close(vm, &src);
    if (code)
        r = run(vm, code, globals, locals, VALUE_NULL);
    value_xdecref(vm, code);
    value_xdecref(vm, filename);
    return r;
}

Value builtin_eval(NATIVE_ARGS)
{
    Value globals = nargs > 1 ? args[1] : VALUE_NULL,
          locals = nargs > 2 ? args[2] : VALUE_NULL, r;
    if (namespaces(vm, "eval", &globals, &locals) < 0)
        return VALUE_NULL;
    if (!value_is_kind(args[0], KIND_CODE))
        r = run_source(vm, args[0], "eval", COMPILE_EVAL, globals, locals);
    else if (CODE(args[0])->nfree > 0)
        r = audit(vm, "exec", 1, args[0]) < 0
                ? VALUE_NULL
                : error_set(
                      vm, EXC_TypeError,
                      "code object passed to eval() may not contain free variables");
    else
        r = run(vm, args[0], globals, locals, VALUE_NULL);
    value_decref(vm, globals);
    value_decref(vm, locals);
    return r;
}

static int check_closure(MinipyVM *vm, Value code, Value *closure)
{
    int64_t nfree = CODE(code)->nfree;
    if (*closure == VALUE_NONE)
        *closure = VALUE_NULL;
    if (nfree == 0 && *closure)
        return error_set(vm, EXC_TypeError,
                         "cannot use a closure with this code object"),
               -1;
    if (nfree == 0)
        return 0;
    if (!*closure)
        return error_set(vm, EXC_TypeError,
                         "code object requires a closure of exactly length %zd", nfree),
               -1;
    bool ok = value_is_tuple(*closure) && tuple_size(*closure) == nfree;
    for (int64_t i = 0; ok && i < nfree; i++)
        ok = value_is_kind(tuple_get_borrow(*closure, i), KIND_CELL);
    if (!ok)
        return error_set(vm, EXC_TypeError,
                         "code object requires a closure of exactly length %zd", nfree),
               -1;
    return 0;
}

Value builtin_exec(NATIVE_ARGS)
{
    Value r = VALUE_NULL;
    Value globals = GIVEN(1), locals = GIVEN(2), closure = GIVEN(3);
    if (namespaces(vm, "exec", &globals, &locals) < 0)
        return VALUE_NULL;
    if (value_is_kind(args[0], KIND_CODE)) {
        if (check_closure(vm, args[0], &closure) == 0)
            r = run(vm, args[0], globals, locals, closure);
    } else if (closure && closure != VALUE_NONE) {
        error_set(vm, EXC_TypeError,
                  "closure can only be used when source is a code object");
    } else {
        r = run_source(vm, args[0], "exec", COMPILE_EXEC, globals, locals);
    }
    value_decref(vm, globals);
    value_decref(vm, locals);
    if (!r)
        return VALUE_NULL;
    value_decref(vm, r);
    return VALUE_NONE;
}
