/* exception_group.c - BaseExceptionGroup and ExceptionGroup: construction, split,
 * subgroup, derive, and what `except*` needs of them. Read first: exceptions.c.
 */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/errors/exceptions_private.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/containers/sequence.h"
#include "vm/objects/generic_alias.h"
#include "vm/objects/call.h"

static bool is_group(MinipyVM *vm, Value v)
{
    return value_is_exception(v) &&
           type_is_subtype(value_type(vm, v), vm->exc[EXC_BaseExceptionGroup]);
}

static Value group_excs(Value g)
{
    return EXC_OBJ(g)->extra[EXTRA_GROUP_EXCS];
}

/* ---- construction ---------------------------------------------------------------- */

/* The nested exceptions as a checked tuple; *plain tells whether all are Exceptions. */
static Value checked_members(MinipyVM *vm, Value seq, bool *plain)
{
    if (!value_type(vm, seq)->slots.sq_item && !value_is_list(seq) &&
        !value_is_tuple(seq))
        return error_set(vm, EXC_TypeError,
                         "second argument (exceptions) must be a sequence");
    Value t = sequence_tuple(vm, seq);
    if (!t)
        return VALUE_NULL;
    *plain = true;
    if (tuple_size(t) == 0) {
        value_decref(vm, t);
        return error_set(vm, EXC_ValueError,
                         "second argument (exceptions) must be a non-empty sequence");
    }
    for (int64_t i = 0; i < tuple_size(t); i++) {
        Value e = tuple_get_borrow(t, i);
        if (!value_is_exception(e)) {
            value_decref(vm, t);
            return error_set(
                vm, EXC_ValueError,
                "Item %zd of second argument (exceptions) is not an exception", i);
        }
        if (!type_is_subtype(value_type(vm, e), vm->exc[EXC_Exception]))
            *plain = false;
    }
    return t;
}

Value exception_group_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                          Value kwnames)
{
    (void)kwnames;
    if (nargs != 2)
        return error_set(
            vm, EXC_TypeError,
            "BaseExceptionGroup.__new__() takes exactly 2 arguments (%zd given)",
            (int64_t)nargs);
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "BaseExceptionGroup.__new__", "1", "str", args[0]);
    bool plain = true;
    Value excs = checked_members(vm, args[1], &plain);
    if (!excs)
        return VALUE_NULL;
    if (cls == vm->exc[EXC_BaseExceptionGroup] && plain) {
        cls = vm->exc[EXC_ExceptionGroup];
    } else if (!plain && type_is_subtype(cls, vm->exc[EXC_Exception])) {
        value_decref(vm, excs);
        return cls == vm->exc[EXC_ExceptionGroup]
                   ? error_set(vm, EXC_TypeError,
                               "Cannot nest BaseExceptions in an ExceptionGroup")
                   : error_set(vm, EXC_TypeError, "Cannot nest BaseExceptions in '%N'",
                               cls);
    }
    Value self = exception_base_new(vm, cls, args, nargs, VALUE_NULL);
    if (!self) {
        value_decref(vm, excs);
        return VALUE_NULL;
    }
    EXC_OBJ(self)->extra[EXTRA_GROUP_MSG] = value_incref(args[0]);
    EXC_OBJ(self)->extra[EXTRA_GROUP_EXCS] = excs;
    return self;
}

Value exception_group_str(MinipyVM *vm, Value self)
{
    Value *x = EXC_OBJ(self)->extra;
    if (!x[EXTRA_GROUP_EXCS])
        return value_incref(vm->empty_str);
    int64_t n = tuple_size(x[EXTRA_GROUP_EXCS]);
    return str_format_c(vm, "%S (%zd sub-exception%s)", x[EXTRA_GROUP_MSG], n,
                        n > 1 ? "s" : "");
}

#define EXTRA_OFFSET(i) (int)(offsetof(ExcObj, extra) + (i) * sizeof(Value))
GETTER(get_exceptions)
{
    Value t = group_excs(self);
    return value_incref(t ? t : vm->empty_tuple);
}

MEMBERS(exception_group_members,
    {"message", MEMBER_VALUE, EXTRA_OFFSET(EXTRA_GROUP_MSG), true, "exception message"},
    COMPUTED_MEMBER("exceptions", get_exceptions, NULL, "nested exceptions", NULL),
);

/* ---- derive, split, subgroup ----------------------------------------------------- */

FN(derive)
{
    return call2(vm, value_from_obj(vm->exc[EXC_BaseExceptionGroup]),
                 EXC_OBJ(self)->extra[EXTRA_GROUP_MSG], args[0]);
}

static int copy_notes(MinipyVM *vm, Value from, Value to)
{
    Value notes;
    int r = object_lookup_attr(vm, from, NAME(vm, __notes__), &notes);
    if (r <= 0)
        return r;
    if (value_is_list(notes) || value_is_tuple(notes)) {
        Value copy = sequence_list(vm, notes);
        r = copy ? object_setattr(vm, to, NAME(vm, __notes__), copy) : -1;
        value_xdecref(vm, copy);
    }
    value_decref(vm, notes);
    return r < 0 ? -1 : 0;
}

/* A group like orig with the given members (list): None when there are none. */
static Value group_subset(MinipyVM *vm, Value orig, Value members)
{
    if (list_size(members) == 0)
        return VALUE_NONE;
    Value g = call_method_cstr(vm, orig, "derive", &members, 1);
    if (!g)
        return VALUE_NULL;
    if (!is_group(vm, g)) {
        value_decref(vm, g);
        return error_set(vm, EXC_TypeError,
                         "derive must return an instance of BaseExceptionGroup");
    }
    ExcObj *to = EXC_OBJ(g), *from = EXC_OBJ(orig);
    value_set_steal(vm, &to->traceback, value_xincref(from->traceback));
    value_set_steal(vm, &to->context, value_xincref(from->context));
    value_set_steal(vm, &to->cause, value_xincref(from->cause));
    to->suppress_context = true; /* it is set by setting the cause, be it none */
    if (copy_notes(vm, orig, g) < 0)
        value_clear(vm, &g);
    return g;
}

/* How members are chosen: by class(es), by a predicate, or by identity (a set of
 * objects). */
typedef enum { BY_TYPE, BY_PREDICATE, BY_MEMBER } MatcherKind;

static int matcher_kind(MinipyVM *vm, Value m, MatcherKind *kind)
{
    if (value_is_kind(m, KIND_FUNCTION) || (object_callable(m) && !value_is_type(m))) {
        *kind = BY_PREDICATE;
        return 0;
    }
    *kind = BY_TYPE;
    bool ok =
        value_is_type(m) && type_is_subtype(TYPE_OF(m), vm->exc[EXC_BaseException]);
    if (value_is_tuple(m)) {
        ok = true;
        for (int64_t i = 0; i < tuple_size(m); i++) {
            Value c = tuple_get_borrow(m, i);
            ok = ok && value_is_type(c) &&
                 type_is_subtype(TYPE_OF(c), vm->exc[EXC_BaseException]);
        }
    }
    if (!ok)
        return error_set(
                   vm, EXC_TypeError,
                   "expected a function, exception type or tuple of exception types"),
               -1;
    return 0;
}

static int matches(MinipyVM *vm, Value exc, MatcherKind kind, Value m)
{
    if (kind == BY_TYPE)
        return exception_matches(vm, exc, m);
    if (kind == BY_MEMBER)
        return is_group(vm, exc)
                   ? 0
                   : set_contains(vm, m, value_from_imm((int64_t)(exc >> 3)));
    return object_is_true_steal(vm, call1(vm, m, exc));
}

/* Splits exc; *match and *rest (rest may be NULL: not wanted) get new references or
 * None. */
static int split_recursive(MinipyVM *vm, Value exc, MatcherKind kind, Value m,
                           Value *match, Value *rest)
{
    *match = VALUE_NONE;
    if (rest)
        *rest = VALUE_NONE;
    int yes = matches(vm, exc, kind, m);
    if (yes < 0)
        return -1;
    if (yes) {
        *match = value_incref(exc);
        return 0;
    }
    if (!is_group(vm, exc)) {
        if (rest)
            *rest = value_incref(exc);
        return 0;
    }
    if (recursion_enter(vm, " in exception_group_split_recursive") < 0)
        return -1;
    Value in = list_new(vm, 0), out = list_new(vm, 0);
    int r = in && out ? 0 : -1;
    for (int64_t i = 0; r == 0 && i < tuple_size(group_excs(exc)); i++) {
        Value a, b = VALUE_NONE;
        r = split_recursive(vm, tuple_get_borrow(group_excs(exc), i), kind, m, &a,
                            rest ? &b : NULL);
        if (r < 0)
            break;
        if (a != VALUE_NONE)
            r = list_append_steal(vm, in, a);
        if (b != VALUE_NONE && list_append_steal(vm, out, b) < 0)
            r = -1;
    }
    recursion_leave(vm);
    if (r == 0 && !(*match = group_subset(vm, exc, in)))
        r = -1;
    if (r == 0 && rest && !(*rest = group_subset(vm, exc, out))) {
        value_clear(vm, match);
        r = -1;
    }
    value_xdecref(vm, in);
    value_xdecref(vm, out);
    return r;
}

FN(split)
{
    MatcherKind kind;
    Value a, b;
    if (matcher_kind(vm, args[0], &kind) < 0 ||
        split_recursive(vm, self, kind, args[0], &a, &b) < 0)
        return VALUE_NULL;
    Value pair[2] = {a, b};
    return tuple_from_steal(vm, pair, 2);
}

FN(subgroup)
{
    MatcherKind kind;
    Value a;
    if (matcher_kind(vm, args[0], &kind) < 0 ||
        split_recursive(vm, self, kind, args[0], &a, NULL) < 0)
        return VALUE_NULL;
    return a;
}

FN(class_getitem)
{
    return generic_alias_new(vm, self, args[0]);
}

METHODS(exception_group_methods,
    {"__class_getitem__", class_getitem, M_CLASS | M_UNSIGNED, "($type, item, /)", "See PEP 585"},
    {"derive", derive, M_BARE | M_NAMELESS | M_UNSIGNED, "($self, excs, /)", NULL},
    {"split", split, M_BARE | M_UNSIGNED, "($self, condition, /)", NULL},
    {"subgroup", subgroup, M_BARE | M_UNSIGNED, "($self, condition, /)", NULL},
);

/* ---- for the eval loop: except* -------------------------------------------------- */

/* By exc.split(matcher), which a class may have of its own. */
static Value split_by_method(MinipyVM *vm, Value exc, Value matcher, Value *rest)
{
    Value pair = call_method_cstr(vm, exc, "split", &matcher, 1), match = VALUE_NULL;
    if (pair && !value_is_tuple(pair)) {
        error_set(vm, EXC_TypeError, "%T.split must return a tuple, not %T", exc, pair);
    } else if (pair && tuple_size(pair) < 2) {
        error_set(vm, EXC_TypeError,
                  "%T.split must return a 2-tuple, got tuple of size %zd", exc,
                  tuple_size(pair));
    } else if (pair) {
        match = value_incref(tuple_get_borrow(pair, 0));
        *rest = value_incref(tuple_get_borrow(pair, 1));
    }
    value_xdecref(vm, pair);
    return match;
}

/* exc against the class(es) of one `except*` clause. Returns what matches (a group,
 * wrapped if exc was naked) or None, and in *rest what remains, or None. */
Value exception_group_split(MinipyVM *vm, Value exc, Value matcher, Value *rest)
{
    *rest = VALUE_NONE;
    if (exc == VALUE_NONE)
        return VALUE_NONE;
    if (exception_matches(vm, exc, matcher)) {
        if (is_group(vm, exc))
            return value_incref(exc);
        Value one = tuple_pack(vm, 1, exc);
        if (!one)
            return VALUE_NULL;
        Value g = call2(vm, value_from_obj(vm->exc[EXC_BaseExceptionGroup]),
                        vm->empty_str, one);
        value_decref(vm, one);
        return g; /* without a traceback: that comes with 3.12 */
    }
    if (!is_group(vm, exc)) {
        *rest = value_incref(exc);
        return VALUE_NONE;
    }
    return split_by_method(vm, exc, matcher, rest);
}

static int collect_leaves(MinipyVM *vm, Value exc, Value ids)
{
    if (!is_group(vm, exc))
        return set_add(vm, ids, value_from_imm((int64_t)(exc >> 3)));
    if (recursion_enter(vm, " in collect_exception_group_leaf_ids") < 0)
        return -1;
    int r = 0;
    for (int64_t i = 0; r == 0 && i < tuple_size(group_excs(exc)); i++)
        r = collect_leaves(vm, tuple_get_borrow(group_excs(exc), i), ids);
    recursion_leave(vm);
    return r;
}

/* Was e re-raised as it was caught (same traceback, cause, context and notes as orig)?
 */
static bool same_metadata(MinipyVM *vm, Value e, Value orig)
{
    (void)vm;
    ExcObj *a = EXC_OBJ(e), *b = EXC_OBJ(orig);
    return a->traceback == b->traceback && a->cause == b->cause &&
           a->context == b->context;
}

/* PREP_RERAISE_STAR: excs (list) holds what the clauses raised or left over; None
 * entries are skipped. The result is what goes on propagating, or None. */
Value exception_group_reraise(MinipyVM *vm, Value orig, Value excs)
{
    int64_t n = list_size(excs);
    if (n == 0)
        return VALUE_NONE;
    if (!is_group(vm, orig)) { /* a naked one was caught and wrapped: at most one */
        Value e = list_get_borrow(excs, 0);
        return value_is_exception(e) ? value_incref(e) : VALUE_NONE;
    }
    Value raised = list_new(vm, 0), ids = set_new(vm, VALUE_NULL), result = VALUE_NULL;
    bool any = false;
    if (!raised || !ids)
        goto done;
    for (int64_t i = 0; i < n; i++) {
        Value e = list_get_borrow(excs, i);
        if (!value_is_exception(e)) /* None; in code of a program's, anything */
            continue;
        if (same_metadata(vm, e, orig)) {
            any = true;
            if (collect_leaves(vm, e, ids) < 0)
                goto done;
        } else if (list_append(vm, raised, e) < 0) {
            goto done;
        }
    }
    Value again = VALUE_NONE;
    if (any && split_recursive(vm, orig, BY_MEMBER, ids, &again, NULL) < 0)
        goto done;
    if (list_size(raised) == 0) {
        result = again;
        goto done;
    }
    if (again != VALUE_NONE && list_append_steal(vm, raised, again) < 0)
        goto done;
    /* Also around a single one: only from 3.12 on does CPython leave that naked. */
    result = call2(vm, value_from_obj(vm->exc[EXC_BaseExceptionGroup]), vm->empty_str,
                   raised);
done:
    value_xdecref(vm, raised);
    value_xdecref(vm, ids);
    return result;
}
