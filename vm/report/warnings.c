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

typedef struct Warning {
    Value category, message, text; /* the instance, and what it says; borrowed */
    Value filename, module;
    int lineno;
    Value registry, line, source; /* VALUE_NULL (or given as None): none */
} Warning;

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
        Value d = value_hide(dict_new(vm));
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

/* What sys.modules has for it, whatever a program put there; borrowed. */
static Value in_its_place(MinipyVM *vm)
{
    return vm->modules ? dict_get_cstr_borrow(vm, vm->modules, "warnings") : VALUE_NULL;
}

/* The Python module if it is imported; borrowed. */
static Value python_module(MinipyVM *vm)
{
    Value m = in_its_place(vm);
    return m && value_is_kind(m, KIND_MODULE) ? m : VALUE_NULL;
}

/* An attribute of the Python module, else of ours; new. VALUE_NULL: an exception. What
 * the module has, if it is such, is kept, in case that it is taken away from there. */
static Value state_get(MinipyVM *vm, const char *python_name, const char *name,
                       bool (*is_such)(Value))
{
    Value m = in_its_place(vm), v = VALUE_NULL, d = warnings_dict(vm);
    value_xincref(m);
    int found = m && d ? attr_lookup(vm, m, python_name, &v) : 0;
    value_xdecref(vm, m);
    if (!d || found < 0)
        return VALUE_NULL;
    if (!v)
        return value_xincref(dict_get_cstr_borrow(vm, d, name));
    if (is_such(v) && dict_set_cstr(vm, d, name, v) < 0)
        error_clear(vm);
    return v;
}

static bool is_anything(Value v)
{
    (void)v;
    return true;
}

static bool is_str(Value v)
{
    return value_is_str(v);
}

static bool is_dict(Value v)
{
    return value_is_dict(v);
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
        int r = seen ? object_is_true(vm, seen) : error_occurred(vm) ? -1 : 0;
        if (r != 0)
            return r;
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
    if (!value_is_exact(vm, pattern, KIND_STR))
        return object_is_true_steal(vm,
                                    call_method_cstr(vm, pattern, "match", &text, 1));
    if (value_is_str(text))
        return str_equal(pattern, text);
    return error_set(vm, EXC_TypeError, "Can't compare str and %T", text), -1;
}

/* All that a filter asks for is asked, though one answer may do. */
static int filter_applies(MinipyVM *vm, Value row, const Warning *w)
{
    Value *x = TUPLE(row)->items;
    int64_t line;
    int text = matches(vm, x[1], w->text);
    int module = text < 0 ? -1 : matches(vm, x[3], w->module);
    int is_such = module < 0 ? -1 : object_issubclass(vm, w->category, x[2]);
    if (is_such < 0)
        return -1;
    if (!value_is_int(x[4]))
        return error_set(vm, EXC_TypeError, "an integer is required"), -1;
    if (!arg_ssize(vm, x[4], &line))
        return -1;
    return text && module && is_such && (line == 0 || line == w->lineno);
}

/* A row of the filters: its action can be had. */
static bool check_row(MinipyVM *vm, Value row, int64_t i)
{
    if (!value_is_tuple(row) || tuple_size(row) != 5)
        error_set(vm, EXC_ValueError, "_warnings.filters item %zd isn't a 5-tuple", i);
    else if (!value_is_str(TUPLE(row)->items[0]))
        error_set(vm, EXC_TypeError, "action must be a string, not '%T'",
                  TUPLE(row)->items[0]);
    else
        return true;
    return false;
}

/* The action where no filter says one: new str. */
static Value default_action(MinipyVM *vm)
{
    Value action = state_get(vm, "defaultaction", "_defaultaction", is_str);
    if (action && !value_is_str(action)) {
        error_set(vm, EXC_TypeError,
                  "_warnings.defaultaction must be a string, not '%T'", action);
        value_clear(vm, &action);
    }
    return action;
}

/* The action for a warning: new str; *row is then the filter that says it, or None:
 * new. */
static Value find_action(MinipyVM *vm, const Warning *w, Value *row)
{
    Value filters = state_get(vm, "filters", "filters", is_anything);
    if (!filters)
        return VALUE_NULL;
    if (!value_is_list(filters)) {
        value_decref(vm, filters);
        return error_set(vm, EXC_ValueError, "_warnings.filters must be a list");
    }
    int r = 0;
    for (int64_t i = 0; r == 0 && i < list_size(filters); i++) {
        Value tried = value_incref(list_get_borrow(filters, i));
        r = check_row(vm, tried, i) ? filter_applies(vm, tried, w) : -1;
        if (r > 0)
            *row = value_incref(tried);
        value_decref(vm, tried);
    }
    value_decref(vm, filters);
    if (r > 0)
        return value_incref(TUPLE(*row)->items[0]);
    Value action = r < 0 ? VALUE_NULL : default_action(vm);
    *row = action ? VALUE_NONE : VALUE_NULL;
    return action;
}

/* ---- showing --------------------------------------------------------------------- */

/* As CPython, as far as it comes: what cannot be said is left out with what follows. */
static void show_ourselves(MinipyVM *vm, const Warning *w)
{
    Value err = dict_get_str_borrow(vm, DICT(vm->sysdict), NAME(vm, stderr));
    Value name = object_getattr(vm, w->category, NAME(vm, __name__));
    StrBuilder b;
    strbuilder_init(&b, vm);
    Value head = name && err && err != VALUE_NONE
                     ? str_format_c(vm, "%S:%d: %S: ", w->filename, w->lineno, name)
                     : VALUE_NULL;
    if (strbuilder_str_steal(&b, head) == 0 && strbuilder_value(&b, w->text) == 0) {
        strbuilder_ascii(&b, "\n");
        Value source = w->line ? VALUE_NULL : source_line(vm, w->filename, w->lineno);
        int64_t from = 0, to = source ? str_length(source) : 0;
        while (from < to && strchr(" \t\f", (int)str_char_at(STR(source), from)))
            from++;
        if (source) {
            strbuilder_ascii(&b, "  ");
            strbuilder_slice(&b, source, from, to);
            strbuilder_ascii(&b, "\n");
        }
        value_xdecref(vm, source);
    }
    error_clear(vm);
    Value all = head ? strbuilder_finish(&b) : VALUE_NULL;
    Value r = all ? call_method(vm, err, NAME(vm, write), &all, 1) : VALUE_NULL;
    value_xdecref(vm, r);
    value_xdecref(vm, all);
    value_xdecref(vm, name);
    error_clear(vm);
}

/* An attribute of what stands for the Python module: as attr_lookup. */
static int lookup(MinipyVM *vm, const char *name, bool import, Value *found)
{
    Value m = VALUE_NULL;
    *found = VALUE_NULL;
    if (import && !vm->finalizing) {
        m = import_module(vm, "warnings");
        if (!m && !error_matches(vm, EXC_ImportError))
            return -1;
        error_clear(vm);
    } else if (!(m = value_xincref(in_its_place(vm)))) {
        return 0;
    }
    int r = m ? attr_lookup(vm, m, name, found) : 0;
    value_xdecref(vm, m);
    return r;
}

Value warnings_attr(MinipyVM *vm, const char *name, bool import)
{
    Value found;
    (void)lookup(vm, name, import && !python_module(vm), &found);
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
static int show_to_host(MinipyVM *vm, const Warning *w)
{
    Value said = object_str(vm, w->text);
    Value what = said ? encodable(vm, said) : VALUE_NULL;
    Value file = what ? encodable(vm, w->filename) : VALUE_NULL;
    const char *text = what ? str_utf8(vm, what, NULL) : NULL;
    const char *where = file ? str_utf8(vm, file, NULL) : NULL;
    if (text && where)
        vm->warning_hook(vm->warning_user,
                         value_is_type(w->category)
                             ? type_name_cstr(TYPE_OF(w->category))
                             : type_name_cstr(value_type(vm, w->category)),
                         text, where, w->lineno);
    value_xdecref(vm, said);
    value_xdecref(vm, what);
    value_xdecref(vm, file);
    return vm->raised ? -1 : 0;
}

/* By the function of the Python module. */
static int show_by(MinipyVM *vm, Value fn, const Warning *w)
{
    Value cls;
    if (!object_callable(fn))
        return error_set(vm, EXC_TypeError,
                         "warnings._showwarnmsg() must be set to a callable"),
               -1;
    if (lookup(vm, "WarningMessage", false, &cls) <= 0)
        return error_occurred(vm) ? -1
                                  : (error_set(vm, EXC_RuntimeError,
                                               "unable to get warnings.WarningMessage"),
                                     -1);
    Value args[7] = {w->message, w->category, w->filename, value_from_imm(w->lineno),
                     VALUE_NONE, VALUE_NONE,  w->source};
    Value msg = call(vm, cls, args, w->source ? 7 : 6, VALUE_NULL);
    Value r = msg ? call1(vm, fn, msg) : VALUE_NULL;
    value_decref(vm, cls);
    value_xdecref(vm, msg);
    value_xdecref(vm, r);
    return r ? 0 : -1;
}

/* A warning with a source is the Python module's: it knows of the source's allocation.
 */
static int show(MinipyVM *vm, const Warning *w)
{
    if (vm->warning_hook && shown_as_ever(vm))
        return show_to_host(vm, w);
    Value fn;
    int r = lookup(vm, "_showwarnmsg", w->source != VALUE_NULL, &fn);
    if (r > 0)
        r = show_by(vm, fn, w);
    else if (r == 0)
        show_ourselves(vm, w);
    value_xdecref(vm, fn);
    return r;
}

/* ---- warn_explicit --------------------------------------------------------------- */

/* As update_registry, in the registry that all modules share. */
static int update_once_registry(MinipyVM *vm, const Warning *w)
{
    Value registry = state_get(vm, "onceregistry", "_onceregistry", is_dict);
    int r = -1;
    if (registry && !value_is_dict(registry))
        error_set(vm, EXC_TypeError, "_warnings.onceregistry must be a dict, not '%T'",
                  registry);
    else if (registry)
        r = update_registry(vm, registry, w->text, w->category, false);
    value_xdecref(vm, registry);
    return r;
}

/* 1: show it, 0: not again, -1: error. */
static int decide(MinipyVM *vm, const Warning *w, Value action, Value row)
{
    if (str_equal_ascii(action, "always"))
        return 1;
    int seen = 0;
    if (str_equal_ascii(action, "once")) {
        seen = w->registry
                   ? update_registry(vm, w->registry, w->text, w->category, false)
                   : update_once_registry(vm, w);
    } else if (str_equal_ascii(action, "module")) {
        seen = w->registry
                   ? update_registry(vm, w->registry, w->text, w->category, false)
                   : 0;
    } else if (!str_equal_ascii(action, "default")) {
        return error_set(vm, EXC_RuntimeError,
                         "Unrecognized action (%R) in warnings.filters:\n %R", action,
                         row),
               -1;
    }
    return seen < 0 ? -1 : !seen;
}

static int raise_it(MinipyVM *vm, const Warning *w)
{
    Value category = w->category;
    if (!value_is_type(category) ||
        !type_is_subtype(TYPE_OF(category), vm->exc[EXC_BaseException]))
        error_set(vm, EXC_SystemError,
                  "_PyErr_SetObject: exception %R is not a BaseException subclass",
                  category);
    else if (value_is_exception(w->message))
        error_set_instance(vm, w->message);
    else
        error_set_type(vm, TYPE_OF(category), w->message);
    return -1;
}

/* What is to be done with it, asked of the filters: as decide(). */
static int judge(MinipyVM *vm, const Warning *w, Value key)
{
    Value row = VALUE_NULL, action = find_action(vm, w, &row);
    int r = -1;
    if (!action)
        return -1;
    if (str_equal_ascii(action, "error"))
        raise_it(vm, w);
    else if (str_equal_ascii(action, "ignore"))
        r = 0;
    else if (str_equal_ascii(action, "always") || !w->registry ||
             dict_set(vm, w->registry, key, VALUE_TRUE) == 0)
        r = decide(vm, w, action, row);
    value_decref(vm, action);
    value_decref(vm, row);
    return r;
}

/* With what category and message are made of each other, and no None left. */
static int warn_made(MinipyVM *vm, const Warning *w)
{
    Value key = tuple_pack(vm, 3, w->text, w->category, value_from_imm(w->lineno));
    if (!key)
        return -1;
    int seen = w->registry ? already_warned(vm, w->registry, key, false) : 0;
    int r = seen == 0 ? judge(vm, w, key) : seen < 0 ? -1 : 0;
    value_decref(vm, key);
    return r > 0 ? show(vm, w) : r;
}

/* Its message is an instance, whose class is the category, or what that is called with.
 */
static int warn_explicit(MinipyVM *vm, const Warning *given)
{
    Warning w = *given;
    if (w.module == VALUE_NONE) /* late, as modules are taken down */
        return 0;
    if (w.registry && w.registry != VALUE_NONE && !value_is_dict(w.registry))
        return error_set(vm, EXC_TypeError, "'registry' must be a dict or None"), -1;
    w.registry = w.registry == VALUE_NONE ? VALUE_NULL : w.registry;
    w.source = w.source == VALUE_NONE ? VALUE_NULL : w.source;
    int made = object_isinstance(vm, w.message, value_from_obj(vm->exc[EXC_Warning]));
    if (made < 0)
        return -1;
    w.text = made ? object_str(vm, w.message) : value_incref(w.message);
    if (made)
        w.category = value_from_obj(value_type(vm, w.message));
    w.message = made ? value_incref(w.message) : call1(vm, w.category, w.message);
    int r = w.text && w.message ? warn_made(vm, &w) : -1;
    value_xdecref(vm, w.text);
    value_xdecref(vm, w.message);
    return r;
}

/* ---- warn: where the warning is from --------------------------------------------- */

/* Is it of the import machinery, as CPython knows that? */
static bool is_internal(MinipyVM *vm, Frame *f)
{
    static const char *const parts[] = {"importlib", "_bootstrap"};
    bool both = f != NULL;
    for (int i = 0; both && i < 2; i++) {
        Value part = str_intern_cstr(vm, parts[i]);
        both = part && str_contains(vm, f->code->filename, part) > 0;
        value_xdecref(vm, part);
    }
    return both;
}

/* How many frames CPython has more between f and what called it, where an import, in C
 * here, has called importlib's _load_unlocked: two functions; a third, as modules in C
 * that warn are filled by exec_module() here, by create_module() there, one function
 * farther down. */
static int frames_in_c(MinipyVM *vm, Frame *f)
{
    if (!str_equal_ascii(f->code->name, "_load_unlocked") || !is_internal(vm, f))
        return 0;
    Frame *by = frame_shown(f->prev);
    return by && is_internal(vm, by) && str_equal_ascii(by->code->name, "_load") ? 0
                                                                                 : 3;
}

/* The frame a stacklevel means; frames of the import machinery do not count, unless the
 * warning is from there. */
static Frame *frame_of_level(MinipyVM *vm, int64_t level)
{
    Frame *f = frame_shown(vm->frame);
    bool all = level <= 0 || is_internal(vm, f);
    while (f && --level > 0) {
        if (all)
            level -= frames_in_c(vm, f);
        do {
            f = frame_shown(f->prev);
        } while (!all && is_internal(vm, f));
    }
    return f;
}

static int place(MinipyVM *vm, int64_t level, Warning *w)
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
    if (!w->registry && error_occurred(vm))
        return -1;
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
    if (!name && error_occurred(vm))
        return -1;
    w->module = name && (value_is_str(name) || name == VALUE_NONE)
                    ? value_incref(name)
                    : str_from_cstr(vm, "<string>");
    return w->module ? 0 : -1;
}

static int warn_here(MinipyVM *vm, Value category, Value message, int64_t level,
                     Value source)
{
    Warning w = {.category = category, .message = message, .source = source};
    if (!vm->sysdict) /* the vm is being freed: nobody hears */
        return 0;
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
    return warn_here(vm, value_from_obj(category), text, stack_level, source);
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
    Warning w = {.category = value_from_obj(category),
                 .message = text,
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
    Value warning = value_from_obj(vm->exc[EXC_Warning]);
    int made = object_isinstance(vm, message, warning);
    if (made > 0)
        *category = value_from_obj(value_type(vm, message));
    else if (!*category || *category == VALUE_NONE)
        *category = value_from_obj(vm->exc[EXC_UserWarning]);
    int is_such = made < 0 || !value_is_type(*category)
                      ? made
                      : object_issubclass(vm, *category, warning);
    if (is_such == 0)
        error_set(vm, EXC_TypeError, "category must be a Warning subclass, not '%T'",
                  *category);
    return is_such > 0;
}

FN(py_warn)
{
    Value message = args[0], category = GIVEN(1), stacklevel = GIVEN(2);
    int64_t level = 1;
    if ((stacklevel && !arg_ssize(vm, stacklevel, &level)) ||
        !check_category(vm, message, &category))
        return VALUE_NULL;
    return warn_here(vm, category, message, level, GIVEN(3)) < 0 ? VALUE_NULL
                                                                 : VALUE_NONE;
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
    if (lines && lineno > 0 && lineno <= list_size(lines))
        line = value_incref(list_get_borrow(lines, lineno - 1));
    else if (lines)
        error_set(vm, EXC_IndexError, "list index out of range");
    value_xdecref(vm, lines);
    return line;
}

FN(py_warn_explicit)
{
    Value filename = args[2], module = GIVEN(4), globals = GIVEN(6), line = VALUE_NULL;
    int lineno;
    if (!value_is_str(filename))
        return arg_type_error(vm, "warn_explicit", "3", "str", filename);
    if (!arg_int_ranged(vm, args[3], &lineno))
        return VALUE_NULL;
    if (globals && globals != VALUE_NONE &&
        !(line = line_by_loader(vm, globals, lineno)) && error_occurred(vm))
        return VALUE_NULL;
    Value own = module ? value_incref(module) : module_from_filename(vm, filename);
    Warning w = {.category = args[1],
                 .message = args[0],
                 .filename = filename,
                 .module = own,
                 .lineno = lineno,
                 .registry = GIVEN(5),
                 .line = line,
                 .source = GIVEN(7)};
    int r = own ? warn_explicit(vm, &w) : -1;
    value_xdecref(vm, line);
    value_xdecref(vm, own);
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
