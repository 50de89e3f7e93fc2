/* fold_ops.c - which operations on constants are folded, and "..." % (a, b), which
 * becomes an f-string where that means the same.
 */
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/fold_private.h"

#include <stdio.h>

#include "vm/bytes/bytes.h"
#include "vm/numbers/int.h"
#include "vm/numbers/number.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/set.h"

/* Limits of what may be made at compile time; CPython's. */
#define MAX_INT_BITS 128
#define MAX_COLLECTION 256
#define MAX_STR 4096
#define MAX_TOTAL_ITEMS 1024

/* ---- safety ---------------------------------------------------------------------- */

/* Items in nested tuples of v, counted down from limit; negative: too many. */
static int64_t items_left(Value v, int64_t limit)
{
    if (value_is_tuple(v)) {
        limit -= tuple_size(v);
        for (int64_t i = 0; limit >= 0 && i < tuple_size(v); i++)
            limit = items_left(tuple_get_borrow(v, i), limit);
    } else if (value_is_kind(v, KIND_FROZENSET)) {
        limit -= set_size(v);
    }
    return limit;
}

static bool repeat_is_safe(Value n, Value seq)
{
    int overflow;
    int64_t count = int_as_i64_overflow(n, &overflow);
    if (value_is_str(seq) || value_is_bytes(seq)) {
        int64_t size = value_is_str(seq) ? str_length(seq) : BYTES(seq)->size;
        return !size || (!overflow && count >= 0 && count <= MAX_STR / size);
    }
    int64_t size = value_is_tuple(seq) ? tuple_size(seq) : set_size(seq);
    if (!size)
        return true;
    if (overflow || count < 0 || count > MAX_COLLECTION / size)
        return false;
    return !count || items_left(seq, MAX_TOTAL_ITEMS / count) >= 0;
}

static bool is_repeatable(Value v)
{
    return value_is_tuple(v) || value_is_kind(v, KIND_FROZENSET) || value_is_str(v) ||
           value_is_bytes(v);
}

static bool multiply_is_safe(Value v, Value w)
{
    if (value_is_int(v) && value_is_int(w))
        return !int_sign(v) || !int_sign(w) ||
               int_bit_length(v) + int_bit_length(w) <= MAX_INT_BITS;
    if (value_is_int(v) && is_repeatable(w))
        return repeat_is_safe(v, w);
    if (value_is_int(w) && is_repeatable(v))
        return repeat_is_safe(w, v);
    return true;
}

static bool power_is_safe(Value v, Value w)
{
    if (!value_is_int(v) || !value_is_int(w) || !int_sign(v) || int_sign(w) <= 0)
        return true;
    int overflow;
    int64_t exponent = int_as_i64_overflow(w, &overflow);
    return !overflow && int_bit_length(v) <= MAX_INT_BITS / exponent;
}

static bool shift_is_safe(Value v, Value w)
{
    if (!value_is_int(v) || !value_is_int(w) || !int_sign(v) || !int_sign(w))
        return true;
    int overflow;
    int64_t by = int_as_i64_overflow(w, &overflow);
    return !overflow && by >= 0 && by <= MAX_INT_BITS &&
           int_bit_length(v) <= MAX_INT_BITS - by;
}

bool fold_is_safe(Compiler *c, Operator op, Value v, Value w)
{
    (void)c;
    switch (op) {
    case OPERATOR_Mult: return multiply_is_safe(v, w);
    case OPERATOR_Pow: return power_is_safe(v, w);
    case OPERATOR_LShift: return shift_is_safe(v, w);
    case OPERATOR_Mod: return !value_is_str(v) && !value_is_bytes(v);
    case OPERATOR_MatMult: return false;
    default: return true;
    }
}

Value fold_binary_value(Compiler *c, Operator op, Value v, Value w)
{
    return number_binary(c->vm, v, w, binary_op_number(op));
}

/* ---- % formatting ---------------------------------------------------------------- */

typedef struct FormatScan {
    Compiler *c;
    Value format;
    int64_t at, length;
} FormatScan;

static uint32_t next_char(FormatScan *f)
{
    return f->at < f->length ? str_char_at(STR(f->format), f->at++) : 0;
}

static Expr *new_constant(Compiler *c, Value v, AstPos pos)
{
    Expr *e = v ? compiler_alloc(c, sizeof *e) : NULL;
    if (!e) {
        if (!v)
            compiler_vm_error(c);
        value_xdecref(c->vm, v);
        return NULL;
    }
    e->pos = pos;
    fold_set_const(c, e, v);
    return e;
}

static Expr *new_joined(Compiler *c, Expr **values, int count, AstPos pos)
{
    Expr *e = compiler_alloc(c, sizeof *e);
    if (!e)
        return NULL;
    e->kind = EXPR_JoinedStr;
    e->pos = pos;
    e->u.JoinedStr.values.count = count;
    e->u.JoinedStr.values.items = values;
    return e;
}

/* The text up to the next conversion, or NULL if there is none. */
static Expr *scan_literal(FormatScan *f)
{
    int64_t start = f->at;
    bool percents = false;
    while (f->at < f->length) {
        if (str_char_at(STR(f->format), f->at) != '%') {
            f->at++;
        } else if (f->at + 1 < f->length &&
                   str_char_at(STR(f->format), f->at + 1) == '%') {
            percents = true;
            f->at += 2;
        } else {
            break;
        }
    }
    if (f->at == start)
        return NULL;
    MinipyVM *vm = f->c->vm;
    Value text = str_substring(vm, f->format, start, f->at);
    if (text && percents) {
        Value two = str_from_ascii(vm, "%%", 2);
        Value plain = two ? str_replace(vm, text, two, vm->ascii['%'], -1) : VALUE_NULL;
        value_xdecref(vm, two);
        value_decref(vm, text);
        text = plain;
    }
    return new_constant(f->c, text, AST_NO_POS);
}

/* Up to two digits; false if more. */
static bool scan_number(FormatScan *f, uint32_t *ch, int *number)
{
    int digits = 0;
    *number = 0;
    while (*ch >= '0' && *ch <= '9') {
        *number = *number * 10 + (int)(*ch - '0');
        *ch = next_char(f);
        if (++digits >= 3)
            return false;
    }
    return true;
}

/* The f-string part of one conversion; NULL if it has none that means the same. */
static Expr *scan_conversion(FormatScan *f, Expr *arg)
{
    next_char(f); /* % */
    uint32_t ch = next_char(f);
    bool left = false;
    for (; ch == '-' || ch == '+' || ch == ' ' || ch == '#' || ch == '0';
         ch = next_char(f))
        left |= ch == '-';
    int width = -1, precision = -1;
    if (ch >= '0' && ch <= '9' && !scan_number(f, &ch, &width))
        return NULL;
    if (ch == '.') {
        ch = next_char(f);
        if (!scan_number(f, &ch, &precision))
            return NULL;
    }
    if (ch != 's' && ch != 'r' && ch != 'a')
        return NULL;
    char spec[32];
    int n = 0;
    if (!left && width > 0)
        spec[n++] = '>';
    if (width >= 0)
        n += snprintf(spec + n, sizeof spec - (size_t)n, "%d", width);
    if (precision >= 0)
        n += snprintf(spec + n, sizeof spec - (size_t)n, ".%d", precision);
    Expr *e = compiler_alloc(f->c, sizeof *e);
    Expr **parts = compiler_alloc(f->c, sizeof *parts);
    if (!e || !parts)
        return NULL;
    e->kind = EXPR_FormattedValue;
    e->pos = arg->pos;
    e->u.FormattedValue.value = arg;
    e->u.FormattedValue.conversion = (int)ch;
    if (n) {
        parts[0] = new_constant(f->c, str_from_ascii(f->c->vm, spec, n), arg->pos);
        e->u.FormattedValue.format_spec = new_joined(f->c, parts, 1, arg->pos);
    }
    return e;
}

void fold_format(Compiler *c, Expr *e, Value format, const ExprSeq *elts)
{
    for (int i = 0; i < elts->count; i++)
        if (elts->items[i]->kind == EXPR_Starred)
            return;
    FormatScan f = {c, format, 0, str_length(format)};
    Expr **parts = compiler_alloc(c, (size_t)(2 * elts->count + 1) * sizeof *parts);
    int n = 0, used = 0;
    while (parts && !c->failed) {
        Expr *literal = scan_literal(&f);
        if (literal)
            parts[n++] = literal;
        if (f.at >= f.length)
            break;
        if (used >= elts->count)
            return;
        Expr *part = scan_conversion(&f, elts->items[used++]);
        if (!part)
            return;
        parts[n++] = part;
    }
    if (c->failed || used < elts->count)
        return;
    e->kind = EXPR_JoinedStr;
    e->u.JoinedStr.values.count = n;
    e->u.JoinedStr.values.items = parts;
}
