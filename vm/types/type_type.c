/* type_type.c - `type`: calling a class, attributes of classes, and type's own methods.
 * Classes are made in type_new.c; native ones in type.c.
 */
#include "vm/objects/args.h"
#include "vm/objects/signature.h"
#include "vm/containers/dict.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/shape.h"
#include "vm/objects/native.h"
#include "vm/types/attr.h"
#include "vm/types/class_cell.h"
#include "vm/types/object_type.h"
#include "vm/types/slot_defs.h"
#include "vm/types/class_dict.h"
#include "vm/types/type.h"
#include "vm/core/hooks.h"
#include "vm/containers/mapping_proxy.h"
#include "vm/containers/sequence.h"
#include "vm/objects/module.h"
#include "vm/objects/union.h"
#include "vm/memory/gc.h"

extern const TypeSpec type_type_spec;

/* ---- calling --------------------------------------------------------------------- */

Value type_make(MinipyVM *vm, TypeObj *t, const Value *args, size_t nargs,
                Value kwnames)
{
    Value obj = t->slots.new_(vm, t, args, nargs, kwnames);
    if (!obj)
        return VALUE_NULL;
    if (!value_is_obj(obj)) /* numbers have no __init__ */
        return obj;
    TypeObj *made = value_obj(obj)->type;
    if (made != t && !type_is_subtype(made, t))
        return obj;
    /* Arguments are object.__init__'s affair only if object.__new__ had them, too. */
    if (made->slots.init != object_init ||
        (made->slots.new_ == object_new && (nargs || kwnames))) {
        if (made->slots.init(vm, obj, args, nargs, kwnames) < 0) {
            value_decref(vm, obj);
            return VALUE_NULL;
        }
    }
    return obj;
}

static Value type_call(MinipyVM *vm, Value cls, const Value *args, size_t nargs,
                       Value kwnames)
{
    TypeObj *t = TYPE_OF(cls);
    if (t == vm->types[KIND_TYPE]) {
        if (nargs == 1)
            return args_no_kw(vm, "type", kwnames)
                       ? value_incref(value_from_obj(value_type(vm, args[0])))
                       : VALUE_NULL;
        if (nargs != 3)
            return error_set(vm, EXC_TypeError, "type() takes 1 or 3 arguments");
    }
    if (t == vm->types[KIND_STR] && nargs == 1 && !kwnames)
        return object_str(vm, args[0]); /* the most common conversion */
    if (!t->slots.new_ && t->flags & TYPE_HEAP && t->flags & TYPE_NO_NEW)
        /* A class of a host's: it has its module in its name, as CPython's have. */
        return error_set(vm, EXC_TypeError, "cannot create '%s' instances",
                         t->life->name);
    if (!t->slots.new_)
        return error_set(vm, EXC_TypeError, "cannot create '%N' instances", t);
    return type_make(vm, t, args, nargs, kwnames);
}

static int type_init(NATIVE_ARGS)
{
    if (kwnames && nargs == 1 && tuple_size(kwnames))
        return error_set(vm, EXC_TypeError,
                         "type.__init__() takes no keyword arguments"),
               -1;
    if (nargs != 1 && nargs != 3)
        return error_set(vm, EXC_TypeError, "type.__init__() takes 1 or 3 arguments"),
               -1;
    return 0;
}

/* ---- attributes ------------------------------------------------------------------ */

static Value bind(MinipyVM *vm, Value d, TernarySlot get, Value obj, Value type)
{
    value_incref(d);
    Value v = get(vm, d, obj, type);
    value_decref(vm, d);
    return v;
}

static inline int found(Value v, Value *out)
{
    *out = v;
    return v ? 1 : -1;
}

/* 1: found, 0: absent, -1: exception; `name` is interned. */
static int lookup_interned(MinipyVM *vm, Value cls, Value name, Value *out)
{
    TypeObj *t = TYPE_OF(cls), *meta = t->ob.type;
    Value m = type_lookup_borrow(vm, meta, name);
    TernarySlot meta_get = m ? value_type(vm, m)->slots.descr_get : NULL;
    if (meta_get && value_type(vm, m)->slots.descr_set)
        return found(bind(vm, m, meta_get, cls, value_from_obj(meta)), out);
    Value d = type_lookup_borrow(vm, t, name);
    if (d) {
        TernarySlot get = value_type(vm, d)->slots.descr_get;
        return found(get ? bind(vm, d, get, VALUE_NULL, cls) : value_incref(d), out);
    }
    if (meta_get)
        return found(bind(vm, m, meta_get, cls, value_from_obj(meta)), out);
    *out = value_xincref(m);
    return m != VALUE_NULL;
}

int type_lookup_attr(MinipyVM *vm, Value cls, Value name, Value *out)
{
    Value plain = attr_name(vm, name);
    int r = plain ? lookup_interned(vm, cls, plain, out) : found(VALUE_NULL, out);
    value_xdecref(vm, plain);
    return r;
}

Value type_getattro(MinipyVM *vm, Value cls, Value name)
{
    Value v;
    if (type_lookup_attr(vm, cls, name, &v) == 0)
        error_set_attribute(vm, cls, name, "type object '%.50N' has no attribute '%U'",
                            TYPE_OF(cls), name);
    return v;
}

static int set_in_dict(MinipyVM *vm, TypeObj *t, Value name, Value value)
{
    Value d = value_from_obj(type_dict(vm, t));
    if (!d)
        return error_set_oom(vm), -1;
    int r = dict_assign(vm, d, name, value);
    if (r > 0)
        error_set(vm, EXC_AttributeError, "type object '%.50N' has no attribute '%U'",
                  t, name);
    return r ? -1 : 0;
}

bool attr_is_dunder(Value name)
{
    StrObj *s = STR(name);
    return s->length > 4 && str_char_at(s, 0) == '_' && str_char_at(s, 1) == '_' &&
           str_char_at(s, s->length - 1) == '_' && str_char_at(s, s->length - 2) == '_';
}

/* Sets or deletes what the metaclass has no say in. */
static int set_own_attr(MinipyVM *vm, TypeObj *t, Value name, Value value)
{
    int r = value && t->cells ? class_cell_assign(vm, t, name, value) : 0;
    if (r != 0)
        return r < 0 ? -1 : 0;
    /* The old value must outlive the invalidation, not the other way round. */
    DictObj *d = type_dict(vm, t);
    Value old = d ? value_xincref(dict_get_str_borrow(vm, d, name)) : VALUE_NULL;
    r = set_in_dict(vm, t, name, value);
    if (value_is_counted(value_from_obj(t))) /* what vms share is not written */
        t->flags |= TYPE_CHANGED;
    if (r == 0 && old && value)
        class_cell_add(vm, t, name, old, value);
    type_modified(vm, t);
    value_xdecref(vm, old);
    if (r == 0)
        type_modified(vm, t);
    return r;
}

static int setattr_interned(MinipyVM *vm, Value cls, Value name, Value value)
{
    TypeObj *t = TYPE_OF(cls);
    Value m = type_lookup_borrow(vm, t->ob.type, name);
    DescrSetSlot set = m ? value_type(vm, m)->slots.descr_set : NULL;
    int r;
    if (set) {
        value_incref(m);
        r = set(vm, m, cls, value);
        value_decref(vm, m);
        if (r == 0)
            type_modified(vm, t);
    } else {
        r = set_own_attr(vm, t, name, value);
    }
    if (r == 0 && attr_is_dunder(name))
        type_fix_slot(vm, t, name);
    return r;
}

static int type_setattro(MinipyVM *vm, Value cls, Value name, Value value)
{
    if (TYPE_OF(cls)->flags & TYPE_IMMUTABLE) /* looked at before the name */
        return error_set(vm, EXC_TypeError,
                         "cannot set %R attribute of immutable type '%N'", name,
                         TYPE_OF(cls)),
               -1;
    return attr_set_named(vm, cls, name, value, setattr_interned);
}

/* ---- getsets --------------------------------------------------------------------- */

/* May `what` of a class be assigned (value NULL: never deleted)? */
static bool may_set(MinipyVM *vm, TypeObj *t, Value value, const char *what)
{
    if (t->flags & TYPE_IMMUTABLE)
        error_set(vm, EXC_TypeError, "cannot set '%s' attribute of immutable type '%N'",
                  what, t);
    else if (!value)
        error_set(vm, EXC_TypeError,
                  "cannot delete '%s' attribute of immutable type '%N'", what, t);
    else
        return audit_setattr(vm, value_from_obj(t), what, value) == 0;
    return false;
}

/* closure of __name__: NULL; of __qualname__: something. */
/* Of a type that CPython makes before any module it is a new string each time, which
 * pickles show. */
GETTER(get_name)
{
    const TypeObj *t = TYPE_OF(self);
    if (!(t->flags & (TYPE_HEAP | TYPE_OWN_MODULE)))
        return str_from_cstr(vm, type_last_name(TYPE_OF(self)));
    return value_incref(closure ? t->qualname : t->name);
}

SETTER(set_name)
{
    TypeObj *t = TYPE_OF(self);
    const char *what = closure ? "__qualname__" : "__name__";
    if (!may_set(vm, t, value, what))
        return -1;
    if (!value_is_str(value))
        return error_set(vm, EXC_TypeError,
                         "can only assign string to %.9999N.%s, not '%.9999T'", t, what,
                         value),
               -1;
    if (!closure && type_check_name(vm, value) < 0)
        return -1;
    value_set_steal(vm, closure ? &t->qualname : &t->name, value_incref(value));
    return 0;
}

GETTER(get_module)
{
    return type_module_name(vm, TYPE_OF(self));
}

SETTER(set_module)
{
    if (!may_set(vm, TYPE_OF(self), value, "__module__"))
        return -1;
    type_modified(vm, TYPE_OF(self));
    return set_in_dict(vm, TYPE_OF(self), NAME(vm, __module__), value);
}

GETTER(get_bases)
{
    return value_incref(TYPE_OF(self)->bases);
}

SETTER(set_bases)
{
    if (!may_set(vm, TYPE_OF(self), value, "__bases__"))
        return -1;
    return type_assign_bases(vm, TYPE_OF(self), value);
}

GETTER(get_base)
{
    TypeObj *b = TYPE_OF(self)->base;
    return b ? value_incref(value_from_obj(b)) : VALUE_NONE;
}

GETTER(get_mro)
{
    Value mro = TYPE_OF(self)->mro;
    return mro ? value_incref(mro) : VALUE_NONE;
}

Value type_get_dict(MinipyVM *vm, Value self, void *closure)
{
    (void)closure;
    DictObj *d = type_dict(vm, TYPE_OF(self));
    return d ? mapping_proxy_new(vm, value_from_obj(d)) : error_set_oom(vm);
}

GETTER(get_abstract)
{
    DictObj *d = self == value_from_obj(vm->types[KIND_TYPE])
                     ? NULL
                     : type_dict(vm, TYPE_OF(self));
    Value v =
        d ? dict_get_str_borrow(vm, d, NAME(vm, __abstractmethods__)) : VALUE_NULL;
    return v ? value_incref(v)
             : error_set_value(vm, EXC_AttributeError, NAME(vm, __abstractmethods__));
}

SETTER(set_abstract)
{
    TypeObj *t = TYPE_OF(self);
    if (t->flags & TYPE_IMMUTABLE)
        return error_set(vm, EXC_TypeError,
                         "cannot set '__abstractmethods__' attribute of immutable "
                         "type '%N'",
                         t),
               -1;
    Value d = value_from_obj(type_dict(vm, t));
    if (!d)
        return error_set_oom(vm), -1;
    int abstract = 0;
    type_modified(vm, t); /* before the old value dies, and after */
    if (value) {
        abstract = object_is_true(vm, value);
        if (abstract < 0 || dict_set(vm, d, NAME(vm, __abstractmethods__), value) < 0)
            return -1;
    } else {
        int r = dict_delete(vm, d, NAME(vm, __abstractmethods__));
        if (r == 0)
            error_set_value(vm, EXC_AttributeError, NAME(vm, __abstractmethods__));
        if (r <= 0)
            return -1;
    }
    type_modified(vm, t);
    t->flags =
        abstract ? t->flags | TYPE_ABSTRACT : t->flags & ~(uint32_t)TYPE_ABSTRACT;
    return 0;
}

GETTER(get_doc)
{
    TypeObj *t = TYPE_OF(self);
    if (!(t->flags & (TYPE_HEAP | TYPE_OPEN)) && t->spec->doc)
        return doc_text(vm, STR(t->name)->ascii ? str_data(STR(t->name)) : "",
                        t->spec->doc);
    DictObj *d = type_dict(vm, t);
    if (!d)
        return error_set_oom(vm);
    Value v = dict_get_str_borrow(vm, d, NAME(vm, __doc__));
    if (!v)
        return VALUE_NONE;
    TernarySlot get = value_type(vm, v)->slots.descr_get;
    return get ? bind(vm, v, get, VALUE_NULL, self) : value_incref(v);
}

SETTER(set_doc)
{
    if (!may_set(vm, TYPE_OF(self), value, "__doc__"))
        return -1;
    type_modified(vm, TYPE_OF(self));
    return set_in_dict(vm, TYPE_OF(self), NAME(vm, __doc__), value);
}

/* That of a class statement is in its docstring, as of a class in C. */
static Value signature_of_docstring(MinipyVM *vm, const TypeObj *t)
{
    Value doc = dict_get_str_borrow(vm, t->own.dict, NAME(vm, __doc__));
    const char *text = doc && value_is_str(doc) ? str_utf8(vm, doc, NULL) : NULL;
    if (text)
        return doc_signature(vm, str_data(STR(t->name)), text);
    error_clear(vm);
    return VALUE_NONE;
}

GETTER(get_text_signature)
{
    TypeObj *t = TYPE_OF(self);
    if (t->flags & TYPE_EXTENDED) {
        const TypeExtension *x = (const TypeExtension *)(const void *)t->life;
        return x->signature ? str_format_c(vm, "(%s", x->signature) : VALUE_NONE;
    }
    if (t->flags & TYPE_HEAP)
        return signature_of_docstring(vm, t);
    if (!t->spec->doc)
        return VALUE_NONE;
    return doc_signature(vm, str_data(STR(t->name)), t->spec->doc);
}

GETTER(get_annotations)
{
    TypeObj *t = TYPE_OF(self);
    Value name = NAME(vm, __annotations__);
    if (t->flags & TYPE_IMMUTABLE)
        return error_set(vm, EXC_AttributeError,
                         "type object '%.50N' has no attribute '%U'", t, name);
    DictObj *d = type_dict(vm, t);
    Value v = d ? dict_get_str_borrow(vm, d, name) : VALUE_NULL;
    if (v) {
        TernarySlot get = value_type(vm, v)->slots.descr_get;
        return get ? bind(vm, v, get, VALUE_NULL, self) : value_incref(v);
    }
    v = dict_new(vm);
    if (v && set_in_dict(vm, t, name, v) < 0)
        value_clear(vm, &v);
    type_modified(vm, t);
    return v;
}

SETTER(set_annotations)
{
    TypeObj *t = TYPE_OF(self);
    Value name = NAME(vm, __annotations__);
    if (t->flags & TYPE_IMMUTABLE)
        return error_set(vm, EXC_TypeError,
                         "cannot set '__annotations__' attribute of immutable "
                         "type '%N'",
                         t),
               -1;
    type_modified(vm, t); /* before the old value dies, and after */
    Value d = value_from_obj(type_dict(vm, t));
    if (!d)
        return error_set_oom(vm), -1;
    int r = dict_assign(vm, d, name, value);
    if (r > 0)
        error_set_value(vm, EXC_AttributeError, name);
    type_modified(vm, t);
    return r ? -1 : 0;
}

GETTER(get_basicsize)
{
    return int_new(vm, TYPE_OF(self)->basicsize);
}

GETTER(get_itemsize)
{
    const TypeObj *t =
        TYPE_OF(self); /* where the text of a str lies is its own affair */
    return int_new(vm, t->layout == KIND_STR ? 0 : t->itemsize);
}

/* Does the __dict__ of instances come from a class made in Python? */
static bool has_managed_dict(TypeObj *t)
{
    if (!(t->flags & TYPE_HEAP) || !t->inst_offset)
        return false;
    while (t && (t->flags & TYPE_HEAP))
        t = t->base;
    return !t || !t->inst_offset;
}

/* Bits in which CPython's types differ from ours by how either is built: whom its
 * collector knows, which of them are made while a program runs, and what is written to
 * none of them. */
enum { NO_NEW = 1 << 7, IMMUTABLE = 1 << 8, HEAP = 1 << 9, GC = 1 << 14 };
static const struct {
    const char *name;
    int bits;
} bits_rows[] = {
    /* in the order of strcmp() */
    {"CArgObject", GC},
    {"_bz2.BZ2Compressor", GC},
    {"_bz2.BZ2Decompressor", GC},
    {"_ctypes.Array", GC},
    {"_ctypes.CFuncPtr", GC},
    {"_ctypes.Structure", GC},
    {"_ctypes.Union", GC},
    {"_ctypes._CData", GC},
    {"_ctypes._Pointer", GC},
    {"_ctypes._SimpleCData", GC},
    {"_curses.window", GC | HEAP},
    {"_curses_panel.panel", GC},
    {"_elementtree._element_iterator", IMMUTABLE | HEAP},
    {"_hashlib.HASH", GC},
    {"_hashlib.HASHXOF", GC},
    {"_hashlib.HMAC", GC},
    {"_io.IncrementalNewlineDecoder", GC},
    {"_lzma.LZMACompressor", GC},
    {"_lzma.LZMADecompressor", GC},
    {"_md5.md5", GC},
    {"_multibytecodec.MultibyteCodec", GC},
    {"_sha1.sha1", GC},
    {"_sha256.sha224", GC},
    {"_sha256.sha256", GC},
    {"_sha512.sha384", GC},
    {"_sha512.sha512", GC},
    {"_ssl.Certificate", GC},
    {"_struct.unpack_iterator", GC},
    {"_thread.RLock", GC},
    {"_thread.lock", GC},
    {"array.array", GC},
    {"generic_alias_iterator", NO_NEW},
    {"mmap.mmap", GC},
    {"odict_items", NO_NEW},
    {"odict_keys", NO_NEW},
    {"odict_values", NO_NEW},
    {"ossaudiodev.oss_audio_device", GC | HEAP},
    {"ossaudiodev.oss_mixer_device", GC | HEAP},
    {"symtable entry", GC},
    {"types.UnionType", NO_NEW},
    {"weakref.CallableProxyType", NO_NEW},
    {"weakref.ProxyType", NO_NEW},
    {"xml.etree.ElementTree.Element", HEAP},
    {"xml.etree.ElementTree.TreeBuilder", HEAP},
    {"xml.etree.ElementTree.XMLParser", HEAP},
    {"zlib.Compress", GC},
    {"zlib.Decompress", GC},
};

static int64_t bits_apart(TypeObj *t)
{
    if (t->flags & TYPE_HEAP && !(t->flags & TYPE_EXTENDED))
        return 0;
    const char *name = type_name_cstr(t);
    size_t low = 0, high = sizeof bits_rows / sizeof *bits_rows;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(name, bits_rows[middle].name);
        if (order == 0)
            return bits_rows[middle].bits;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

bool type_differs_in_gc(TypeObj *t)
{
    return bits_apart(t) & GC;
}

/* CPython's Py_TPFLAGS_ bits, as far as they have a counterpart. */
GETTER(get_flags)
{
    static const struct {
        uint32_t ours;
        int bit;
    } map[] = {{TYPE_SEQUENCE, 5},     {TYPE_MAPPING, 6},     {TYPE_NO_NEW, 7},
               {TYPE_IMMUTABLE, 8},    {TYPE_HEAP, 9},        {TYPE_BASE, 10},
               {TYPE_OWN_MODULE, 9},   {TYPE_VECTORCALL, 11}, {TYPE_GC, 14},
               {TYPE_METHOD_LIKE, 17}, {TYPE_ABSTRACT, 20},   {TYPE_MATCH_SELF, 22},
               {TYPE_EXCEPTION, 30}};
    static const struct {
        Kind kind;
        int bit;
    } layouts[] = {{KIND_INT, 24},   {KIND_BOOL, 24}, {KIND_LIST, 25}, {KIND_TUPLE, 26},
                   {KIND_BYTES, 27}, {KIND_STR, 28},  {KIND_DICT, 29}, {KIND_TYPE, 31}};
    TypeObj *t = TYPE_OF(self);
    int64_t flags = 1 << 12;
    for (size_t i = 0; i < sizeof map / sizeof *map; i++)
        if (t->flags & map[i].ours)
            flags |= (int64_t)1 << map[i].bit;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (t->layout == layouts[i].kind)
            flags |= (int64_t)1 << layouts[i].bit;
    if (has_managed_dict(t) && (!t->itemsize || t->layout == KIND_STR))
        flags |= (int64_t)1 << 4;
    return int_new(vm, flags ^ bits_apart(t));
}

GETTER(get_dictoffset)
{
    TypeObj *t = TYPE_OF(self);
    if (t->layout == KIND_TYPE)
        return int_new(vm, offsetof(TypeObj, own.dict));
    if (t->layout == KIND_MODULE)
        return int_new(vm, offsetof(ModuleObj, dict));
    return int_new(vm, has_managed_dict(t) ? -1 : t->inst_offset);
}

GETTER(get_weakrefoffset)
{
    return int_new(
        vm, TYPE_OF(self)->flags & TYPE_WEAKREFS ? (int)offsetof(Object, flags) : 0);
}

static MEMBERS(members,
    COMPUTED_MEMBER("__basicsize__", get_basicsize, NULL, NULL, NULL),
    COMPUTED_MEMBER("__itemsize__", get_itemsize, NULL, NULL, NULL),
    COMPUTED_MEMBER("__flags__", get_flags, NULL, NULL, NULL),
    COMPUTED_MEMBER("__weakrefoffset__", get_weakrefoffset, NULL, NULL, NULL),
    COMPUTED_MEMBER("__base__", get_base, NULL, NULL, NULL),
    COMPUTED_MEMBER("__dictoffset__", get_dictoffset, NULL, NULL, NULL),
    COMPUTED_MEMBER("__mro__", get_mro, NULL, NULL, NULL),
);

static GETSETS(getsets,
    GETS_SETS("__name__", get_name, set_name),
    {"__qualname__", get_name, set_name, NULL, (void*)1},
    GETS_SETS("__bases__", get_bases, set_bases),
    GETS_SETS("__module__", get_module, set_module),
    GETS_SETS("__abstractmethods__", get_abstract, set_abstract),
    GETS("__dict__", type_get_dict),
    GETS_SETS("__doc__", get_doc, set_doc),
    GETS("__text_signature__", get_text_signature),
    GETS_SETS("__annotations__", get_annotations, set_annotations),
);

/* ---- methods --------------------------------------------------------------------- */

static Value type_repr(MinipyVM *vm, Value self)
{
    Value name = type_qualified_name(vm, TYPE_OF(self));
    Value r = name ? str_format_c(vm, "<class '%U'>", name) : VALUE_NULL;
    value_xdecref(vm, name);
    return r;
}

FN(method_mro)
{
    Value t = type_mro_entries_merge(vm, TYPE_OF(self));
    Value list = t ? sequence_list(vm, t) : VALUE_NULL;
    value_xdecref(vm, t);
    return list;
}

FN(method_subclasses)
{
    bool has_late_one = TYPE_OF(self) == vm->exc[EXC_OSError] ||
                        TYPE_OF(self) == vm->exc[EXC_ValueError];
    return has_late_one && io_make_exceptions(vm) < 0
               ? VALUE_NULL
               : type_subclasses(vm, TYPE_OF(self));
}

FN(method_prepare)
{
    return dict_new(vm);
}

FN(method_instancecheck)
{
    return value_true_or_error(object_real_isinstance(vm, args[0], self));
}

FN(method_subclasscheck)
{
    return value_true_or_error(object_real_issubclass(vm, args[0], self));
}

FN(method_dir)
{
    Value d = dict_new(vm);
    Value r =
        d && object_merge_dicts(vm, d, self) == 0 ? dict_keys_list(vm, d) : VALUE_NULL;
    value_xdecref(vm, d);
    return r;
}

FN(method_sizeof)
{
    return int_new(vm, (int64_t)sizeof(TypeObj));
}

static METHODS(methods,
    {"mro", method_mro, 0, "($self, /)", "Return a type's method resolution order."},
    {"__subclasses__", method_subclasses, 0, "($self, /)", "Return a list of immediate subclasses."},
    {"__prepare__", method_prepare, M_CLASS | M_UNSIGNED, "($type, /, *args, **keywords)",
     "__prepare__() -> dict\nused to create the namespace for the class statement"},
    {"__instancecheck__", method_instancecheck, 0, "($self, instance, /)", "Check if an object is an instance."},
    {"__subclasscheck__", method_subclasscheck, 0, "($self, subclass, /)", "Check if a class is a subclass."},
    {"__dir__", method_dir, 0, "($self, /)", "Specialized __dir__ implementation for types."},
    {"__sizeof__", method_sizeof, 0, "($self, /)", "Return memory consumption of the type object."},
);

/* ---- life ------------------------------------------------------------------------ */

static int type_traverse(Object *o, VisitFn visit, void *arg)
{
    TypeObj *t = (TypeObj *)o;
    if (!(t->flags & TYPE_HEAP))
        return 0;
    GC_VISIT_OBJ(t->own.dict);
    GC_VISIT(t->bases);
    GC_VISIT(t->mro);
    GC_VISIT_OBJ(t->base);
    return 0;
}

/* base stays until the type dies: its instances, which may be part of the same garbage,
 * find their native dealloc function through it. */
static void type_clear_cycles(MinipyVM *vm, Object *o)
{
    TypeObj *t = (TypeObj *)o;
    type_modified(vm, t);
    if (t->own.dict)
        dict_clear(vm, value_from_obj(t->own.dict));
    value_clear(vm, &t->mro);
}

static void type_dealloc(MinipyVM *vm, Object *o)
{
    TypeObj *t = (TypeObj *)o;
    for (int64_t i = 0; t->bases && i < tuple_size(t->bases); i++)
        type_remove_subclass(vm, TYPE_OF(tuple_get_borrow(t->bases, i)), t);
    if (t->own.shape)
        shape_free_tree(vm, t->own.shape);
    if (t->own.dict) {
        t->own.dict->of_class = DICT_OF_NO_CLASS; /* its block is used again */
        obj_decref(vm, (Object *)t->own.dict);
    }
    class_cells_free(vm, t);
    value_xdecref(vm, t->name);
    value_xdecref(vm, t->qualname);
    value_xdecref(vm, t->mro);
    value_xdecref(vm, t->slot_names);
    value_xdecref(vm, t->own.subclasses);
    value_xdecref(vm, t->bases);
    if (t->flags & TYPE_EXTENDED) {
        TypeExtension *x = (TypeExtension *)(uintptr_t)t->life;
        x->release(vm, x);
        mem_free(vm, x);
    }
    if (t->base)
        type_decref(vm, t->base);
}

TYPE_SPEC(type_type_spec,
    .name = "type",
    .doc = "type(object) -> the object's type\ntype(name, bases, dict, **kwds) -> a new type",
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREFS | TYPE_VECTORCALL, .basicsize = sizeof(TypeObj),
    .dealloc = type_dealloc, .traverse = type_traverse, .clear = type_clear_cycles,
    .slots = {.repr = type_repr, .call = type_call, .getattro = type_getattro, .setattro = type_setattro,
              .init = type_init, .new_ = type_new, .nb_or = union_or},
    .methods = methods, .getsets = getsets, .members = members,
);
