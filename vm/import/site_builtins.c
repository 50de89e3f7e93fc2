/* site_builtins.c - the builtins that CPython's site module adds: quit, exit,
 * copyright, credits, license, help.
 *
 * They are instances of the library's own classes (_sitebuiltins), which are not
 * imported before somebody looks at one of the six: until then each is an empty
 * instance of a class of the same name, whose every slot first makes all of them what
 * they stand for. Their identity stays. Without a library they say a line of their own.
 * Read first: site.c.
 */
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/containers/tuple.h"
#include "vm/import/import.h"
#include "vm/import/site.h"
#include "vm/objects/call.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/types/attr.h"
#include "vm/types/object_type.h"
#include "vm/types/shape.h"

enum { OBJECTS = 6 };

typedef struct SiteRow {
    const char *name, *text; /* text: what it says where there is no library */
    enum { QUITTER, PRINTER, HELPER } class;
} SiteRow;

static const SiteRow rows[OBJECTS] = {
    {"quit", "Use quit() or Ctrl-D (i.e. EOF) to exit", QUITTER},
    {"exit", "Use exit() or Ctrl-D (i.e. EOF) to exit", QUITTER},
    {"copyright", "Copyright (c) the minipy developers. MIT license.", PRINTER},
    {"credits", "minipy is an observability runtime for the Python 3.11 language.",
     PRINTER},
    {"license", "MIT license: see the file LICENSE.", PRINTER},
    {"help", "Type help() for interactive help, or help(object) for help about object.",
     HELPER},
};
static const char *const class_names[] = {"Quitter", "_Printer", "_Helper"};

/* What site says of CPython's makers. */
static const char credits[] =
    "    Thanks to CWI, CNRI, BeOpen.com, Zope Corporation and a cast of thousands\n"
    "    for supporting Python development.  See www.python.org for more information.";

/* ---- becoming the library's ------------------------------------------------------ */

/* As an assignment to __class__, of an instance that has no attributes yet. */
static void take_class(Object *o, TypeObj *cls)
{
    InstHead *head = inst_head(o);
    head->shape = NULL; /* which belongs to the class before: a dict, made on demand */
    head->u.dict = NULL;
    o->type = cls;
    obj_incref(&cls->ob);
}

/* The folders and names of _Printer('license', ...): those that site asks for. */
static int license_places(MinipyVM *vm, Value *files, Value *dirs)
{
    static const char *const names[] = {"LICENSE.txt", "LICENSE"},
                             *const places[] = {INSTALLED_LIBRARY "/..",
                                                INSTALLED_LIBRARY, "."};
    *files = list_new(vm, 0);
    *dirs = list_new(vm, 0);
    for (int i = 0; *files && i < 2; i++)
        if (list_append_made(vm, *files, str_from_cstr(vm, names[i])) < 0)
            return -1;
    for (int i = 0; *dirs && i < 3; i++)
        if (list_append_made(vm, *dirs, str_from_cstr(vm, places[i])) < 0)
            return -1;
    return *files && *dirs ? 0 : -1;
}

static Value second_argument(MinipyVM *vm, int i)
{
    if (rows[i].class == QUITTER)
        return str_from_cstr(vm, "Ctrl-D (i.e. EOF)");
    if (strcmp(rows[i].name, "copyright") == 0)
        return value_xincref(dict_get_cstr_borrow(vm, vm->sysdict, "copyright"));
    return str_from_cstr(vm, strcmp(rows[i].name, "credits") == 0
                                 ? credits
                                 : "See https://www.python.org/psf/license/");
}

/* Calls its __init__ with what site gives it. */
static int initialize(MinipyVM *vm, Value object, int i)
{
    Value args[4] = {VALUE_NULL};
    size_t n = 0;
    int r = 0;
    if (rows[i].class != HELPER) {
        args[0] = str_from_cstr(vm, rows[i].name);
        args[1] = args[0] ? second_argument(vm, i) : VALUE_NULL;
        r = args[1] ? 0 : -1;
        n = 2;
    }
    if (r == 0 && strcmp(rows[i].name, "license") == 0) {
        r = license_places(vm, &args[2], &args[3]);
        n = 4;
    }
    if (r == 0)
        r = value_type(vm, object)->slots.init(vm, object, args, n, VALUE_NULL);
    values_xdecref(vm, args, 4);
    return r;
}

/* The class of that name in the library's module, if instances of it can be those. */
static TypeObj *real_class(MinipyVM *vm, Value module, int which)
{
    Value v = dict_get_cstr_borrow(vm, value_from_obj(MODULE(module)->dict),
                                   class_names[which]);
    bool plain = v && value_is_type(v) && (TYPE_OF(v)->flags & TYPE_HEAP) &&
                 TYPE_OF(v)->layout == KIND_OBJECT &&
                 TYPE_OF(v)->inst_offset == offsetof(InstObj, head);
    return plain ? TYPE_OF(v) : NULL;
}

int site_builtins_become(MinipyVM *vm, Value module)
{
    Value objects = vm->site_objects;
    vm->site_objects = VALUE_NULL;
    int r = 0;
    for (int i = 0; r == 0 && objects && i < OBJECTS; i++) {
        TypeObj *cls = real_class(vm, module, rows[i].class);
        Value o = tuple_get_borrow(objects, i);
        if (!cls)
            continue;
        take_class(value_obj(o), cls);
        r = initialize(vm, o, i);
    }
    value_xdecref(vm, objects);
    return r;
}

/* True: self is the library's from here on. False without an exception: there is no
 * library. */
static bool become(MinipyVM *vm, Value self)
{
    TypeObj *before = value_type(vm, self);
    Value m = vm->site_objects && vm->settings.use_installed_library
                  ? import_module(vm, "_sitebuiltins")
                  : VALUE_NULL;
    if (!m && error_matches(vm, EXC_ImportError))
        error_clear(vm);
    value_xdecref(vm, m);
    return !error_occurred(vm) && value_type(vm, self) != before;
}

/* ---- until then ------------------------------------------------------------------ */

static const SiteRow *row_of(MinipyVM *vm, Value self)
{
    for (int i = 0; vm->site_objects && i < OBJECTS; i++)
        if (tuple_get_borrow(vm->site_objects, i) == self)
            return &rows[i];
    return &rows[1];
}

static Value site_repr(MinipyVM *vm, Value self)
{
    if (become(vm, self))
        return object_repr(vm, self);
    return error_occurred(vm) ? VALUE_NULL : str_from_cstr(vm, row_of(vm, self)->text);
}

static Value site_getattro(MinipyVM *vm, Value self, Value name)
{
    if (become(vm, self))
        return object_getattr(vm, self, name);
    return error_occurred(vm) ? VALUE_NULL : object_generic_getattr(vm, self, name);
}

static int site_setattro(MinipyVM *vm, Value self, Value name, Value value)
{
    if (become(vm, self))
        return object_setattr(vm, self, name, value);
    return error_occurred(vm) ? -1 : object_generic_setattr(vm, self, name, value);
}

/* Closes sys.stdin, so that pending reads end too, and ends the program. */
static Value quit(MinipyVM *vm, const Value *args, size_t nargs)
{
    Value in = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, stdin)),
          r = VALUE_NULL;
    if (in && in != VALUE_NONE)
        r = call_method(vm, in, NAME(vm, close), NULL, 0);
    value_xdecref(vm, r);
    error_clear(vm);
    return error_set_type(vm, vm->exc[EXC_SystemExit], nargs ? args[0] : VALUE_NONE);
}

FN(site_call)
{
    if (become(vm, self))
        return call(vm, self, args, nargs, kwnames);
    const SiteRow *row = row_of(vm, self);
    if (error_occurred(vm))
        return VALUE_NULL;
    if (row->class == QUITTER)
        return quit(vm, args, nargs);
    Value text = str_from_cstr(vm, row->text), r = VALUE_NULL;
    Value print = dict_get_cstr_borrow(vm, vm->builtins, "print");
    if (text && print)
        r = call1(vm, print, text);
    else if (text)
        error_set(vm, EXC_NameError, "name 'print' is not defined");
    value_xdecref(vm, text);
    return r;
}

/* Copying and pickling ask for the class before anything else. */
FN(site_reduce_ex)
{
    if (!become(vm, self))
        return error_occurred(vm)
                   ? VALUE_NULL
                   : error_set(vm, EXC_TypeError, "cannot pickle %T object", self);
    return call_method_cstr(vm, self, "__reduce_ex__", args, nargs);
}

static const MethodDef methods[] = {
    {"__reduce_ex__", site_reduce_ex, 0, "($self, protocol, /)", NULL},
    {0},
};

/* Instances have the layout of a plain class, whose they become. */
#define STAND_IN(id, class_name)                                                       \
    static TYPE_SPEC(id,                                                               \
        .name = "_sitebuiltins." class_name,                                           \
        .flags = TYPE_GC | TYPE_NO_NEW | TYPE_WEAKREFS | TYPE_HAS_INST |               \
                 TYPE_PYTHON_CLASS,                                                    \
        .basicsize = sizeof(InstObj), .inst_offset = offsetof(InstObj, head),          \
        .slots = {.repr = site_repr, .call = site_call, .getattro = site_getattro,     \
                  .setattro = site_setattro},                                          \
        .methods = methods,                                                            \
    )
STAND_IN(quitter_spec, "Quitter");
STAND_IN(printer_spec, "_Printer");
STAND_IN(helper_spec, "_Helper");

static Value new_object(MinipyVM *vm, TypeObj **types, int i)
{
    static const TypeSpec *const specs[] = {&quitter_spec, &printer_spec, &helper_spec};
    int which = rows[i].class;
    if (!types[which] && !(types[which] = type_from_spec(vm, specs[which])))
        return VALUE_NULL;
    Object *o = object_alloc(vm, types[which], 0);
    return o ? value_from_obj(o) : VALUE_NULL;
}

int site_builtins_add(MinipyVM *vm)
{
    TypeObj *types[3] = {NULL};
    Value objects[OBJECTS] = {VALUE_NULL};
    int r = 0;
    for (int i = 0; r == 0 && i < OBJECTS; i++) {
        objects[i] = new_object(vm, types, i);
        r = objects[i] ? dict_set_cstr(vm, vm->builtins, rows[i].name, objects[i]) : -1;
    }
    if (r == 0)
        r = (vm->site_objects = tuple_from(vm, objects, OBJECTS)) ? 0 : -1;
    values_xdecref(vm, objects, OBJECTS);
    for (int i = 0; i < 3; i++)
        if (types[i])
            obj_decref(vm, &types[i]->ob);
    return r;
}
