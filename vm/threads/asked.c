/* asked.c - see asked.h. The handler runs in any thread, at any moment: what it calls
 * is async-signal-safe, down to the names that it puts together by hand.
 */
#include "vm/threads/asked.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vm/eval/trace.h"
#include "vm/threads/signals.h"

enum { PATH_MOST = 1024 };

/* Dispositions are the process's, and so is this (see signals.c). By atomics. */
static struct {
    MinipyVM *vm;       /* who is asked; NULL: nobody, and the signal is not taken */
    void (*other)(int); /* what the program wants the signal to do; NULL: SIG_DFL */
    bool wanted, own;   /* somebody asked; the signal came for the program */
    bool ever;          /* somebody asked once: see pass_on */
} asked;

static uint64_t note(void)
{
    return UINT64_C(1) << (ATTACH_SIGNAL - 1);
}

/* ---- where to meet --------------------------------------------------------------- */

static char *put_text(char *at, const char *text)
{
    while (*text)
        *at++ = *text++;
    *at = 0;
    return at;
}

static char *put_number(char *at, unsigned long number)
{
    if (number >= 10)
        at = put_number(at, number / 10);
    *at++ = (char)('0' + number % 10);
    *at = 0;
    return at;
}

void asked_name(char name[ASKED_NAME_MAX], const char *kind)
{
    char *at = put_number(put_text(name, "minipy-"), (unsigned long)getpid());
    put_text(put_text(at, "."), kind);
}

/* The value that a variable had when the process was started: what an observer reads,
 * too, whatever the program has done to its environment since. "": none. */
static void started_with(const char *name, char value[PATH_MOST])
{
    char buffer[1024];
    size_t at = 0, length = strlen(name), used = 0; /* at: in the entry "NAME=value" */
    bool matches = true, found = false;
    int fd = open("/proc/self/environ", O_RDONLY | O_CLOEXEC);
    for (ssize_t n; !found && fd >= 0 && (n = read(fd, buffer, sizeof buffer)) > 0;)
        for (ssize_t i = 0; i < n && !found; i++) {
            char c = buffer[i];
            if (c == 0) {
                found = matches && at > length;
                at = 0;
                matches = true;
                continue;
            }
            if (at <= length)
                matches = matches && c == (at < length ? name[at] : '=');
            else if (matches && used < PATH_MOST - 1)
                value[used++] = c;
            at++;
        }
    if (fd >= 0)
        close(fd);
    value[used] = 0;
}

/* It is the user's, and nobody else can make files in it. */
static int trusted_folder(const char *path)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &st) == 0 && st.st_uid == geteuid() &&
        (st.st_mode & 077) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

int asked_folder(void)
{
    char path[PATH_MOST];
    started_with("XDG_RUNTIME_DIR", path);
    int fd = path[0] == '/' ? trusted_folder(path) : -1;
    if (fd >= 0)
        return fd;
    put_number(put_text(path, "/tmp/minipy-"), geteuid());
    return trusted_folder(path);
}

/* Has somebody put the file there? */
static bool file_is_there(void)
{
    char name[ASKED_NAME_MAX];
    struct stat st;
    int folder = asked_folder();
    if (folder < 0)
        return false;
    asked_name(name, "ask");
    bool there = fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
                 S_ISREG(st.st_mode) && (st.st_uid == geteuid() || st.st_uid == 0);
    close(folder);
    return there;
}

/* ---- the signal ------------------------------------------------------------------ */

/* The signal is not for us: what it does without us is done. But once somebody asked, a
 * second signal can come when the first has been answered and its file is gone; it must
 * not end the program. */
static void pass_on(int signum)
{
    void (*other)(int) = __atomic_load_n(&asked.other, __ATOMIC_ACQUIRE);
    if (other) {
        __atomic_store_n(&asked.own, true, __ATOMIC_RELEASE);
        other(signum);
    } else if (!__atomic_load_n(&asked.ever, __ATOMIC_ACQUIRE)) {
        signal(signum, SIG_DFL);
        raise(signum); /* comes when this handler has returned */
    }
}

static void on_signal(int signum)
{
    int saved = errno;
    MinipyVM *vm = __atomic_load_n(&asked.vm, __ATOMIC_ACQUIRE);
    if (vm && file_is_there()) {
        __atomic_store_n(&asked.ever, true, __ATOMIC_RELEASE);
        __atomic_store_n(&asked.wanted, true, __ATOMIC_RELEASE);
        signals_note_for(vm, signum);
    } else {
        pass_on(signum);
    }
    errno = saved;
}

static bool take_signal(void)
{
    struct sigaction old, action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    if (sigaction(ATTACH_SIGNAL, &action, &old) < 0)
        return false;
    if (old.sa_handler == SIG_DFL)
        return true;
    sigaction(ATTACH_SIGNAL, &old, NULL); /* somebody has it, or wants it ignored */
    return false;
}

void asked_begin(MinipyVM *vm)
{
    MinipyVM *none = NULL;
    if (!__atomic_compare_exchange_n(&asked.vm, &none, vm, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
        return;
    asked.other = NULL;
    asked.wanted = asked.own = asked.ever = false;
    if (!take_signal())
        __atomic_store_n(&asked.vm, NULL, __ATOMIC_RELEASE);
}

void asked_end(MinipyVM *vm)
{
    struct sigaction now;
    if (__atomic_load_n(&asked.vm, __ATOMIC_ACQUIRE) != vm)
        return;
    if (sigaction(ATTACH_SIGNAL, NULL, &now) == 0 && now.sa_handler == on_signal)
        signal(ATTACH_SIGNAL, SIG_DFL);
    __atomic_store_n(&asked.vm, NULL, __ATOMIC_RELEASE);
}

bool asked_is_ours(int signum)
{
    struct sigaction now;
    return signum == ATTACH_SIGNAL && sigaction(signum, NULL, &now) == 0 &&
           now.sa_handler == on_signal;
}

/* To be ignored is passed on to programs that are exec'd, so it is really set. */
bool asked_set_disposition(void (*fn)(int))
{
    if (!__atomic_load_n(&asked.vm, __ATOMIC_ACQUIRE) || fn == SIG_IGN)
        return false;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    __atomic_store_n(&asked.other, fn == SIG_DFL ? NULL : fn, __ATOMIC_RELEASE);
    return sigaction(ATTACH_SIGNAL, &action, NULL) == 0;
}

/* ---- the vm ---------------------------------------------------------------------- */

static bool is_asked(const MinipyVM *vm)
{
    return __atomic_load_n(&asked.vm, __ATOMIC_ACQUIRE) == vm;
}

void asked_serve(MinipyVM *vm)
{
    if (is_asked(vm) && __atomic_exchange_n(&asked.wanted, false, __ATOMIC_ACQ_REL) &&
        !vm->finalizing)
        attach_serve(vm);
}

bool asked_for_program(MinipyVM *vm)
{
    return !is_asked(vm) || __atomic_exchange_n(&asked.own, false, __ATOMIC_ACQ_REL);
}

bool asked_noted(const MinipyVM *vm)
{
    return is_asked(vm) && (signals_noted(vm) & note()) &&
           !__atomic_load_n(&asked.own, __ATOMIC_ACQUIRE);
}

bool asked_alone(const MinipyVM *vm)
{
    return asked_noted(vm) && signals_noted(vm) == note();
}
