/* stat.c - the module _stat: file modes as numbers and as text. */
#include <sys/stat.h>

#include "stdlib/os/posix_private.h"

/* A mode is an unsigned int; anything else is refused with CPython's words. */
static bool mode_arg(MinipyVM *vm, Value v, mode_t *out)
{
    uint64_t n = int_as_ulong(vm, v);
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

static CONTENTS(contents,
    HAS_C(S_IFDIR), HAS_C(S_IFCHR), HAS_C(S_IFBLK), HAS_C(S_IFREG), HAS_C(S_IFIFO), HAS_C(S_IFLNK), HAS_C(S_IFSOCK),
    HAS_INT("S_IFDOOR", 0), HAS_INT("S_IFPORT", 0), HAS_INT("S_IFWHT", 0), HAS_C(S_ISUID), HAS_C(S_ISGID),
    HAS_C(S_ISVTX), HAS_INT("S_ENFMT", S_ISGID), HAS_C(S_IREAD), HAS_C(S_IWRITE), HAS_C(S_IEXEC), HAS_C(S_IRWXU),
    HAS_C(S_IRUSR), HAS_C(S_IWUSR), HAS_C(S_IXUSR), HAS_C(S_IRWXG), HAS_C(S_IRGRP), HAS_C(S_IWGRP), HAS_C(S_IXGRP),
    HAS_C(S_IRWXO), HAS_C(S_IROTH), HAS_C(S_IWOTH), HAS_C(S_IXOTH), HAS_INT("UF_NODUMP", 0x1),
    HAS_INT("UF_IMMUTABLE", 0x2), HAS_INT("UF_APPEND", 0x4), HAS_INT("UF_OPAQUE", 0x8), HAS_INT("UF_NOUNLINK", 0x10),
    HAS_INT("UF_COMPRESSED", 0x20), HAS_INT("UF_HIDDEN", 0x8000), HAS_INT("SF_ARCHIVED", 0x10000),
    HAS_INT("SF_IMMUTABLE", 0x20000), HAS_INT("SF_APPEND", 0x40000), HAS_INT("SF_NOUNLINK", 0x100000),
    HAS_INT("SF_SNAPSHOT", 0x200000), HAS_INT("ST_MODE", 0), HAS_INT("ST_INO", 1), HAS_INT("ST_DEV", 2),
    HAS_INT("ST_NLINK", 3), HAS_INT("ST_UID", 4), HAS_INT("ST_GID", 5), HAS_INT("ST_SIZE", 6), HAS_INT("ST_ATIME", 7),
    HAS_INT("ST_MTIME", 8), HAS_INT("ST_CTIME", 9),
);

MODULE_SPEC(stat_module_spec,
    .name = "_stat",
    .doc = "File modes: the constants and tests of stat.py.",
    .methods = functions, .contents = contents,
);
