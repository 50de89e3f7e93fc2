/* signature.c - reading the signatures of native functions, and binding arguments to
 * them. Read first: signature.h. The messages are CPython's: Argument Clinic's, or
 * those of PyArg_ParseTuple for rows with M_TUPLE.
 */
#include "vm/objects/signature.h"

#include <stdio.h>

#include "vm/objects/args.h"
#include "vm/core/hash.h"
#include "vm/memory/mem.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"
#include "vm/objects/native.h"
#include "vm/types/descr.h"

const Signature signature_unread = {.counts = 0};

/* All that were read, by their rows: open addressing, a power of two, at most 2/3 full.
 */
struct SignatureTable {
    Signature **slots;
    size_t size, used;
};

/* ---- reading the text ------------------------------------------------------------ */

/* The end of a parameter: the next comma or the end, outside of quotes and brackets. */
static const char *parameter_end(const char *p)
{
    int depth = 0;
    for (char quote = 0; *p; p++) {
        if (quote) {
            quote = *p == quote ? 0 : quote;
            continue;
        }
        switch (*p) {
        case '\'':
        case '"': quote = *p; break;
        case '(':
        case '[':
        case '{': depth++; break;
        case ')':
        case ']':
        case '}':
            if (--depth < 0)
                return p;
            break;
        case ',':
            if (depth == 0)
                return p;
        }
    }
    return p;
}

typedef struct Reader {
    Signature *s;
    bool optional, keyword_only; /* seen: a default, `*` */
} Reader;

static void add_parameter(Reader *r, const char *p, const char *end)
{
    Signature *s = r->s;
    size_t n = 0;
    while (p + n < end && p[n] != '=' && p[n] != ':' && p[n] != ' ')
        n++;
    r->optional |= memchr(p, '=', (size_t)(end - p)) != NULL;
    s->names[s->total].text = p;
    s->names[s->total++].size = n;
    if (!r->keyword_only)
        s->maxpos++;
    if (!r->optional)
        s->required = s->total;
}

/* The `*args`: what came before is only counted. */
static void begin_many(Signature *s)
{
    s->many = true;
    s->fewest = s->required;
    s->total = s->posonly = s->maxpos = s->required = 0;
}

static void read_text(Reader *r, const char *p)
{
    for (p += *p == '('; *p && *p != ')';) {
        const char *end = parameter_end(p);
        if (*p == '/')
            r->s->posonly = r->s->total;
        else if (p[0] == '*' && p[1] == '*')
            r->s->any_keyword = true;
        else if (*p == '*' && p + 1 != end)
            begin_many(r->s);
        else if (*p != '*' && *p != '$')
            add_parameter(r, p, end);
        r->keyword_only |= *p == '*';
        for (p = end; *p == ',' || *p == ' ' || *p == '\n';)
            p++;
    }
}

/* At most so many parameters: a comma ends each but one. */
static size_t count_parameters(const char *text)
{
    size_t n = 1;
    for (const char *p = text; (p = strchr(p, ',')); p++)
        n++;
    return n;
}

static Signature *read_signature(MinipyVM *vm, const MethodDef *def)
{
    /* The text of every other row, and of nearly all that a vm calls at its end. */
    bool nothing = strcmp(def->signature, "($self, /)") == 0;
    size_t names = nothing ? 0 : count_parameters(def->signature);
    Signature *s = mem_calloc(vm, sizeof *s + names * sizeof *s->names);
    Reader r = {.s = s};
    if (!s)
        return NULL;
    s->def = def;
    if (!nothing)
        read_text(&r, def->signature);
    s->any_keyword |= def->flags & M_KEYWORDS;
    if (!s->many)
        s->fewest = s->required;
    if (s->many)
        s->counts = UINT16_MAX - s->fewest;
    else if (s->required <= s->maxpos) /* else a keyword is a must */
        s->counts = s->maxpos - s->required + 1;
    /* METH_VARARGS, METH_NOARGS and METH_O */
    bool plain = !s->many && !s->any_keyword && s->total <= 1 &&
                 s->required == s->total && s->posonly == s->total;
    s->level =
        def->flags & M_BARE || (plain && !(def->flags & (M_METHOD | M_NO_LEVEL)));
    return s;
}

/* ---- the vm's table -------------------------------------------------------------- */

static Signature **find_slot(struct SignatureTable *t, const MethodDef *def)
{
    size_t i = (size_t)((uintptr_t)def >> 3) * 0x9e3779b97f4a7c15u >> 32;
    while (t->slots[i & (t->size - 1)] && t->slots[i & (t->size - 1)]->def != def)
        i++;
    return &t->slots[i & (t->size - 1)];
}

static int grow_table(MinipyVM *vm, struct SignatureTable *t)
{
    struct SignatureTable bigger = {.size = t->size ? 2 * t->size : 64,
                                    .used = t->used};
    if (!(bigger.slots = mem_calloc(vm, bigger.size * sizeof *bigger.slots)))
        return -1;
    for (size_t i = 0; i < t->size; i++)
        if (t->slots[i])
            *find_slot(&bigger, t->slots[i]->def) = t->slots[i];
    mem_free(vm, t->slots);
    *t = bigger;
    return 0;
}

const Signature *signature_of(MinipyVM *vm, const MethodDef *def)
{
    if (!vm->signatures && !(vm->signatures = mem_calloc(vm, sizeof *vm->signatures)))
        return NULL;
    struct SignatureTable *t = vm->signatures;
    if (3 * t->used >= 2 * t->size && grow_table(vm, t) < 0)
        return NULL;
    Signature **slot = find_slot(t, def);
    if (!*slot && (*slot = read_signature(vm, def)))
        t->used++;
    return *slot;
}

void signatures_fini(MinipyVM *vm)
{
    struct SignatureTable *t = vm->signatures;
    for (size_t i = 0; t && i < t->size; i++)
        mem_free(vm, t->slots[i]);
    if (t)
        mem_free(vm, t->slots);
    mem_free(vm, t);
    vm->signatures = NULL;
}

enum { NAME_ROOM = 80 };

/* ---- what is wrong with a call --------------------------------------------------- */

/* TypeError that begins with the function's name: with its class, as `list.append()`,
 * if func is there. `rest` has a format for n. */
static bool refuse(MinipyVM *vm, const Signature *s, Value func, const char *rest,
                   size_t n)
{
    Value name =
        func ? function_text(vm, func) : str_format_c(vm, "%s()", s->def->name);
    Value text = name ? str_format_c(vm, rest, (int64_t)n) : VALUE_NULL;
    if (text)
        error_set(vm, EXC_TypeError, "%U %U", name, text);
    value_xdecref(vm, name);
    value_xdecref(vm, text);
    return false;
}

/* PyArg_ParseTuple's name of it; in `room`. */
static const char *tuple_name(const Signature *s, char *room)
{
    if (s->def->flags & M_NAMELESS)
        return "function";
    snprintf(room, NAME_ROOM, "%s()", s->def->name);
    return room;
}

/* So many positional arguments, where all are positional-only. */
static bool wrong_count(MinipyVM *vm, const Signature *s, Value func, size_t nargs)
{
    int min = s->fewest, max = s->fewest + s->counts - 1;
    int limit = nargs < (size_t)min ? min : max;
    const char *how = min == max ? "" : limit == min ? "at least " : "at most ";
    char room[NAME_ROOM];
    if (s->def->flags & M_BARE)
        func = VALUE_NULL;
    if (max == 0)
        return refuse(vm, s, func, "takes no arguments (%zd given)", nargs);
    if (s->def->flags & (M_TUPLE | M_NAMELESS))
        error_set(vm, EXC_TypeError, "%s takes %s%d argument%s (%zd given)",
                  tuple_name(s, room), *how ? how : "exactly ", limit, plural(limit),
                  (int64_t)nargs);
    else if (min == 1 && max == 1 && func)
        return refuse(vm, s, func, "takes exactly one argument (%zd given)", nargs);
    else
        return args_wrong_count(vm, s->def->name, nargs, (size_t)min, (size_t)max);
    return false;
}

static bool too_many(MinipyVM *vm, const Signature *s, size_t nargs, size_t nkw)
{
    /* As in CPython the total is looked at before the positional ones. */
    bool fixed = s->required >= (s->def->flags & M_TUPLE ? s->total : s->maxpos);
    char room[NAME_ROOM];
    if (nargs + nkw > s->total)
        error_set(vm, EXC_TypeError, "%s takes at most %d %sargument%s (%zd given)",
                  tuple_name(s, room), s->total, nargs == 0 ? "keyword " : "",
                  plural(s->total), (int64_t)(nargs + nkw));
    else if (s->maxpos == 0)
        error_set(vm, EXC_TypeError, "%s takes no positional arguments",
                  tuple_name(s, room));
    else
        error_set(vm, EXC_TypeError, "%s takes %s %d positional argument%s (%zd given)",
                  tuple_name(s, room), fixed ? "exactly" : "at most", s->maxpos,
                  plural(s->maxpos), (int64_t)nargs);
    return false;
}

static bool missing(MinipyVM *vm, const Signature *s, int i, size_t nargs)
{
    char room[NAME_ROOM];
    if (i < s->posonly) {
        int min = s->required < s->posonly ? s->required : s->posonly;
        error_set(vm, EXC_TypeError, "%s takes %s %d positional argument%s (%zd given)",
                  tuple_name(s, room), min < s->maxpos ? "at least" : "exactly", min,
                  plural(min), (int64_t)nargs);
    } else {
        error_set(vm, EXC_TypeError, "%s missing required argument '%.*s' (pos %d)",
                  tuple_name(s, room), (int)s->names[i].size, s->names[i].text, i + 1);
    }
    return false;
}

/* signature_takes for any count: the quick test knows those up to 65,534. */
static bool takes_count(const Signature *s, size_t nargs)
{
    return signature_takes(s, nargs) || (s->many && nargs >= s->fewest);
}

/* ---- binding --------------------------------------------------------------------- */

/* Names are short: a call of memcmp costs more, and how much depends on where they lie.
 */
static bool same_name(const char *a, const char *b, size_t n)
{
    while (n && a[n - 1] == b[n - 1])
        n--;
    return n == 0;
}

/* The parameter of that name, or -1. */
static int find_name(const Signature *s, Value key)
{
    if (!value_is_str(key) || !STR(key)->ascii)
        return -1;
    if (!value_is_str(key))
        return -1;
    size_t n = (size_t)STR(key)->length;
    const char *text = str_data(STR(key));
    for (int i = s->posonly; i < s->total; i++)
        if (s->names[i].size == n && same_name(s->names[i].text, text, n))
            return i;
    return -1;
}

/* Looked at last, as CPython does: names given twice, then unknown ones. */
static bool check_keywords(MinipyVM *vm, const Signature *s, size_t nargs,
                           Value kwnames)
{
    Value unknown = VALUE_NULL;
    bool nameless = s->def->flags & M_NAMELESS;
    int twice = s->total;
    char room[NAME_ROOM];
    for (int64_t k = 0; k < tuple_size(kwnames); k++) {
        Value key = tuple_get_borrow(kwnames, k);
        int i = find_name(s, key);
        if (!value_is_str(key))
            return error_set(vm, EXC_TypeError, "keywords must be strings"), false;
        if (i < 0 && !unknown)
            unknown = key;
        else if (i >= 0 && i < (int)nargs && i < twice)
            twice = i;
    }
    if (twice < s->total)
        error_set(vm, EXC_TypeError,
                  "argument for %s given by name ('%.*s') and position (%d)",
                  tuple_name(s, room), (int)s->names[twice].size, s->names[twice].text,
                  twice + 1);
    else if (unknown)
        error_set(vm, EXC_TypeError, "'%U' is an invalid keyword argument for %s%s",
                  unknown, nameless ? "this function" : s->def->name,
                  nameless ? "" : "()");
    return twice == s->total && !unknown;
}

/* Sorts arguments into out[0..total), VALUE_NULL where none is given; borrowed. With
 * *args those are the keyword-only ones, with **kwargs the positional ones. func is
 * the function for messages that name it by its class, or VALUE_NULL. False: TypeError,
 * with CPython's words for a row of that kind. */
static bool signature_bind(MinipyVM *vm, const Signature *s, Value func,
                           const Value *args, size_t nargs, Value kwnames, Value *out)
{
    if (likely(!kwnames && !s->many && !s->any_keyword && nargs >= s->required &&
               nargs <= s->maxpos)) {
        for (size_t i = 0; i < s->total; i++)
            out[i] = i < nargs ? args[i] : VALUE_NULL;
        return true;
    }
    size_t nkw = kwnames && !s->any_keyword ? (size_t)tuple_size(kwnames) : 0,
           taken = 0;
    bool positional = s->posonly == s->total && !(s->def->flags & M_METHOD);
    /* CPython's method_descriptor names the class of a METH_VARARGS function, too. */
    bool bare = s->def->flags & M_BARE;
    if (positional && nkw)
        return refuse(vm, s,
                      bare && value_is_kind(func, KIND_NATIVE) ? VALUE_NULL : func,
                      "takes no keyword arguments", 0);
    if ((positional || s->many || s->any_keyword) && !takes_count(s, nargs))
        return wrong_count(vm, s, func, nargs);
    if (s->many) /* those stay where they are */
        args += nargs, nargs = 0;
    if (s->total == 0 && s->def->flags & M_METHOD) /* which looks at no keywords */
        return !nargs ||
               (error_set(vm, EXC_TypeError, "%s() takes no arguments", s->def->name),
                false);
    if (!positional && (nargs > s->maxpos || nargs + nkw > s->total))
        return too_many(vm, s, nargs, nkw);
    for (size_t i = 0; i < s->total; i++)
        out[i] = i < nargs ? args[i] : VALUE_NULL;
    for (size_t k = 0; k < nkw; k++) {
        int i = find_name(s, tuple_get_borrow(kwnames, (int64_t)k));
        if (i >= (int)nargs) {
            out[i] = args[nargs + k];
            taken++;
        }
    }
    for (int i = 0; i < s->required; i++)
        if (!out[i])
            return missing(vm, s, i, nargs);
    return taken == nkw || check_keywords(vm, s, nargs, kwnames);
}

bool signature_refuses(MinipyVM *vm, const MethodDef *row, Value func,
                       const Value *args, size_t nargs, Value kwnames)
{
    Signature *s = read_signature(vm, row);
    Value *room = s ? mem_alloc(vm, (s->total + 1u) * sizeof *room) : NULL;
    bool refused = !room || !signature_bind(vm, s, func, args, nargs, kwnames, room);
    mem_free(vm, room);
    mem_free(vm, s);
    return refused;
}

bool args_take(MinipyVM *vm, const MethodDef *row, const Value *args, size_t nargs,
               Value kwnames, Value *out)
{
    const Signature *s = signature_of(vm, row);
    if (kwnames && tuple_size(kwnames) == 0)
        kwnames = VALUE_NULL;
    return s && signature_bind(vm, s, VALUE_NULL, args, nargs, kwnames, out);
}

/* The arguments were refused: refuses them once more, in the words of the method that
 * func is of self. */
static void refuse_bound(MinipyVM *vm, const Signature *s, Value func, Value self,
                         const Value *args, size_t nargs, Value kwnames)
{
    Value room[SIGNATURE_MAX];
    if (s->total > SIGNATURE_MAX)
        return;
    Value raised = error_fetch(vm), method = method_descr_bind(vm, func, self);
    if (method)
        signature_bind(vm, s, method, args, nargs, kwnames, room);
    value_xdecref(vm, method);
    value_decref(vm, raised);
}

/* A call whose arguments must be sorted, or are wrong. */
static Value invoke_bound(MinipyVM *vm, const Signature *s, Value func, Value self,
                          const Value *args, size_t nargs, Value kwnames)
{
    Value few[SIGNATURE_MAX], *room = few, result = VALUE_NULL;
    size_t kept = s->many ? nargs : 0;
    if (kept + s->total > SIGNATURE_MAX &&
        !(room = mem_alloc(vm, (kept + s->total) * sizeof *room)))
        return VALUE_NULL;
    for (size_t i = 0; i < kept; i++)
        room[i] = args[i];
    if (signature_bind(vm, s, func, args, nargs, kwnames, room + kept))
        result = s->def->fn(vm, self, room, s->many ? nargs : s->total,
                            s->many ? kwnames : VALUE_NULL);
    else if (value_is_kind(func, KIND_METHOD_DESCR) &&
             (trace_binds(vm, func) || eval_binds(vm, func, self, args)))
        refuse_bound(vm, s, func, self, args, nargs, kwnames);
    if (room != few)
        mem_free(vm, room);
    return result;
}

/* Where the signature was not read yet, or the arguments are not just so. */
static __attribute__((noinline)) Value invoke_unlike(MinipyVM *vm, Value func,
                                                     Value self, const Value *args,
                                                     size_t nargs, Value kwnames)
{
    bool bound = value_is_kind(func, KIND_NATIVE);
    const MethodDef *def = bound ? NATIVE(func)->def : METHOD_DESCR(func)->def;
    if (unlikely(def->flags & M_HOST)) /* a descriptor's arguments follow self */
        return bound ? host_native_invoke(vm, def, func, self, args, nargs, kwnames)
                     : host_descr_invoke(vm, def, func, args - 1, nargs + 1, kwnames);
    const Signature *s = signature_of(vm, def);
    if (!s)
        return VALUE_NULL;
    *(bound ? &NATIVE(func)->signature : &METHOD_DESCR(func)->signature) = s;
    if (kwnames && tuple_size(kwnames) == 0)
        kwnames = VALUE_NULL;
    Value result = takes_count(s, nargs) && (!kwnames || s->any_keyword)
                       ? def->fn(vm, self, args, nargs, kwnames)
                       : invoke_bound(vm, s, func, self, args, nargs, kwnames);
    return contract_checked(vm, def->name, result);
}

Value native_invoke(MinipyVM *vm, Value func, Value self, const Value *args,
                    size_t nargs, Value kwnames)
{
    bool bound = value_is_kind(func, KIND_NATIVE);
    const Signature *s =
        bound ? NATIVE(func)->signature : METHOD_DESCR(func)->signature;
    if (unlikely(kwnames || !signature_takes(s, nargs)))
        return invoke_unlike(vm, func, self, args, nargs, kwnames);
    const MethodDef *def = bound ? NATIVE(func)->def : METHOD_DESCR(func)->def;
    return contract_checked(vm, def->name, def->fn(vm, self, args, nargs, VALUE_NULL));
}
