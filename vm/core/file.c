/* file.c - reading a file whole. */
#include "vm/core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vm/memory/mem.h"
#include "vm/text/str.h"

char *file_read(MinipyVM *vm, Value path, size_t *size)
{
    char *name = str_path(vm, path), *data = NULL;
    if (!name)
        return NULL;
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    struct stat st;
    mem_free(vm, name);
    if (fd < 0 || fstat(fd, &st) < 0)
        goto os_error;
    if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        goto os_error;
    }
    size_t n = 0, capacity = st.st_size > 0 ? (size_t)st.st_size + 1 : 4096;
    data = mem_alloc(vm, capacity);
    while (data) {
        ssize_t got = read(fd, data + n, capacity - n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            goto os_error;
        n += (size_t)got;
        if (got == 0)
            break;
        if (n == capacity) {
            char *more = mem_realloc(vm, data, capacity *= 2);
            if (!more) {
                mem_free(vm, data);
                data = NULL;
                break;
            }
            data = more;
        }
    }
    close(fd);
    *size = n;
    return data;
os_error:
    error_set_errno(vm, errno, path);
    mem_free(vm, data);
    if (fd >= 0)
        close(fd);
    return NULL;
}
