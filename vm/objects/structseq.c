/* structseq.c - struct sequences: tuples whose items have names too (time.struct_time,
 * sys.version_info, os.stat_result).
 *
 * Each is a native type made at run time from a StructSeqSpec. Its TypeSpec
 * and member list live in a StructSeqType, owned by the vm's chain structseq_specs. The
 * first `visible` fields are the tuple's items; the others stand behind them and are
 * reached by name only. A field named "" has no name.
 */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/list.h"
#include "vm/containers/sequence.h"
#include "vm/objects/structseq.h"
#include "vm/types/type.h"

typedef struct StructSeqType {
    TypeSpec spec; /* first: TypeObj.spec points here */
    const StructSeqSpec *def;
    struct StructSeqType *next;
    int total;
    MemberDef members[];
} StructSeqType;

static void structseq_dealloc(MinipyVM *vm, Object *o);

static StructSeqType *type_info(TypeObj *t)
{
    return (StructSeqType *)(uintptr_t)t->spec;
}
static StructSeqType *info_of(Object *o)
{
    return type_info(o->type);
}

/* ---- instances ------------------------------------------------------------------- */

static void structseq_dealloc(MinipyVM *vm, Object *o)
{
    for (int i = info_of(o)->total; --i >= 0;)
        value_xdecref(vm, ((TupleObj *)o)->items[i]);
}

static int structseq_traverse(Object *o, VisitFn visit, void *arg)
{
    for (int i = 0; i < info_of(o)->total; i++)
        GC_VISIT(((TupleObj *)o)->items[i]);
    return 0;
}

static int64_t structseq_nitems(Object *o)
{
    return info_of(o)->total;
}

Value structseq_new_steal(MinipyVM *vm, TypeObj *t, const Value *items, int n)
{
    StructSeqType *info = type_info(t);
    bool made = true;
    for (int i = 0; i < n; i++)
        made &= items[i] != VALUE_NULL;
    Object *o = made ? object_alloc(vm, t, info->total) : NULL;
    if (!o) {
        values_xdecref(vm, items, n);
        return VALUE_NULL;
    }
    TupleObj *tuple = (TupleObj *)o;
    tuple->size = info->def->visible;
    for (int i = 0; i < info->total; i++)
        tuple->items[i] = i < n ? items[i] : VALUE_NONE;
    return value_from_obj(o);
}

static Value wrong_length(MinipyVM *vm, StructSeqType *info, const char *how, int want,
                          int64_t got)
{
    return error_set(vm, EXC_TypeError,
                     "%s() takes a%s %d-sequence (%zd-sequence given)", info->spec.name,
                     how, want, got);
}

/* Fields beyond those in the sequence come from the dict by name, or are None. */
static Value from_sequence(MinipyVM *vm, TypeObj *cls, Value seq, Value dict)
{
    StructSeqType *info = type_info(cls);
    int64_t n = seq_size(seq);
    int visible = info->def->visible;
    if (n < visible)
        return wrong_length(vm, info, info->total > visible ? "n at least" : "",
                            visible, n);
    if (n > info->total)
        return wrong_length(vm, info, info->total > visible ? "n at most" : "",
                            info->total > visible ? info->total : visible, n);
    Value v = structseq_new_steal(vm, cls, NULL, 0);
    if (!v)
        return VALUE_NULL;
    for (int i = 0; i < info->total; i++) {
        Value item = i < n ? seq_items(seq)[i] : VALUE_NULL;
        if (!item && dict)
            item = dict_get_cstr_borrow(vm, dict, info->def->fields[i]);
        TUPLE(v)->items[i] = item ? value_incref(item) : VALUE_NONE;
    }
    return v;
}

NEW(structseq_new, 2, "structseq", "(sequence, dict=None)")
{
    Value seq = sequence_fast(vm, given[0], "constructor requires a sequence");
    if (!seq)
        return VALUE_NULL;
    Value r;
    if (given[1] && !value_is_dict(given[1]))
        r = error_set(vm, EXC_TypeError, "%s() takes a dict as second arg, if any",
                      cls->spec->name);
    else
        r = from_sequence(vm, cls, seq, given[1]);
    value_decref(vm, seq);
    return r;
}

static Value structseq_repr(MinipyVM *vm, Value self)
{
    StructSeqType *info = info_of(value_obj(self));
    StrBuilder b;
    strbuilder_init(&b, vm);
    strbuilder_ascii(&b, info->spec.name);
    strbuilder_char(&b, '(');
    /* as in CPython, the i-th item gets the i-th name, nameless fields passed over */
    const char *const *name = info->def->fields;
    for (int i = 0; i < info->def->visible; i++, name++) {
        if (i)
            strbuilder_ascii(&b, ", ");
        while (*name && !**name)
            name++;
        strbuilder_ascii(&b, *name ? *name : "");
        strbuilder_char(&b, '=');
        if (strbuilder_repr(&b, TUPLE(self)->items[i]) < 0) {
            strbuilder_discard(&b);
            return VALUE_NULL;
        }
    }
    strbuilder_char(&b, ')');
    return strbuilder_finish(&b);
}

/* (type, (tuple, {hidden fields})) */
FN(structseq_reduce)
{
    StructSeqType *info = info_of(value_obj(self));
    Value pair[2] = {tuple_from(vm, TUPLE(self)->items, info->def->visible),
                     dict_new(vm)};
    bool ok = pair[0] && pair[1];
    for (int i = info->def->visible; ok && i < info->total; i++)
        ok = dict_set_cstr(vm, pair[1], info->def->fields[i], TUPLE(self)->items[i]) ==
             0;
    if (!ok) {
        value_xdecref(vm, pair[0]);
        value_xdecref(vm, pair[1]);
        return VALUE_NULL;
    }
    Value both = tuple_from_steal(vm, pair, 2);
    if (!both)
        return VALUE_NULL;
    Value parts[] = {value_incref(value_from_obj(value_obj(self)->type)), both};
    return tuple_from_steal(vm, parts, 2);
}

static METHODS(structseq_methods,
    {"__reduce__", structseq_reduce, M_UNSIGNED, "($self, /)", NULL},
);

/* ---- types ----------------------------------------------------------------------- */

static int count_fields(const StructSeqSpec *def)
{
    int n = 0;
    while (def->fields[n])
        n++;
    return n;
}

/* n_fields & co., and __match_args__. */
static int add_constants(MinipyVM *vm, TypeObj *t, Value d)
{
    const StructSeqType *info = type_info(t);
    int named = 0, visible = info->def->visible, unnamed = 0;
    Value names = tuple_alloc(vm, visible);
    if (!names)
        return -1;
    for (int i = 0; i < info->total; i++) {
        if (!info->def->fields[i][0]) {
            unnamed++;
        } else if (i < visible) {
            Value s = str_intern_cstr(vm, info->def->fields[i]);
            if (!s) {
                value_decref(vm, names);
                return -1;
            }
            TUPLE(names)->items[named++] = s;
        }
    }
    Value match = tuple_slice(vm, names, 0, named);
    value_decref(vm, names);
    if (dict_set_cstr_steal(vm, d, "__match_args__", match) < 0 ||
        dict_set_cstr(vm, d, "n_sequence_fields", value_from_imm(visible)) < 0 ||
        dict_set_cstr(vm, d, "n_fields", value_from_imm(info->total)) < 0 ||
        dict_set_cstr(vm, d, "n_unnamed_fields", value_from_imm(unnamed)) < 0)
        return -1;
    return 0;
}

static StructSeqType *make_info(MinipyVM *vm, const StructSeqSpec *def)
{
    int total = count_fields(def);
    StructSeqType *info =
        mem_calloc(vm, sizeof *info + (size_t)(total + 1) * sizeof(MemberDef));
    if (!info)
        return NULL;
    info->def = def;
    info->total = total;
    info->next = vm->structseq_specs;
    vm->structseq_specs = info;
    MemberDef *m = info->members;
    for (int i = 0; i < total; i++)
        if (def->fields[i][0])
            *m++ = (MemberDef){def->fields[i], MEMBER_VALUE_OR_NONE,
                               (int)offsetof(TupleObj, items) + i * (int)sizeof(Value),
                               true, NULL};
    info->spec = (TypeSpec){
        .name = def->name,
        .doc = def->doc,
        .kind = KIND_TUPLE,
        .base = KIND_TUPLE,
        /* CPython's are made when their module is, but for those of sys. */
        .flags = TYPE_GC |
                 (strncmp(def->name, "sys.", 4) == 0 ? 0 : TYPE_OWN_MODULE | TYPE_OPEN),
        .basicsize = sizeof(TupleObj),
        .itemsize = sizeof(Value),
        .dealloc = structseq_dealloc,
        .traverse = structseq_traverse,
        .nitems = structseq_nitems,
        .slots = {.repr = structseq_repr, .new_ = structseq_new},
        .methods = structseq_methods,
        .members = info->members,
        .fill = add_constants,
    };
    return info;
}

static bool is_made_of(TypeObj *t, const StructSeqSpec *def)
{
    return t->spec->dealloc == structseq_dealloc && type_info(t)->def == def;
}

TypeObj *structseq_type(MinipyVM *vm, const StructSeqSpec *def)
{
    TypeObj **found = native_found(vm, def);
    if (*found && is_made_of(*found, def))
        return (TypeObj *)obj_incref(&(*found)->ob);
    for (TypeObj *t = vm->native_types; t; t = t->next_native)
        if (is_made_of(t, def))
            return (TypeObj *)obj_incref(&(*found = t)->ob);
    StructSeqType *info = make_info(vm, def);
    TypeObj *t = info ? type_from_spec(vm, &info->spec) : NULL;
    return t;
}

int structseq_set_new(MinipyVM *vm, const StructSeqSpec *spec, NewSlot new_)
{
    TypeObj *t = structseq_type(vm, spec);
    if (!t)
        return -1;
    t->slots.new_ = new_;
    obj_decref(vm, &t->ob);
    return 0;
}

int structseq_close(MinipyVM *vm, const StructSeqSpec *def)
{
    TypeObj *t = structseq_type(vm, def);
    if (!t)
        return -1;
    t->flags |= TYPE_NO_NEW; /* its dict, not filled yet, gets no __new__ */
    t->slots.new_ = NULL;
    obj_decref(vm, &t->ob);
    return 0;
}

void structseq_fini(MinipyVM *vm)
{
    StructSeqType *info = vm->structseq_specs;
    while (info) {
        StructSeqType *next = info->next;
        mem_free(vm, info);
        info = next;
    }
    vm->structseq_specs = NULL;
}

Value structseq_make_steal(MinipyVM *vm, const StructSeqSpec *spec, const Value *items,
                           int n)
{
    TypeObj *t = structseq_type(vm, spec);
    bool ok = t != NULL;
    for (int i = 0; i < n; i++)
        ok &= items[i] != VALUE_NULL;
    if (!ok) {
        values_xdecref(vm, items, n);
        return VALUE_NULL;
    }
    Value r = structseq_new_steal(vm, t, items, n);
    obj_decref(vm, &t->ob);
    return r;
}
