/* readline.c - the module readline: CPython 3.11's, as it is over libedit. input() and
 * the prompt read by it on terminals once it is imported. Start with editor.h.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "editor.h"

/* ---- keys and files of settings -------------------------------------------------- */

/* The two lines of GNU readline's language that programs have, in libedit's; others are
 * for libedit as they are. */
static const char *translate(const char *line, char *room, size_t size)
{
    size_t n = 0;
    for (const char *p = line; *p && n + 1 < size; p++)
        if (*p != '"' && !isspace((unsigned char)*p))
            room[n++] = (char)tolower((unsigned char)*p);
    room[n] = 0;
    if (strcmp(room, "tab:complete") == 0 || strcmp(room, "\\t:complete") == 0 ||
        strcmp(room, "control-i:complete") == 0 || strcmp(room, "\\c-i:complete") == 0)
        return "bind ^I rl_complete";
    if (strcmp(room, "setediting-modevi") == 0)
        return "bind -v";
    return strcmp(room, "setediting-modeemacs") == 0 ? "bind -e" : line;
}

static METHOD(parse_and_bind)
{
    State *s = state_of(vm);
    const char *text, **words;
    char room[80];
    int count;
    MinipyValue holder = s ? text_encode(vm, args[0], &text) : MINIPY_NULL;
    EditLine *el = holder ? editor_of(s) : NULL;
    Tokenizer *t = el ? tok_init(NULL) : NULL;
    if (t) {
        locale_t outer = uselocale(s->characters);
        if (tok_str(t, translate(text, room, sizeof room), &count, &words) == 0 &&
            count > 0)
            el_parse(el, count, words);
        uselocale(outer);
        tok_end(t);
    }
    minipy_release(vm, holder);
    return el ? minipy_none() : MINIPY_NULL;
}

/* Whether GNU readline would find settings of its own where nobody names a file: that
 * they are not libedit's is no error of the program that asks for them. */
static bool has_inputrc(void)
{
    const char *named = getenv("INPUTRC"), *home = getenv("HOME");
    char path[PATH_MAX];
    if (named && *named)
        return access(named, R_OK) == 0;
    snprintf(path, sizeof path, "%s/.inputrc", home ? home : "");
    return access(path, R_OK) == 0 || access("/etc/inputrc", R_OK) == 0;
}

/* 0, or why the file cannot be read. */
static int file_error(const char *path)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int error = fd < 0                ? errno
                : fstat(fd, &st) < 0  ? errno
                : S_ISDIR(st.st_mode) ? EISDIR
                                      : 0;
    if (fd >= 0)
        close(fd);
    return error;
}

/* A file that is there has been read: what libedit says of lines that are meant for GNU
 * readline, which passes over what it does not know, is nobody's error. */
static METHOD(read_init_file)
{
    State *s = state_of(vm);
    const char *path;
    MinipyValue holder = MINIPY_NULL, r = MINIPY_NULL;
    if (s && path_of(vm, args[0], &holder, &path) == 0 && editor_of(s)) {
        locale_t outer = uselocale(s->characters);
        errno = 0;
        bool read = el_source(s->el, path) == 0;
        int error = path ? file_error(path) : read ? 0 : errno ? errno : ENOENT;
        read = !error || (!path && error == ENOENT && has_inputrc());
        uselocale(outer);
        r = read ? minipy_none() : minipy_raise_errno(vm, error, NULL);
    }
    minipy_release(vm, holder);
    return r;
}

/* ---- the line -------------------------------------------------------------------- */

static METHOD(get_line_buffer)
{
    State *s = state_of(vm);
    if (!s || !s->reading || s->starting)
        return s ? minipy_str(vm, "", 0) : MINIPY_NULL;
    const LineInfoW *line = el_wline(s->el);
    return wide_str(vm, line->buffer, (size_t)(line->lastchar - line->buffer));
}

static METHOD(insert_text)
{
    State *s = state_of(vm);
    const char *text;
    MinipyValue holder = s ? text_encode(vm, args[0], &text) : MINIPY_NULL;
    Wide w = {0};
    int r = holder ? wide_from_bytes(vm, &w, text) : -1;
    if (r == 0 && s->starting)
        r = wide_add(vm, &s->prefill, w.text, w.size);
    else if (r == 0 && s->reading && w.size)
        el_winsertstr(s->el, w.text);
    free(w.text);
    minipy_release(vm, holder);
    return r < 0 ? MINIPY_NULL : minipy_none();
}

static METHOD(redisplay)
{
    State *s = state_of(vm);
    if (!s || (s->reading && !s->starting && show_again(s) < 0))
        return MINIPY_NULL;
    return minipy_none();
}

/* ---- the history ----------------------------------------------------------------- */

static METHOD(add_history)
{
    State *s = state_of(vm);
    const char *text;
    MinipyValue holder = s ? text_encode(vm, args[0], &text) : MINIPY_NULL;
    int r = holder ? minipy_list_append(vm, s->history, args[0]) : -1;
    minipy_release(vm, holder);
    return r < 0 ? MINIPY_NULL : minipy_none();
}

static METHOD(clear_history)
{
    State *s = state_of(vm);
    return s ? minipy_call_method(vm, s->history, "clear", NULL, 0) : MINIPY_NULL;
}

/* A position that there is. -1: exception. */
static int position(MinipyVM *vm, State *s, MinipyValue v, int *at)
{
    if (!s || as_c_int(vm, v, at) < 0)
        return -1;
    if (*at >= 0 && *at < minipy_length(vm, s->history))
        return 0;
    if (*at < 0)
        minipy_raise(vm, "ValueError", "History index cannot be negative");
    else
        minipy_raisef(vm, "ValueError", "No history item at position %d", *at);
    return -1;
}

static METHOD(remove_history_item)
{
    State *s = state_of(vm);
    int at = 0;
    if (position(vm, s, args[0], &at) < 0)
        return MINIPY_NULL;
    int r = minipy_delitem(vm, s->history, minipy_int(vm, at));
    return r < 0 ? MINIPY_NULL : minipy_none();
}

static METHOD(replace_history_item)
{
    State *s = state_of(vm);
    int at = 0;
    if (!s || as_c_int(vm, args[0], &at) < 0)
        return MINIPY_NULL;
    if (minipy_kind(args[1]) != MINIPY_IS_STR)
        return minipy_raisef(
            vm, "TypeError", "replace_history_item() argument 2 must be str, not %s",
            minipy_is_none(args[1]) ? "None" : minipy_type_name(vm, args[1]));
    const char *text;
    MinipyValue holder = at < 0 ? MINIPY_NULL : text_encode(vm, args[1], &text);
    int r = at < 0 || holder ? position(vm, s, args[0], &at) : -1;
    if (r == 0)
        r = minipy_setitem(vm, s->history, minipy_int(vm, at), args[1]);
    minipy_release(vm, holder);
    return r < 0 ? MINIPY_NULL : minipy_none();
}

static METHOD(get_history_item)
{
    State *s = state_of(vm);
    int at = 0;
    if (!s || as_c_int(vm, args[0], &at) < 0)
        return MINIPY_NULL;
    return at >= 1 && at <= minipy_length(vm, s->history)
               ? minipy_getitem_at(vm, s->history, at - 1)
               : minipy_none();
}

static METHOD(get_current_history_length)
{
    State *s = state_of(vm);
    return s ? minipy_int(vm, minipy_length(vm, s->history)) : MINIPY_NULL;
}

static METHOD(get_history_length)
{
    State *s = state_of(vm);
    return s ? minipy_int(vm, s->history_length) : MINIPY_NULL;
}

static METHOD(set_history_length)
{
    State *s = state_of(vm);
    return s && as_c_int(vm, args[0], &s->history_length) == 0 ? minipy_none()
                                                               : MINIPY_NULL;
}

static METHOD(set_auto_history)
{
    State *s = state_of(vm);
    int on = s ? minipy_truth(vm, args[0]) : -1;
    if (on < 0)
        return MINIPY_NULL;
    s->auto_history = on;
    return minipy_none();
}

/* ---- what is called -------------------------------------------------------------- */

/* A place in the state for a function, and its name in messages. */
typedef struct Hook {
    size_t offset;
    const char *name;
} Hook;

static Hook completer = {offsetof(State, completer), "set_completer"};
static Hook startup_hook = {offsetof(State, startup_hook), "set_startup_hook"};
static Hook pre_input_hook = {offsetof(State, pre_input_hook), "set_pre_input_hook"};
static Hook display_hook = {offsetof(State, display_hook),
                            "set_completion_display_matches_hook"};

static METHOD(set_hook)
{
    const Hook *hook = user;
    State *s = state_of(vm);
    MinipyValue f = args[0] && !minipy_is_none(args[0]) ? args[0] : MINIPY_NULL;
    if (!s)
        return MINIPY_NULL;
    if (f && !minipy_callable(vm, f))
        return minipy_raisef(vm, "TypeError", "%s(func): argument not callable",
                             hook->name);
    replace(vm, (MinipyValue *)((char *)s + hook->offset),
            f ? minipy_retain(f) : MINIPY_NULL);
    return minipy_none();
}

static METHOD(get_completer)
{
    State *s = state_of(vm);
    if (!s)
        return MINIPY_NULL;
    return s->completer ? minipy_retain(s->completer) : minipy_none();
}

static METHOD(set_completer_delims)
{
    State *s = state_of(vm);
    return s && wide_from(vm, &s->delims, args[0]) == 0 ? minipy_none() : MINIPY_NULL;
}

static METHOD(get_completer_delims)
{
    State *s = state_of(vm);
    return s ? wide_str(vm, s->delims.text, s->delims.size) : MINIPY_NULL;
}

/* libedit has one way to complete. */
static METHOD(get_completion_type)
{
    return minipy_int(vm, 0);
}

static METHOD(get_begidx)
{
    State *s = state_of(vm);
    return s ? minipy_retain(s->begidx) : MINIPY_NULL;
}

static METHOD(get_endidx)
{
    State *s = state_of(vm);
    return s ? minipy_retain(s->endidx) : MINIPY_NULL;
}

/* ---- the module ------------------------------------------------------------------ */

/* clang-format off */
#define HOOK_ROW(hook, doc_) {.name = "set_" #hook, .function = set_hook, .signature = "(function=None, /)", \
                              .doc = doc_, .user = &hook}
static const MinipyMethod functions[] = {
    ROW("parse_and_bind", parse_and_bind, "(string, /)", "Runs a line of libedit's settings, as `bind ^I rl_complete`."),
    ROW("read_init_file", read_init_file, "(filename=None, /)", "Runs a file of libedit's settings.\n\nThe default is ~/.editrc; one for GNU readline is passed over."),
    ROW("get_line_buffer", get_line_buffer, "()", "The line that is edited."),
    ROW("insert_text", insert_text, "(string, /)", "Inserts text at the cursor."),
    ROW("redisplay", redisplay, "()", "Shows the line anew."),
    ROW("read_history_file", history_read_file, "(filename=None, /)", "Adds the lines of a file to the history.\n\nThe default is ~/.history."),
    ROW("write_history_file", history_write_file, "(filename=None, /)", "Writes the history to a file.\n\nThe default is ~/.history."),
    ROW("append_history_file", history_append_file, "(nelements, filename=None, /)", "Adds the last nelements lines to a file that there is.\n\nThe default is ~/.history."),
    ROW("get_history_length", get_history_length, "()", "How many lines a file gets at most; negative: all."),
    ROW("set_history_length", set_history_length, "(length, /)", "Sets how many lines a file gets at most; negative: all."),
    ROW("get_current_history_length", get_current_history_length, "()", "How many lines the history has."),
    ROW("get_history_item", get_history_item, "(index, /)", "A line of the history, the first by 1; None: there is none."),
    ROW("add_history", add_history, "(string, /)", "Adds a line to the history."),
    ROW("clear_history", clear_history, "()", "Forgets the history."),
    ROW("remove_history_item", remove_history_item, "(pos, /)", "Forgets a line of the history, the first by 0."),
    ROW("replace_history_item", replace_history_item, "(pos, line, /)", "Replaces a line of the history, the first by 0."),
    ROW("set_auto_history", set_auto_history, "(enabled, /)", "Says whether lines that are read are added to the history."),
    HOOK_ROW(completer, "Sets function(text, state), which gives what text may become: a str for\nstate 0, 1, ..., and something else at the end."),
    ROW("get_completer", get_completer, "()", "The function that was set."),
    ROW("get_completion_type", get_completion_type, "()", "Which way of completing is tried: with libedit always 0."),
    ROW("get_begidx", get_begidx, "()", "Where the word that is completed begins."),
    ROW("get_endidx", get_endidx, "()", "Where it ends."),
    ROW("set_completer_delims", set_completer_delims, "(string, /)", "Sets the characters that words end at."),
    ROW("get_completer_delims", get_completer_delims, "()", "The characters that words end at."),
    HOOK_ROW(startup_hook, "Sets function(), called before a prompt is shown."),
    HOOK_ROW(pre_input_hook, "Sets function(), called when a prompt is shown and nothing read yet."),
    {.name = "set_completion_display_matches_hook", .function = set_hook, .signature = "(function=None, /)",
     .doc = "Sets function(substitution, [matches], longest_match_length), which shows them.", .user = &display_hook},
    {0}};
/* clang-format on */

static int fill(MinipyVM *vm, MinipyValue module)
{
    /* As editline/readline.h has it. */
    static const Number versions[] = {
        {"_READLINE_VERSION", 0x0402}, {"_READLINE_RUNTIME_VERSION", 0x0402}, {0}};
    State *s = state_of(vm);
    if (!s)
        return -1;
    s->vm = vm;
    s->history_length = -1;
    s->auto_history = true;
    s->history = minipy_list(vm, NULL, 0);
    s->begidx = minipy_int(vm, 0);
    s->endidx = minipy_int(vm, 0);
    if (!s->history ||
        wide_from_bytes(vm, &s->delims, " \t\n`~!@#$%^&*()-=+[{]}\\|;:'\",<>/?") < 0 ||
        add_numbers(vm, module, versions) < 0 ||
        add_text(vm, module, "_READLINE_LIBRARY_VERSION", "EditLine wrapper") < 0)
        return -1;
    return minipy_set_line_reader(vm, read_line, NULL);
}

static void forget(void *state)
{
    State *s = state;
    Wide *texts[] = {&s->prompt,        &s->delims,        &s->typed,
                     &s->prefill,       &s->recalled,      &s->tabbed,
                     &s->search.text,   &s->search.prompt, &s->search.entry,
                     &s->search.before, &s->search.found,  &s->search.last};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]->text);
    if (s->el)
        el_end(s->el);
    if (s->characters)
        freelocale(s->characters);
}

/* clang-format off */
MINIPY_MODULE(readline) = {MINIPY_MODULE_HEAD, .name = "readline",
    .doc = "Importing this module enables command line editing using libedit readline.",
    .functions = functions, .state_size = sizeof(State), .state_values = 7, .exec = fill, .free_state = forget};
/* clang-format on */
