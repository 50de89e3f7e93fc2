/* own_name.c - where this program lies: for sys.executable, and for --bench-probes,
 * which needs the sources above it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vm/command/command.h"

enum { PATH_ROOM = 4096 };

/* Where this program lies, through all links; "" without a /proc. */
static const char *own_file(void)
{
    static char path[PATH_ROOM];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = 0;
    return path;
}

/* Is that this program? Without a /proc: could it be? */
static bool is_own_file(const char *path)
{
    struct stat named, own;
    return stat(path, &named) == 0 && S_ISREG(named.st_mode) &&
           access(path, X_OK) == 0 &&
           (stat("/proc/self/exe", &own) < 0 ||
            (named.st_dev == own.st_dev && named.st_ino == own.st_ino));
}

/* Adds the parts of NAME to PATH, but for empty ones and ".". */
static bool add_parts(char *path, const char *name)
{
    size_t n = strlen(path);
    for (size_t part; *name; name += part + (name[part] == '/')) {
        part = strcspn(name, "/");
        if (part == 0 || (part == 1 && *name == '.'))
            continue;
        if (n + part + 2 > PATH_ROOM)
            return false;
        path[n++] = '/';
        memcpy(path + n, name, part);
        path[n += part] = 0;
    }
    return true;
}

/* NAME in FOLDER ("": NAME is absolute, or counts from where we are), if that is we. */
static bool try_folder(char *path, const char *folder, const char *name)
{
    bool absolute = *(*folder ? folder : name) == '/';
    *path = 0;
    if (!absolute && !getcwd(path, PATH_ROOM))
        return false;
    if (path[0] && !path[1]) /* "/" */
        *path = 0;
    return add_parts(path, folder) && add_parts(path, name) && is_own_file(path);
}

/* The absolute name of this program, for sys.executable: that under which it was
 * started, by a link or from PATH, as in CPython; but never another program's. */
const char *command_own_path(const char *name)
{
    static char path[PATH_ROOM];
    char folder[PATH_ROOM];
    const char *rest = getenv("PATH");
    if (strchr(name, '/'))
        return try_folder(path, "", name) ? path : own_file();
    while (*name && rest) {
        size_t n = strcspn(rest, ":");
        if (n < sizeof folder) {
            snprintf(folder, sizeof folder, "%.*s", (int)n, rest);
            if (try_folder(path, folder, name))
                return path;
        }
        rest = rest[n] ? rest + n + 1 : NULL;
    }
    return own_file();
}

/* --bench-probes FILE ARGUMENT...: what probes cost on that program. It compares
 * builds, so it is the sources' bench/run.py that does it, found above where this
 * program lies. Returns only to say why not. */
int command_bench_probes(int argc, char **argv)
{
    char path[4096 + 16], *end;
    if (argc < 2) {
        fprintf(stderr, "Argument expected for the --bench-probes option\n");
        return command_bad_usage();
    }
    const char **words = malloc(((size_t)argc + 3) * sizeof *words);
    if (!words)
        return command_fatal("no memory", "preinitialized") + 1;
    words[0] = "python3.11", words[1] = path, words[2] = "--script";
    memcpy(words + 3, argv + 1, (size_t)argc * sizeof *words); /* and its NULL */
    snprintf(path, sizeof path, "%s", own_file());
    while ((end = strrchr(path, '/')) != NULL) {
        strcpy(end, "/bench/run.py");
        if (access(path, R_OK) == 0) {
            execvp(words[0], (char *const *)words);
            fprintf(stderr, "%s: --bench-probes needs %s: %s\n", command_name, words[0],
                    strerror(errno));
            free(words);
            return 1;
        }
        *end = 0;
    }
    fprintf(stderr,
            "%s: --bench-probes builds and compares several interpreters, so it needs "
            "minipy's sources: run the ./minipy that was made there\n",
            command_name);
    free(words);
    return 2;
}
