/* re_pattern.c - the module _sre: compiled patterns with their methods, and scanners.
 * The library's package re parses patterns and makes the code that re_match.c runs.
 */
#include "stdlib/re/re_private.h"
#include "vm/containers/iter.h"
#include "vm/containers/list.h"
#include "vm/containers/mapping_proxy.h"
#include "vm/objects/generic_alias.h"
#include "vm/objects/call.h"

static const TypeSpec pattern_spec, scanner_spec;

typedef struct ScannerObj {
    Object ob;
    Value pattern, string; /* strong */
    ReText text;
    ReState state;
    int64_t pos, endpos;
    bool open, done;
} ScannerObj;
#define SCANNER(v) ((ScannerObj *)(uintptr_t)(v))

/* ---- a search -------------------------------------------------------------------- */

/* Prepares a search of string[start:end]. false: exception. */
static bool search_open(MinipyVM *vm, PatternObj *p, ReState *s, ReText *t,
                        Value string, int64_t start, int64_t end)
{
    if (!re_text_open(vm, t, string))
        return false;
    if (p->is_bytes >= 0 && t->is_bytes != (bool)p->is_bytes) {
        error_set(vm, EXC_TypeError,
                  t->is_bytes ? "cannot use a string pattern on a bytes-like object"
                              : "cannot use a bytes pattern on a string-like object");
        re_text_close(vm, t);
        return false;
    }
    if (!re_state_init(s, vm, &p->program, (size_t)p->groups * 2)) {
        re_text_close(vm, t);
        return false;
    }
    s->text = t->data;
    s->width = t->width;
    s->start = start < 0 ? 0 : start > t->length ? t->length : start;
    s->end = end < 0 ? 0 : end > t->length ? t->length : end;
    return true;
}

static void search_close(MinipyVM *vm, ReState *s, ReText *t)
{
    re_state_fini(s);
    re_text_close(vm, t);
}

/* After a match: the next search begins at its end, and may be empty there only if this
 * one was not. */
static void search_advance(ReState *s)
{
    s->must_advance = s->at == s->start;
    s->start = s->at;
}

static int search_next(ReState *s)
{
    return s->start > s->end ? 0 : re_search(s);
}

typedef enum { DO_MATCH, DO_FULLMATCH, DO_SEARCH } SearchKind;

/* pos and endpos of a search's arguments (string, pos=0, endpos=sys.maxsize). */
static bool search_bounds(MinipyVM *vm, const Value *args, size_t nargs, int64_t *pos,
                          int64_t *endpos)
{
    *pos = 0;
    *endpos = INT64_MAX;
    return (!GIVEN(1) || arg_ssize(vm, args[1], pos)) &&
           (!GIVEN(2) || arg_ssize(vm, args[2], endpos));
}

/* search_open with the arguments string, pos, endpos. */
static bool search_between(MinipyVM *vm, PatternObj *p, const Value *args, size_t nargs,
                           ReState *s, ReText *t)
{
    int64_t pos, endpos;
    return search_bounds(vm, args, nargs, &pos, &endpos) &&
           search_open(vm, p, s, t, args[0], pos, endpos);
}

static Value search_once(MinipyVM *vm, Value self, SearchKind kind, const Value *args,
                         size_t nargs)
{
    PatternObj *p = PATTERN(self);
    Value string = args[0];
    ReState s;
    ReText t;
    if (!search_between(vm, p, args, nargs, &s, &t))
        return VALUE_NULL;
    int64_t pos = s.start;
    s.whole = kind == DO_FULLMATCH;
    int status = kind == DO_SEARCH ? search_next(&s) : re_match_at(&s);
    Value m = match_from_state(vm, p, &s, string, pos, s.end, status);
    search_close(vm, &s, &t);
    return m;
}

FN(pattern_match)
{
    return search_once(vm, self, DO_MATCH, args, nargs);
}
FN(pattern_fullmatch)
{
    return search_once(vm, self, DO_FULLMATCH, args, nargs);
}
FN(pattern_search)
{
    return search_once(vm, self, DO_SEARCH, args, nargs);
}

/* What findall() gives for one match. */
static Value found_item(MinipyVM *vm, PatternObj *p, const ReState *s, const ReText *t,
                        Value empty)
{
    if (p->groups == 0)
        return re_text_slice(vm, t, s->start, s->at);
    if (p->groups == 1)
        return re_group_value(vm, s, t, 1, empty);
    Value item = tuple_alloc(vm, p->groups);
    for (int64_t i = 0; item && i < p->groups; i++)
        if (!(TUPLE(item)->items[i] = re_group_value(vm, s, t, i + 1, empty))) {
            value_decref(vm, item);
            return VALUE_NULL;
        }
    return item;
}

FN(pattern_findall)
{
    PatternObj *p = PATTERN(self);
    ReState s;
    ReText t;
    if (!search_between(vm, p, args, nargs, &s, &t))
        return VALUE_NULL;
    Value empty = t.is_bytes ? vm->empty_bytes : vm->empty_str;
    Value list = list_new(vm, 0);
    int status = -1;
    while (list && (status = search_next(&s)) > 0) {
        Value item = found_item(vm, p, &s, &t, empty);
        if (!item || list_append_steal(vm, list, item) < 0) {
            status = -1;
            break;
        }
        search_advance(&s);
    }
    search_close(vm, &s, &t);
    if (status < 0 && list)
        value_clear(vm, &list);
    return list;
}

FN(pattern_split)
{
    PatternObj *p = PATTERN(self);
    int64_t most = 0;
    ReState s;
    ReText t;
    if ((GIVEN(1) && !arg_ssize(vm, GIVEN(1), &most)) ||
        !search_open(vm, p, &s, &t, args[0], 0, INT64_MAX))
        return VALUE_NULL;
    Value list = list_new(vm, 0);
    int64_t last = 0;
    int status = list ? 1 : -1;
    for (int64_t n = 0; status > 0 && (!most || n < most); n++) {
        if ((status = search_next(&s)) <= 0)
            break;
        Value item = re_text_slice(vm, &t, last, s.start);
        for (int64_t i = 0; item; i++)
            if (list_append_steal(vm, list, item) < 0)
                item = VALUE_NULL;
            else if (i == p->groups)
                break;
            else
                item = re_group_value(vm, &s, &t, i + 1, VALUE_NONE);
        if (!item)
            status = -1;
        last = s.at;
        search_advance(&s);
    }
    Value rest = status < 0 ? VALUE_NULL : re_text_slice(vm, &t, last, s.end);
    if (list && (!rest || list_append_steal(vm, list, rest) < 0))
        value_clear(vm, &list);
    search_close(vm, &s, &t);
    return list;
}

/* ---- substitution ---------------------------------------------------------------- */

/* What replaces a match: a text, or a function of the match. New reference. */
static Value sub_filter(MinipyVM *vm, Value self, Value repl)
{
    if (object_callable(repl))
        return value_incref(repl);
    bool literal = false;
    if (value_is_str(repl)) {
        literal = str_find(repl, vm->ascii['\\'], 0, str_length(repl), 1) < 0;
    } else if (buffer_supported(vm, repl)) {
        Buffer view;
        if (buffer_get(vm, repl, &view, BUF_SIMPLE) < 0) {
            error_clear(vm);
        } else {
            literal = !memchr(view.data, '\\', (size_t)view.size);
            buffer_release(vm, &view);
        }
    }
    if (literal)
        return value_incref(repl);
    Value both[] = {self, repl};
    return re_call_python(vm, "_subx", both, 2);
}

/* Appends the replaced text to list. The number of replacements, or -1. */
static int64_t sub_into(MinipyVM *vm, PatternObj *p, ReState *s, const ReText *t,
                        Value filter, int64_t count, Value list)
{
    bool function = object_callable(filter);
    int64_t n = 0, last = 0;
    while (!count || n < count) {
        int status = search_next(s);
        if (status < 0)
            return -1;
        if (status == 0)
            break;
        if (last < s->start &&
            list_append_made(vm, list, re_text_slice(vm, t, last, s->start)) < 0)
            return -1;
        Value item = value_incref(filter);
        if (function) {
            Value m = match_from_state(vm, p, s, t->string, 0, s->end, 1);
            value_decref(vm, item);
            item = m ? call1(vm, filter, m) : VALUE_NULL;
            value_xdecref(vm, m);
        }
        if (!item)
            return -1;
        if (item != VALUE_NONE && list_append_steal(vm, list, item) < 0)
            return -1;
        last = s->at;
        n++;
        search_advance(s);
    }
    if (last < s->end &&
        list_append_made(vm, list, re_text_slice(vm, t, last, s->end)) < 0)
        return -1;
    return n;
}

static Value sub(MinipyVM *vm, Value self, const Value *args, size_t nargs, int64_t *n)
{
    PatternObj *p = PATTERN(self);
    Value result = VALUE_NULL;
    int64_t count = 0;
    ReState s;
    ReText t;
    if (GIVEN(2) && !arg_ssize(vm, args[2], &count))
        return VALUE_NULL;
    Value filter = sub_filter(vm, self, args[0]);
    if (!filter)
        return VALUE_NULL;
    if (!search_open(vm, p, &s, &t, args[1], 0, INT64_MAX)) {
        value_decref(vm, filter);
        return VALUE_NULL;
    }
    Value list = list_new(vm, 0);
    if (list && (*n = sub_into(vm, p, &s, &t, filter, count, list)) >= 0) {
        Value empty = t.is_bytes ? vm->empty_bytes : vm->empty_str;
        if (list_size(list) == 0)
            result = value_incref(empty);
        else
            result = t.is_bytes ? call_method_cstr(vm, empty, "join", &list, 1)
                                : str_join(vm, empty, list);
    }
    value_xdecref(vm, list);
    value_decref(vm, filter);
    search_close(vm, &s, &t);
    return result;
}

FN(pattern_sub)
{
    int64_t n;
    return sub(vm, self, args, nargs, &n);
}

FN(pattern_subn)
{
    int64_t n;
    Value text = sub(vm, self, args, nargs, &n);
    if (!text)
        return VALUE_NULL;
    Value pair[] = {text, int_new(vm, n)};
    return tuple_from_steal(vm, pair, 2);
}

/* ---- scanners -------------------------------------------------------------------- */

FN(pattern_scanner)
{
    PatternObj *p = PATTERN(self);
    Value string = args[0];
    int64_t pos, endpos;
    if (!search_bounds(vm, args, nargs, &pos, &endpos))
        return VALUE_NULL;
    ScannerObj *sc = (ScannerObj *)object_alloc(vm, p->scanner_type, 0);
    if (!sc)
        return VALUE_NULL;
    sc->pattern = value_incref(self);
    sc->string = value_incref(string);
    if (!search_open(vm, p, &sc->state, &sc->text, string, pos, endpos)) {
        obj_decref(vm, &sc->ob);
        return VALUE_NULL;
    }
    sc->open = true;
    sc->pos = sc->state.start;
    sc->endpos = sc->state.end;
    return value_from_obj(sc);
}

static Value scanner_step(MinipyVM *vm, Value self, bool search)
{
    ScannerObj *sc = SCANNER(self);
    if (sc->done)
        return VALUE_NONE;
    ReState *s = &sc->state;
    int status = search ? search_next(s) : re_match_at(s);
    Value m = match_from_state(vm, PATTERN(sc->pattern), s, sc->string, sc->pos,
                               sc->endpos, status);
    if (status == 0)
        sc->done = true;
    else
        search_advance(s);
    return m;
}

FN(scanner_match)
{
    return scanner_step(vm, self, false);
}

FN(scanner_search)
{
    return scanner_step(vm, self, true);
}

static void scanner_dealloc(MinipyVM *vm, Object *o)
{
    ScannerObj *sc = (ScannerObj *)o;
    if (sc->open) {
        search_close(vm, &sc->state, &sc->text);
        sc->open = false;
    }
    object_values_release(vm, o);
}

FN(pattern_finditer)
{
    Value scanner = pattern_scanner(vm, self, args, nargs, kwnames);
    if (!scanner)
        return VALUE_NULL;
    Value step = attr_get(vm, scanner, "search");
    Value it = step ? callable_iter_new(vm, step, VALUE_NONE) : VALUE_NULL;
    value_xdecref(vm, step);
    value_decref(vm, scanner);
    return it;
}

/* ---- patterns as objects --------------------------------------------------------- */

FN(pattern_copy)
{
    return value_incref(self);
}

GETTER(get_groupindex)
{
    return mapping_proxy_new(vm, PATTERN(self)->groupindex);
}

static Value pattern_repr(MinipyVM *vm, Value self)
{
    static const char *const names[] = {"TEMPLATE",  "IGNORECASE", "LOCALE",
                                        "MULTILINE", "DOTALL",     "UNICODE",
                                        "VERBOSE",   "DEBUG",      "ASCII"};
    PatternObj *p = PATTERN(self);
    int flags = p->flags;
    if (p->is_bytes == 0 &&
        (flags & (RE_FLAG_LOCALE | RE_FLAG_UNICODE | RE_FLAG_ASCII)) == RE_FLAG_UNICODE)
        flags &= ~RE_FLAG_UNICODE; /* it goes without saying */
    Value text = object_repr(vm, p->pattern);
    if (!text)
        return VALUE_NULL;
    StrBuilder b;
    strbuilder_init(&b, vm);
    strbuilder_ascii(&b, "re.compile(");
    strbuilder_slice(&b, text, 0, str_length(text) < 200 ? str_length(text) : 200);
    value_decref(vm, text);
    const char *before = ", ";
    for (int i = 0; i < 9; i++)
        if (flags >> i & 1) {
            strbuilder_ascii(&b, before);
            strbuilder_ascii(&b, "re.");
            strbuilder_ascii(&b, names[i]);
            before = "|";
        }
    if (flags & ~0x1ff) {
        char rest[16];
        snprintf(rest, sizeof rest, "0x%x", (unsigned)flags & ~0x1ffu);
        strbuilder_ascii(&b, before);
        strbuilder_ascii(&b, rest);
    }
    strbuilder_ascii(&b, ")");
    return strbuilder_finish(&b);
}

static Value pattern_compare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    PatternObj *p = PATTERN(a), *q = PATTERN(b);
    if ((op != CMP_EQ && op != CMP_NE) || !value_is_of(b, &pattern_spec))
        return VALUE_NOT_IMPLEMENTED;
    int same = a == b;
    if (!same && p->flags == q->flags && p->is_bytes == q->is_bytes &&
        p->size == q->size && memcmp(p->code, q->code, p->size * sizeof *p->code) == 0)
        same = object_compare_bool(vm, p->pattern, q->pattern, CMP_EQ);
    return same < 0 ? VALUE_NULL : value_from_bool((same == 1) == (op == CMP_EQ));
}

/* re's functions look for each pattern that they are given in a dict. */
static uint64_t code_hash(PatternObj *p)
{
    if (!p->code_hash) {
        uint64_t hash = p->size;
        for (size_t i = 0; i < p->size; i++)
            hash = hash * 1000003u ^ p->code[i];
        p->code_hash = hash ? hash : 1;
    }
    return p->code_hash;
}

static int64_t pattern_hash(MinipyVM *vm, Value self)
{
    PatternObj *p = PATTERN(self);
    int64_t hash = object_hash(vm, p->pattern);
    if (hash == -1)
        return -1;
    hash ^= (int64_t)code_hash(p) ^ p->flags ^ p->is_bytes ^ p->groups;
    return hash == -1 ? -2 : hash;
}

static void pattern_dealloc(MinipyVM *vm, Object *o)
{
    PatternObj *p = (PatternObj *)o;
    re_program_fini(vm, &p->program);
    mem_free(vm, p->code);
    p->code = NULL;
    object_values_release(vm, o);
}

/* ---- the module's functions ------------------------------------------------------ */

/* The words of the list `code`. false: exception. */
static bool read_code(MinipyVM *vm, PatternObj *p, Value code)
{
    size_t n = (size_t)list_size(code);
    if (!(p->code = mem_alloc(vm, (n ? n : 1) * sizeof *p->code)))
        return false;
    p->size = n;
    for (size_t i = 0; i < n; i++) {
        Value v = list_get_borrow(code, (int64_t)i);
        int overflow = 0;
        int64_t word = value_is_int(v) ? int_as_i64_overflow(v, &overflow) : -1;
        if (overflow || word < 0 || word > UINT32_MAX) {
            error_set(vm, EXC_OverflowError,
                      "regular expression code size limit exceeded");
            return false;
        }
        p->code[i] = (uint32_t)word;
    }
    return true;
}

FN(sre_compile)
{
    int flags;
    int64_t groups;
    if (!arg_int(vm, args[1], &flags))
        return VALUE_NULL;
    if (!value_is_list(args[2]))
        return arg_type_error(vm, "compile", "code", "list", args[2]);
    if (!arg_ssize(vm, args[3], &groups))
        return VALUE_NULL;
    if (!value_is_dict(args[4]))
        return arg_type_error(vm, "compile", "groupindex", "dict", args[4]);
    if (!value_is_tuple(args[5]))
        return arg_type_error(vm, "compile", "indexgroup", "tuple", args[5]);
    PatternObj *p =
        (PatternObj *)object_alloc(vm, module_type_borrow(vm, &pattern_spec), 0);
    if (!p)
        return VALUE_NULL;
    p->pattern = value_incref(args[0]);
    p->flags = flags;
    p->groups = groups;
    p->groupindex = value_incref(args[4]);
    p->indexgroup = value_incref(args[5]);
    p->is_bytes = args[0] == VALUE_NONE ? -1 : !value_is_str(args[0]);
    p->match_type = module_type_borrow(vm, &re_match_spec);
    p->scanner_type = module_type_borrow(vm, &scanner_spec);
    if (!read_code(vm, p, args[2]))
        goto error;
    if (p->is_bytes == 1 && !buffer_supported(vm, args[0])) {
        error_set(vm, EXC_TypeError, "expected string or bytes-like object, got '%T'",
                  args[0]);
        goto error;
    }
    if (!re_code_valid(p->code, p->size, groups)) {
        error_set(vm, EXC_RuntimeError, "invalid SRE code");
        goto error;
    }
    if (!re_program_make(vm, &p->program, p->code, p->size))
        goto error;
    return value_from_obj(p);
error:
    obj_decref(vm, &p->ob);
    return VALUE_NULL;
}

FN(sre_getcodesize)
{
    return value_from_imm(sizeof(uint32_t));
}

/* The functions of one character. false: exception. */
static bool char_arg(MinipyVM *vm, Value v, uint32_t *c)
{
    int i;
    if (!arg_int(vm, v, &i))
        return false;
    *c = (uint32_t)i;
    return true;
}

FN(ascii_iscased)
{
    uint32_t c;
    return char_arg(vm, args[0], &c) ? value_from_bool(c < 128 && ((c | 32) - 'a') < 26)
                                     : VALUE_NULL;
}

FN(unicode_iscased)
{
    uint32_t c;
    if (!char_arg(vm, args[0], &c))
        return VALUE_NULL;
    return value_from_bool(re_is_cased(c));
}

FN(ascii_tolower)
{
    uint32_t c;
    return char_arg(vm, args[0], &c) ? int_new(vm, (int32_t)re_lower_ascii(c))
                                     : VALUE_NULL;
}

FN(unicode_tolower)
{
    uint32_t c;
    return char_arg(vm, args[0], &c) ? int_new(vm, (int32_t)re_lower_unicode(c))
                                     : VALUE_NULL;
}

#define SEARCH_SIGNATURE "($self, /, string, pos=0, endpos=sys.maxsize)"
static METHODS(pattern_methods,
    {"match", pattern_match, M_METHOD, SEARCH_SIGNATURE,
     "Matches zero or more characters at the beginning of the string."},
    {"fullmatch", pattern_fullmatch, M_METHOD, SEARCH_SIGNATURE, "Matches against all of the string."},
    {"search", pattern_search, M_METHOD, SEARCH_SIGNATURE,
     "Scan through string looking for a match, and return a corresponding match object instance.\n\n"
     "Return None if no position in the string matches."},
    {"sub", pattern_sub, M_METHOD, "($self, /, repl, string, count=0)",
     "Return the string obtained by replacing the leftmost non-overlapping occurrences of pattern in string by the "
     "replacement repl."},
    {"subn", pattern_subn, M_METHOD, "($self, /, repl, string, count=0)",
     "Return the tuple (new_string, number_of_subs_made) found by replacing the leftmost non-overlapping occurrences "
     "of pattern with the replacement repl."},
    {"findall", pattern_findall, 0, SEARCH_SIGNATURE,
     "Return a list of all non-overlapping matches of pattern in string."},
    {"split", pattern_split, 0, "($self, /, string, maxsplit=0)", "Split string by the occurrences of pattern."},
    {"finditer", pattern_finditer, M_METHOD, SEARCH_SIGNATURE,
     "Return an iterator over all non-overlapping matches for the RE pattern in string.\n\n"
     "For each match, the iterator returns a match object."},
    {"scanner", pattern_scanner, M_METHOD, SEARCH_SIGNATURE, NULL},
    {"__copy__", pattern_copy, 0, "($self, /)", NULL},
    {"__deepcopy__", pattern_copy, 0, "($self, memo, /)", NULL},
    CLASS_GETITEM_METHOD,
);

static GETSETS(pattern_getsets,
    {"groupindex", get_groupindex, NULL, "A dictionary mapping group names to group numbers.", NULL},
);

static MEMBERS(pattern_members,
    {"pattern", MEMBER_VALUE, offsetof(PatternObj, pattern), true,
     "The pattern string from which the RE object was compiled."},
    {"flags", MEMBER_INT32, offsetof(PatternObj, flags), true, "The regex matching flags."},
    {"groups", MEMBER_INT64, offsetof(PatternObj, groups), true, "The number of capturing groups in the pattern."},
);

static TYPE_SPEC(pattern_spec,
    .name = "re.Pattern",
    .doc = "Compiled regular expression object.",
    .flags = TYPE_OWN_MODULE | TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE | TYPE_WEAKREFS, .basicsize = sizeof(PatternObj),
    .values = 3,
    .dealloc = pattern_dealloc,
    .slots = {.repr = pattern_repr, .richcompare = pattern_compare, .hash = pattern_hash},
    .methods = pattern_methods, .getsets = pattern_getsets, .members = pattern_members,
);

static METHODS(scanner_methods,
    {"match", scanner_match, M_METHOD, "($self, /)", NULL},
    {"search", scanner_search, M_METHOD, "($self, /)", NULL},
);

static MEMBERS(scanner_members,
    {"pattern", MEMBER_VALUE, offsetof(ScannerObj, pattern), true, NULL},
);

static TYPE_SPEC(scanner_spec,
    .name = "_sre.SRE_Scanner",
    .flags = TYPE_OWN_MODULE | TYPE_GC | TYPE_NO_NEW | TYPE_IMMUTABLE, .basicsize = sizeof(ScannerObj), .values = 2,
    .dealloc = scanner_dealloc,
    .methods = scanner_methods, .members = scanner_members,
);

static METHODS(functions,
    {"compile", sre_compile, 0, "($module, /, pattern, flags, code, groups, groupindex,\n        indexgroup)", NULL},
    {"getcodesize", sre_getcodesize, 0, "($module, /)", NULL},
    {"ascii_iscased", ascii_iscased, 0, "($module, character, /)", NULL},
    {"unicode_iscased", unicode_iscased, 0, "($module, character, /)", NULL},
    {"ascii_tolower", ascii_tolower, 0, "($module, character, /)", NULL},
    {"unicode_tolower", unicode_tolower, 0, "($module, character, /)", NULL},
);

static CONTENTS(contents,
    HAS_TYPE(NULL, &pattern_spec), HAS_TYPE(NULL, &re_match_spec), HAS_TYPE(NULL, &scanner_spec),
    HAS_INT("MAGIC", RE_MAGIC), HAS_INT("CODESIZE", sizeof(uint32_t)), HAS_INT("MAXREPEAT", RE_MAXREPEAT),
    HAS_INT("MAXGROUPS", RE_MAXGROUPS),
);

MODULE_SPEC(sre_module_spec,
    .name = "_sre",
    .methods = functions, .contents = contents,
);
