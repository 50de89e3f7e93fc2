/* pwd.c - the modules pwd, grp and spwd: the databases of users, groups, and users'
 * passwords. */
#include "stdlib/os/posix_private.h"
#include "vm/containers/list.h"
#include "vm/core/hooks.h"

#include <grp.h>
#include <pwd.h>
#include <shadow.h>

/* ---- pwd ------------------------------------------------------------------------- */

static const char *const passwd_fields[] = {
    "pw_name", "pw_passwd", "pw_uid", "pw_gid", "pw_gecos", "pw_dir", "pw_shell", NULL};
static const StructSeqSpec passwd_spec = {
    "pwd.struct_passwd",
    "pwd.struct_passwd: Results from getpw*() routines.\n\nThis object may be accessed "
    "either as "
    "a tuple of\n  (pw_name,pw_passwd,pw_uid,pw_gid,pw_gecos,pw_dir,pw_shell)\nor via "
    "the object "
    "attributes as named in the above tuple.",
    passwd_fields, 7};

static Value text_or_none(MinipyVM *vm, const char *s)
{
    return s ? str_from_path(vm, s) : VALUE_NONE;
}

/* A name in the system's encoding: new bytes. */
static Value name_arg(MinipyVM *vm, const char *fname, const char *argname, Value v)
{
    return value_is_str(v) ? fs_encode(vm, v)
                           : arg_type_error(vm, fname, argname, "str", v);
}

/* One more item (taken over), or no list any more. */
static void append_or_clear(MinipyVM *vm, Value *list, Value item)
{
    if (!item || list_append_steal(vm, *list, item) < 0)
        value_clear(vm, list);
}

/* -1 is -1, not the largest id. */
static Value id_value(uint32_t id)
{
    return id == UINT32_MAX ? value_from_imm(-1) : value_from_imm(id);
}

static Value passwd_result(MinipyVM *vm, const struct passwd *p)
{
    Value items[7] = {text_or_none(vm, p->pw_name),  text_or_none(vm, p->pw_passwd),
                      id_value(p->pw_uid),           id_value(p->pw_gid),
                      text_or_none(vm, p->pw_gecos), text_or_none(vm, p->pw_dir),
                      text_or_none(vm, p->pw_shell)};
    return structseq_make_steal(vm, &passwd_spec, items, 7);
}

FN(posix_getpwuid)
{
    uint32_t uid;
    if (!uid_arg(vm, args[0], "uid", &uid)) {
        if (!error_matches(vm, EXC_OverflowError))
            return VALUE_NULL;
        error_clear(vm); /* nobody has such an id */
        return error_set(vm, EXC_KeyError, "getpwuid(): uid not found");
    }
    struct passwd *p = getpwuid(uid);
    if (!p) {
        Value id = id_value(uid);
        return error_set(vm, EXC_KeyError, "getpwuid(): uid not found: %S", id);
    }
    return passwd_result(vm, p);
}

FN(posix_getpwnam)
{
    Value name = name_arg(vm, "getpwnam", NULL, args[0]);
    if (!name)
        return VALUE_NULL;
    struct passwd *p = getpwnam((char *)BYTES(name)->data);
    value_decref(vm, name);
    return p ? passwd_result(vm, p)
             : error_set(vm, EXC_KeyError, "getpwnam(): name not found: %R", args[0]);
}

FN(posix_getpwall)
{
    Value list = list_new(vm, 0);
    struct passwd *p;
    setpwent();
    while (list && (p = getpwent()))
        append_or_clear(vm, &list, passwd_result(vm, p));
    endpwent();
    return list;
}

static CONTENTS(pwd_contents,
    HAS_STRUCT("struct_passwd", &passwd_spec),
);

/* ---- spwd ------------------------------------------------------------------------ */

/* The last two are old names of the first. */
static const char *const shadow_fields[] = {
    "sp_namp",  "sp_pwdp",   "sp_lstchg", "sp_min", "sp_max", "sp_warn",
    "sp_inact", "sp_expire", "sp_flag",   "sp_nam", "sp_pwd", NULL};
static const StructSeqSpec shadow_spec = {
    "spwd.struct_spwd",
    "spwd.struct_spwd: Results from getsp*() routines.\n\nThis object may be accessed "
    "either as a 9-tuple of\n  "
    "(sp_namp,sp_pwdp,sp_lstchg,sp_min,sp_max,sp_warn,sp_inact,sp_expire,sp_flag)\n"
    "or via the object attributes as named in the above tuple.",
    shadow_fields, 9};

static Value shadow_result(MinipyVM *vm, const struct spwd *p)
{
    const long numbers[] = {p->sp_lstchg, p->sp_min,    p->sp_max,       p->sp_warn,
                            p->sp_inact,  p->sp_expire, (long)p->sp_flag};
    Value items[11] = {text_or_none(vm, p->sp_namp), text_or_none(vm, p->sp_pwdp)};
    for (int i = 0; i < 7; i++)
        items[2 + i] = int_new(vm, numbers[i]);
    items[9] = text_or_none(vm, p->sp_namp);
    items[10] = text_or_none(vm, p->sp_pwdp);
    return structseq_make_steal(vm, &shadow_spec, items, 11);
}

FN(posix_getspnam)
{
    Value name = name_arg(vm, "getspnam", NULL, args[0]);
    if (!name)
        return VALUE_NULL;
    if (strlen((char *)BYTES(name)->data) != (size_t)BYTES(name)->size) {
        value_decref(vm, name);
        return error_set(vm, EXC_ValueError, "embedded null byte");
    }
    errno = 0;
    struct spwd *p = getspnam((char *)BYTES(name)->data);
    int number = errno;
    value_decref(vm, name);
    if (p)
        return shadow_result(vm, p);
    return number ? error_set_errno(vm, number, VALUE_NULL)
                  : error_set(vm, EXC_KeyError, "getspnam(): name not found");
}

FN(posix_getspall)
{
    Value list = list_new(vm, 0);
    struct spwd *p;
    setspent();
    while (list && (p = getspent()))
        append_or_clear(vm, &list, shadow_result(vm, p));
    endspent();
    return list;
}

/* ---- grp ------------------------------------------------------------------------- */

static const char *const group_fields[] = {"gr_name", "gr_passwd", "gr_gid", "gr_mem",
                                           NULL};
static const StructSeqSpec group_spec = {
    "grp.struct_group",
    "grp.struct_group: Results from getgr*() routines.\n\nThis object may be accessed "
    "either as a "
    "tuple of\n  (gr_name,gr_passwd,gr_gid,gr_mem)\nor via the object attributes as "
    "named in the "
    "above tuple.\n",
    group_fields, 4};

static Value group_result(MinipyVM *vm, const struct group *g)
{
    Value members = list_new(vm, 0);
    for (char **s = g->gr_mem; members && s && *s; s++)
        append_or_clear(vm, &members, str_from_path(vm, *s));
    Value items[4] = {text_or_none(vm, g->gr_name), text_or_none(vm, g->gr_passwd),
                      id_value(g->gr_gid), members};
    return structseq_make_steal(vm, &group_spec, items, 4);
}

FN(posix_getgrgid)
{
    uint32_t gid;
    if (!uid_arg(vm, args[0], "gid", &gid))
        return VALUE_NULL;
    struct group *g = getgrgid(gid);
    if (!g) {
        Value id = id_value(gid);
        return error_set(vm, EXC_KeyError, "getgrgid(): gid not found: %S", id);
    }
    return group_result(vm, g);
}

FN(posix_getgrnam)
{
    Value name = name_arg(vm, "getgrnam", "name", args[0]);
    if (!name)
        return VALUE_NULL;
    struct group *g = getgrnam((char *)BYTES(name)->data);
    value_decref(vm, name);
    return g ? group_result(vm, g)
             : error_set(vm, EXC_KeyError, "getgrnam(): name not found: %R", args[0]);
}

FN(posix_getgrall)
{
    Value list = list_new(vm, 0);
    struct group *g;
    setgrent();
    while (list && (g = getgrent()))
        append_or_clear(vm, &list, group_result(vm, g));
    endgrent();
    return list;
}

static CONTENTS(grp_contents,
    HAS_STRUCT("struct_group", &group_spec),
);

static METHODS(pwd_functions,
    {"getpwuid", posix_getpwuid, 0, "($module, uidobj, /)",
     "Return the password database entry for the given numeric user ID.\n\n"
     "See `help(pwd)` for more on password database entries."},
    {"getpwnam", posix_getpwnam, 0, "($module, name, /)",
     "Return the password database entry for the given user name.\n\n"
     "See `help(pwd)` for more on password database entries."},
    {"getpwall", posix_getpwall, 0, "($module, /)",
     "Return a list of all available password database entries, in arbitrary order.\n\n"
     "See help(pwd) for more on password database entries."},
);
static METHODS(grp_functions,
    {"getgrgid", posix_getgrgid, 0, "($module, /, id)",
     "Return the group database entry for the given numeric group ID.\n\nIf id is not valid, raise KeyError."},
    {"getgrnam", posix_getgrnam, 0, "($module, /, name)",
     "Return the group database entry for the given group name.\n\nIf name is not valid, raise KeyError."},
    {"getgrall", posix_getgrall, 0, "($module, /)",
     "Return a list of all available group entries, in arbitrary order."},
);

MODULE_SPEC(pwd_module_spec,
    .name = "pwd",
    .doc = "This module provides access to the Unix password database.\nIt is available on all Unix versions.",
    .methods = pwd_functions, .contents = pwd_contents,
);
MODULE_SPEC(grp_module_spec,
    .name = "grp",
    .doc = "Access to the Unix group database.",
    .methods = grp_functions, .contents = grp_contents,
);

static METHODS(spwd_functions,
    {"getspall", posix_getspall, 0, "($module, /)",
     "Return a list of all available shadow password database entries, in arbitrary order.\n\n"
     "See `help(spwd)` for more on shadow password database entries."},
    {"getspnam", posix_getspnam, 0, "($module, arg, /)",
     "Return the shadow password database entry for the given user name.\n\n"
     "See `help(spwd)` for more on shadow password database entries."},
);
static CONTENTS(spwd_contents,
    HAS_STRUCT("struct_spwd", &shadow_spec),
);

static int spwd_exec(MinipyVM *vm, Value module)
{
    (void)module;
    Value text =
        str_from_cstr(vm, "'spwd' is deprecated and slated for removal in Python 3.13");
    int r =
        text ? warnings_warn(vm, vm->exc[EXC_DeprecationWarning], text, 1, VALUE_NULL)
             : -1;
    value_xdecref(vm, text);
    return r;
}

MODULE_SPEC(spwd_module_spec,
    .name = "spwd",
    .doc = "This module provides access to the Unix shadow password database.\nIt is available on various Unix versions.",
    .methods = spwd_functions, .contents = spwd_contents, .exec = spwd_exec,
);
