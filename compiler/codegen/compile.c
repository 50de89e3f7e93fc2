/* compile.c - the door into the compiler: source text in, code object or exception out.
 *
 * Runs the passes in order (parse, future features, constant folding, symbol table,
 * code generation) over one arena, and turns what they recorded in plain C into
 * exceptions and warnings. Passes: compile_internal.h.
 */
#include "compiler/codegen/compile.h"
#include "probes/report.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/codegen/compile_ast.h"
#include "compiler/codegen/compile_symtable.h"
#include "compiler/codegen/compile_internal.h"
#include "compiler/syntax/lexer.h"
#include "compiler/syntax/parser.h"
#include "compiler/syntax/source.h"
#include "compiler/codegen/symtable.h"
#include "vm/bytes/bytes_private.h"
#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/core/hooks.h"

/* ---- memory of one compilation --------------------------------------------------- */

static void *source_allocate(void *context, size_t size)
{
    return limits_stopped(context) == STOP_NONE ? mem_alloc(context, size) : NULL;
}

static void source_release(void *context, void *block, size_t size)
{
    (void)size;
    mem_free(context, block);
}

void compile_arena_init(MinipyVM *vm, AstArena *arena)
{
    ArenaSource source = {source_allocate, source_release, vm};
    arena_init(arena, &source);
    arena->max_int_digits = vm->settings.int_max_str_digits;
    arena->c_stack_limit = vm->c_stack_limit;
}

static void compiler_init(Compiler *c, MinipyVM *vm, AstArena *arena, Value filename,
                          int flags, int optimize)
{
    *c = (Compiler){.vm = vm,
                    .arena = arena,
                    .filename = filename,
                    .flags = flags,
                    .optimize = optimize,
                    .future_line = -1};
    int remaining = vm->recursion_remaining;
    c->depth_limit = remaining > INT_MAX / 3 ? INT_MAX : remaining * 3;
    c->future |= flags & COMPILE_FUTURE_ANNOTATIONS ? CO_FUTURE_ANNOTATIONS : 0;
    c->future |= flags & COMPILE_FUTURE_BARRY ? CO_FUTURE_BARRY_AS_BDFL : 0;
}

static void compiler_finish(Compiler *c)
{
    for (int i = 0; i < c->owned_count; i++)
        value_decref(c->vm, c->owned[i]);
}

/* ---- exceptions ------------------------------------------------------------------ */

/* The column, from 1 and in characters of the parser's line, in characters of a line
 * that starts otherwise: CPython counts the bytes of the one along the other. */
static int move_offset(const CompileError *e, const char *line, size_t size, int offset)
{
    const char *s = e->text, *end = e->text + e->text_len;
    for (int i = 1; i < offset && s < end; i++)
        do
            s++;
        while (s < end && (*s & 0xc0) == 0x80);
    size_t bytes = (size_t)(s - e->text);
    if (bytes > size + 1)
        bytes = size + 1;
    return (int)utf8_count(line, bytes < size ? bytes : size) + (bytes > size) + 1;
}

/* The line of the file may be another than the parser's: it has the byte order mark,
 * and of a long line only the end. */
static void move_offsets(MinipyVM *vm, CompileError *e, Value text)
{
    int64_t size;
    const char *line = str_utf8(vm, text, &size);
    if (!line || !e->text || !e->encoding || e->offset < 1 ||
        ((size_t)size == e->text_len && memcmp(line, e->text, e->text_len) == 0)) {
        error_clear(vm);
        return;
    }
    e->offset = move_offset(e, line, (size_t)size, e->offset);
    if (e->end_offset > 0)
        e->end_offset = move_offset(e, line, (size_t)size, e->end_offset);
}

/* CPython looks into the file of that name first, even if the source came from
 * elsewhere; only what is no whole file is shown as the parser had it. */
static Value error_text(Compiler *c, CompileError *e)
{
    Value text = VALUE_NULL;
    if ((c->is_file && !e->lexer_text) || !e->text)
        text = source_error_line(c->vm, c->filename, e->lineno, e->encoding);
    if (text)
        move_offsets(c->vm, e, text);
    else if (e->text)
        text = str_from_utf8_surrogates(c->vm, e->text, (int64_t)e->text_len);
    else
        text = VALUE_NONE;
    return text;
}

static ExcId exception_class(CompileErrorKind kind)
{
    switch (kind) {
    case COMPILE_INDENTATION_ERROR: return EXC_IndentationError;
    case COMPILE_TAB_ERROR: return EXC_TabError;
    case COMPILE_VALUE_ERROR: return EXC_ValueError;
    case COMPILE_MEMORY_ERROR: return EXC_MemoryError;
    case COMPILE_RECURSION_ERROR: return EXC_RecursionError;
    case COMPILE_OVERFLOW_ERROR: return EXC_OverflowError;
    default: return EXC_SyntaxError;
    }
}

/* An end_offset that shows as None; -1 shows as it is. */
#define END_UNKNOWN (-2)

/* (filename, lineno, offset, text, end_lineno, end_offset); four items, as CPython
 * makes them, if the error is the encoding's and has no line */
static Value error_details(MinipyVM *vm, const CompileError *e, Value filename,
                           Value text)
{
    if (e->lineno == 0 && e->offset == -1)
        return tuple_pack(vm, 4, filename, value_from_imm(0), value_from_imm(-1), text);
    Value end =
        e->end_offset == END_UNKNOWN ? VALUE_NONE : value_from_imm(e->end_offset);
    return tuple_pack(vm, 6, filename, value_from_imm(e->lineno),
                      value_from_imm(e->offset), text, value_from_imm(e->end_lineno),
                      end);
}

/* Errors of the symbol table carry the message alone in args; the rest are attributes.
 */
static int set_error_attributes(MinipyVM *vm, Value exc, Value details)
{
    static const char *const names[] = {"filename", "lineno",     "offset",
                                        "text",     "end_lineno", "end_offset"};
    for (int i = 0; i < 6; i++) {
        Value name = str_intern_cstr(vm, names[i]);
        int r = name ? object_setattr(vm, exc, name, tuple_get_borrow(details, i)) : -1;
        value_xdecref(vm, name);
        if (r < 0)
            return -1;
    }
    return 0;
}

static void raise_syntax_error(Compiler *c, CompileError *e, bool attributes_only)
{
    MinipyVM *vm = c->vm;
    Value text = error_text(c, e);
    Value message =
        str_from_utf8_surrogates(vm, e->message, (int64_t)strlen(e->message));
    Value details = text ? error_details(vm, e, c->filename, text) : VALUE_NULL;
    Value exc = VALUE_NULL;
    if (message && details) {
        Value args[2] = {message, details};
        size_t nargs = e->bare || attributes_only ? 1 : 2;
        exc = exception_new(vm, vm->exc[exception_class(e->kind)], args, nargs);
    }
    if (exc && attributes_only && set_error_attributes(vm, exc, details) < 0)
        value_clear(vm, &exc);
    if (exc)
        error_set_instance(vm, exc);
    value_xdecref(vm, exc);
    value_xdecref(vm, details);
    value_xdecref(vm, message);
    value_xdecref(vm, text);
}

static void raise_error(Compiler *c, CompileError *e, bool attributes_only)
{
    MinipyVM *vm = c->vm;
    switch (e->kind) {
    case COMPILE_OK:
    case COMPILE_SYNTAX_ERROR:
    case COMPILE_INDENTATION_ERROR:
    case COMPILE_TAB_ERROR: raise_syntax_error(c, e, attributes_only); break;
    case COMPILE_NO_MEMORY:
        if (limits_stopped(vm) == STOP_NONE)
            error_set_oom(vm);
        else
            limits_raise(vm);
        break;
    case COMPILE_RAISED: break;
    default:
        if (e->message)
            error_set(vm, exception_class(e->kind), "%s", e->message);
        else
            error_set_none(vm, exception_class(e->kind));
    }
}

bool compile_incomplete(MinipyVM *vm)
{
    if (!vm->raised || !error_matches(vm, EXC_SyntaxError))
        return false;
    Value msg = EXC_OBJ(vm->raised)->extra[EXTRA_SYN_MSG];
    return msg && value_is_str(msg) && str_equal_ascii(msg, "incomplete input");
}

/* ---- future features ------------------------------------------------------------- */

static void add_feature(Compiler *c, const Alias *a, AstPos pos)
{
    static const char *const without_effect[] = {
        "nested_scopes",  "generators",     "division",         "absolute_import",
        "with_statement", "print_function", "unicode_literals", "generator_stop",
    };
    const char *name = a->name->utf8;
    if (strcmp(name, "annotations") == 0) {
        c->future |= CO_FUTURE_ANNOTATIONS;
        return;
    }
    if (strcmp(name, "barry_as_FLUFL") == 0) {
        c->future |= CO_FUTURE_BARRY_AS_BDFL;
        return;
    }
    for (size_t i = 0; i < sizeof without_effect / sizeof *without_effect; i++)
        if (strcmp(name, without_effect[i]) == 0)
            return;
    if (strcmp(name, "braces") == 0)
        compiler_error(c, pos, "not a chance");
    else
        compiler_error(c, pos, "future feature %U is not defined", a->name);
}

/* `from __future__` is allowed before all else but the docstring. */
static void find_features(Compiler *c, const StmtSeq *body)
{
    bool done = false;
    int line = 0;
    for (int i = ast_docstring(body) ? 1 : 0; i < body->count && !c->failed; i++) {
        const Stmt *s = body->items[i];
        if (done && s->lineno > line)
            return;
        line = s->lineno;
        const struct Stmt_ImportFrom *f = &s->u.ImportFrom;
        if (s->kind != STMT_ImportFrom || !f->module ||
            !name_is(f->module, "__future__")) {
            done = true;
            continue;
        }
        AstPos pos = {s->lineno, s->col_offset, s->lineno, END_UNKNOWN - 1};
        if (done) {
            pos.col_offset--; /* CPython forgets to count from 1 here */
            compiler_error(
                c, pos,
                "from __future__ imports must occur at the beginning of the file");
            return;
        }
        for (int k = 0; k < f->names.count; k++)
            add_feature(c, f->names.items[k], pos);
        c->future_line = s->lineno;
    }
}

/* ---- decoding -------------------------------------------------------------------- */

/* What SyntaxError says of the exception that is set, which is then cleared; NULL: it
 * is none that becomes a SyntaxError, and stays. */
static const char *decoding_message(MinipyVM *vm, AstArena *arena)
{
    int64_t size;
    if (!error_matches(vm, EXC_LookupError) && !error_matches(vm, EXC_SyntaxError) &&
        !error_matches(vm, EXC_ValueError))
        return NULL;
    Value exc = error_fetch(vm), text = object_str(vm, exc);
    const char *utf8 = text ? str_utf8(vm, text, &size) : NULL;
    const char *message = utf8 ? arena_copy(arena, utf8, (size_t)size) : NULL;
    value_decref(vm, exc);
    value_xdecref(vm, text);
    if (!message && utf8)
        error_set_oom(vm);
    return message;
}

const char *compile_decode(void *context, AstArena *arena, const char *encoding,
                           const char *bytes, size_t len, size_t *size,
                           const char **message)
{
    MinipyVM *vm = context;
    int64_t n;
    char *out = NULL;
    Value text = str_decode(vm, bytes, (int64_t)len, encoding, NULL);
    const char *utf8 = text ? str_utf8(vm, text, &n) : NULL;
    if (!utf8) {
        *message = decoding_message(vm, arena);
    } else if ((out = arena_alloc(arena, (size_t)n + 2)) != NULL) {
        memcpy(out, utf8, (size_t)n);
        *size = (size_t)n;
    } else {
        error_set_oom(vm);
    }
    value_xdecref(vm, text);
    return out;
}

/* ---- the passes ------------------------------------------------------------------ */

static int offset_in_line(const char *line, size_t len, int offset)
{
    size_t bytes = (size_t)offset;
    return bytes <= len + 1
               ? utf8_count(line, bytes < len ? bytes : len) + (bytes > len)
               : utf8_count(line, len) + 1;
}

/* A warning of the parser that became an error shows the line as the parser had it: a
 * lexer's without its newline, a string's with it unless the string goes on. */
static void show_parser_line(Compiler *c, const ParseResult *parsed,
                             const CompileWarning *w)
{
    CompileError *e = &c->error;
    size_t len = 0, newline = 0;
    const char *line =
        source_find_line(parsed->text, parsed->text_len, w->lineno, &len, &newline);
    if (!line)
        return;
    e->lexer_text = w->kind == COMPILE_SYNTAX_WARNING;
    bool cut = e->lexer_text || w->end_lineno > w->lineno;
    len += cut ? 0 : newline;
    e->text = line;
    e->text_len = len;
    e->offset = offset_in_line(line, len, e->offset);
    e->end_offset = offset_in_line(line, len, e->end_offset);
}

static void issue_parser_warnings(Compiler *c, const ParseResult *parsed)
{
    for (const CompileWarning *w = parsed->warnings; w && !c->failed; w = w->next) {
        AstPos pos = {w->lineno, w->col_offset, w->end_lineno, w->end_col_offset};
        compiler_warn_as(c,
                         w->kind == COMPILE_DEPRECATION_WARNING ? EXC_DeprecationWarning
                                                                : EXC_SyntaxWarning,
                         pos, "%s", w->message);
        if (c->failed && !c->vm_error)
            show_parser_line(c, parsed, w);
    }
}

static Value compile_tree(Compiler *c, Mod *mod)
{
    Symtable st;
    if (mod->kind == MOD_Module)
        find_features(c, &mod->u.Module.body);
    else if (mod->kind == MOD_Interactive)
        find_features(c, &mod->u.Interactive.body);
    bool attributes_only = c->failed;
    if (!c->failed)
        fold_module(c, mod);
    if (!c->failed) {
        c->depth = 0;
        symtable_build(&st, c, mod);
        attributes_only = c->failed;
    }
    c->depth = 0;
    c->depth_limit = INT_MAX; /* the trees passed above; the C stack is still guarded */
    Value code = c->failed ? VALUE_NULL : codegen_module(c, mod);
    if (!c->failed && code)
        return code;
    value_xdecref(c->vm, code);
    if (!c->vm_error)
        raise_error(c, &c->error, attributes_only);
    return VALUE_NULL;
}

static unsigned parse_flags(int flags)
{
    unsigned out = 0;
    out |= flags & COMPILE_SOURCE_IS_UTF8 ? PARSE_SOURCE_IS_TEXT : 0;
    out |= flags & COMPILE_SOURCE_IS_FILE ? PARSE_SOURCE_IS_FILE : 0;
    out |= flags & COMPILE_FUTURE_BARRY ? PARSE_BARRY_AS_BDFL : 0;
    out |= flags & COMPILE_DONT_IMPLY_DEDENT ? PARSE_DONT_IMPLY_DEDENT : 0;
    out |= flags & COMPILE_ALLOW_INCOMPLETE ? PARSE_ALLOW_INCOMPLETE : 0;
    out |= flags & COMPILE_TYPE_COMMENTS ? PARSE_TYPE_COMMENTS : 0;
    out |= flags & COMPILE_AT_PROMPT ? PARSE_AT_PROMPT : 0;
    out |= (unsigned)flags >> COMPILE_OLDER_SHIFT << PARSE_OLDER_SHIFT;
    return out;
}

/* Parses; on failure the exception is set. */
static Mod *parse(Compiler *c, const char *source, size_t size, CompileMode mode)
{
    static const ParseMode parse_modes[] = {[COMPILE_EXEC] = PARSE_EXEC,
                                            [COMPILE_EVAL] = PARSE_EVAL,
                                            [COMPILE_SINGLE] = PARSE_SINGLE,
                                            [COMPILE_FUNC_TYPE] = PARSE_FUNC_TYPE};
    MinipyVM *vm = c->vm;
    const char *name = str_utf8_or_null(vm, c->filename);
    ParseOptions options = {
        .mode = parse_modes[mode],
        .flags = parse_flags(c->flags),
        .filename = name ? name : "?",
        .decode = compile_decode,
        .decode_context = vm,
    };
    ParseResult parsed;
    c->is_file = mode == COMPILE_EXEC;
    bool ok = parse_source(c->arena, source, size, &options, &parsed);
    if (!ok && parsed.error.kind != COMPILE_RAISED)
        error_clear(vm);        /* the MemoryError of the arena's source */
    if (ok && c->arena->failed) /* a node may lack its children */
        compiler_no_memory(c);
    issue_parser_warnings(c, &parsed);
    if (ok && !c->failed)
        return parsed.mod;
    parsed.error.encoding = parsed.encoding;
    if (!c->vm_error)
        raise_error(c, c->failed ? &c->error : &parsed.error, false);
    return NULL;
}

static Value compile_text(MinipyVM *vm, const char *source, size_t size, Value filename,
                          CompileMode mode, int flags, int optimize)
{
    AstArena arena;
    Compiler c;
    compile_arena_init(vm, &arena);
    compiler_init(&c, vm, &arena, filename, flags, optimize);
    Mod *mod = parse(&c, source, size, mode);
    Value code = mod ? compile_tree(&c, mod) : VALUE_NULL;
    compiler_finish(&c);
    arena_free(&arena);
    return code;
}

Value compile_source(MinipyVM *vm, const char *source, size_t size, Value filename,
                     CompileMode mode, int flags, int optimize)
{
    static const char *const modes[] = {
        [COMPILE_EXEC] = "exec", [COMPILE_EVAL] = "eval", [COMPILE_SINGLE] = "single"};
    bool told = probes_compile_start_wanted(&vm->consumers) ||
                probes_compile_done_wanted(&vm->consumers);
    const char *name = told ? str_utf8_or_null(vm, filename) : NULL;
    if (probes_compile_start_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_compile_start(&vm->consumers, name, modes[mode]));
    Value code = compile_text(vm, source, size, filename, mode, flags, optimize);
    if (probes_compile_done_wanted(&vm->consumers))
        REPORT_PROBE(vm, probes_compile_done(&vm->consumers, name, code != VALUE_NULL));
    return code;
}

Value compile_symtable(MinipyVM *vm, const char *source, size_t size, Value filename,
                       CompileMode mode, int flags)
{
    AstArena arena;
    Compiler c;
    compile_arena_init(vm, &arena);
    compiler_init(&c, vm, &arena, filename, flags, 0);
    Mod *mod = parse(&c, source, size, mode);
    Value table = VALUE_NULL;
    if (mod && mod->kind != MOD_Expression)
        find_features(&c, mod->kind == MOD_Module ? &mod->u.Module.body
                                                  : &mod->u.Interactive.body);
    if (mod && !c.failed)
        table = symtable_value(&c, mod);
    if (mod && !table && !c.vm_error && !error_occurred(vm))
        raise_error(&c, &c.error, true);
    compiler_finish(&c);
    arena_free(&arena);
    return table;
}

Mod *compile_parse(MinipyVM *vm, AstArena *arena, const char *source, size_t size,
                   Value filename, CompileMode mode, int flags)
{
    Compiler c;
    compiler_init(&c, vm, arena, filename, flags, 0);
    Mod *mod = parse(&c, source, size, mode);
    compiler_finish(&c);
    return mod;
}

Value compile_mod(MinipyVM *vm, AstArena *arena, Mod *mod, Value filename, int flags,
                  int optimize)
{
    Compiler c;
    compiler_init(&c, vm, arena, filename, flags, optimize);
    Value code = compile_tree(&c, mod);
    compiler_finish(&c);
    return code;
}

void compile_fold(MinipyVM *vm, AstArena *arena, Mod *mod)
{
    Compiler c;
    compiler_init(&c, vm, arena, VALUE_NONE, 0, 0);
    fold_module(&c, mod);
    error_clear(vm);
    compiler_finish(&c);
}

/* ---- --dump-ast ------------------------------------------------------------------ */

int compile_dump_ast(MinipyVM *vm, const char *source, size_t size, Value filename,
                     bool attributes,
                     void (*write)(void *user, const char *text, size_t len),
                     void *user)
{
    AstArena arena;
    Compiler c;
    compile_arena_init(vm, &arena);
    compiler_init(&c, vm, &arena, filename, 0, 0);
    ParseOptions options = {.mode = PARSE_EXEC,
                            .flags = PARSE_SOURCE_IS_FILE,
                            .filename = str_utf8_or_null(vm, filename),
                            .decode = compile_decode,
                            .decode_context = vm};
    ParseResult parsed;
    int status = 1;
    if (parse_source(&arena, source, size, &options, &parsed)) {
        AstText text = {0};
        if (ast_dump(&arena, parsed.mod, attributes, &text)) {
            write(user, text.bytes, text.len);
            status = 0;
        } else {
            error_set_oom(vm);
        }
    } else {
        raise_error(&c, &parsed.error, false);
    }
    compiler_finish(&c);
    arena_free(&arena);
    return status;
}
