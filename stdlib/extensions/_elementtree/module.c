/* module.c - the module _elementtree, on which xml.etree.ElementTree stands: CPython
 * 3.11's Element, TreeBuilder and XMLParser over libexpat. */
#include <pthread.h>

#include "elementtree.h"

State *state_of(MinipyVM *vm)
{
    return minipy_module_state(vm, &minipy_module__elementtree);
}

void *data_if(MinipyVM *vm, MinipyValue v, const MinipyType *type)
{
    void *data = minipy_data(vm, v, type);
    if (!data && minipy_error_matches(vm, "TypeError"))
        minipy_error_clear(vm);
    return data;
}

void *data_if_exactly(MinipyVM *vm, MinipyValue v, MinipyValue cls,
                      const MinipyType *type)
{
    void *data = data_if(vm, v, type);
    MinipyValue its = data ? minipy_getattr(vm, v, "__class__") : MINIPY_NULL;
    unref(vm, its);
    if (data && !its)
        minipy_error_clear(vm);
    return its == cls ? data : NULL;
}

MinipyValue argument_error(MinipyVM *vm, const char *which, const char *wanted,
                           MinipyValue got)
{
    return minipy_raisef(vm, "TypeError", "%s must be %s, not %.50s", which, wanted,
                         minipy_is_none(got) ? "None" : minipy_type_name(vm, got));
}

/* A factory in *place, and what was there; MINIPY_NULL: exception. None: none. */
static MinipyValue swap(MinipyValue *place, MinipyValue v)
{
    MinipyValue before = *place ? *place : minipy_none();
    *place = minipy_is_none(v) ? MINIPY_NULL : ref(v);
    return before;
}

static bool is_factory(MinipyVM *vm, MinipyValue v, const char *what)
{
    if (minipy_is_none(v) || minipy_callable(vm, v) > 0)
        return true;
    minipy_raisef(vm, "TypeError", "%s factory must be callable, not %.100s", what,
                  minipy_type_name(vm, v));
    return false;
}

/* _set_factories(comment_factory, pi_factory): those before. */
static METHOD(set_factories)
{
    State *s = state_of(vm);
    if (!s || !is_factory(vm, args[0], "Comment") || !is_factory(vm, args[1], "PI"))
        return MINIPY_NULL;
    MinipyValue before[] = {swap(&s->comment_factory, args[0]),
                            swap(&s->pi_factory, args[1])};
    MinipyValue r = minipy_tuple(vm, before, 2);
    unref(vm, before[0]);
    unref(vm, before[1]);
    return r;
}

static const MinipyMethod functions[] = {
    ROW("SubElement", sub_element, "(*args, **kwargs)", NULL),
    ROW("_set_factories", set_factories, "(comment_factory, pi_factory, /)",
        "Set what makes comments and processing instructions; returns what did."),
    {0},
};

static int find_builtins(MinipyVM *vm, State *s)
{
    MinipyValue builtins = minipy_import(vm, "builtins");
    s->list = builtins ? minipy_getattr(vm, builtins, "list") : MINIPY_NULL;
    s->tuple = s->list ? minipy_getattr(vm, builtins, "tuple") : MINIPY_NULL;
    s->dict = s->tuple ? minipy_getattr(vm, builtins, "dict") : MINIPY_NULL;
    s->str = s->dict ? minipy_getattr(vm, builtins, "str") : MINIPY_NULL;
    s->dict_copy = s->str ? minipy_getattr(vm, s->dict, "copy") : MINIPY_NULL;
    unref(vm, builtins);
    return s->dict_copy ? 0 : -1;
}

static MinipyValue parse_error_class(MinipyVM *vm)
{
    MinipyValue builtins = minipy_import(vm, "builtins");
    MinipyValue base =
        builtins ? minipy_getattr(vm, builtins, "SyntaxError") : MINIPY_NULL;
    MinipyValue cls =
        base
            ? minipy_exception_class(vm, "xml.etree.ElementTree.ParseError", NULL, base)
            : MINIPY_NULL;
    unref(vm, base);
    unref(vm, builtins);
    return cls;
}

/* ---- imported again -------------------------------------------------------------- */

/* CPython's module is made once: who takes it out of sys.modules and imports it again
 * has the classes that were there before. So all states of the process are in a list,
 * and a module object takes over what the vm's other has. */
static State *states;
static pthread_mutex_t states_lock = PTHREAD_MUTEX_INITIALIZER;

/* Puts s into the list. Whether the vm had one, whose values s has now. */
static bool join_states(MinipyVM *vm, State *s)
{
    pthread_mutex_lock(&states_lock);
    State *other = states;
    while (other && (other->vm != vm || !other->parse_error)) /* made last */
        other = other->next;
    if (other)
        *s = *other;
    s->vm = vm;
    s->next = states;
    states = s;
    pthread_mutex_unlock(&states_lock);
    MinipyValue *values = (MinipyValue *)(void *)s;
    for (size_t i = 0; other && i < STATE_VALUES; i++)
        values[i] = values[i] ? ref(values[i]) : MINIPY_NULL;
    return other;
}

static void leave_states(void *state)
{
    pthread_mutex_lock(&states_lock);
    State **at = &states;
    while (*at && *at != state)
        at = &(*at)->next;
    if (*at)
        *at = (*at)->next;
    pthread_mutex_unlock(&states_lock);
}

/* ---- the module ------------------------------------------------------------------ */

/* CPython's has these from the start, so whoever imports this has loaded copy and
 * pyexpat. */
static MinipyValue deepcopy_of_python(MinipyVM *vm)
{
    MinipyValue module = minipy_import(vm, "copy");
    MinipyValue deepcopy =
        module ? minipy_getattr(vm, module, "deepcopy") : MINIPY_NULL;
    unref(vm, module);
    unref(vm, module ? minipy_import(vm, "pyexpat") : MINIPY_NULL);
    return deepcopy;
}

static int make_classes(MinipyVM *vm, State *s)
{
    if (find_builtins(vm, s) < 0)
        return -1;
    s->deepcopy = deepcopy_of_python(vm);
    s->element = minipy_type(vm, &element_type, MINIPY_NULL);
    s->builder = minipy_type(vm, &builder_type, MINIPY_NULL);
    s->parser = minipy_type(vm, &parser_type, MINIPY_NULL);
    s->iterator = minipy_type(vm, &iterator_type, MINIPY_NULL);
    s->parse_error = parse_error_class(vm);
    return minipy_error_occurred(vm) ? -1 : 0;
}

static int exec(MinipyVM *vm, MinipyValue module)
{
    State *s = state_of(vm);
    if (!s || (!join_states(vm, s) && make_classes(vm, s) < 0))
        return -1;
    return minipy_setattr(vm, module, "Element", s->element) < 0 ||
                   minipy_setattr(vm, module, "TreeBuilder", s->builder) < 0 ||
                   minipy_setattr(vm, module, "XMLParser", s->parser) < 0 ||
                   minipy_setattr(vm, module, "ParseError", s->parse_error) < 0
               ? -1
               : 0;
}

/* clang-format off */
MINIPY_MODULE(_elementtree) = {MINIPY_MODULE_HEAD, .name = "_elementtree", .functions = functions,
    .state_size = sizeof(State), .state_values = STATE_VALUES, .exec = exec,
    .free_state = leave_states};
/* clang-format on */
