/* edit.c - a line from the terminal, by libedit, whose every character comes through
 * get_char(): there the vm's other threads run, and signals are heard. What libedit is
 * to do besides is typed to it, as keys of our own that no keyboard sends (^\ is a
 * signal's).
 *
 * One line is read at a time in the process: the terminal, the signals' handlers and
 * libedit's output are the process's.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <langinfo.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "editor.h"

#define KEY_PREFILL L"\034h"
#define KEY_SHOW L"\034r"
#define KEY_LEAVE L"\034e"
#define KEY_OLDER L"\034p"
#define KEY_NEWER L"\034n"
#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
#define PASTE_END L"\033[201~"
enum { INDENT = 4, LOOK_MS = 1000 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t reader; /* who holds it, while is_reading */
static bool is_reading;

/* ---- signals --------------------------------------------------------------------- */

/* While a line is read: the terminal as it was, and as libedit has it; whether it is to
 * be looked at again; what SIGCONT and SIGWINCH did before. */
static struct termios outside, editing;
static volatile sig_atomic_t has_editing, pastes, changed;
static const int heard[] = {SIGWINCH, SIGCONT, SIGTSTP};
enum { HEARD = sizeof heard / sizeof *heard };
static struct sigaction before[HEARD];

static void tell_terminal(const char *text, size_t size)
{
    ssize_t n = write(STDOUT_FILENO, text, size);
    (void)n; /* a terminal that is gone is noticed by who reads */
}

/* The shell gets the terminal as the program had it, and libedit gets it back. */
static void stop_here(void)
{
    sigset_t set, old;
    if (pastes)
        tell_terminal(PASTE_OFF, sizeof PASTE_OFF - 1);
    tcsetattr(STDIN_FILENO, TCSANOW, &outside);
    signal(SIGTSTP, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    raise(SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &set, &old); /* it stops here */
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void on_signal(int signum)
{
    int error = errno;
    if (signum == SIGTSTP) {
        struct sigaction own;
        sigaction(SIGTSTP, NULL, &own);
        stop_here();
        sigaction(SIGTSTP, &own, NULL);
    }
    if (signum != SIGWINCH) {
        if (has_editing)
            tcsetattr(STDIN_FILENO, TCSANOW, &editing);
        if (pastes)
            tell_terminal(PASTE_ON, sizeof PASTE_ON - 1);
    }
    changed = 1;
    for (int i = 0; i < HEARD; i++)
        if (heard[i] == signum && !(before[i].sa_flags & SA_SIGINFO) &&
            before[i].sa_handler != SIG_DFL && before[i].sa_handler != SIG_IGN)
            before[i].sa_handler(signum);
    errno = error;
}

/* SIGTSTP only where the system would stop us. */
static void hear_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    has_editing = changed = 0;
    tcgetattr(STDIN_FILENO, &outside);
    for (int i = 0; i < HEARD; i++) {
        sigaction(heard[i], NULL, &before[i]);
        if (heard[i] != SIGTSTP || before[i].sa_handler == SIG_DFL)
            sigaction(heard[i], &action, NULL);
    }
}

static void leave_signals(void)
{
    for (int i = 0; i < HEARD; i++)
        sigaction(heard[i], &before[i], NULL);
}

/* ---- characters ------------------------------------------------------------------ */

MinipyValue ask(State *s, MinipyValue f, const MinipyValue *args, size_t n)
{
    locale_t ours = uselocale(LC_GLOBAL_LOCALE);
    MinipyValue held = minipy_retain(f);
    MinipyValue r = minipy_call(s->vm, held, args, n);
    minipy_release(s->vm, held);
    uselocale(ours);
    return r;
}

/* A hook: what it gives or raises means nothing. */
static void call_hook(State *s, MinipyValue hook)
{
    if (!hook)
        return;
    minipy_release(s->vm, ask(s, hook, NULL, 0));
    minipy_error_clear(s->vm);
}

static int type(State *s, const wchar_t *keys)
{
    return wide_add(s->vm, &s->typed, keys, wcslen(keys));
}

int show_again(State *s)
{
    return type(s, KEY_SHOW);
}

/* Until there is something to read: 1; or the terminal has changed: 0; or a handler
 * raised: -1. Now and then it looks by itself: a signal may come just before poll(), or
 * go to another thread. */
static int wait_for_input(State *s)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    for (;;) {
        locale_t ours = uselocale(LC_GLOBAL_LOCALE);
        int r = minipy_poll(s->vm);
        uselocale(ours);
        if (r < 0)
            return -1;
        if (changed)
            return 0;
        MinipyThread *me = minipy_thread_leave(s->vm);
        r = poll(&in, 1, LOOK_MS);
        int error = errno;
        minipy_thread_enter(s->vm, me);
        if (r > 0 || (r < 0 && error != EINTR && error != EAGAIN))
            return 1;
    }
}

/* A character of the terminal's bytes: 1, 0 at the end. */
static int decode(wchar_t *c)
{
    char byte;
    mbstate_t state = {0};
    for (;;) {
        ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return 0; /* hung up, too */
        size_t size = mbrtowc(c, &byte, 1, &state);
        if (size == (size_t)-2)
            continue;
        if (size == (size_t)-1)
            *c = 0xdc00 | (unsigned char)byte;
        return 1;
    }
}

static int typed_char(State *s, wchar_t *c)
{
    *c = s->typed.text[s->typed_at++];
    if (s->typed_at == s->typed.size)
        s->typed.size = s->typed_at = 0;
    return 1;
}

/* For libedit: 1, 0 at the end, -1: s->failed. */
static int get_char(EditLine *el, wchar_t *c)
{
    State *s = state_of_editor(el);
    if (!s->shown) {
        s->shown = true; /* what the hook inserts is lost, as with CPython's libedit */
        has_editing = tcgetattr(STDIN_FILENO, &editing) == 0;
        s->reading = false;
        call_hook(s, s->pre_input_hook);
        s->reading = true;
    }
    fflush(stdout);
    while (s->typed_at == s->typed.size) {
        int r = s->leaving ? -1 : wait_for_input(s);
        if (r > 0) {
            if (!decode(c))
                return 0;
            if (!s->search.on)
                return 1;
            r = search_key(s, *c);
        } else if (r == 0) {
            changed = 0;
            el_resize(el);
            r = show_again(s);
        }
        if (r < 0 && (s->leaving || type(s, KEY_LEAVE) < 0)) {
            s->failed = true;
            return -1;
        }
        s->leaving = r < 0;
    }
    return typed_char(s, c);
}

/* ---- keys ------------------------------------------------------------------------ */

static unsigned char key_prefill(EditLine *el, wint_t key)
{
    (void)key;
    State *s = state_of_editor(el);
    return el_winsertstr(el, s->prefill.text) < 0 ? CC_ERROR : CC_REFRESH;
}

/* Behind the end of a line that is given up, that what is printed next does not run
 * into its rows. */
static unsigned char key_leave(EditLine *el, wint_t key)
{
    (void)key;
    const LineInfoW *line = el_wline(el);
    el_cursor(el, (int)(line->lastchar - line->cursor));
    return CC_CURSOR;
}

/* What was pasted comes between two marks, its lines as one text. */
static unsigned char key_paste(EditLine *el, wint_t key)
{
    (void)key;
    State *s = state_of_editor(el);
    Wide text = {0};
    size_t end = wcslen(PASTE_END);
    bool whole = false;
    for (wchar_t c; !whole && el_wgetc(el, &c) == 1;) {
        if (wide_add_char(s->vm, &text, c == '\r' ? '\n' : c) < 0)
            break;
        whole = text.size >= end &&
                wmemcmp(text.text + text.size - end, PASTE_END, end) == 0;
    }
    if (minipy_error_occurred(s->vm))
        s->failed = true;
    text.size -= whole ? end : 0;
    if (text.size && text.text[text.size - 1] == '\n')
        text.size--;
    if (text.text)
        text.text[text.size] = 0;
    int r = whole && text.size ? el_winsertstr(el, text.text) : 0;
    free(text.text);
    return s->failed ? CC_EOF : r < 0 ? CC_ERROR : CC_REFRESH;
}

/* The start of the line that p is in. */
static const wchar_t *line_start(const LineInfoW *line, const wchar_t *p)
{
    while (p > line->buffer && p[-1] != '\n')
        p--;
    return p;
}

static const wchar_t *line_end(const LineInfoW *line, const wchar_t *p)
{
    while (p < line->lastchar && *p != '\n')
        p++;
    return p;
}

static unsigned char move_to(EditLine *el, const LineInfoW *line, const wchar_t *start,
                             size_t column)
{
    size_t length = (size_t)(line_end(line, start) - start);
    const wchar_t *to = start + (column < length ? column : length);
    el_cursor(el, (int)(to - line->cursor));
    return CC_REFRESH;
}

/* A line up in a text of several; from its first the history. */
static unsigned char key_up(EditLine *el, wint_t key)
{
    (void)key;
    const LineInfoW *line = el_wline(el);
    const wchar_t *start = line_start(line, line->cursor);
    if (start == line->buffer)
        return type(state_of_editor(el), KEY_OLDER) < 0 ? CC_ERROR : CC_NORM;
    return move_to(el, line, line_start(line, start - 1),
                   (size_t)(line->cursor - start));
}

static unsigned char key_down(EditLine *el, wint_t key)
{
    (void)key;
    const LineInfoW *line = el_wline(el);
    const wchar_t *end = line_end(line, line->cursor);
    if (end == line->lastchar)
        return type(state_of_editor(el), KEY_NEWER) < 0 ? CC_ERROR : CC_NORM;
    return move_to(el, line, end + 1,
                   (size_t)(line->cursor - line_start(line, line->cursor)));
}

/* In the indentation of a block a step back at once. */
static unsigned char key_backspace(EditLine *el, wint_t key)
{
    (void)key;
    const LineInfoW *line = el_wline(el);
    const wchar_t *start = line_start(line, line->cursor);
    size_t column = (size_t)(line->cursor - start), spaces = 0;
    if (line->cursor == line->buffer)
        return CC_ERROR;
    while (spaces < column && start[spaces] == ' ')
        spaces++;
    bool step = state_of_editor(el)->blocks && column && spaces == column;
    el_wdeletestr(el, step ? (int)((column - 1) % INDENT + 1) : 1);
    return CC_REFRESH;
}

static unsigned char key_newline(EditLine *el, wint_t key)
{
    (void)key;
    return el_winsertstr(el, L"\n") < 0 ? CC_ERROR : CC_REFRESH;
}

typedef struct Key {
    const wchar_t *name, *help;
    unsigned char (*function)(EditLine *el, wint_t key);
    const wchar_t *keys[3]; /* up to a NULL */
} Key;

/* Where function is NULL, libedit has it. */
static const Key own_keys[] = {
    {L"py-prefill", L"Insert what the line begins with", key_prefill, {L"\\034h"}},
    {L"py-leave", L"Give the line up", key_leave, {L"\\034e"}},
    {L"ed-redisplay", NULL, NULL, {L"\\034r"}},
    {L"ed-prev-history", NULL, NULL, {L"\\034p"}},
    {L"ed-next-history", NULL, NULL, {L"\\034n"}},
};
static const Key emacs_keys[] = {
    {L"py-paste", L"Insert what is pasted", key_paste, {L"\\033[200~"}},
    {L"py-up",
     L"Move up a line, or through the history",
     key_up,
     {L"\\033[A", L"\\033OA"}},
    {L"py-down",
     L"Move down a line, or through the history",
     key_down,
     {L"\\033[B", L"\\033OB"}},
    {L"py-backspace",
     L"Delete a character, or a step of indentation",
     key_backspace,
     {L"^?", L"^H"}},
    {L"py-newline", L"Begin another line", key_newline, {L"\\033^M", L"\\033^J"}},
    {L"rl_complete", L"Complete the word", complete, {NULL}},
    {L"ed-insert", NULL, NULL, {L"^I"}}, /* until the program binds it */
    {L"py-search", L"Search backwards through the history", key_search, {L"^R"}},
    {L"ed-move-to-beg", NULL, NULL, {L"\\033[1~", L"\\033[H", L"\\033OH"}},
    {L"ed-move-to-end", NULL, NULL, {L"\\033[4~", L"\\033[F", L"\\033OF"}},
    {L"ed-delete-next-char", NULL, NULL, {L"\\033[3~"}},
    {L"em-next-word", NULL, NULL, {L"\\033[1;5C", L"\\033[1;3C"}},
    {L"ed-prev-word", NULL, NULL, {L"\\033[1;5D", L"\\033[1;3D"}},
};

static void bind_keys(EditLine *el, const Key *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (keys[i].function)
            el_wset(el, EL_ADDFN, keys[i].name, keys[i].help, keys[i].function);
        for (int k = 0; k < 3 && keys[i].keys[k]; k++)
            el_wset(el, EL_BIND, keys[i].keys[k], keys[i].name, NULL);
    }
}

/* ---- the editor ------------------------------------------------------------------ */

static wchar_t *get_prompt(EditLine *el)
{
    State *s = state_of_editor(el);
    return s->search.on ? s->search.prompt.text : s->prompt.text;
}

/* Of the environment; a terminal of plain ASCII gets UTF-8, as in CPython's coercion of
 * the C locale. */
static locale_t make_locale(void)
{
    locale_t l = newlocale(LC_CTYPE_MASK, "", NULL);
    if (l && strcmp(nl_langinfo_l(CODESET, l), "ANSI_X3.4-1968") != 0)
        return l;
    if (l)
        freelocale(l);
    return newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL);
}

/* How a terminal inserts characters. libedit loses some where a text of several rows
 * moves on (3.1-20221030), so that it shall write the row anew. */
static const wchar_t *const inserts[] = {L"ic", L"im", L"IC"};

EditLine *editor_of(State *s)
{
    if (s->el)
        return s->el;
    if (!s->characters)
        s->characters = make_locale();
    locale_t outer = uselocale(s->characters);
    EditLine *el = s->characters ? el_init("python", stdin, stdout, stderr) : NULL;
    if (el) {
        el_wset(el, EL_CLIENTDATA, s);
        el_wset(el, EL_SIGNAL, 0);
        el_wset(el, EL_PROMPT_ESC, get_prompt, L'\1');
        el_wset(el, EL_HIST, history_walk, s);
        el_wset(el, EL_EDITOR, L"emacs");
        el_wset(el, EL_GETCFN, get_char);
        for (size_t i = 0; i < sizeof inserts / sizeof *inserts; i++)
            el_wset(el, EL_SETTC, inserts[i], L"", NULL);
        bind_keys(el, own_keys, sizeof own_keys / sizeof *own_keys);
        bind_keys(el, emacs_keys, sizeof emacs_keys / sizeof *emacs_keys);
        el_source(el, NULL);
    }
    uselocale(outer);
    if (!el)
        minipy_raise(s->vm, "MemoryError", NULL);
    return s->el = el;
}

/* libedit drops what has no width at the end of all: the character before it goes
 * there.
 */
static void end_with_width(Wide *prompt)
{
    wchar_t *start = prompt->text, *end = start + prompt->size - 1;
    if (prompt->size < 3 || *end != 1)
        return;
    wchar_t *mark = end - 1;
    while (mark > start && *mark != 1)
        mark--;
    if (mark == start || mark[-1] == 1)
        return;
    wchar_t last = mark[-1];
    wmemmove(mark - 1, mark, (size_t)(end - mark) + 1);
    *end = last;
}

/* The prompt's last line is libedit's, with \1 on both sides of what has no width; what
 * stands before is printed here. */
static int set_prompt(State *s, MinipyValue prompt)
{
    const char *text;
    MinipyValue holder = text_encode(s->vm, prompt, &text);
    const char *last = holder ? strrchr(text, '\n') : NULL;
    if (last) {
        fwrite(text, 1, (size_t)(last + 1 - text), stdout);
        fflush(stdout);
    }
    int r = holder ? wide_from_bytes(s->vm, &s->prompt, last ? last + 1 : text) : -1;
    minipy_release(s->vm, holder);
    size_t to = 0;
    for (size_t i = 0; r == 0 && i < s->prompt.size; i++) {
        wchar_t c = s->prompt.text[i];
        if (c == 2 && s->prompt.text[i + 1] == 1)
            i++; /* one ends where the next begins */
        else
            s->prompt.text[to++] = c == 2 ? 1 : c;
    }
    if (r == 0)
        s->prompt.text[s->prompt.size = to] = 0;
    if (r == 0)
        end_with_width(&s->prompt);
    return r;
}

/* What the line begins with: what the caller says, and the startup hook inserts. */
static int begin_line(State *s, MinipyValue prefill)
{
    const wchar_t *editor = NULL;
    s->typed.size = s->typed_at = s->prefill.size = 0;
    s->failed = s->leaving = s->shown = s->search.on = s->has_tabbed = false;
    s->blocks = prefill != MINIPY_NULL;
    if (prefill && wide_from(s->vm, &s->prefill, prefill) < 0)
        return -1;
    s->reading = s->starting = true;
    call_hook(s, s->startup_hook);
    s->starting = false;
    el_wget(s->el, EL_EDITOR, &editor);
    bool emacs = editor && *editor == 'e';
    if (!emacs) /* who chose vi has lost our keys by it */
        bind_keys(s->el, own_keys, sizeof own_keys / sizeof *own_keys);
    const char *term = getenv("TERM");
    pastes = s->blocks && emacs && term && *term && strcmp(term, "dumb") != 0;
    return s->prefill.size ? type(s, KEY_PREFILL) : 0;
}

/* By libedit. The line with its newline, "" at the end; MINIPY_NULL: exception. */
static MinipyValue edit(State *s)
{
    int n = 0;
    hear_signals();
    if (pastes)
        tell_terminal(PASTE_ON, sizeof PASTE_ON - 1);
    el_wset(s->el, EL_PREP_TERM, 1); /* before the prompt invites anybody to type */
    const wchar_t *line = el_wgets(s->el, &n);
    if (pastes)
        tell_terminal(PASTE_OFF, sizeof PASTE_OFF - 1);
    leave_signals();
    if (s->failed)
        return minipy_error_occurred(s->vm) ? MINIPY_NULL
                                            : minipy_raise(s->vm, "OSError", NULL);
    if (!line || n <= 0)
        return minipy_str(s->vm, "", 0);
    size_t size = (size_t)n - (line[n - 1] == '\n');
    if (s->auto_history && history_remember(s, line, size) < 0)
        return MINIPY_NULL;
    Wide whole = {0};
    MinipyValue r = MINIPY_NULL;
    if (wide_add(s->vm, &whole, line, size) == 0 &&
        wide_add_char(s->vm, &whole, '\n') == 0)
        r = wide_str(s->vm, whole.text, whole.size);
    free(whole.text);
    return r;
}

METHOD(read_line)
{
    State *s = state_of(vm);
    if (!s)
        return MINIPY_NULL;
    if (is_reading && pthread_equal(reader, pthread_self()))
        return minipy_raise(vm, "RuntimeError", "can't re-enter readline");
    MinipyThread *me = minipy_thread_leave(vm);
    pthread_mutex_lock(&mutex);
    minipy_thread_enter(vm, me);
    reader = pthread_self();
    is_reading = true;
    MinipyValue r = MINIPY_NULL;
    if (editor_of(s)) {
        locale_t outer = uselocale(s->characters);
        if (set_prompt(s, args[0]) == 0 &&
            begin_line(s, n > 1 ? args[1] : MINIPY_NULL) == 0)
            r = edit(s);
        uselocale(outer);
    }
    s->reading = false;
    is_reading = false;
    pthread_mutex_unlock(&mutex);
    return r;
}
