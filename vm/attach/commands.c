/* commands.c - the commands of observers (probes/scripts/minipy-observe).
 *
 * Those that only look stop the vm's threads for the moment; those that change
 * something enter the vm as a thread of the host's would. Both wait a few milliseconds
 * for its lock and come back later, so that one long call of C does not keep the other
 * observers waiting, too.
 */
#include "vm/attach/commands.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "minipy.h"
#include "probes/views/view.h"
#include "probes/views/views.h"
#include "vm/attach/look.h"
#include "vm/threads/thread.h"

enum { PATIENCE_MS = 20 };

/* What follows the word of a command, "" for nothing. */
typedef void Command(MinipyVM *vm, Peer *peer, const char *rest);

/* ---- looking --------------------------------------------------------------------- */

/* Who was in the vm when it was asked for. */
static pthread_t holder_then;

/* The thread that is in the vm, or comes back in a moment, as one does that only lets
 * others have it for a while; 0: none. */
static pthread_t find_holder(MinipyVM *vm)
{
    const struct timespec moment = {0, 1000000};
    pthread_t holder = 0;
    for (int i = 0; i < 3 && !holder; i++) {
        if (i > 0)
            nanosleep(&moment, NULL);
        holder = __atomic_load_n(&vm->holder, __ATOMIC_RELAXED);
    }
    return holder;
}

static void answer(Peer *peer, Words *words)
{
    if (words->used)
        peer_put(peer, 'd', words->bytes, words->used);
    if (words->cut)
        peer_putf(peer, 'm', "there was no memory for all of it");
    peer_put(peer, 'z', "", 0);
    words_free(words);
}

static void stack(MinipyVM *vm, Peer *peer, const char *rest)
{
    Words words = {.cut = false};
    look_stacks(vm, &words, strcmp(rest, "locals") == 0, holder_then);
    answer(peer, &words);
}

static void gc(MinipyVM *vm, Peer *peer, const char *rest)
{
    (void)rest;
    Words words = {.cut = false};
    look_gc(vm, &words);
    answer(peer, &words);
}

static void memory(MinipyVM *vm, Peer *peer, const char *rest)
{
    (void)rest;
    Words words = {.cut = false};
    look_memory(vm, &words);
    answer(peer, &words);
}

/* ---- traces ---------------------------------------------------------------------- */

static void put_data(void *user, const char *text, size_t size)
{
    peer_put(user, 'd', text, size);
}

/* Before the trace has begun: why it does not. */
static void put_complaint(void *user, const char *text, size_t size)
{
    Peer *peer = user;
    if (peer->trace)
        peer_put(peer, 'm', text, size);
    else
        snprintf(peer->why, sizeof peer->why, "%.*s", (int)size, text);
}

static void trace(MinipyVM *vm, Peer *peer, const char *rest)
{
    ViewTarget target = {.write = put_data,
                         .user = peer,
                         .complain = put_complaint,
                         .complain_user = peer};
    if (peer->trace || strncmp(rest, "ring", 4) == 0) {
        peer_putf(peer, 'e', "%s",
                  peer->trace ? "there is a trace already"
                              : "a ring is a file of the process: --trace=ring:FILE");
        return;
    }
    peer->why[0] = 0;
    peer->lost = 0;
    peer_put(peer, 's', "", 0); /* before its first data */
    int id = probe_view_start(&vm->consumers, rest, &target);
    if (id > 0)
        __atomic_store_n(&peer->trace, id, __ATOMIC_RELEASE);
    else
        peer_putf(peer, 'e', "%s",
                  *peer->why ? peer->why : "there is no memory for it");
}

void command_end_trace(MinipyVM *vm, Peer *peer)
{
    if (!peer->trace)
        return;
    peer->patient = true;
    probe_consumers_remove(&vm->consumers, peer->trace);
    peer->patient = false;
    if (peer->lost)
        peer_putf(peer, 'm',
                  "%llu bytes of it are missing: they came faster than they were read",
                  (unsigned long long)peer->lost);
    peer_put(peer, 'z', "", 0);
    __atomic_store_n(&peer->trace, 0, __ATOMIC_RELEASE);
}

static void stop(MinipyVM *vm, Peer *peer, const char *rest)
{
    (void)rest;
    if (peer->trace)
        command_end_trace(vm, peer);
    else
        peer_putf(peer, 'e', "there is no trace to be stopped");
}

bool command_let_go(MinipyVM *vm, Peer *peer)
{
    if (thread_attach_within(vm, PATIENCE_MS) < 0)
        return false;
    command_end_trace(vm, peer);
    thread_detach(vm);
    return true;
}

/* ---- code ------------------------------------------------------------------------ */

/* Hooks of sys.addaudithook may refuse it. */
static int audit_exec(MinipyVM *vm, const char *name)
{
    MinipyValue text = minipy_str(vm, name, strlen(name)),
                args = text ? minipy_tuple(vm, &text, 1) : MINIPY_NULL;
    int r = args ? minipy_audit(vm, "minipy.attach.exec", args) : -1;
    minipy_release(vm, args);
    minipy_release(vm, text);
    return r;
}

/* A namespace of its own, from which the program is `import __main__` away. */
static MinipyValue new_globals(MinipyVM *vm, const char *name)
{
    MinipyValue globals = minipy_dict(vm), file = minipy_str(vm, name, strlen(name)),
                own = minipy_str(vm, "__attach__", 10);
    if (!globals || !file || !own ||
        minipy_setitem_str(vm, globals, "__name__", own) < 0 ||
        minipy_setitem_str(vm, globals, "__file__", file) < 0) {
        minipy_release(vm, globals);
        globals = MINIPY_NULL;
    }
    minipy_release(vm, file);
    minipy_release(vm, own);
    return globals;
}

static void run_code(MinipyVM *vm, Peer *peer, const char *name, const char *source)
{
    pid_t self = getpid();
    MinipyValue globals = new_globals(vm, name), r = MINIPY_NULL;
    if (globals && audit_exec(vm, name) == 0)
        r = minipy_run_in(vm, source, name, MINIPY_EXEC, globals, MINIPY_NULL);
    minipy_release(vm, globals);
    if (self != getpid())
        _exit(r ? 0 : 1); /* it forked, and this is the child, which has no listener */
    if (r)
        peer_put(peer, 'z', "", 0);
    else
        peer_putf(peer, 'e', "%s", minipy_error_text(vm));
    minipy_release(vm, r);
    minipy_error_clear(vm);
}

static void exec(MinipyVM *vm, Peer *peer, const char *rest)
{
    char *source = strchr(rest, '\n');
    if (vm->settings.attach < 2)
        peer_putf(peer, 'e',
                  "it was not started with -X attach=exec, so observers may only look");
    else if (!source || strlen(peer->job) != peer->job_size)
        peer_putf(peer, 'e', "exec: a name, and source text without NUL, are needed");
    else {
        *source = 0;
        run_code(vm, peer, rest, source + 1);
    }
}

/* ---- the list -------------------------------------------------------------------- */

static const struct {
    const char *word;
    Command *run;
    bool enters; /* the vm, else it looks */
} commands[] = {
    {"stack", stack, false}, {"gc", gc, false},    {"memory", memory, false},
    {"trace", trace, true},  {"stop", stop, true}, {"exec", exec, true},
};

/* False: the vm could not be had. */
static bool run_in_vm(MinipyVM *vm, Peer *peer, Command *run, const char *rest,
                      bool enters)
{
    if (enters) {
        if (thread_attach_within(vm, PATIENCE_MS) < 0)
            return false;
        run(vm, peer, rest);
        thread_detach(vm);
    } else {
        holder_then = find_holder(vm);
        if (!thread_stop_all(vm, PATIENCE_MS))
            return false;
        run(vm, peer, rest);
        thread_resume_all(vm);
    }
    return true;
}

bool command_run(MinipyVM *vm, Peer *peer)
{
    size_t length = strcspn(peer->job, " ");
    const char *rest = peer->job[length] ? peer->job + length + 1 : "";
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strlen(commands[i].word) == length &&
            strncmp(commands[i].word, peer->job, length) == 0)
            return run_in_vm(vm, peer, commands[i].run, rest, commands[i].enters);
    peer_putf(peer, 'e', "there is no command %.40s in this minipy", peer->job);
    return true;
}
