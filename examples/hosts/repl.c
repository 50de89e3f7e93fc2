/* repl.c - a prompt inside an application, which keeps the terminal to itself: it reads
 * the lines, says whether a statement goes on, and shows what Python writes and which
 * errors there are, in its own way. `app` is the application, as programs see it.
 *
 *     ./repl < LINES
 */
#include <stdio.h>
#include <string.h>

#include "minipy.h"

/* Python's standard streams: what is written goes to the application's log window. */
static MinipyValue stream_write(MinipyVM *vm, void *user, const MinipyValue *args,
                                size_t n)
{
    (void)n;
    size_t size;
    const char *text = minipy_as_str(vm, args[1], &size);
    if (!text)
        return MINIPY_NULL;
    for (size_t i = 0; i < size; i++) { /* each line with the stream's mark */
        bool *begins = user;
        if (*begins)
            fputs("| ", stdout);
        putchar(text[i]);
        *begins = text[i] == '\n';
    }
    return minipy_int(vm, (int64_t)size);
}
static MinipyValue stream_flush(MinipyVM *vm, void *user, const MinipyValue *args,
                                size_t n)
{
    (void)vm, (void)user, (void)args, (void)n;
    return minipy_none();
}
static bool line_begins = true;
static const MinipyMethod stream_methods[] = {
    {.name = "write",
     .function = stream_write,
     .signature = "(self, text)",
     .user = &line_begins},
    {.name = "flush", .function = stream_flush, .signature = "(self)"},
    {0}};
static const MinipyType stream_type = {.name = "app.Stream", .methods = stream_methods};

/* app.quit() */
static MinipyValue quit(MinipyVM *vm, void *user, const MinipyValue *args, size_t n)
{
    (void)vm, (void)args, (void)n;
    *(bool *)user = true;
    return minipy_none();
}

static int set_up(MinipyVM *vm, bool *ended)
{
    const MinipyMethod row = {
        .name = "quit", .function = quit, .signature = "()", .user = ended};
    MinipyValue cls = minipy_type(vm, &stream_type, MINIPY_NULL);
    MinipyValue stream = cls ? minipy_instance(vm, cls, NULL) : MINIPY_NULL;
    MinipyValue f = minipy_function_new(vm, &row), sys = minipy_import(vm, "sys");
    MinipyValue main_module = minipy_main_module(vm);
    int r = stream && f && sys && main_module &&
                    minipy_setattr(vm, sys, "stdout", stream) == 0 &&
                    minipy_setattr(vm, sys, "stderr", stream) == 0 &&
                    minipy_setattr(vm, main_module, "quit", f) == 0
                ? 0
                : -1;
    minipy_release(vm, main_module);
    minipy_release(vm, sys);
    minipy_release(vm, f);
    minipy_release(vm, stream);
    minipy_release(vm, cls);
    return r;
}

/* Does the statement go on? push() has run it if it does not. */
static bool push(MinipyVM *vm, MinipyValue console, const char *line)
{
    MinipyValue text = minipy_str(vm, line, strlen(line));
    MinipyValue more =
        text ? minipy_call_method(vm, console, "push", &text, 1) : MINIPY_NULL;
    int goes_on = more ? minipy_truth(vm, more) : 0;
    if (!more) /* only what may not be caught: SystemExit, a limit */
        minipy_error_exit_status(vm, NULL);
    minipy_release(vm, more);
    minipy_release(vm, text);
    return goes_on > 0;
}

int main(void)
{
    char line[500];
    bool ended = false, goes_on = false;
    MinipyVM *vm = minipy_new(NULL);
    if (!vm || set_up(vm, &ended) < 0)
        return 1;
    MinipyValue console = minipy_eval(
        vm, "__import__('code').InteractiveConsole(globals(), '<application>')");
    while (console && !ended) {
        printf(goes_on ? "  ... " : "app> ");
        if (!fgets(line, sizeof line, stdin))
            break;
        line[strcspn(line, "\n")] = 0;
        printf("%s\n", line); /* the test's input is no terminal */
        goes_on = push(vm, console, line);
    }
    minipy_release(vm, console);
    return minipy_free(vm) ? 1 : 0;
}
