/* Buffered writing for views (output.h).
 *
 * Invariant: what lies before `whole` are complete records, and a buffer that is full
 * is written up to there, so that a parent and its children, who append to one file, do
 * not break each other's lines. Before a fork every buffer is written: what is in it
 * would be written twice. */
#include "probes/views/output.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "probes/format.h"
#include "probes/views/view.h"

struct ViewOutput {
    ViewTarget target;
    char *path;       /* owned; NULL: the target's function */
    int fd;           /* -1: the target's function */
    int error;        /* errno of the first failure */
    bool inherited;   /* by a fork's child, which has no results yet */
    bool of_child;    /* the path is the parent's */
    ViewOutput *next; /* of those that are open */
    uint64_t total;   /* bytes that were put */
    size_t used, whole;
    char buffer[1 << 16];
};

static ViewOutput *opened;
static pthread_mutex_t opened_lock = PTHREAD_MUTEX_INITIALIZER;

static void write_out(ViewOutput *out, const char *bytes, size_t length)
{
    if (out->fd < 0) {
        out->target.write(out->target.user, bytes, length);
        return;
    }
    while (length > 0 && out->error == 0) {
        ssize_t n = write(out->fd, bytes, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            out->error = errno;
            return;
        }
        bytes += n;
        length -= (size_t)n;
    }
}

/* The first `length` bytes of the buffer go. */
static void flush(ViewOutput *out, size_t length)
{
    int saved = errno;
    write_out(out, out->buffer, length);
    memmove(out->buffer, out->buffer + length, out->used - length);
    out->used -= length;
    out->whole = 0;
    errno = saved;
}

static void before_fork(void)
{
    pthread_mutex_lock(&opened_lock);
    for (ViewOutput *out = opened; out != NULL; out = out->next)
        if (out->fd >= 0)
            flush(out, out->used);
}

void view_outputs_flush(void)
{
    before_fork();
    pthread_mutex_unlock(&opened_lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&opened_lock);
}

static void in_child(void)
{
    for (ViewOutput *out = opened; out != NULL; out = out->next)
        out->inherited = out->of_child = true;
    after_fork();
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork, in_child);
}

static void free_output(ViewOutput *out)
{
    view_free(out->path);
    view_free(out);
}

ViewOutput *view_output_new(const ViewTarget *target)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    ViewOutput *out = view_alloc(sizeof *out);
    if (out == NULL)
        return NULL;
    out->target = *target;
    out->fd = -1;
    if (target->path != NULL && (out->path = view_copy(target->path)) == NULL)
        return free_output(out), NULL;
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&opened_lock);
    out->next = opened;
    opened = out;
    pthread_mutex_unlock(&opened_lock);
    return out;
}

int view_output_open(ViewOutput *out)
{
    if (out->path == NULL)
        return 0;
    out->fd = open(out->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    return out->fd < 0 ? -1 : 0;
}

void view_output_begin(ViewOutput *out)
{
    if (out->fd >= 0 && ftruncate(out->fd, 0) < 0 && errno != EINVAL) /* a pipe */
        out->error = errno;
}

void view_complain(ViewOutput *out, const char *format, ...)
{
    char text[600];
    size_t length;
    FORMAT_ARGUMENTS(text, length, format);
    if (out->target.complain != NULL && length > 0)
        out->target.complain(out->target.complain_user, text, length);
}

/* A new file takes the place of the old one when it is whole. */
static int put_in_place(const char *path, const char *bytes, size_t length)
{
    char fresh[4096];
    if (snprintf(fresh, sizeof fresh, "%s.%ld.new", path, (long)getpid()) >=
        (int)sizeof fresh)
        return ENAMETOOLONG;
    ViewOutput out = {.fd =
                          open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    if (out.fd < 0)
        return errno;
    write_out(&out, bytes, length);
    if (close(out.fd) < 0 && out.error == 0)
        out.error = errno;
    if (out.error == 0 && rename(fresh, path) < 0)
        out.error = errno;
    if (out.error != 0)
        unlink(fresh);
    return out.error;
}

void view_output_replace(ViewOutput *out, const char *bytes, size_t length, bool at_end)
{
    struct stat now;
    if (out->path != NULL && !out->of_child && stat(out->path, &now) == 0 &&
        S_ISREG(now.st_mode))
        out->error = put_in_place(out->path, bytes, length);
    else if (at_end)
        view_put_bytes(out, bytes, length);
}

int view_output_close(ViewOutput *out)
{
    pthread_mutex_lock(&opened_lock);
    ViewOutput **slot = &opened;
    while (*slot != out)
        slot = &(*slot)->next;
    *slot = out->next;
    pthread_mutex_unlock(&opened_lock);
    if (out->used > 0)
        flush(out, out->used);
    if (out->fd >= 0 && close(out->fd) < 0 && out->error == 0 && errno != EINTR)
        out->error = errno;
    int error = out->error;
    if (error != 0)
        view_complain(out, "cannot write %s: %s; what is in it is not complete",
                      out->path, strerror(error));
    free_output(out);
    return error;
}

void view_put_bytes(ViewOutput *out, const void *bytes, size_t length)
{
    const char *from = bytes;
    out->total += length;
    while (length > 0) {
        if (out->used == sizeof out->buffer)
            flush(out, out->whole > 0 ? out->whole : out->used);
        size_t room = sizeof out->buffer - out->used;
        size_t step = length < room ? length : room;
        memcpy(out->buffer + out->used, from, step);
        out->used += step;
        from += step;
        length -= step;
    }
}

uint64_t view_output_total(const ViewOutput *out)
{
    return out->total;
}

void view_put(ViewOutput *out, const char *text)
{
    view_put_bytes(out, text, strlen(text));
}

void view_putf(ViewOutput *out, const char *format, ...)
{
    char text[400];
    size_t length;
    FORMAT_ARGUMENTS(text, length, format);
    view_put_bytes(out, text, length);
}

/* The length of the UTF-8 character that begins there; 0: none does. */
static size_t utf8_length(const unsigned char *s)
{
    size_t n = *s < 0x80                 ? 1
               : *s >= 0xc2 && *s < 0xe0 ? 2
               : *s >= 0xe0 && *s < 0xf0 ? 3
               : *s >= 0xf0 && *s < 0xf5 ? 4
                                         : 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool surrogate = n == 3 && *s == 0xed && s[1] >= 0xa0;
    return surrogate ? 0 : n;
}

void view_put_number(ViewOutput *out, uint64_t number)
{
    char digits[FORMAT_DIGITS];
    const char *at = format_decimal(digits, number);
    view_put_bytes(out, at, (size_t)(digits + sizeof digits - at));
}

void view_put_micros(ViewOutput *out, uint64_t ns)
{
    char rest[4] = {'.', (char)('0' + ns / 100 % 10), (char)('0' + ns / 10 % 10),
                    (char)('0' + ns % 10)};
    view_put_number(out, ns / 1000);
    view_put_bytes(out, rest, sizeof rest);
}

/* Not those that could end a page's script: "</", "<!". */
static bool is_plain(const unsigned char *s)
{
    return *s >= 0x20 && *s < 0x7f && *s != '"' && *s != '\\' &&
           (*s != '<' || (s[1] != '/' && s[1] != '!'));
}

/* The character that begins at s, which is not plain; its length. */
static size_t put_escaped(ViewOutput *out, const unsigned char *s)
{
    size_t n = utf8_length(s);
    if (n == 0)
        view_put(out, "\\ufffd");
    else if (n > 1)
        view_put_bytes(out, s, n);
    else if (*s == '"' || *s == '\\')
        view_putf(out, "\\%c", *s);
    else
        view_putf(out, "\\u%04x", *s);
    return n > 0 ? n : 1;
}

void view_put_json(ViewOutput *out, const char *text)
{
    view_put_bytes(out, "\"", 1);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t plain = 0;
        while (is_plain(s + plain))
            plain++;
        view_put_bytes(out, s, plain);
        s += plain;
        if (*s)
            s += put_escaped(out, s);
    }
    view_put_bytes(out, "\"", 1);
}

void view_put_end(ViewOutput *out)
{
    out->whole = out->used;
    if (out->fd < 0)
        flush(out, out->used);
}

void view_output_record(void *user, const char *text, size_t length)
{
    ViewOutput *out = user;
    view_put_bytes(out, text, length);
    view_put_end(out);
}

bool view_output_inherited(const ViewOutput *out)
{
    return out->inherited;
}

bool view_output_results(ViewOutput *out)
{
    if (!out->inherited)
        return true;
    char path[4096];
    if (out->path == NULL || snprintf(path, sizeof path, "%s.%ld", out->path,
                                      (long)getpid()) >= (int)sizeof path)
        return false;
    close(out->fd);
    out->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out->fd < 0)
        out->error = errno;
    out->inherited = false;
    return out->fd >= 0;
}
