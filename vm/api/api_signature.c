/* api_signature.c - what a host's function takes, read from the text of its row, and
 * the sorting of a call's arguments into its parameters. The vm's own functions have
 * theirs in vm/objects/signature.c, which trusts its texts and leaves *args where they
 * lie; a host's text is checked, and its function gets a tuple and a dict, as a Python
 * function does. Read next: api_function.c.
 */
#include "vm/api/api.h"
#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/text/str.h"

/* ---- reading the text ------------------------------------------------------------ */

typedef struct Reader {
    MinipyVM *vm;
    const char *at;
    HostSignature *s;
    bool optional, keyword_only; /* seen: a default, a `*` */
} Reader;

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

static void skip_spaces(Reader *r)
{
    while (*r->at == ' ' || *r->at == '\n')
        r->at++;
}

/* Over an annotation, which ends at `=`, or a default: to the next comma or parenthesis
 * of ours. */
static void skip_expression(Reader *r, char end)
{
    int depth = 0;
    char quote = 0;
    for (; *r->at; r->at++) {
        char c = *r->at;
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '\'' || c == '"')
            quote = c;
        else if (depth == 0 && (c == ',' || c == ')' || c == end))
            return;
        else
            depth +=
                (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    }
}

/* One more parameter, or NULL: it is as it should be, or an exception is set. */
static const char *read_name(Reader *r)
{
    HostSignature *s = r->s;
    const char *start = r->at;
    while (is_name_char(*r->at))
        r->at++;
    if (r->at == start || (*start >= '0' && *start <= '9'))
        return "a parameter has no name";
    if (s->total == HOST_PARAMETERS_MAX)
        return "too many parameters";
    Value name = str_from_utf8(r->vm, start, r->at - start);
    if (!name || !(name = str_intern_steal(r->vm, name)))
        return NULL;
    for (int i = 0; i < s->total; i++)
        if (s->names[i] == name) {
            value_decref(r->vm, name);
            return "two parameters have one name";
        }
    s->names[s->total++] = name;
    return NULL;
}

static const char *read_plain(Reader *r)
{
    HostSignature *s = r->s;
    int i = s->total;
    const char *wrong = read_name(r);
    if (wrong || s->total == i)
        return wrong;
    skip_spaces(r);
    if (*r->at == ':')
        skip_expression(r, '=');
    bool has_default = *r->at == '=';
    if (has_default) {
        r->at++;
        skip_expression(r, ',');
    } else if (r->optional && !r->keyword_only) {
        return "a parameter without a default follows one that has one";
    } else {
        s->required |= (uint64_t)1 << i;
    }
    r->optional |= has_default;
    if (!r->keyword_only)
        s->positional = s->total;
    return NULL;
}

static const char *read_star(Reader *r)
{
    HostSignature *s = r->s;
    bool two = *++r->at == '*';
    r->at += two;
    if (!two && r->keyword_only)
        return "a second *";
    if (two)
        s->more = s->total;
    else if (*r->at != ',')
        s->rest = s->total;
    else
        return r->keyword_only = true, NULL;
    const char *wrong = read_name(r);
    r->keyword_only = true;
    if (*r->at == ':')
        skip_expression(r, '=');
    return wrong;
}

static const char *read_one(Reader *r)
{
    if (r->s->more >= 0)
        return "something follows **";
    if (*r->at == '*')
        return read_star(r);
    if (*r->at != '/')
        return read_plain(r);
    if (r->keyword_only || r->s->posonly || !r->s->total)
        return "a / where none can be";
    r->at++;
    r->s->posonly = r->s->total;
    return NULL;
}

/* What is wrong with the text, else NULL; an exception may be set. */
static const char *read_text(Reader *r)
{
    if (*r->at++ != '(')
        return "it does not begin with (";
    for (skip_spaces(r); *r->at != ')'; skip_spaces(r)) {
        const char *wrong = read_one(r);
        if (wrong || r->vm->raised)
            return wrong;
        skip_spaces(r);
        if (*r->at == ',')
            r->at++;
        else if (*r->at != ')')
            return "a comma or ) is missing";
    }
    r->at++;
    skip_spaces(r);
    return *r->at && strncmp(r->at, "->", 2) != 0 ? "something follows )" : NULL;
}

HostSignature *host_signature_read(MinipyVM *vm, const char *name, const char *text)
{
    size_t most = 1;
    for (const char *p = text; *p; p++)
        most += *p == ',';
    most = most < HOST_PARAMETERS_MAX ? most : HOST_PARAMETERS_MAX;
    HostSignature *s = mem_calloc(vm, sizeof *s + most * sizeof *s->names);
    if (!s)
        return NULL;
    s->rest = s->more = -1;
    Reader r = {.vm = vm, .at = text, .s = s};
    const char *wrong = read_text(&r);
    if (wrong)
        error_set(vm, EXC_SystemError, "the signature '%s' of %s(): %s", text, name,
                  wrong);
    if (!vm->raised)
        return s;
    host_signature_free(vm, s);
    return NULL;
}

void host_signature_free(MinipyVM *vm, HostSignature *s)
{
    if (s)
        values_xdecref(vm, s->names, s->total);
    mem_free(vm, s);
}

/* ---- binding --------------------------------------------------------------------- */

/* The parameter that takes that keyword, or -1. */
static int find(const HostSignature *s, Value name)
{
    for (int i = s->posonly; i < s->total; i++)
        if (i != s->rest && i != s->more &&
            (s->names[i] == name || str_equal(s->names[i], name)))
            return i;
    return -1;
}

static bool take_keyword(MinipyVM *vm, const HostSignature *s, Value fname, Value name,
                         Value value, Value *out)
{
    if (!value_is_str(name))
        return error_set(vm, EXC_TypeError, "keywords must be strings"), false;
    int i = find(s, name);
    if (i >= 0 && !out[i]) {
        out[i] = value;
        return true;
    }
    if (i < 0 && s->more >= 0)
        return dict_set(vm, out[s->more], name, value) == 0;
    error_set(vm, EXC_TypeError,
              i >= 0 ? "%U() got multiple values for argument '%U'"
                     : "%U() got an unexpected keyword argument '%U'",
              fname, name);
    return false;
}

static bool too_many(MinipyVM *vm, const HostSignature *s, Value fname, size_t nargs)
{
    int least = 0;
    while (least < s->positional && (s->required >> least & 1))
        least++;
    if (least < s->positional)
        error_set(vm, EXC_TypeError,
                  "%U() takes from %d to %d positional arguments but %zu were given",
                  fname, least, s->positional, nargs);
    else
        error_set(vm, EXC_TypeError,
                  "%U() takes %d positional argument%s but %zu %s given", fname, least,
                  least == 1 ? "" : "s", nargs, nargs == 1 ? "was" : "were");
    return false;
}

static bool all_given(MinipyVM *vm, const HostSignature *s, Value fname,
                      const Value *out)
{
    for (int i = 0; i < s->total; i++)
        if ((s->required >> i & 1) && !out[i])
            return error_set(vm, EXC_TypeError,
                             "%U() missing required %sargument: '%U'", fname,
                             i < s->positional ? "" : "keyword-only ", s->names[i]),
                   false;
    return true;
}

bool host_signature_bind(MinipyVM *vm, const HostSignature *s, Value fname,
                         const Value *args, size_t nargs, Value kwnames, Value *out)
{
    size_t taken = nargs < (size_t)s->positional ? nargs : (size_t)s->positional;
    for (int i = 0; i < s->total; i++)
        out[i] = (size_t)i < taken ? args[i] : VALUE_NULL;
    if (nargs > taken && s->rest < 0)
        return too_many(vm, s, fname, nargs);
    if (s->rest >= 0 &&
        !(out[s->rest] = tuple_from(vm, args + taken, (int64_t)(nargs - taken))))
        return false;
    if (s->more >= 0 && !(out[s->more] = dict_new(vm)))
        return false;
    for (int64_t k = 0; kwnames && k < tuple_size(kwnames); k++)
        if (!take_keyword(vm, s, fname, tuple_get_borrow(kwnames, k),
                          args[nargs + (size_t)k], out))
            return false;
    return all_given(vm, s, fname, out);
}
