/* function.c - foreign functions: PyCFuncPtrType, CFuncPtr, prototypes with paramflags.
 *
 * A function is made of an address, of a name in a library, or of something callable,
 * which then is what C calls (callback.c). Its own argtypes, restype and errcheck go
 * before those of its class. Read next: call.c.
 */
#include "stdlib/ctypes/ctypes.h"
#include "vm/containers/sequence.h"
#include "vm/core/hooks.h"
#include "vm/memory/gc.h"
#include "vm/objects/call.h"
#include "vm/bytes/bytes.h"
#include "vm/types/type.h"

/* ---- types of arguments ---------------------------------------------------------- */

/* from_param of each of argtypes: a tuple. */
static Value foreign_converters(MinipyVM *vm, Value argtypes)
{
    int64_t n = tuple_size(argtypes);
    if (n > ARGUMENTS_MAX)
        return module_error(vm, &ctypes_argument_error,
                            "_argtypes_ has too many arguments (%zd), maximum is %d", n,
                            ARGUMENTS_MAX);
    Value r = tuple_alloc(vm, n);
    for (int64_t i = 0; r && i < n; i++) {
        Value f = VALUE_NULL;
        int found = object_lookup_attr(vm, tuple_get_borrow(argtypes, i),
                                       NAME(vm, from_param), &f);
        if (found == 0)
            error_set(vm, EXC_TypeError,
                      "item %zd in _argtypes_ has no from_param method", i + 1);
        r = tuple_put_made(vm, r, i, found > 0 ? f : VALUE_NULL);
    }
    return r;
}

/* Both of a sequence of types: 0, -1. */
static int set_argtypes(MinipyVM *vm, Value v, Value *argtypes, Value *converters)
{
    Value types = sequence_tuple(vm, v);
    if (!types) {
        if (error_matches(vm, EXC_TypeError))
            error_set(vm, EXC_TypeError, "_argtypes_ must be a sequence of types");
        return -1;
    }
    Value made = foreign_converters(vm, types);
    if (!made) {
        value_decref(vm, types);
        return -1;
    }
    value_set_steal(vm, argtypes, types);
    value_set_steal(vm, converters, made);
    return 0;
}

/* The type of results, and what checks them. name: for the message. */
static int set_restype(MinipyVM *vm, Value v, const char *name, Value *restype,
                       Value *checker)
{
    if (v != VALUE_NONE && !ctype_info(v) && !object_callable(v)) {
        error_set(vm, EXC_TypeError, "%s must be a type, a callable, or None", name);
        return -1;
    }
    Value check = VALUE_NULL;
    if (v != VALUE_NONE &&
        object_lookup_attr(vm, v, NAME(vm, _check_retval_), &check) < 0)
        return -1;
    value_set_steal(vm, checker, check);
    value_set_steal(vm, restype, value_incref(v));
    return 0;
}

/* ---- the metaclass --------------------------------------------------------------- */

static int fill(MinipyVM *vm, CType *t)
{
    CInfo *info = &t->info;
    DictObj *dict = t->t.own.dict;
    Value flags = dict_get_str_borrow(vm, dict, NAME(vm, _flags_));
    if (!flags || !value_is_int(flags)) {
        error_set(vm, EXC_TypeError,
                  "class must define _flags_ which must be an integer");
        return -1;
    }
    uint64_t bits;
    if (ccode_mask(vm, flags, &bits) < 0)
        return -1;
    info->func_flags = (uint32_t)bits;
    info_set_pointer(vm, info);
    info->length = 0;
    Value v = dict_get_str_borrow(vm, dict, NAME(vm, _argtypes_));
    if (v && set_argtypes(vm, v, &info->argtypes, &info->converters) < 0)
        return -1;
    v = dict_get_str_borrow(vm, dict, NAME(vm, _restype_));
    if (v && set_restype(vm, v, "_restype_", &info->restype, &info->checker) < 0)
        return -1;
    return info_set_format(vm, info, "", "X{}");
}

static Value function_class_new(NEW_ARGS)
{
    CType *t = ctype_new(vm, cls, args, nargs, kwnames);
    if (!t || fill(vm, t) == 0)
        return value_from_obj(t);
    type_decref(vm, &t->t);
    return VALUE_NULL;
}

static METHODS(meta_methods,
    CTYPE_METHODS(ctype_from_param_method),
);

CTYPE_META(meta_func_spec, "_ctypes.PyCFuncPtrType", "metatype for C function pointers",
           .new_ = function_class_new);

/* ---- parameters that have a direction -------------------------------------------- */

enum { PARAM_IN = 1, PARAM_OUT = 2, PARAM_LCID = 4, PARAM_WAYS = 7 };

/* One of paramflags, as validated. */
typedef struct Param {
    uint32_t flag;
    Value name, given; /* borrowed, or VALUE_NULL */
} Param;

static Param param_at(Value paramflags, int64_t i)
{
    Value item = tuple_get_borrow(paramflags, i);
    int64_t n = tuple_size(item);
    Param p = {(uint32_t)int_as_i64_overflow(tuple_get_borrow(item, 0), NULL),
               VALUE_NULL, VALUE_NULL};
    if (n > 1 && tuple_get_borrow(item, 1) != VALUE_NONE)
        p.name = tuple_get_borrow(item, 1);
    if (n > 2)
        p.given = tuple_get_borrow(item, 2);
    return p;
}

static bool is_good_item(Value item)
{
    if (!value_is_tuple(item) || tuple_size(item) < 1 || tuple_size(item) > 3)
        return false;
    Value flag = tuple_get_borrow(item, 0);
    int overflow = 1;
    int64_t bits = value_is_int(flag) ? int_as_i64_overflow(flag, &overflow) : 0;
    if (overflow || bits < INT32_MIN || bits > INT32_MAX)
        return false;
    return tuple_size(item) < 2 || tuple_get_borrow(item, 1) == VALUE_NONE ||
           value_is_str(tuple_get_borrow(item, 1));
}

/* What C writes a result to is a pointer. */
static int check_out(MinipyVM *vm, Value type, int64_t number)
{
    const CTypesState *s = vm->ctypes;
    const CInfo *info = ctype_info(type);
    if (ctype_is_of(type, s->meta_pointer) || ctype_is_of(type, s->meta_array) ||
        (info && info->code && strchr("PzZ", info->code->code)))
        return 0;
    if (value_is_type(type))
        error_set(vm, EXC_TypeError,
                  "'out' parameter %zd must be a pointer type, not %N", number,
                  TYPE_OF(type));
    else
        error_set(vm, EXC_TypeError,
                  "'out' parameter %zd must be a pointer type, not %T", number, type);
    return -1;
}

static int check_param(MinipyVM *vm, Value paramflags, Value argtypes, int64_t i)
{
    if (!is_good_item(tuple_get_borrow(paramflags, i))) {
        error_set(vm, EXC_TypeError,
                  "paramflags must be a sequence of (int [,string [,value]]) tuples");
        return -1;
    }
    uint32_t flag = param_at(paramflags, i).flag;
    switch (flag & PARAM_WAYS) {
    case 0:
    case PARAM_IN:
    case PARAM_IN | PARAM_LCID:
    case PARAM_IN | PARAM_OUT: return 0;
    case PARAM_OUT: return check_out(vm, tuple_get_borrow(argtypes, i), i + 1);
    default:
        error_set(vm, EXC_TypeError, "paramflag value %d not supported", (int)flag);
        return -1;
    }
}

static int check_paramflags(MinipyVM *vm, Value argtypes, Value paramflags)
{
    if (!argtypes || !paramflags)
        return 0;
    if (!value_is_tuple(paramflags)) {
        error_set(vm, EXC_TypeError, "paramflags must be a tuple or None");
        return -1;
    }
    if (tuple_size(paramflags) != tuple_size(argtypes)) {
        error_set(vm, EXC_ValueError,
                  "paramflags must have the same length as argtypes");
        return -1;
    }
    for (int64_t i = 0; i < tuple_size(paramflags); i++)
        if (check_param(vm, paramflags, argtypes, i) < 0)
            return -1;
    return 0;
}

/* A call, while its arguments are put together. */
typedef struct Building {
    const Value *args;
    int64_t n, taken; /* taken: also by keyword */
    Value kwnames;    /* or VALUE_NULL */
    Value argtypes;
    uint32_t out, inout; /* bits of parameters that are results */
    int results;
} Building;

static Value keyword_borrow(const Building *b, Value name)
{
    for (int64_t i = 0; b->kwnames && i < tuple_size(b->kwnames); i++)
        if (str_equal(tuple_get_borrow(b->kwnames, i), name))
            return b->args[b->n + i];
    return VALUE_NULL;
}

static Value take_given(MinipyVM *vm, Building *b, const Param *p)
{
    Value v = VALUE_NULL;
    if (b->taken < b->n)
        v = b->args[b->taken++];
    else if (p->name && (v = keyword_borrow(b, p->name)) != VALUE_NULL)
        b->taken++;
    else
        v = p->given;
    if (v)
        return value_incref(v);
    if (p->name)
        return error_set(vm, EXC_TypeError, "required argument '%U' missing", p->name);
    return error_set(vm, EXC_TypeError, "not enough arguments");
}

/* What C writes to: a new instance of what the parameter points to. */
static Value make_out(MinipyVM *vm, Value type)
{
    const CInfo *info = ctype_info(type);
    if (!info || !info->proto)
        return error_set(vm, EXC_RuntimeError, "NULL stgdict unexpected");
    if (value_is_str(info->proto))
        return error_set(vm, EXC_TypeError,
                         "%N 'out' parameter must be passed as default value",
                         TYPE_OF(type));
    return call0(vm, ctype_is_of(type, vm->ctypes->meta_array) ? type : info->proto);
}

static uint32_t bit_of(int64_t i)
{
    return i < 32 ? UINT32_C(1) << i : 0;
}

static Value build_one(MinipyVM *vm, Building *b, const Param *p, int64_t i)
{
    switch (p->flag & PARAM_WAYS) {
    case PARAM_IN | PARAM_LCID:
        return p->given ? value_incref(p->given) : value_from_imm(0);
    case PARAM_IN | PARAM_OUT:
        b->inout |= bit_of(i);
        b->results++;
        return take_given(vm, b, p);
    case PARAM_OUT:
        b->out |= bit_of(i);
        b->results++;
        return p->given ? value_incref(p->given)
                        : make_out(vm, tuple_get_borrow(b->argtypes, i));
    default: return take_given(vm, b, p);
    }
}

/* The arguments as C wants them: a tuple. */
static Value build(MinipyVM *vm, Building *b, Value paramflags)
{
    int64_t n = tuple_size(b->argtypes);
    Value r = tuple_alloc(vm, n);
    for (int64_t i = 0; r && i < n; i++) {
        Param p = param_at(paramflags, i);
        r = tuple_put_made(vm, r, i, build_one(vm, b, &p, i));
    }
    int64_t given = b->n + (b->kwnames ? tuple_size(b->kwnames) : 0);
    if (r && given != b->taken) {
        value_decref(vm, r);
        return error_set(vm, EXC_TypeError,
                         "call takes exactly %d arguments (%zd given)", (int)b->taken,
                         given);
    }
    return r;
}

/* One of the results, as the program gets it. */
static Value out_value(MinipyVM *vm, const Building *b, Value callargs, int64_t i)
{
    Value v = tuple_get_borrow(callargs, i);
    if (b->inout & bit_of(i))
        return value_incref(v);
    return call_method(vm, v, NAME(vm, __ctypes_from_outparam__), NULL, 0);
}

/* What the parameters brought, in place of the result, which is taken over. */
static Value results_of(MinipyVM *vm, const Building *b, Value callargs, Value result)
{
    if (!b->results)
        return result;
    value_decref(vm, result);
    Value r = b->results > 1 ? tuple_alloc(vm, b->results) : VALUE_NULL;
    int64_t n = 0;
    for (int64_t i = 0; i < tuple_size(callargs) && i < 32; i++) {
        if (!((b->out | b->inout) & bit_of(i)))
            continue;
        Value v = out_value(vm, b, callargs, i);
        if (b->results == 1)
            return v;
        if (r)
            r = tuple_put_made(vm, r, n++, v);
        else
            value_xdecref(vm, v);
    }
    for (; r && n < b->results; n++)
        TUPLE(r)->items[n] = VALUE_NONE;
    return r;
}

/* ---- calling --------------------------------------------------------------------- */

static bool check_count(MinipyVM *vm, uint32_t flags, Value converters, size_t n)
{
    int64_t wanted = converters ? tuple_size(converters) : 0, given = (int64_t)n;
    if (!converters)
        return true;
    if (flags & CALL_CDECL ? wanted > given : wanted != given) {
        error_set(vm, EXC_TypeError, "this function takes %s%zd argument%s (%zd given)",
                  flags & CALL_CDECL ? "at least " : "", wanted, plural(wanted), given);
        return false;
    }
    return true;
}

/* What errcheck makes of it; the arguments themselves mean: go on. */
static Value checked(MinipyVM *vm, CFunc *f, Value result, Value callargs, bool *done)
{
    Value check = value_incref(f->errcheck);
    Value v = call3(vm, check, result, value_from_obj(f), callargs);
    value_decref(vm, check);
    *done = v != callargs;
    if (!*done) {
        value_decref(vm, v);
        return result;
    }
    value_decref(vm, result);
    return v;
}

static Value call_checked(MinipyVM *vm, CFunc *f, const CallSpec *spec,
                          const Building *b, const Value *args, size_t n,
                          Value callargs)
{
    if (!check_count(vm, spec->flags, spec->converters, n))
        return VALUE_NULL;
    Value r = foreign_call(vm, spec, args, n);
    if (!r || (!f->errcheck && !callargs))
        return r;
    Value tuple = callargs ? value_incref(callargs) : tuple_from(vm, args, (int64_t)n);
    bool done = false;
    if (!tuple)
        value_clear(vm, &r);
    else if (f->errcheck)
        r = checked(vm, f, r, tuple, &done);
    if (r && !done && callargs)
        r = results_of(vm, b, callargs, r);
    value_xdecref(vm, tuple);
    return r;
}

/* What the call uses stays, whatever a converter does to the function. */
static Value function_call_slot(MinipyVM *vm, Value self, const Value *args,
                                size_t nargs, Value kwnames)
{
    CFunc *f = CFUNC(self);
    const CInfo *info = cdata_info(self);
    if (unlikely(!info))
        return error_set(vm, EXC_TypeError, "abstract class");
    CallSpec spec = {.flags = info->func_flags, .cache = &f->cache};
    memcpy(&spec.f, f->d.p, sizeof spec.f);
    if (unlikely(!spec.f))
        return error_set(vm, EXC_ValueError, "call of a NULL function pointer");
    spec.restype = value_xincref(f->restype ? f->restype : info->restype);
    spec.checker = value_xincref(f->restype ? f->checker : info->checker);
    spec.converters = value_xincref(f->converters ? f->converters : info->converters);
    Value argtypes = f->argtypes ? f->argtypes : info->argtypes, r = VALUE_NULL;
    value_incref(self);
    if (unlikely(f->paramflags && argtypes && tuple_size(argtypes) > 0 &&
                 tuple_size(f->paramflags) == tuple_size(argtypes))) {
        Building b = {.args = args,
                      .n = (int64_t)nargs,
                      .kwnames = kwnames,
                      .argtypes = value_incref(argtypes)};
        Value callargs = build(vm, &b, f->paramflags);
        if (callargs)
            r = call_checked(vm, f, &spec, &b, TUPLE(callargs)->items,
                             (size_t)tuple_size(callargs), callargs);
        value_xdecref(vm, callargs);
        value_decref(vm, b.argtypes);
    } else {
        r = call_checked(vm, f, &spec, NULL, args, nargs, VALUE_NULL);
    }
    value_xdecref(vm, spec.converters);
    value_xdecref(vm, spec.checker);
    value_xdecref(vm, spec.restype);
    value_decref(vm, self);
    return r;
}

/* ---- making one ------------------------------------------------------------------ */

static CFunc *bare(MinipyVM *vm, TypeObj *cls, void *address)
{
    Value v = cdata_new(vm, cls, NULL, 0, VALUE_NULL);
    if (!v)
        return NULL;
    memcpy(CDATA(v)->p, &address, sizeof address);
    return CFUNC(v);
}

/* The name in (name, dll), or NULL with an exception. */
static const char *symbol_name(MinipyVM *vm, Value v)
{
    if (value_is_bytes(v))
        return (const char *)BYTES(v)->data;
    if (value_is_str(v))
        return str_cstr(vm, v);
    error_set(vm, EXC_TypeError,
              "function name must be string, bytes object or integer");
    return NULL;
}

static CFunc *of_library(MinipyVM *vm, TypeObj *cls, Value pair, Value paramflags)
{
    if (tuple_size(pair) != 2) {
        error_set(vm, EXC_TypeError, "illegal func_spec argument");
        return NULL;
    }
    Value dll = tuple_get_borrow(pair, 1);
    const char *name = symbol_name(vm, tuple_get_borrow(pair, 0));
    Value text = name ? str_from_cstr(vm, name) : VALUE_NULL;
    int heard = text ? audit(vm, "ctypes.dlsym", 2, dll, text) : -1;
    value_xdecref(vm, text);
    if (heard < 0)
        return NULL;
    void *address = library_symbol(vm, dll, name, EXC_AttributeError);
    const CInfo *info = address ? ctype_info_or_error(vm, value_from_obj(cls)) : NULL;
    if (!info || check_paramflags(vm, info->argtypes, paramflags) < 0)
        return NULL;
    CFunc *f = bare(vm, cls, address);
    if (!f)
        return NULL;
    f->paramflags = info->argtypes ? value_xincref(paramflags) : VALUE_NULL;
    if (cdata_keep_steal(vm, value_from_obj(f), 0, value_incref(dll)) == 0)
        return f;
    obj_decref(vm, &f->d.ob);
    return NULL;
}

/* C calls it. */
static CFunc *of_callable(MinipyVM *vm, TypeObj *cls, Value callable)
{
    if (!object_callable(callable)) {
        error_set(vm, EXC_TypeError,
                  "argument must be callable or integer function address");
        return NULL;
    }
    const CInfo *info = ctype_info(value_from_obj(cls));
    if (!info || !info->argtypes) {
        error_set(vm, EXC_TypeError,
                  "cannot construct instance of this class: no argtypes");
        return NULL;
    }
    void *code;
    Value thunk = thunk_new(vm, callable, info, &code);
    CFunc *f = thunk ? bare(vm, cls, code) : NULL;
    if (!f) {
        value_xdecref(vm, thunk);
        return NULL;
    }
    f->thunk = thunk;
    f->callable = value_incref(callable);
    if (cdata_keep_steal(vm, value_from_obj(f), 0, value_incref(thunk)) == 0)
        return f;
    obj_decref(vm, &f->d.ob);
    return NULL;
}

static Value function_new_slot(NEW_ARGS)
{
    if (nargs == 0)
        return value_from_obj(bare(vm, cls, NULL));
    if (value_is_tuple(args[0])) {
        Value paramflags = nargs > 1 && args[1] != VALUE_NONE ? args[1] : VALUE_NULL;
        return args_check(vm, "function", nargs, 1, 2)
                   ? value_from_obj(of_library(vm, cls, args[0], paramflags))
                   : VALUE_NULL;
    }
    if (nargs != 1)
        return error_set(vm, EXC_TypeError,
                         "function takes exactly 1 argument (%zu given)", nargs);
    if (!value_is_int(args[0]))
        return value_from_obj(of_callable(vm, cls, args[0]));
    void *address;
    return library_pointer(vm, args[0], &address) < 0
               ? VALUE_NULL
               : value_from_obj(bare(vm, cls, address));
}

/* ---- attributes ------------------------------------------------------------------ */

static Value or_none(Value own, Value of_class)
{
    return own ? value_incref(own) : of_class ? value_incref(of_class) : VALUE_NONE;
}

GETTER(get_restype)
{
    const CInfo *info = cdata_info(self);
    return or_none(CFUNC(self)->restype, info ? info->restype : VALUE_NULL);
}

SETTER(set_restype_of)
{
    CFunc *f = CFUNC(self);
    if (value)
        return set_restype(vm, value, "restype", &f->restype, &f->checker);
    value_clear(vm, &f->restype);
    value_clear(vm, &f->checker);
    return 0;
}

GETTER(get_argtypes)
{
    const CInfo *info = cdata_info(self);
    return or_none(CFUNC(self)->shown, info ? info->argtypes : VALUE_NULL);
}

SETTER(set_argtypes_of)
{
    CFunc *f = CFUNC(self);
    if (!value || value == VALUE_NONE) {
        value_clear(vm, &f->converters);
        value_clear(vm, &f->argtypes);
        value_clear(vm, &f->shown);
        return 0;
    }
    if (set_argtypes(vm, value, &f->argtypes, &f->converters) < 0)
        return -1;
    value_set_steal(vm, &f->shown, value_incref(value));
    return 0;
}

GETTER(get_errcheck)
{
    return or_none(CFUNC(self)->errcheck, VALUE_NULL);
}

SETTER(set_errcheck)
{
    if (value && !object_callable(value)) {
        error_set(vm, EXC_TypeError, "the errcheck attribute must be callable");
        return -1;
    }
    value_set_steal(vm, &CFUNC(self)->errcheck, value_xincref(value));
    return 0;
}

static GETSETS(getsets,
    {"errcheck", get_errcheck, set_errcheck, "a function to check for errors", NULL},
    {"restype", get_restype, set_restype_of, "specify the result type", NULL},
    {"argtypes", get_argtypes, set_argtypes_of, "specify the argument types", NULL},
);

/* ---- life ------------------------------------------------------------------------ */

enum { FUNCTION_VALUES = 9 };

static Value *function_values(Object *o)
{
    return &((CFunc *)o)->thunk;
}

static void function_dealloc(MinipyVM *vm, Object *o)
{
    Value *v = function_values(o);
    for (int i = 0; i < FUNCTION_VALUES; i++)
        value_clear(vm, &v[i]);
    cdata_dealloc(vm, o);
}

static int function_traverse(Object *o, VisitFn visit, void *arg)
{
    int r = gc_visit_values(function_values(o), FUNCTION_VALUES, visit, arg);
    return r ? r : cdata_traverse(o, visit, arg);
}

static void function_clear(MinipyVM *vm, Object *o)
{
    Value *v = function_values(o);
    for (int i = 0; i < FUNCTION_VALUES; i++)
        value_clear(vm, &v[i]);
    cdata_clear(vm, o);
}

static int function_bool(MinipyVM *vm, Value self)
{
    void *p;
    (void)vm;
    memcpy(&p, CDATA(self)->p, sizeof p);
    return p != NULL;
}

static Value function_repr(MinipyVM *vm, Value self)
{
    return str_format_c(vm, "<%N object at %p>", value_obj(self)->type,
                        value_obj(self));
}

TYPE_SPEC(func_spec,
    .name = "_ctypes.CFuncPtr", .doc = "Function Pointer",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(CFunc),
    .dealloc = function_dealloc, .traverse = function_traverse, .clear = function_clear,
    .slots = {.new_ = function_new_slot, .call = function_call_slot, .repr = function_repr, .nb_bool = function_bool,
              .bf_getbuffer = cdata_getbuffer},
    .getsets = getsets,
);
