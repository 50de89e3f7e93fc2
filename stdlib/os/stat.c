/* stat.c - the module _stat: file modes as numbers and as text. */
#include <sys/stat.h>

#include "stdlib/os/posix_private.h"
#include "vm/objects/module.h"

/* A mode is an unsigned int; anything else is refused with CPython's words. */
static bool mode_arg(MinipyVM *vm, Value v, mode_t *out)
{
    if (!value_is_int(v)) {
        error_set(vm, EXC_TypeError, "an integer is required");
        return false;
    }
    if (int_sign(v) < 0) {
        error_set(vm, EXC_OverflowError,
                  "can't convert negative value to unsigned int");
        return false;
    }
    uint64_t n = int_as_u64(vm, v);
    if (error_occurred(vm))
        return false;
    if (n > UINT32_MAX) {
        error_set(vm, EXC_OverflowError, "mode out of range");
        return false;
    }
    *out = (mode_t)n;
    return true;
}

#define TEST(name, condition)                                                          \
    FN(py_##name)                                                                      \
    {                                                                                  \
        mode_t mode;                                                                   \
        if (!mode_arg(vm, args[0], &mode))                                             \
            return VALUE_NULL;                                                         \
        return value_from_bool(condition);                                             \
    }
TEST(S_ISDIR, S_ISDIR(mode))
TEST(S_ISCHR, S_ISCHR(mode))
TEST(S_ISBLK, S_ISBLK(mode))
TEST(S_ISREG, S_ISREG(mode))
TEST(S_ISFIFO, S_ISFIFO(mode))
TEST(S_ISLNK, S_ISLNK(mode))
TEST(S_ISSOCK, S_ISSOCK(mode))
/* Kinds of files that Linux does not have. */
TEST(S_ISDOOR, (mode & 0) != 0)
TEST(S_ISPORT, (mode & 0) != 0)
TEST(S_ISWHT, (mode & 0) != 0)

FN(py_S_IMODE)
{
    mode_t mode;
    return mode_arg(vm, args[0], &mode) ? value_from_imm(mode & 07777) : VALUE_NULL;
}

FN(py_S_IFMT)
{
    mode_t mode;
    return mode_arg(vm, args[0], &mode) ? value_from_imm(mode & S_IFMT) : VALUE_NULL;
}

static char type_letter(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG: return '-';
    case S_IFDIR: return 'd';
    case S_IFLNK: return 'l';
    case S_IFBLK: return 'b';
    case S_IFCHR: return 'c';
    case S_IFIFO: return 'p';
    case S_IFSOCK: return 's';
    default: return '?';
    }
}

FN(py_filemode)
{
    mode_t mode;
    char text[10];
    if (!mode_arg(vm, args[0], &mode))
        return VALUE_NULL;
    text[0] = type_letter(mode);
    for (int i = 0; i < 9; i++)
        text[i + 1] = mode & (0400u >> i) ? "rwx"[i % 3] : '-';
    if (mode & S_ISUID)
        text[3] = mode & S_IXUSR ? 's' : 'S';
    if (mode & S_ISGID)
        text[6] = mode & S_IXGRP ? 's' : 'S';
    if (mode & S_ISVTX)
        text[9] = mode & S_IXOTH ? 't' : 'T';
    return str_from_ascii(vm, text, sizeof text);
}

/* clang-format off */
#define F(name, doc) {#name, py_##name, M_UNSIGNED, "($module, mode, /)", #name doc}
/* clang-format on */
static METHODS(functions,
    F(S_ISDIR, "(mode) -> bool\n\nReturn True if mode is from a directory."),
    F(S_ISCHR, "(mode) -> bool\n\nReturn True if mode is from a character special device file."),
    F(S_ISBLK, "(mode) -> bool\n\nReturn True if mode is from a block special device file."),
    F(S_ISREG, "(mode) -> bool\n\nReturn True if mode is from a regular file."),
    F(S_ISFIFO, "(mode) -> bool\n\nReturn True if mode is from a FIFO (named pipe)."),
    F(S_ISLNK, "(mode) -> bool\n\nReturn True if mode is from a symbolic link."),
    F(S_ISSOCK, "(mode) -> bool\n\nReturn True if mode is from a socket."),
    F(S_ISDOOR, "(mode) -> bool\n\nReturn True if mode is from a door."),
    F(S_ISPORT, "(mode) -> bool\n\nReturn True if mode is from an event port."),
    F(S_ISWHT, "(mode) -> bool\n\nReturn True if mode is from a whiteout."),
    F(S_IMODE, "\nReturn the portion of the file's mode that can be set by os.chmod()."),
    F(S_IFMT, "\nReturn the portion of the file's mode that describes the file type."),
    F(filemode, "\nConvert a file's mode to a string of the form '-rwxrwxrwx'"),
);
#undef F

static int stat_exec(MinipyVM *vm, Value m)
{
/* clang-format off */
#define C(name) {#name, name}
    static const PosixConstant constants[] = {
        C(S_IFDIR), C(S_IFCHR), C(S_IFBLK), C(S_IFREG), C(S_IFIFO), C(S_IFLNK),
        C(S_IFSOCK),
        {"S_IFDOOR", 0}, {"S_IFPORT", 0}, {"S_IFWHT", 0},
        C(S_ISUID), C(S_ISGID), C(S_ISVTX), {"S_ENFMT", S_ISGID}, C(S_IREAD),
        C(S_IWRITE),
        C(S_IEXEC), C(S_IRWXU), C(S_IRUSR), C(S_IWUSR), C(S_IXUSR), C(S_IRWXG),
        C(S_IRGRP),
        C(S_IWGRP), C(S_IXGRP), C(S_IRWXO), C(S_IROTH), C(S_IWOTH), C(S_IXOTH),
        {"UF_NODUMP", 0x1}, {"UF_IMMUTABLE", 0x2}, {"UF_APPEND", 0x4}, {"UF_OPAQUE",
        0x8},
        {"UF_NOUNLINK", 0x10}, {"UF_COMPRESSED", 0x20}, {"UF_HIDDEN", 0x8000},
        {"SF_ARCHIVED", 0x10000}, {"SF_IMMUTABLE", 0x20000}, {"SF_APPEND", 0x40000},
        {"SF_NOUNLINK", 0x100000}, {"SF_SNAPSHOT", 0x200000},
        {"ST_MODE", 0}, {"ST_INO", 1}, {"ST_DEV", 2}, {"ST_NLINK", 3}, {"ST_UID", 4},
        {"ST_GID", 5}, {"ST_SIZE", 6}, {"ST_ATIME", 7}, {"ST_MTIME", 8}, {"ST_CTIME",
        9},
    };
#undef C
    /* clang-format on */
    return posix_add_constants(vm, m, constants, sizeof constants / sizeof *constants);
}

extern const ModuleSpec stat_module_spec;
const ModuleSpec stat_module_spec = {
    .name = "_stat",
    .doc = "File modes: the constants and tests of stat.py.",
    .methods = functions,
    .exec = stat_exec,
};
