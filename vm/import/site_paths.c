/* site_paths.c - names of folders, pyvenv.cfg, folders of packages, .pth files: what
 * site.c needs of the file system to tell what CPython's site would do.
 *
 * Nothing here runs Python code, and what is not plain (other characters than ASCII's,
 * a line to be executed, too many files) is left to the module of the library. Read
 * first: site.c.
 */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "minipy.h"
#include "vm/containers/list.h"
#include "vm/import/import.h"
#include "vm/import/site.h"
#include "vm/text/str.h"

enum { FILES_MOST = 32, FILE_MOST = 16 << 10, NAME_ROOM = NAME_MAX + 1 };

/* ---- names ----------------------------------------------------------------------- */

/* No empty part, "." or ".." is left of an absolute name; two slashes in front stay. */
static void normalize(char *path)
{
    const char *in = path + strspn(path, "/");
    char *start = path + (in - path == 2 ? 2 : 1), *out = start;
    while (*in) {
        size_t n = strcspn(in, "/");
        if (n == 2 && in[0] == '.' && in[1] == '.') {
            while (out > start && *--out != '/')
                ;
        } else if (n != 1 || *in != '.') {
            if (out > start)
                *out++ = '/';
            memmove(out, in, n);
            out += n;
        }
        in += n;
        in += strspn(in, "/");
    }
    *out = 0;
}

bool site_absolute(char *out, const char *folder, const char *name)
{
    char here[PATH_MAX] = "";
    bool relative = *name != '/' && *folder != '/';
    if (relative && !getcwd(here, sizeof here))
        return false;
    if (*name == '/')
        folder = "";
    size_t n = strlen(here) + strlen(folder) + strlen(name) + 3;
    if (n > PATH_MAX)
        return false;
    snprintf(out, PATH_MAX, "%s%s%s%s%s", here, relative ? "/" : "", folder,
             *folder ? "/" : "", name);
    normalize(out);
    return true;
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* ---- text files ------------------------------------------------------------------ */

/* The text of a file, ended by NUL and with "\n" for every end of line: its size. -1:
 * it cannot be read; -2: it is too long, or not plain ASCII. */
static int read_plain(const char *file, char *text)
{
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, FILE_MOST);
    if (fd >= 0)
        close(fd);
    if (n < 0)
        return -1;
    int out = 0;
    for (ssize_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 127 || (c < ' ' && c != '\t' && c != '\n' && c != '\r'))
            return -2;
        if (c == '\r' && i + 1 < n && text[i + 1] == '\n')
            continue;
        text[out++] = (char)(c == '\r' ? '\n' : c);
    }
    text[out] = 0;
    return n == FILE_MOST ? -2 : out;
}

/* The next line of *text, without its end; NULL: that was all. */
static char *next_line(char **text)
{
    char *line = *text;
    if (!*line)
        return NULL;
    *text += strcspn(line, "\n");
    if (**text)
        *(*text)++ = 0;
    return line;
}

static char *strip(char *s)
{
    s += strspn(s, " \t");
    size_t n = strlen(s);
    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t'))
        n--;
    s[n] = 0;
    return s;
}

int site_setting(const char *file, const char *key, bool last, char *out)
{
    char text[FILE_MOST + 1], *rest = text, *line;
    int found = 0, n = read_plain(file, text);
    while (n >= 0 && !(found && !last) && (line = next_line(&rest)) != NULL) {
        char *equals = strchr(line, '=');
        if (!equals)
            continue;
        *equals = 0;
        if (strcasecmp(strip(line), key) == 0) {
            snprintf(out, PATH_MAX, "%.*s", PATH_MAX - 1, strip(equals + 1));
            found = 1;
        }
    }
    return n < 0 ? n : found;
}

/* ---- folders of packages --------------------------------------------------------- */

int site_add_folder(SitePlan *p, const char *folder)
{
    Value s = str_from_path(p->vm, folder);
    for (int64_t i = 0; s && i < list_size(p->path); i++)
        if (str_equal(s, list_get_borrow(p->path, i))) {
            value_decref(p->vm, s);
            return 0;
        }
    return list_append_made(p->vm, p->path, s);
}

static bool is_executed(const char *line)
{
    return strncmp(line, "import ", 7) == 0 || strncmp(line, "import\t", 7) == 0;
}

/* Adds what the lines of a .pth file name. */
static int read_pth(SitePlan *p, const char *folder, const char *name)
{
    char text[FILE_MOST + 1], full[PATH_MAX], *rest = text, *line;
    struct stat st;
    snprintf(full, sizeof full, "%.*s/%.*s", PATH_MAX - NAME_ROOM - 2, folder, NAME_MAX,
             name);
    int size = read_plain(full, text);
    p->library |= size == -2;
    while (size >= 0 && !p->library && (line = next_line(&rest)) != NULL) {
        size_t n = strlen(line);
        while (n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t'))
            n--;
        p->library = n > 0 && is_executed(line);
        if (n == 0 || *line == '#' || p->library)
            continue;
        line[n] = 0;
        if (!site_absolute(full, folder, line))
            p->library = true;
        else if (stat(full, &st) == 0 && site_add_folder(p, full) < 0)
            return -1;
    }
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The names of the .pth files of a folder, sorted: how many there are. */
static int pth_files(const char *folder, char names[FILES_MOST][NAME_ROOM])
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    int n = 0;
    while (dir && n < FILES_MOST && (entry = readdir(dir)) != NULL) {
        size_t length = strlen(entry->d_name);
        if (length >= 4 && strcmp(entry->d_name + length - 4, ".pth") == 0)
            snprintf(names[n++], NAME_ROOM, "%s", entry->d_name);
    }
    if (dir)
        closedir(dir);
    qsort(names, (size_t)n, NAME_ROOM, by_name);
    return n;
}

int site_add_packages(SitePlan *p, const char *folder)
{
    char full[PATH_MAX], names[FILES_MOST][NAME_ROOM];
    if (!site_absolute(full, "", folder)) {
        p->library = true;
        return 0;
    }
    if (site_add_folder(p, full) < 0)
        return -1;
    int n = pth_files(full, names), r = 0;
    p->library |= n == FILES_MOST;
    for (int i = 0; r == 0 && !p->library && i < n; i++)
        r = read_pth(p, full, names[i]);
    return r;
}

/* ---- modules --------------------------------------------------------------------- */

/* Is there such a module in the folder, of which PATH is the name? The file it would
 * come from, if that is a plain source: else 1 all the same, and the name is "". */
static bool is_module(char *path, size_t n)
{
    static const char *const suffixes[] = {"", MINIPY_MODULE_SUFFIX, ".pyc", ".py"};
    struct stat st;
    for (int i = 0; i < 4; i++) {
        strcpy(path + n, suffixes[i]);
        if (stat(path, &st) == 0) {
            if (i < 3)
                *path = 0;
            return true;
        }
    }
    return false;
}

int site_find_module(SitePlan *p, const char *name, char *file)
{
    bool found = false;
    for (int64_t i = 0; !found && i < list_size(p->path); i++) {
        if (i == p->absent)
            continue;
        char *folder = str_path(p->vm, list_get_borrow(p->path, i));
        if (!folder)
            return -1;
        size_t n = strlen(folder), more = strlen(name);
        found = n + more + sizeof MINIPY_MODULE_SUFFIX + 2 > PATH_MAX;
        if (!found) {
            memcpy(file, folder, n);
            file[n] = '/';
            memcpy(file + n + 1, name, more);
            found = is_module(file, n + 1 + more);
        }
        mem_free(p->vm, folder);
    }
    return found;
}

bool site_text_is(const char *file, const char *text)
{
    char there[FILE_MOST + 1];
    return *file && read_plain(file, there) >= 0 && strcmp(there, text) == 0;
}

/* ---- prefixes -------------------------------------------------------------------- */

int site_add_prefix(SitePlan *p, const char *prefix, bool environment)
{
    static const char *const below[] = {
        "lib/python3.11/site-packages", /* of environments alone */
        "local/lib/python3.11/dist-packages", "lib/python3/dist-packages",
        "lib/python3.11/dist-packages"};
    char folder[PATH_MAX + 64];
    int r = 0;
    for (int i = !environment; r == 0 && i < 4; i++) {
        snprintf(folder, sizeof folder, "%s/%s", prefix, below[i]);
        if (is_folder(folder))
            r = site_add_packages(p, folder);
    }
    return r;
}
