/* Conversions as D has them: a number's size is known, so %d prints any; %s wants a
 * string; %Y a time; %p and %x a number. Longer widths than a terminal has are cut. */
#include "probes/dscript/format.h"

#include <ctype.h>
#include <stdio.h>

#include "probes/dscript/eval.h"
#include "probes/dscript/functions.h"
#include "probes/dscript/print.h"

enum { WIDTH_MAX = 500 };

/* ---- reading --------------------------------------------------------------------- */

typedef struct Reader {
    DChecker *checker;
    const DExpr *string;
    DText text;
    uint32_t at;
} Reader;

static char next_letter(const Reader *r)
{
    return r->at < r->text.size ? r->text.s[r->at] : 0;
}

static int read_digits(Reader *r)
{
    int number = 0;
    for (; isdigit((unsigned char)next_letter(r)); r->at++)
        number = number < WIDTH_MAX ? number * 10 + (next_letter(r) - '0') : WIDTH_MAX;
    return number < WIDTH_MAX ? number : WIDTH_MAX;
}

static void read_flags(Reader *r, DPiece *piece)
{
    for (;; r->at++) {
        switch (next_letter(r)) {
        case '-': piece->left = true; break;
        case '0': piece->zero = true; break;
        case '+': piece->plus = true; break;
        case ' ': piece->space = true; break;
        case '#': piece->sharp = true; break;
        case '\'': break;
        case '@': piece->is_aggregate = true; break;
        default: return;
        }
    }
}

static void read_conversion(Reader *r, DPiece *piece)
{
    piece->precision = -1;
    r->at++;
    read_flags(r, piece);
    piece->star_width = next_letter(r) == '*';
    r->at += piece->star_width;
    piece->width = read_digits(r);
    if (next_letter(r) == '.') {
        r->at++;
        piece->star_precision = next_letter(r) == '*';
        r->at += piece->star_precision;
        piece->precision = read_digits(r);
    }
    if (next_letter(r) == '@') { /* %16@d */
        piece->is_aggregate = true;
        r->at++;
    }
    while (next_letter(r) != 0 && strchr("hlLjztw", next_letter(r)) != NULL)
        r->at++;
    piece->letter = next_letter(r);
    r->at++;
    if (piece->letter != 0 && strchr("diuxXopscCSYaAk%", piece->letter) != NULL)
        return;
    static const char known[] =
        "There are %d %i %u %x %o %p %c %s %S %Y %k, and %@d in printa().";
    if (piece->letter != 0)
        dcheck_wrong(r->checker, r->string, known, "no conversion is %%%c",
                     piece->letter);
    else
        dcheck_wrong(r->checker, r->string, known, "a %% has no letter");
}

/* The pieces of a format. */
static DFormat *read_format(DChecker *checker, const DExpr *string)
{
    DArena *arena = &checker->script->arena;
    DFormat *format = darena_take(arena, sizeof *format);
    DPiece **last = &format->first;
    Reader r = {checker, string, string->text, 0};
    while (r.at < r.text.size && !arena->failed && !checker->script->sources.failed) {
        DPiece *piece = darena_take(arena, sizeof *piece);
        uint32_t begin = r.at;
        if (next_letter(&r) == '%') {
            read_conversion(&r, piece);
            if (piece->letter == '%')
                *piece = (DPiece){.text = dtext("%")};
        } else {
            while (r.at < r.text.size && next_letter(&r) != '%')
                r.at++;
            piece->text = (DText){r.text.s + begin, r.at - begin};
        }
        *last = piece;
        last = &piece->next;
    }
    return format;
}

/* ---- checking -------------------------------------------------------------------- */

/* Does a value of that type fit? Tells it at `at`. */
static void check_fits(DChecker *checker, const DExpr *at, const DPiece *piece,
                       DType type)
{
    DKind wanted = strchr("sSC", piece->letter) != NULL ? DKIND_TEXT : DKIND_NUMBER;
    if (piece->letter == 'k')
        wanted = DKIND_STACK;
    if (piece->letter == 'C' && type.kind == DKIND_NUMBER)
        wanted = DKIND_NUMBER;
    if (type.kind == wanted)
        return;
    bool address = wanted == DKIND_TEXT && type.kind == DKIND_NUMBER;
    dcheck_wrong(checker, at,
                 address ? "copyinstr(arg0) is the string that lies at an address."
                         : NULL,
                 "%%%c wants %s, and this is %s", piece->letter,
                 dcheck_kind_name(wanted), dcheck_kind_name((DKind)type.kind));
}

/* The argument that is next, checked for `*`; NULL when there is none, which is told.
 */
static DExpr *want_argument(DChecker *checker, const DExpr *call, DExpr *given)
{
    if (given == NULL)
        dcheck_wrong(checker, call, NULL,
                     "the format wants more arguments than there are");
    return given;
}

static void check_printf(DChecker *checker, DExpr *call, DExpr *given)
{
    dcheck_list(checker, given);
    for (DPiece *p = call->format->first; p != NULL; p = p->next) {
        for (int star = p->star_width + p->star_precision; star > 0; star--)
            if ((given = want_argument(checker, call, given)) != NULL) {
                dcheck_kind(checker, given, DKIND_NUMBER, "`*'");
                given = given->next;
            }
        if (p->letter == 0)
            continue;
        if (p->is_aggregate)
            dcheck_wrong(checker, call, "printa() prints aggregations.",
                         "%%@ is for printa()");
        if ((given = want_argument(checker, call, given)) == NULL)
            return;
        check_fits(checker, given, p, given->type);
        given = given->next;
    }
    if (given != NULL)
        dcheck_wrong(checker, given, NULL, "the format has no conversion for this");
}

/* The aggregations of printa(), which must have the same keys; NULL if there is none.
 */
static const DAggregation *check_joined(DChecker *checker, DExpr *call, DExpr *given)
{
    const DAggregation *first = NULL;
    if (dcheck_count(given) > DJOINED_MAX)
        dcheck_wrong(checker, call, NULL, "more than %d aggregations", DJOINED_MAX);
    for (; given != NULL; given = given->next) {
        if (given->kind != DEXPR_AGGREGATION || given->a != NULL) {
            dcheck_wrong(checker, given, NULL, "printa() wants aggregations, as @name");
            return NULL;
        }
        given->aggregation = dcheck_aggregation(checker, given);
        if (first == NULL)
            first = given->aggregation;
        if (given->aggregation->key_count != first->key_count)
            dcheck_wrong(checker, given, NULL, "these aggregations have other keys");
    }
    if (first == NULL)
        dcheck_wrong(checker, call, "printa(@name) prints all of @name.",
                     "printa() wants an aggregation");
    return first;
}

static void check_printa(DChecker *checker, DExpr *call, DExpr *given)
{
    const DAggregation *first = check_joined(checker, call, given);
    int keys = 0, values = 0;
    if (first == NULL || call->format == NULL)
        return;
    for (DPiece *p = call->format->first; p != NULL; p = p->next) {
        if (p->star_width || p->star_precision)
            dcheck_wrong(checker, call, NULL, "printa() has no `*'");
        if (p->letter == 0)
            continue;
        if (p->is_aggregate)
            values++;
        else if (keys < first->key_count)
            check_fits(checker, call, p, first->keys[keys++]);
        else
            dcheck_wrong(checker, call, "%@d is the value of the aggregation.",
                         "the aggregation has %d key%s, and the format more",
                         first->key_count, first->key_count == 1 ? "" : "s");
    }
    if (values > dcheck_count(given) && dcheck_count(given) > 1)
        dcheck_wrong(checker, call, NULL, "there are more %%@ than aggregations");
}

void dformat_check(DChecker *checker, DExpr *call)
{
    bool printa = dtext_is(call->text, "printa");
    DExpr *first = call->a;
    bool has_format = first != NULL && first->kind == DEXPR_STRING;
    if (!has_format && !printa) {
        dcheck_wrong(checker, call, "As in printf(\"%d\\n\", arg2).",
                     "printf() wants a format first");
        return;
    }
    call->format = has_format ? read_format(checker, first) : NULL;
    if (checker->script->sources.failed || checker->script->arena.failed)
        return;
    if (printa)
        check_printa(checker, call, has_format ? first->next : first);
    else
        check_printf(checker, call, first->next);
}

/* ---- printing -------------------------------------------------------------------- */

static void put_padded(DScript *script, const DPiece *piece, DText text)
{
    DOutput *output = &script->output;
    size_t width = (size_t)piece->width,
           blanks = width > text.size ? width - text.size : 0;
    if (!piece->left)
        doutput_repeat(output, ' ', blanks);
    doutput_text(output, text);
    if (piece->left)
        doutput_repeat(output, ' ', blanks);
}

/* %S: what cannot be seen is written as in C. */
static void put_escaped(DScript *script, DText text)
{
    static const char letters[] = "\a\b\f\n\r\t\v\\\"", names[] = "abfnrtv\\\"";
    for (uint32_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.s[i];
        const char *known = c != 0 ? strchr(letters, c) : NULL;
        if (known != NULL)
            doutput_format(&script->output, "\\%c", names[known - letters]);
        else if (c < 32 || c > 126)
            doutput_format(&script->output, "\\%03o", c);
        else
            doutput_bytes(&script->output, text.s + i, 1);
    }
}

/* The bits that the type has, as no sign is to be seen. */
static unsigned long long bits_of(DShown value)
{
    DType type = value.type;
    type.is_unsigned = true;
    return (unsigned long long)dtype_cut(type, value.number);
}

static void put_number(DScript *script, const DPiece *piece, DShown value)
{
    char letter = strchr("paA", piece->letter) != NULL ? 'x' : piece->letter;
    bool is_signed = letter == 'd' || letter == 'i';
    char form[24] = "%", *p = form + 1;
    *p = '-', p += piece->left;
    *p = '0', p += piece->zero;
    *p = '+', p += piece->plus;
    *p = ' ', p += piece->space;
    *p = '#', p += piece->sharp;
    sprintf(p, "%s%c", piece->precision >= 0 ? "*.*ll" : "*ll", letter);
    long long number =
        is_signed ? dtype_cut(value.type, value.number) : (long long)bits_of(value);
    char text[WIDTH_MAX * 2 + 100];
    int size =
        piece->precision >= 0
            ? snprintf(text, sizeof text, form, piece->width, piece->precision, number)
            : snprintf(text, sizeof text, form, piece->width, number);
    doutput_bytes(&script->output, text, size > 0 ? (size_t)size : 0);
}

void dformat_put(DScript *script, const DPiece *piece, DShown value)
{
    char room[40];
    DText text = value.text;
    switch (piece->letter) {
    case 'Y':
        dprint_time(room, value.number);
        put_padded(script, piece, dtext(room));
        break;
    case 'c':
        room[0] = (char)value.number;
        put_padded(script, piece, (DText){room, 1});
        break;
    case 'k': dprint_stack(script, text); break;
    case 's':
    case 'S':
    case 'C':
        if (value.type.kind == DKIND_NUMBER) {
            room[0] = (char)value.number;
            text = (DText){room, 1};
        }
        if (piece->precision >= 0 && text.size > (uint32_t)piece->precision)
            text.size = (uint32_t)piece->precision;
        if (piece->letter == 's')
            put_padded(script, piece, text);
        else
            put_escaped(script, text);
        break;
    default: put_number(script, piece, value);
    }
}

/* The width or precision that `*` takes; a negative width is a flag. */
static void take_stars(DPiece *piece, const DExpr **given, DRun *run)
{
    if (piece->star_width) {
        int64_t width = deval_number(*given, run);
        piece->left |= width < 0;
        width = width < 0 ? -width : width;
        piece->width = width < 0 || width > WIDTH_MAX ? WIDTH_MAX : (int)width;
        *given = (*given)->next;
    }
    if (piece->star_precision) {
        int64_t precision = deval_number(*given, run);
        piece->precision = precision > WIDTH_MAX ? WIDTH_MAX
                           : precision < 0       ? -1
                                                 : (int)precision;
        *given = (*given)->next;
    }
}

int64_t daction_printf(const DExpr *expr, DRun *run)
{
    const DExpr *given = expr->a->next;
    for (const DPiece *p = expr->format->first; p != NULL; p = p->next) {
        if (p->letter == 0) {
            doutput_text(&run->script->output, p->text);
            continue;
        }
        DPiece piece = *p;
        take_stars(&piece, &given, run);
        DShown value = {.type = given->type};
        if (given->type.kind == DKIND_NUMBER)
            value.number = deval_number(given, run);
        else
            value.text = deval_text(given, run);
        if (run->fault != NULL)
            return 0;
        dformat_put(run->script, &piece, value);
        given = given->next;
    }
    return 0;
}
