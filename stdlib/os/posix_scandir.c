/* posix_scandir.c - os.listdir, os.scandir and its entries. An entry knows its type
 * from the directory and asks the system only when that is not enough; what stat told
 * once is kept. Read first: posix_private.h.
 */
#include "stdlib/os/posix_private.h"

#include <dirent.h>

#include "vm/containers/sequence.h"
#include "vm/containers/list.h"
#include "vm/objects/generic_alias.h"

typedef struct DirEntryObj {
    Object ob;
    Value name, path;  /* str or bytes, strong */
    Value stat, lstat; /* kept results, or VALUE_NULL */
    uint64_t inode;
    int dir_fd;         /* AT_FDCWD, or the descriptor that was scanned */
    unsigned char type; /* DT_* */
} DirEntryObj;

typedef struct ScandirObj {
    Object ob;
    DIR *dir; /* NULL: exhausted or closed */
    PathArg path;
} ScandirObj;

#define ENTRY(v) ((DirEntryObj *)(uintptr_t)(v))
#define SCANDIR(v) ((ScandirObj *)(uintptr_t)(v))

static bool is_dot(const char *name)
{
    return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

/* ---- DirEntry -------------------------------------------------------------------- */

static Value entry_repr(MinipyVM *vm, Value self)
{
    return str_format_c(vm, "<DirEntry %R>", ENTRY(self)->name);
}

static Value fetch_stat(MinipyVM *vm, DirEntryObj *e, bool follow)
{
    struct stat st;
    Value where = e->dir_fd == AT_FDCWD ? e->path : e->name;
    Value bytes = fs_encode(vm, where);
    if (!bytes)
        return VALUE_NULL;
    int r = fstatat(e->dir_fd, (char *)BYTES(bytes)->data, &st,
                    follow ? 0 : AT_SYMLINK_NOFOLLOW);
    int err = errno;
    value_decref(vm, bytes);
    return r < 0 ? error_set_errno(vm, err, e->path) : stat_result_new(vm, &st);
}

static Value get_lstat(MinipyVM *vm, DirEntryObj *e)
{
    if (!e->lstat)
        e->lstat = fetch_stat(vm, e, false);
    return value_xincref(e->lstat);
}

/* The mode without following, from the directory's own word if it gave one; -1: error.
 */
static int entry_is_link(MinipyVM *vm, DirEntryObj *e)
{
    if (e->type != DT_UNKNOWN)
        return e->type == DT_LNK;
    Value st = get_lstat(vm, e);
    if (!st)
        return -1;
    int r = S_ISLNK((mode_t)value_imm(tuple_get_borrow(st, 0)));
    value_decref(vm, st);
    return r;
}

static Value get_stat(MinipyVM *vm, DirEntryObj *e, bool follow)
{
    if (!follow)
        return get_lstat(vm, e);
    if (e->stat)
        return value_incref(e->stat);
    int link = entry_is_link(vm, e);
    if (link < 0)
        return VALUE_NULL;
    e->stat = link ? fetch_stat(vm, e, true) : get_lstat(vm, e);
    return value_xincref(e->stat);
}

static int test_type(MinipyVM *vm, DirEntryObj *e, bool follow, mode_t wanted)
{
    int link = entry_is_link(vm, e);
    if (link < 0)
        return -1;
    if (e->type != DT_UNKNOWN && !(follow && link))
        return wanted == S_IFDIR ? e->type == DT_DIR : e->type == DT_REG;
    Value st = get_stat(vm, e, follow);
    if (!st) {
        if (!error_matches(vm, EXC_FileNotFoundError))
            return -1;
        error_clear(vm); /* it has gone meanwhile */
        return 0;
    }
    int r = ((mode_t)value_imm(tuple_get_borrow(st, 0)) & S_IFMT) == wanted;
    value_decref(vm, st);
    return r;
}

FN(posix_entry_stat)
{
    bool follow;
    return bool_arg(vm, GIVEN(0), true, &follow) ? get_stat(vm, ENTRY(self), follow)
                                                 : VALUE_NULL;
}

static Value entry_test(MinipyVM *vm, Value self, Value follow_symlinks, mode_t wanted)
{
    bool follow;
    if (!bool_arg(vm, follow_symlinks, true, &follow))
        return VALUE_NULL;
    return value_true_or_error(test_type(vm, ENTRY(self), follow, wanted));
}

FN(posix_entry_is_dir)
{
    return entry_test(vm, self, GIVEN(0), S_IFDIR);
}

FN(posix_entry_is_file)
{
    return entry_test(vm, self, GIVEN(0), S_IFREG);
}

FN(posix_entry_is_symlink)
{
    return value_true_or_error(entry_is_link(vm, ENTRY(self)));
}

FN(posix_entry_inode)
{
    return int_from_u64(vm, ENTRY(self)->inode);
}

FN(posix_entry_fspath)
{
    return value_incref(ENTRY(self)->path);
}

FN(posix_class_getitem)
{
    return generic_alias_new(vm, self, args[0]);
}

static METHODS(entry_methods,
    {"is_dir", posix_entry_is_dir, 0, "($self, /, *, follow_symlinks=True)",
     "Return True if the entry is a directory; cached per entry."},
    {"is_file", posix_entry_is_file, 0, "($self, /, *, follow_symlinks=True)",
     "Return True if the entry is a file; cached per entry."},
    {"is_symlink", posix_entry_is_symlink, 0, "($self, /)",
     "Return True if the entry is a symbolic link; cached per entry."},
    {"stat", posix_entry_stat, 0, "($self, /, *, follow_symlinks=True)",
     "Return stat_result object for the entry; cached per entry."},
    {"inode", posix_entry_inode, 0, "($self, /)", "Return inode of the entry; cached per entry."},
    {"__fspath__", posix_entry_fspath, 0, "($self, /)", "Returns the path for the entry."},
    {"__class_getitem__", posix_class_getitem, M_CLASS | M_UNSIGNED, "($type, object, /)", "See PEP 585"},
);
static MEMBERS(entry_members,
    {"name", MEMBER_VALUE, offsetof(DirEntryObj, name), true,
     "the entry's base filename, relative to scandir() \"path\" argument"},
    {"path", MEMBER_VALUE, offsetof(DirEntryObj, path), true,
     "the entry's full path name; equivalent to os.path.join(scandir_path, entry.name)"},
);
static TYPE_SPEC(entry_spec,
    .name = "posix.DirEntry",
    .flags = TYPE_OWN_MODULE | TYPE_OPEN | TYPE_NO_NEW, .basicsize = sizeof(DirEntryObj), .values = 4,
    .slots = {.repr = entry_repr},
    .methods = entry_methods, .members = entry_members,
);

static Value join_path(MinipyVM *vm, const PathArg *dir, const char *name)
{
    if (!dir->text && dir->fd >= 0)
        return fs_text(vm, name, false);
    const char *base = dir->text ? dir->text : ".";
    size_t n = strlen(base), m = strlen(name);
    bool slash = n > 0 && base[n - 1] != '/';
    char *joined = mem_alloc(vm, n + m + 2);
    if (!joined)
        return VALUE_NULL;
    memcpy(joined, base, n);
    if (slash)
        joined[n] = '/';
    memcpy(joined + n + slash, name, m + 1);
    Value r = fs_text(vm, joined, dir->bytes);
    mem_free(vm, joined);
    return r;
}

static Value entry_new(MinipyVM *vm, const PathArg *dir, const struct dirent *d)
{
    TypeObj *t = module_type_made_borrow(vm, &entry_spec);
    DirEntryObj *e = t ? (DirEntryObj *)object_alloc(vm, t, 0) : NULL;
    if (!e)
        return VALUE_NULL;
    e->dir_fd = dir->text || dir->fd < 0 ? AT_FDCWD : dir->fd;
    e->inode = d->d_ino;
    e->type = d->d_type;
    e->name = fs_text(vm, d->d_name, dir->bytes);
    e->path = join_path(vm, dir, d->d_name);
    if (e->name && e->path)
        return value_from_obj(e);
    obj_decref(vm, &e->ob);
    return VALUE_NULL;
}

/* ---- the iterator ---------------------------------------------------------------- */

/* The descriptor that the caller gave stays open, but at its start again. */
static void scandir_close(ScandirObj *s)
{
    if (!s->dir)
        return;
    if (!s->path.text && s->path.fd >= 0)
        rewinddir(s->dir);
    closedir(s->dir);
    s->dir = NULL;
}

static void scandir_dealloc(MinipyVM *vm, Object *o)
{
    scandir_close((ScandirObj *)o);
    path_clear(vm, &((ScandirObj *)o)->path);
}

static void scandir_finalize(MinipyVM *vm, Value self)
{
    if (!SCANDIR(self)->dir)
        return;
    scandir_close(SCANDIR(self));
    if (error_warn_resource(vm, self, "unclosed scandir iterator %R", self) < 0)
        error_in_destructor(vm, self);
}

static Value scandir_next(MinipyVM *vm, Value self)
{
    ScandirObj *s = SCANDIR(self);
    while (s->dir) {
        errno = 0;
        struct dirent *d = readdir(s->dir);
        if (!d) {
            int err = errno;
            scandir_close(s);
            if (err)
                error_set_errno(vm, err, s->path.object);
            break;
        }
        if (!is_dot(d->d_name))
            return entry_new(vm, &s->path, d);
    }
    return VALUE_NULL;
}

FN(posix_scandir_close)
{
    scandir_close(SCANDIR(self));
    return VALUE_NONE;
}

FN(posix_scandir_enter)
{
    return value_incref(self);
}

static METHODS(scandir_methods,
    {"__enter__", posix_scandir_enter, M_UNSIGNED, "($self, /)", NULL},
    {"__exit__", posix_scandir_close, M_UNSIGNED, "($self, *args)", NULL},
    {"close", posix_scandir_close, M_UNSIGNED, "($self, /)", NULL},
);
static TYPE_SPEC(scandir_spec,
    .name = "posix.ScandirIterator",
    .flags = TYPE_OWN_MODULE | TYPE_NO_NEW | TYPE_HAS_FINALIZER, .basicsize = sizeof(ScandirObj),
    .dealloc = scandir_dealloc,
    .slots = {.iter = object_self, .iternext = scandir_next, .finalize = scandir_finalize},
    .methods = scandir_methods,
);

/* Opens what p names; a descriptor is duplicated, because closedir closes. */
static DIR *open_directory(const PathArg *p)
{
    if (p->text || p->fd < 0)
        return opendir(p->text ? p->text : ".");
    int fd = fcntl(p->fd, F_DUPFD_CLOEXEC, 0);
    if (fd < 0)
        return NULL;
    DIR *dir = fdopendir(fd);
    if (!dir) {
        int err = errno;
        close(fd);
        errno = err;
    }
    return dir;
}

static bool open_and_audit(MinipyVM *vm, const char *fname, const char *event, Value v,
                           PathArg *p, DIR **dir)
{
    if (!path_arg(vm, fname, "path", v, PATH_FD | PATH_NULLABLE, p))
        return false;
    if (audit(vm, event, 1, p->object) < 0) {
        path_clear(vm, p);
        return false;
    }
    if ((*dir = open_directory(p)) != NULL)
        return true;
    if (!p->text && p->fd >= 0 && errno == EBADF) /* which is not named */
        value_set_steal(vm, &p->object, VALUE_NONE);
    path_error(vm, p);
    return false;
}

FN(posix_scandir)
{
    PathArg p;
    DIR *dir;
    if (!open_and_audit(vm, "scandir", "os.scandir", GIVEN(0), &p, &dir))
        return VALUE_NULL;
    TypeObj *t = module_type_made_borrow(vm, &scandir_spec);
    ScandirObj *s = t ? (ScandirObj *)object_alloc(vm, t, 0) : NULL;
    if (!s) {
        closedir(dir);
        path_clear(vm, &p);
        return VALUE_NULL;
    }
    s->dir = dir;
    s->path = p;
    return value_from_obj(s);
}

FN(posix_listdir)
{
    PathArg p;
    DIR *dir;
    if (!open_and_audit(vm, "listdir", "os.listdir", GIVEN(0), &p, &dir))
        return VALUE_NULL;
    Value list = list_new(vm, 0);
    struct dirent *d;
    errno = 0;
    while (list && (d = readdir(dir)) != NULL) {
        Value name = is_dot(d->d_name) ? VALUE_NONE : fs_text(vm, d->d_name, p.bytes);
        if (!name || (name != VALUE_NONE && list_append_steal(vm, list, name) < 0))
            value_clear(vm, &list);
        errno = 0;
    }
    int err = list ? errno : 0;
    if (!p.text && p.fd >= 0)
        rewinddir(dir);
    closedir(dir);
    if (err) {
        value_clear(vm, &list);
        errno = err;
        return path_error(vm, &p);
    }
    path_clear(vm, &p);
    return list;
}

CONTENTS(posix_scandir_contents,
    HAS_TYPE("DirEntry", &entry_spec),
);

METHODS(posix_scandir_functions,
    {"scandir", posix_scandir, 0, "($module, /, path=None)",
     "An iterator over a directory's entries, as DirEntry objects that know their kind without a further call."},
    {"listdir", posix_listdir, 0, "($module, /, path=None)",
     "The names in a directory, in any order, without \".\" and \"..\"."},
);
