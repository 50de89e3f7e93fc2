/* sys_info.c - the constants of sys: versions, flags, limits of numbers, platform. */
#include <float.h>
#include <limits.h>
#include <unistd.h>

#include "stdlib/native.h"
#include "stdlib/runtime/sys.h"
#include "vm/import/import.h"
#include "vm/memory/memstate.h"
#include "vm/numbers/float.h"
#include "vm/containers/list.h"
#include "vm/containers/set.h"
#include "vm/objects/namespace.h"
#include "vm/objects/native.h"
#include "vm/objects/structseq.h"
#include "vm/objects/call.h"

#include "minipy.h"

/* The language that is implemented: CPython 3.11.2's, what Debian 12 has. */
enum { MAJOR = 3, MINOR = 11, MICRO = 2 };
#define HEX_VERSION ((MAJOR << 24) | (MINOR << 16) | (MICRO << 8) | 0xf0)
#define STRING(x) #x
#define COMPILER "GCC " __VERSION__

Value sys_float(MinipyVM *vm, double d)
{
    return float_new(vm, d);
}

Value sys_structseq_steal(MinipyVM *vm, const StructSeqSpec *spec, const Value *items)
{
    int n = 0;
    while (spec->fields[n])
        n++;
    return structseq_make_steal(vm, spec, items, n);
}

static int add_structseq(MinipyVM *vm, Value m, const char *name,
                         const StructSeqSpec *spec, const Value *items)
{
    return module_add_steal(vm, m, name, sys_structseq_steal(vm, spec, items));
}

static Value version_info(MinipyVM *vm)
{
    static const char *const fields[] = {"major",        "minor",  "micro",
                                         "releaselevel", "serial", NULL};
    static const StructSeqSpec spec = {"sys.version_info", NULL, fields, 5};
    Value items[5] = {value_from_imm(MAJOR), value_from_imm(MINOR),
                      value_from_imm(MICRO), str_intern_cstr(vm, "final"),
                      value_from_imm(0)};
    Value v = sys_structseq_steal(vm, &spec, items);
    if (v && structseq_close(vm, &spec) < 0)
        value_clear(vm, &v);
    return v;
}

static int add_implementation(MinipyVM *vm, Value m, Value version)
{
    Value d = dict_new(vm);
    if (!d || dict_set_cstr_steal(vm, d, "name", str_intern_cstr(vm, "minipy")) < 0 ||
        dict_set_cstr_steal(vm, d, "cache_tag", str_intern_cstr(vm, "minipy-311")) <
            0 ||
        dict_set_cstr(vm, d, "version", version) < 0 ||
        dict_set_cstr_steal(vm, d, "hexversion", value_from_imm(HEX_VERSION)) < 0 ||
        dict_set_cstr_steal(vm, d, "_multiarch",
                            str_from_cstr(vm, "x86_64-linux-gnu")) < 0) {
        value_xdecref(vm, d);
        return -1;
    }
    Value ns = simple_namespace_new(vm, d);
    value_decref(vm, d);
    return module_add_steal(vm, m, "implementation", ns);
}

static int add_version(MinipyVM *vm, Value m)
{
    Value v = version_info(vm);
    if (!v || add_implementation(vm, m, v) < 0) {
        value_xdecref(vm, v);
        return -1;
    }
    return module_add_steal(vm, m, "version_info", v) < 0 ||
                   module_add_steal(vm, m, "hexversion", value_from_imm(HEX_VERSION)) <
                       0 ||
                   module_add_steal(vm, m, "api_version", value_from_imm(1013)) < 0 ||
                   module_add_steal(vm, m, "version",
                                    str_format_c(vm, "%d.%d.%d (minipy %s) [%s]", MAJOR,
                                                 MINOR, MICRO, MINIPY_VERSION,
                                                 COMPILER)) < 0 ||
                   module_add_steal(
                       vm, m, "copyright",
                       str_from_cstr(
                           vm, "Copyright (c) the minipy developers. MIT license.")) < 0
               ? -1
               : 0;
}

static int add_flags(MinipyVM *vm, Value m)
{
    static const char *const fields[] = {"debug",
                                         "inspect",
                                         "interactive",
                                         "optimize",
                                         "dont_write_bytecode",
                                         "no_user_site",
                                         "no_site",
                                         "ignore_environment",
                                         "verbose",
                                         "bytes_warning",
                                         "quiet",
                                         "hash_randomization",
                                         "isolated",
                                         "dev_mode",
                                         "utf8_mode",
                                         "warn_default_encoding",
                                         "safe_path",
                                         "int_max_str_digits",
                                         NULL};
    static const StructSeqSpec spec = {"sys.flags", NULL, fields, 18};
    const MinipySettings *s = &vm->settings;
    Value items[18] = {value_from_imm(s->parser_debug),
                       value_from_imm(s->inspect),
                       value_from_imm(s->interactive),
                       value_from_imm(s->optimize),
                       value_from_imm(s->dont_write_bytecode),
                       value_from_imm(s->no_user_site),
                       value_from_imm(s->no_site),
                       value_from_imm(s->ignore_env),
                       value_from_imm(s->verbose),
                       value_from_imm(s->bytes_warning),
                       value_from_imm(s->quiet),
                       value_from_imm(s->hash_random || s->hash_seed),
                       value_from_imm(s->isolated),
                       value_from_bool(s->dev_mode),
                       value_from_imm(s->utf8_mode),
                       value_from_imm(s->warn_default_encoding),
                       value_from_bool(s->safe_path),
                       value_from_imm(s->int_max_str_digits_flag)};
    return add_structseq(vm, m, "flags", &spec, items) < 0 ? -1
                                                           : structseq_close(vm, &spec);
}

static Value float_info(MinipyVM *vm)
{
    static const char *const fields[] = {
        "max", "max_exp",  "max_10_exp", "min",   "min_exp", "min_10_exp",
        "dig", "mant_dig", "epsilon",    "radix", "rounds",  NULL};
    static const StructSeqSpec spec = {"sys.float_info", NULL, fields, 11};
    Value items[11] = {float_new(vm, DBL_MAX),         value_from_imm(DBL_MAX_EXP),
                       value_from_imm(DBL_MAX_10_EXP), float_new(vm, DBL_MIN),
                       value_from_imm(DBL_MIN_EXP),    value_from_imm(DBL_MIN_10_EXP),
                       value_from_imm(DBL_DIG),        value_from_imm(DBL_MANT_DIG),
                       float_new(vm, DBL_EPSILON),     value_from_imm(FLT_RADIX),
                       value_from_imm(FLT_ROUNDS)};
    return sys_structseq_steal(vm, &spec, items);
}

static Value int_info(MinipyVM *vm)
{
    static const char *const fields[] = {"bits_per_digit", "sizeof_digit",
                                         "default_max_str_digits",
                                         "str_digits_check_threshold", NULL};
    static const StructSeqSpec spec = {"sys.int_info", NULL, fields, 4};
    Value items[4] = {value_from_imm(30), value_from_imm(4), value_from_imm(4300),
                      value_from_imm(640)};
    return sys_structseq_steal(vm, &spec, items);
}

static Value hash_info(MinipyVM *vm)
{
    static const char *const fields[] = {
        "width",     "modulus",   "inf",       "nan",    "imag",
        "algorithm", "hash_bits", "seed_bits", "cutoff", NULL};
    static const StructSeqSpec spec = {"sys.hash_info", NULL, fields, 9};
    Value items[9] = {value_from_imm(64),      value_from_imm(((int64_t)1 << 61) - 1),
                      value_from_imm(314159),  value_from_imm(0),
                      value_from_imm(1000003), str_from_cstr(vm, "siphash13"),
                      value_from_imm(64),      value_from_imm(128),
                      value_from_imm(0)};
    return sys_structseq_steal(vm, &spec, items);
}

static Value thread_info(MinipyVM *vm)
{
    static const char *const fields[] = {"name", "lock", "version", NULL};
    static const StructSeqSpec spec = {"sys.thread_info", NULL, fields, 3};
    char version[64];
    bool known = confstr(_CS_GNU_LIBPTHREAD_VERSION, version, sizeof version) > 0;
    Value items[3] = {str_from_cstr(vm, "pthread"), str_from_cstr(vm, "semaphore"),
                      known ? str_from_cstr(vm, version) : VALUE_NONE};
    return sys_structseq_steal(vm, &spec, items);
}

static Value library_names(MinipyVM *vm)
{
    static const char *const names[] = {
#define LIBRARY_MODULE(name) #name,
#include "vm/import/library_names.def"
#undef LIBRARY_MODULE
    };
    Value list = list_new(vm, 0), set;
    for (size_t i = 0; list && i < sizeof names / sizeof *names; i++) {
        Value s = str_from_cstr(vm, names[i]);
        if (!s || list_append_steal(vm, list, s) < 0)
            value_clear(vm, &list);
    }
    set = list ? frozenset_new(vm, list) : VALUE_NULL;
    value_xdecref(vm, list);
    return set;
}

/* With them sys.path_importer_cache comes into use: CPython's knows by then that
 * nothing is where an archive of the library could be. */
static Value path_hooks(MinipyVM *vm)
{
    Value cache = dict_get_cstr_borrow(vm, vm->sysdict, "path_importer_cache");
    if (cache && value_is_dict(cache) && vm->no_archive &&
        dict_set(vm, cache, vm->no_archive, VALUE_NONE) < 0)
        return VALUE_NULL;
    return import_call(vm, "_frozen_importlib_external", "_make_path_hooks", NULL, 0,
                       VALUE_NULL);
}

/* What the interactive interpreter calls before its first prompt, unless the site
 * module is left out or the interpreter is isolated: site's own, which this one
 * fetches. */
FN(register_readline)
{
    Value r = import_call(vm, "site", "enablerlcompleter", NULL, 0, VALUE_NULL);
    if (!r)
        return VALUE_NULL;
    value_decref(vm, r);
    Value hook = dict_get_cstr_borrow(vm, vm->sysdict, "__interactivehook__");
    if (!hook)
        return VALUE_NONE;
    value_incref(hook);
    r = call0(vm, hook);
    value_decref(vm, hook);
    return r;
}

static Value interactive_hook(MinipyVM *vm)
{
    static const MethodDef def = {"register_readline", register_readline, M_UNSIGNED,
                                  "($self, /)", NULL};
    if (vm->settings.no_site || vm->settings.isolated ||
        !vm->settings.use_installed_library)
        return VALUE_NULL;
    return native_new(vm, &def, VALUE_NULL, VALUE_NULL);
}

static Value library_folder(MinipyVM *vm)
{
    return vm->settings.use_installed_library ? str_from_cstr(vm, INSTALLED_LIBRARY)
                                              : VALUE_NONE;
}

FN(debug_malloc_stats)
{
    mem_print_stats(vm, stderr);
    fflush(stderr);
    return VALUE_NONE;
}

FN(get_dlopen_flags)
{
    return value_from_imm(vm->settings.dlopen_flags);
}

FN(set_dlopen_flags)
{
    return arg_int(vm, args[0], &vm->settings.dlopen_flags) ? VALUE_NONE : VALUE_NULL;
}

static const MethodDef lazy_functions[] = {
    {"_debugmallocstats", debug_malloc_stats, 0, "($module, /)",
     "Write to stderr how much memory of which sizes is in use."},
    {"getdlopenflags", get_dlopen_flags, 0, "($module, /)",
     "The flags with which extension modules are opened."},
    {"setdlopenflags", set_dlopen_flags, 0, "($module, flags, /)",
     "Set the flags with which extension modules are opened."},
    {0},
};
static const LazyAttr lazy_names[] = {
    {"stdlib_module_names", library_names, NULL, false},
    {"float_info", float_info, NULL, false},
    {"int_info", int_info, NULL, false},
    {"hash_info", hash_info, NULL, false},
    {"thread_info", thread_info, NULL, false},
    {"path_hooks", path_hooks, NULL, false},
    {"__interactivehook__", interactive_hook, NULL, false},
    {"_stdlib_dir", library_folder, NULL, false},
    {"_debugmallocstats", NULL, &lazy_functions[0], false},
    {"getdlopenflags", NULL, &lazy_functions[1], false},
    {"setdlopenflags", NULL, &lazy_functions[2], false},
    {"monitoring", monitoring_module, NULL, true}, /* CPython 3.12's */
    {0},
};

static int add_platform(MinipyVM *vm, Value m)
{
    static const struct {
        const char *name, *value;
    } texts[] = {
        {"platform", "linux"},
        {"byteorder", "little"},
        {"float_repr_style", "short"},
        {"abiflags", ""},
        {"platlibdir", "lib"},
        {"prefix", LIBRARY_PREFIX},
        {"exec_prefix", LIBRARY_PREFIX},
        {"_framework", ""},
        {"base_prefix", LIBRARY_PREFIX},
        {"base_exec_prefix", LIBRARY_PREFIX},
        {"executable", ""},
        {"_base_executable", ""},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (module_add_steal(vm, m, texts[i].name, str_from_cstr(vm, texts[i].value)) <
            0)
            return -1;
    }
    return module_add_steal(vm, m, "maxsize", int_new(vm, INT64_MAX)) < 0 ||
                   module_add_steal(vm, m, "maxunicode", value_from_imm(0x10ffff)) <
                       0 ||
                   module_add_steal(vm, m, "pycache_prefix", VALUE_NONE) < 0 ||
                   module_add_steal(vm, m, "_git",
                                    tuple_pack(vm, 3, vm->empty_str, vm->empty_str,
                                               vm->empty_str)) < 0 ||
                   module_add_steal(vm, m, "dont_write_bytecode",
                                    value_from_bool(vm->settings.dont_write_bytecode)) <
                       0
               ? -1
               : 0;
}

static int add_lists(MinipyVM *vm, Value m)
{
    static const char *const empty_lists[] = {"path", "warnoptions", "argv",
                                              "orig_argv"};
    static const char *const empty_dicts[] = {"path_importer_cache", "_xoptions"};
    for (size_t i = 0; i < sizeof empty_lists / sizeof *empty_lists; i++)
        if (module_add_steal(vm, m, empty_lists[i], list_new(vm, 0)) < 0)
            return -1;
    for (size_t i = 0; i < sizeof empty_dicts / sizeof *empty_dicts; i++)
        if (module_add_steal(vm, m, empty_dicts[i], dict_new(vm)) < 0)
            return -1;
    return module_add_steal(vm, m, "builtin_module_names", import_builtin_names(vm));
}

int sys_add_info(MinipyVM *vm, Value m)
{
    MODULE(m)->lazy = lazy_names;
    return add_version(vm, m) < 0 || add_flags(vm, m) < 0 || add_platform(vm, m) < 0 ||
                   add_lists(vm, m) < 0
               ? -1
               : 0;
}
