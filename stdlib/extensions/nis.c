/* nis.c - the module nis: the maps of Sun's yellow pages, as libnsl asks for them. Most
 * networks have no server of it, and then each call says so.
 */
#include <rpcsvc/ypclnt.h>

#include "common.h"

extern const MinipyModule minipy_module_nis;

/* What yp_maplist gives: the header that declares both needs those of Sun's RPC. */
struct ypmaplist {
    char *map;
    struct ypmaplist *next;
};
extern int yp_maplist(const char *domain, struct ypmaplist **list);

enum { YP_TRUE = 1 }; /* what yp_all reports for each entry */

/* Maps by the names that people use. */
static const struct {
    const char *alias, *map;
    bool counts_zero; /* keys and values end with a null byte that is counted */
} aliases[] = {
    {"passwd", "passwd.byname", false},         {"group", "group.byname", false},
    {"networks", "networks.byaddr", false},     {"hosts", "hosts.byname", false},
    {"protocols", "protocols.bynumber", false}, {"services", "services.byname", false},
    {"aliases", "mail.aliases", true},          {"ethers", "ethers.byname", false}};
enum { ALIASES = sizeof aliases / sizeof *aliases };

static const char *map_name(const char *name, bool *counts_zero)
{
    *counts_zero = false;
    for (size_t i = 0; i < ALIASES; i++)
        if (strcmp(aliases[i].alias, name) == 0 || strcmp(aliases[i].map, name) == 0) {
            *counts_zero = aliases[i].counts_zero;
            return aliases[i].map;
        }
    return name;
}

static MinipyValue raise_nis(MinipyVM *vm, const char *text)
{
    MinipyValue *error = minipy_module_state(vm, &minipy_module_nis);
    return error ? raise_of(vm, *error, text) : MINIPY_NULL;
}

/* ---- arguments ------------------------------------------------------------------- */

/* Argument `pos` is a str. -1: exception. */
static int check_str(MinipyVM *vm, MinipyValue v, const char *function,
                     const char *name, int pos)
{
    if (!v)
        minipy_raisef(vm, "TypeError", "%s() missing required argument '%s' (pos %d)",
                      function, name, pos);
    else if (minipy_kind(v) == MINIPY_IS_STR)
        return 0;
    else
        minipy_raisef(vm, "TypeError", "%s() argument %d must be str, not %s", function,
                      pos, minipy_is_none(v) ? "None" : minipy_type_name(vm, v));
    return -1;
}

/* Its text; NULL: exception. */
static const char *text_argument(MinipyVM *vm, MinipyValue v, const char *function,
                                 const char *name, int pos)
{
    return check_str(vm, v, function, name, pos) < 0 ? NULL : plain_text(vm, v);
}

/* The domain that was given, or the machine's own. -1: exception. */
static int domain_argument(MinipyVM *vm, MinipyValue v, const char *function, int pos,
                           const char **out)
{
    *out = v ? text_argument(vm, v, function, "domain", pos) : NULL;
    return v && !*out ? -1 : 0;
}

static int default_domain(MinipyVM *vm, const char **domain)
{
    char *found = NULL;
    int r = *domain ? 0 : yp_get_default_domain(&found);
    if (r != 0)
        raise_nis(vm, yperr_string(r));
    else if (found)
        *domain = found;
    return r != 0 ? -1 : 0;
}

static MinipyValue decoded(MinipyVM *vm, const char *text, int size)
{
    return made_by(vm, "os", "fsdecode",
                   minipy_bytes(vm, text, size < 0 ? 0 : (size_t)size));
}

/* ---- functions ------------------------------------------------------------------- */

static METHOD(nis_get_default_domain)
{
    const char *domain = NULL;
    return default_domain(vm, &domain) < 0 ? MINIPY_NULL
                                           : minipy_str(vm, domain, strlen(domain));
}

/* The value of a key, which is bytes. */
static MinipyValue match_key(MinipyVM *vm, const char *map, const char *domain,
                             MinipyValue key)
{
    bool counts_zero;
    char *found = NULL;
    int found_size = 0;
    size_t size;
    const char *bytes = minipy_as_bytes(vm, key, &size);
    if (!bytes || default_domain(vm, &domain) < 0)
        return MINIPY_NULL;
    map = map_name(map, &counts_zero);
    MinipyThread *me = minipy_thread_leave(vm);
    int r = yp_match(domain, map, bytes, (int)size + counts_zero, &found, &found_size);
    minipy_thread_enter(vm, me);
    if (r != 0)
        return raise_nis(vm, yperr_string(r));
    MinipyValue value = decoded(vm, found, found_size - counts_zero);
    free(found);
    return value;
}

/* A str as file names are encoded, without a frame of Python's. */
static MinipyValue encoded(MinipyVM *vm, MinipyValue text)
{
    MinipyValue sys = minipy_import(vm, "sys");
    MinipyValue how[] = {
        sys ? minipy_call_method(vm, sys, "getfilesystemencoding", NULL, 0)
            : MINIPY_NULL,
        sys ? minipy_call_method(vm, sys, "getfilesystemencodeerrors", NULL, 0)
            : MINIPY_NULL};
    MinipyValue r =
        how[0] && how[1] ? minipy_call_method(vm, text, "encode", how, 2) : MINIPY_NULL;
    minipy_release(vm, how[0]);
    minipy_release(vm, how[1]);
    minipy_release(vm, sys);
    return r;
}

static METHOD(nis_match)
{
    const char *map, *domain;
    if (check_str(vm, args[0], "match", "key", 1) < 0 ||
        !(map = text_argument(vm, args[1], "match", "map", 2)) ||
        domain_argument(vm, args[2], "match", 3, &domain) < 0)
        return MINIPY_NULL;
    /* No path, which could have no null byte in it. */
    MinipyValue key = encoded(vm, args[0]);
    MinipyValue r = key ? match_key(vm, map, domain, key) : MINIPY_NULL;
    minipy_release(vm, key);
    return r;
}

/* A map on its way into a dict. */
typedef struct Filling {
    MinipyVM *vm;
    MinipyThread *thread; /* that has left the vm */
    MinipyValue dict;
    bool counts_zero;
} Filling;

static int without_zero(const Filling *f, const char *text, int size)
{
    return f->counts_zero && size > 0 && text[size - 1] == '\0' ? size - 1 : size;
}

/* Told each entry by yp_all; anything but 0 ends it. What cannot be stored is left
 * out, as in CPython, and ends it. */
static int take_entry(int status, char *key, int key_size, char *value, int value_size,
                      char *filling)
{
    Filling *f = (Filling *)(void *)filling;
    if (status != YP_TRUE)
        return 1;
    MinipyVM *vm = f->vm;
    minipy_thread_enter(vm, f->thread);
    MinipyValue k = decoded(vm, key, without_zero(f, key, key_size));
    MinipyValue v =
        k ? decoded(vm, value, without_zero(f, value, value_size)) : MINIPY_NULL;
    int r = v ? minipy_setitem(vm, f->dict, k, v) : -1;
    minipy_release(vm, k);
    minipy_release(vm, v);
    minipy_error_clear(vm);
    f->thread = minipy_thread_leave(vm);
    return r < 0;
}

static METHOD(nis_cat)
{
    const char *domain, *map = text_argument(vm, args[0], "cat", "map", 1);
    if (!map || domain_argument(vm, args[1], "cat", 2, &domain) < 0 ||
        default_domain(vm, &domain) < 0)
        return MINIPY_NULL;
    Filling f = {.vm = vm, .dict = minipy_dict(vm)};
    if (!f.dict)
        return MINIPY_NULL;
    map = map_name(map, &f.counts_zero);
    struct ypall_callback each = {take_entry, (char *)&f};
    f.thread = minipy_thread_leave(vm);
    int r = yp_all(domain, map, &each);
    minipy_thread_enter(vm, f.thread);
    if (r != 0)
        raise_nis(vm, yperr_string(r));
    return unless_failed(vm, f.dict, r == 0 ? 0 : -1);
}

/* Does any server answer for the domain? */
static bool has_master(MinipyVM *vm, const char *domain)
{
    char *server = NULL;
    MinipyThread *me = minipy_thread_leave(vm);
    for (size_t i = 0; i < ALIASES && !server; i++)
        if (yp_master(domain, aliases[i].map, &server) != 0)
            server = NULL;
    minipy_thread_enter(vm, me);
    free(server);
    return server != NULL;
}

static METHOD(nis_maps)
{
    const char *domain;
    struct ypmaplist *list = NULL;
    if (domain_argument(vm, args[0], "maps", 1, &domain) < 0 ||
        default_domain(vm, &domain) < 0)
        return MINIPY_NULL;
    if (!has_master(vm, domain))
        return raise_nis(vm, "No NIS master found for any map");
    int failed = yp_maplist(domain, &list);
    if (failed)
        return raise_nis(vm, yperr_string(failed));
    MinipyValue names = minipy_list(vm, NULL, 0);
    int r = names ? 0 : -1;
    while (list) {
        struct ypmaplist *next = list->next;
        if (r == 0)
            r = append(vm, names, minipy_str(vm, list->map, strlen(list->map)));
        free(list->map);
        free(list);
        list = next;
    }
    return unless_failed(vm, names, r);
}

/* ---- the module ------------------------------------------------------------------ */

/* clang-format off */
static const MinipyMethod functions[] = {
    ROW("match", nis_match, "(key=None, map=None, domain=None)", "The value that a key has in a map."),
    ROW("cat", nis_cat, "(map=None, domain=None)", "All of a map, as a dict."),
    ROW("maps", nis_maps, "(domain=None)", "The names of the maps that a domain has."),
    ROW("get_default_domain", nis_get_default_domain, "()", "The domain that is asked when none is given."),
    {0}};
/* clang-format on */

static int fill(MinipyVM *vm, MinipyValue module)
{
    if (minipy_warn(vm, "DeprecationWarning",
                    "'nis' is deprecated and slated for removal in Python 3.13", 7) < 0)
        return -1;
    MinipyValue *error = minipy_module_state(vm, &minipy_module_nis);
    if (!error)
        return -1;
    replace(vm, error, minipy_exception_class(vm, "nis.error", NULL, MINIPY_NULL));
    return *error ? minipy_setattr(vm, module, "error", *error) : -1;
}

MINIPY_MODULE(nis) = {MINIPY_MODULE_HEAD,
                      .name = "nis",
                      .doc = "Maps of Sun's yellow pages.",
                      .functions = functions,
                      .state_size = sizeof(MinipyValue),
                      .state_values = 1,
                      .exec = fill};
