/* exceptions.c - BaseException and the classes made from exceptions.def.
 *
 * Every class has a TypeSpec in `specs`; a class whose layout differs from its base's
 * adds that layout's members and slots. The larger layouts (OSError, SyntaxError,
 * Unicode errors) are in exceptions_more.c, groups in exception_group.c.
 */
#include "vm/errors/exceptions.h"

#include <pthread.h>

#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/objects/call.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions_private.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/shape.h"
#include "vm/types/type.h"
#include "vm/types/attr.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/memory/shared.h"

/* ---- life ------------------------------------------------------------------------ */

static ExcLayout layout_of(TypeObj *cls)
{
    return (ExcLayout)cls->spec->aux;
}

Value exception_base_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs,
                         Value kwnames)
{
    (void)kwnames;
    ExcObj *e = (ExcObj *)object_alloc(vm, cls, 0);
    if (!e)
        return VALUE_NULL;
    e->layout = (uint8_t)layout_of(cls);
    e->ints[0] = e->layout == EXC_LAYOUT_OS_ERROR ? -1 : 0;
    e->args = tuple_from(vm, args, (int64_t)nargs);
    if (!e->args) {
        obj_decref(vm, &e->ob);
        return VALUE_NULL;
    }
    return value_from_obj(e);
}

int exception_base_init(MinipyVM *vm, Value self, const Value *args, size_t nargs,
                        Value kwnames)
{
    if (!args_no_kw(vm, type_name_cstr(value_type(vm, self)), kwnames))
        return -1;
    ExcObj *e = EXC_OBJ(self);
    if (e->args && tuple_size(e->args) == (int64_t)nargs &&
        (nargs == 0 || memcmp(TUPLE(e->args)->items, args, nargs * sizeof *args) == 0))
        return 0; /* what __new__ stored */
    Value t = tuple_from(vm, args, (int64_t)nargs);
    if (!t)
        return -1;
    value_set_steal(vm, &e->args, t);
    return 0;
}

static void exception_clear(MinipyVM *vm, Object *o)
{
    ExcObj *e = (ExcObj *)o;
    for (size_t i = 0; i < sizeof e->extra / sizeof *e->extra; i++)
        value_clear(vm, &e->extra[i]);
    inst_clear(vm, o);
    value_clear(vm, &e->args);
    value_clear(vm, &e->traceback);
    value_clear(vm, &e->cause);
    value_clear(vm, &e->context);
}

static int exception_traverse(Object *o, VisitFn visit, void *arg)
{
    ExcObj *e = (ExcObj *)o;
    int r = gc_visit_values(&e->args, 4, visit, arg); /* to cause */
    return r ? r
             : gc_visit_values(e->extra, sizeof e->extra / sizeof *e->extra, visit,
                               arg);
}

Value exception_new(MinipyVM *vm, TypeObj *cls, const Value *args, size_t nargs)
{
    return call(vm, value_from_obj(cls), args, nargs, VALUE_NULL);
}

Value exception_traceback_borrow(Value exc)
{
    return EXC_OBJ(exc)->traceback;
}

/* ---- text ------------------------------------------------------------------------ */

Value exception_base_str(MinipyVM *vm, Value self)
{
    Value args = EXC_OBJ(self)->args;
    int64_t n = args ? tuple_size(args) : 0;
    if (n == 0)
        return value_incref(vm->empty_str);
    return object_str(vm, n == 1 ? tuple_get_borrow(args, 0) : args);
}

static Value exception_repr(MinipyVM *vm, Value self)
{
    Value args = EXC_OBJ(self)->args;
    const char *name = type_last_name(value_type(vm, self));
    if (args && tuple_size(args) == 1)
        return str_format_c(vm, "%s(%R)", name, tuple_get_borrow(args, 0));
    return str_format_c(vm, "%s%R", name, args ? args : vm->empty_tuple);
}

static Value key_error_str(MinipyVM *vm, Value self)
{
    Value args = EXC_OBJ(self)->args;
    if (args && tuple_size(args) == 1)
        return object_repr(vm, tuple_get_borrow(args, 0));
    return exception_base_str(vm, self);
}

/* ---- attributes ------------------------------------------------------------------ */

GETTER(get_args)
{
    return EXC_OBJ(self)->args ? value_incref(EXC_OBJ(self)->args) : VALUE_NONE;
}

SETTER(set_args)
{
    if (!value)
        return error_set(vm, EXC_TypeError, "args may not be deleted"), -1;
    Value t = sequence_tuple(vm, value);
    if (!t)
        return -1;
    value_set_steal(vm, &EXC_OBJ(self)->args, t);
    return 0;
}

GETTER(get_traceback)
{
    Value tb = EXC_OBJ(self)->traceback;
    return tb ? value_incref(tb) : VALUE_NONE;
}

SETTER(set_traceback)
{
    if (!value)
        return error_set(vm, EXC_TypeError, "__traceback__ may not be deleted"), -1;
    if (value != VALUE_NONE && !value_is_kind(value, KIND_TRACEBACK))
        return error_set(vm, EXC_TypeError,
                         "__traceback__ must be a traceback or None"),
               -1;
    value_set_steal(vm, &EXC_OBJ(self)->traceback,
                    value == VALUE_NONE ? VALUE_NULL : value_incref(value));
    return 0;
}

/* closure: offset of the field, name of the attribute. */
typedef struct ChainField {
    size_t offset;
    const char *name, *what;
} ChainField;
static const ChainField context_field = {offsetof(ExcObj, context), "__context__",
                                         "exception context"};
static const ChainField cause_field = {offsetof(ExcObj, cause), "__cause__",
                                       "exception cause"};

static Value *chain_slot(Value self, const ChainField *f)
{
    return (Value *)(void *)((char *)value_obj(self) + f->offset);
}

GETTER(get_chain)
{
    Value v = *chain_slot(self, closure);
    return v ? value_incref(v) : VALUE_NONE;
}

SETTER(set_chain)
{
    const ChainField *f = closure;
    if (!value)
        return error_set(vm, EXC_TypeError, "%s may not be deleted", f->name), -1;
    if (value != VALUE_NONE && !value_is_exception(value))
        return error_set(vm, EXC_TypeError,
                         "%s must be None or derive from BaseException", f->what),
               -1;
    if (f == &cause_field)
        EXC_OBJ(self)->suppress_context = true;
    value_set_steal(vm, chain_slot(self, f),
                    value == VALUE_NONE ? VALUE_NULL : value_incref(value));
    return 0;
}

static GETSETS(exception_getsets,
    GETS_SETS("__dict__", inst_dict_get, inst_dict_set),
    GETS_SETS("args", get_args, set_args),
    GETS_SETS("__traceback__", get_traceback, set_traceback),
    {"__context__", get_chain, set_chain, "exception context", (void*)(uintptr_t)&context_field},
    {"__cause__", get_chain, set_chain, "exception cause", (void*)(uintptr_t)&cause_field},
);

static MEMBERS(exception_members,
    {"__suppress_context__", MEMBER_BOOL, offsetof(ExcObj, suppress_context), false, NULL},
);

/* ---- methods --------------------------------------------------------------------- */

FN(with_traceback)
{
    return set_traceback(vm, self, args[0], NULL) < 0 ? VALUE_NULL : value_incref(self);
}

FN(add_note)
{
    if (!value_is_str(args[0]))
        return error_set(vm, EXC_TypeError, "note must be a str, not '%T'", args[0]);
    Value notes;
    if (object_lookup_attr(vm, self, NAME(vm, __notes__), &notes) < 0)
        return VALUE_NULL;
    if (!notes) {
        notes = list_new(vm, 0);
        if (!notes || object_setattr(vm, self, NAME(vm, __notes__), notes) < 0) {
            value_xdecref(vm, notes);
            return VALUE_NULL;
        }
    } else if (!value_is_list(notes)) {
        value_decref(vm, notes);
        return error_set(vm, EXC_TypeError, "Cannot add note: __notes__ is not a list");
    }
    int r = list_append(vm, notes, args[0]);
    value_decref(vm, notes);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

/* The instance's dictionary, or VALUE_NULL: it is empty, or there is an error. */
static Value dict_if_any(MinipyVM *vm, Value self)
{
    DictObj *d = object_dict_borrow(vm, self);
    return d && d->used ? value_incref(value_from_obj(d)) : VALUE_NULL;
}

Value exception_reduce(NATIVE_ARGS)
{
    Value type = value_from_obj(value_type(vm, self));
    Value eargs = exception_reduce_args(vm, self);
    if (!eargs)
        return VALUE_NULL;
    Value dict = dict_if_any(vm, self), r = VALUE_NULL;
    if (dict)
        r = tuple_pack(vm, 3, type, eargs, dict);
    else if (!error_occurred(vm))
        r = tuple_pack(vm, 2, type, eargs);
    value_decref(vm, eargs);
    value_xdecref(vm, dict);
    return r;
}

FN(exception_setstate)
{
    if (args[0] == VALUE_NONE)
        return VALUE_NONE;
    if (!value_is_dict(args[0]))
        return error_set(vm, EXC_TypeError, "state is not a dictionary");
    int64_t pos = 0;
    Value k, v;
    while (dict_next(args[0], &pos, &k, &v))
        if (object_setattr(vm, self, k, v) < 0)
            return VALUE_NULL;
    return VALUE_NONE;
}

static METHODS(exception_methods,
    {"__reduce__", exception_reduce, M_UNSIGNED, "($self, /)", NULL},
    {"__setstate__", exception_setstate, M_UNSIGNED, "($self, state, /)", NULL},
    {"with_traceback", with_traceback, M_UNSIGNED, "($self, tb, /)",
     "Exception.with_traceback(tb) --\n    set self.__traceback__ to tb and return self."},
    {"add_note", add_note, M_UNSIGNED, "($self, note, /)",
     "Exception.add_note(note) --\n    add a note to the exception"},
);

/* ---- the small layouts ----------------------------------------------------------- */

static int system_exit_init(NATIVE_ARGS)
{
    if (exception_base_init(vm, self, args, nargs, kwnames) < 0)
        return -1;
    Value *code = &EXC_OBJ(self)->extra[EXTRA_EXIT_CODE];
    if (nargs == 1)
        value_set_steal(vm, code, value_incref(args[0]));
    else if (nargs > 1)
        value_set_steal(vm, code, value_incref(EXC_OBJ(self)->args));
    return 0;
}

static int stop_iteration_init(NATIVE_ARGS)
{
    if (exception_base_init(vm, self, args, nargs, kwnames) < 0)
        return -1;
    value_set_steal(vm, &EXC_OBJ(self)->extra[EXTRA_STOP_VALUE],
                    nargs > 0 ? value_incref(args[0]) : VALUE_NONE);
    return 0;
}

/* Splits off the keyword arguments that the layout knows into extra[]. */
static int take_named(MinipyVM *vm, Value self, const char *fname,
                      const char *const *names, const Value *args, size_t nargs,
                      Value kwnames)
{
    ExcObj *e = EXC_OBJ(self);
    int known = 0;
    for (; names[known]; known++) /* a second __init__ forgets the first */
        value_clear(vm, &e->extra[known]);
    if (!args_max_kw(vm, fname, known, kwnames))
        return -1;
    for (int64_t k = 0; kwnames && k < tuple_size(kwnames); k++) {
        int i = 0;
        Value key = tuple_get_borrow(kwnames, k);
        if (!value_is_str(key))
            return error_set(vm, EXC_TypeError, "keywords must be strings"), -1;
        while (names[i] && !str_equal_ascii(key, names[i]))
            i++;
        if (!names[i])
            return error_set(vm, EXC_TypeError,
                             "'%U' is an invalid keyword argument for %s()", key,
                             fname),
                   -1;
        value_set_steal(vm, &e->extra[i], value_incref(args[nargs + (size_t)k]));
    }
    return 0;
}

static int attribute_error_init(NATIVE_ARGS)
{
    static const char *const names[] = {"name", "obj", NULL};
    if (exception_base_init(vm, self, args, nargs, VALUE_NULL) < 0)
        return -1;
    return take_named(vm, self, "AttributeError", names, args, nargs, kwnames);
}

static int name_error_init(NATIVE_ARGS)
{
    static const char *const names[] = {"name", NULL};
    if (exception_base_init(vm, self, args, nargs, VALUE_NULL) < 0)
        return -1;
    return take_named(vm, self, "NameError", names, args, nargs, kwnames);
}

static int import_error_init(NATIVE_ARGS)
{
    static const char *const names[] = {"name", "path", NULL};
    if (exception_base_init(vm, self, args, nargs, VALUE_NULL) < 0 ||
        take_named(vm, self, "ImportError", names, args, nargs, kwnames) < 0)
        return -1;
    value_set_steal(vm, &EXC_OBJ(self)->extra[EXTRA_IMPORT_MSG],
                    nargs == 1 ? value_incref(args[0]) : VALUE_NULL);
    return 0;
}

static Value import_error_str(MinipyVM *vm, Value self)
{
    Value msg = EXC_OBJ(self)->extra[EXTRA_IMPORT_MSG];
    if (msg && value_is_exact(vm, msg, KIND_STR))
        return value_incref(msg);
    return exception_base_str(vm, self);
}

#define EXTRA_OFFSET(i) (int)(offsetof(ExcObj, extra) + (i) * sizeof(Value))

static MEMBERS(system_exit_members,
    {"code", MEMBER_VALUE_OR_NONE, EXTRA_OFFSET(EXTRA_EXIT_CODE), false, "exception code"},
);
static MEMBERS(stop_iteration_members,
    {"value", MEMBER_VALUE_OR_NONE, EXTRA_OFFSET(EXTRA_STOP_VALUE), false, "generator return value"},
);
static MEMBERS(attribute_error_members,
    {"name", MEMBER_VALUE_OR_NONE, EXTRA_OFFSET(EXTRA_NAME), false, "attribute name"},
    {"obj", MEMBER_VALUE_OR_NONE, EXTRA_OFFSET(EXTRA_OBJ), false, "object"},
);
static MEMBERS(name_error_members,
    {"name", MEMBER_VALUE_OR_NONE, EXTRA_OFFSET(EXTRA_NAME), false, "name"},
);
static MEMBERS(import_error_members,
    {"msg", MEMBER_VALUE_OR_NONE, EXTRA_OFFSET(EXTRA_IMPORT_MSG), false, "exception message"},
    {"name", MEMBER_VALUE_OR_NONE, EXTRA_OFFSET(EXTRA_IMPORT_NAME), false, "module name"},
    {"path", MEMBER_VALUE_OR_NONE, EXTRA_OFFSET(EXTRA_IMPORT_PATH), false, "module path"},
);

/* ---- the classes ----------------------------------------------------------------- */

/* What a layout adds to the class that introduces it. */
typedef struct LayoutTraits {
    NewSlot new_;
    InitSlot init;
    UnarySlot str;
    const MemberDef *members;
    const GetSetDef *getsets;
    const MethodDef *methods;
} LayoutTraits;

static const LayoutTraits traits[] = {
    [EXC_LAYOUT_BASE] = {exception_base_new, exception_base_init, exception_base_str,
                         exception_members, exception_getsets, exception_methods},
    [EXC_LAYOUT_GROUP] = {exception_group_new, exception_base_init, exception_group_str,
                          exception_group_members, NULL, exception_group_methods},
    [EXC_LAYOUT_SYSTEM_EXIT] = {exception_base_new, system_exit_init, NULL,
                                system_exit_members, NULL, NULL},
    [EXC_LAYOUT_STOP_ITERATION] = {exception_base_new, stop_iteration_init, NULL,
                                   stop_iteration_members, NULL, NULL},
    [EXC_LAYOUT_ATTRIBUTE_ERROR] = {exception_base_new, attribute_error_init,
                                    exception_base_str, attribute_error_members, NULL,
                                    attribute_error_methods},
    [EXC_LAYOUT_NAME_ERROR] = {exception_base_new, name_error_init, exception_base_str,
                               name_error_members, NULL, NULL},
    [EXC_LAYOUT_IMPORT_ERROR] = {exception_base_new, import_error_init,
                                 import_error_str, import_error_members, NULL,
                                 import_error_methods},
    [EXC_LAYOUT_KEY_ERROR] = {exception_base_new, exception_base_init, key_error_str,
                              NULL, NULL, NULL},
    [EXC_LAYOUT_OS_ERROR] = {os_error_new, os_error_init, os_error_str,
                             os_error_members, os_error_getsets, os_error_methods},
    [EXC_LAYOUT_SYNTAX_ERROR] = {exception_base_new, syntax_error_init,
                                 syntax_error_str, syntax_error_members, NULL, NULL},
    /* Unicode errors: three classes of one layout with different init and str, see
       below */
    [EXC_LAYOUT_UNICODE_ERROR] = {exception_base_new, NULL, NULL, unicode_error_members,
                                  NULL, NULL},
};

#define EXC_FLAGS (TYPE_GC | TYPE_BASE | TYPE_HAS_INST | TYPE_EXCEPTION)

/* C cannot select initialisers by layout, so the specs are built once per process. */
static const struct {
    const char *name;
    ExcId base;
    ExcLayout layout;
} rows[] = {
#define EXC(name, base, layout) {#name, EXC_##base, EXC_LAYOUT_##layout},
#include "vm/errors/exceptions.def"
#undef EXC
};

/* BaseException itself is a row of types.def. */
TYPE_SPEC(exception_type_spec,
    .name = "BaseException",
    .doc = "Common base class for all exceptions",
    .flags = EXC_FLAGS, .basicsize = sizeof(ExcObj), .inst_offset = offsetof(ExcObj, head),
    .dealloc = exception_clear, .traverse = exception_traverse, .clear = exception_clear,
    .aux = EXC_LAYOUT_BASE,
    .slots = {.repr = exception_repr, .str = exception_base_str, .getattro = object_generic_getattr,
              .setattro = object_generic_setattr, .init = exception_base_init, .new_ = exception_base_new},
    .methods = exception_methods, .getsets = exception_getsets, .members = exception_members,
);

static void fill_spec(TypeSpec *s, ExcId id)
{
    const LayoutTraits *t = &traits[rows[id].layout];
    bool introduces = rows[id].layout != rows[rows[id].base].layout ||
                      rows[id].layout == EXC_LAYOUT_UNICODE_ERROR;
    *s = (TypeSpec){.name = rows[id].name,
                    .kind = KIND_EXCEPTION,
                    .base = KIND_EXCEPTION,
                    .aux = (uint8_t)rows[id].layout,
                    .flags = EXC_FLAGS,
                    .basicsize = sizeof(ExcObj),
                    .inst_offset = offsetof(ExcObj, head),
                    .dealloc = exception_clear,
                    .traverse = exception_traverse,
                    .clear = exception_clear};
    /* CPython's classes have an __init__ each, but a __new__ only if they are simple or
       need one of their own. */
    bool simple = rows[id].layout == EXC_LAYOUT_BASE ||
                  rows[id].layout == EXC_LAYOUT_UNICODE_ERROR;
    if (simple || (introduces && t->new_ != exception_base_new))
        s->slots.new_ = t->new_;
    if (introduces || rows[id].layout != EXC_LAYOUT_GROUP)
        s->slots.init = t->init;
    s->slots.str = introduces ? t->str : NULL;
    if (introduces && rows[id].layout != EXC_LAYOUT_BASE) {
        s->members = t->members;
        s->getsets = t->getsets;
        s->methods = t->methods;
    }
    if (rows[id].layout == EXC_LAYOUT_UNICODE_ERROR)
        unicode_error_traits(id, s);
    if (id == EXC_ExceptionGroup) { /* the one that CPython makes at run time */
        s->flags |= TYPE_WEAKREFS | TYPE_OWN_MODULE | TYPE_OPEN;
        s->getsets = type_weakref_getset;
    }
    s->doc = exception_doc(id);
}

/* Worked out from the rows once in a process: the vms share them. */
static TypeSpec specs[EXC_COUNT];

static void fill_specs(void)
{
    for (int id = EXC_BaseException + 1; id < EXC_COUNT; id++)
        fill_spec(&specs[id], (ExcId)id);
}

/* It is the one exception class that CPython makes at run time: programs can change it,
 * so that each vm has its own. */
static int make_exception_group(MinipyVM *vm)
{
    TypeObj *g = type_from_spec_base(vm, &specs[EXC_ExceptionGroup],
                                     vm->exc[EXC_BaseExceptionGroup]);
    if (!g)
        return -1;
    vm->exc[EXC_ExceptionGroup] = g;
    const Value mro[] = {value_from_obj(g),
                         value_from_obj(vm->exc[EXC_BaseExceptionGroup]),
                         value_from_obj(vm->exc[EXC_Exception]),
                         value_from_obj(vm->exc[EXC_BaseException]),
                         value_from_obj(vm->types[KIND_OBJECT])};
    return type_give_bases(vm, g, mro + 1, 2, mro, 5);
}

static void share_exceptions(MinipyVM *vm)
{
    for (int id = EXC_BaseException + 1; id < EXC_COUNT; id++)
        if (id != EXC_ExceptionGroup)
            type_share(vm, vm->exc[id], &specs[id], vm->exc[rows[id].base]);
}

int exceptions_init(MinipyVM *vm)
{
    static pthread_once_t filled = PTHREAD_ONCE_INIT;
    if (pthread_once(&filled, fill_specs) != 0)
        return -1;
    vm->exc[EXC_BaseException] = vm->types[KIND_EXCEPTION];
    for (int id = EXC_BaseException + 1; id < EXC_COUNT; id++)
        vm->exc[id] = &vm->shared->types[KIND_COUNT + id];
    if (vm->shared->open)
        share_exceptions(vm);
    if (make_exception_group(vm) < 0)
        return -1;
    /* Not by a call of the class, which would have to raise it if there is no memory.
     */
    vm->memory_error =
        exception_base_new(vm, vm->exc[EXC_MemoryError], NULL, 0, VALUE_NULL);
    return vm->memory_error ? 0 : -1;
}
