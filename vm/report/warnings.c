/* warnings.c - the C side of warnings: filters, registries, and the module _warnings.
 *
 * The filters are sys.modules["warnings"]'s once that module is imported (programs
 * change them there), and a default list until then. A warning that is to be shown goes
 * to warnings._showwarnmsg if there is one, else it is printed here in the same form.
 * The action table is CPython's: error, ignore, always, module, once, default.
 */
#include "vm/objects/args.h"
#include "vm/eval/frame.h"
#include "vm/import/import.h"
#include "vm/containers/dict.h"
#include "vm/errors/exceptions.h"
#include "vm/numbers/int.h"
#include "vm/text/str_private.h"
#include "vm/containers/tuple.h"
#include "vm/containers/list.h"
#include "vm/objects/module.h"
#include "vm/objects/call.h"
#include "vm/objects/func.h"
#include "vm/core/hooks.h"
#include "vm/report/report.h"

/* ---- the state ------------------------------------------------------------------- */

/* Attributes of the module _warnings, which the Python module shares. */

/* The filters that a start without options has. */
static Value default_filters(MinipyVM *vm)
{
    static const struct {
        const char *action;
        ExcId category;
        const char *module;
    } defaults[] = {
        {"default", EXC_DeprecationWarning, "__main__"},
        {"ignore", EXC_DeprecationWarning, NULL},
        {"ignore", EXC_PendingDeprecationWarning, NULL},
        {"ignore", EXC_ImportWarning, NULL},
        {"ignore", EXC_ResourceWarning, NULL},
    };
    Value filters = list_new(vm, 0);
    for (size_t i = 0; filters && i < sizeof defaults / sizeof *defaults; i++) {
        Value module =
            defaults[i].module ? str_from_cstr(vm, defaults[i].module) : VALUE_NONE;
        Value action = str_intern_cstr(vm, defaults[i].action);
        Value row = module && action
                        ? tuple_pack(vm, 5, action, VALUE_NONE,
                                     value_from_obj(vm->exc[defaults[i].category]),
                                     module, value_from_imm(0))
                        : VALUE_NULL;
        value_xdecref(vm, module);
        value_xdecref(vm, action);
        if (list_append_made(vm, filters, row) < 0)
            value_clear(vm, &filters);
    }
    return filters;
}

static Value warnings_dict(MinipyVM *vm)
{
    if (!vm->warnings_state) {
        Value d = dict_new(vm);
        if (!d || dict_set_cstr_steal(vm, d, "filters", default_filters(vm)) < 0 ||
            dict_set_cstr_steal(vm, d, "_onceregistry", dict_new(vm)) < 0 ||
            dict_set_cstr_steal(vm, d, "_defaultaction", str_from_cstr(vm, "default")) <
                0 ||
            dict_set_cstr_steal(vm, d, "version", value_from_imm(0)) < 0) {
            value_xdecref(vm, d);
            return VALUE_NULL;
        }
        vm->warnings_state = d;
    }
    return vm->warnings_state;
}

/* The Python module if it is imported; borrowed. */
static Value python_module(MinipyVM *vm)
{
    Value m =
        vm->modules ? dict_get_cstr_borrow(vm, vm->modules, "warnings") : VALUE_NULL;
    return m && value_is_kind(m, KIND_MODULE) ? m : VALUE_NULL;
}

/* An attribute of the Python module, else of ours; borrowed. VALUE_NULL: absent, or an
 * exception. */
static Value state_get(MinipyVM *vm, const char *python_name, const char *name)
{
    Value m = python_module(vm);
    Value v = m ? dict_get_cstr_borrow(vm, value_from_obj(MODULE(m)->dict), python_name)
                : VALUE_NULL;
    Value d = warnings_dict(vm);
    if (v) { /* kept, in case that it is taken away from the module */
        if (d && dict_set_cstr(vm, d, name, v) < 0)
            error_clear(vm);
        return v;
    }
    return d ? dict_get_cstr_borrow(vm, d, name) : VALUE_NULL;
}

/* ---- registries ------------------------------------------------------------------ */

/* Has key been seen? Notes it when should_set. A registry older than the filters is
 * emptied. */
static int already_warned(MinipyVM *vm, Value registry, Value key, bool should_set)
{
    Value d = warnings_dict(vm),
          current = d ? dict_get_cstr_borrow(vm, d, "version") : VALUE_NULL;
    if (!current)
        return -1;
    Value version = dict_get_cstr_borrow(vm, registry, "version");
    if (!version && error_occurred(vm))
        return -1;
    if (!version || version != current) {
        dict_clear(vm, registry);
        if (dict_set_cstr(vm, registry, "version", current) < 0)
            return -1;
    } else {
        Value seen = dict_get_borrow(vm, registry, key);
        if (seen)
            return object_is_true(vm, seen);
        if (error_occurred(vm))
            return -1;
    }
    return should_set ? dict_set(vm, registry, key, VALUE_TRUE) : 0;
}

static int update_registry(MinipyVM *vm, Value registry, Value text, Value category,
                           bool add_zero)
{
    Value key = add_zero ? tuple_pack(vm, 3, text, category, value_from_imm(0))
                         : tuple_pack(vm, 2, text, category);
    int r = key ? already_warned(vm, registry, key, true) : -1;
    value_xdecref(vm, key);
    return r;
}

/* ---- filters --------------------------------------------------------------------- */

/* A filter's text or module: None, a plain str (equality), or a compiled pattern. */
static int matches(MinipyVM *vm, Value pattern, Value text)
{
    if (pattern == VALUE_NONE)
        return 1;
    if (value_is_exact(vm, pattern, KIND_STR))
        return value_is_str(text) && str_equal(pattern, text);
    return object_is_true_steal(vm, call_method_cstr(vm, pattern, "match", &text, 1));
}

static int filter_applies(MinipyVM *vm, Value row, TypeObj *category, Value text,
                          int lineno, Value module)
{
    Value *x = TUPLE(row)->items;
    int r = object_issubclass(vm, value_from_obj(category), x[2]);
    if (r > 0)
        r = matches(vm, x[1], text);
    if (r > 0)
        r = matches(vm, x[3], module);
    if (r > 0 && x[4] != value_from_imm(0))
        r = object_compare_bool(vm, x[4], value_from_imm(lineno), CMP_EQ);
    return r;
}

/* The action for a warning: new str. */
static Value find_action(MinipyVM *vm, TypeObj *category, Value text, int lineno,
                         Value module)
{
    Value filters = state_get(vm, "filters", "filters");
    if (!filters && error_occurred(vm))
        return VALUE_NULL;
    if (!filters || !value_is_list(filters))
        return error_set(vm, EXC_ValueError, "_warnings.filters must be a list");
    value_incref(filters);
    Value action = VALUE_NULL;
    int r = 0;
    for (int64_t i = 0; r == 0 && i < list_size(filters); i++) {
        Value row = value_incref(list_get_borrow(filters, i));
        if (!value_is_tuple(row) || tuple_size(row) != 5)
            r = (error_set(vm, EXC_ValueError,
                           "_warnings.filters item %zd isn't a 5-tuple", i),
                 -1);
        else if (!value_is_str(TUPLE(row)->items[0]))
            r = (error_set(vm, EXC_TypeError, "action must be a string, not '%T'",
                           TUPLE(row)->items[0]),
                 -1);
        else
            r = filter_applies(vm, row, category, text, lineno, module);
        if (r > 0)
            action = value_incref(TUPLE(row)->items[0]);
        value_decref(vm, row);
    }
    value_decref(vm, filters);
    if (r < 0 || action)
        return action;
    Value def = state_get(vm, "defaultaction", "_defaultaction");
    if (def && value_is_str(def))
        return value_incref(def);
    if (!def && error_occurred(vm))
        return VALUE_NULL;
    return error_set(vm, EXC_TypeError,
                     "_warnings.defaultaction must be a string, not '%T'",
                     def ? def : VALUE_NONE);
}

/* ---- showing --------------------------------------------------------------------- */

static int show_ourselves(MinipyVM *vm, Value filename, int lineno, Value text,
                          TypeObj *category, Value line)
{
    Value err = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, stderr));
    if (!err || err == VALUE_NONE)
        return 0;
    StrBuilder b;
    strbuilder_init(&b, vm);
    Value head = str_format_c(vm, "%U:%d: %s: %U\n", filename, lineno,
                              type_name_cstr(category), text);
    if (head)
        strbuilder_str(&b, head);
    value_xdecref(vm, head);
    Value source = line && value_is_str(line) ? value_incref(line)
                                              : source_line(vm, filename, lineno);
    if (source) {
        int64_t from = 0, to = str_length(source);
        while (from < to && str_char_at(STR(source), from) <= ' ')
            from++;
        while (to > from && str_char_at(STR(source), to - 1) <= ' ')
            to--;
        if (to > from) {
            strbuilder_ascii(&b, "  ");
            strbuilder_slice(&b, source, from, to);
            strbuilder_ascii(&b, "\n");
        }
        value_decref(vm, source);
    }
    Value all = strbuilder_finish(&b);
    Value r = all ? call_method(vm, err, NAME(vm, write), &all, 1) : VALUE_NULL;
    value_xdecref(vm, r);
    value_xdecref(vm, all);
    error_clear(vm);
    return 0;
}

Value warnings_attr(MinipyVM *vm, const char *name, bool import)
{
    Value m = python_module(vm), found = VALUE_NULL;
    if (m)
        value_incref(m);
    else if (import && !vm->finalizing)
        m = import_module(vm, "warnings");
    if (m && attr_lookup(vm, m, name, &found) < 0)
        found = VALUE_NULL;
    value_xdecref(vm, m);
    error_clear(vm);
    return found;
}

/* Does the module still show warnings as it came, by functions of its own? A program
 * that records them, or shows them in its way, puts others in their place. */
static bool shown_as_ever(MinipyVM *vm)
{
    static const char *const names[] = {"_showwarnmsg", "_showwarnmsg_impl",
                                        "showwarning"};
    Value m = python_module(vm);
    DictObj *dict = m ? MODULE(m)->dict : NULL;
    for (size_t i = 0; m && i < sizeof names / sizeof *names; i++) {
        Value f = dict_get_cstr_borrow(vm, value_from_obj(dict), names[i]);
        if (!f || !value_is_kind(f, KIND_FUNCTION) || FUNC(f)->globals != dict)
            return false;
    }
    return true;
}

/* New: the text, or what repr() makes of one that cannot be encoded. */
static Value encodable(MinipyVM *vm, Value text)
{
    return str_utf8_or_null(vm, text) ? value_incref(text) : object_repr(vm, text);
}

/* What the hook leaves pending becomes the caller's. */
static int show_to_host(MinipyVM *vm, TypeObj *category, Value text, Value filename,
                        int lineno)
{
    Value what = encodable(vm, text), file = encodable(vm, filename);
    const char *said = what ? str_utf8(vm, what, NULL) : NULL;
    const char *where = file ? str_utf8(vm, file, NULL) : NULL;
    if (said && where)
        vm->warning_hook(vm->warning_user, type_name_cstr(category), said, where,
                         lineno);
    value_xdecref(vm, what);
    value_xdecref(vm, file);
    return vm->raised ? -1 : 0;
}

/* A warning with a source is the Python module's: it knows of the source's allocation.
 */
static int show(MinipyVM *vm, Value message, Value text, TypeObj *category,
                Value filename, int lineno, Value line, Value source)
{
    if (vm->warning_hook && shown_as_ever(vm))
        return show_to_host(vm, category, text, filename, lineno);
    Value fn = warnings_attr(vm, "_showwarnmsg", source && source != VALUE_NONE);
    if (!fn)
        return show_ourselves(vm, filename, lineno, text, category, line);
    if (!object_callable(fn)) {
        error_set(vm, EXC_TypeError,
                  "warnings._showwarnmsg() must be set to a callable");
        value_decref(vm, fn);
        return -1;
    }
    Value cls = warnings_attr(vm, "WarningMessage", false);
    if (!cls) {
        error_set(vm, EXC_RuntimeError, "unable to get warnings.WarningMessage");
        value_decref(vm, fn);
        return -1;
    }
    Value args[7] = {message,
                     value_from_obj(category),
                     filename,
                     value_from_imm(lineno),
                     VALUE_NONE,
                     VALUE_NONE,
                     source ? source : VALUE_NONE};
    Value msg = call(vm, cls, args, 7, VALUE_NULL);
    Value r = msg ? call1(vm, fn, msg) : VALUE_NULL;
    value_decref(vm, cls);
    value_decref(vm, fn);
    value_xdecref(vm, msg);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* ---- warn_explicit --------------------------------------------------------------- */

typedef struct Warning {
    TypeObj *category;
    Value message, text; /* the instance (or text), and str() of it; borrowed */
    Value filename, module;
    int lineno;
    Value registry, line, source; /* VALUE_NULL or None: none */
} Warning;

/* As update_registry, in the registry that all modules share. */
static int update_once_registry(MinipyVM *vm, Value text, Value category)
{
    Value registry = state_get(vm, "onceregistry", "_onceregistry");
    if (!registry && error_occurred(vm))
        return -1;
    if (!registry || !value_is_dict(registry))
        return error_set(vm, EXC_TypeError,
                         "_warnings.onceregistry must be a dict, not '%T'",
                         registry ? registry : VALUE_NONE),
               -1;
    value_incref(registry);
    int r = update_registry(vm, registry, text, category, false);
    value_decref(vm, registry);
    return r;
}

/* 1: show it, 0: not again, -1: error. */
static int decide(MinipyVM *vm, const Warning *w, Value action)
{
    bool has = w->registry && w->registry != VALUE_NONE;
    Value category = value_from_obj(w->category);
    if (str_equal_ascii(action, "always"))
        return 1;
    if (str_equal_ascii(action, "ignore"))
        return 0;
    int seen = 0;
    if (str_equal_ascii(action, "once")) {
        seen = has ? update_registry(vm, w->registry, w->text, category, false)
                   : update_once_registry(vm, w->text, category);
    } else if (str_equal_ascii(action, "module")) {
        seen = has ? update_registry(vm, w->registry, w->text, category, false) : 0;
    } else if (!str_equal_ascii(action, "default")) {
        return error_set(vm, EXC_RuntimeError,
                         "Unrecognized action (%R) in warnings.filters:\n %R", action,
                         action),
               -1;
    }
    return seen < 0 ? -1 : !seen;
}

static int warn_explicit(MinipyVM *vm, const Warning *w)
{
    bool has = w->registry && w->registry != VALUE_NONE;
    Value key = tuple_pack(vm, 3, w->text, value_from_obj(w->category),
                           value_from_imm(w->lineno));
    if (!key)
        return -1;
    int r = has ? already_warned(vm, w->registry, key, false) : 0;
    if (r != 0) {
        value_decref(vm, key);
        return r < 0 ? -1 : 0;
    }
    Value action = find_action(vm, w->category, w->text, w->lineno, w->module);
    r = action ? 0 : -1;
    if (r == 0 && str_equal_ascii(action, "error")) {
        if (value_is_exception(w->message))
            error_set_instance(vm, w->message);
        else
            error_set_type(vm, w->category, w->message);
        r = -1;
    }
    if (r == 0 && has && !str_equal_ascii(action, "ignore") &&
        !str_equal_ascii(action, "always"))
        r = dict_set(vm, w->registry, key, VALUE_TRUE);
    if (r == 0)
        r = decide(vm, w, action);
    value_xdecref(vm, action);
    value_decref(vm, key);
    if (r <= 0)
        return r;
    Value message = w->message;
    if (value_is_exception(message))
        return show(vm, message, w->text, w->category, w->filename, w->lineno, w->line,
                    w->source);
    message = exception_new(vm, w->category, &w->message, 1);
    r = message ? show(vm, message, w->text, w->category, w->filename, w->lineno,
                       w->line, w->source)
                : -1;
    value_xdecref(vm, message);
    return r;
}

/* ---- warn: where the warning is from --------------------------------------------- */

/* The frame a stacklevel means; frames of the import machinery do not count. */
static Frame *frame_of_level(MinipyVM *vm, int level)
{
    Frame *f = frame_shown(vm->frame);
    while (f && --level > 0)
        f = frame_shown(f->prev);
    return f;
}

static int place(MinipyVM *vm, int level, Warning *w)
{
    Frame *f = frame_of_level(vm, level);
    Value globals = f ? value_from_obj(frame_func(f)->globals) : vm->sysdict;
    w->filename = value_incref(f ? f->code->filename : NAME(vm, start));
    if (!f)
        value_set_steal(vm, &w->filename, str_from_cstr(vm, "sys"));
    if (!w->filename)
        return -1;
    w->lineno = f ? frame_lineno(f) : 1;
    w->registry = dict_get_borrow(vm, globals, NAME(vm, __warningregistry__));
    if (!w->registry) {
        Value d = dict_new(vm);
        if (!d || dict_set(vm, globals, NAME(vm, __warningregistry__), d) < 0) {
            value_xdecref(vm, d);
            return -1;
        }
        value_decref(vm, d);
        w->registry = d;
    }
    value_incref(w->registry);
    Value name = dict_get_borrow(vm, globals, NAME(vm, __name__));
    w->module =
        name && value_is_str(name) ? value_incref(name) : str_from_cstr(vm, "<string>");
    return w->module ? 0 : -1;
}

static int warn_here(MinipyVM *vm, TypeObj *category, Value message, Value text,
                     int level, Value source)
{
    Warning w = {
        .category = category, .message = message, .text = text, .source = source};
    int r = place(vm, level, &w);
    if (r == 0)
        r = warn_explicit(vm, &w);
    value_xdecref(vm, w.filename);
    value_xdecref(vm, w.registry);
    value_xdecref(vm, w.module);
    return r;
}

int warnings_warn(MinipyVM *vm, TypeObj *category, Value text, int stack_level,
                  Value source)
{
    return warn_here(vm, category, text, text, stack_level, source);
}

/* "dir/mod.py" -> "dir/mod", as CPython names a module that nobody named. */
static Value module_from_filename(MinipyVM *vm, Value filename)
{
    int64_t n = str_length(filename);
    if (n == 0)
        return str_from_cstr(vm, "<unknown>");
    if (n >= 3 && str_char_at(STR(filename), n - 3) == '.' &&
        str_char_at(STR(filename), n - 2) == 'p' &&
        str_char_at(STR(filename), n - 1) == 'y')
        return str_substring(vm, filename, 0, n - 3);
    return value_incref(filename);
}

int warnings_warn_explicit(MinipyVM *vm, TypeObj *category, Value text, Value filename,
                           int lineno, Value module, Value registry)
{
    Value own = module && module != VALUE_NONE ? value_incref(module)
                                               : module_from_filename(vm, filename);
    if (!own)
        return -1;
    Warning w = {.category = category,
                 .message = text,
                 .text = text,
                 .filename = filename,
                 .module = own,
                 .lineno = lineno,
                 .registry = registry};
    int r = warn_explicit(vm, &w);
    value_decref(vm, own);
    return r;
}

/* ---- the module _warnings -------------------------------------------------------- */

static bool check_category(MinipyVM *vm, Value message, Value *category)
{
    if (value_is_exception(message) &&
        type_is_subtype(value_type(vm, message), vm->exc[EXC_Warning]))
        *category = value_from_obj(value_type(vm, message));
    else if (!*category || *category == VALUE_NONE)
        *category = value_from_obj(vm->exc[EXC_UserWarning]);
    if (value_is_type(*category) &&
        type_is_subtype(TYPE_OF(*category), vm->exc[EXC_Warning]))
        return true;
    error_set(vm, EXC_TypeError, "category must be a Warning subclass, not '%s'",
              value_is_type(*category) ? "type"
                                       : type_name_cstr(value_type(vm, *category)));
    return false;
}

FN(py_warn)
{
    Value message = args[0], category = GIVEN(1), stacklevel = GIVEN(2),
          source = GIVEN(3);
    int level = 1;
    if ((stacklevel && !arg_int(vm, stacklevel, &level)) ||
        !check_category(vm, message, &category))
        return VALUE_NULL;
    Value text = object_str(vm, message);
    int r = text ? warn_here(vm, TYPE_OF(category), message, text, level, source) : -1;
    value_xdecref(vm, text);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

/* The line in the text that the module's loader has: new; VALUE_NULL without error:
 * there is none. */
static Value line_by_loader(MinipyVM *vm, Value globals, int lineno)
{
    if (!value_is_dict(globals))
        return error_set(vm, EXC_TypeError, "module_globals must be a dict, not '%T'",
                         globals);
    Value loader = dict_get_str_borrow(vm, DICT(globals), NAME(vm, __loader__)),
          name = dict_get_str_borrow(vm, DICT(globals), NAME(vm, __name__)), f,
          line = VALUE_NULL;
    int found = loader && name ? attr_lookup(vm, loader, "get_source", &f) : 0;
    if (found <= 0)
        return VALUE_NULL;
    Value source = call1(vm, f, name);
    value_decref(vm, f);
    if (!source || source == VALUE_NONE)
        return VALUE_NULL;
    if (!value_is_str(source)) {
        error_set(vm, EXC_TypeError, "must be str, not %T", source);
        value_decref(vm, source);
        return VALUE_NULL;
    }
    Value lines = str_method_splitlines(vm, source, NULL, 0, VALUE_NULL);
    value_decref(vm, source);
    Value index = int_new(vm, lineno - 1);
    if (lines && index)
        line = object_getitem(vm, lines, index);
    value_xdecref(vm, index);
    value_xdecref(vm, lines);
    return line;
}

FN(py_warn_explicit)
{
    Value message = args[0], category = args[1], filename = args[2], module = GIVEN(4),
          registry = GIVEN(5), globals = GIVEN(6), line = VALUE_NULL;
    int lineno;
    if (!arg_int(vm, args[3], &lineno))
        return VALUE_NULL;
    if (!value_is_str(filename))
        return arg_type_error(vm, "warn_explicit", "3", "str", filename);
    if (!check_category(vm, message, &category))
        return VALUE_NULL;
    if (registry && registry != VALUE_NONE && !value_is_dict(registry))
        return error_set(vm, EXC_TypeError, "'registry' must be a dict or None");
    if (globals && globals != VALUE_NONE &&
        !(line = line_by_loader(vm, globals, lineno)) && error_occurred(vm))
        return VALUE_NULL;
    Value text = object_str(vm, message);
    module = module && module != VALUE_NONE ? value_incref(module)
                                            : module_from_filename(vm, filename);
    Warning w = {.category = TYPE_OF(category),
                 .message = message,
                 .text = text,
                 .filename = filename,
                 .module = module,
                 .lineno = lineno,
                 .registry = registry,
                 .line = line,
                 .source = GIVEN(7)};
    int r = text && module ? warn_explicit(vm, &w) : -1;
    value_xdecref(vm, line);
    value_xdecref(vm, text);
    value_xdecref(vm, module);
    return r < 0 ? VALUE_NULL : VALUE_NONE;
}

FN(py_filters_mutated)
{
    Value d = warnings_dict(vm),
          v = d ? dict_get_cstr_borrow(vm, d, "version") : VALUE_NULL;
    if (!v)
        return VALUE_NULL;
    return dict_set_cstr(vm, d, "version", value_from_imm(value_imm(v) + 1)) < 0
               ? VALUE_NULL
               : VALUE_NONE;
}

static METHODS(functions,
    {"warn", py_warn, 0, "($module, /, message, category=None, stacklevel=1, source=None)",
     "Issue a warning, or maybe ignore it or raise an exception."},
    {"warn_explicit", py_warn_explicit, M_UNSIGNED,
     "($module, /, message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None)",
     "Issue a warning, or maybe ignore it or raise an exception."},
    {"_filters_mutated", py_filters_mutated, M_UNSIGNED, "($module, /)", NULL},
);

static int warnings_exec(MinipyVM *vm, Value m)
{
    Value d = warnings_dict(vm);
    static const char *const shared[] = {"filters", "_onceregistry", "_defaultaction"};
    for (int i = 0; d && i < 3; i++) {
        Value v = dict_get_cstr_borrow(vm, d, shared[i]);
        if (!v || module_add_steal(vm, m, shared[i], value_incref(v)) < 0)
            return -1;
    }
    return d ? 0 : -1;
}

MODULE_SPEC(warnings_module_spec,
    .name = "_warnings",
    .doc = "_warnings provides basic warning filtering support.\nIt is a helper module "
           "to speed up interpreter start-up.",
    .methods = functions, .exec = warnings_exec,
);
