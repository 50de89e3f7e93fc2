/* _curses_panel.c - the module _curses_panel: panels, windows that lie over each other,
 * of ncurses's libpanel. The windows are _curses's, whose own function tells them apart
 * from other objects; it is looked for by name in that module's file.
 */
#include <dlfcn.h>

#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <panel.h>

#include "common.h"

typedef struct Panel {
    MinipyValue window; /* strong: libpanel has its WINDOW */
    MinipyValue userptr;
    PANEL *panel; /* owned */
} Panel;

typedef struct State {
    MinipyValue error, panel_class;
    MinipyValue panels; /* a list of weak references: which object a PANEL has */
    WINDOW *(*window)(MinipyVM *vm, MinipyValue v);
} State;

extern const MinipyModule minipy_module__curses_panel;
static const MinipyType panel_type;

static State *state_of(MinipyVM *vm)
{
    return minipy_module_state(vm, &minipy_module__curses_panel);
}

static Panel *panel_of(MinipyVM *vm, MinipyValue v)
{
    return minipy_data(vm, v, &panel_type);
}

static MinipyValue check(MinipyVM *vm, int code, const char *name)
{
    char text[80];
    State *s = state_of(vm);
    if (code != ERR || !s)
        return s ? minipy_none() : MINIPY_NULL;
    snprintf(text, sizeof text, "%s() returned ERR", name);
    return raise_of(vm, s->error, text);
}

/* The object at i in the list of panels; MINIPY_NULL: it is gone, or an exception. */
static MinipyValue panel_at(MinipyVM *vm, State *s, int64_t i)
{
    MinipyValue weak = minipy_getitem_at(vm, s->panels, i);
    MinipyValue v = weak ? minipy_weak_get(vm, weak) : MINIPY_NULL;
    minipy_release(vm, weak);
    return v;
}

/* Those that are gone are forgotten. -1: exception. */
static int forget_gone(MinipyVM *vm, State *s)
{
    for (int64_t i = minipy_length(vm, s->panels) - 1; i >= 0; i--) {
        MinipyValue v = panel_at(vm, s, i);
        if (!v && (minipy_error_occurred(vm) ||
                   minipy_delitem(vm, s->panels, minipy_int(vm, i)) < 0))
            return -1;
        minipy_release(vm, v);
    }
    return 0;
}

/* The object of a PANEL, or None. */
static MinipyValue object_of(MinipyVM *vm, PANEL *panel)
{
    State *s = state_of(vm);
    if (!s || !panel)
        return s ? minipy_none() : MINIPY_NULL;
    for (int64_t i = minipy_length(vm, s->panels) - 1; i >= 0; i--) {
        MinipyValue v = panel_at(vm, s, i);
        Panel *p = v ? panel_of(vm, v) : NULL;
        if (p && p->panel == panel)
            return v;
        minipy_release(vm, v);
        if (minipy_error_occurred(vm))
            return MINIPY_NULL;
    }
    return minipy_raise(vm, "RuntimeError", "panel_above: can't find Panel Object");
}

/* The window of an argument of the function `name`. NULL: exception. */
static WINDOW *window_argument(MinipyVM *vm, const char *name, MinipyValue v)
{
    State *s = state_of(vm);
    WINDOW *window = s ? s->window(vm, v) : NULL;
    if (s && !window)
        minipy_raisef(vm, "TypeError", "%s() argument%s must be _curses.window, not %s",
                      name, *name == 'r' ? " 1" : "",
                      minipy_is_none(v) ? "None" : minipy_type_name(vm, v));
    return window;
}

/* The panel that a method with so many arguments behind it was called for. NULL:
 * exception, in CPython's words for methods that are told their class. */
static Panel *called_for(MinipyVM *vm, const char *name, const MinipyValue *args,
                         size_t n, size_t wanted)
{
    Panel *p = panel_of(vm, args[0]);
    if (!p || n == 1 + wanted)
        return p;
    if (wanted == 0)
        minipy_raisef(vm, "TypeError", "%s() takes no arguments", name);
    else
        minipy_raisef(vm, "TypeError",
                      "%s() takes exactly %zu positional argument%s (%zu given)", name,
                      wanted, wanted == 1 ? "" : "s", n - 1);
    return NULL;
}

/* Methods that libpanel has a function for. */
typedef struct Simple {
    const char *name;
    int (*call)(PANEL *);
} Simple;

static METHOD(simple)
{
    const Simple *f = user;
    Panel *p = called_for(vm, f->name, args, n, 0);
    return p ? check(vm, f->call(p->panel), f->name) : MINIPY_NULL;
}

typedef struct Neighbour {
    PANEL *(*get)(const PANEL *);
} Neighbour;

static METHOD(neighbour)
{
    const Neighbour *f = user;
    Panel *p = panel_of(vm, args[0]);
    return p ? object_of(vm, f->get(p->panel)) : MINIPY_NULL;
}

static METHOD(panel_is_hidden)
{
    Panel *p = panel_of(vm, args[0]);
    return p ? minipy_bool(panel_hidden(p->panel) == TRUE) : MINIPY_NULL;
}

static METHOD(panel_move)
{
    Panel *p = called_for(vm, "move", args, n, 2);
    int y = 0, x = 0;
    if (!p || as_c_int(vm, args[1], &y) < 0 || as_c_int(vm, args[2], &x) < 0)
        return MINIPY_NULL;
    return check(vm, move_panel(p->panel, y, x), "move_panel");
}

static METHOD(panel_replace)
{
    Panel *p = called_for(vm, "replace", args, n, 1);
    WINDOW *window = p ? window_argument(vm, "replace", args[1]) : NULL;
    if (!window)
        return MINIPY_NULL;
    MinipyValue r = check(vm, replace_panel(p->panel, window), "replace_panel");
    if (r)
        replace(vm, &p->window, minipy_retain(args[1]));
    return r;
}

static METHOD(panel_set_userptr)
{
    Panel *p = called_for(vm, "set_userptr", args, n, 1);
    if (!p)
        return MINIPY_NULL;
    replace(vm, &p->userptr, minipy_retain(args[1]));
    return minipy_none();
}

static METHOD(panel_userptr_of)
{
    State *s = state_of(vm);
    Panel *p = called_for(vm, "userptr", args, n, 0);
    if (!p || !s)
        return MINIPY_NULL;
    return p->userptr ? minipy_retain(p->userptr)
                      : raise_of(vm, s->error, "no userptr set");
}

static METHOD(panel_window_of)
{
    Panel *p = panel_of(vm, args[0]);
    return p ? minipy_retain(p->window) : MINIPY_NULL;
}

static DESTROY(panel_destroy)
{
    Panel *p = data;
    if (p->panel)
        del_panel(p->panel);
}

/* clang-format off */
#define COUNTS(name_, function_, signature_, doc_) {.name = name_, .function = function_, .doc = signature_ "\n--\n\n" doc_}
#define SIMPLE(name_, call_) {.name = name_, .function = simple, .doc = "(self, /)\n--\n\n", .user = &(Simple){name_, call_}}
static const MinipyMethod panel_methods[] = {
    SIMPLE("bottom", bottom_panel), SIMPLE("hide", hide_panel), SIMPLE("show", show_panel), SIMPLE("top", top_panel),
    {.name = "above", .function = neighbour, .signature = "(self, /)", .user = &(Neighbour){panel_above}},
    {.name = "below", .function = neighbour, .signature = "(self, /)", .user = &(Neighbour){panel_below}},
    ROW("hidden", panel_is_hidden, "(self, /)", "Is it not shown?"),
    COUNTS("move", panel_move, "(self, y, x, /)", "Moves it to that place of the screen."),
    COUNTS("replace", panel_replace, "(self, win, /)", "Shows another window in its place."),
    COUNTS("set_userptr", panel_set_userptr, "(self, obj, /)", "Keeps an object with it."),
    COUNTS("userptr", panel_userptr_of, "(self, /)", "The object that is kept with it."),
    ROW("window", panel_window_of, "(self, /)", "Its window."),
    {0}};
/* clang-format on */

static const MinipyType panel_type = {
    .name = "_curses_panel.panel",
    .size = sizeof(Panel),
    .values = 2,
    .methods = panel_methods,
    .flags = MINIPY_FINAL | MINIPY_NO_NEW | MINIPY_IMMUTABLE,
    .destroy = panel_destroy,
};

/* ---- the module ------------------------------------------------------------------ */

/* curses.initscr() was called: else an exception of _curses. */
static bool has_screen(MinipyVM *vm)
{
    MinipyValue curses = minipy_import(vm, "_curses");
    MinipyValue r =
        curses ? minipy_call_method(vm, curses, "isendwin", NULL, 0) : MINIPY_NULL;
    minipy_release(vm, curses);
    return r != MINIPY_NULL;
}

static METHOD(new_panel_of)
{
    State *s = state_of(vm);
    WINDOW *window = s ? window_argument(vm, "new_panel", args[0]) : NULL;
    void *data;
    MinipyValue v = window && forget_gone(vm, s) == 0
                        ? minipy_instance(vm, s->panel_class, &data)
                        : MINIPY_NULL;
    if (!v)
        return MINIPY_NULL;
    Panel *p = data;
    p->panel = new_panel(window);
    p->window = minipy_retain(args[0]);
    MinipyValue weak = p->panel
                           ? minipy_weak(vm, v, MINIPY_NULL)
                           : raise_of(vm, s->error, "curses function returned NULL");
    if (!weak || minipy_list_append(vm, s->panels, weak) < 0)
        replace(vm, &v, MINIPY_NULL);
    minipy_release(vm, weak);
    return v;
}

static METHOD(bottom_or_top)
{
    if (!has_screen(vm))
        return MINIPY_NULL;
    return object_of(vm, user ? panel_above(NULL) : panel_below(NULL));
}

static METHOD(update_all)
{
    if (!has_screen(vm))
        return MINIPY_NULL;
    update_panels();
    return minipy_none();
}

static char the_bottom;
static const MinipyMethod functions[] = {
    {.name = "bottom_panel",
     .function = bottom_or_top,
     .signature = "()",
     .user = &the_bottom},
    {.name = "top_panel", .function = bottom_or_top, .signature = "()"},
    ROW("new_panel", new_panel_of, "(win, /)",
        "A panel of that window, over all others."),
    ROW("update_panels", update_all, "()",
        "Shows the panels as they lie, at the next doupdate()."),
    {0},
};

/* The function of _curses that knows windows. */
static int find_window(MinipyVM *vm, State *s)
{
    MinipyValue curses = minipy_import(vm, "_curses");
    MinipyValue file =
        curses ? minipy_lookup_attr(vm, curses, "__file__") : MINIPY_NULL;
    const char *path = file ? minipy_as_str(vm, file, NULL) : NULL;
    void *library =
        path ? dlopen(path, RTLD_NOW | RTLD_NOLOAD) : dlopen(NULL, RTLD_NOW);
    if (curses && library)
        *(void **)&s->window = dlsym(library, "minipy_curses_window");
    if (library)
        dlclose(library); /* the module keeps it */
    minipy_release(vm, file);
    minipy_release(vm, curses);
    if (!s->window && !minipy_error_occurred(vm))
        minipy_raise(vm, "ImportError",
                     "_curses is not the module that comes with this one");
    return s->window ? 0 : -1;
}

static int fill(MinipyVM *vm, MinipyValue module)
{
    State *s = state_of(vm);
    if (!s || find_window(vm, s) < 0)
        return -1;
    s->panels = minipy_list(vm, NULL, 0);
    s->error = minipy_exception_class(vm, "_curses_panel.error", NULL, MINIPY_NULL);
    s->panel_class =
        s->panels && s->error ? minipy_type(vm, &panel_type, MINIPY_NULL) : MINIPY_NULL;
    return s->panel_class && minipy_setattr(vm, module, "error", s->error) == 0 &&
                   minipy_setattr(vm, module, "panel", s->panel_class) == 0 &&
                   add_text(vm, module, "version", "2.1") == 0
               ? add_text(vm, module, "__version__", "2.1")
               : -1;
}

/* clang-format off */
MINIPY_MODULE(_curses_panel) = {MINIPY_MODULE_HEAD, .name = "_curses_panel", .functions = functions,
    .state_size = sizeof(State), .state_values = 3, .exec = fill};
/* clang-format on */
