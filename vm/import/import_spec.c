/* import_spec.c - the objects that importing leaves behind: ModuleSpec, the loaders,
 * and the finder classes in sys.meta_path. They carry the names and attributes that
 * importlib.machinery gives them. Read first: import.c.
 */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/eval/frame.h"
#include "compiler/codegen/compile.h"
#include "vm/threads/import_lock.h"
#include "vm/import/import.h"
#include "vm/bytes/bytes.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/types/object_type.h"
#include "vm/types/shape.h"
#include "vm/core/vm.h"
#include "vm/containers/list.h"
#include "vm/objects/method.h"
#include "vm/objects/module.h"
#include "vm/objects/call.h"
#include "vm/core/file.h"
#include "vm/core/hooks.h"
#include "vm/memory/gc.h"

struct ImportState {
    TypeObj *spec, *source_loader, *namespace_loader;
    TypeObj *builtin_importer, *frozen_importer, *path_finder, *namespace_path;
    TypeObj *file_finder;         /* or NULL; strong as the others */
    struct NativeModule *natives; /* newest first */
    int frozen_override; /* < 0: what CPython has frozen is looked for in the library */
};

typedef struct SpecObj {
    Object ob;
    Value name, loader, origin, search, loader_state, cached;
    Value uninitialized; /* a list, or VALUE_NULL until somebody asks */
    InstHead head;
    bool has_location, initializing;
} SpecObj;
#define SPEC_OBJ(v) ((SpecObj *)(uintptr_t)(v))

typedef struct LoaderObj {
    Object ob;
    Value name, path;
    InstHead head;
} LoaderObj;
#define LOADER(v) ((LoaderObj *)(uintptr_t)(v))

static Value attribute(MinipyVM *vm, Value o, const char *name)
{
    Value key = o ? str_intern_cstr(vm, name) : VALUE_NULL;
    Value v = key ? object_getattr(vm, o, key) : VALUE_NULL;
    value_xdecref(vm, key);
    return v;
}

/* What a program has added to an instance, or made of its state, taken into the state.
 * -1: an exception. */
static int add_own_state(MinipyVM *vm, Value self, Value state)
{
    Value own = call_method_cstr(vm, self, "__getstate__", NULL, 0);
    int r = own ? 0 : -1;
    if (own && value_is_dict(own))
        r = dict_update(vm, state, own);
    value_xdecref(vm, own);
    return r;
}

/* How copy and pickle make such an object again: without arguments, and then it is told
 * the attributes that CPython's has in its __dict__, each by its name. */
static Value reduce_by_names(MinipyVM *vm, Value self, const char *const *names)
{
    Value state = dict_new(vm), cls = VALUE_NULL, r = VALUE_NULL;
    for (; state && *names; names++) {
        Value v = attribute(vm, self, *names);
        if (v ? dict_set_cstr(vm, state, *names, v) < 0
              : !error_matches(vm, EXC_AttributeError))
            value_clear(vm, &state);
        else if (!v)
            error_clear(vm);
        value_xdecref(vm, v);
    }
    if (state && add_own_state(vm, self, state) == 0)
        cls = tuple_pack(vm, 1, value_from_obj(value_type(vm, self)));
    Value function = cls ? import_attr(vm, "copyreg", "__newobj__") : VALUE_NULL;
    Value pair = function ? tuple_pack(vm, 2, VALUE_NONE, state) : VALUE_NULL;
    if (pair)
        r = tuple_pack(vm, 3, function, cls, pair);
    value_xdecref(vm, pair);
    value_xdecref(vm, function);
    value_xdecref(vm, cls);
    value_xdecref(vm, state);
    return r;
}

/* Makes an instance whose first n fields, which may not be missing, are None: __init__
 * need not be called. */
static Value new_with_fields(MinipyVM *vm, TypeObj *cls, const Value *args,
                             size_t nargs, Value kwnames, int n)
{
    Value v = type_alloc_new(vm, cls, args, nargs, kwnames);
    Value *fields = v ? (Value *)(void *)(value_obj(v) + 1) : NULL;
    for (int i = 0; v && i < n; i++)
        fields[i] = VALUE_NONE;
    return v;
}

/* ---- ModuleSpec ------------------------------------------------------------------ */

/* A field that a program may have deleted. */
static Value or_none(Value field)
{
    return field ? field : VALUE_NONE;
}

static Value spec_new(NEW_ARGS)
{
    return new_with_fields(vm, cls, args, nargs, kwnames, 5);
}

INIT(spec_init, 5, "ModuleSpec.__init__",
     "(name, loader, *, origin=None, loader_state=None, is_package=None)")
{
    SpecObj *s = SPEC_OBJ(self);
    int package = given[4] ? object_is_true(vm, given[4]) : 0;
    Value search = package > 0 ? list_new(vm, 0) : VALUE_NONE;
    if (package < 0 || !search)
        return -1;
    value_set_steal(vm, &s->name, value_incref(given[0]));
    value_set_steal(vm, &s->loader, value_incref(given[1]));
    value_set_steal(vm, &s->origin, given[2] ? value_incref(given[2]) : VALUE_NONE);
    value_set_steal(vm, &s->loader_state,
                    given[3] ? value_incref(given[3]) : VALUE_NONE);
    value_set_steal(vm, &s->search, search);
    return 0;
}

static Value spec_repr(MinipyVM *vm, Value self)
{
    SpecObj *s = SPEC_OBJ(self);
    StrBuilder b;
    strbuilder_init(&b, vm);
    strbuilder_str(&b, value_type(vm, self)->name);
    strbuilder_ascii(&b, "(name=");
    if (strbuilder_repr(&b, or_none(s->name)) < 0)
        goto error;
    strbuilder_ascii(&b, ", loader=");
    if (strbuilder_repr(&b, or_none(s->loader)) < 0)
        goto error;
    if (or_none(s->origin) != VALUE_NONE) {
        strbuilder_ascii(&b, ", origin=");
        if (strbuilder_repr(&b, s->origin) < 0)
            goto error;
    }
    if (or_none(s->search) != VALUE_NONE) {
        strbuilder_ascii(&b, ", submodule_search_locations=");
        if (strbuilder_repr(&b, s->search) < 0)
            goto error;
    }
    strbuilder_ascii(&b, ")");
    return strbuilder_finish(&b);
error:
    strbuilder_discard(&b);
    return VALUE_NULL;
}

GETTER(spec_parent)
{
    SpecObj *s = SPEC_OBJ(self);
    if (or_none(s->search) != VALUE_NONE)
        return value_incref(or_none(s->name));
    if (!s->name || !value_is_str(s->name)) /* not taken apart as a name is */
        return attribute(vm, or_none(s->name), "rpartition");
    int64_t dot = str_find(s->name, vm->ascii['.'], 0, str_length(s->name), -1);
    return dot < 0 ? value_incref(vm->empty_str) : str_substring(vm, s->name, 0, dot);
}

Value import_cache_tag(MinipyVM *vm)
{
    Value of = dict_get_cstr_borrow(vm, vm->sysdict, "implementation");
    Value tag = of ? attribute(vm, of, "cache_tag") : VALUE_NULL;
    if (tag && !value_is_str(tag))
        value_clear(vm, &tag);
    return tag;
}

Value import_cached_path(MinipyVM *vm, Value path)
{
    Value tag = import_cache_tag(vm);
    if (!tag)
        return error_occurred(vm) ? VALUE_NULL : VALUE_NONE;
    int64_t n = str_length(path), slash = str_find(path, vm->ascii['/'], 0, n, -1);
    Value dir = str_substring(vm, path, 0, slash < 0 ? 0 : slash),
          stem = str_substring(vm, path, slash + 1, n - 3), r = VALUE_NULL;
    Value prefix = dict_get_cstr_borrow(vm, vm->sysdict, "pycache_prefix");
    char opt[16] = "";
    if (vm->settings.optimize)
        snprintf(opt, sizeof opt, ".opt-%d", vm->settings.optimize);
    if (dir && stem && prefix && value_is_str(prefix))
        r = str_format_c(vm, "%U%U/%U.%U%s.pyc", prefix, dir, stem, tag, opt);
    else if (dir && stem)
        r = str_format_c(vm, "%U%s__pycache__/%U.%U%s.pyc", dir, slash < 0 ? "" : "/",
                         stem, tag, opt);
    value_decref(vm, tag);
    value_xdecref(vm, dir);
    value_xdecref(vm, stem);
    return r;
}

static bool has_suffix(Value path, const char *suffix)
{
    int64_t n = path && value_is_str(path) ? str_length(path) : 0,
            size = (int64_t)strlen(suffix);
    bool same = n > size;
    for (int64_t i = 0; same && i < size; i++)
        same = str_char_at(STR(path), n - size + i) == (uint32_t)suffix[i];
    return same;
}

GETTER(spec_cached)
{
    SpecObj *s = SPEC_OBJ(self);
    if (!s->cached && s->has_location && has_suffix(s->origin, ".py"))
        s->cached = import_cached_path(vm, s->origin);
    else if (!s->cached && s->has_location && has_suffix(s->origin, ".pyc"))
        s->cached = value_incref(s->origin);
    if (error_occurred(vm))
        return VALUE_NULL;
    return s->cached ? value_incref(s->cached) : VALUE_NONE;
}

static int spec_set_cached(MinipyVM *vm, Value self, Value v, void *closure)
{
    (void)closure;
    value_set_steal(vm, &SPEC_OBJ(self)->cached, value_xincref(v));
    return 0;
}

/* Children that are being imported: importlib's own list, for those who run it. */
GETTER(spec_uninitialized)
{
    Value *list = &SPEC_OBJ(self)->uninitialized;
    if (!*list)
        *list = list_new(vm, 0);
    return value_xincref(*list);
}

static int spec_set_uninitialized(MinipyVM *vm, Value self, Value v, void *closure)
{
    (void)closure;
    value_set_steal(vm, &SPEC_OBJ(self)->uninitialized, value_xincref(v));
    return 0;
}

/* Whether both have the attribute with equal values: 1, 0, -1. */
static int same_attribute(MinipyVM *vm, Value a, Value b, const char *name)
{
    Value mine = attribute(vm, a, name), other = attribute(vm, b, name);
    int r = mine && other ? object_compare_bool(vm, mine, other, CMP_EQ) : -1;
    value_xdecref(vm, mine);
    value_xdecref(vm, other);
    return r;
}

/* Equal to whatever has the same attributes. */
static Value spec_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    static const char *const names[] = {"name",   "loader",
                                        "origin", "submodule_search_locations",
                                        "cached", "has_location"};
    if ((op != CMP_EQ && op != CMP_NE) || value_type(vm, a) != vm->import->spec)
        return VALUE_NOT_IMPLEMENTED;
    int r = 1;
    for (size_t i = 0; r == 1 && i < sizeof names / sizeof *names; i++)
        r = same_attribute(vm, a, b, names[i]);
    if (r < 0 && error_matches(vm, EXC_AttributeError))
        return error_clear(vm), VALUE_NOT_IMPLEMENTED;
    return r < 0 ? VALUE_NULL : value_from_bool(r == (op == CMP_EQ));
}

FN(spec_reduce)
{
    static const char *const names[] = {"name",
                                        "loader",
                                        "origin",
                                        "loader_state",
                                        "submodule_search_locations",
                                        "_uninitialized_submodules",
                                        "_set_fileattr",
                                        "cached",
                                        NULL};
    return reduce_by_names(vm, self, names);
}

static METHODS(spec_methods,
    {"__reduce_ex__", spec_reduce, 0, "($self, protocol, /)", NULL},
);
#define SPEC_MEMBER(name, field)                                                       \
    {                                                                                  \
        name, MEMBER_VALUE_OR_NONE, offsetof(SpecObj, field), false, NULL              \
    }
static MEMBERS(spec_members,
    SPEC_MEMBER("name", name),
    SPEC_MEMBER("loader", loader),
    SPEC_MEMBER("origin", origin),
    SPEC_MEMBER("submodule_search_locations", search),
    SPEC_MEMBER("loader_state", loader_state),
    {"has_location", MEMBER_BOOL, offsetof(SpecObj, has_location), false, NULL},
    {"_set_fileattr", MEMBER_BOOL, offsetof(SpecObj, has_location), false, NULL},
    {"_initializing", MEMBER_BOOL, offsetof(SpecObj, initializing), false, NULL},
);
static GETSETS(spec_getsets,
    GETS("parent", spec_parent),
    GETS_SETS("cached", spec_cached, spec_set_cached),
    GETS_SETS("_uninitialized_submodules", spec_uninitialized, spec_set_uninitialized),
);

static TYPE_SPEC(spec_type,
    .name = "_frozen_importlib.ModuleSpec",
    .flags = TYPE_PYTHON_CLASS | TYPE_GC | TYPE_CLEARS | TYPE_BASE | TYPE_HAS_INST, .basicsize = sizeof(SpecObj),
    .inst_offset = offsetof(SpecObj, head), .values = 7,
    .slots = {.new_ = spec_new, .repr = spec_repr, .init = spec_init, .hash = object_hash_not_implemented,
              .richcompare = spec_richcompare},
    .methods = spec_methods, .getsets = spec_getsets, .members = spec_members,
);

Value import_spec_new(MinipyVM *vm, Value name, Value loader, Value origin,
                      Value search)
{
    SpecObj *s = (SpecObj *)object_alloc(vm, vm->import->spec, 0);
    if (!s)
        return VALUE_NULL;
    s->name = value_incref(name);
    s->loader = value_incref(loader);
    s->origin = value_incref(origin);
    s->search = value_incref(search);
    s->has_location = value_type(vm, loader) == vm->import->source_loader;
    if (value_type(vm, loader) == vm->import->namespace_loader) /* it shares the path */
        value_set_steal(vm, &LOADER(loader)->path, value_incref(search));
    return value_from_obj(s);
}

int import_spec_set_initializing(MinipyVM *vm, Value spec, bool yes)
{
    if (value_type(vm, spec) == vm->import->spec)
        SPEC_OBJ(spec)->initializing = yes;
    return 0;
}

bool module_is_initializing(MinipyVM *vm, Value spec)
{
    if (value_is_obj(spec) && value_type(vm, spec) == vm->import->spec)
        return SPEC_OBJ(spec)->initializing;
    Value v;
    if (spec == VALUE_NONE ||
        object_lookup_attr(vm, spec, NAME(vm, _initializing), &v) <= 0) {
        error_clear(vm);
        return false;
    }
    int yes = object_is_true(vm, v);
    value_decref(vm, v);
    if (yes < 0)
        error_clear(vm);
    return yes > 0;
}

bool exception_import_name_is(Value exc, Value name)
{
    Value got = EXC_OBJ(exc)->extra[EXTRA_IMPORT_NAME];
    return got && value_is_str(got) && str_equal(got, name);
}

/* ---- loaders --------------------------------------------------------------------- */

static Value loader_alloc(NEW_ARGS)
{
    return new_with_fields(vm, cls, args, nargs, kwnames, 2);
}

INIT(loader_init, 2, "SourceFileLoader.__init__", "(fullname, path)")
{
    value_set_steal(vm, &LOADER(self)->name, value_incref(given[0]));
    value_set_steal(vm, &LOADER(self)->path, value_incref(given[1]));
    return 0;
}

FN(none_method)
{
    return VALUE_NONE;
}

FN(loader_data)
{
    size_t size;
    Value path = object_str(vm, args[0]); /* as importlib does, whatever it is */
    char *data = !path || import_check_loader(vm) < 0 || import_audit_open(vm, path) < 0
                     ? NULL
                     : file_read(vm, path, &size);
    Value b = data ? bytes_from(vm, data, (int64_t)size) : VALUE_NULL;
    mem_free(vm, data);
    value_xdecref(vm, path);
    if (!b && error_matches(vm, EXC_OSError))
        import_show_frames(vm, "_show_data");
    return b;
}

/* What the loader seldom does, its class in the frozen library does. */
static Value loader_delegate(MinipyVM *vm, const char *name, Value self,
                             const Value *args, size_t nargs, Value kwnames)
{
    Value m = import_module(vm, "_frozen_importlib_external");
    bool source = type_is_subtype(value_type(vm, self), vm->import->source_loader);
    Value cls = attribute(vm, m, source ? "_SourceFileMethods" : "_NamespaceMethods");
    Value f = attribute(vm, cls, name);
    Value method = f ? method_new(vm, f, self) : VALUE_NULL;
    Value r = method ? call(vm, method, args, nargs, kwnames) : VALUE_NULL;
    value_xdecref(vm, m);
    value_xdecref(vm, cls);
    value_xdecref(vm, f);
    value_xdecref(vm, method);
    return r;
}

/* The loader knows one module; a name that is given must be that one's. */
FN(loader_filename)
{
    int same =
        GIVEN(0) && GIVEN(0) != VALUE_NONE
            ? object_compare_bool(vm, or_none(LOADER(self)->name), GIVEN(0), CMP_EQ)
            : 1;
    if (same > 0)
        return value_incref(or_none(LOADER(self)->path));
    return same < 0 ? VALUE_NULL
                    : loader_delegate(vm, "get_filename", self, args, 1, VALUE_NULL);
}

#define DELEGATED(name)                                                                \
    static Value loader_##name(MinipyVM *vm, Value self, const Value *args,            \
                               size_t nargs, Value kwnames)                            \
    {                                                                                  \
        return loader_delegate(vm, #name, self, args, nargs, kwnames);                 \
    }
DELEGATED(get_source)
DELEGATED(source_to_code)
DELEGATED(path_stats)
DELEGATED(path_mtime)
DELEGATED(set_data)
DELEGATED(_cache_bytecode)
DELEGATED(load_module)
DELEGATED(is_package)
DELEGATED(get_resource_reader)
DELEGATED(get_code)

bool import_loaders_changed(MinipyVM *vm)
{
    return vm->import->source_loader->flags & TYPE_CHANGED;
}

/* A subclass, the class itself when a program has changed it, and an instance with
 * attributes may have their own way to any step between the file and the code. */
static bool is_plain_loader(MinipyVM *vm, Value self)
{
    if (value_type(vm, self) != vm->import->source_loader || import_loaders_changed(vm))
        return false;
    const InstHead *h = &LOADER(self)->head;
    if (h->shape)
        return h->shape->count == 0;
    return !h->u.dict || dict_size(value_from_obj(h->u.dict)) == 0;
}

FN(loader_code)
{
    if (import_check_loader(vm) < 0)
        return VALUE_NULL;
    if (!is_plain_loader(vm, self))
        return loader_delegate(vm, "get_code", self, args, nargs, kwnames);
    Value path = loader_filename(vm, self, args, nargs, VALUE_NULL);
    Value code = VALUE_NULL;
    if (path && !value_is_str(path))
        code = loader_delegate(vm, "get_code", self, args, nargs, kwnames);
    else if (path)
        code = import_compile_file(vm, path);
    if (!code)
        import_show_frames(vm, "_show_code");
    value_xdecref(vm, path);
    return code;
}

FN(loader_exec)
{
    if (import_check_loader(vm) < 0)
        return VALUE_NULL;
    if (!is_plain_loader(vm, self) || !value_is_kind(args[0], KIND_MODULE))
        return loader_delegate(vm, "exec_module", self, args, nargs, kwnames);
    Value name = object_getattr(vm, args[0], NAME(vm, __name__));
    Value path = name ? loader_filename(vm, self, &name, 1, VALUE_NULL) : VALUE_NULL;
    Value r = VALUE_NULL;
    if (path && !value_is_str(path))
        r = loader_delegate(vm, "exec_module", self, args, nargs, kwnames);
    else if (path && import_run_file(vm, args[0], path) == 0)
        r = VALUE_NONE;
    else
        import_show_frames(vm, "_show_run");
    value_xdecref(vm, path);
    value_xdecref(vm, name);
    return r;
}

FN(loader_reduce)
{
    static const char *const names[] = {"name", "path", NULL};
    return reduce_by_names(vm, self, names);
}

static METHODS(loader_methods,
    {"__reduce_ex__", loader_reduce, 0, "($self, protocol, /)", NULL},
    {"get_resource_reader", loader_get_resource_reader, M_UNSIGNED, "($self, /, *args, **kwargs)", NULL},
    {"create_module", none_method, M_UNSIGNED, "($self, spec, /)", NULL},
    {"exec_module", loader_exec, M_UNSIGNED, "($self, module, /)", NULL},
    {"get_filename", loader_filename, M_UNSIGNED, "($self, name=None)", NULL},
    {"get_data", loader_data, M_UNSIGNED, "($self, path, /)", NULL},
    {"get_source", loader_get_source, M_UNSIGNED, "($self, /, *args, **kwargs)", NULL},
    {"source_to_code", loader_source_to_code, M_UNSIGNED, "($self, /, *args, **kwargs)", NULL},
    {"path_stats", loader_path_stats, M_UNSIGNED, "($self, /, *args, **kwargs)", NULL},
    {"path_mtime", loader_path_mtime, M_UNSIGNED, "($self, /, *args, **kwargs)", NULL},
    {"set_data", loader_set_data, M_UNSIGNED, "($self, /, *args, **kwargs)", NULL},
    {"_cache_bytecode", loader__cache_bytecode, M_UNSIGNED, "($self, /, *args, **kwargs)", NULL},
    {"load_module", loader_load_module, M_UNSIGNED, "($self, /, *args, **kwargs)", NULL},
    {"get_code", loader_code, M_UNSIGNED, "($self, fullname, /)", NULL},
    {"is_package", loader_is_package, M_UNSIGNED, "($self, /, *args, **kwargs)", NULL},
);
static MEMBERS(loader_members,
    {"name", MEMBER_VALUE, offsetof(LoaderObj, name), false, NULL},
    {"path", MEMBER_VALUE, offsetof(LoaderObj, path), false, NULL},
);

#define LOADER_TYPE(type_name)                                                         \
    .name = type_name,                                                                 \
    .flags = TYPE_PYTHON_CLASS | TYPE_GC | TYPE_CLEARS | TYPE_BASE | TYPE_HAS_INST,    \
    .basicsize = sizeof(LoaderObj), .inst_offset = offsetof(LoaderObj, head),          \
    .values = 2

static Value loader_richcompare(MinipyVM *vm, Value a, Value b, CompareOp op)
{
    if (op != CMP_EQ && op != CMP_NE)
        return VALUE_NOT_IMPLEMENTED;
    Value r = loader_delegate(vm, "__eq__", a, &b, 1, VALUE_NULL);
    return !r || op == CMP_EQ ? r : value_from_bool(r == VALUE_FALSE);
}

static int64_t loader_hash(MinipyVM *vm, Value self)
{
    int64_t name = object_hash(vm, or_none(LOADER(self)->name));
    int64_t path = name == -1 ? -1 : object_hash(vm, or_none(LOADER(self)->path));
    return path == -1 ? -1 : (name ^ path) == -1 ? -2 : name ^ path;
}

static TYPE_SPEC(source_loader_type,
    LOADER_TYPE("_frozen_importlib_external.SourceFileLoader"),
    .slots = {.new_ = loader_alloc, .init = loader_init, .richcompare = loader_richcompare, .hash = loader_hash},
    .methods = loader_methods, .members = loader_members,
);

FN(namespace_module_repr)
{
    if (import_warn(
            vm, true, 1347, EXC_DeprecationWarning,
            "NamespaceLoader.module_repr() is deprecated and slated for removal "
            "in Python 3.12") < 0)
        return VALUE_NULL;
    Value name = attribute(vm, args[0], "__name__");
    Value r = name ? str_format_c(vm, "<module %R (namespace)>", name) : VALUE_NULL;
    value_xdecref(vm, name);
    return r;
}

FN(namespace_reduce)
{
    static const char *const names[] = {"_name", "_path", NULL};
    return reduce_by_names(vm, self, names);
}

static METHODS(namespace_methods,
    {"__reduce_ex__", namespace_reduce, 0, "($self, protocol, /)", NULL},
    {"create_module", none_method, M_UNSIGNED, "($self, spec, /)", NULL},
    {"exec_module", none_method, M_UNSIGNED, "($self, module, /)", NULL},
    {"module_repr", namespace_module_repr, M_STATIC | M_UNSIGNED, "(module, /)", NULL},
    {"is_package", loader_is_package, M_UNSIGNED, "($self, fullname, /)", NULL},
    {"get_source", loader_get_source, M_UNSIGNED, "($self, fullname, /)", NULL},
    {"get_code", loader_get_code, M_UNSIGNED, "($self, fullname, /)", NULL},
    {"load_module", loader_load_module, M_UNSIGNED, "($self, fullname, /)", NULL},
    {"get_resource_reader", loader_get_resource_reader, M_UNSIGNED, "($self, module, /)", NULL},
);
static MEMBERS(namespace_members,
    {"_name", MEMBER_VALUE, offsetof(LoaderObj, name), false, NULL},
    {"_path", MEMBER_VALUE, offsetof(LoaderObj, path), false, NULL},
);

/* __path__ of a namespace package: a list that says what it is. */
static Value namespace_path_repr(MinipyVM *vm, Value self)
{
    Value copy = list_from(vm, LIST(self)->items, LIST(self)->size);
    Value s = copy ? str_format_c(vm, "_NamespacePath(%R)", copy) : VALUE_NULL;
    value_xdecref(vm, copy);
    return s;
}

/* CPython's asks the finder for the portions; here they are looked for when a submodule
 * is (import_refresh_namespace). */
INIT(namespace_path_init, 3, "_NamespacePath", "(name, path, path_finder)")
{
    return list_extend(vm, self, given[1]);
}

static TYPE_SPEC(namespace_path_type,
    .name = "_frozen_importlib_external._NamespacePath", .kind = KIND_LIST, .base = KIND_LIST,
    .flags = TYPE_PYTHON_CLASS | TYPE_GC | TYPE_SEQUENCE, .basicsize = sizeof(ListObj),
    .slots = {.init = namespace_path_init, .repr = namespace_path_repr},
);

Value import_namespace_path_new(MinipyVM *vm, Value dirs)
{
    ListObj *l = (ListObj *)object_alloc(vm, vm->import->namespace_path, 0);
    if (!l)
        return VALUE_NULL;
    Value v = value_from_obj(l);
    if (list_extend(vm, v, dirs) < 0)
        value_clear(vm, &v);
    return v;
}

bool import_is_namespace_path(MinipyVM *vm, Value path)
{
    return value_type(vm, path) == vm->import->namespace_path;
}

INIT(namespace_loader_init, 3, "NamespaceLoader.__init__", "(name, path, path_finder)")
{
    value_set_steal(vm, &LOADER(self)->name, value_incref(given[0]));
    Value path = import_namespace_path_new(vm, given[1]);
    if (path)
        value_set_steal(vm, &LOADER(self)->path, path);
    return path ? 0 : -1;
}

static TYPE_SPEC(namespace_loader_type,
    LOADER_TYPE("_frozen_importlib_external.NamespaceLoader"),
    .slots = {.new_ = loader_alloc, .init = namespace_loader_init},
    .methods = namespace_methods, .members = namespace_members,
);

static Value loader_new(MinipyVM *vm, TypeObj *type, Value name, Value path)
{
    LoaderObj *l = (LoaderObj *)object_alloc(vm, type, 0);
    if (!l)
        return VALUE_NULL;
    l->name = value_incref(name);
    l->path = value_incref(path);
    return value_from_obj(l);
}

Value import_source_loader_new(MinipyVM *vm, Value name, Value path)
{
    if (unlikely(import_loaders_changed(vm))) {
        Value args[2] = {name, path};
        return call(vm, value_from_obj(vm->import->source_loader), args, 2, VALUE_NULL);
    }
    return loader_new(vm, vm->import->source_loader, name, path);
}

Value import_namespace_loader_new(MinipyVM *vm, Value path)
{
    return loader_new(vm, vm->import->namespace_loader, VALUE_NONE, path);
}

/* ---- the finder classes ---------------------------------------------------------- */

/* find_spec(fullname, path=None, target=None) of one of the three, as a class method.
 */
static Value finder_spec(MinipyVM *vm, Value fullname, Found *f, int r)
{
    if (r <= 0 || f->kind == FOUND_NOTHING) {
        found_clear(vm, f);
        return r < 0 ? VALUE_NULL : VALUE_NONE;
    }
    if (f->kind == FOUND_SPEC)
        return f->path;
    Value loader =
        f->kind == FOUND_BUILTIN ? value_incref(import_builtin_importer(vm))
        : f->kind == FOUND_FROZEN || f->kind == FOUND_LIBRARY || f->kind == FOUND_HOST
            ? value_incref(import_frozen_importer(vm))
        : f->kind == FOUND_NAMESPACE ? VALUE_NONE /* module_from_spec gives it one */
                                     : import_source_loader_new(vm, fullname, f->path);
    Value origin =
        f->kind == FOUND_BUILTIN ? str_from_cstr(vm, "built-in")
        : f->kind == FOUND_FROZEN || f->kind == FOUND_LIBRARY || f->kind == FOUND_HOST
            ? str_from_cstr(vm, "frozen")
        : f->kind == FOUND_NAMESPACE ? VALUE_NONE
                                     : value_incref(f->path);
    Value search = f->kind == FOUND_PACKAGE     ? list_from(vm, &f->directory, 1)
                   : f->kind == FOUND_NAMESPACE ? import_namespace_path_new(vm, f->path)
                                                : import_frozen_search(vm, f);
    Value spec = loader && origin && search
                     ? import_spec_new(vm, fullname, loader, origin, search)
                     : VALUE_NULL;
    if (spec && import_frozen_state(vm, spec, fullname, f) < 0)
        value_clear(vm, &spec);
    value_xdecref(vm, loader);
    value_xdecref(vm, origin);
    value_xdecref(vm, search);
    found_clear(vm, f);
    return spec;
}

Value import_spec_of(MinipyVM *vm, Value fullname, Found *f)
{
    return finder_spec(vm, fullname, f, 1);
}

/* A program may derive from the finders: the one that cls comes from. */
static Value own_finder(MinipyVM *vm, Value cls)
{
    const struct ImportState *own = vm->import;
    TypeObj *t = TYPE_OF(cls);
    while (t != own->builtin_importer && t != own->frozen_importer &&
           t != own->path_finder)
        t = t->base;
    return value_from_obj(t);
}

FN(finder_find_spec)
{
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "find_spec", "fullname", "str", args[0]);
    Found f = {.kind = FOUND_NOTHING};
    int r = import_find_with(vm, own_finder(vm, self), args[0],
                             GIVEN(1) == VALUE_NONE ? VALUE_NULL : GIVEN(1), &f);
    return finder_spec(vm, args[0], &f, r);
}

FN(finder_create)
{
    if (own_finder(vm, self) != import_builtin_importer(vm))
        return VALUE_NONE;
    Value name = object_getattr(vm, args[0], NAME(vm, name));
    if (!name)
        return VALUE_NULL;
    const ModuleSpec *m = value_is_str(name) ? import_find_in_c(vm, name) : NULL;
    Value r = m && import_check_listed(vm, name) < 0 ? VALUE_NULL
              : m                                    ? import_create_builtin(vm, m)
                  : error_set_importlib(vm, EXC_ImportError, name,
                                        "%R is not a built-in module", name);
    value_decref(vm, name);
    return r;
}

/* 1: found; else an ImportError is set, -1. */
static int find_frozen(MinipyVM *vm, Value name, Found *f)
{
    if (!value_is_str(name))
        return arg_type_error(vm, "find_frozen", NULL, "str", name), -1;
    if (import_check_listed(vm, name) < 0)
        return -1;
    int r = import_find_with(vm, import_frozen_importer(vm), name, VALUE_NULL, f);
    if (r == 0)
        error_set_import(vm, EXC_ImportError, name, VALUE_NULL,
                         "No such frozen object named %R", name);
    return r > 0 ? 1 : -1;
}

FN(finder_exec)
{
    if (own_finder(vm, self) == import_builtin_importer(vm))
        return import_exec_builtin(vm, args[0]) < 0 ? VALUE_NULL : VALUE_NONE;
    if (own_finder(vm, self) != import_frozen_importer(vm))
        return VALUE_NONE;
    Value name = object_getattr(vm, args[0], NAME(vm, __name__));
    Found f = {.kind = FOUND_NOTHING};
    int r = name ? find_frozen(vm, name, &f) : -1;
    if (r > 0 && value_is_kind(args[0], KIND_MODULE) &&
        (r = import_frozen_place(vm, args[0], &f)) == 0)
        r = import_run_body(vm, args[0], name, &f);
    value_xdecref(vm, name);
    found_clear(vm, &f);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

/* What is asked about must be a module of the importer's. */
static bool is_importers_own(MinipyVM *vm, Value self, Value name, Found *f)
{
    const char *what = "built-in";
    if (own_finder(vm, self) != import_builtin_importer(vm)) {
        what = "frozen";
        if (!value_is_str(name))
            return arg_type_error(vm, "is_frozen", NULL, "str", name);
        int r = import_find_with(vm, own_finder(vm, self), name, VALUE_NULL, f);
        if (r != 0)
            return r > 0;
    } else if (value_is_str(name) && import_find_in_c(vm, name)) {
        return true;
    }
    error_set_importlib(vm, EXC_ImportError, name, "%R is not a %s module", name, what);
    return false;
}

FN(finder_is_package)
{
    Found f = {.kind = FOUND_NOTHING};
    bool r = is_importers_own(vm, self, args[0], &f);
    bool package = import_frozen_is_package(&f);
    found_clear(vm, &f);
    return r ? value_from_bool(package) : VALUE_NULL;
}

FN(finder_code)
{
    Found f = {.kind = FOUND_NOTHING};
    Value code = !is_importers_own(vm, self, args[0], &f)              ? VALUE_NULL
                 : own_finder(vm, self) == import_builtin_importer(vm) ? VALUE_NONE
                 : import_check_listed(vm, args[0]) < 0
                     ? VALUE_NULL
                     : import_compile(vm, args[0], &f);
    found_clear(vm, &f);
    return code;
}

FN(finder_source)
{
    Found f = {.kind = FOUND_NOTHING};
    bool r = is_importers_own(vm, self, args[0], &f);
    found_clear(vm, &f);
    return r ? VALUE_NONE : VALUE_NULL; /* a binary has none to show */
}

FN(finder_invalidate)
{
    return import_call(vm, "_frozen_importlib_external", "_invalidate_importers", NULL,
                       0, VALUE_NULL);
}

/* What warns in a finder's methods that are going: the finder's name, and where. */
typedef struct Warns {
    const char *finder;
    bool external;                /* of importlib._bootstrap_external */
    int find_module, module_repr; /* lines */
} Warns;

static const Warns *warns_of(MinipyVM *vm, Value finder)
{
    static const Warns builtin = {"BuiltinImporter", false, 766, 744},
                       frozen = {"FrozenImporter", false, 959, 824},
                       path = {"PathFinder", true, 1528, 0};
    finder = own_finder(vm, finder);
    return finder == import_builtin_importer(vm)  ? &builtin
           : finder == import_frozen_importer(vm) ? &frozen
                                                  : &path;
}

FN(finder_find_module)
{
    const Warns *w = warns_of(vm, self);
    if (import_warn(vm, w->external, w->find_module, EXC_DeprecationWarning,
                    "%s.find_module() is deprecated and slated for removal in Python "
                    "3.12; use find_spec() instead",
                    w->finder) < 0)
        return VALUE_NULL;
    Value find[2] = {args[0], GIVEN(1) ? GIVEN(1) : VALUE_NONE};
    Value found = call_method_cstr(vm, self, "find_spec", find, 2);
    if (!found || found == VALUE_NONE)
        return found;
    Value loader = attribute(vm, found, "loader");
    value_decref(vm, found);
    return loader;
}

FN(finder_load_module)
{
    Value a[2] = {self, args[0]};
    return import_call(vm, "_frozen_importlib", "_load_module_shim", a, 2, VALUE_NULL);
}

FN(finder_module_repr)
{
    const Warns *w = warns_of(vm, self);
    if (import_warn(vm, w->external, w->module_repr, EXC_DeprecationWarning,
                    "%s.module_repr() is deprecated and slated for removal in Python "
                    "3.12",
                    w->finder) < 0)
        return VALUE_NULL;
    bool builtin = own_finder(vm, self) == import_builtin_importer(vm);
    Value name = object_getattr(vm, args[0], NAME(vm, __name__));
    Value text = name ? str_format_c(vm, "<module %R (%s)>", name,
                                     builtin ? "built-in" : "frozen")
                      : VALUE_NULL;
    value_xdecref(vm, name);
    return text;
}

FN(finder_path_hooks)
{
    return import_call(vm, "_frozen_importlib_external", "_ask_path_hooks", args, 1,
                       VALUE_NULL);
}

FN(finder_importer_cache)
{
    return import_call(vm, "_frozen_importlib_external", "_path_importer", args, 1,
                       VALUE_NULL);
}

/* For importlib.metadata: the distributions along sys.path. */
FN(finder_distributions)
{
    Value m = import_module(vm, "importlib.metadata");
    Value cls = attribute(vm, m, "MetadataPathFinder");
    Value find = attribute(vm, cls, "find_distributions");
    Value r = find ? call(vm, find, args, nargs, kwnames) : VALUE_NULL;
    value_xdecref(vm, m);
    value_xdecref(vm, cls);
    value_xdecref(vm, find);
    return r;
}

/* What both importers of modules inside the binary have. */
static METHODS(importer_methods,
    {"find_spec", finder_find_spec, M_CLASS | M_UNSIGNED, "($type, fullname, path=None, target=None)", NULL},
    {"find_module", finder_find_module, M_CLASS | M_UNSIGNED, "($type, fullname, path=None)", NULL},
    {"create_module", finder_create, M_CLASS | M_UNSIGNED, "($type, spec, /)", NULL},
    {"exec_module", finder_exec, M_CLASS | M_UNSIGNED, "($type, module, /)", NULL},
    {"load_module", finder_load_module, M_CLASS | M_UNSIGNED, "($type, fullname, /)", NULL},
    {"is_package", finder_is_package, M_CLASS | M_UNSIGNED, "($type, fullname, /)", NULL},
    {"get_code", finder_code, M_CLASS | M_UNSIGNED, "($type, fullname, /)", NULL},
    {"get_source", finder_source, M_CLASS | M_UNSIGNED, "($type, fullname, /)", NULL},
    {"module_repr", finder_module_repr, M_CLASS | M_UNSIGNED, "($type, m, /)", NULL},
);
static METHODS(path_finder_methods,
    {"find_spec", finder_find_spec, M_CLASS | M_UNSIGNED, "($type, fullname, path=None, target=None)", NULL},
    {"find_module", finder_find_module, M_CLASS | M_UNSIGNED, "($type, fullname, path=None)", NULL},
    {"find_distributions", finder_distributions, M_CLASS | M_UNSIGNED, "($type, /, *args, **kwargs)", NULL},
    {"invalidate_caches", finder_invalidate, M_CLASS | M_UNSIGNED, "($type, /)", NULL},
    {"_path_hooks", finder_path_hooks, M_CLASS | M_UNSIGNED, "($type, path, /)", NULL},
    {"_path_importer_cache", finder_importer_cache, M_CLASS | M_UNSIGNED, "($type, path, /)", NULL},
);

#define FINDER_TYPE(type_name, finder_methods)                                         \
    {                                                                                  \
        .name = type_name, .flags = TYPE_PYTHON_CLASS | TYPE_BASE,                     \
        .basicsize = sizeof(Object), .slots = {.new_ = object_new},                    \
        .methods = finder_methods                                                      \
    }
static const TypeSpec builtin_importer_type =
    FINDER_TYPE("_frozen_importlib.BuiltinImporter", importer_methods);
static const TypeSpec frozen_importer_type =
    FINDER_TYPE("_frozen_importlib.FrozenImporter", importer_methods);
static const TypeSpec path_finder_type =
    FINDER_TYPE("_frozen_importlib_external.PathFinder", path_finder_methods);

void import_set_file_finder(MinipyVM *vm, Value cls)
{
    TypeObj *before = vm->import->file_finder;
    vm->import->file_finder = type_incref(TYPE_OF(cls));
    if (before)
        type_decref(vm, before);
}

bool import_file_finder_changed(MinipyVM *vm)
{
    const TypeObj *t = vm->import->file_finder;
    return t && t->flags & TYPE_CHANGED;
}

int *import_frozen_override(MinipyVM *vm)
{
    return &vm->import->frozen_override;
}
Value import_builtin_importer(MinipyVM *vm)
{
    return value_from_obj(vm->import->builtin_importer);
}
Value import_frozen_importer(MinipyVM *vm)
{
    return value_from_obj(vm->import->frozen_importer);
}
Value import_path_finder(MinipyVM *vm)
{
    return value_from_obj(vm->import->path_finder);
}

/* ---- life ------------------------------------------------------------------------ */

struct NativeModule **import_natives(MinipyVM *vm)
{
    return &vm->import->natives;
}

int import_init(MinipyVM *vm)
{
    struct ImportState *s = mem_calloc(vm, sizeof *s);
    if (!s)
        return -1;
    vm->import = s;
    if (!(s->spec = type_from_spec(vm, &spec_type)) ||
        !(s->source_loader = type_from_spec(vm, &source_loader_type)) ||
        !(s->namespace_loader = type_from_spec(vm, &namespace_loader_type)) ||
        !(s->namespace_path = type_from_spec(vm, &namespace_path_type)) ||
        !(s->builtin_importer = type_from_spec(vm, &builtin_importer_type)) ||
        !(s->frozen_importer = type_from_spec(vm, &frozen_importer_type)) ||
        !(s->path_finder = type_from_spec(vm, &path_finder_type)))
        return -1;
    Value finders[3] = {import_builtin_importer(vm), import_frozen_importer(vm),
                        import_path_finder(vm)};
    Value meta = list_from(vm, finders, 3);
    return meta ? dict_set_cstr_steal(vm, vm->sysdict, "meta_path", meta) : -1;
}

void import_fini(MinipyVM *vm)
{
    import_cache_trim(vm, 0);
    struct ImportState *s = vm->import;
    if (!s)
        return;
    import_lock_drop(vm);
    TypeObj **types[] = {&s->spec,
                         &s->source_loader,
                         &s->namespace_loader,
                         &s->builtin_importer,
                         &s->frozen_importer,
                         &s->path_finder,
                         &s->namespace_path,
                         &s->file_finder};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (*types[i])
            obj_decref(vm, &(*types[i])->ob);
    import_natives_free(vm);
    mem_free(vm, s);
    vm->import = NULL;
}

/* importlib.machinery's classes, for the module _frozen_importlib(_external). */
int import_export_classes(MinipyVM *vm, Value module, bool external)
{
    struct ImportState *s = vm->import;
    TypeObj *core[] = {s->spec, s->builtin_importer, s->frozen_importer, NULL};
    TypeObj *path[] = {s->source_loader, s->namespace_loader, s->path_finder,
                       s->namespace_path, NULL};
    for (TypeObj **t = external ? path : core; *t; t++)
        if (module_add_steal(vm, module, str_utf8_or_null(vm, (*t)->name),
                             value_incref(value_from_obj(*t))) < 0)
            return -1;
    return 0;
}
