/* import_compiled.c - source text of modules becomes code once in a process: what one
 * vm compiled, the next ones have without compiling.
 *
 * What is kept is found by the text itself (its size and a hash of 128 bits under a key
 * of the process), the file's name and the settings that compiling depends on. So a
 * file that changed is another text, and a vm gets by it only what it could have
 * compiled: it has found and read the text itself, by its own rules. Kept is at most
 * STORE_MAX bytes, of which no vm is charged; the oldest go first, and the process
 * keeps the rest. Rejected: path, time and size as the key, which would save reading
 * the file, but a text of a host's has no such, and an edit within a clock tick would
 * not be seen.
 */
#include "vm/import/import.h"

#include <pthread.h>
#include <stdlib.h>

#include "compiler/codegen/compile.h"
#include "vm/code/code_pack.h"
#include "vm/text/str.h"

enum { STORE_MAX = 8 << 20, TEXT_MAX = 1 << 20 };

typedef struct TextKey {
    uint64_t hash[2], name; /* of the text; of the file's name */
    size_t size;
    int optimize, int_digits;
    bool no_columns;
} TextKey;

typedef struct Compiled {
    struct Compiled *next; /* older */
    TextKey key;
    CodePack pack;
    int users; /* the list, and threads that unpack it */
} Compiled;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Compiled *newest;
static size_t stored;

/* A cookie may name a codec that a program made. */
static bool names_encoding(const char *text, size_t size)
{
    int lines = 0;
    for (size_t i = 0; i + 6 < size && lines < 2; i++) {
        lines += text[i] == '\n';
        if (memcmp(text + i, "coding", 6) == 0)
            return true;
    }
    return false;
}

/* False: nothing is kept of such a text. */
static bool key_of(MinipyVM *vm, const char *text, size_t size, Value filename,
                   TextKey *key)
{
    HashKey k;
    if (size > TEXT_MAX || !str_utf8_or_null(vm, filename) ||
        names_encoding(text, size) || hash_key_of_process(&k) < 0)
        return false;
    memset(key, 0, sizeof *key); /* its padding is compared, too */
    int64_t n;
    const char *name = str_utf8(vm, filename, &n);
    k.k0 ^= 0x636f6d70696c6564; /* no str of a program is hashed so */
    key->hash[0] = hash_keyed(&k, text, size);
    key->name = hash_keyed(&k, name, (size_t)n);
    k.k1 = ~k.k1;
    key->hash[1] = hash_keyed(&k, text, size);
    key->size = size;
    key->optimize = vm->settings.optimize;
    key->int_digits = vm->settings.int_max_str_digits;
    key->no_columns = vm->settings.no_debug_ranges;
    return true;
}

/* The lock is held. */
static void release(Compiled *c)
{
    if (--c->users > 0)
        return;
    code_pack_free(&c->pack);
    free(c);
}

static Compiled *find_and_hold(const TextKey *key)
{
    pthread_mutex_lock(&lock);
    Compiled *c = newest;
    while (c && memcmp(&c->key, key, sizeof *key) != 0)
        c = c->next;
    if (c)
        c->users++;
    pthread_mutex_unlock(&lock);
    return c;
}

static Value unpack(MinipyVM *vm, Compiled *c, Value filename)
{
    Value code = code_unpack(vm, &c->pack, filename);
    pthread_mutex_lock(&lock);
    release(c);
    pthread_mutex_unlock(&lock);
    return code;
}

static void drop_oldest(void)
{
    Compiled **at = &newest;
    while ((*at)->next)
        at = &(*at)->next;
    Compiled *c = *at;
    *at = NULL;
    stored -= c->pack.size;
    release(c);
}

/* Two vms may have compiled the same at the same time: the older entry is never found,
 * and goes in its turn. */
static void keep(const TextKey *key, Value code)
{
    Compiled *c = malloc(sizeof *c);
    if (!c)
        return;
    *c = (Compiled){.key = *key, .pack = code_pack(CODE(code)), .users = 1};
    if (!c->pack.data || c->pack.size > STORE_MAX) {
        code_pack_free(&c->pack);
        free(c);
        return;
    }
    pthread_mutex_lock(&lock);
    c->next = newest;
    newest = c;
    stored += c->pack.size;
    while (stored > STORE_MAX)
        drop_oldest();
    pthread_mutex_unlock(&lock);
}

Value import_compile_text(MinipyVM *vm, const char *text, size_t size, Value filename,
                          bool warn)
{
    TextKey key;
    /* The vm of a program that handles its signals is alone. */
    bool known = !vm->owns_signals && key_of(vm, text, size, filename, &key);
    Compiled *c = known ? find_and_hold(&key) : NULL;
    if (c)
        return unpack(vm, c, filename);
    vm->compile_warned = false;
    Value code =
        compile_source(vm, text, size, filename, COMPILE_EXEC,
                       warn ? 0 : COMPILE_WITHOUT_WARNINGS, vm->settings.optimize);
    if (code && known && !vm->compile_warned) /* who is warned depends on the vm */
        keep(&key, code);
    return code;
}
