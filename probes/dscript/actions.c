/* Actions on aggregations, and exit(). */
#include "probes/dscript/eval.h"
#include "probes/dscript/format.h"
#include "probes/dscript/functions.h"
#include "probes/dscript/print.h"

int64_t daction_exit(const DExpr *expr, DRun *run)
{
    deval_number(expr->a, run); /* the program's own status is kept */
    if (run->fault == NULL)
        run->script->exited = true;
    return 0;
}

int64_t daction_printa(const DExpr *expr, DRun *run)
{
    DAggregation *list[DJOINED_MAX];
    int count = 0;
    for (const DExpr *given = expr->a; given != NULL; given = given->next)
        if (given->kind == DEXPR_AGGREGATION && count < DJOINED_MAX)
            list[count++] = given->aggregation;
    if (expr->format == NULL)
        doutput_bytes(&run->script->output, "\n", 1);
    dprint_joined(run->script, list, count, expr->format);
    return 0;
}

int64_t daction_clear(const DExpr *expr, DRun *run)
{
    DScript *script = run->script;
    const DAggregation *a = expr->a->aggregation;
    int64_t none = a->function == DAGG_MIN   ? INT64_MAX
                   : a->function == DAGG_MAX ? INT64_MIN
                                             : 0;
    size_t count = dstore_list(&script->aggregations_store, a->id, script->sorted);
    for (size_t i = 0; i < count; i++) {
        memset(dstore_data(script->sorted[i]), 0, script->sorted[i]->data_size);
        memcpy(dstore_data(script->sorted[i]), &none, sizeof none);
    }
    return 0;
}

/* Keeps the greatest N, or with -N the least; without a number nothing. */
int64_t daction_trunc(const DExpr *expr, DRun *run)
{
    DScript *script = run->script;
    DAggregation *a = expr->a->aggregation;
    int64_t kept = expr->a->next != NULL ? deval_number(expr->a->next, run) : 0;
    if (run->fault != NULL)
        return 0;
    size_t count = dprint_sorted(script, a, true);
    uint64_t most = kept < 0 ? 0 - (uint64_t)kept : (uint64_t)kept;
    for (size_t i = 0; i < count; i++) {
        size_t place = kept < 0 ? i : count - 1 - i;
        if (place >= most)
            dstore_remove(&script->aggregations_store, script->sorted[i]);
    }
    return 0;
}

int64_t daction_normalize(const DExpr *expr, DRun *run)
{
    int64_t divisor = deval_number(expr->a->next, run);
    if (divisor < 1)
        deval_fault(run, expr, "divide-by-zero", divisor);
    else
        expr->a->aggregation->divisor = divisor;
    return 0;
}

int64_t daction_denormalize(const DExpr *expr, DRun *run)
{
    (void)run;
    expr->a->aggregation->divisor = 1;
    return 0;
}
