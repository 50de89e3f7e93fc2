/* codegen_match.c - the match statement.
 *
 * A pattern consumes the subject on top of the stack. Captured values stay on the stack
 * until the whole pattern has matched. PatternState counts what is there, because a
 * failure has to drop it: fail[n] is the block that drops n items and tries the next
 * case.
 */
#include "compiler/codegen/codegen.h"

#include "vm/text/str.h"
#include "vm/containers/tuple.h"

typedef struct NameList {
    AstName **items;
    int count, capacity;
} NameList;

typedef struct PatternState {
    NameList stores;        /* names captured so far, lowest first */
    bool allow_irrefutable; /* a pattern that always matches may stand here */
    Block **fail;
    int fail_count, fail_capacity;
    int on_top; /* items above the captured values that a failure must drop too */
} PatternState;

static void visit_pattern(Compiler *c, Pattern *p, PatternState *ps);

/* ---- failure --------------------------------------------------------------------- */

static void ensure_fail(Compiler *c, PatternState *ps, int n)
{
    while (ps->fail_count <= n && !c->failed) {
        if (!compiler_grow(c, &ps->fail, ps->fail_count, &ps->fail_capacity,
                           sizeof(Block *)))
            return;
        ps->fail[ps->fail_count++] = block_new(c);
    }
}

static void jump_to_fail(Compiler *c, PatternState *ps, int op)
{
    int drops = ps->on_top + ps->stores.count;
    ensure_fail(c, ps, drops);
    if (!c->failed)
        emit_jump(c, op, ps->fail[drops]);
}

/* Places the blocks that failures jump to. */
static void use_fail_blocks(Compiler *c, PatternState *ps)
{
    if (c->failed || ps->fail_count == 0)
        return;
    for (int i = ps->fail_count - 1; i > 0; i--) {
        block_use(c, ps->fail[i]);
        emit(c, OP_POP_TOP);
    }
    block_use(c, ps->fail[0]);
    ps->fail = NULL;
    ps->fail_count = ps->fail_capacity = 0;
}

/* ---- captures -------------------------------------------------------------------- */

static int find_name(const NameList *l, const AstName *name)
{
    for (int i = 0; i < l->count; i++)
        if (l->items[i] == name)
            return i;
    return -1;
}

static void append_store(Compiler *c, NameList *l, AstName *name)
{
    if (find_name(l, name) >= 0) {
        compiler_error(c, c->unit->pos, "multiple assignments to name '%U' in pattern",
                       name);
        return;
    }
    if (compiler_grow(c, &l->items, l->count, &l->capacity, sizeof(AstName *)))
        l->items[l->count++] = name;
}

/* Moves the top below count - 1 items. */
static void emit_rotate(Compiler *c, int count)
{
    for (; count > 1; count--)
        emit_arg(c, OP_SWAP, count);
}

static void store_name(Compiler *c, AstName *name, PatternState *ps)
{
    if (!name) {
        emit(c, OP_POP_TOP);
        return;
    }
    if (check_forbidden(c, name, CONTEXT_Store))
        return;
    if (find_name(&ps->stores, name) < 0)
        emit_rotate(c, ps->on_top + ps->stores.count + 1);
    append_store(c, &ps->stores, name);
}

static bool is_wildcard(const Pattern *p)
{
    return p->kind == PATTERN_MatchAs && !p->u.MatchAs.name && !p->u.MatchAs.pattern;
}

static bool is_star_wildcard(const Pattern *p)
{
    return p->kind == PATTERN_MatchStar && !p->u.MatchStar.name;
}

static void visit_subpattern(Compiler *c, Pattern *p, PatternState *ps)
{
    bool outer = ps->allow_irrefutable;
    ps->allow_irrefutable = true;
    visit_pattern(c, p, ps);
    ps->allow_irrefutable = outer;
}

/* ---- simple patterns ------------------------------------------------------------- */

static void visit_value(Compiler *c, Pattern *p, PatternState *ps)
{
    Expr *value = p->u.MatchValue.value;
    if (value->kind != EXPR_Constant && value->kind != EXPR_Attribute) {
        compiler_error(c, c->unit->pos,
                       "patterns may only match literals and attribute lookups");
        return;
    }
    visit_expression(c, value);
    emit_arg(c, OP_COMPARE_OP, CMP_EQ);
    jump_to_fail(c, ps, V_POP_JUMP_IF_FALSE);
}

static void visit_singleton(Compiler *c, Pattern *p, PatternState *ps)
{
    emit_const(c, compiler_const_value(c, &p->u.MatchSingleton.value));
    emit_arg(c, OP_IS_OP, 0);
    jump_to_fail(c, ps, V_POP_JUMP_IF_FALSE);
}

static void visit_as(Compiler *c, Pattern *p, PatternState *ps)
{
    AstName *name = p->u.MatchAs.name;
    if (p->u.MatchAs.pattern) {
        ps->on_top++;
        emit_arg(c, OP_COPY, 1);
        visit_pattern(c, p->u.MatchAs.pattern, ps);
        ps->on_top--;
        store_name(c, name, ps);
        return;
    }
    if (ps->allow_irrefutable)
        store_name(c, name, ps);
    else if (name)
        compiler_error(c, c->unit->pos,
                       "name capture '%U' makes remaining patterns unreachable", name);
    else
        compiler_error(c, c->unit->pos,
                       "wildcard makes remaining patterns unreachable");
}

/* ---- sequences ------------------------------------------------------------------- */

static void emit_pattern_unpack(Compiler *c, const PatternSeq *patterns, int star)
{
    int n = patterns->count;
    if (star < 0)
        emit_arg(c, OP_UNPACK_SEQUENCE, n);
    else if (star >= 1 << 8 || n - star - 1 >= 1 << 12)
        compiler_error(c, c->unit->pos,
                       "too many expressions in star-unpacking sequence pattern");
    else
        emit_arg(c, OP_UNPACK_EX, star | (n - star - 1) << 12);
}

static void visit_sequence_unpack(Compiler *c, const PatternSeq *patterns, int star,
                                  PatternState *ps)
{
    emit_pattern_unpack(c, patterns, star);
    ps->on_top += patterns->count;
    for (int i = 0; i < patterns->count; i++) {
        ps->on_top--;
        visit_subpattern(c, patterns->items[i], ps);
    }
}

/* [a, *_, b]: the items are fetched by index, the rest is never built. */
static void visit_sequence_subscr(Compiler *c, const PatternSeq *patterns, int star,
                                  PatternState *ps)
{
    int n = patterns->count;
    ps->on_top++;
    for (int i = 0; i < n; i++) {
        Pattern *p = patterns->items[i];
        if (is_wildcard(p) || i == star)
            continue;
        emit_arg(c, OP_COPY, 1);
        if (i < star) {
            emit_const(c, value_from_imm(i));
        } else {
            emit(c, OP_GET_LEN);
            emit_const(c, value_from_imm(n - i));
            emit_arg(c, OP_BINARY_OP, NB_SUBTRACT);
        }
        emit(c, OP_BINARY_SUBSCR);
        visit_subpattern(c, p, ps);
    }
    ps->on_top--;
    emit(c, OP_POP_TOP);
}

static void emit_length_check(Compiler *c, PatternState *ps, int length, CompareOp op)
{
    emit(c, OP_GET_LEN);
    emit_const(c, value_from_imm(length));
    emit_arg(c, OP_COMPARE_OP, op);
    jump_to_fail(c, ps, V_POP_JUMP_IF_FALSE);
}

static void visit_sequence(Compiler *c, Pattern *p, PatternState *ps)
{
    const PatternSeq *patterns = &p->u.MatchSequence.patterns;
    int n = patterns->count, star = -1;
    bool only_wildcard = true, star_wildcard = false;
    for (int i = 0; i < n; i++) {
        Pattern *item = patterns->items[i];
        if (item->kind != PATTERN_MatchStar) {
            only_wildcard &= is_wildcard(item);
            continue;
        }
        if (star >= 0) {
            compiler_error(c, c->unit->pos,
                           "multiple starred names in sequence pattern");
            return;
        }
        star_wildcard = is_star_wildcard(item);
        only_wildcard &= star_wildcard;
        star = i;
    }
    ps->on_top++;
    emit(c, OP_MATCH_SEQUENCE);
    jump_to_fail(c, ps, V_POP_JUMP_IF_FALSE);
    if (star < 0)
        emit_length_check(c, ps, n, CMP_EQ);
    else if (n > 1)
        emit_length_check(c, ps, n - 1, CMP_GE);
    ps->on_top--;
    if (only_wildcard)
        emit(c, OP_POP_TOP);
    else if (star_wildcard)
        visit_sequence_subscr(c, patterns, star, ps);
    else
        visit_sequence_unpack(c, patterns, star, ps);
}

/* ---- mappings -------------------------------------------------------------------- */

static void visit_mapping_keys(Compiler *c, const ExprSeq *keys)
{
    for (int i = 0; i < keys->count && !c->failed; i++) {
        Expr *key = keys->items[i];
        if (key->kind == EXPR_Constant) {
            Value v = compiler_const_value(c, &key->u.Constant.value);
            for (int j = 0; j < i && !c->failed; j++) {
                Expr *other = keys->items[j];
                if (other->kind != EXPR_Constant)
                    continue;
                Value w = compiler_const_value(c, &other->u.Constant.value);
                int same = object_compare_bool(c->vm, v, w, CMP_EQ);
                if (same < 0)
                    compiler_vm_error(c);
                Value repr =
                    same > 0 ? compiler_own(c, object_repr(c->vm, v)) : VALUE_NONE;
                const char *text =
                    value_is_str(repr) ? str_utf8(c->vm, repr, NULL) : NULL;
                if (text)
                    compiler_error(c, c->unit->pos,
                                   "mapping pattern checks duplicate key (%s)", text);
            }
        } else if (key->kind != EXPR_Attribute) {
            compiler_error(c, c->unit->pos,
                           "mapping pattern keys may only match literals and attribute "
                           "lookups");
        }
        visit_expression(c, key);
    }
}

/* {..., **rest}: a copy of the subject without the keys. */
static void emit_mapping_rest(Compiler *c, int size)
{
    emit_arg(c, OP_BUILD_MAP, 0);
    emit_arg(c, OP_SWAP, 3);
    emit_arg(c, OP_DICT_UPDATE, 2);
    emit_arg(c, OP_UNPACK_SEQUENCE, size);
    for (; size; size--) {
        emit_arg(c, OP_COPY, 1 + size);
        emit_arg(c, OP_SWAP, 2);
        emit(c, OP_DELETE_SUBSCR);
    }
}

static void visit_mapping(Compiler *c, Pattern *p, PatternState *ps)
{
    struct Pattern_MatchMapping *m = &p->u.MatchMapping;
    int size = m->keys.count;
    ps->on_top++;
    emit(c, OP_MATCH_MAPPING);
    jump_to_fail(c, ps, V_POP_JUMP_IF_FALSE);
    if (!size && !m->rest) {
        ps->on_top--;
        emit(c, OP_POP_TOP);
        return;
    }
    if (size)
        emit_length_check(c, ps, size, CMP_GE);
    visit_mapping_keys(c, &m->keys);
    emit_arg(c, OP_BUILD_TUPLE, size);
    emit(c, OP_MATCH_KEYS);
    ps->on_top += 2;
    emit_arg(c, OP_COPY, 1);
    emit_const(c, VALUE_NONE);
    emit_arg(c, OP_IS_OP, 1);
    jump_to_fail(c, ps, V_POP_JUMP_IF_FALSE);
    emit_arg(c, OP_UNPACK_SEQUENCE, size);
    ps->on_top += size - 1;
    for (int i = 0; i < size; i++) {
        ps->on_top--;
        visit_subpattern(c, m->patterns.items[i], ps);
    }
    ps->on_top -= 2;
    if (m->rest) {
        emit_mapping_rest(c, size);
        store_name(c, m->rest, ps);
    } else {
        emit(c, OP_POP_TOP); /* the keys */
        emit(c, OP_POP_TOP); /* the subject */
    }
}

/* ---- classes --------------------------------------------------------------------- */

static void visit_class(Compiler *c, Pattern *p, PatternState *ps)
{
    struct Pattern_MatchClass *m = &p->u.MatchClass;
    int nargs = m->patterns.count, nattrs = m->kwd_attrs.count;
    for (int i = 0; i < nattrs; i++) {
        set_pos(c, m->kwd_patterns.items[i]->pos);
        check_forbidden(c, m->kwd_attrs.items[i], CONTEXT_Store);
        for (int j = i + 1; j < nattrs; j++)
            if (m->kwd_attrs.items[i] == m->kwd_attrs.items[j])
                compiler_error(c, m->kwd_patterns.items[j]->pos,
                               "attribute name repeated in class pattern: %U",
                               m->kwd_attrs.items[i]);
    }
    set_pos(c, p->pos);
    visit_expression(c, m->cls);
    if (c->failed)
        return;
    Value names = tuple_alloc(c->vm, nattrs);
    for (int i = 0; names && i < nattrs; i++)
        TUPLE(names)->items[i] =
            value_incref(compiler_name_value(c, m->kwd_attrs.items[i]));
    emit_const_steal(c, names);
    emit_arg(c, OP_MATCH_CLASS, nargs);
    emit_arg(c, OP_COPY, 1);
    emit_const(c, VALUE_NONE);
    emit_arg(c, OP_IS_OP, 1);
    ps->on_top++;
    jump_to_fail(c, ps, V_POP_JUMP_IF_FALSE);
    emit_arg(c, OP_UNPACK_SEQUENCE, nargs + nattrs);
    ps->on_top += nargs + nattrs - 1;
    for (int i = 0; i < nargs + nattrs; i++) {
        ps->on_top--;
        Pattern *sub =
            i < nargs ? m->patterns.items[i] : m->kwd_patterns.items[i - nargs];
        if (is_wildcard(sub))
            emit(c, OP_POP_TOP);
        else
            visit_subpattern(c, sub, ps);
    }
}

/* ---- alternatives ---------------------------------------------------------------- */

/* Brings the captures of an alternative into the order of the first one's. */
static bool reorder_stores(Compiler *c, NameList *stores, const NameList *control)
{
    for (int k = control->count - 1; k >= 0; k--) {
        int at = find_name(stores, control->items[k]);
        if (at < 0)
            return false;
        if (at == k)
            continue;
        /* The first at + 1 names go behind those up to k, in the list and on the stack.
         */
        int moved = at + 1;
        AstName **rotated = compiler_alloc(c, (size_t)(k + 1) * sizeof *rotated);
        if (!rotated)
            return true;
        memcpy(rotated, stores->items + moved,
               (size_t)(k + 1 - moved) * sizeof *rotated);
        memcpy(rotated + (k + 1 - moved), stores->items,
               (size_t)moved * sizeof *rotated);
        memcpy(stores->items, rotated, (size_t)(k + 1) * sizeof *rotated);
        while (moved--)
            emit_rotate(c, k + 1);
    }
    return true;
}

static void visit_or(Compiler *c, Pattern *p, PatternState *ps)
{
    const PatternSeq *patterns = &p->u.MatchOr.patterns;
    Block *end = block_new(c);
    PatternState outer = *ps;
    NameList control = {0};
    for (int i = 0; i < patterns->count && !c->failed; i++) {
        Pattern *alternative = patterns->items[i];
        set_pos(c, alternative->pos);
        *ps = (PatternState){.allow_irrefutable =
                                 i == patterns->count - 1 && outer.allow_irrefutable};
        emit_arg(c, OP_COPY, 1);
        visit_pattern(c, alternative, ps);
        if (i == 0) {
            control = ps->stores;
        } else if (ps->stores.count != control.count ||
                   !reorder_stores(c, &ps->stores, &control)) {
            compiler_error(c, c->unit->pos,
                           "alternative patterns bind different names");
            return;
        }
        emit_jump(c, V_JUMP, end);
        use_fail_blocks(c, ps);
    }
    *ps = outer;
    emit(c, OP_POP_TOP);
    jump_to_fail(c, ps, V_JUMP);
    block_use(c, end);
    int rotations = control.count + 1 + ps->on_top + ps->stores.count;
    for (int i = 0; i < control.count; i++) {
        emit_rotate(c, rotations);
        append_store(c, &ps->stores, control.items[i]);
    }
    emit(c, OP_POP_TOP);
}

/* ---- the visitor ----------------------------------------------------------------- */

static void visit_pattern_kind(Compiler *c, Pattern *p, PatternState *ps)
{
    switch (p->kind) {
    case PATTERN_MatchValue: visit_value(c, p, ps); break;
    case PATTERN_MatchSingleton: visit_singleton(c, p, ps); break;
    case PATTERN_MatchSequence: visit_sequence(c, p, ps); break;
    case PATTERN_MatchMapping: visit_mapping(c, p, ps); break;
    case PATTERN_MatchClass: visit_class(c, p, ps); break;
    case PATTERN_MatchStar: store_name(c, p->u.MatchStar.name, ps); break;
    case PATTERN_MatchAs: visit_as(c, p, ps); break;
    case PATTERN_MatchOr: visit_or(c, p, ps); break;
    }
}

static void visit_pattern(Compiler *c, Pattern *p, PatternState *ps)
{
    if (c->failed || !compiler_enter(c))
        return;
    set_pos(c, p->pos); /* and it stays so behind the pattern, as in CPython */
    visit_pattern_kind(c, p, ps);
    compiler_leave(c);
}

static void visit_case(Compiler *c, MatchCase *m, bool copy_subject, bool last,
                       Block *end)
{
    PatternState ps = {.allow_irrefutable = m->guard != NULL || last};
    set_pos(c, m->pattern->pos);
    if (copy_subject)
        emit_arg(c, OP_COPY, 1);
    visit_pattern(c, m->pattern, &ps);
    for (int i = 0; i < ps.stores.count; i++)
        emit_variable(c, ps.stores.items[i], CONTEXT_Store);
    if (m->guard) {
        ensure_fail(c, &ps, 0);
        if (!c->failed)
            jump_if(c, m->guard, ps.fail[0], false);
    }
    if (copy_subject)
        emit(c, OP_POP_TOP);
    visit_statements(c, &m->body);
    emit_jump(c, V_JUMP, end);
    set_pos(c, m->pattern->pos); /* what a failure drops belongs to the pattern */
    use_fail_blocks(c, &ps);
}

void visit_match_stmt(Compiler *c, Stmt *s)
{
    struct Stmt_Match *m = &s->u.Match;
    int n = m->cases.count;
    visit_expression(c, m->subject);
    Block *end = block_new(c);
    MatchCase *last = m->cases.items[n - 1];
    bool has_default = is_wildcard(last->pattern) && n > 1;
    for (int i = 0; i < n - has_default && !c->failed; i++)
        visit_case(c, m->cases.items[i], i != n - has_default - 1, i == n - 1, end);
    if (has_default) {
        set_pos(c, last->pattern->pos);
        emit(c, OP_NOP); /* so that the line is seen */
        if (last->guard)
            jump_if(c, last->guard, end, false);
        visit_statements(c, &last->body);
    }
    block_use(c, end);
}
