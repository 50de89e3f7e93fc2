/* ast_module.c - the module _ast: class AST and a class for each node of
 * compiler/syntax/ast.def, with the names, defaults and descriptions that CPython
 * derives from its grammar.
 */
#include "stdlib/syntax/ast_private.h"

#include "vm/import/import.h"
#include "vm/containers/sequence.h"
#include "vm/objects/call.h"
#include "vm/types/type.h"

/* ---- class AST ------------------------------------------------------------------- */

typedef struct AstObj {
    Object ob;
    InstHead head;
} AstObj;

static Value fields_of(MinipyVM *vm, Value self)
{
    Value fields, t = VALUE_NULL;
    int r = attr_lookup(vm, value_from_obj(value_type(vm, self)), "_fields", &fields);
    if (r == 0)
        return value_incref(vm->empty_tuple);
    if (r > 0)
        t = sequence_tuple(vm, fields);
    value_xdecref(vm, fields);
    return t;
}

static int init_positional(MinipyVM *vm, Value self, Value fields, const Value *args,
                           size_t nargs)
{
    size_t n = (size_t)tuple_size(fields);
    if (nargs > n) {
        error_set(vm, EXC_TypeError,
                  "%s constructor takes at most %zu positional argument%s",
                  type_last_name(value_type(vm, self)), n, n == 1 ? "" : "s");
        return -1;
    }
    for (size_t i = 0; i < nargs; i++)
        if (object_setattr(vm, self, tuple_get_borrow(fields, (int64_t)i), args[i]) < 0)
            return -1;
    return 0;
}

static int ast_init(NATIVE_ARGS)
{
    Value fields = fields_of(vm, self);
    int r = fields ? init_positional(vm, self, fields, args, nargs) : -1;
    for (int64_t i = 0; r == 0 && kwnames && i < tuple_size(kwnames); i++) {
        Value name = tuple_get_borrow(kwnames, i);
        for (size_t k = 0; k < nargs && r == 0; k++)
            if ((r = object_compare_bool(vm, tuple_get_borrow(fields, (int64_t)k), name,
                                         CMP_EQ)) > 0) {
                error_set(vm, EXC_TypeError, "%T got multiple values for argument '%U'",
                          self, name);
                r = -1;
            }
        if (r == 0)
            r = object_setattr(vm, self, name, args[nargs + (size_t)i]);
    }
    value_xdecref(vm, fields);
    return r;
}

FN(ast_reduce)
{
    Value dict = inst_dict_get(vm, self, NULL);
    if (!dict)
        return VALUE_NULL;
    Value r =
        tuple_pack(vm, 3, value_from_obj(value_type(vm, self)), vm->empty_tuple, dict);
    value_decref(vm, dict);
    return r;
}

static Value ast_new(NEW_ARGS)
{
    return value_from_obj(object_alloc(vm, cls, 0));
}

static METHODS(ast_methods,
    {"__reduce__", ast_reduce, M_UNSIGNED, "($self, /)", NULL},
);
static GETSETS(ast_getsets,
    GETS_SETS("__dict__", inst_dict_get, inst_dict_set),
);
static TYPE_SPEC(ast_base_spec,
    .name = "ast.AST",
    .flags = TYPE_OWN_MODULE | TYPE_OPEN | TYPE_GC | TYPE_BASE | TYPE_HAS_INST, .basicsize = sizeof(AstObj),
    .inst_offset = offsetof(AstObj, head),
    .slots = {.getattro = object_generic_getattr, .setattro = object_generic_setattr, .init = ast_init, .new_ = ast_new},
    .methods = ast_methods, .getsets = ast_getsets,
);

bool ast_is_node(Value v)
{
    return value_is_of(v, &ast_base_spec);
}

/* ---- shapes and descriptions ----------------------------------------------------- */

bool ast_field_optional(const AstShape *shape, const AstField *f)
{
    return f->optional && !f->many && strcmp(shape->name, "TypeIgnore") != 0;
}

/* "expr? value": a field in the notation of the grammar. */
static void describe_field(StrBuilder *b, const AstShape *shape, const AstField *f)
{
    strbuilder_ascii(b, ast_types[f->type].name);
    strbuilder_ascii(b, f->many ? "* " : ast_field_optional(shape, f) ? "? " : " ");
    strbuilder_ascii(b, f->name);
}

static void describe_node(StrBuilder *b, const AstShape *shape)
{
    strbuilder_ascii(b, shape->name);
    if (!shape->field_count)
        return;
    strbuilder_ascii(b, "(");
    for (int i = 0; i < shape->field_count; i++) {
        if (i)
            strbuilder_ascii(b, ", ");
        describe_field(b, shape, &shape->fields[i]);
    }
    strbuilder_ascii(b, ")");
}

/* ---- making the classes ---------------------------------------------------------- */

enum { NO_PLACE, PLACE, PLACE_MAYBE_ENDLESS };

static Value names_tuple(MinipyVM *vm, const char *const *names, int n)
{
    Value t = tuple_alloc(vm, n);
    for (int i = 0; t && i < n; i++)
        if (!(TUPLE(t)->items[i] = str_intern_cstr(vm, names[i]))) {
            value_decref(vm, t);
            return VALUE_NULL;
        }
    return t;
}

static int set_attributes(MinipyVM *vm, Value dict, int place)
{
    static const char *const names[] = {"lineno", "col_offset", "end_lineno",
                                        "end_col_offset"};
    if (dict_set_cstr_steal(vm, dict, "_attributes",
                            names_tuple(vm, names, place ? 4 : 0)) < 0)
        return -1;
    if (place != PLACE_MAYBE_ENDLESS)
        return 0;
    return dict_set_cstr(vm, dict, "end_lineno", VALUE_NONE) < 0 ||
                   dict_set_cstr(vm, dict, "end_col_offset", VALUE_NONE) < 0
               ? -1
               : 0;
}

/* class name(base) with these fields; place -1: _attributes are the base's. Added to
 * names; new reference. */
static Value make_class(MinipyVM *vm, Value all, const char *name, Value base,
                        const AstShape *shape, int place, Value doc)
{
    const char *names[16];
    int n = shape ? shape->field_count : 0;
    for (int i = 0; i < n; i++)
        names[i] = shape->fields[i].name;
    Value dict = dict_new(vm), fields = names_tuple(vm, names, n), cls = VALUE_NULL;
    if (!dict || !fields || !doc)
        goto done;
    if (dict_set_cstr(vm, dict, "_fields", fields) < 0 ||
        dict_set_cstr(vm, dict, "__match_args__", fields) < 0 ||
        dict_set_cstr_steal(vm, dict, "__module__", str_intern_cstr(vm, "ast")) < 0 ||
        dict_set_cstr(vm, dict, "__doc__", doc) < 0 ||
        (place >= 0 && set_attributes(vm, dict, place) < 0))
        goto done;
    for (int i = 0; i < n; i++)
        if (ast_field_optional(shape, &shape->fields[i]) &&
            dict_set_cstr(vm, dict, names[i], VALUE_NONE) < 0)
            goto done;
    Value args[] = {str_from_cstr(vm, name), tuple_pack(vm, 1, base),
                    value_incref(dict)};
    if (args[0] && args[1])
        cls = call(vm, value_from_obj(vm->types[KIND_TYPE]), args, 3, VALUE_NULL);
    values_xdecref(vm, args, 3);
    if (cls && dict_set_cstr(vm, all, name, cls) < 0)
        value_clear(vm, &cls);
done:
    value_xdecref(vm, dict);
    value_xdecref(vm, fields);
    value_xdecref(vm, doc);
    return cls;
}

/* Where the nodes of a sum are: CPython's patterns always have an end. */
static int place_of(AstNode node)
{
    return !ast_shape(node).has_position     ? NO_PLACE
           : node == NODE_PATTERN_MatchValue ? PLACE
                                             : PLACE_MAYBE_ENDLESS;
}

static Value node_doc(MinipyVM *vm, const AstShape *shape)
{
    StrBuilder b;
    strbuilder_init(&b, vm);
    describe_node(&b, shape);
    return strbuilder_finish(&b);
}

static Value sum_doc(MinipyVM *vm, const AstType *sum)
{
    StrBuilder b;
    strbuilder_init(&b, vm);
    strbuilder_ascii(&b, sum->name);
    for (AstNode i = sum->first; i < sum->end; i++) {
        AstShape shape = ast_shape(i);
        if (i == sum->first) {
            strbuilder_ascii(&b, " = ");
        } else if (sum->form == AST_TOKEN) {
            strbuilder_ascii(&b, " | ");
        } else {
            strbuilder_ascii(&b, "\n");
            for (size_t k = 0; k < strlen(sum->name) + 1; k++)
                strbuilder_ascii(&b, " ");
            strbuilder_ascii(&b, "| ");
        }
        describe_node(&b, &shape);
    }
    return strbuilder_finish(&b);
}

static int make_sum(MinipyVM *vm, Value all, const AstType *sum, Value root,
                    Value classes)
{
    Value base = make_class(vm, all, sum->name, root, NULL, place_of(sum->first),
                            sum_doc(vm, sum));
    for (AstNode i = sum->first; base && i < sum->end; i++) {
        AstShape shape = ast_shape(i);
        Value cls =
            make_class(vm, all, shape.name, base, &shape, -1, node_doc(vm, &shape));
        if (cls && sum->form == AST_TOKEN)
            value_set_steal(vm, &cls,
                            value_from_obj(object_alloc(vm, TYPE_OF(cls), 0)));
        TUPLE(classes)->items[i] = cls;
        if (!cls)
            value_clear(vm, &base);
    }
    value_xdecref(vm, base);
    return base ? 0 : -1;
}

/* Fills in both: the classes of nodes, and what the module has by name. */
static int make_classes(MinipyVM *vm, Value all, Value classes)
{
    TypeObj *t = module_type_made_borrow(vm, &ast_base_spec);
    if (!t)
        return -1;
    Value root = value_from_obj(t), dict = value_from_obj(type_dict(vm, t));
    if (!dict)
        return error_set_oom(vm), -1;
    if (dict_set_cstr(vm, all, "AST", root) < 0 ||
        dict_set_cstr(vm, dict, "_fields", vm->empty_tuple) < 0 ||
        dict_set_cstr(vm, dict, "__match_args__", vm->empty_tuple) < 0 ||
        dict_set_cstr(vm, dict, "_attributes", vm->empty_tuple) < 0)
        return -1;
    type_modified(vm, t);
    int r = 0;
    for (int i = 0; r == 0 && i < AST_TYPE_COUNT; i++)
        if (ast_types[i].form == AST_SUM || ast_types[i].form == AST_TOKEN)
            r = make_sum(vm, all, &ast_types[i], root, classes);
    for (int i = 0; r == 0 && i < AST_TYPE_COUNT; i++) {
        if (ast_types[i].form != AST_PRODUCT)
            continue;
        AstShape shape = ast_shape(ast_types[i].first);
        Value cls = make_class(vm, all, shape.name, root, &shape,
                               place_of(ast_types[i].first), node_doc(vm, &shape));
        TUPLE(classes)->items[ast_types[i].first] = cls;
        r = cls ? 0 : -1;
    }
    return r;
}

static int add_flags(MinipyVM *vm, Value all)
{
    static const struct {
        const char *name;
        int value;
    } flags[] = {{"PyCF_ALLOW_TOP_LEVEL_AWAIT", 0x2000},
                 {"PyCF_ONLY_AST", 0x400},
                 {"PyCF_TYPE_COMMENTS", 0x1000}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (dict_set_cstr(vm, all, flags[i].name, value_from_imm(flags[i].value)) < 0)
            return -1;
    return 0;
}

/* The vm keeps the classes, not the module: compile() needs them whatever a program
 * does to sys.modules, and a module _ast that is imported anew has the same ones. */
Value ast_classes(MinipyVM *vm)
{
    if (vm->ast_classes)
        return value_incref(vm->ast_classes);
    Value all = value_hide(dict_new(vm)),
          classes = all ? tuple_alloc(vm, NODE_COUNT) : VALUE_NULL;
    if (!classes || make_classes(vm, all, classes) < 0 || add_flags(vm, all) < 0) {
        value_xdecref(vm, all);
        value_xdecref(vm, classes);
        return VALUE_NULL;
    }
    value_set_steal(vm, &vm->ast_names, all);
    value_set_steal(vm, &vm->ast_classes, classes);
    return value_incref(classes);
}

static int ast_exec(MinipyVM *vm, Value m)
{
    Value classes = ast_classes(vm);
    if (!classes)
        return -1;
    value_decref(vm, classes);
    return dict_update(vm, value_from_obj(MODULE(m)->dict), vm->ast_names);
}

MODULE_SPEC(ast_module_spec,
    .name = "_ast",
    .exec = ast_exec,
);
