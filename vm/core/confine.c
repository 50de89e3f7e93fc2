/* confine.c - see confine.h. Read next: confine.def; vm/import/import_confine.c, which
 * modules may be imported and where they come from.
 */
#include "vm/core/confine.h"

#include <string.h>

#include "vm/objects/module.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"

/* ---- refusing -------------------------------------------------------------------- */

static const struct CapabilityName {
    unsigned capability;
    const char *macro;
} capability_names[] = {
    {MINIPY_ALLOW_FILES, "MINIPY_ALLOW_FILES"},
    {MINIPY_ALLOW_NETWORK, "MINIPY_ALLOW_NETWORK"},
    {MINIPY_ALLOW_PROCESSES, "MINIPY_ALLOW_PROCESSES"},
    {MINIPY_ALLOW_ENVIRONMENT, "MINIPY_ALLOW_ENVIRONMENT"},
    {MINIPY_ALLOW_THREADS, "MINIPY_ALLOW_THREADS"},
    {MINIPY_ALLOW_HOST, "MINIPY_ALLOW_HOST"},
    {MINIPY_ALLOW_CODE, "MINIPY_ALLOW_CODE"},
};

int confine_refuse(MinipyVM *vm, unsigned capability, const char *what)
{
    const struct CapabilityName *n = capability_names;
    while (n->capability != capability)
        n++;
    error_set(vm, EXC_PermissionError,
              "%s: this program is confined, and its host does not allow it (%s)", what,
              n->macro);
    return -1;
}

/* ---- functions of modules -------------------------------------------------------- */

/* What a refused function does; the module is its self. */
#define REFUSED(which, capability)                                                     \
    FN(refused_##which)                                                                \
    {                                                                                  \
        const char *module = self ? str_utf8_or_null(vm, MODULE(self)->name) : NULL;   \
        confine_refuse(vm, capability, module ? module : #which);                      \
        return VALUE_NULL;                                                             \
    }
REFUSED(files, MINIPY_ALLOW_FILES)
REFUSED(network, MINIPY_ALLOW_NETWORK)
REFUSED(processes, MINIPY_ALLOW_PROCESSES)
REFUSED(environment, MINIPY_ALLOW_ENVIRONMENT)
REFUSED(threads, MINIPY_ALLOW_THREADS)
REFUSED(host, MINIPY_ALLOW_HOST)

static NativeFn refusing(unsigned capability)
{
    switch (capability) {
    case MINIPY_ALLOW_FILES: return refused_files;
    case MINIPY_ALLOW_NETWORK: return refused_network;
    case MINIPY_ALLOW_PROCESSES: return refused_processes;
    case MINIPY_ALLOW_ENVIRONMENT: return refused_environment;
    case MINIPY_ALLOW_THREADS: return refused_threads;
    default: return refused_host;
    }
}

/* Is it one of the words? */
static bool is_among(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = words; (p = strstr(p, word)) != NULL; p += n)
        if ((p == words || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
            return true;
    return false;
}

/* 0: nobody need allow it. */
static unsigned capability_of(const char *module, const char *function)
{
    static const struct ConfineRow {
        const char *module;
        unsigned capability;
        const char *functions;
    } rows[] = {
#define ROW(module, capability, functions) {module, capability, functions},
#include "vm/core/confine.def"
#undef ROW
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].module, module) == 0 &&
            (!rows[i].functions || is_among(rows[i].functions, function)))
            return rows[i].capability;
    return MINIPY_ALLOW_HOST;
}

/* A copy of a module's table, kept to the end: functions point into it. */
typedef struct RefusedTable {
    struct RefusedTable *next;
    const MethodDef *of;
    MethodDef rows[];
} RefusedTable;

static RefusedTable *table_new(MinipyVM *vm, const char *module, const MethodDef *defs)
{
    size_t n = 0;
    while (defs[n].name)
        n++;
    RefusedTable *t = mem_alloc(vm, sizeof *t + (n + 1) * sizeof *t->rows);
    if (!t)
        return NULL;
    memcpy(t->rows, defs, (n + 1) * sizeof *defs);
    for (size_t i = 0; i < n; i++) {
        unsigned capability = capability_of(module, defs[i].name);
        if (capability && !(vm->allowed & capability))
            t->rows[i].fn = refusing(capability);
    }
    t->of = defs;
    t->next = vm->refused;
    return vm->refused = t;
}

static bool refuses_any(MinipyVM *vm, const char *module, const MethodDef *defs)
{
    for (; defs->name; defs++) {
        unsigned capability = capability_of(module, defs->name);
        if (capability && !(vm->allowed & capability))
            return true;
    }
    return false;
}

const MethodDef *confine_methods(MinipyVM *vm, const char *module,
                                 const MethodDef *defs)
{
    if (!refuses_any(vm, module, defs))
        return defs;
    RefusedTable *t = vm->refused;
    while (t && t->of != defs)
        t = t->next;
    if (!t)
        t = table_new(vm, module, defs);
    return t ? t->rows : NULL;
}

/* ---- life ------------------------------------------------------------------------ */

static void strings_free(MinipyVM *vm, char **strings)
{
    for (char **s = strings; s && *s; s++)
        mem_free(vm, *s);
    mem_free(vm, strings);
}

static char *copy_text(MinipyVM *vm, const char *text, size_t n)
{
    char *copy = mem_alloc(vm, n + 1);
    if (copy) {
        memcpy(copy, text, n);
        copy[n] = '\0';
    }
    return copy;
}

static char **copy_list(MinipyVM *vm, const char *const *list)
{
    size_t n = 0;
    while (list[n])
        n++;
    char **copy = mem_calloc(vm, (n + 1) * sizeof *copy);
    for (size_t i = 0; copy && i < n; i++)
        if (!(copy[i] = copy_text(vm, list[i], strlen(list[i])))) {
            strings_free(vm, copy);
            return NULL;
        }
    return copy;
}

/* The parts of a path that are absolute, and the library. */
static char **copy_roots(MinipyVM *vm, const char *path, const char *library)
{
    size_t n = 0, most = 3;
    for (const char *p = path; p && *p; p++)
        most += *p == ':';
    char **roots = mem_calloc(vm, most * sizeof *roots);
    bool ok = roots != NULL;
    for (const char *p = path; ok && p && *p; p += *p == ':') {
        size_t part = strcspn(p, ":");
        if (*p == '/')
            ok = (roots[n++] = copy_text(vm, p, part)) != NULL;
        p += part;
    }
    if (ok && library)
        ok = (roots[n++] = copy_text(vm, library, strlen(library))) != NULL;
    if (ok)
        return roots;
    strings_free(vm, roots);
    return NULL;
}

int confine_init(MinipyVM *vm, const MinipyConfig *c, const char *library)
{
    if (!c->confined && !c->modules && !c->open_file && !c->find_module && !c->output &&
        !c->input)
        return 0;
    if (!(vm->host = mem_calloc(vm, sizeof *vm->host)))
        return -1;
    HostServices *h = vm->host;
    h->open_file = c->open_file;
    h->find_module = c->find_module;
    h->output = c->output;
    h->input = c->input;
    if ((c->modules && !(h->modules = copy_list(vm, c->modules))) ||
        !(h->roots = copy_roots(vm, c->path, library)))
        return -1;
    return 0;
}

void confine_fini(MinipyVM *vm)
{
    HostServices *h = vm->host;
    for (RefusedTable *t = vm->refused, *next; t; t = next) {
        next = t->next;
        mem_free(vm, t);
    }
    vm->refused = NULL;
    if (!h)
        return;
    strings_free(vm, h->modules);
    strings_free(vm, h->roots);
    mem_free(vm, h);
    vm->host = NULL;
}
