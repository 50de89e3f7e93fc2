/* symtable_values.c - the symbol table of a source as Python values, for the module
 * _symtable. */
#include "compiler/codegen/compile_symtable.h"

#include "compiler/codegen/symtable.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/list.h"

static Value symbols_dict(Compiler *c, const Scope *scope)
{
    Value d = dict_new(c->vm);
    for (int i = 0; d && i < scope->symbol_count; i++) {
        const Symbol *s = &scope->symbols[i];
        Value flags = value_from_imm(s->flags | s->scope << SYMTABLE_SCOPE_OFFSET);
        if (dict_set(c->vm, d, compiler_name_value(c, s->name), flags) < 0)
            value_clear(c->vm, &d);
    }
    return d;
}

static Value varnames_list(Compiler *c, const Scope *scope)
{
    Value list = list_new(c->vm, 0);
    for (int i = 0; list && i < scope->varname_count; i++)
        if (list_append(c->vm, list, compiler_name_value(c, scope->varnames[i])) < 0)
            value_clear(c->vm, &list);
    return list;
}

static Value scope_value(Compiler *c, const Scope *scope);

static Value children_list(Compiler *c, const Scope *scope)
{
    Value list = list_new(c->vm, 0);
    for (const Scope *s = scope->first_child; list && s; s = s->next_sibling)
        if (list_append_made(c->vm, list, scope_value(c, s)) < 0)
            value_clear(c->vm, &list);
    return list;
}

/* As the fields of SymtableField; VALUE_NULL with an exception set, in the vm or in c.
 */
static Value scope_value(Compiler *c, const Scope *scope)
{
    MinipyVM *vm = c->vm;
    if (!compiler_enter(c))
        return VALUE_NULL;
    Value fields[SYMTABLE_FIELDS] = {
        [SYMTABLE_ID] = int_new(vm, (int64_t)(uintptr_t)scope->node),
        [SYMTABLE_NAME] = value_incref(compiler_name_value(c, scope->name)),
        [SYMTABLE_SYMBOLS] = symbols_dict(c, scope),
        [SYMTABLE_VARNAMES] = varnames_list(c, scope),
        [SYMTABLE_CHILDREN] = children_list(c, scope),
        [SYMTABLE_NESTED] = value_from_imm(scope->nested),
        [SYMTABLE_TYPE] = value_from_imm(scope->kind),
        [SYMTABLE_LINENO] = value_from_imm(scope->pos.lineno),
    };
    compiler_leave(c);
    return tuple_from_steal(vm, fields, SYMTABLE_FIELDS);
}

Value symtable_value(Compiler *c, Mod *mod)
{
    Symtable st;
    symtable_build(&st, c, mod);
    return c->failed ? VALUE_NULL : scope_value(c, st.top);
}
