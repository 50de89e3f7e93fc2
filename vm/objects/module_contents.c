/* module_contents.c - what a module in C has besides functions: its rows of constants,
 * types and classes (ModuleItem), put into it when it is made. Types and exception
 * classes of such modules exist once in a vm.
 */
#include "vm/objects/module.h"

#include "vm/containers/dict.h"
#include "vm/containers/tuple.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/objects/args.h"
#include "vm/objects/structseq.h"
#include "vm/objects/call.h"
#include "vm/text/str.h"
#include "vm/types/type.h"

/* ---- types ----------------------------------------------------------------------- */

TypeObj *module_type_borrow(MinipyVM *vm, const TypeSpec *spec)
{
    TypeObj **found = native_found(vm, spec);
    if (likely(*found && (*found)->spec == spec))
        return *found;
    TypeObj *t = vm->native_types;
    while (t && t->spec != spec)
        t = t->next_native;
    if (t)
        *found = t;
    return t;
}

TypeObj *module_type_made_borrow(MinipyVM *vm, const TypeSpec *spec)
{
    TypeObj *t = module_type_borrow(vm, spec);
    if (!t && (t = type_from_spec(vm, spec)))
        obj_decref(vm, &t->ob);
    return t;
}

/* ---- exception classes ----------------------------------------------------------- */

static Value error_class_borrow(MinipyVM *vm, const ErrorClass *c);

static Value error_class_new(MinipyVM *vm, const ErrorClass *c)
{
    Value dict = dict_new(vm);
    Value base = c->derived_from ? error_class_borrow(vm, c->derived_from)
                                 : value_from_obj(vm->exc[c->base]);
    Value args[] = {str_from_cstr(vm, c->name),
                    base ? tuple_pack(vm, 1, base) : VALUE_NULL, dict};
    Value cls = VALUE_NULL;
    if (args[0] && args[1] && dict &&
        dict_set_cstr_steal(vm, dict, "__module__", str_from_cstr(vm, c->module)) ==
            0 &&
        (!c->doc ||
         dict_set_cstr_steal(vm, dict, "__doc__", str_from_cstr(vm, c->doc)) == 0))
        cls = call(vm, value_from_obj(vm->types[KIND_TYPE]), args, 3, VALUE_NULL);
    values_xdecref(vm, args, 3);
    return cls;
}

/* VALUE_NULL: exception. */
static Value error_class_borrow(MinipyVM *vm, const ErrorClass *c)
{
    if (!vm->error_classes && !(vm->error_classes = value_hide(dict_new(vm))))
        return VALUE_NULL;
    Value key = str_format_c(vm, "%s.%s", c->module, c->name);
    Value cls = key ? dict_get_borrow(vm, vm->error_classes, key) : VALUE_NULL;
    if (key && !cls && (cls = error_class_new(vm, c))) {
        int r = dict_set(vm, vm->error_classes, key, cls);
        value_decref(vm, cls);
        if (r < 0)
            cls = VALUE_NULL;
    }
    value_xdecref(vm, key);
    return cls;
}

Value module_error(MinipyVM *vm, const ErrorClass *c, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    Value text = str_format_va(vm, format, ap);
    va_end(ap);
    Value cls = text ? error_class_borrow(vm, c) : VALUE_NULL;
    if (cls)
        error_set_type(vm, TYPE_OF(cls), text);
    value_xdecref(vm, text);
    return VALUE_NULL;
}

bool module_error_is(MinipyVM *vm, const ErrorClass *c)
{
    Value raised = error_fetch(vm);
    Value cls = raised ? error_class_borrow(vm, c) : VALUE_NULL;
    error_clear(vm); /* of want of memory */
    bool is = cls && type_is_subtype(value_type(vm, raised), TYPE_OF(cls));
    error_restore_steal(vm, raised);
    return is;
}

Value module_error_bare(MinipyVM *vm, const ErrorClass *c)
{
    Value cls = error_class_borrow(vm, c);
    return cls ? error_set_type(vm, TYPE_OF(cls), VALUE_NULL) : VALUE_NULL;
}

Value module_error_code(MinipyVM *vm, const ErrorClass *c, int code, const char *text)
{
    Value cls = error_class_borrow(vm, c);
    Value s = cls ? str_from_cstr(vm, text) : VALUE_NULL;
    Value exc = s ? call2(vm, cls, value_from_imm(code), s) : VALUE_NULL;
    value_xdecref(vm, s);
    if (exc)
        error_set_instance(vm, exc);
    value_xdecref(vm, exc);
    return VALUE_NULL;
}

/* ---- rows ------------------------------------------------------------------------ */

static Value new_reference(TypeObj *t)
{
    return t ? value_incref(value_from_obj(t)) : VALUE_NULL;
}

static Value item_new(MinipyVM *vm, const ModuleItem *row)
{
    switch (row->kind) {
    case ITEM_INT: return int_new(vm, row->of.number);
    case ITEM_FLOAT: return float_new(vm, row->of.real);
    case ITEM_TEXT: return str_from_cstr(vm, row->of.text);
    case ITEM_TYPE: return new_reference(module_type_made_borrow(vm, row->of.type));
    case ITEM_NATIVE: return new_reference(vm->types[row->of.number]);
    case ITEM_STRUCT: return value_from_obj(structseq_type(vm, row->of.structure));
    case ITEM_EXCEPTION: return new_reference(vm->exc[row->of.number]);
    case ITEM_ERROR: return value_xincref(error_class_borrow(vm, row->of.error));
    case ITEM_MADE: return row->of.make(vm);
    case ITEM_END: break;
    }
    return VALUE_NULL;
}

int module_add_contents(MinipyVM *vm, Value module, const ModuleItem *row)
{
    for (; row && row->kind; row++) {
        Value v = item_new(vm, row);
        if (!v)
            return -1;
        if (!row->name)
            value_decref(vm, v);
        else if (module_add_steal(vm, module, row->name, v) < 0)
            return -1;
    }
    return 0;
}
