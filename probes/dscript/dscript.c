/* A script's life: read, checked, prepared, begun, observed, ended.
 *
 * A fork's child goes on without it, as under `dtrace -c`: it drops the observer at its
 * first event, and writes nothing of what the parent gathered. */
#include "probes/dscript/dscript.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "probes/dscript/descriptions.h"
#include "probes/dscript/parse.h"
#include "probes/dscript/run.h"
#include "probes/dscript/timers.h"

/* ---- forks ----------------------------------------------------------------------- */

static volatile uint64_t forks; /* how many lie between this process and the first */

/* The scripts that run, of all vms of the process. */
static DScript *running;
static pthread_mutex_t running_lock = PTHREAD_MUTEX_INITIALIZER;

static void lock_running(void)
{
    pthread_mutex_lock(&running_lock);
}

static void unlock_running(void)
{
    pthread_mutex_unlock(&running_lock);
}

static void note_fork(void)
{
    forks++;
    unlock_running();
}

static void watch_forks(void)
{
    pthread_atfork(lock_running, unlock_running, note_fork);
}

static bool is_in_child(const DScript *script)
{
    return script->fork_count != forks;
}

/* ---- reading --------------------------------------------------------------------- */

static bool add_source(DScript *script, const char *name, DText text, bool is_line)
{
    DSources *sources = &script->sources;
    if (sources->count == DSOURCES_MAX) {
        dsource_wrong(sources, NULL, NULL, "more than %d scripts", DSOURCES_MAX);
        return false;
    }
    if (text.s == NULL) {
        script->arena.failed = true;
        return false;
    }
    DText kept = darena_copy(&script->arena, name, strlen(name));
    sources->list[sources->count++] = (DSource){kept.s, text.s, text.size, is_line};
    return true;
}

/* The whole of a file in the arena; NULL after a message. */
static char *read_file(DScript *script, const char *name, size_t *size)
{
    int file = open(name, O_RDONLY | O_CLOEXEC);
    struct stat about;
    *size = 0;
    if (file < 0 || fstat(file, &about) < 0 || S_ISDIR(about.st_mode)) {
        dsource_wrong(&script->sources, NULL, NULL, "%.300s cannot be read: %s", name,
                      file < 0 ? strerror(errno) : "it is a folder");
        if (file >= 0)
            close(file);
        return NULL;
    }
    char *text = darena_take(&script->arena, DSOURCE_BYTES_MAX + 1);
    ssize_t got = 1;
    while (text != NULL && got > 0 && *size <= DSOURCE_BYTES_MAX) {
        got = read(file, text + *size, DSOURCE_BYTES_MAX + 1 - *size);
        *size += got > 0 ? (size_t)got : 0;
    }
    close(file);
    if (*size > DSOURCE_BYTES_MAX)
        dsource_wrong(&script->sources, NULL, NULL, "%.300s is longer than %d bytes",
                      name, DSOURCE_BYTES_MAX);
    return text;
}

static void add_file(DScript *script, const char *name)
{
    size_t size;
    char *text = read_file(script, name, &size);
    if (!script->sources.failed)
        add_source(script, name, (DText){text, (uint32_t)size}, false);
}

static void add_word(DScript *script, const char *word)
{
    if (script->word_count == DWORDS_MAX)
        dsource_wrong(&script->sources, NULL, NULL, "more than %d arguments",
                      DWORDS_MAX);
    else
        script->words[script->word_count++] =
            darena_copy(&script->arena, word, strlen(word)).s;
}

/* One option with its word; how many words that were. */
static int take_option(DScript *script, const char *const *words)
{
    const char *word = words[0], *value = words[1];
    bool option = word[0] == '-' && word[1] != 0 && word[2] == 0;
    char letter = option ? word[1] : 's';
    if (!option) {
        value = word;
    } else if (strchr("snxa", letter) != NULL && value == NULL) {
        dsource_wrong(&script->sources, NULL, NULL, "-%c wants a word behind it",
                      letter);
        return 1;
    }
    switch (letter) {
    case 's': add_file(script, value); break;
    case 'n':
        add_source(script, "-n", darena_copy(&script->arena, value, strlen(value)),
                   true);
        break;
    case 'x':
        doptions_set(&script->options, &script->sources, NULL,
                     darena_copy(&script->arena, value, strlen(value)));
        break;
    case 'a': add_word(script, value); break;
    case 'q': script->options.quiet = 1; return 1;
    case 'Z': script->options.zdefs = 1; return 1;
    default: dsource_wrong(&script->sources, NULL, NULL, "no option is named %s", word);
    }
    return option ? 2 : 1;
}

static int count_matched(const DScript *script, const DSource *source)
{
    int count = 0;
    for (const DClause *c = script->clauses; c != NULL; c = c->next)
        if (c->at >= source->text && c->at <= source->text + source->size)
            for (int i = 0; i < DPROBES_MAX; i++)
                count += (c->probes & DPROBE_BIT(i)) != 0;
    return count;
}

/* As dtrace does, unless it is to be quiet. */
static void tell_matched(const DScript *script)
{
    for (int i = 0; i < script->sources.count && script->options.quiet == 0; i++) {
        const DSource *source = &script->sources.list[i];
        int count = count_matched(script, source);
        size_t head = strcspn(source->text, "/{\n");
        if (source->is_line)
            dsource_tell(&script->sources, "description '%.*s' matched %d probe%s",
                         head < 200 ? (int)head : 200, source->text, count,
                         count == 1 ? "" : "s");
        else
            dsource_tell(&script->sources, "script '%.300s' matched %d probe%s",
                         source->name, count, count == 1 ? "" : "s");
    }
}

/* All sources, after all words are there: a script may ask for $2 that stands behind
 * it. */
static void read_scripts(DScript *script, const char *const *words)
{
    while (*words != NULL && !script->sources.failed)
        words += take_option(script, words);
    for (int i = 0; i < script->sources.count && !script->sources.failed; i++)
        dparse_source(script, &script->sources.list[i]);
    if (script->sources.count == 0)
        dsource_wrong(&script->sources, NULL, NULL, "there is no script");
    else if (script->clauses == NULL)
        dsource_wrong(&script->sources, NULL,
                      "As in: python$target:::function-entry { trace(arg2); }",
                      "the script has no clause");
}

/* ---- observing ------------------------------------------------------------------- */

/* The program is not asked for by its name alone: its first 15 letters are what ps
 * shows. */
static void read_process(DScript *script)
{
    int file = open("/proc/self/comm", O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, script->exec_name, 16) : 0;
    if (file >= 0)
        close(file);
    script->exec_name[size > 0 ? size - 1 : 0] = 0;
    script->pid = getpid();
    script->random = probe_now() | 1;
    snprintf(script->provider[0], sizeof script->provider[0], "python%d", getpid());
    snprintf(script->provider[1], sizeof script->provider[1], "minipy%d", getpid());
}

static uint64_t observed_kinds(const DScript *script)
{
    uint64_t kinds = 0;
    for (const DClause *c = script->clauses; c != NULL; c = c->next)
        kinds |= c->probes;
    return kinds & (DPROBE_BIT(PROBE_COUNT) - 1);
}

/* Against the thread of the ticks, if there is one. */
static void lock(DScript *script)
{
    if (script->has_ticks)
        pthread_mutex_lock(&script->lock);
}

static void unlock(DScript *script)
{
    if (script->has_ticks)
        pthread_mutex_unlock(&script->lock);
}

bool dscript_event(DScript *script, int probe, const ProbeEvent *event)
{
    if (is_in_child(script))
        return false;
    lock(script);
    if (!script->exited)
        drun_fire(script, probe, event);
    bool exited = script->exited;
    if (exited)
        drun_finish(script);
    unlock(script);
    return !exited;
}

/* Events in the midst of the vm's work may call nothing of it (markers.def). */
static bool may_leave(const ProbeEvent *event)
{
    return event->kind != PROBE_object_alloc && event->kind != PROBE_object_free &&
           event->kind != PROBE_gil_acquired;
}

/* The observer is not needed any more: it goes at the first event at which it may. */
static ProbeAnswer leave(DScript *script, const ProbeEvent *event)
{
    if (may_leave(event))
        probe_consumers_remove(script->consumers, script->observer);
    return PROBE_GO_ON;
}

static ProbeAnswer take_event(void *user, const ProbeEvent *event)
{
    DScript *script = user;
    return dscript_event(script, event->kind, event) ? PROBE_GO_ON
                                                     : leave(script, event);
}

static void enlist(DScript *script)
{
    lock_running();
    script->next = running;
    running = script;
    unlock_running();
}

static void strike(const DScript *script)
{
    lock_running();
    DScript **slot = &running;
    while (*slot != NULL && *slot != script)
        slot = &(*slot)->next;
    if (*slot != NULL)
        *slot = script->next;
    unlock_running();
}

static void release(DScript *script)
{
    const ProbeHost *host = script->consumers->host;
    strike(script);
    drun_release(script);
    darena_free(&script->arena);
    host->release(host->vm, script);
}

/* In a child there is no thread of the ticks, but the list of samplers is inherited. */
static void end(DScript *script)
{
    script->has_ticks &= !is_in_child(script);
    dtimers_stop(script);
    if (!is_in_child(script))
        drun_finish(script);
}

static void close_script(void *user)
{
    end(user);
    release(user);
}

void dscript_end(const ProbeConsumers *consumers)
{
    lock_running();
    for (DScript *script = running; script != NULL; script = script->next)
        if (script->consumers == consumers)
            end(script);
    unlock_running();
}

void dscript_flush(const ProbeConsumers *consumers)
{
    lock_running();
    for (DScript *script = running; script != NULL; script = script->next) {
        if (script->consumers != consumers || is_in_child(script))
            continue;
        lock(script);
        doutput_flush(&script->output);
        unlock(script);
    }
    unlock_running();
}

/* The first description that looks at markers, if all of those want the same module and
 * function; NULL: they do not, or some want all. */
static const DDescription *common_place(const DScript *script)
{
    const DDescription *first = NULL;
    for (const DClause *c = script->clauses; c != NULL; c = c->next)
        for (const DDescription *d = c->descriptions; d != NULL; d = d->next) {
            if ((d->probes & (DPROBE_BIT(PROBE_COUNT) - 1)) == 0)
                continue;
            if (first == NULL)
                first = d;
            if (!d->has_place || dtext_compare(d->module, first->module) != 0 ||
                dtext_compare(d->function, first->function) != 0)
                return NULL;
        }
    return first;
}

/* As a pattern of ProbeFilter: those have commas between several. */
static bool is_plain(DText text)
{
    return text.size < 100 &&
           (text.size == 0 ||
            (memchr(text.s, ',', text.size) == NULL && text.s[0] != '!'));
}

/* Code that no clause wants is left alone: its events do not even come. A name also
 * stands for the last part of a qualified one, so what comes is asked again
 * (ddescription_matches). */
static void filter(const DScript *script, ProbeFilter *filter, char names[2][300])
{
    const DDescription *place = common_place(script);
    if (place == NULL || !is_plain(place->module) || !is_plain(place->function))
        return;
    snprintf(names[0], 300, "%.*s", (int)place->module.size, place->module.s);
    snprintf(names[1], 300, "%.*s,*.%.*s", (int)place->function.size, place->function.s,
             (int)place->function.size, place->function.s);
    filter->modules = names[0];
    filter->names = place->function.size > 0 ? names[1] : NULL;
}

static int observe(DScript *script)
{
    char names[2][300];
    ProbeObserver observer = {.kinds = observed_kinds(script),
                              .event = take_event,
                              .user = script,
                              .close = close_script};
    filter(script, &observer.filter, names);
    script->observer = probe_observe(script->consumers, &observer);
    return script->observer;
}

/* ---- starting -------------------------------------------------------------------- */

static DScript *new_script(ProbeConsumers *consumers)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const ProbeHost *host = consumers->host;
    DScript *script = host->allocate(host->vm, sizeof *script);
    if (script == NULL)
        return NULL;
    pthread_once(&once, watch_forks);
    memset(script, 0, sizeof *script);
    script->consumers = consumers;
    script->arena.host = host;
    script->clauses_end = &script->clauses;
    script->fork_count = forks;
    doptions_init(&script->options);
    read_process(script);
    return script;
}

/* BEGIN, and then the rest; the id or DSCRIPT_OVER. */
static int begin(DScript *script)
{
    enlist(script);
    tell_matched(script);
    drun_fire(script, DPROBE_BEGIN, NULL);
    if (script->exited) {
        drun_finish(script);
        release(script);
        return DSCRIPT_OVER;
    }
    int id = observe(script);
    if (id < 0 || !dtimers_start(script)) {
        if (id < 0)
            release(script);
        else
            probe_consumers_remove(script->consumers, id);
        return DSCRIPT_NO_MEMORY;
    }
    return id;
}

int dscript_start(ProbeConsumers *consumers, const char *const *words,
                  DScriptWrite *out, void *out_user, DScriptWrite *err, void *err_user)
{
    DScript *script = new_script(consumers);
    if (script == NULL)
        return DSCRIPT_NO_MEMORY;
    script->sources.write = err;
    script->sources.user = err_user;
    script->output.write = out;
    script->output.user = out_user;
    read_scripts(script, words);
    bool wrong = script->sources.failed && !script->arena.failed;
    if (!wrong && !script->arena.failed && drun_prepare(script))
        return begin(script);
    release(script);
    return wrong ? DSCRIPT_REFUSED : DSCRIPT_NO_MEMORY;
}
