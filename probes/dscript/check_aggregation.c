/* `@name[keys] = function(...)`: what it takes, and the buckets of lquantize() and
 * llquantize(), whose first values are made when the script is read. */
#include "probes/dscript/aggregation.h"
#include "probes/dscript/check.h"

enum { BUCKETS_MAX = 4096 };

/* How many arguments each takes; the last of quantize() and its like is the increment.
 */
static const struct {
    const char *name;
    int least, most;
    DNumberOf *update;
} functions[] = {
    [DAGG_NONE] = {"", 0, 0, NULL},
    [DAGG_COUNT] = {"count", 0, 0, daggregate_count},
    [DAGG_SUM] = {"sum", 1, 1, daggregate_sum},
    [DAGG_AVG] = {"avg", 1, 1, daggregate_avg},
    [DAGG_MIN] = {"min", 1, 1, daggregate_min},
    [DAGG_MAX] = {"max", 1, 1, daggregate_max},
    [DAGG_STDDEV] = {"stddev", 1, 1, daggregate_stddev},
    [DAGG_QUANTIZE] = {"quantize", 1, 2, daggregate_quantize},
    [DAGG_LQUANTIZE] = {"lquantize", 3, 5, daggregate_buckets},
    [DAGG_LLQUANTIZE] = {"llquantize", 5, 6, daggregate_buckets},
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const char *name_of(int index)
{
    return index + 1 < FUNCTIONS ? functions[index + 1].name : NULL;
}

static DAggregation *named(DScript *script, DText name)
{
    DAggregation *found = script->aggregations;
    while (found != NULL && dtext_compare(found->name, name) != 0)
        found = found->next;
    return found;
}

DAggregation *dcheck_aggregation(DChecker *checker, const DExpr *expr)
{
    DScript *script = checker->script;
    DAggregation *found = named(script, expr->text);
    if (found != NULL)
        return found;
    dcheck_wrong(checker, expr, "A clause above must count in it: @name = count();",
                 "nothing is in @%.*s yet", (int)expr->text.size, expr->text.s);
    return darena_take(&script->arena, sizeof *found);
}

static DAggregation *make(DScript *script, const DExpr *expr)
{
    DAggregation *found = named(script, expr->text), **last = &script->aggregations;
    if (found != NULL)
        return found;
    found = darena_take(&script->arena, sizeof *found);
    found->name = expr->text;
    found->at = expr->at;
    found->divisor = 1;
    found->id = ++script->aggregation_count;
    while (*last != NULL)
        last = &(*last)->next;
    *last = found;
    return found;
}

/* ---- buckets --------------------------------------------------------------------- */

/* The bounds of base, base + step, ..., limit. */
static int64_t *linear_bounds(DScript *script, DAggregation *a)
{
    int64_t base = a->parameters[0], step = a->parameters[2];
    uint32_t levels = (uint32_t)((a->parameters[1] - base) / step);
    int64_t *bounds = darena_take(&script->arena, (levels + 1) * sizeof *bounds);
    for (uint32_t i = 0; bounds != NULL && !script->arena.failed && i <= levels; i++)
        bounds[i] = base + (int64_t)i * step;
    a->bound_count = levels + 1;
    return bounds;
}

/* Each power of the factor in so many steps; those that would be below the power before
 * are its own. */
static int64_t *log_linear_bounds(DScript *script, DAggregation *a)
{
    int64_t factor = a->parameters[0], steps = a->parameters[3], power = 1;
    uint32_t count = 0;
    int64_t *bounds = darena_take(&script->arena, BUCKETS_MAX * sizeof *bounds);
    for (int64_t i = 0; i < a->parameters[1]; i++)
        power *= factor;
    for (int64_t order = a->parameters[1]; order <= a->parameters[2]; order++) {
        int64_t next = power * factor;
        int64_t width = next / (next > steps ? steps : next);
        for (int64_t value = power; value < next && count < BUCKETS_MAX - 1;
             value += width)
            if (bounds != NULL && !script->arena.failed)
                bounds[count++] = value;
        power = next;
    }
    if (bounds != NULL && !script->arena.failed)
        bounds[count++] = power;
    a->bound_count = count;
    return bounds;
}

static const char *wrong_linear(const int64_t *p)
{
    if (p[2] < 1)
        return "the step must be above 0";
    if (p[1] <= p[0] || p[1] - p[0] < p[2])
        return "the limit must be a step above the base";
    return (p[1] - p[0]) / p[2] > BUCKETS_MAX ? "there are more than 4096 steps" : NULL;
}

static const char *wrong_log_linear(const int64_t *p)
{
    int64_t power = 1;
    if (p[0] < 2 || p[1] < 0 || p[2] < p[1] || p[2] > 63)
        return "factor, low and high must be as in llquantize(x, 10, 0, 6, 20)";
    if (p[3] < p[0] || p[3] % p[0] != 0 || p[3] > 1000)
        return "the steps must be a multiple of the factor";
    for (int64_t i = 0; i <= p[2]; i++)
        if (__builtin_mul_overflow(power, p[0], &power))
            return "the highest power is more than 64 bits have";
    return NULL;
}

/* The numbers behind the value, which must stand there; *increment what follows them.
 */
static void read_parameters(DChecker *checker, DExpr *call, int64_t *parameters,
                            int count, DExpr **increment)
{
    DExpr *given = call->a->next;
    for (int i = 0; i < count && given != NULL; i++, given = given->next) {
        const DExpr *number = given;
        bool negative = given->kind == DEXPR_UNARY && given->sign == DSIGN('-');
        if (negative)
            number = given->a;
        if (number->kind != DEXPR_NUMBER)
            dcheck_wrong(checker, given, NULL, "a number must stand here");
        parameters[i] = negative ? -number->number : number->number;
    }
    *increment = given;
}

static void check_buckets(DChecker *checker, DExpr *call, DAggregation *a, bool fresh)
{
    bool linear = a->function == DAGG_LQUANTIZE;
    int64_t p[4] = {0, 0, 1, 0};
    DExpr *increment;
    read_parameters(checker, call, p, linear ? 3 : 4, &increment);
    call->b = increment;
    const char *wrong = linear ? wrong_linear(p) : wrong_log_linear(p);
    if (wrong != NULL)
        dcheck_wrong(checker, call, NULL, "%s", wrong);
    else if (!fresh && memcmp(p, a->parameters, sizeof p) != 0)
        dcheck_wrong(checker, call, NULL, "@%.*s has other buckets elsewhere",
                     (int)a->name.size, a->name.s);
    if (wrong != NULL || !fresh)
        return;
    memcpy(a->parameters, p, sizeof p);
    a->bounds = linear ? linear_bounds(checker->script, a)
                       : log_linear_bounds(checker->script, a);
}

/* ---- the statement --------------------------------------------------------------- */

static void check_keys(DChecker *checker, const DExpr *target, DAggregation *a,
                       bool fresh)
{
    int count = dcheck_count(target->a), i = 0;
    dcheck_list(checker, target->a);
    if (count > DKEYS_MAX)
        dcheck_wrong(checker, target, NULL, "more than %d keys", DKEYS_MAX);
    for (DExpr *key = target->a; fresh && key != NULL && i < DKEYS_MAX;
         key = key->next) {
        if (key->type.kind == DKIND_VOID)
            dcheck_wrong(checker, key, NULL, "a key wants a value");
        a->keys[i++] = key->type;
        a->key_count = i;
    }
    if (count != a->key_count) {
        dcheck_wrong(checker, target, NULL, "@%.*s has %d keys elsewhere, and %d here",
                     (int)a->name.size, a->name.s, a->key_count, count);
        return;
    }
    i = 0;
    for (DExpr *key = target->a; key != NULL; key = key->next, i++)
        dcheck_kind(checker, key, (DKind)a->keys[i].kind, "this key");
}

static DAggregate function_of(DChecker *checker, const DExpr *call)
{
    for (int i = 1; call->kind == DEXPR_CALL && i < FUNCTIONS; i++)
        if (dtext_is(call->text, functions[i].name))
            return (DAggregate)i;
    const char *near =
        call->kind == DEXPR_CALL ? dsource_nearest(call->text, name_of) : NULL;
    dcheck_wrong(checker, call,
                 near != NULL
                     ? near
                     : "There are count, sum, avg, min, max, stddev, quantize, "
                       "lquantize, llquantize.",
                 near != NULL ? "this is no aggregating function; did you mean:"
                              : "an aggregation wants an aggregating function");
    return DAGG_NONE;
}

static void check_values(DChecker *checker, DExpr *call, DAggregate function)
{
    int count = dcheck_count(call->a), most = functions[function].most;
    dcheck_list(checker, call->a);
    for (DExpr *given = call->a; given != NULL; given = given->next)
        dcheck_kind(checker, given, DKIND_NUMBER, functions[function].name);
    if (count < functions[function].least || count > most)
        dcheck_wrong(checker, call, NULL, "%s() takes %d argument%s",
                     functions[function].name, functions[function].least,
                     functions[function].least == 1 ? "" : "s");
}

void dcheck_aggregate(DChecker *checker, DExpr *expr)
{
    DExpr *target = expr->a, *call = expr->b;
    if (expr->sign != DSIGN('='))
        dcheck_wrong(checker, expr, "@name = sum(VALUE) adds up.",
                     "an aggregation is only assigned to, by `='");
    DAggregate function = function_of(checker, call);
    if (function == DAGG_NONE)
        return;
    DAggregation *a = make(checker->script, target);
    bool fresh = a->function == DAGG_NONE;
    if (!fresh && a->function != function)
        dcheck_wrong(checker, call, NULL, "@%.*s is %s() elsewhere", (int)a->name.size,
                     a->name.s, functions[a->function].name);
    a->function = function;
    check_keys(checker, target, a, fresh);
    check_values(checker, call, function);
    if (checker->script->sources.failed)
        return;
    if (function == DAGG_LQUANTIZE || function == DAGG_LLQUANTIZE)
        check_buckets(checker, call, a, fresh);
    else if (function == DAGG_QUANTIZE)
        call->b = call->a->next; /* the increment */
    expr->aggregation = a;
    expr->type = DTYPE_VOID;
    expr->number_of = functions[function].update;
}
