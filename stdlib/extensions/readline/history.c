/* history.c - what was read before: libedit walks through it, and files keep it.
 *
 * A file has an entry a line, as GNU readline writes and reads it, and CPython's
 * ~/.python_history is. Within an entry of several lines each but the last ends with
 * "\r\n", as CPython 3.13 writes it. A file of libedit's own (_HiStOrY_V2_) is read
 * too, but never written: the next python3.11 would lose all that is in it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "editor.h"

/* ---- for libedit ----------------------------------------------------------------- */

/* Entry `at` as what libedit has asked for; -1: there is none. */
static int show(State *s, HistEventW *event, int64_t at)
{
    int64_t n = minipy_length(s->vm, s->history);
    if (at < 0 || at >= n)
        return -1;
    MinipyValue v = minipy_getitem_at(s->vm, s->history, at);
    int r = v ? wide_from(s->vm, &s->recalled, v) : -1;
    minipy_release(s->vm, v);
    if (r < 0) {
        minipy_error_clear(s->vm);
        return -1;
    }
    s->looked_at = at;
    event->num = (int)at + 1;
    event->str = s->recalled.text;
    return 0;
}

int history_walk(void *state, HistEventW *event, int operation, ...)
{
    State *s = state;
    int64_t n = minipy_length(s->vm, s->history);
    event->num = 0;
    event->str = L"";
    switch (operation) {
    case H_FIRST: return show(s, event, n - 1); /* the newest */
    case H_LAST: return show(s, event, 0);
    case H_NEXT: return show(s, event, s->looked_at - 1);
    case H_PREV: return show(s, event, s->looked_at + 1);
    case H_CURR: return show(s, event, s->looked_at);
    case H_GETSIZE: event->num = (int)n; return 0;
    default: return -1;
    }
}

int history_remember(State *s, const wchar_t *line, size_t size)
{
    MinipyVM *vm = s->vm;
    int64_t n = minipy_length(vm, s->history);
    if (size == 0 || (s->blocks && wcsspn(line, L" \t\n") >= size))
        return 0;
    MinipyValue v = wide_str(vm, line, size);
    MinipyValue last =
        v && n > 0 ? minipy_getitem_at(vm, s->history, n - 1) : MINIPY_NULL;
    int same = last ? minipy_compare(vm, last, "==", v) : 0;
    int r = !v || same < 0 ? -1 : same ? 0 : minipy_list_append(vm, s->history, v);
    minipy_release(vm, last);
    minipy_release(vm, v);
    return r;
}

/* ---- files ----------------------------------------------------------------------- */

int path_of(MinipyVM *vm, MinipyValue v, MinipyValue *holder, const char **path)
{
    *holder = MINIPY_NULL;
    *path = NULL;
    if (!v || minipy_is_none(v))
        return 0;
    *holder = minipy_path(vm, v, path);
    return *holder ? 0 : -1;
}

/* That, or ~/.history; `home` has its room. */
static int history_path(MinipyVM *vm, MinipyValue v, MinipyValue *holder,
                        const char **path, char *home, size_t room)
{
    if (path_of(vm, v, holder, path) < 0)
        return -1;
    if (!*path) {
        const char *folder = getenv("HOME");
        if (!folder) {
            minipy_raise_errno(vm, ENOENT, NULL);
            return -1;
        }
        snprintf(home, room, "%s/.history", folder);
        *path = home;
    }
    return 0;
}

static int digits(const char *p)
{
    for (int i = 0; i < 3; i++)
        if (p[i] < '0' || p[i] > '7')
            return -1;
    return (p[0] - '0') << 6 | (p[1] - '0') << 3 | (p[2] - '0');
}

/* What vis(3) of libedit has made of a line, back: \040, \\ and so on. In place. */
static void unvis(char *line)
{
    char *to = line;
    for (char *p = line; *p; to++) {
        int octal = *p == '\\' ? digits(p + 1) : -1;
        if (octal >= 0) {
            *to = (char)octal;
            p += 4;
        } else {
            p += *p == '\\' && p[1];
            *to = *p++;
        }
    }
    *to = 0;
}

/* Appends an entry, unless it is empty. -1: exception. */
static int add_entry(MinipyVM *vm, MinipyValue list, const char *entry, size_t size)
{
    if (!size)
        return 0;
    MinipyValue v = text_decode(vm, entry, size);
    int r = v ? minipy_list_append(vm, list, v) : -1;
    minipy_release(vm, v);
    return r;
}

/* Appends the file's entries to `list`. -1: exception. */
static int read_entries(MinipyVM *vm, FILE *f, MinipyValue list)
{
    char *line = NULL, *entry = NULL;
    size_t room = 0, size = 0;
    bool encoded = false, first = true;
    int r = 0;
    for (ssize_t n; r == 0 && (n = getline(&line, &room, f)) >= 0; first = false) {
        bool ends = n > 0 && line[n - 1] == '\n';
        n -= ends;
        bool more = ends && n > 0 && line[n - 1] == '\r';
        n -= more;
        line[n] = 0;
        if (first && strcmp(line, "_HiStOrY_V2_") == 0) {
            encoded = true;
            continue;
        }
        if (encoded)
            unvis(line);
        n = (ssize_t)strlen(line);
        char *grown = realloc(entry, size + (size_t)n + 2);
        if (!grown) {
            minipy_raise(vm, "MemoryError", NULL);
            r = -1;
            break;
        }
        entry = grown;
        memcpy(entry + size, line, (size_t)n);
        size += (size_t)n;
        if (more) {
            entry[size++] = '\n';
            continue;
        }
        r = add_entry(vm, list, entry, size);
        size = 0;
    }
    if (r == 0 && size) /* the file ends within an entry */
        r = add_entry(vm, list, entry, size - 1);
    if (r == 0 && ferror(f)) {
        minipy_raise_errno(vm, errno == EISDIR ? EINVAL : errno, NULL);
        r = -1;
    }
    free(entry);
    free(line);
    return r;
}

/* The same of a file by its name. */
static int read_path(MinipyVM *vm, const char *path, MinipyValue list)
{
    FILE *f = fopen(path, "re");
    if (!f) {
        minipy_raise_errno(vm, errno, NULL);
        return -1;
    }
    int r = read_entries(vm, f, list);
    fclose(f);
    return r;
}

/* The last `count` entries (negative: all) as lines. -1: exception. */
static int write_entries(MinipyVM *vm, FILE *f, MinipyValue list, int64_t count)
{
    int64_t n = minipy_length(vm, list), i = count < 0 || count > n ? 0 : n - count;
    for (; i < n; i++) {
        const char *text = NULL;
        MinipyValue v = minipy_getitem_at(vm, list, i);
        MinipyValue holder = v ? text_encode(vm, v, &text) : MINIPY_NULL;
        for (const char *p = text; p && *p; p++) {
            if (*p == '\n')
                putc('\r', f);
            putc(*p, f);
        }
        putc('\n', f);
        minipy_release(vm, holder);
        minipy_release(vm, v);
        if (!holder)
            return -1;
    }
    if (fflush(f) == 0 && !ferror(f))
        return 0;
    minipy_raise_errno(vm, errno, NULL);
    return -1;
}

/* Closes f of that descriptor; -1 with errno's exception: it could not be made. */
static int write_to(MinipyVM *vm, int fd, const char *mode, MinipyValue list,
                    int64_t count)
{
    FILE *f = fd >= 0 ? fdopen(fd, mode) : NULL;
    if (!f) {
        minipy_raise_errno(vm, errno, NULL);
        if (fd >= 0)
            close(fd);
        return -1;
    }
    int r = write_entries(vm, f, list, count);
    fclose(f);
    return r;
}

/* Writes a file anew: beside it, and then over it, so that who reads it sees the old
 * one or the new one; in place where it is no plain file, or nothing can be made beside
 * it.
 */
static int write_path(MinipyVM *vm, const char *path, MinipyValue list, int64_t count)
{
    struct stat is;
    char *beside = NULL, *real = realpath(path, NULL);
    int there = stat(path, &is), fd = -1;
    if ((there == 0 ? S_ISREG(is.st_mode) : errno == ENOENT) &&
        asprintf(&beside, "%s.%ld.tmp", real ? real : path, (long)getpid()) >= 0)
        fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                  there == 0 ? is.st_mode & 0777 : 0600);
    int r;
    if (fd < 0) {
        fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        r = write_to(vm, fd, "w", list, count);
    } else {
        r = write_to(vm, fd, "w", list, count);
        if (r == 0 && rename(beside, real ? real : path) < 0) {
            minipy_raise_errno(vm, errno, NULL);
            r = -1;
        }
        if (r < 0)
            unlink(beside);
    }
    free(beside);
    free(real);
    return r;
}

/* None, once work(s, path, count) has been done with the file that is given. */
static MinipyValue with_file(MinipyVM *vm, MinipyValue given, int count,
                             int (*work)(State *s, const char *path, int count))
{
    State *s = state_of(vm);
    MinipyValue holder = MINIPY_NULL;
    const char *path;
    char home[4096];
    int r = s ? history_path(vm, given, &holder, &path, home, sizeof home) : -1;
    if (r == 0)
        r = work(s, path, count);
    minipy_release(vm, holder);
    return r < 0 ? MINIPY_NULL : minipy_none();
}

static int read_all(State *s, const char *path, int count)
{
    (void)count;
    return read_path(s->vm, path, s->history);
}

METHOD(history_read_file)
{
    return with_file(vm, args[0], 0, read_all);
}

static int write_all(State *s, const char *path, int count)
{
    (void)count;
    return write_path(s->vm, path, s->history, s->history_length);
}

METHOD(history_write_file)
{
    return with_file(vm, args[0], 0, write_all);
}

/* Cuts the file to history_length entries, where there is such a number. */
static int shorten(State *s, const char *path)
{
    if (s->history_length < 0)
        return 0;
    MinipyValue list = minipy_list(s->vm, NULL, 0);
    int r = list ? read_path(s->vm, path, list) : -1;
    if (r == 0 && minipy_length(s->vm, list) > s->history_length)
        r = write_path(s->vm, path, list, s->history_length);
    minipy_release(s->vm, list);
    return r;
}

static int append_last(State *s, const char *path, int count)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    int r = write_to(s->vm, fd, "a", s->history, count < 0 ? 0 : count);
    return r < 0 ? r : shorten(s, path);
}

METHOD(history_append_file)
{
    int count = 0;
    if (as_c_int(vm, args[0], &count) < 0)
        return MINIPY_NULL;
    return with_file(vm, args[1], count, append_last);
}
