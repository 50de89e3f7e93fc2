/* Lines and values in DTrace's widths: a number has 3, 5, 8 or 16 columns by its size,
 * a string that is traced 33, one that is a key 50. */
#include "probes/dscript/print.h"

#include <sched.h>
#include <stdio.h>
#include <time.h>

#include "probes/dscript/descriptions.h"
#include "probes/dscript/eval.h"
#include "probes/dscript/functions.h"

/* In which direction a probe goes, by its name: -> and <- of flowindent. */
static int flow_of(DText name)
{
    static const struct {
        const char *end;
        int flow;
    } ends[] = {{"entry", 1}, {"-start", 1}, {"return", -1}, {"-done", -1}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t size = strlen(ends[i].end);
        if (name.size >= size &&
            memcmp(name.s + name.size - size, ends[i].end, size) == 0)
            return ends[i].flow;
    }
    return 0;
}

static void put_flow(DRun *run, DText function, DText name)
{
    DScript *script = run->script;
    int flow = flow_of(name);
    if (flow < 0 && script->flow_depth > 0)
        script->flow_depth--;
    char text[300];
    snprintf(text, sizeof text, "%*s%s %.*s%s%.*s", script->flow_depth * 2 % 200, "",
             flow > 0   ? "->"
             : flow < 0 ? "<-"
                        : " |",
             (int)function.size, function.s, flow != 0 ? "" : ":",
             flow != 0 ? 0 : (int)name.size, name.s);
    script->flow_depth += flow > 0;
    doutput_format(&script->output, "%3d %-41s ", sched_getcpu(), text);
}

void dprint_head(DRun *run)
{
    DScript *script = run->script;
    DOutput *output = &script->output;
    bool flow = script->options.flowindent != 0;
    const ProbeCode *code = run->event != NULL ? run->event->code : NULL;
    DText name = dprobe_name(script, run->probe);
    DText function = dtext(code != NULL ? code->qualname : "");
    char text[300];
    if (!script->heading && flow)
        doutput_format(output, "%3s %-41s\n", "CPU", "FUNCTION");
    else if (!script->heading)
        doutput_format(output, "%3s %6s %32s\n", "CPU", "ID", "FUNCTION:NAME");
    script->heading = true;
    if (flow) {
        put_flow(run, function, name);
        return;
    }
    snprintf(text, sizeof text, "%.*s:%.*s", (int)function.size, function.s,
             (int)name.size, name.s);
    doutput_format(output, "%3d %6d %32s ", sched_getcpu(), dprobe_id(run->probe),
                   text);
}

void dprint_stack(DScript *script, DText stack)
{
    size_t count = stack.size / sizeof(DFrame);
    doutput_bytes(&script->output, "\n", 1);
    for (size_t i = 0; i < count; i++) {
        DFrame frame;
        memcpy(&frame, stack.s + i * sizeof frame, sizeof frame);
        doutput_repeat(&script->output, ' ', script->options.stackindent);
        doutput_format(&script->output, "[ %s:%lld (%s) ]\n", frame.code->filename,
                       (long long)frame.line, frame.code->qualname);
    }
}

void dprint_number(DScript *script, DType type, int64_t value, bool quiet)
{
    long long number = dtype_cut(type, value);
    int width = type.size == 8 ? 16 : type.size == 4 ? 8 : type.size == 2 ? 5 : 3;
    if (quiet)
        doutput_format(&script->output, "%lld", number);
    else
        doutput_format(&script->output, " %*lld", width, number);
}

void dprint_text(DScript *script, DText text, int width)
{
    doutput_bytes(&script->output, "  ", 2);
    doutput_text(&script->output, text);
    if ((int)text.size < width)
        doutput_repeat(&script->output, ' ', (size_t)width - text.size);
}

void dprint_time(char *room, int64_t nanoseconds)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t seconds = (time_t)(nanoseconds / 1000000000);
    struct tm when;
    if (localtime_r(&seconds, &when) == NULL)
        memset(&when, 0, sizeof when);
    snprintf(room, 40, "%d %.3s %2d %02d:%02d:%02d", (when.tm_year + 1900) % 100000,
             months + when.tm_mon % 12 * 3, when.tm_mday % 100, when.tm_hour % 100,
             when.tm_min % 100, when.tm_sec % 100);
}

/* ---- trace() and print() --------------------------------------------------------- */

int64_t daction_trace(const DExpr *expr, DRun *run)
{
    DScript *script = run->script;
    const DExpr *given = expr->a;
    bool quiet = script->options.quiet != 0;
    if (given->type.kind == DKIND_NUMBER) {
        int64_t value = deval_number(given, run);
        if (run->fault == NULL)
            dprint_number(script, given->type, value, quiet);
        return 0;
    }
    DText text = deval_text(given, run);
    if (run->fault != NULL)
        return 0;
    if (given->type.kind == DKIND_STACK)
        dprint_stack(script, text);
    else if (quiet)
        doutput_text(&script->output, text);
    else
        dprint_text(script, text, 33);
    return 0;
}

/* The type's name and the value, as DTrace's print() has it. */
int64_t daction_print(const DExpr *expr, DRun *run)
{
    static const char *const names[2][9] = {
        {"", "int8_t", "int16_t", "", "int32_t", "", "", "", "int64_t"},
        {"", "uint8_t", "uint16_t", "", "uint32_t", "", "", "", "uint64_t"}};
    const DExpr *given = expr->a;
    DType type = given->type;
    if (type.kind == DKIND_NUMBER) {
        int64_t value = dtype_cut(type, deval_number(given, run));
        uint64_t shown = type.size == 8
                             ? (uint64_t)value
                             : (uint64_t)value & ((UINT64_C(1) << type.size * 8) - 1);
        doutput_format(&run->script->output, "%s 0x%llx\n",
                       names[type.is_unsigned][type.size], (unsigned long long)shown);
        return 0;
    }
    DText text = deval_text(given, run);
    doutput_format(&run->script->output, "string \"%.*s\"\n", (int)text.size,
                   text.s != NULL ? text.s : "");
    return 0;
}
