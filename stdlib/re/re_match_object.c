/* re_match_object.c - match objects: where the groups of a pattern lie in a text. They
 * keep indices alone; the texts of groups are cut out when asked for.
 */
#include "stdlib/re/re_private.h"
#include "vm/import/import.h"
#include "vm/objects/generic_alias.h"
#include "vm/numbers/number.h"

bool re_text_open(MinipyVM *vm, ReText *t, Value string)
{
    *t = (ReText){.string = string};
    if (value_is_str(string)) {
        StrObj *s = STR(string);
        t->data = s->data;
        t->length = s->length;
        t->width = s->width;
        return true;
    }
    if (!buffer_supported(vm, string) ||
        buffer_get(vm, string, &t->view, BUF_SIMPLE) < 0) {
        error_clear(vm);
        error_set(vm, EXC_TypeError, "expected string or bytes-like object, got '%T'",
                  string);
        return false;
    }
    t->data = t->view.data;
    t->length = t->view.size;
    t->width = 1;
    t->is_bytes = true;
    return true;
}

void re_text_close(MinipyVM *vm, ReText *t)
{
    if (t->view.obj)
        buffer_release(vm, &t->view);
}

Value re_text_slice(MinipyVM *vm, const ReText *t, int64_t from, int64_t to)
{
    if (!t->is_bytes)
        return str_substring(vm, t->string, from, to);
    if (value_is_exact(vm, t->string, KIND_BYTES) && from == 0 && to == t->length)
        return value_incref(t->string);
    return bytes_from(vm, (const char *)t->data + from, to - from);
}

Value re_group_value(MinipyVM *vm, const ReState *s, const ReText *t, int64_t i,
                     Value empty)
{
    int64_t mark = (i - 1) * 2;
    if (mark >= s->lastmark || s->marks[mark] < 0 ||
        s->marks[mark + 1] < s->marks[mark])
        return value_incref(empty);
    return re_text_slice(vm, t, s->marks[mark], s->marks[mark + 1]);
}

Value re_call_python(MinipyVM *vm, const char *function, const Value *args,
                     size_t nargs)
{
    return import_call(vm, "re", function, args, nargs, VALUE_NULL);
}

Value match_from_state(MinipyVM *vm, PatternObj *p, const ReState *s, Value string,
                       int64_t pos, int64_t endpos, int status)
{
    if (status <= 0)
        return status < 0 ? VALUE_NULL : VALUE_NONE;
    MatchObj *m = (MatchObj *)object_alloc(vm, p->match_type, (p->groups + 1) * 2);
    if (!m)
        return VALUE_NULL;
    m->string = value_incref(string);
    m->pattern = value_incref(value_from_obj(p));
    m->pos = pos;
    m->endpos = endpos;
    m->lastindex = s->lastindex;
    m->groups = p->groups + 1;
    m->spans[0] = s->start;
    m->spans[1] = s->at;
    for (int64_t i = 0; i < p->groups; i++) {
        int64_t *span = m->spans + 2 + i * 2;
        bool set = i * 2 + 1 <= s->lastmark && s->marks[i * 2] >= 0 &&
                   s->marks[i * 2 + 1] >= 0;
        span[0] = set ? s->marks[i * 2] : -1;
        span[1] = set ? s->marks[i * 2 + 1] : -1;
    }
    return value_from_obj(m);
}

/* ---- groups ---------------------------------------------------------------------- */

/* The number of a group given by number or name; -1: IndexError. */
static int64_t group_number(MinipyVM *vm, MatchObj *m, Value index)
{
    int64_t i = -1;
    if (value_is_int(index) || value_type(vm, index)->slots.nb_index) {
        i = number_as_ssize(vm, index, EXC_NONE);
    } else if (dict_size(PATTERN(m->pattern)->groupindex) > 0) {
        Value found = dict_get_borrow(vm, PATTERN(m->pattern)->groupindex, index);
        if (found && value_is_int(found))
            i = int_as_i64_overflow(found, NULL);
    }
    if (i >= 0 && i < m->groups)
        return i;
    if (!error_occurred(vm))
        error_set(vm, EXC_IndexError, "no such group");
    return -1;
}

/* The text of group i, or `none` if it did not match. */
static Value group_text(MinipyVM *vm, MatchObj *m, int64_t i, Value none)
{
    int64_t from = m->spans[i * 2], to = m->spans[i * 2 + 1];
    if (from < 0 || m->string == VALUE_NONE)
        return value_incref(none);
    if (value_is_str(m->string)) {
        int64_t length = str_length(m->string);
        return str_substring(vm, m->string, from < length ? from : length,
                             to < length ? to : length);
    }
    ReText t;
    if (!re_text_open(vm, &t, m->string))
        return VALUE_NULL;
    /* a bytearray may be shorter now */
    Value v = re_text_slice(vm, &t, from < t.length ? from : t.length,
                            to < t.length ? to : t.length);
    re_text_close(vm, &t);
    return v;
}

static Value group_by_index(MinipyVM *vm, Value self, Value index)
{
    int64_t i = group_number(vm, MATCH(self), index);
    return i < 0 ? VALUE_NULL : group_text(vm, MATCH(self), i, VALUE_NONE);
}

FN(match_group)
{
    if (nargs == 0)
        return group_text(vm, MATCH(self), 0, VALUE_NONE);
    if (nargs == 1)
        return group_by_index(vm, self, args[0]);
    Value t = tuple_alloc(vm, (int64_t)nargs);
    for (size_t i = 0; t && i < nargs; i++) {
        t = tuple_put_made(vm, t, i, group_by_index(vm, self, args[i]));
    }
    return t;
}

FN(match_groups)
{
    MatchObj *m = MATCH(self);
    Value missing = GIVEN(0) ? args[0] : VALUE_NONE;
    Value t = tuple_alloc(vm, m->groups - 1);
    for (int64_t i = 1; t && i < m->groups; i++) {
        t = tuple_put_made(vm, t, i - 1, group_text(vm, m, i, missing));
    }
    return t;
}

FN(match_groupdict)
{
    MatchObj *m = MATCH(self);
    Value missing = GIVEN(0) ? args[0] : VALUE_NONE;
    Value key, number, result;
    if (!(result = dict_new(vm)))
        return VALUE_NULL;
    int64_t pos = 0;
    while (dict_next(PATTERN(m->pattern)->groupindex, &pos, &key, &number)) {
        int64_t i = group_number(vm, m, key);
        Value v = i < 0 ? VALUE_NULL : group_text(vm, m, i, missing);
        int r = v ? dict_set(vm, result, key, v) : -1;
        value_xdecref(vm, v);
        if (r < 0) {
            value_decref(vm, result);
            return VALUE_NULL;
        }
    }
    return result;
}

FN(match_start)
{
    int64_t i = nargs ? group_number(vm, MATCH(self), args[0]) : 0;
    return i < 0 ? VALUE_NULL : int_new(vm, MATCH(self)->spans[i * 2]);
}

FN(match_end)
{
    int64_t i = nargs ? group_number(vm, MATCH(self), args[0]) : 0;
    return i < 0 ? VALUE_NULL : int_new(vm, MATCH(self)->spans[i * 2 + 1]);
}

static Value span_pair(MinipyVM *vm, MatchObj *m, int64_t i)
{
    Value pair[] = {int_new(vm, m->spans[i * 2]), int_new(vm, m->spans[i * 2 + 1])};
    return tuple_from_steal(vm, pair, 2);
}

FN(match_span)
{
    int64_t i = nargs ? group_number(vm, MATCH(self), args[0]) : 0;
    return i < 0 ? VALUE_NULL : span_pair(vm, MATCH(self), i);
}

GETTER(get_regs)
{
    MatchObj *m = MATCH(self);
    if (!m->regs) {
        Value t = tuple_alloc(vm, m->groups);
        for (int64_t i = 0; t && i < m->groups; i++)
            if (!(TUPLE(t)->items[i] = span_pair(vm, m, i))) {
                value_decref(vm, t);
                return VALUE_NULL;
            }
        m->regs = t;
    }
    return value_xincref(m->regs);
}

GETTER(get_lastindex)
{
    return MATCH(self)->lastindex >= 0 ? int_new(vm, MATCH(self)->lastindex)
                                       : VALUE_NONE;
}

GETTER(get_lastgroup)
{
    MatchObj *m = MATCH(self);
    Value names = PATTERN(m->pattern)->indexgroup;
    if (m->lastindex < 0 || m->lastindex >= tuple_size(names))
        return VALUE_NONE;
    return value_incref(tuple_get_borrow(names, m->lastindex));
}

FN(match_expand)
{
    Value all[] = {MATCH(self)->pattern, self, args[0]};
    return re_call_python(vm, "_expand", all, 3);
}

FN(match_copy)
{
    return value_incref(self);
}

static Value match_repr(MinipyVM *vm, Value self)
{
    MatchObj *m = MATCH(self);
    Value text = group_text(vm, m, 0, VALUE_NONE);
    if (!text)
        return VALUE_NULL;
    Value r = str_format_c(vm, "<re.Match object; span=(%lld, %lld), match=%.50R>",
                           (long long)m->spans[0], (long long)m->spans[1], text);
    value_decref(vm, text);
    return r;
}

static METHODS(match_methods,
    {"group", match_group, M_BARE | M_UNSIGNED, "($self, *groups)",
     "group([group1, ...]) -> str or tuple.\n    Return subgroup(s) of the match by indices or names.\n"
     "    For 0 returns the entire match."},
    {"start", match_start, 0, "($self, group=0, /)", "Return index of the start of the substring matched by group."},
    {"end", match_end, 0, "($self, group=0, /)", "Return index of the end of the substring matched by group."},
    {"span", match_span, 0, "($self, group=0, /)",
     "For match object m, return the 2-tuple (m.start(group), m.end(group))."},
    {"groups", match_groups, 0, "($self, /, default=None)",
     "Return a tuple containing all the subgroups of the match, from 1."},
    {"groupdict", match_groupdict, 0, "($self, /, default=None)",
     "Return a dictionary containing all the named subgroups of the match, keyed by name."},
    {"expand", match_expand, 0, "($self, /, template)",
     "The template with its backslash escapes and group references replaced."},
    {"__copy__", match_copy, 0, "($self, /)", NULL},
    {"__deepcopy__", match_copy, 0, "($self, memo, /)", NULL},
    CLASS_GETITEM_METHOD,
);

static GETSETS(match_getsets,
    {"lastindex", get_lastindex, NULL, "The integer index of the last matched capturing group.", NULL},
    {"lastgroup", get_lastgroup, NULL, "The name of the last matched capturing group.", NULL},
    GETS("regs", get_regs),
);

static MEMBERS(match_members,
    {"string", MEMBER_VALUE, offsetof(MatchObj, string), true, "The string passed to match() or search()."},
    {"re", MEMBER_VALUE, offsetof(MatchObj, pattern), true, "The regular expression object."},
    {"pos", MEMBER_INT64, offsetof(MatchObj, pos), true, "Where the search began."},
    {"endpos", MEMBER_INT64, offsetof(MatchObj, endpos), true, "Where the search had to end."},
);

TYPE_SPEC(re_match_spec,
    .name = "re.Match",
    .doc = "The result of re.match() and re.search().\nMatch objects always have a boolean value of True.",
    .flags = TYPE_OWN_MODULE | TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE, .basicsize = sizeof(MatchObj),
    .itemsize = sizeof(int64_t), .values = 3,
    .slots = {.repr = match_repr, .mp_subscript = group_by_index},
    .methods = match_methods, .getsets = match_getsets, .members = match_members,
);
