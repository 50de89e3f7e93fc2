/* The functions of D by name, the check of calls, and those of strings. Strings that
 * they make lie in scratch space until the event is over; slices of others need none.
 */
#include "probes/dscript/functions.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

#include "probes/dscript/check.h"
#include "probes/dscript/eval.h"
#include "probes/dscript/format.h"

#define NUMBER(name) static int64_t name(const DExpr *expr, DRun *run)
#define TEXT(name) static DText name(const DExpr *expr, DRun *run)

static const DText null_text = {NULL, 0};

/* The argument of that number, from 0; NULL: it was left out. */
static const DExpr *argument(const DExpr *expr, int index)
{
    const DExpr *found = expr->a;
    while (index-- > 0 && found != NULL)
        found = found->next;
    return found;
}

static DText text_at(const DExpr *expr, DRun *run, int index)
{
    return deval_text(argument(expr, index), run);
}

static int64_t number_at(const DExpr *expr, DRun *run, int index, int64_t otherwise)
{
    const DExpr *given = argument(expr, index);
    return given != NULL ? deval_number(given, run) : otherwise;
}

static uint32_t most_letters(const DRun *run)
{
    return (uint32_t)run->script->options.strsize - 1;
}

/* ---- the program's memory -------------------------------------------------------- */

/* Reads up to a terminator from an address that may be anything: the kernel looks, page
 * by page, so that what is not there is a fault of the script and not of the program.
 */
static DText read_foreign(const DExpr *expr, DRun *run, uint64_t address, uint32_t most)
{
    char *room = deval_scratch(run, expr, most + 1);
    uint32_t size = 0;
    while (room != NULL && size < most) {
        uint32_t step = 256 - (uint32_t)((address + size) & 255);
        step = step < most - size ? step : most - size;
        struct iovec here = {room + size, step},
                     there = {(void *)(uintptr_t)(address + size), step};
        if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != (ssize_t)step) {
            deval_fault(run, expr, "invalid address", (int64_t)address);
            return null_text;
        }
        char *end = memchr(room + size, 0, step);
        if (end != NULL)
            return (DText){room, (uint32_t)(end - room)};
        size += step;
    }
    return (DText){room, size};
}

/* What the markers hand out is there, and is not copied. */
TEXT(copyinstr)
{
    int64_t address = deval_number(expr->a, run);
    int64_t asked = number_at(expr, run, 1, INT32_MAX);
    uint32_t most = most_letters(run);
    if (asked >= 0 && asked < most)
        most = (uint32_t)asked;
    for (int i = 0; i < PROBE_ARGS_MAX && run->args_loaded && address != 0; i++)
        if (run->args[i] == address && run->texts[i] != NULL)
            return (DText){run->texts[i], (uint32_t)strnlen(run->texts[i], most)};
    return read_foreign(expr, run, (uint64_t)address, most);
}

/* ---- making strings -------------------------------------------------------------- */

TEXT(strjoin)
{
    DText a = text_at(expr, run, 0), b = text_at(expr, run, 1);
    uint32_t most = most_letters(run);
    char *room = deval_scratch(run, expr, (size_t)a.size + b.size + 1);
    if (room == NULL)
        return null_text;
    if (a.size > 0)
        memcpy(room, a.s, a.size);
    if (b.size > 0)
        memcpy(room + a.size, b.s, b.size);
    uint32_t size = a.size + b.size;
    return (DText){room, size < most ? size : most};
}

static DText with_letters(const DExpr *expr, DRun *run, int (*letter)(int))
{
    DText text = text_at(expr, run, 0);
    char *room = deval_scratch(run, expr, (size_t)text.size + 1);
    for (uint32_t i = 0; room != NULL && i < text.size; i++) {
        unsigned char c = (unsigned char)text.s[i];
        room[i] = (char)(c < 128 ? letter(c) : c);
    }
    return (DText){room, room != NULL ? text.size : 0};
}

TEXT(to_upper)
{
    return with_letters(expr, run, toupper);
}

TEXT(to_lower)
{
    return with_letters(expr, run, tolower);
}

TEXT(lltostr)
{
    uint64_t value = (uint64_t)number_at(expr, run, 0, 0);
    int64_t base = number_at(expr, run, 1, 10);
    bool negative = base == 10 && (int64_t)value < 0;
    enum { ROOM = 70 };
    char *room = deval_scratch(run, expr, ROOM), *p = room + ROOM;
    if (room == NULL)
        return null_text;
    if (base < 2 || base > 36) {
        deval_fault(run, expr, "illegal operation", base);
        return null_text;
    }
    value = negative ? 0 - value : value;
    do {
        *--p = "0123456789abcdefghijklmnopqrstuvwxyz"[value % (uint64_t)base];
        value /= (uint64_t)base;
    } while (value != 0);
    if (base == 16 || (base == 8 && *p != '0'))
        *--p = base == 16 ? 'x' : '0';
    if (base == 16)
        *--p = '0';
    if (negative)
        *--p = '-';
    return (DText){p, (uint32_t)(room + ROOM - p)};
}

/* ---- parts of strings ------------------------------------------------------------ */

/* As basename(3): without slashes at the end. */
static uint32_t without_slashes(DText text)
{
    while (text.size > 1 && text.s[text.size - 1] == '/')
        text.size--;
    return text.size;
}

TEXT(base_name)
{
    DText text = text_at(expr, run, 0);
    if (text.size == 0)
        return dtext(".");
    uint32_t end = without_slashes(text), begin = end;
    while (begin > 0 && text.s[begin - 1] != '/')
        begin--;
    return begin == end ? dtext("/") : (DText){text.s + begin, end - begin};
}

TEXT(dir_name)
{
    DText text = text_at(expr, run, 0);
    uint32_t end = without_slashes(text);
    while (end > 0 && text.s[end - 1] != '/')
        end--;
    if (end == 0)
        return dtext(".");
    return (DText){text.s, without_slashes((DText){text.s, end})};
}

/* Where `part` first begins in `text` at or behind `from`; -1: nowhere. */
static int64_t find(DText text, DText part, int64_t from)
{
    for (int64_t i = from < 0 ? 0 : from; i + part.size <= text.size; i++)
        if (part.size == 0 || memcmp(text.s + i, part.s, part.size) == 0)
            return i;
    return -1;
}

static int64_t find_last(DText text, DText part, int64_t from)
{
    int64_t last = (int64_t)text.size - part.size;
    for (int64_t i = from < last ? from : last; i >= 0; i--)
        if (part.size == 0 || memcmp(text.s + i, part.s, part.size) == 0)
            return i;
    return -1;
}

NUMBER(index_of)
{
    DText text = text_at(expr, run, 0), part = text_at(expr, run, 1);
    return find(text, part, number_at(expr, run, 2, 0));
}

NUMBER(last_index_of)
{
    DText text = text_at(expr, run, 0), part = text_at(expr, run, 1);
    return find_last(text, part, number_at(expr, run, 2, INT64_MAX));
}

static DText from(DText text, int64_t at)
{
    if (at < 0 || text.s == NULL)
        return null_text;
    return (DText){text.s + at, text.size - (uint32_t)at};
}

TEXT(strstr_of)
{
    DText text = text_at(expr, run, 0);
    return from(text, find(text, text_at(expr, run, 1), 0));
}

static int64_t find_letter(const DExpr *expr, DRun *run, DText text, bool last)
{
    char letter = (char)number_at(expr, run, 1, 0);
    DText part = {&letter, 1};
    return last ? find_last(text, part, INT64_MAX) : find(text, part, 0);
}

TEXT(strchr_of)
{
    DText text = text_at(expr, run, 0);
    return from(text, find_letter(expr, run, text, false));
}

TEXT(strrchr_of)
{
    DText text = text_at(expr, run, 0);
    return from(text, find_letter(expr, run, text, true));
}

/* As Perl's: a place before the end counts from there, a length below 0 leaves that
 * much. */
TEXT(substr)
{
    DText text = text_at(expr, run, 0);
    int64_t size = text.size, begin = number_at(expr, run, 1, 0);
    int64_t length = number_at(expr, run, 2, size);
    if (begin < -size || begin > size)
        return dtext("");
    begin = begin < 0 ? begin + size : begin;
    int64_t end = length < 0              ? size + (length < -size ? -size : length)
                  : length > size - begin ? size
                                          : begin + length;
    if (end <= begin)
        return dtext("");
    return (DText){text.s + begin, (uint32_t)(end - begin)};
}

static bool is_one_of(char letter, DText letters)
{
    return letters.size > 0 && memchr(letters.s, letter, letters.size) != NULL;
}

/* As strtok(3); what is left is the clause's, and lies where the string does. */
TEXT(strtok_of)
{
    const DExpr *given = expr->a;
    DText rest =
        given->type.kind == DKIND_TEXT ? deval_text(given, run) : run->token_rest;
    DText letters = text_at(expr, run, 1);
    while (rest.size > 0 && is_one_of(*rest.s, letters))
        rest = (DText){rest.s + 1, rest.size - 1};
    uint32_t size = 0;
    while (size < rest.size && !is_one_of(rest.s[size], letters))
        size++;
    uint32_t used = size < rest.size ? size + 1 : size;
    run->token_rest = null_text;
    if (size == 0)
        return null_text;
    run->token_rest = (DText){rest.s + used, rest.size - used};
    return (DText){rest.s, size};
}

/* ---- numbers --------------------------------------------------------------------- */

NUMBER(strlen_of)
{
    return text_at(expr, run, 0).size;
}

NUMBER(strtoll_of)
{
    char text[80];
    DText given = text_at(expr, run, 0);
    int64_t base = number_at(expr, run, 1, 10);
    snprintf(text, sizeof text, "%.*s", given.size < 79 ? (int)given.size : 79,
             given.s != NULL ? given.s : "");
    if (base != 0 && (base < 2 || base > 36)) {
        deval_fault(run, expr, "illegal operation", base);
        return 0;
    }
    return strtoll(text, NULL, (int)base);
}

/* xorshift64*: DTrace promises no more than that it differs. */
NUMBER(rand_of)
{
    uint64_t *state = &run->script->random;
    (void)expr;
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (int64_t)((*state * UINT64_C(0x2545f4914f6cdd1d)) >> 33);
}

/* ---- stacks ---------------------------------------------------------------------- */

/* Up to `most` frames of the thread's, in scratch space; *count of them. */
static ProbeFrame *frames_of(const DExpr *expr, DRun *run, size_t most, size_t *count)
{
    ProbeFrame *frames = (void *)deval_scratch(run, expr, most * sizeof *frames);
    *count = 0;
    if (frames != NULL && run->in_vm)
        *count = probe_stack(run->script->consumers, frames, most, true);
    return frames;
}

TEXT(stack)
{
    int64_t asked = number_at(expr, run, 0, (int64_t)run->script->options.ustackframes);
    size_t count, most = asked < 1 ? 1 : asked > 500 ? 500 : (size_t)asked;
    ProbeFrame *frames = frames_of(expr, run, most, &count);
    DFrame *made = (void *)deval_scratch(run, expr, (count + 1) * sizeof *made);
    if (frames == NULL || made == NULL)
        return (DText){"", 0};
    for (size_t i = 0; i < count; i++)
        made[i] = (DFrame){frames[i].code, frames[i].line};
    return (DText){(const char *)made, (uint32_t)(count * sizeof *made)};
}

int64_t dfunction_stack_depth(const DExpr *expr, DRun *run)
{
    size_t count, before = run->scratch_used;
    size_t room = run->script->options.scratchsize - before;
    frames_of(expr, run, room / sizeof(ProbeFrame), &count);
    run->scratch_used = before;
    return (int64_t)count;
}

/* ---- the table ------------------------------------------------------------------- */

#define TEXT_ROW(name, takes, of)                                                      \
    {                                                                                  \
        name, takes, DTYPE_TEXT, NULL, of, false                                       \
    }
#define NUMBER_ROW(name, takes, type, of)                                              \
    {                                                                                  \
        name, takes, type, of, NULL, false                                             \
    }
#define ACTION_ROW(name, takes, of, records)                                           \
    {                                                                                  \
        name, takes, DTYPE_VOID, of, NULL, records                                     \
    }

static const DFunction table[] = {
    TEXT_ROW("basename", "T", base_name),
    TEXT_ROW("copyinstr", "N|N", copyinstr),
    TEXT_ROW("dirname", "T", dir_name),
    NUMBER_ROW("index", "TT|N", DTYPE_INT, index_of),
    TEXT_ROW("lltostr", "N|N", lltostr),
    NUMBER_ROW("rand", "", DTYPE_INT, rand_of),
    NUMBER_ROW("rindex", "TT|N", DTYPE_INT, last_index_of),
    TEXT_ROW("stringof", "T", deval_same_text),
    TEXT_ROW("strchr", "TN", strchr_of),
    TEXT_ROW("strjoin", "TT", strjoin),
    NUMBER_ROW("strlen", "T", DTYPE_ULONG, strlen_of),
    TEXT_ROW("strrchr", "TN", strrchr_of),
    TEXT_ROW("strstr", "TT", strstr_of),
    TEXT_ROW("strtok", "?T", strtok_of),
    NUMBER_ROW("strtoll", "T|N", DTYPE_LONG, strtoll_of),
    TEXT_ROW("substr", "TN|N", substr),
    TEXT_ROW("tolower", "T", to_lower),
    TEXT_ROW("toupper", "T", to_upper),
    {"ustack", "|NN", DTYPE_STACK, NULL, stack, true},
    {"jstack", "|NN", DTYPE_STACK, NULL, stack, true},
    ACTION_ROW("clear", "@", daction_clear, true),
    ACTION_ROW("denormalize", "@", daction_denormalize, true),
    ACTION_ROW("exit", "N", daction_exit, true),
    ACTION_ROW("normalize", "@N", daction_normalize, true),
    ACTION_ROW("print", "?", daction_print, true),
    ACTION_ROW("printa", "...", daction_printa, true),
    ACTION_ROW("printf", "...", daction_printf, true),
    ACTION_ROW("trace", "+", daction_trace, true),
    ACTION_ROW("trunc", "@|N", daction_trunc, true),
};

static const char *name_of(int index)
{
    return index < (int)(sizeof table / sizeof *table) ? table[index].name : NULL;
}

/* Those of DTrace that are not here, and why. */
static const struct {
    const char *names, *hint;
} refused[] = {
    {" stop raise system copyout copyoutstr breakpoint panic chill ftruncate freopen ",
     "What it does would change the program: D scripts here only look."},
    {" stack func sym mod uaddr usym umod ufunc ",
     "ustack() has the Python frames, probefunc and probemod the function."},
    {" speculation speculate commit discard ", "There are no speculations."},
    {" copyin copyinto alloca bcopy tracemem ",
     "copyinstr(ADDRESS) reads a string of the program; nothing else is followed."},
    {" count sum avg min max stddev quantize lquantize llquantize ",
     "Aggregate it: @name[keys] = count();"},
};

static void no_such_function(DChecker *checker, const DExpr *expr)
{
    char hint[100], word[80];
    snprintf(word, sizeof word, " %.60s ", expr->text.s);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strstr(refused[i].names, word) != NULL) {
            dcheck_wrong(checker, expr, refused[i].hint, "%.60s() is not possible here",
                         expr->text.s);
            return;
        }
    const char *near = dsource_nearest(expr->text, name_of);
    snprintf(hint, sizeof hint, "Did you mean %s()?", near != NULL ? near : "");
    dcheck_wrong(checker, expr, near != NULL ? hint : "docs/DSCRIPT.md lists them.",
                 "no function is named %.60s", expr->text.s);
}

/* Is the argument what the letter says? */
static void check_argument(DChecker *checker, const DFunction *function, DExpr *given,
                           char letter)
{
    char who[40];
    snprintf(who, sizeof who, "%s()", function->name);
    if (letter == '@') {
        if (given->kind != DEXPR_AGGREGATION || given->a != NULL)
            dcheck_wrong(checker, given, NULL, "%s wants an aggregation, as @name",
                         who);
        else
            given->aggregation = dcheck_aggregation(checker, given);
        return;
    }
    dcheck_expr(checker, given);
    DKind kind = (DKind)given->type.kind;
    if (letter == 'N' || letter == 'T')
        dcheck_kind(checker, given, letter == 'N' ? DKIND_NUMBER : DKIND_TEXT, who);
    else if (kind == DKIND_VOID || (letter == '?' && kind == DKIND_STACK))
        dcheck_wrong(checker, given, NULL, "%s wants a number or a string", who);
}

static void check_arguments(DChecker *checker, const DFunction *function, DExpr *expr)
{
    const char *letter = function->takes;
    DExpr *given = expr->a;
    bool optional = false;
    for (; *letter != 0; letter++) {
        if (*letter == '|') {
            optional = true;
        } else if (given != NULL) {
            check_argument(checker, function, given, *letter);
            given = given->next;
        } else if (!optional) {
            dcheck_wrong(checker, expr, NULL, "%s() wants more than %d argument%s",
                         function->name, dcheck_count(expr->a),
                         dcheck_count(expr->a) == 1 ? "" : "s");
        }
    }
    if (given != NULL)
        dcheck_wrong(checker, given, NULL, "%s() takes fewer arguments",
                     function->name);
}

void dcheck_call(DChecker *checker, DExpr *expr)
{
    const DFunction *row = table, *end = table + sizeof table / sizeof *table;
    while (row < end && !dtext_is(expr->text, row->name))
        row++;
    if (row == end) {
        no_such_function(checker, expr);
        return;
    }
    expr->function = row;
    expr->type = row->type;
    if (row->text_of != NULL)
        expr->text_of = row->text_of;
    else
        expr->number_of = row->number_of;
    if (strcmp(row->takes, "...") == 0)
        dformat_check(checker, expr);
    else
        check_arguments(checker, row, expr);
    bool statement = checker->statement != NULL && checker->statement->expr == expr;
    if (row->records && row->type.kind == DKIND_VOID && !statement)
        dcheck_wrong(checker, expr, NULL, "%s() is an action: a statement of its own",
                     row->name);
    checker->clause->records |= row->records && statement;
}
