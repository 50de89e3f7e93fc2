/* suggest.c - "Did you mean: 'x'?": the closest known name by a weighted edit distance,
 * with CPython's weights and limits, so that both make the same guesses.
 */
#include "vm/eval/frame.h"
#include "vm/errors/exceptions.h"
#include "vm/text/str.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/report/report.h"

enum { MOVE_COST = 2, CASE_COST = 1, MAX_CANDIDATES = 750, MAX_NAME = 40 };

static int fold(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static size_t substitution_cost(char a, char b)
{
    if ((a & 31) != (b & 31))
        return MOVE_COST;
    if (a == b)
        return 0;
    return fold((unsigned char)a) == fold((unsigned char)b) ? CASE_COST : MOVE_COST;
}

/* Distance of a and b, or max + 1 as soon as it must exceed max. */
static size_t edit_distance(const char *a, size_t an, const char *b, size_t bn,
                            size_t max)
{
    size_t row[MAX_NAME];
    while (an && bn && *a == *b)
        a++, an--, b++, bn--;
    while (an && bn && a[an - 1] == b[bn - 1])
        an--, bn--;
    if (an == 0 || bn == 0)
        return (an + bn) * MOVE_COST;
    if (an > MAX_NAME || bn > MAX_NAME)
        return max + 1;
    if (bn < an) {
        const char *t = a;
        size_t tn = an;
        a = b, an = bn, b = t, bn = tn;
    }
    if ((bn - an) * MOVE_COST > max)
        return max + 1;
    for (size_t i = 0; i < an; i++)
        row[i] = (i + 1) * MOVE_COST;
    size_t result = 0;
    for (size_t j = 0; j < bn; j++) {
        size_t distance = result = j * MOVE_COST, minimum = SIZE_MAX;
        for (size_t i = 0; i < an; i++) {
            size_t substitute = distance + substitution_cost(b[j], a[i]);
            distance = row[i];
            size_t indel = (result < distance ? result : distance) + MOVE_COST;
            result = indel < substitute ? indel : substitute;
            row[i] = result;
            if (result < minimum)
                minimum = result;
        }
        if (minimum > max)
            return max + 1;
    }
    return result;
}

/* The best of names (list) for name: new reference, or VALUE_NULL; *bad: one of them
 * has no UTF-8, and CPython looks no further. */
static Value closest(MinipyVM *vm, Value names, Value name, bool *bad)
{
    int64_t n = list_size(names), size;
    if (n > MAX_CANDIDATES)
        return VALUE_NULL;
    const char *text = str_utf8(vm, name, &size);
    size_t best = SIZE_MAX;
    Value found = VALUE_NULL;
    for (int64_t i = 0; text && i < n; i++) {
        Value item = list_get_borrow(names, i);
        int64_t item_size;
        const char *other = value_is_str(item) ? str_utf8(vm, item, &item_size) : NULL;
        if (!other) {
            found = VALUE_NULL;
            *bad = true;
            break;
        }
        if (str_equal(item, name))
            continue;
        size_t max = (size_t)(size + item_size + 3) * MOVE_COST / 6;
        if (best != SIZE_MAX && max > best - 1)
            max = best - 1;
        size_t d = edit_distance(text, (size_t)size, other, (size_t)item_size, max);
        if (d <= max && (!found || d < best)) {
            found = item;
            best = d;
        }
    }
    error_clear(vm);
    return value_xincref(found);
}

static Value closest_in(MinipyVM *vm, Value mapping_or_seq, Value name, bool *bad)
{
    Value list = mapping_or_seq ? sequence_list(vm, mapping_or_seq) : VALUE_NULL;
    Value r = list ? closest(vm, list, name, bad) : VALUE_NULL;
    value_xdecref(vm, list);
    error_clear(vm);
    return r;
}

static Value name_suggestion(MinipyVM *vm, Value exc, Value name)
{
    Value tb = EXC_OBJ(exc)->traceback, r = VALUE_NULL;
    if (!tb)
        return VALUE_NULL;
    while (TRACEBACK(tb)->next)
        tb = TRACEBACK(tb)->next;
    /* Names are compared by what a program may have put there. */
    Value frame = value_incref(TRACEBACK(tb)->frame);
    static const char *const places[] = {"f_globals", "f_builtins"};
    bool bad = false;
    for (int i = 0; !r && !bad && i < 3; i++) {
        Value v = i ? attr_get(vm, frame, places[i - 1])
                    : attr_get(vm, value_from_obj(frame_object_code_borrow(frame)),
                               "co_varnames");
        r = closest_in(vm, v, name, &bad);
        value_xdecref(vm, v);
        error_clear(vm);
    }
    value_decref(vm, frame);
    return r;
}

Value suggestion_for(MinipyVM *vm, Value exc)
{
    Value name = VALUE_NULL, guess = VALUE_NULL, r = VALUE_NULL;
    if (type_is_subtype(value_type(vm, exc), vm->exc[EXC_AttributeError])) {
        Value obj = EXC_OBJ(exc)->extra[EXTRA_OBJ];
        name = EXC_OBJ(exc)->extra[EXTRA_NAME];
        if (name && obj && value_is_str(name)) {
            bool bad;
            Value dir = object_dir(vm, obj);
            guess = dir ? closest_in(vm, dir, name, &bad) : VALUE_NULL;
            value_xdecref(vm, dir);
        }
    } else if (type_is_subtype(value_type(vm, exc), vm->exc[EXC_NameError])) {
        name = EXC_OBJ(exc)->extra[EXTRA_NAME];
        if (name && value_is_str(name))
            guess = name_suggestion(vm, exc, name);
    }
    error_clear(vm);
    if (guess) {
        r = str_format_c(vm, ". Did you mean: %R?", guess);
        value_decref(vm, guess);
        error_clear(vm);
    }
    return r;
}
