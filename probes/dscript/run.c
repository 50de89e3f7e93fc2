/* An event comes: its clauses run in their order, as far as their predicates are true.
 *
 * Clauses run one at a time: events have the vm's lock, and where timers fire in a
 * thread of their own, script->lock besides. What a clause printed before a fault is
 * taken back, as in DTrace; what it assigned or counted stays. */
#include "probes/dscript/run.h"

#include <sched.h>
#include <stdio.h>

#include "probes/dscript/descriptions.h"
#include "probes/dscript/eval.h"
#include "probes/dscript/print.h"

/* ---- before the first event ------------------------------------------------------ */

static bool enables(const DDescription *d, int probe)
{
    return (d->probes & DPROBE_BIT(probe)) != 0;
}

/* Fills script->enablings, in the order of the clauses. */
static bool choose_clauses(DScript *script)
{
    uint32_t id = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; pass == 1 && i < DPROBES_MAX; i++) {
            DEnablings *of = &script->enablings[i];
            size_t size = (size_t)of->count * sizeof *of->list;
            of->list = of->count > 0 ? darena_take(&script->arena, size) : NULL;
            of->count = 0;
        }
        if (script->arena.failed)
            return false;
        for (DClause *c = script->clauses; c != NULL; c = c->next)
            for (DDescription *d = c->descriptions; d != NULL; d = d->next)
                for (int i = 0; i < DPROBES_MAX; i++)
                    if (enables(d, i)) {
                        DEnablings *of = &script->enablings[i];
                        if (pass == 1)
                            of->list[of->count] = (DEnabling){c, d, ++id};
                        of->count++;
                    }
    }
    return true;
}

static void *take(DScript *script, size_t size)
{
    const ProbeHost *host = script->consumers->host;
    return host->allocate(host->vm, size);
}

/* Rooms for the texts of global and this-> variables. */
static bool take_slots(DScript *script)
{
    size_t count = script->slot_count;
    script->slots = darena_take(&script->arena, (count + 1) * sizeof(DSlot));
    script->slot_is_this = darena_take(&script->arena, count + 1);
    if (script->arena.failed)
        return false;
    for (DVariable *v = script->variables; v != NULL; v = v->next) {
        script->slot_is_this[v->slot] = v->scope == DSCOPE_THIS;
        script->has_this |= v->scope == DSCOPE_THIS;
        if (v->type.kind == DKIND_TEXT && !v->is_array && v->scope != DSCOPE_SELF)
            script->slots[v->slot].room =
                darena_take(&script->arena, script->options.strsize);
    }
    return !script->arena.failed;
}

bool drun_prepare(DScript *script)
{
    const DOptions *o = &script->options;
    char *variables = take(script, o->dynvarsize);
    char *aggregations = take(script, o->aggsize);
    script->variables_store.room = variables; /* so that they are given back */
    script->aggregations_store.room = aggregations;
    script->sorted = take(script, dstore_capacity(o->aggsize) * sizeof(DStoreEntry *));
    script->scratch = take(script, o->scratchsize);
    script->output.room = take(script, o->bufsize);
    script->output.size = o->bufsize;
    if (!variables || !aggregations || !script->sorted || !script->scratch ||
        !script->output.room)
        return false;
    dstore_init(&script->variables_store, variables, o->dynvarsize);
    dstore_init(&script->aggregations_store, aggregations, o->aggsize);
    script->run.script = script;
    return choose_clauses(script) && take_slots(script);
}

void drun_release(DScript *script)
{
    const ProbeHost *host = script->consumers->host;
    void *const rooms[] = {script->variables_store.room,
                           script->aggregations_store.room, script->sorted,
                           script->scratch, script->output.room};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        if (rooms[i] != NULL)
            host->release(host->vm, rooms[i]);
}

/* ---- faults ---------------------------------------------------------------------- */

enum { FAULTS_TOLD = 10 }; /* of each clause; then they are counted */

static void tell_fault(DRun *run)
{
    DScript *script = run->script;
    DText name = dprobe_name(script, run->probe);
    DPlace place = dsource_place(&script->sources, run->fault_at);
    char where[40], value[40] = "";
    if (run->action == 0)
        snprintf(where, sizeof where, "predicate");
    else
        snprintf(where, sizeof where, "action #%d", run->action);
    if (strcmp(run->fault, "invalid address") == 0)
        snprintf(value, sizeof value, " (0x%llx)",
                 (unsigned long long)run->fault_value);
    if (run->enabling->clause->faults++ >= FAULTS_TOLD) {
        script->faults_untold++;
        return;
    }
    dsource_tell(
        &script->sources,
        "error on enabled probe ID %u (ID %d: %s:::%.*s): %s%s in %s at "
        "%.200s:%d:%d",
        run->enabling->id, dprobe_id(run->probe), dprobe_provider(script, run->probe),
        (int)name.size, name.s, run->fault, value, where,
        place.source != NULL ? place.source->name : "?", place.line, place.column);
}

static int fault_number(const char *fault)
{
    static const char *const faults[] = {
        "invalid address",      "", "", "divide-by-zero",
        "out of scratch space", "", "", "tuple stack overflow"};
    int i = 0;
    while (i < 7 && strcmp(faults[i], fault) != 0)
        i++;
    return i + 1;
}

static void run_clauses(DRun *run);

/* The clauses of ERROR see what happened; a fault in one of those is told, and no more.
 */
static void fire_error(DRun *run)
{
    DScript *script = run->script;
    DRun inner = *run;
    if (run->probe == DPROBE_ERROR || script->enablings[DPROBE_ERROR].count == 0)
        return;
    inner.event = NULL;
    drun_load_args(&inner);
    inner.args[1] = run->enabling->id;
    inner.args[2] = run->action;
    inner.args[3] = -1;
    inner.args[4] = fault_number(run->fault);
    inner.args[5] = run->fault_value;
    inner.probe = DPROBE_ERROR;
    inner.fault = NULL;
    run_clauses(&inner);
}

/* ---- clauses --------------------------------------------------------------------- */

static void run_statements(DRun *run, const DStatement *statement)
{
    for (; statement != NULL && run->fault == NULL; statement = statement->next) {
        const DExpr *expr = statement->expr;
        run->action = statement->action;
        if (statement->is_if)
            run_statements(run,
                           deval_is_true(expr, run) ? statement->yes : statement->no);
        else if (expr->type.kind == DKIND_STACK)
            dprint_stack(run->script, deval_text(expr, run));
        else if (expr->type.kind == DKIND_TEXT)
            deval_text(expr, run);
        else
            deval_number(expr, run);
    }
}

/* The statements, or the default action: the line that says that the probe fired. */
static void run_body(DRun *run, const DClause *clause)
{
    DOutput *output = &run->script->output;
    size_t before = output->used;
    uint64_t since = output->since;
    bool line = clause->records && run->script->options.quiet == 0;
    if (line)
        dprint_head(run);
    run_statements(run, clause->body);
    if (line)
        doutput_bytes(output, "\n", 1);
    if (run->fault != NULL && output->used >= before && output->since == since)
        output->used = before; /* unless it has been written in between */
}

static void run_clause(DRun *run, const DEnabling *enabling)
{
    DClause *clause = enabling->clause;
    run->enabling = enabling;
    run->action = 0;
    run->fault = NULL;
    if (clause->predicate == NULL || deval_is_true(clause->predicate, run))
        if (run->fault == NULL)
            run_body(run, clause);
    if (run->fault != NULL) {
        tell_fault(run);
        fire_error(run);
    }
}

static void run_clauses(DRun *run)
{
    DScript *script = run->script;
    const DEnablings *of = &script->enablings[run->probe];
    for (int i = 0; i < of->count; i++) {
        const DEnabling *enabling = &of->list[i];
        if (enabling->description->has_place &&
            !ddescription_matches(enabling->description, run->event))
            continue;
        run_clause(run, enabling);
        run->scratch_used = 0;
        if (script->exited && run->probe != DPROBE_END)
            return;
    }
}

/* ---- events ---------------------------------------------------------------------- */

void drun_load_args(DRun *run)
{
    const ProbeEvent *event = run->event;
    run->args_loaded = true;
    memset(run->args, 0, sizeof run->args);
    memset(run->texts, 0, sizeof run->texts);
    if (event == NULL)
        return;
    ProbeValue values[PROBE_ARGS_MAX];
    probe_event_args(event, values);
    const ProbeKind *probe = &probe_kinds[event->kind];
    for (int i = 0; i < probe->count; i++) {
        run->args[i] = values[i].number;
        if (probe->args[i].type == PROBE_TYPED_STR)
            run->texts[i] = values[i].text;
    }
}

static void forget_this(DScript *script)
{
    for (uint32_t i = 0; i < script->slot_count; i++)
        if (script->slot_is_this[i]) {
            script->slots[i].number = 0;
            script->slots[i].text = (DText){NULL, 0};
        }
}

/* Output waits for others, but not for long. */
static void flush_in_time(DScript *script)
{
    DOutput *output = &script->output;
    if (output->used == 0)
        return;
    uint64_t now = probe_now();
    if (output->since == 0)
        output->since = now;
    if (now - output->since >= script->options.switchrate ||
        script->options.switchrate <= 1000)
        doutput_flush(output);
}

void drun_fire(DScript *script, int probe, const ProbeEvent *event)
{
    DRun *run = &script->run;
    run->event = event;
    run->probe = probe;
    run->thread = event != NULL ? event->thread : (uint64_t)pthread_self();
    run->timestamp = run->vtimestamp = run->walltimestamp = 0;
    run->scratch_used = 0;
    run->token_rest = (DText){NULL, 0};
    run->args_loaded = false;
    run->in_vm = event != NULL || (probe >= DPROBE_TIMER &&
                                   script->timers[probe - DPROBE_TIMER].is_profile);
    if (script->has_this)
        forget_this(script);
    run_clauses(run);
    flush_in_time(script);
}

uint64_t drun_timestamp(DRun *run)
{
    if (run->timestamp == 0)
        run->timestamp = probe_now();
    return run->timestamp;
}

/* ---- the end --------------------------------------------------------------------- */

static void tell_drops(DScript *script)
{
    unsigned long long dynamic = script->variables_store.drops,
                       aggregation = script->aggregations_store.drops,
                       untold = script->faults_untold;
    if (dynamic > 0)
        dsource_tell(&script->sources,
                     "%llu dynamic variable drop%s (#pragma D option dynvarsize=%lluk "
                     "gives twice the room)",
                     dynamic, dynamic == 1 ? "" : "s",
                     (unsigned long long)script->options.dynvarsize >> 9);
    if (aggregation > 0)
        dsource_tell(&script->sources,
                     "%llu aggregation drop%s (#pragma D option aggsize=%lluk gives "
                     "twice the room)",
                     aggregation, aggregation == 1 ? "" : "s",
                     (unsigned long long)script->options.aggsize >> 9);
    if (untold > 0)
        dsource_tell(&script->sources, "%llu more error%s on enabled probes", untold,
                     untold == 1 ? "" : "s");
}

/* A place that was asked for, and no code of the program had. */
static void tell_unmatched(DScript *script)
{
    for (DClause *c = script->clauses; c != NULL; c = c->next)
        for (DDescription *d = c->descriptions; d != NULL; d = d->next) {
            DPlace place = dsource_place(&script->sources, d->at);
            if (d->has_place && !d->matched && script->options.zdefs == 0)
                dsource_tell(&script->sources,
                             "%.200s:%d: %.*s:%.*s matched no function of the program",
                             place.source != NULL ? place.source->name : "?",
                             place.line, (int)d->module.size, d->module.s,
                             (int)d->function.size, d->function.s);
        }
}

void drun_finish(DScript *script)
{
    if (script->finished)
        return;
    script->exited = script->finished = true;
    drun_fire(script, DPROBE_END, NULL);
    doutput_bytes(&script->output, "\n", 1);
    dprint_aggregations(script, true);
    doutput_flush(&script->output);
    tell_drops(script);
    tell_unmatched(script);
}
