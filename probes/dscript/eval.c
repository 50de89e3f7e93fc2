/* Computing: 64 bits without traps, as DTrace's machine has it. Division by zero is a
 * fault; what C leaves undefined (overflow, wide shifts) wraps. */
#include "probes/dscript/eval.h"

#include "probes/dscript/run.h"

void deval_fault(DRun *run, const DExpr *expr, const char *what, int64_t value)
{
    if (run->fault != NULL)
        return;
    run->fault = what;
    run->fault_value = value;
    run->fault_at = expr->at;
}

char *deval_scratch(DRun *run, const DExpr *expr, size_t size)
{
    size_t room = run->script->options.scratchsize - run->scratch_used;
    if (size > room) {
        deval_fault(run, expr, "out of scratch space", (int64_t)size);
        return NULL;
    }
    char *block = run->script->scratch + run->scratch_used;
    size = (size + 7) & ~(size_t)7;
    run->scratch_used += size < room ? size : room;
    return block;
}

bool deval_is_true(const DExpr *expr, DRun *run)
{
    if (expr->type.kind == DKIND_TEXT)
        return deval_text(expr, run).s != NULL;
    return deval_number(expr, run) != 0;
}

int64_t deval_constant(const DExpr *expr, DRun *run)
{
    (void)run;
    return expr->number;
}

DText deval_string(const DExpr *expr, DRun *run)
{
    (void)run;
    return expr->text;
}

int64_t deval_argument(const DExpr *expr, DRun *run)
{
    if (!run->args_loaded)
        drun_load_args(run);
    return run->args[expr->number];
}

/* ---- keys ------------------------------------------------------------------------ */

static size_t put(char *room, size_t at, const void *bytes, size_t size)
{
    memcpy(room + at, bytes, size);
    return at + size;
}

/* A key's bytes: a number's eight, or the length and the letters. */
static bool put_key(DRun *run, const DExpr *key, char *room, size_t *used, size_t most)
{
    if (key->type.kind == DKIND_NUMBER) {
        int64_t number = dtype_cut(key->type, deval_number(key, run));
        if (*used + 8 > most)
            return false;
        *used = put(room, *used, &number, 8);
        return true;
    }
    DText text = deval_text(key, run);
    if (*used + 4 + text.size > most)
        return false;
    *used = put(room, *used, &text.size, 4);
    if (text.size > 0)
        *used = put(room, *used, text.s, text.size);
    return true;
}

enum { KEY_BYTES_MAX = 8192 };

DStoreKey deval_key(DRun *run, const DExpr *expr, uint32_t owner, bool of_thread,
                    const DExpr *keys)
{
    size_t used = 0;
    if (keys == NULL) /* the commonest: no room of scratch is taken */
        return (DStoreKey){owner, (const char *)&run->thread, of_thread ? 8 : 0};
    char *room = deval_scratch(run, expr, KEY_BYTES_MAX);
    if (room == NULL)
        return (DStoreKey){owner, NULL, 0};
    if (of_thread)
        used = put(room, 0, &run->thread, 8);
    for (; keys != NULL && run->fault == NULL; keys = keys->next)
        if (!put_key(run, keys, room, &used, KEY_BYTES_MAX))
            deval_fault(run, expr, "tuple stack overflow", (int64_t)used);
    if (room + KEY_BYTES_MAX == run->script->scratch + run->scratch_used)
        run->scratch_used -= KEY_BYTES_MAX - ((used + 7) & ~(size_t)7);
    return (DStoreKey){owner, run->fault == NULL ? room : NULL, (uint32_t)used};
}

/* ---- variables ------------------------------------------------------------------- */

static DSlot *slot_of(const DExpr *expr, DRun *run)
{
    return &run->script->slots[expr->variable->slot];
}

int64_t deval_slot_number(const DExpr *expr, DRun *run)
{
    return slot_of(expr, run)->number;
}

DText deval_slot_text(const DExpr *expr, DRun *run)
{
    return slot_of(expr, run)->text;
}

static bool is_stored(const DExpr *expr)
{
    return expr->variable->is_array || expr->variable->scope == DSCOPE_SELF;
}

static DStoreKey key_of(const DExpr *expr, DRun *run)
{
    const DVariable *variable = expr->variable;
    return deval_key(run, expr, variable->id, variable->scope == DSCOPE_SELF, expr->a);
}

int64_t deval_stored_number(const DExpr *expr, DRun *run)
{
    DStoreKey key = key_of(expr, run);
    DStoreEntry *entry =
        key.bytes != NULL ? dstore_find(&run->script->variables_store, key) : NULL;
    int64_t number = 0;
    if (entry != NULL)
        memcpy(&number, dstore_data(entry), 8);
    return number;
}

DText deval_stored_text(const DExpr *expr, DRun *run)
{
    DStoreKey key = key_of(expr, run);
    DStoreEntry *entry =
        key.bytes != NULL ? dstore_find(&run->script->variables_store, key) : NULL;
    if (entry == NULL)
        return (DText){NULL, 0};
    uint32_t size;
    memcpy(&size, dstore_data(entry), 4);
    return (DText){dstore_data(entry) + 4, size};
}

/* ---- assignments ----------------------------------------------------------------- */

/* Zero is as good as nothing, and gives its room back, as in DTrace. */
static void store_number(DRun *run, DStoreKey key, int64_t value)
{
    DStore *store = &run->script->variables_store;
    if (value == 0) {
        DStoreEntry *old = dstore_find(store, key);
        if (old != NULL)
            dstore_remove(store, old);
        return;
    }
    DStoreEntry *entry = dstore_make(store, key, 8);
    if (entry != NULL)
        memcpy(dstore_data(entry), &value, 8);
}

static void set_number(const DExpr *target, DRun *run, int64_t value)
{
    if (!is_stored(target)) {
        if (run->fault == NULL)
            slot_of(target, run)->number = value;
        return;
    }
    DStoreKey key = key_of(target, run);
    if (run->fault == NULL)
        store_number(run, key, value);
}

static uint32_t kept_size(DRun *run, DText text)
{
    uint32_t most = (uint32_t)run->script->options.strsize - 1;
    return text.size < most ? text.size : most;
}

static void set_text(const DExpr *target, DRun *run, DText text)
{
    DStore *store = &run->script->variables_store;
    uint32_t size = kept_size(run, text);
    if (!is_stored(target)) {
        DSlot *slot = slot_of(target, run);
        if (run->fault != NULL)
            return;
        if (size > 0)
            memmove(slot->room, text.s, size);
        slot->text = (DText){text.s != NULL ? slot->room : NULL, size};
        return;
    }
    DStoreKey key = key_of(target, run);
    if (run->fault != NULL)
        return;
    DStoreEntry *entry = text.s != NULL ? NULL : dstore_find(store, key);
    if (entry != NULL)
        dstore_remove(store, entry);
    if (text.s == NULL)
        return;
    entry = dstore_make(store, key, (uint32_t)run->script->options.strsize + 4);
    if (entry != NULL) {
        memmove(dstore_data(entry) + 4, text.s, size);
        memcpy(dstore_data(entry), &size, 4);
    }
}

DText deval_assign_text(const DExpr *expr, DRun *run)
{
    DText text = deval_text(expr->b, run);
    set_text(expr->a, run, text);
    return text;
}

DText deval_assign_null(const DExpr *expr, DRun *run)
{
    set_text(expr->a, run, (DText){NULL, 0});
    return (DText){NULL, 0};
}

/* ---- operators ------------------------------------------------------------------- */

static int64_t divide(DRun *run, const DExpr *expr, bool rest, bool is_unsigned,
                      int64_t a, int64_t b)
{
    if (b == 0) {
        deval_fault(run, expr, "divide-by-zero", 0);
        return 0;
    }
    if (is_unsigned)
        return (int64_t)(rest ? (uint64_t)a % (uint64_t)b : (uint64_t)a / (uint64_t)b);
    if (b == -1) /* the least number by -1 would trap */
        return rest ? 0 : (int64_t)(0 - (uint64_t)a);
    return rest ? a % b : a / b;
}

static inline __attribute__((always_inline)) int64_t
operate(DRun *run, const DExpr *expr, uint32_t sign, bool is_unsigned, int64_t a,
        int64_t b)
{
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    switch (sign) {
    case DSIGN('+'): return (int64_t)(ua + ub);
    case DSIGN('-'): return (int64_t)(ua - ub);
    case DSIGN('*'): return (int64_t)(ua * ub);
    case DSIGN('/'): return divide(run, expr, false, is_unsigned, a, b);
    case DSIGN('%'): return divide(run, expr, true, is_unsigned, a, b);
    case DSIGN('&'): return a & b;
    case DSIGN('|'): return a | b;
    case DSIGN('^'): return a ^ b;
    case DSIGN2('<', '<'): return (int64_t)(ua << (ub & 63));
    case DSIGN2('>', '>'):
        return is_unsigned ? (int64_t)(ua >> (ub & 63)) : a >> (ub & 63);
    case DSIGN2('=', '='): return a == b;
    case DSIGN2('!', '='): return a != b;
    case DSIGN('<'): return is_unsigned ? ua < ub : a < b;
    case DSIGN('>'): return is_unsigned ? ua > ub : a > b;
    case DSIGN2('<', '='): return is_unsigned ? ua <= ub : a <= b;
    default: return is_unsigned ? ua >= ub : a >= b;
    }
}

/* A function for each operator, signed and unsigned, in which `sign` is a constant. */
/* clang-format off */
#define OPERATORS(X) \
    X(add, DSIGN('+')) \
    X(subtract, DSIGN('-')) \
    X(multiply, DSIGN('*')) \
    X(quotient, DSIGN('/')) \
    X(rest, DSIGN('%')) \
    X(bits_and, DSIGN('&')) \
    X(bits_or, DSIGN('|')) \
    X(bits_xor, DSIGN('^')) \
    X(left, DSIGN2('<', '<')) \
    X(right, DSIGN2('>', '>')) \
    X(equal, DSIGN2('=', '=')) \
    X(unequal, DSIGN2('!', '=')) \
    X(less, DSIGN('<')) \
    X(greater, DSIGN('>')) \
    X(at_most, DSIGN2('<', '=')) \
    X(at_least, DSIGN2('>', '='))
/* clang-format on */

#define DEFINE(name, sign)                                                             \
    static int64_t name##_signed(const DExpr *expr, DRun *run)                         \
    {                                                                                  \
        int64_t a = deval_number(expr->a, run);                                        \
        return operate(run, expr, sign, false, a, deval_number(expr->b, run));         \
    }                                                                                  \
    static int64_t name##_unsigned(const DExpr *expr, DRun *run)                       \
    {                                                                                  \
        int64_t a = deval_number(expr->a, run);                                        \
        return operate(run, expr, sign, true, a, deval_number(expr->b, run));          \
    }
OPERATORS(DEFINE)

static const struct {
    uint32_t sign;
    DNumberOf *of[2];
} operators[] = {
#define ROW(name, sign) {sign, {name##_signed, name##_unsigned}},
    OPERATORS(ROW)};

DNumberOf *deval_operator(uint32_t sign, bool is_unsigned)
{
    size_t i = 0;
    while (i + 1 < sizeof operators / sizeof *operators && operators[i].sign != sign)
        i++;
    return operators[i].of[is_unsigned];
}

int64_t deval_assign_number(const DExpr *expr, DRun *run)
{
    int64_t value = deval_number(expr->b, run);
    if (expr->number != 0)
        value = operate(run, expr, (uint32_t)expr->number, expr->type.is_unsigned,
                        deval_number(expr->a, run), value);
    value = dtype_cut(expr->type, value);
    set_number(expr->a, run, value);
    return value;
}

int64_t deval_step(const DExpr *expr, DRun *run)
{
    int64_t old = deval_number(expr->a, run);
    uint64_t step = expr->sign == DSIGN2('+', '+') ? 1 : UINT64_MAX;
    int64_t value = dtype_cut(expr->type, (int64_t)((uint64_t)old + step));
    set_number(expr->a, run, value);
    return expr->number == 1 ? old : value;
}

int64_t deval_compare_null(const DExpr *expr, DRun *run)
{
    bool is_null = deval_text(expr->a, run).s == NULL;
    return is_null == (expr->sign == DSIGN2('=', '='));
}

int64_t deval_compare_texts(const DExpr *expr, DRun *run)
{
    DText a = deval_text(expr->a, run), b = deval_text(expr->b, run);
    if (expr->sign == DSIGN2('=', '='))
        return a.size == b.size && (a.size == 0 || memcmp(a.s, b.s, a.size) == 0);
    return operate(run, expr, expr->sign, false, dtext_compare(a, b), 0);
}

int64_t deval_and(const DExpr *expr, DRun *run)
{
    return deval_is_true(expr->a, run) && deval_is_true(expr->b, run);
}

int64_t deval_or(const DExpr *expr, DRun *run)
{
    return deval_is_true(expr->a, run) || deval_is_true(expr->b, run);
}

int64_t deval_xor(const DExpr *expr, DRun *run)
{
    bool a = deval_is_true(expr->a, run);
    return a != deval_is_true(expr->b, run);
}

int64_t deval_not(const DExpr *expr, DRun *run)
{
    return !deval_is_true(expr->a, run);
}

int64_t deval_negate(const DExpr *expr, DRun *run)
{
    return (int64_t)(0 - (uint64_t)deval_number(expr->a, run));
}

int64_t deval_invert(const DExpr *expr, DRun *run)
{
    return ~deval_number(expr->a, run);
}

int64_t deval_same(const DExpr *expr, DRun *run)
{
    return deval_number(expr->a, run);
}

DText deval_same_text(const DExpr *expr, DRun *run)
{
    return deval_text(expr->a, run);
}

int64_t deval_cast(const DExpr *expr, DRun *run)
{
    return dtype_cut(expr->type, deval_number(expr->a, run));
}

int64_t deval_condition_number(const DExpr *expr, DRun *run)
{
    return deval_number(deval_is_true(expr->a, run) ? expr->b : expr->c, run);
}

DText deval_condition_text(const DExpr *expr, DRun *run)
{
    return deval_text(deval_is_true(expr->a, run) ? expr->b : expr->c, run);
}

/* The value is not wanted. */
static void evaluate(const DExpr *expr, DRun *run)
{
    if (expr->type.kind == DKIND_TEXT || expr->type.kind == DKIND_STACK)
        deval_text(expr, run);
    else
        deval_number(expr, run);
}

int64_t deval_comma_number(const DExpr *expr, DRun *run)
{
    evaluate(expr->a, run);
    return deval_number(expr->b, run);
}

DText deval_comma_text(const DExpr *expr, DRun *run)
{
    evaluate(expr->a, run);
    return deval_text(expr->b, run);
}
