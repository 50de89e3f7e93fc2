/* site.c - the builtins that CPython's site module adds: exit, quit, copyright,
 * credits, license, help. They are objects that print when asked for their repr; help()
 * hands over to pydoc of the installed library.
 */
#include "vm/import/import.h"
#include "vm/containers/dict.h"
#include "vm/text/str.h"
#include "vm/objects/signature.h"
#include "vm/objects/call.h"
#include "stdlib/runtime/runtime.h"

typedef struct SiteObj {
    Object ob;
    const struct SiteRow *row;
} SiteObj;

typedef struct SiteRow {
    const char *name, *text;
    bool quits;
} SiteRow;

static const SiteRow rows[] = {
    {"exit", "Use exit() or Ctrl-D (i.e. EOF) to exit", true},
    {"quit", "Use quit() or Ctrl-D (i.e. EOF) to exit", true},
    {"copyright", "Copyright (c) the minipy developers. MIT license.", false},
    {"credits", "minipy is an observability runtime for the Python 3.11 language.",
     false},
    {"license", "MIT license: see the file LICENSE.", false},
    {"help", "Type help() for interactive help, or help(object) for help about object.",
     false},
};

static Value site_repr(MinipyVM *vm, Value self)
{
    return str_from_cstr(vm, ((SiteObj *)value_obj(self))->row->text);
}

FN(site_call)
{
    const SiteRow *row = ((SiteObj *)value_obj(self))->row;
    if (row->quits) {
        Value stdin_ = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, stdin)),
              r = VALUE_NULL;
        if (stdin_ && stdin_ != VALUE_NONE) /* so that pending reads end too */
            r = call_method(vm, stdin_, NAME(vm, close), NULL, 0);
        value_xdecref(vm, r);
        error_clear(vm);
        return error_set_type(vm, vm->exc[EXC_SystemExit],
                              nargs ? args[0] : VALUE_NONE);
    }
    if (strcmp(row->name, "help") == 0)
        return import_call(vm, "pydoc", "help", args, nargs, kwnames);
    Value text = str_from_cstr(vm, row->text);
    Value print = dict_get_cstr_borrow(vm, vm->builtins, "print"), r = VALUE_NULL;
    if (text && print)
        r = call1(vm, print, text);
    else if (text)
        error_set(vm, EXC_NameError, "name 'print' is not defined");
    value_xdecref(vm, text);
    return r;
}

static TYPE_SPEC(site_spec,
    .name = "_sitebuiltins.Printer",
    .flags = TYPE_NO_NEW, .basicsize = sizeof(SiteObj),
    .slots = {.repr = site_repr, .call = site_call},
);

int site_builtins_add(MinipyVM *vm)
{
    TypeObj *t = type_from_spec(vm, &site_spec);
    int r = t ? 0 : -1;
    for (size_t i = 0; r == 0 && i < sizeof rows / sizeof *rows; i++) {
        SiteObj *o = (SiteObj *)object_alloc(vm, t, 0);
        if (o)
            o->row = &rows[i];
        r = o ? dict_set_cstr_steal(vm, vm->builtins, rows[i].name, value_from_obj(o))
              : -1;
    }
    if (t)
        obj_decref(vm, &t->ob);
    return r;
}
