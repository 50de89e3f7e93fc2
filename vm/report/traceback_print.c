/* traceback_print.c - the text that CPython 3.11 prints for an exception: stack with
 * carets and folded recursion, cause and context, groups with their margins,
 * SyntaxError's line, notes, suggestions. Everything goes to a StrBuilder; nothing is
 * written here.
 */
#include "compiler/codegen/anchors.h"
#include "vm/eval/audit.h"
#include "vm/code/code.h"
#include "vm/eval/frame.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/int.h"
#include "vm/text/parts.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/set.h"
#include "vm/containers/sequence.h"
#include "vm/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    LINE_INDENT = 4,
    FOLD_AFTER = 3,
    GROUP_WIDTH = 15,
    GROUP_DEPTH = 10,
    INDENT_STEP = 2
};

typedef struct Printer {
    MinipyVM *vm;
    StrBuilder b;
    Value seen;      /* set of ids of exceptions printed, or VALUE_NULL: no chaining */
    int group_depth; /* 0 outside of groups */
    bool need_close; /* the last member of a group still wants its closing line */
    bool colour;
    /* Of a SyntaxError whose line is no text CPython prints no more than where it is,
     * and nothing of what would follow: what was printed until then; -1: all. */
    int64_t lost;
} Printer;

/* What CPython 3.13 paints in which colour. */
#define PLACE "\033[35m"
#define MESSAGE "\033[35m"
#define CLASS "\033[1;35m"
#define CARET "\033[1;31m"
#define TILDE "\033[31m"
#define PLAIN "\033[0m"

static void put(Printer *p, const char *ascii)
{
    strbuilder_ascii(&p->b, ascii);
}

/* Begins a colour, or ends all. */
static void paint(Printer *p, const char *colour)
{
    if (p->colour)
        put(p, colour);
}

static void put_painted(Printer *p, const char *colour, Value text)
{
    paint(p, colour);
    strbuilder_str(&p->b, text);
    paint(p, PLAIN);
}

static void put_spaces(Printer *p, int n)
{
    while (n-- > 0)
        strbuilder_char(&p->b, ' ');
}

static void put_margin(Printer *p)
{
    put_spaces(p, p->group_depth * INDENT_STEP);
    if (p->group_depth > 0)
        put(p, "| ");
}

static void put_decimal(Printer *p, int64_t n)
{
    char text[24];
    snprintf(text, sizeof text, "%ld", (long)n);
    put(p, text);
}

static bool is_blank(uint32_t c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

static int64_t count_indent(Value line)
{
    int64_t i = 0;
    while (i < str_length(line) && is_blank(str_char_at(STR(line), i)))
        i++;
    return i;
}

/* ---- carets ---------------------------------------------------------------------- */

/* Byte offset in the UTF-8 of line -> offset in characters; behind the end, as in
 * CPython, there is one more. */
static int64_t chars_at(const char *utf8, int64_t size, int64_t byte)
{
    int64_t n = 0;
    for (int64_t i = 0; i < byte && i <= size; i++)
        n += (utf8[i] & 0xc0) != 0x80;
    return n;
}

/* Where the line ends without blanks: as in CPython the bytes at the places of its
 * characters are looked at. */
static int64_t end_without_blanks(const char *utf8, int64_t length)
{
    while (length > 0 && is_blank((unsigned char)utf8[length - 1]))
        length--;
    return length;
}

/* The parser looks at that part of a line. */
static bool find_anchors(MinipyVM *vm, Value filename, const char *part, int64_t size,
                         int *left, int *right)
{
    if (audit_compile(vm, part, size, filename) == 0)
        return compile_anchors(vm, part, (size_t)size, left, right);
    error_clear(vm);
    return false;
}

static void put_carets(Printer *p, Value filename, Value line, CodePosition pos)
{
    MinipyVM *vm = p->vm;
    int64_t size, left = -1, right = -1;
    const char *utf8 = str_utf8(vm, line, &size);
    if (!utf8) {
        error_clear(vm);
        return;
    }
    int64_t start = chars_at(utf8, size, pos.col), end, length = str_length(line);
    if (pos.line == pos.end_line) {
        int l, r;
        int64_t to = pos.end_col < size ? pos.end_col : size;
        end = chars_at(utf8, size, pos.end_col);
        if (pos.col < to &&
            find_anchors(vm, filename, utf8 + pos.col, to - pos.col, &l, &r)) {
            left = chars_at(utf8, size, pos.col + l);
            right = chars_at(utf8, size, pos.col + r);
        }
    } else {
        end = end_without_blanks(utf8, length);
    }
    int64_t indent = count_indent(line);
    bool anchored = left >= 0;
    if (end - start == length - indent && !anchored)
        return; /* the whole line: carets would say nothing */
    put_margin(p);
    /* From the left end of what is shown, the added indentation included: code that is
     * older than its file may have been there. */
    char mark = ' ';
    for (int64_t i = indent - LINE_INDENT + 1; i <= end; i++) {
        char c = i <= start ? ' ' : !anchored || (left < i && i <= right) ? '^' : '~';
        if (c != mark)
            paint(p, c == '^' ? CARET : TILDE);
        strbuilder_char(&p->b, (uint32_t)(mark = c));
    }
    if (mark != ' ')
        paint(p, PLAIN);
    put(p, "\n");
}

/* ---- the stack ------------------------------------------------------------------- */

static void put_frame_head(Printer *p, Value filename, int lineno, Value name)
{
    put_margin(p);
    put(p, "  File \"");
    put_painted(p, PLACE, filename);
    put(p, "\", line ");
    paint(p, PLACE);
    put_decimal(p, lineno);
    paint(p, PLAIN);
    put(p, ", in ");
    put_painted(p, PLACE, name);
    put(p, "\n");
}

static CodeObj *frame_object_code(Value frame)
{
    return FRAME_OBJ(frame)->frame->code;
}

static void put_traceback_entry(Printer *p, Value tb)
{
    MinipyVM *vm = p->vm;
    CodeObj *code = frame_object_code(TRACEBACK(tb)->frame);
    int lineno = TRACEBACK(tb)->lineno;
    put_frame_head(p, code->filename, lineno, code->name);
    Value line = source_line(vm, code->filename, lineno);
    if (!line)
        return;
    put_margin(p);
    put_spaces(p, LINE_INDENT);
    strbuilder_slice(&p->b, line, count_indent(line), str_length(line));
    put(p, "\n");
    CodePosition pos = code_position(code, (uint32_t)TRACEBACK(tb)->lasti / 2);
    if (pos.line == lineno && pos.end_line >= pos.line && pos.col >= 0 &&
        pos.end_col >= 0)
        put_carets(p, code->filename, line, pos);
    value_decref(vm, line);
}

/* Behind no margin, as in CPython. */
static void put_repeats(Printer *p, int64_t count)
{
    if (count <= FOLD_AFTER)
        return;
    put(p, "  [Previous line repeated ");
    put_decimal(p, count - FOLD_AFTER);
    put(p, count - FOLD_AFTER == 1 ? " more time]\n" : " more times]\n");
}

static void put_entries(Printer *p, Value tb, int64_t limit)
{
    int64_t depth = 0, count = 0;
    CodeObj *last = NULL;
    int last_line = -1;
    for (Value t = tb; t; t = TRACEBACK(t)->next)
        depth++;
    for (; tb && depth > limit; depth--)
        tb = TRACEBACK(tb)->next;
    for (; tb; tb = TRACEBACK(tb)->next) {
        CodeObj *code = frame_object_code(TRACEBACK(tb)->frame);
        bool same = last && TRACEBACK(tb)->lineno == last_line &&
                    str_equal(code->filename, last->filename) &&
                    str_equal(code->name, last->name);
        if (!same) {
            put_repeats(p, count);
            last = code;
            last_line = TRACEBACK(tb)->lineno;
            count = 0;
        }
        if (++count <= FOLD_AFTER)
            put_traceback_entry(p, tb);
    }
    put_repeats(p, count);
}

static int64_t traceback_limit(MinipyVM *vm)
{
    Value v = vm->sysdict ? dict_get_cstr_borrow(vm, vm->sysdict, "tracebacklimit")
                          : VALUE_NULL;
    return v && value_is_int(v) ? int_as_i64_overflow(v, NULL) : 1000;
}

/* The stack is held from before its header is put: the MemoryError that was made
 * beforehand loses its traceback when memory runs out again. */
static void put_stack(Printer *p, Value exc, const char *header)
{
    int64_t limit = traceback_limit(p->vm);
    Value tb = limit > 0 ? value_xincref(EXC_OBJ(exc)->traceback) : VALUE_NULL;
    if (!tb)
        return;
    put_margin(p);
    put(p, header);
    put_entries(p, tb, limit);
    value_decref(p->vm, tb);
}

/* ---- the last line --------------------------------------------------------------- */

/* When there was no memory to ask the class: a str of its own, borrowed. */
static Value without_memory(MinipyVM *vm, Value own)
{
    return error_matches(vm, EXC_MemoryError) && own && value_is_str(own) ? own
                                                                          : VALUE_NULL;
}

static Value own_module_borrow(MinipyVM *vm, TypeObj *cls)
{
    DictObj *dict = type_state(vm, cls)->dict;
    return dict ? dict_get_str_borrow(vm, dict, NAME(vm, __module__)) : VALUE_NULL;
}

static void put_class_module(Printer *p, TypeObj *cls, const char *unknown)
{
    MinipyVM *vm = p->vm;
    Value got = object_getattr(vm, value_from_obj(cls), NAME(vm, __module__));
    Value module = got;
    if (!got && error_matches(vm, EXC_MemoryError) && !(cls->flags & TYPE_HEAP))
        module = NAME(vm, builtins); /* what the name of the others says itself */
    else if (!got)
        module = without_memory(vm, own_module_borrow(vm, cls));
    if (!module || !value_is_str(module)) {
        put(p, unknown);
    } else if (!str_equal_ascii(module, "builtins") &&
               !str_equal_ascii(module, "__main__")) {
        strbuilder_str(&p->b, module);
        put(p, ".");
    }
    value_xdecref(vm, got);
    error_clear(vm);
}

static void put_class(Printer *p, TypeObj *cls)
{
    MinipyVM *vm = p->vm;
    put_class_module(p, cls, "<unknown>.");
    Value got = object_getattr(vm, value_from_obj(cls), NAME(vm, __qualname__));
    Value name = got ? got : without_memory(vm, cls->qualname);
    if (name && value_is_str(name))
        strbuilder_str(&p->b, name);
    else
        put(p, "<unknown>");
    value_xdecref(vm, got);
    error_clear(vm);
}

/* Its lines, each behind the margin: none of a text that is empty. */
static void put_note(Printer *p, Value note)
{
    MinipyVM *vm = p->vm;
    Value s = object_str(vm, note);
    Value lines = s ? parts_lines(vm, s, VALUE_TRUE) : VALUE_NULL;
    if (!s)
        put(p, "<note str() failed>");
    for (int64_t i = 0; lines && i < LIST(lines)->size; i++) {
        put_margin(p);
        strbuilder_str(&p->b, LIST(lines)->items[i]);
    }
    put(p, "\n");
    error_clear(vm);
    value_xdecref(vm, lines);
    value_xdecref(vm, s);
}

/* What has items by position, a dict excepted. */
static bool is_sequence(MinipyVM *vm, Value v)
{
    const TypeObj *t = value_type(vm, v);
    return t->slots.sq_item ||
           ((t->flags & TYPE_HEAP) && t->slots.mp_subscript && !value_is_dict(v));
}

static void put_notes_of(Printer *p, Value notes)
{
    MinipyVM *vm = p->vm;
    int64_t n = object_length(vm, notes);
    for (int64_t i = 0; i < n; i++) {
        Value note = object_getitem(vm, notes, value_from_imm(i));
        if (!note)
            return;
        put_note(p, note);
        value_decref(vm, note);
    }
}

static void put_notes(Printer *p, Value exc)
{
    MinipyVM *vm = p->vm;
    Value notes;
    if (object_lookup_attr(vm, exc, NAME(vm, __notes__), &notes) <= 0) {
        error_clear(vm);
        return;
    }
    if (is_sequence(vm, notes)) {
        put_notes_of(p, notes);
    } else {
        Value s = object_repr(vm, notes);
        put_margin(p);
        if (s)
            strbuilder_str(&p->b, s);
        else
            put(p, "<__notes__ repr() failed>");
        value_xdecref(vm, s);
    }
    value_decref(vm, notes);
    error_clear(vm);
}

/* Where a SyntaxError is; its last line may be the carets. */
static void put_place(Printer *p, Value place)
{
    int64_t n = str_length(place), carets = n;
    while (carets > 0 && str_char_at(STR(place), carets - 1) == '^')
        carets--;
    strbuilder_slice(&p->b, place, 0, carets);
    paint(p, CARET);
    strbuilder_slice(&p->b, place, carets, n);
    paint(p, PLAIN);
}

/* In a group the margin stands before the first line alone of what the exception says.
 */
static void put_message(Printer *p, Value exc)
{
    MinipyVM *vm = p->vm;
    bool lost;
    Value message, place = syntax_place_format(vm, exc, &message, &lost);
    if (place) {
        put_margin(p);
        put_place(p, place);
        put(p, "\n");
        value_decref(vm, place);
    }
    if (lost && p->lost < 0)
        p->lost = p->b.length;
    put_margin(p);
    paint(p, CLASS);
    put_class(p, value_type(vm, exc));
    paint(p, PLAIN);
    Value s = object_str(vm, message ? message : exc);
    if (!s) {
        error_clear(vm);
        put(p, ": <exception str() failed>");
    } else if (str_length(s) && message != VALUE_NONE) {
        put(p, ": ");
        put_painted(p, MESSAGE, s);
    }
    value_xdecref(vm, s);
    Value hint = suggestion_for(vm, exc);
    if (hint)
        strbuilder_str(&p->b, hint);
    value_xdecref(vm, hint);
    put(p, "\n");
    if (!message) /* CPython looks for the notes of what it printed: here the message */
        put_notes(p, exc);
    value_xdecref(vm, message);
}

/* ---- chains and groups ----------------------------------------------------------- */

static void put_exception(Printer *p, Value exc);

static bool is_group(MinipyVM *vm, Value exc)
{
    return type_is_subtype(value_type(vm, exc), vm->exc[EXC_BaseExceptionGroup]);
}

/* One member of a group between its separator lines. */
static void put_group_member(Printer *p, Value member, int64_t i, int64_t n)
{
    bool last = i == n - 1 || i == GROUP_WIDTH;
    if (last)
        p->need_close = true;
    put_spaces(p, p->group_depth * INDENT_STEP);
    put(p, i == 0 ? "+-" : "  ");
    put(p, "+---------------- ");
    if (i < GROUP_WIDTH)
        put_decimal(p, i + 1);
    else
        put(p, "...");
    put(p, " ----------------\n");
    p->group_depth++;
    if (i < GROUP_WIDTH) {
        put_exception(p, member);
    } else {
        put_margin(p);
        put(p, "and ");
        put_decimal(p, n - GROUP_WIDTH);
        put(p, n - GROUP_WIDTH > 1 ? " more exceptions\n" : " more exception\n");
    }
    if (last && p->need_close) {
        put_spaces(p, p->group_depth * INDENT_STEP);
        put(p, "+------------------------------------\n");
        p->need_close = false;
    }
    p->group_depth--;
}

static void put_body(Printer *p, Value exc)
{
    MinipyVM *vm = p->vm;
    if (!is_group(vm, exc)) {
        put_stack(p, exc, "Traceback (most recent call last):\n");
        put_message(p, exc);
        return;
    }
    if (p->group_depth > GROUP_DEPTH) {
        put_margin(p);
        put(p, "... (max_group_depth is 10)\n");
        return;
    }
    int depth = p->group_depth;
    if (depth == 0)
        p->group_depth = 1;
    Value tb = value_xincref(EXC_OBJ(exc)->traceback); /* as in put_stack */
    if (tb && traceback_limit(vm) > 0) {
        put_spaces(p, p->group_depth * INDENT_STEP);
        put(p, depth == 0 ? "+ " : "| ");
        put(p, "Exception Group Traceback (most recent call last):\n");
        put_entries(p, tb, traceback_limit(vm));
    }
    value_xdecref(vm, tb);
    put_message(p, exc);
    Value excs = EXC_OBJ(exc)->extra[EXTRA_GROUP_EXCS];
    int64_t n = excs ? tuple_size(excs) : 0;
    p->need_close = false;
    for (int64_t i = 0; i < n && i <= GROUP_WIDTH; i++)
        put_group_member(p, tuple_get_borrow(excs, i), i, n);
    if (depth == 0)
        p->group_depth--;
}

/* The link to a cause or context: printed first, with the sentence between them. */
static void put_chained(Printer *p, Value other, const char *sentence)
{
    bool need_close = p->need_close;
    value_incref(other);
    put_exception(p, other);
    value_decref(p->vm, other);
    p->need_close = need_close;
    put_margin(p);
    put(p, "\n");
    put_margin(p);
    put(p, sentence);
    put_margin(p);
    put(p, "\n");
}

static bool seen_before(Printer *p, Value exc)
{
    int r = set_contains(p->vm, p->seen, value_from_imm((int64_t)(exc >> 3)));
    error_clear(p->vm);
    return r > 0;
}

static void put_exception(Printer *p, Value exc)
{
    MinipyVM *vm = p->vm;
    if (recursion_enter(vm, " in print_exception") < 0) {
        error_clear(vm);
        return;
    }
    if (p->seen) {
        if (set_add(vm, p->seen, value_from_imm((int64_t)(exc >> 3))) < 0)
            error_clear(vm);
        ExcObj *e = EXC_OBJ(exc);
        if (e->cause) {
            if (!seen_before(p, e->cause))
                put_chained(p, e->cause,
                            "The above exception was the direct cause of the following "
                            "exception:\n");
        } else if (e->context && !e->suppress_context && !seen_before(p, e->context)) {
            put_chained(p, e->context,
                        "During handling of the above exception, another exception "
                        "occurred:\n");
        }
    }
    put_body(p, exc);
    recursion_leave(vm);
}

/* The text of what put() puts for exc, whatever error is pending. */
static Value format_with(Printer p, Value exc, void (*put_what)(Printer *, Value))
{
    MinipyVM *vm = p.vm;
    Value saved = error_fetch(vm);
    value_incref(exc);
    strbuilder_init(&p.b, vm);
    p.seen = set_new(vm, VALUE_NULL);
    error_clear(vm);
    put_what(&p, exc);
    value_xdecref(vm, p.seen);
    value_decref(vm, exc);
    Value text = strbuilder_finish(&p.b);
    if (text && p.lost >= 0)
        value_set_steal(vm, &text, str_substring(vm, text, 0, p.lost));
    if (saved && text)
        error_restore_steal(vm, saved);
    else
        value_xdecref(vm, saved);
    return text;
}

Value traceback_format(MinipyVM *vm, Value exc)
{
    return format_with((Printer){.vm = vm, .lost = -1}, exc, put_exception);
}

Value traceback_format_coloured(MinipyVM *vm, Value exc)
{
    return format_with((Printer){.vm = vm, .lost = -1, .colour = true}, exc,
                       put_exception);
}

/* Neither place, notes nor members, and a colon though nothing may follow. */
static void put_ignored(Printer *p, Value exc)
{
    MinipyVM *vm = p->vm;
    TypeObj *cls = value_type(vm, exc);
    put_stack(p, exc, "Traceback (most recent call last):\n");
    put_class_module(p, cls, "<unknown>");
    strbuilder_str(&p->b, cls->qualname);
    put(p, ": ");
    Value s = object_str(vm, exc);
    if (s)
        strbuilder_str(&p->b, s);
    else
        put(p, "<exception str() failed>");
    put(p, "\n");
    value_xdecref(vm, s);
    error_clear(vm);
}

Value traceback_format_ignored(MinipyVM *vm, Value exc)
{
    return format_with((Printer){.vm = vm, .lost = -1}, exc, put_ignored);
}

bool report_in_colour(MinipyVM *vm, int fd)
{
    const char *own = vm->settings.ignore_env ? NULL : getenv("PYTHON_COLORS");
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (!isatty(fd))
        return false;
    if (own && (strcmp(own, "0") == 0 || strcmp(own, "1") == 0))
        return *own == '1';
    return !(no && *no) && term && *term && strcmp(term, "dumb") != 0;
}

Value traceback_format_stack(MinipyVM *vm, Value tb, int64_t limit)
{
    Printer p = {.vm = vm, .lost = -1};
    strbuilder_init(&p.b, vm);
    put_entries(&p, tb, limit);
    return strbuilder_finish(&p.b);
}
