/* anchors.c - finds the operator inside `a + b` and the brackets of `a[b]`, so that a
 * traceback can mark them (~~^~~). The segment is parsed again; it is one line at most.
 */
#include "compiler/codegen/anchors.h"

#include "compiler/codegen/compile_ast.h"
#include "compiler/syntax/parser.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

static bool binop_anchors(const char *s, const Expr *e, int *left, int *right)
{
    int end = e->u.BinOp.right->col_offset;
    for (int i = e->u.BinOp.left->end_col_offset; i < end; i++) {
        if (is_blank(s[i]))
            continue; /* a parenthesis counts as the operator: as CPython has it */
        *left = i;
        *right = i + 1;
        if (i + 1 < end && !is_blank(s[i + 1]))
            ++*right; /* a two-character operator */
        return true;
    }
    return false;
}

static bool expr_anchors(const char *s, const Expr *e, int *left, int *right)
{
    if (e->kind == EXPR_BinOp)
        return binop_anchors(s, e, left, right);
    if (e->kind != EXPR_Subscript)
        return false;
    *left = e->u.Subscript.value->end_col_offset;
    *right = e->u.Subscript.slice->end_col_offset + 1;
    return true;
}

/* CPython looks at the folded tree: a subscript of constants is a constant there. */
bool compile_anchors(MinipyVM *vm, const char *segment, size_t size, int *left,
                     int *right)
{
    AstArena arena;
    ParseOptions options = {
        .mode = PARSE_EXEC, .flags = PARSE_SOURCE_IS_TEXT, .filename = "<traceback>"};
    ParseResult r;
    bool found = false;
    arena_init(&arena, NULL);
    arena.c_stack_limit = vm->c_stack_limit;
    if (parse_source(&arena, segment, size, &options, &r) &&
        r.mod->u.Module.body.count == 1) {
        compile_fold(vm, &arena, r.mod);
        const Stmt *st = r.mod->u.Module.body.items[0];
        if (st->kind == STMT_Expr)
            found = expr_anchors(segment, st->u.Expr.value, left, right);
    }
    arena_free(&arena);
    return found;
}
