/* csv.c - the module _csv: dialects, the reader, the writer.
 *
 * The reader is a machine that takes a character at a time (take), the end of a line
 * being one, too. What files mostly consist of, fields without quotes that end in the
 * line they begin in, is cut out of the line at once (take_plain).
 */
#include "stdlib/native.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/memory/gc.h"
#include "vm/numbers/number.h"
#include "vm/objects/call.h"
#include "vm/types/object_type.h"

enum { QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE };
#define NOT_SET UINT32_MAX
#define END_OF_LINE (UINT32_MAX - 1)

static const ErrorClass csv_error = {
    .module = "_csv", .name = "Error", .base = EXC_Exception};

typedef struct DialectObj {
    Object ob;
    Value lineterminator;                      /* str */
    uint32_t delimiter, quotechar, escapechar; /* the last two may be NOT_SET */
    int quoting;
    bool doublequote, skipinitialspace, strict;
} DialectObj;
#define DIALECT(v) ((DialectObj *)(uintptr_t)(v))
static const TypeSpec dialect_spec, reader_spec, writer_spec;

/* ---- dialects -------------------------------------------------------------------- */

static Value dialect_named_borrow(MinipyVM *vm, Value name)
{
    Value d = dict_get_borrow(vm, vm->csv_dialects, name);
    return d || error_occurred(vm) ? d
                                   : module_error(vm, &csv_error, "unknown dialect");
}

static bool set_char(MinipyVM *vm, const char *name, Value v, bool optional,
                     uint32_t *out)
{
    if (!v)
        return true;
    if (optional && v == VALUE_NONE) {
        *out = NOT_SET;
    } else if (!value_is_str(v)) {
        error_set(vm, EXC_TypeError, "\"%s\" must be string%s, not %.200T", name,
                  optional ? " or None" : "", v);
        return false;
    } else if (str_length(v) != 1) {
        error_set(vm, EXC_TypeError, "\"%s\" must be a 1-character string", name);
        return false;
    } else {
        *out = str_char_at(STR(v), 0);
    }
    return true;
}

static bool set_bool(MinipyVM *vm, Value v, bool *out)
{
    int truth = v ? object_is_true(vm, v) : *out;
    *out = truth > 0;
    return truth >= 0;
}

static bool set_quoting(MinipyVM *vm, Value v, int *out)
{
    if (!v)
        return true;
    if (value_type(vm, v) != vm->types[KIND_INT])
        return error_set(vm, EXC_TypeError, "\"quoting\" must be an integer"), false;
    return arg_int(vm, v, out);
}

static bool set_text(MinipyVM *vm, Value v, Value *out)
{
    if (v == VALUE_NONE)
        return error_set(vm, EXC_TypeError, "lineterminator must be set"), false;
    if (v && !value_is_str(v))
        return error_set(vm, EXC_TypeError, "\"lineterminator\" must be a string"),
               false;
    *out = v ? value_incref(v) : str_from_cstr(vm, "\r\n");
    return *out != VALUE_NULL;
}

/* Option values, in the order of option_names; VALUE_NULL: the default. */
enum {
    DELIMITER,
    DOUBLEQUOTE,
    ESCAPECHAR,
    LINETERMINATOR,
    QUOTECHAR,
    QUOTING,
    SKIPINITIALSPACE,
    STRICT,
    OPTIONS
};
static const char *const option_names[OPTIONS] = {
    "delimiter", "doublequote", "escapechar",       "lineterminator",
    "quotechar", "quoting",     "skipinitialspace", "strict"};

static bool set_options(MinipyVM *vm, DialectObj *d, const Value *option)
{
    d->delimiter = ',';
    d->quotechar = '"';
    d->escapechar = NOT_SET;
    d->doublequote = true;
    if (!set_char(vm, "delimiter", option[DELIMITER], false, &d->delimiter) ||
        !set_bool(vm, option[DOUBLEQUOTE], &d->doublequote) ||
        !set_char(vm, "escapechar", option[ESCAPECHAR], true, &d->escapechar) ||
        !set_text(vm, option[LINETERMINATOR], &d->lineterminator) ||
        !set_char(vm, "quotechar", option[QUOTECHAR], true, &d->quotechar) ||
        !set_quoting(vm, option[QUOTING], &d->quoting) ||
        !set_bool(vm, option[SKIPINITIALSPACE], &d->skipinitialspace) ||
        !set_bool(vm, option[STRICT], &d->strict))
        return false;
    if (d->quoting < QUOTE_MINIMAL || d->quoting > QUOTE_NONE)
        return error_set(vm, EXC_TypeError, "bad \"quoting\" value"), false;
    if (option[QUOTECHAR] == VALUE_NONE && !option[QUOTING])
        d->quoting = QUOTE_NONE;
    if (d->quoting != QUOTE_NONE && d->quotechar == NOT_SET)
        return error_set(vm, EXC_TypeError, "quotechar must be set if quoting enabled"),
               false;
    return true;
}

/* What is not given is the attribute of `from`, if it has one: references of its own.
 */
static void fill_from(MinipyVM *vm, Value from, Value *option)
{
    for (int i = 0; i < OPTIONS; i++) {
        if (option[i])
            value_incref(option[i]);
        else if (from && !(option[i] = attr_get(vm, from, option_names[i])))
            error_clear(vm);
    }
}

static Value dialect_new(NEW_ARGS)
{
    static const MethodDef row = {
        .name = "Dialect",
        .flags = M_TUPLE | M_NAMELESS,
        .signature =
            "(dialect=None, delimiter=None, doublequote=None, escapechar=None, "
            "lineterminator=None, "
            "quotechar=None, quoting=None, skipinitialspace=None, strict=None)"};
    Value given[OPTIONS + 1], *option = given + 1;
    if (!args_take(vm, &row, args, nargs, kwnames, given))
        return VALUE_NULL;
    Value from = given[0];
    if (from && value_is_str(from) && !(from = dialect_named_borrow(vm, from)))
        return VALUE_NULL;
    bool plain = true;
    for (int i = 0; i < OPTIONS; i++)
        plain = plain && !option[i];
    if (from && plain && value_is_of(from, &dialect_spec))
        return value_incref(from);
    value_xincref(from);
    fill_from(vm, from, option);
    Value v = object_alloc_value(vm, cls);
    if (v && !set_options(vm, DIALECT(v), option))
        value_clear(vm, &v);
    for (int i = 0; i < OPTIONS; i++)
        value_xdecref(vm, option[i]);
    value_xdecref(vm, from);
    return v;
}

static Value char_or_none(MinipyVM *vm, uint32_t c)
{
    return c == NOT_SET ? VALUE_NONE : str_from_char(vm, c);
}

GETTER(get_delimiter)
{
    return char_or_none(vm, DIALECT(self)->delimiter);
}

GETTER(get_escapechar)
{
    return char_or_none(vm, DIALECT(self)->escapechar);
}

GETTER(get_quotechar)
{
    return char_or_none(vm, DIALECT(self)->quotechar);
}

GETTER(get_lineterminator)
{
    return value_incref(DIALECT(self)->lineterminator);
}

GETTER(get_quoting)
{
    return value_from_imm(DIALECT(self)->quoting);
}

FN(dialect_reduce)
{
    return error_set(vm, EXC_TypeError, "cannot pickle '%.100s' instances",
                     type_last_name(value_type(vm, self)));
}

/* The dialect of reader(x, dialect, **options) and writer(): the arguments behind x. */
static Value dialect_of_call(MinipyVM *vm, const Value *args, size_t nargs,
                             Value kwnames)
{
    Value type = value_from_obj(module_type_borrow(vm, &dialect_spec));
    return call(vm, type, args + 1, nargs - 1, kwnames);
}

/* ---- the reader ------------------------------------------------------------------ */

typedef enum ReaderState {
    START_RECORD,
    START_FIELD,
    ESCAPED,
    IN_FIELD,
    IN_QUOTED,
    ESCAPED_IN_QUOTED,
    QUOTE_IN_QUOTED,
    EAT_NEWLINE,
    AFTER_ESCAPED_NEWLINE
} ReaderState;

typedef struct ReaderObj {
    Object ob;
    Value input, dialect, fields; /* fields: the record's so far, or VALUE_NULL */
    int64_t line_num;
    uint32_t *field; /* the field's so far, owned */
    int64_t size, room;
    ReaderState state;
    bool numeric;
    bool ends[256]; /* which characters up to there end a field without quotes */
} ReaderObj;
#define READER(v) ((ReaderObj *)(uintptr_t)(v))

static int field_grow(MinipyVM *vm, ReaderObj *r)
{
    int64_t room = r->room ? r->room * 2 : 4096;
    uint32_t *field = mem_realloc(vm, r->field, (size_t)room * sizeof *field);
    if (!field)
        return -1;
    r->field = field;
    r->room = room;
    return 0;
}

static int too_large(MinipyVM *vm)
{
    module_error(vm, &csv_error, "field larger than field limit (%lld)",
                 (long long)vm->csv_field_limit);
    return -1;
}

static int add_char(MinipyVM *vm, ReaderObj *r, uint32_t c)
{
    if (r->size >= vm->csv_field_limit)
        return too_large(vm);
    if (r->size == r->room && field_grow(vm, r) < 0)
        return -1;
    r->field[r->size++] = c;
    return 0;
}

static int save_field(MinipyVM *vm, ReaderObj *r)
{
    Value v = str_from_ucs4(vm, r->field, r->size);
    r->size = 0;
    if (v && r->numeric) {
        Value number = number_float(vm, v);
        value_decref(vm, v);
        v = number;
        r->numeric = false;
    }
    return list_append_made(vm, r->fields, v);
}

static bool is_newline(uint32_t c)
{
    return c == '\n' || c == '\r';
}

/* The field ends with the line, or at a newline in it. */
static int end_record(MinipyVM *vm, ReaderObj *r, uint32_t c)
{
    r->state = c == END_OF_LINE ? START_RECORD : EAT_NEWLINE;
    return save_field(vm, r);
}

static int take_at_start(MinipyVM *vm, ReaderObj *r, const DialectObj *d, uint32_t c)
{
    if (is_newline(c) || c == END_OF_LINE)
        return end_record(vm, r, c);
    if (c == d->quotechar && d->quoting != QUOTE_NONE)
        r->state = IN_QUOTED;
    else if (c == d->escapechar)
        r->state = ESCAPED;
    else if (c == ' ' && d->skipinitialspace)
        ;
    else if (c == d->delimiter)
        return save_field(vm, r);
    else {
        r->numeric = d->quoting == QUOTE_NONNUMERIC;
        r->state = IN_FIELD;
        return add_char(vm, r, c);
    }
    return 0;
}

static int take_in_field(MinipyVM *vm, ReaderObj *r, const DialectObj *d, uint32_t c)
{
    if (is_newline(c) || c == END_OF_LINE)
        return end_record(vm, r, c);
    if (c == d->escapechar) {
        r->state = ESCAPED;
    } else if (c == d->delimiter) {
        r->state = START_FIELD;
        return save_field(vm, r);
    } else { /* behind an escaped newline the state stays, as in CPython */
        return add_char(vm, r, c);
    }
    return 0;
}

static int take_quoted(MinipyVM *vm, ReaderObj *r, const DialectObj *d, uint32_t c)
{
    if (c == END_OF_LINE)
        ;
    else if (c == d->escapechar)
        r->state = ESCAPED_IN_QUOTED;
    else if (c == d->quotechar && d->quoting != QUOTE_NONE)
        r->state = d->doublequote ? QUOTE_IN_QUOTED : IN_FIELD;
    else
        return add_char(vm, r, c);
    return 0;
}

static int take_after_quote(MinipyVM *vm, ReaderObj *r, const DialectObj *d, uint32_t c)
{
    if (d->quoting != QUOTE_NONE && c == d->quotechar) {
        r->state = IN_QUOTED;
        return add_char(vm, r, c);
    }
    if (c == d->delimiter) {
        r->state = START_FIELD;
        return save_field(vm, r);
    }
    if (is_newline(c) || c == END_OF_LINE)
        return end_record(vm, r, c);
    if (!d->strict) {
        r->state = IN_FIELD;
        return add_char(vm, r, c);
    }
    module_error(vm, &csv_error, "'%c' expected after '%c'", (int)d->delimiter,
                 (int)d->quotechar);
    return -1;
}

/* After an escape character, where the end of a line is a newline. */
static int take_escaped(MinipyVM *vm, ReaderObj *r, uint32_t c)
{
    if (r->state == ESCAPED_IN_QUOTED)
        r->state = IN_QUOTED;
    else
        r->state = is_newline(c) ? AFTER_ESCAPED_NEWLINE : IN_FIELD;
    return add_char(vm, r, c == END_OF_LINE ? '\n' : c);
}

/* Behind the newline of a record. */
static int take_newline(MinipyVM *vm, ReaderObj *r, uint32_t c)
{
    if (c == END_OF_LINE)
        r->state = START_RECORD;
    else if (!is_newline(c)) {
        module_error(vm, &csv_error,
                     "new-line character seen in unquoted field - do you need to open "
                     "the file in universal-newline mode?");
        return -1;
    }
    return 0;
}

static int take(MinipyVM *vm, ReaderObj *r, const DialectObj *d, uint32_t c)
{
    switch (r->state) {
    case START_RECORD:
        if (c == END_OF_LINE)
            return 0;
        r->state = is_newline(c) ? EAT_NEWLINE : START_FIELD;
        return is_newline(c) ? 0 : take_at_start(vm, r, d, c);
    case START_FIELD: return take_at_start(vm, r, d, c);
    case AFTER_ESCAPED_NEWLINE:
        return c == END_OF_LINE ? 0 : take_in_field(vm, r, d, c);
    case IN_FIELD: return take_in_field(vm, r, d, c);
    case IN_QUOTED: return take_quoted(vm, r, d, c);
    case QUOTE_IN_QUOTED: return take_after_quote(vm, r, d, c);
    case ESCAPED:
    case ESCAPED_IN_QUOTED: return take_escaped(vm, r, c);
    default: return take_newline(vm, r, c);
    }
}

static bool ends_field(const ReaderObj *r, const DialectObj *d, uint32_t c)
{
    return c < 256 ? r->ends[c] : c == d->delimiter || c == d->escapechar;
}

/* After what ends a field. */
static ReaderState state_behind(const DialectObj *d, uint32_t c)
{
    return c == END_OF_LINE    ? START_RECORD
           : c == d->delimiter ? START_FIELD
                               : EAT_NEWLINE;
}

/* A whole field without quotes that begins at *at: appended, and *at is behind what
 * ends it. 0: it is not one. */
static int take_plain(MinipyVM *vm, ReaderObj *r, const DialectObj *d, Value line,
                      int64_t *at)
{
    const StrObj *s = STR(line);
    int64_t end = *at;
    uint32_t c = str_char_at(s, end);
    if (c == d->quotechar || (c == ' ' && d->skipinitialspace) ||
        d->quoting == QUOTE_NONNUMERIC || ends_field(r, d, c))
        return 0;
    if (s->width == 1)
        while (end < s->length && !r->ends[s->data[end]])
            end++;
    else
        while (end < s->length && !ends_field(r, d, str_char_at(s, end)))
            end++;
    c = end < s->length ? str_char_at(s, end) : END_OF_LINE;
    if (c == d->escapechar)
        return 0;
    if (end - *at > vm->csv_field_limit)
        return too_large(vm);
    if (list_append_made(vm, r->fields, str_substring(vm, line, *at, end)) < 0)
        return -1;
    r->state = state_behind(d, c);
    *at = end + 1;
    return 1;
}

/* The same for a field that is all in quotes, none of which is doubled or escaped. */
static int take_plain_quoted(MinipyVM *vm, ReaderObj *r, const DialectObj *d,
                             Value line, int64_t *at)
{
    const StrObj *s = STR(line);
    int64_t start = *at + 1;
    if (s->width != 1 || d->quotechar > 0xff || d->quoting == QUOTE_NONE ||
        s->data[*at] != d->quotechar || d->quotechar == d->escapechar ||
        d->quotechar == d->delimiter || is_newline(d->quotechar))
        return 0;
    const uint8_t *from = s->data + start;
    size_t left = (size_t)(s->length - start);
    const uint8_t *quote = memchr(from, (int)d->quotechar, left);
    if (!quote || (d->escapechar <= 0xff &&
                   memchr(from, (int)d->escapechar, (size_t)(quote - from))))
        return 0;
    int64_t end = quote - s->data;
    uint32_t c = end + 1 < s->length ? s->data[end + 1] : END_OF_LINE;
    if (c != d->delimiter && c != END_OF_LINE && !is_newline(c))
        return 0;
    if (end - start > vm->csv_field_limit)
        return too_large(vm);
    if (list_append_made(vm, r->fields, str_substring(vm, line, start, end)) < 0)
        return -1;
    r->state = state_behind(d, c);
    *at = end + 2;
    return 1;
}

static int take_line(MinipyVM *vm, ReaderObj *r, Value line)
{
    const DialectObj *d = DIALECT(r->dialect);
    int64_t n = str_length(line);
    for (int64_t i = 0; i < n;) {
        if (r->state <= START_FIELD) {
            int taken = take_plain(vm, r, d, line, &i);
            if (taken == 0)
                taken = take_plain_quoted(vm, r, d, line, &i);
            if (taken < 0)
                return -1;
            if (taken)
                continue;
        }
        if (take(vm, r, d, str_char_at(STR(line), i++)) < 0)
            return -1;
    }
    return take(vm, r, d, END_OF_LINE);
}

/* The input is at its end: 1: what was begun is a record; 0: nothing was; -1. */
static int end_of_input(MinipyVM *vm, ReaderObj *r)
{
    if (error_occurred(vm))
        return -1;
    if (!r->size && r->state != IN_QUOTED)
        return 0;
    if (!DIALECT(r->dialect)->strict)
        return save_field(vm, r) < 0 ? -1 : 1;
    module_error(vm, &csv_error, "unexpected end of data");
    return -1;
}

/* 1: a record; 0: the end; -1. */
static int read_record(MinipyVM *vm, ReaderObj *r)
{
    do {
        Value line = iter_next(vm, r->input);
        if (!line)
            return end_of_input(vm, r);
        if (!value_is_str(line)) {
            module_error(vm, &csv_error,
                         "iterator should return strings, not %.200T (the file should "
                         "be opened in text mode)",
                         line);
            value_decref(vm, line);
            return -1;
        }
        r->line_num++;
        Value dialect = value_incref(r->dialect);
        int taken = r->fields ? take_line(vm, r, line) : 0;
        value_decref(vm, dialect);
        value_decref(vm, line);
        if (taken < 0)
            return -1;
    } while (r->state != START_RECORD && r->fields);
    return 1;
}

static Value reader_next(MinipyVM *vm, Value self)
{
    ReaderObj *r = READER(self);
    if (!r->input) /* of Reader(): CPython falls over */
        return error_bad_argument(vm, "Reader_iternext");
    Value fields = list_new(vm, 0);
    if (!fields)
        return VALUE_NULL;
    value_set_steal(vm, &r->fields, value_incref(fields));
    r->size = 0;
    r->state = START_RECORD;
    r->numeric = false;
    if (read_record(vm, r) <= 0)
        value_clear(vm, &fields);
    value_clear(vm, &r->fields);
    return fields;
}

static void reader_dealloc(MinipyVM *vm, Object *o)
{
    mem_free(vm, ((ReaderObj *)(void *)o)->field);
    object_values_release(vm, o);
}

FN(csv_reader)
{
    if (!args_check(vm, "", nargs, 1, 2))
        return VALUE_NULL;
    Value input = object_iter(vm, args[0]);
    Value dialect = input ? dialect_of_call(vm, args, nargs, kwnames) : VALUE_NULL;
    Value v = dialect ? object_alloc_value(vm, module_type_borrow(vm, &reader_spec))
                      : VALUE_NULL;
    if (!v) {
        value_xdecref(vm, input);
        value_xdecref(vm, dialect);
        return VALUE_NULL;
    }
    ReaderObj *r = READER(v);
    r->input = input;
    r->dialect = dialect;
    const DialectObj *d = DIALECT(dialect);
    r->ends['\n'] = r->ends['\r'] = true;
    if (d->delimiter < 256)
        r->ends[d->delimiter] = true;
    if (d->escapechar < 256)
        r->ends[d->escapechar] = true;
    return v;
}

/* ---- the writer ------------------------------------------------------------------ */

typedef struct WriterObj {
    Object ob;
    Value write, dialect;
    bool special[256]; /* is_special() of what is below; of others it is asked */
} WriterObj;
#define WRITER(v) ((WriterObj *)(uintptr_t)(v))

/* Must the character be escaped, or its field be quoted? */
static bool is_special(const DialectObj *d, uint32_t c)
{
    if (c == d->delimiter || c == d->escapechar || c == d->quotechar)
        return true;
    for (int64_t i = 0; i < str_length(d->lineterminator); i++)
        if (str_char_at(STR(d->lineterminator), i) == c)
            return true;
    return false;
}

/* Fills in what a new writer's table says. */
static void note_specials(WriterObj *w, const DialectObj *d)
{
    const uint32_t chars[] = {d->delimiter, d->escapechar, d->quotechar};
    for (int i = 0; i < 3; i++)
        if (chars[i] < 256)
            w->special[chars[i]] = true;
    for (int64_t i = 0; i < str_length(d->lineterminator); i++) {
        uint32_t c = str_char_at(STR(d->lineterminator), i);
        if (c < 256)
            w->special[c] = true;
    }
}

/* The first special character from `at` on; the text's length: there is none. */
static int64_t next_special(const WriterObj *w, Value text, int64_t at)
{
    const StrObj *s = STR(text);
    if (s->width == 1)
        while (at < s->length && !w->special[s->data[at]])
            at++;
    else
        while (at < s->length && !is_special(DIALECT(w->dialect), str_char_at(s, at)))
            at++;
    return at;
}

/* What stands before a special character: NOT_SET: nothing, but the field is quoted. */
static uint32_t before_special(const DialectObj *d, uint32_t c)
{
    if (d->quoting == QUOTE_NONE)
        return d->escapechar;
    if (c == d->quotechar)
        return d->doublequote ? c : d->escapechar;
    return c == d->escapechar ? c : NOT_SET;
}

static bool needs_escape(const DialectObj *d, uint32_t c)
{
    return d->quoting == QUOTE_NONE || (c == d->quotechar && !d->doublequote) ||
           (c == d->escapechar && c != d->quotechar);
}

/* The text with its escapes, from the first special character on; whether it must be
 * quoted is told before. -1: error. */
static int write_special(MinipyVM *vm, StrBuilder *b, const WriterObj *w, Value text,
                         int64_t first, bool quoted)
{
    const DialectObj *d = DIALECT(w->dialect);
    int64_t n = str_length(text), done = 0;
    for (int64_t i = first; i < n; i = next_special(w, text, i + 1)) {
        uint32_t c = str_char_at(STR(text), i);
        if (needs_escape(d, c) && d->escapechar == NOT_SET) {
            module_error(vm, &csv_error, "need to escape, but no escapechar set");
            return -1;
        }
        quoted = quoted || !needs_escape(d, c);
    }
    if (quoted)
        strbuilder_char(b, d->quotechar);
    for (int64_t i = first; i < n; i = next_special(w, text, i + 1)) {
        uint32_t before = before_special(d, str_char_at(STR(text), i));
        strbuilder_slice(b, text, done, i);
        if (before != NOT_SET)
            strbuilder_char(b, before);
        done = i;
    }
    strbuilder_slice(b, text, done, n);
    if (quoted)
        strbuilder_char(b, d->quotechar);
    return 0;
}

static int write_text(MinipyVM *vm, StrBuilder *b, const WriterObj *w, Value text,
                      bool quoted)
{
    int64_t first = next_special(w, text, 0);
    if (first < str_length(text))
        return write_special(vm, b, w, text, first, quoted);
    if (quoted)
        strbuilder_char(b, DIALECT(w->dialect)->quotechar);
    strbuilder_str(b, text);
    if (quoted)
        strbuilder_char(b, DIALECT(w->dialect)->quotechar);
    return 0;
}

static bool is_number(MinipyVM *vm, Value v)
{
    const TypeSlots *s = &value_type(vm, v)->slots;
    return s->nb_index || s->nb_int || s->nb_float || value_is_kind(v, KIND_COMPLEX);
}

static int write_field(MinipyVM *vm, StrBuilder *b, const WriterObj *w, Value field)
{
    const DialectObj *d = DIALECT(w->dialect);
    bool quoted = d->quoting == QUOTE_ALL ||
                  (d->quoting == QUOTE_NONNUMERIC && !is_number(vm, field));
    Value text = field == VALUE_NONE   ? value_incref(vm->empty_str)
                 : value_is_str(field) ? value_incref(field)
                                       : object_str(vm, field);
    int r = text ? write_text(vm, b, w, text, quoted) : -1;
    value_xdecref(vm, text);
    return r;
}

/* The fields with what stands between them. -1: error. */
static int write_fields(MinipyVM *vm, StrBuilder *b, const WriterObj *w, Value fields)
{
    const DialectObj *d = DIALECT(w->dialect);
    Value field;
    int64_t n = 0;
    int r = 0;
    for (; r == 0 && (field = iter_next(vm, fields)); n++) {
        if (n)
            strbuilder_char(b, d->delimiter);
        r = write_field(vm, b, w, field);
        value_decref(vm, field);
    }
    if (r < 0 || error_occurred(vm))
        return -1;
    if (!n || b->length || b->failed)
        return 0;
    if (d->quoting == QUOTE_NONE) {
        module_error(vm, &csv_error, "single empty field record must be quoted");
        return -1;
    }
    return write_text(vm, b, w, vm->empty_str, true);
}

static Value write_row(MinipyVM *vm, Value self, Value row)
{
    WriterObj *w = WRITER(self);
    if (!w->write) /* of Writer(): CPython falls over */
        return error_bad_argument(vm, "csv_writerow");
    Value fields = object_iter(vm, row);
    if (!fields && error_matches(vm, EXC_TypeError)) {
        error_clear(vm);
        module_error(vm, &csv_error, "iterable expected, not %.200T", row);
    }
    if (!fields)
        return VALUE_NULL;
    StrBuilder b;
    strbuilder_init(&b, vm);
    int r = write_fields(vm, &b, w, fields);
    value_decref(vm, fields);
    if (r < 0) {
        strbuilder_discard(&b);
        return VALUE_NULL;
    }
    strbuilder_str(&b, DIALECT(w->dialect)->lineterminator);
    Value line = strbuilder_finish(&b);
    Value result = line ? call1(vm, w->write, line) : VALUE_NULL;
    value_xdecref(vm, line);
    return result;
}

FN(writer_writerow)
{
    return write_row(vm, self, args[0]);
}

FN(writer_writerows)
{
    Value row, rows = object_iter(vm, args[0]);
    if (!rows)
        return VALUE_NULL;
    bool well = true;
    while (well && (row = iter_next(vm, rows))) {
        Value r = write_row(vm, self, row);
        well = r != VALUE_NULL;
        value_xdecref(vm, r);
        value_decref(vm, row);
    }
    value_decref(vm, rows);
    return error_occurred(vm) ? VALUE_NULL : VALUE_NONE;
}

FN(csv_writer)
{
    if (!args_check(vm, "", nargs, 1, 2))
        return VALUE_NULL;
    Value write, dialect = dialect_of_call(vm, args, nargs, kwnames);
    if (!dialect)
        return VALUE_NULL;
    int found = attr_lookup(vm, args[0], "write", &write);
    if (found == 0 || (found > 0 && !object_callable(write)))
        error_set(vm, EXC_TypeError, "argument 1 must have a \"write\" method");
    Value v = error_occurred(vm)
                  ? VALUE_NULL
                  : object_alloc_value(vm, module_type_borrow(vm, &writer_spec));
    if (v) {
        WRITER(v)->write = write;
        WRITER(v)->dialect = dialect;
        note_specials(WRITER(v), DIALECT(dialect));
        return v;
    }
    if (found > 0)
        value_decref(vm, write);
    value_decref(vm, dialect);
    return VALUE_NULL;
}

/* ---- the registry ---------------------------------------------------------------- */

FN(list_dialects)
{
    return dict_keys_list(vm, vm->csv_dialects);
}

FN(get_dialect)
{
    Value d = dialect_named_borrow(vm, args[0]);
    return d ? value_incref(d) : VALUE_NULL;
}

FN(register_dialect)
{
    if (!args_check(vm, "", nargs, 1, 2))
        return VALUE_NULL;
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "dialect name must be a string");
    Value d = dialect_of_call(vm, args, nargs, kwnames);
    int r = d ? dict_set(vm, vm->csv_dialects, args[0], d) : -1;
    value_xdecref(vm, d);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(unregister_dialect)
{
    int r = dict_delete(vm, vm->csv_dialects, args[0]);
    if (r < 0)
        return VALUE_NULL;
    return r ? VALUE_NONE : module_error(vm, &csv_error, "unknown dialect");
}

FN(field_size_limit)
{
    int64_t before = vm->csv_field_limit, limit;
    if (GIVEN(0)) {
        if (value_type(vm, args[0]) != vm->types[KIND_INT])
            return error_set(vm, EXC_TypeError, "limit must be an integer");
        int overflow;
        if (!arg_index(vm, args[0], &limit, &overflow))
            return VALUE_NULL;
        if (overflow)
            return error_set(vm, EXC_OverflowError,
                             "Python int too large to convert to C long");
        vm->csv_field_limit = limit;
    }
    return int_new(vm, before);
}

/* ---- tables ---------------------------------------------------------------------- */

static METHODS(dialect_methods,
    {"__reduce__", dialect_reduce, M_UNSIGNED | M_BARE, "($self, /, *args)", "raises an exception to avoid pickling"},
    {"__reduce_ex__", dialect_reduce, M_UNSIGNED | M_BARE, "($self, /, *args)",
     "raises an exception to avoid pickling"},
);
static GETSETS(dialect_getsets,
    GETS("delimiter", get_delimiter),
    GETS("escapechar", get_escapechar),
    GETS("lineterminator", get_lineterminator),
    GETS("quotechar", get_quotechar),
    GETS("quoting", get_quoting),
);
static MEMBERS(dialect_members,
    {"skipinitialspace", MEMBER_BOOL, offsetof(DialectObj, skipinitialspace), true, NULL},
    {"doublequote", MEMBER_BOOL, offsetof(DialectObj, doublequote), true, NULL},
    {"strict", MEMBER_BOOL, offsetof(DialectObj, strict), true, NULL},
);
static TYPE_SPEC(dialect_spec,
    .name = "_csv.Dialect",
    .doc = "CSV dialect\n\nThe Dialect type records CSV parsing and generation options.\n",
    .flags = TYPE_GC | TYPE_BASE | TYPE_OWN_MODULE, .basicsize = sizeof(DialectObj), .values = 1,
    .slots = {.new_ = dialect_new},
    .methods = dialect_methods, .getsets = dialect_getsets, .members = dialect_members,
);

static MEMBERS(reader_members,
    {"dialect", MEMBER_VALUE_OR_NONE, offsetof(ReaderObj, dialect), true, NULL},
    {"line_num", MEMBER_INT64, offsetof(ReaderObj, line_num), true, NULL},
);
static TYPE_SPEC(reader_spec,
    .name = "_csv.reader",
    .doc = "CSV reader\n\nReader objects are responsible for reading and parsing tabular data\nin CSV format.\n",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_BASE | TYPE_OWN_MODULE | TYPE_ITER_SELF, .basicsize = sizeof(ReaderObj), .values = 3,
    .dealloc = reader_dealloc,
    .slots = {.new_ = object_new, .iter = object_self, .iternext = reader_next},
    .members = reader_members,
);

static METHODS(writer_methods,
    {"writerow", writer_writerow, M_UNSIGNED, "($self, row, /)", "writerow(iterable)\n\n"
     "Construct and write a CSV record from an iterable of fields.  Non-string\nelements will be converted to string."},
    {"writerows", writer_writerows, M_UNSIGNED, "($self, rows, /)", "writerows(iterable of iterables)\n\n"
     "Construct and write a series of iterables to a csv file.  Non-string\nelements will be converted to string."},
);
static MEMBERS(writer_members,
    {"dialect", MEMBER_VALUE_OR_NONE, offsetof(WriterObj, dialect), true, NULL},
);
static TYPE_SPEC(writer_spec,
    .name = "_csv.writer",
    .doc = "CSV writer\n\nWriter objects are responsible for generating tabular data\nin CSV format from sequence input.\n",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_BASE | TYPE_OWN_MODULE, .basicsize = sizeof(WriterObj), .values = 2,
    .slots = {.new_ = object_new},
    .methods = writer_methods, .members = writer_members,
);

static METHODS(functions,
    {"reader", csv_reader, M_UNSIGNED, "($module, /, *args, **kwargs)",
     "csv_reader = reader(iterable [, dialect='excel']\n                        [optional keyword args])\n"
     "    for row in csv_reader:\n        process(row)\n\n"
     "The rows of what gives a line of input at each step, as a file or a list does. The keywords are options of the\n"
     "dialect. A row may take several lines."},
    {"writer", csv_writer, M_UNSIGNED, "($module, /, *args, **kwargs)",
     "csv_writer = csv.writer(fileobj [, dialect='excel']\n                            [optional keyword args])\n"
     "    for row in sequence:\n        csv_writer.writerow(row)\n\nfileobj has a method write(text)."},
    {"list_dialects", list_dialects, 0, "($module, /)", "Return a list of all known dialect names.\n\n"
     "    names = csv.list_dialects()"},
    {"register_dialect", register_dialect, M_UNSIGNED, "($module, /, *args, **kwargs)",
     "Create a mapping from a string name to a dialect class.\n"
     "    dialect = csv.register_dialect(name[, dialect[, **fmtparams]])"},
    {"unregister_dialect", unregister_dialect, 0, "($module, /, name)",
     "Delete the name/dialect mapping associated with a string name.\n\n    csv.unregister_dialect(name)"},
    {"get_dialect", get_dialect, 0, "($module, /, name)", "Return the dialect instance associated with name.\n\n"
     "    dialect = csv.get_dialect(name)"},
    {"field_size_limit", field_size_limit, 0, "($module, /, new_limit=<unrepresentable>)",
     "Sets an upper limit on parsed fields.\n\n    csv.field_size_limit([limit])\n\n"
     "Returns old limit. If limit is not given, no new limit is set and\nthe old limit is returned"},
);

static Value new_registry(MinipyVM *vm)
{
    if (!vm->csv_dialects)
        vm->csv_field_limit = 128 * 1024;
    value_set_steal(vm, &vm->csv_dialects, dict_new(vm));
    return value_xincref(vm->csv_dialects);
}

static CONTENTS(contents,
    HAS_TEXT("__version__", "1.0"), HAS_MADE("_dialects", new_registry),
    HAS_INT("QUOTE_MINIMAL", QUOTE_MINIMAL), HAS_INT("QUOTE_ALL", QUOTE_ALL),
    HAS_INT("QUOTE_NONNUMERIC", QUOTE_NONNUMERIC), HAS_INT("QUOTE_NONE", QUOTE_NONE),
    HAS_TYPE("Dialect", &dialect_spec), HAS_TYPE("Reader", &reader_spec), HAS_TYPE("Writer", &writer_spec),
    HAS_ERROR("Error", &csv_error),
);

MODULE_SPEC(csv_module_spec,
    .name = "_csv",
    .doc = "CSV parsing and writing.\n\n"
           "Readers and writers of comma separated values, and the registry of dialects, behind the module csv.",
    .methods = functions, .contents = contents,
);
