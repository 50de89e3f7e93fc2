/* plugin.c - an editor that Python plugins extend. A plugin is a module in a folder; it
 * gets the editor as an object and hangs functions on its events. One that fails is
 * reported and left out: the editor and the others go on.
 *
 *     ./plugin FOLDER
 */
#include <stdio.h>
#include <string.h>

#include "minipy.h"

/* ---- what a plugin sees: class Editor -------------------------------------------- */

typedef struct Editor {
    MinipyValue handlers; /* dict: name of an event -> list of functions */
} Editor;
static const MinipyType editor_type;

static MinipyValue list_for(MinipyVM *vm, Editor *e, MinipyValue event)
{
    MinipyValue empty = minipy_list(vm, NULL, 0), args[2] = {event, empty};
    MinipyValue list = minipy_call_method(vm, e->handlers, "setdefault", args, 2);
    minipy_release(vm, empty);
    return list;
}

/* @editor.on("save") */
static MinipyValue keep(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)user, (void)n;
    MinipyValue r = minipy_call_method(vm, args[0], "append", &args[1], 1);
    minipy_release(vm, r);
    return r ? minipy_retain(args[1]) : MINIPY_NULL;
}

static MinipyValue editor_on(MinipyVM *vm, void *user, const MinipyValue *args,
                             size_t n)
{
    (void)user, (void)n;
    Editor *e = minipy_data(vm, args[0], &editor_type);
    MinipyValue list = e ? list_for(vm, e, args[1]) : MINIPY_NULL;
    MinipyValue functools = minipy_import(vm, "functools"), decorator = MINIPY_NULL;
    MinipyValue f = minipy_function(vm, "on", keep, NULL), bound[2] = {f, list};
    if (list && functools && f)
        decorator = minipy_call_method(vm, functools, "partial", bound, 2);
    minipy_release(vm, list);
    minipy_release(vm, functools);
    minipy_release(vm, f);
    return decorator;
}

static const MinipyMethod editor_methods[] = {
    {.name = "on",
     .function = editor_on,
     .signature = "(self, event)",
     .doc = "A decorator: the function is called with the text at that event."},
    {0}};
static const MinipyType editor_type = {.name = "editor.Editor",
                                       .doc = "What plugins hang on to.",
                                       .size = sizeof(Editor),
                                       .values = 1,
                                       .methods = editor_methods,
                                       .flags = MINIPY_FINAL | MINIPY_NO_NEW};

static MinipyValue new_editor(MinipyVM *vm)
{
    void *data = NULL;
    MinipyValue cls = minipy_type(vm, &editor_type, MINIPY_NULL);
    MinipyValue self = cls ? minipy_instance(vm, cls, &data) : MINIPY_NULL;
    if (self)
        ((Editor *)data)->handlers = minipy_dict(vm);
    minipy_release(vm, cls);
    return self;
}

/* ---- what the editor does with plugins ------------------------------------------- */

/* The last line of a traceback: what went wrong, without where. */
static void report(MinipyVM *vm, const char *what)
{
    const char *text = minipy_error_text(vm), *line = text;
    for (const char *c = text; *c; c++)
        if (*c == '\n' && c[1])
            line = c + 1;
    printf("! %s: %s", what, line);
    minipy_error_clear(vm);
}

static void load(MinipyVM *vm, MinipyValue editor, const char *name)
{
    MinipyValue module = minipy_import(vm, name), r = MINIPY_NULL;
    if (module)
        r = minipy_call_method(vm, module, "start", &editor, 1);
    if (r)
        printf("plugin %s\n", name);
    else
        report(vm, name);
    minipy_release(vm, r);
    minipy_release(vm, module);
}

/* The text goes through all handlers of the event; one that fails leaves it as it was.
 */
static MinipyValue fire(MinipyVM *vm, MinipyValue editor, const char *event,
                        MinipyValue text)
{
    Editor *e = minipy_data(vm, editor, &editor_type);
    MinipyValue name = minipy_str(vm, event, strlen(event));
    MinipyValue list = list_for(vm, e, name), it = minipy_iter(vm, list), f;
    while (it && (f = minipy_next(vm, it)) != MINIPY_NULL) {
        MinipyValue changed = minipy_call(vm, f, &text, 1);
        if (!changed)
            report(vm, event);
        if (changed && !minipy_is_none(changed)) {
            minipy_release(vm, text);
            text = changed;
        }
        minipy_release(vm, f);
    }
    minipy_release(vm, it);
    minipy_release(vm, list);
    minipy_release(vm, name);
    return text;
}

int main(int argc, char **argv)
{
    static const char *const plugins[] = {"shout", "broken", "count"};
    MinipyConfig config;
    minipy_config_init(&config);
    config.path = argc > 1 ? argv[1] : "examples/hosts/plugins";
    config.time_limit_ms = 1000; /* a plugin that hangs does not hang the editor */
    MinipyVM *vm = minipy_new(&config);
    MinipyValue editor = vm ? new_editor(vm) : MINIPY_NULL;
    if (!editor)
        return 1;
    for (size_t i = 0; i < sizeof plugins / sizeof *plugins; i++)
        load(vm, editor, plugins[i]);
    MinipyValue text = minipy_str(vm, "hello, world", 12);
    text = fire(vm, editor, "save", text);
    printf("saved: %s\n", minipy_as_str(vm, text, NULL));
    minipy_release(vm, text);
    minipy_release(vm, editor);
    return minipy_free(vm) ? 1 : 0;
}
