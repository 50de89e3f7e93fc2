/* import_cache.c - code of source files, kept in files for the next process: what
 * CPython's .pyc files are, by their rules (PEP 3147, 552), under a tag of our own.
 *
 * A cached file belongs to its source by the source's time and size, or by its hash, as
 * that of a module inside the binary does. It is used only if it is whole and of the
 * sources that this program was built of (code_pack.h); else it counts as absent and is
 * written anew. Writing is atomic, and whatever fails is passed over in silence, as in
 * CPython.
 *
 * Where: in __pycache__ beside the source, or below sys.pycache_prefix. The library of
 * the system is not ours to write into: what is compiled of it goes below the folder of
 * our extension modules; where that, or __pycache__, cannot be written, below
 * $XDG_CACHE_HOME/minipy (~/.cache/minipy) of the user. Neither read nor written while
 * somebody listens to audit events, who is to see each source opened and compiled.
 */
#include "vm/import/import.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vm/code/code_pack.h"
#include "vm/containers/dict.h"
#include "vm/core/file.h"
#include "vm/eval/audit_wanted.h"
#include "vm/import/extension.h"
#include "vm/text/str.h"

/* The first 16 bytes of a .pyc (PEP 552). */
typedef struct Head {
    uint32_t magic, flags;
    union {
        struct {
            uint32_t mtime, size;
        };
        uint64_t hash;
    };
} Head;

enum { BY_HASH = 1, CHECKED = 2, LARGEST = 64 << 20 };
enum { ROOM_MIN = 64 << 10, ROOM_MAX = 256 << 10 };

/* No text begins so. */
uint32_t import_cache_magic(void)
{
    return 0x80 | (code_pack_origin() & 0x7f) | 0x0e << 8 | '\r' << 16 | '\n' << 24;
}

/* ---- where ----------------------------------------------------------------------- */

/* The place of the second choice for whatever has none; "": there is none. */
static char user_root[PATH_MAX], library_root[PATH_MAX];

static void find_roots(MinipyVM *vm)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    bool own = geteuid() == getuid() && getegid() == getgid();
    if (own && cache && *cache == '/')
        snprintf(user_root, sizeof user_root, "%.4000s/minipy", cache);
    else if (own && home && *home == '/')
        snprintf(user_root, sizeof user_root, "%.4000s/.cache/minipy", home);
    char folder[PATH_MAX];
    if (extension_bundled_directory(vm, NULL, folder))
        snprintf(library_root, sizeof library_root, "%.4000s/cache", folder);
}

static bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool import_is_installed(const char *path)
{
    return starts_with(path, INSTALLED_LIBRARY "/") ||
           starts_with(path, "/usr/lib/python3/");
}

typedef struct Place {
    char first[PATH_MAX], second[PATH_MAX]; /* "": nowhere */
} Place;

/* ROOT + the source's path, or its folder's __pycache__, with the tag put in. */
static void put_name(char *out, const char *root, const char *source, const char *inner,
                     const char *tag, int optimize)
{
    char opt[20] = "";
    if (optimize)
        snprintf(opt, sizeof opt, ".opt-%d", optimize);
    const char *slash = strrchr(source, '/'), *stem = slash ? slash + 1 : source;
    const char *dot = strrchr(stem, '.');
    int n = snprintf(out, PATH_MAX, "%s%.*s%s%.*s.%s%s.pyc", root, (int)(stem - source),
                     source, inner, (int)(dot ? dot - stem : (int)strlen(stem)), stem,
                     tag, opt);
    if (n >= PATH_MAX)
        *out = 0;
}

static bool find_place(MinipyVM *vm, const char *source, bool of_system, Place *p)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool found;
    pthread_mutex_lock(&lock);
    if (!found)
        find_roots(vm);
    found = true;
    pthread_mutex_unlock(&lock);
    Value tag = import_cache_tag(vm);
    const char *name = tag ? str_utf8_or_null(vm, tag) : NULL;
    Value prefix = dict_get_cstr_borrow(vm, vm->sysdict, "pycache_prefix");
    const char *root =
        prefix && value_is_str(prefix) ? str_utf8_or_null(vm, prefix) : NULL;
    int optimize = vm->settings.optimize;
    *p->first = *p->second = 0;
    if (name && root) {
        if (*source == '/')
            put_name(p->first, root, source, "", name, optimize);
    } else if (name) {
        if (!of_system)
            put_name(p->first, "", source, "__pycache__/", name, optimize);
        else if (*library_root)
            put_name(p->first, library_root, source, "", name, optimize);
        if (*user_root && *source == '/')
            put_name(p->second, user_root, source, "", name, optimize);
    }
    value_xdecref(vm, tag);
    error_clear(vm);
    return *p->first || *p->second;
}

/* ---- reading --------------------------------------------------------------------- */

/* Room for a file of so many bytes. What most files fit into is kept for the next one,
 * as each fresh page costs more than to read it. */
static uint8_t *room_for(MinipyVM *vm, size_t size)
{
    if (size <= vm->import_room_size)
        return vm->import_room;
    size_t more = size < ROOM_MIN ? ROOM_MIN : size;
    void *room = mem_realloc(vm, vm->import_room, more);
    if (!room)
        return NULL;
    vm->import_room = room;
    vm->import_room_size = more;
    return room;
}

void import_cache_trim(MinipyVM *vm, size_t keep)
{
    if (vm->import_room_size <= keep)
        return;
    mem_free(vm, vm->import_room);
    vm->import_room = NULL;
    vm->import_room_size = 0;
}

/* The whole of a regular file, whoever's: who may write there may write the source,
 * too. It stays until the next call. NULL: there is none, or not all of it can be read.
 */
static const uint8_t *read_whole(MinipyVM *vm, const char *name, size_t *size)
{
    struct stat st;
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    uint8_t *data = NULL;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= LARGEST &&
        st.st_size > (off_t)sizeof(Head))
        data = room_for(vm, (size_t)st.st_size);
    if (data && read(fd, data, (size_t)st.st_size) != st.st_size)
        data = NULL;
    error_clear(vm);
    *size = data ? (size_t)st.st_size : 0;
    close(fd);
    return data;
}

uint64_t import_source_hash(int64_t key, const void *text, size_t size)
{
    HashKey k = {(uint64_t)key, 0};
    return hash_keyed(&k, text, size);
}

static bool hash_agrees(MinipyVM *vm, Value path, const Head *h)
{
    size_t size;
    char *text = file_read(vm, path, &size);
    bool same = text && import_source_hash(h->magic, text, size) == h->hash;
    error_clear(vm);
    mem_free(vm, text);
    return same;
}

/* Where code comes from, and what the head of its cached file says of it. */
typedef struct Source {
    Value path;  /* borrowed; VALUE_NULL: it is inside the binary */
    Head head;   /* by time and size; inside the binary by hash */
    mode_t mode; /* of the cached file */
} Source;

static bool is_fresh(MinipyVM *vm, const Source *s, const Head *h)
{
    if (!s->path)
        return memcmp(h, &s->head, sizeof *h) == 0;
    if (h->magic != import_cache_magic() || h->flags & ~(uint32_t)(BY_HASH | CHECKED))
        return false;
    if (h->flags & BY_HASH)
        return !(h->flags & CHECKED) || hash_agrees(vm, s->path, h);
    return h->mtime == s->head.mtime && h->size == s->head.size;
}

static Value load_from(MinipyVM *vm, const char *name, const Source *s, Value filename)
{
    size_t size, used;
    const uint8_t *data = *name ? read_whole(vm, name, &size) : NULL;
    if (!data)
        return VALUE_NULL;
    Head h;
    memcpy(&h, data, sizeof h);
    Value code = is_fresh(vm, s, &h)
                     ? code_unpack_sealed(vm, data + sizeof h, size - sizeof h,
                                          filename, false, &used)
                     : VALUE_NULL;
    import_cache_trim(vm, ROOM_MAX);
    return code;
}

/* ---- writing --------------------------------------------------------------------- */

/* Makes the folders that the file's name goes through. */
static void make_folders(char *name)
{
    for (char *slash = strrchr(name, '/'); slash && slash > name;) {
        *slash = 0;
        bool made = mkdir(name, 0777) == 0 || errno == EEXIST;
        bool above = !made && errno == ENOENT;
        *slash = '/';
        if (made) { /* and down again */
            slash = strchr(slash + 1, '/');
        } else {
            char *end = slash;
            slash = NULL;
            for (char *at = name + 1; above && at < end; at++)
                if (*at == '/')
                    slash = at;
        }
    }
}

static bool write_all(int fd, const void *data, size_t size)
{
    for (const char *at = data; size > 0;) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* Whole, or not at all. */
static bool write_file(char *name, const Head *h, const CodePack *pack, mode_t mode)
{
    char half[PATH_MAX + 40];
    snprintf(half, sizeof half, "%s.%ld", name, (long)getpid());
    int fd = open(half, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0 && errno == ENOENT) {
        make_folders(name);
        fd = open(half, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
    if (fd < 0)
        return false;
    bool done = write_all(fd, h, sizeof *h) && write_all(fd, pack->data, pack->size);
    done = close(fd) == 0 && done;
    if (!done || rename(half, name) < 0)
        unlink(half);
    return true; /* a full disk is full elsewhere, too */
}

static void store(const Place *p, const Source *s, const CodePack *pack)
{
    Place to = *p;
    if (!*to.first || !write_file(to.first, &s->head, pack, s->mode))
        if (*to.second)
            write_file(to.second, &s->head, pack, s->mode);
}

/* ---- both ------------------------------------------------------------------------ */

static bool may_write(MinipyVM *vm)
{
    Value never = dict_get_cstr_borrow(vm, vm->sysdict, "dont_write_bytecode");
    int r = never ? object_is_true(vm, never) : 1;
    error_clear(vm);
    return r == 0;
}

static Value load(MinipyVM *vm, const Place *place, const Source *s, Value filename)
{
    Value code = load_from(vm, place->first, s, filename);
    if (!code && !error_occurred(vm))
        code = load_from(vm, place->second, s, filename);
    return code;
}

/* Debian's packages have CPython's .pyc files beside their sources: what those change,
 * the order of sets of constants, is to be so in the run that compiles, too. */
static Value as_loaded(MinipyVM *vm, Value code, const CodePack *pack)
{
    size_t used;
    Value loaded =
        code_unpack_sealed(vm, pack->data, pack->size, VALUE_NULL, false, &used);
    if (!loaded && error_occurred(vm))
        error_clear(vm);
    if (!loaded)
        return code;
    value_decref(vm, code);
    return loaded;
}

/* What was compiled, stored if there is a place for it. as_next: as the next run will
 * have it. */
static Value kept_steal(MinipyVM *vm, Value code, const Place *place, const Source *s,
                        bool as_next)
{
    bool write = place && may_write(vm);
    CodePack pack = write || as_next ? code_pack_sealed(vm, CODE(code)) : (CodePack){0};
    if (pack.data && write)
        store(place, s, &pack);
    if (pack.data && as_next)
        code = as_loaded(vm, code, &pack);
    code_pack_free(&pack);
    return code;
}

/* Is there a cache at all? */
static bool caches(MinipyVM *vm)
{
    return !vm->host && !vm->settings.no_debug_ranges && code_pack_origin() &&
           !audit_wanted(vm);
}

Value import_cached(MinipyVM *vm, Value path, Value filename, ImportCompile compile)
{
    struct stat st;
    Place place;
    char *name = caches(vm) ? str_path(vm, path) : NULL;
    /* A host may write a file twice within a tick of its time, and read what it wrote.
     */
    bool of_system = name && import_is_installed(name);
    bool cached = name && (vm->owns_signals || of_system) && stat(name, &st) == 0 &&
                  S_ISREG(st.st_mode) && find_place(vm, name, of_system, &place);
    mem_free(vm, name);
    error_clear(vm);
    Source s = {.path = path};
    if (cached)
        s = (Source){.path = path,
                     .head = {.magic = import_cache_magic(),
                              .mtime = (uint32_t)st.st_mtime,
                              .size = (uint32_t)st.st_size},
                     .mode = (st.st_mode & 0666) | 0200};
    Value code = cached ? load(vm, &place, &s, filename) : VALUE_NULL;
    if (code || error_occurred(vm))
        return code;
    code = compile(vm, path, filename);
    return code ? kept_steal(vm, code, cached ? &place : NULL, &s, of_system) : code;
}

Value import_cached_frozen(MinipyVM *vm, const FrozenModule *f, Value filename)
{
    Place place;
    uint32_t magic = import_cache_magic();
    Source s = {.head = {.magic = magic, .flags = BY_HASH}, .mode = 0644};
    char name[80];
    snprintf(name, sizeof name, "/frozen/%.60s.py", f->name);
    bool cached = caches(vm) && find_place(vm, name, true, &place);
    if (cached)
        s.head.hash = import_source_hash(magic, f->source, f->size);
    Value code = cached ? load(vm, &place, &s, filename) : VALUE_NULL;
    if (code || error_occurred(vm))
        return code;
    code = import_compile_text(vm, f->source, f->size, filename, false);
    return code ? kept_steal(vm, code, cached ? &place : NULL, &s, false) : code;
}
