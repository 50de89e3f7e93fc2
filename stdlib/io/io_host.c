/* io_host.c - files that the host of the vm serves: FileIO asks here in place of the
 * system (MinipyConfig.open_file), and the standard streams of a program whose output
 * the host takes, or that is confined. They have a number that no descriptor has, so
 * that a call of the system with it fails with EBADF.
 */
#include <errno.h>

#include "stdlib/io/io_private.h"

/* What the host returned: below 0, an errno. An exception that it left pending counts
 * more. -1 with an exception. */
static int64_t host_result(MinipyVM *vm, int64_t r)
{
    if (r < 0 && !error_occurred(vm))
        error_set_errno(vm, (int)-r, VALUE_NULL);
    return error_occurred(vm) ? -1 : r;
}

/* ---- opening and closing --------------------------------------------------------- */

static int host_attach(MinipyVM *vm, FileObj *f, const MinipyFile *file)
{
    if (!(f->host = mem_alloc(vm, sizeof *f->host)))
        return -1;
    *f->host = *file;
    f->fd = IO_HOST_FD;
    f->blksize = IO_BUFFER_SIZE;
    return 0;
}

int io_host_open(MinipyVM *vm, FileObj *f, Value name, const char *path,
                 const char *mode)
{
    MinipyFile file = {0};
    int r = vm->host->open_file(vm->user_data, path, mode, &file);
    if (r < 0 && !error_occurred(vm))
        error_set_errno(vm, -r, name);
    if (!error_occurred(vm) && host_attach(vm, f, &file) == 0)
        return 0;
    if (r >= 0 && file.close)
        file.close(file.user);
    return -1;
}

int io_host_close(MinipyVM *vm, FileObj *f)
{
    MinipyFile *host = f->host;
    if (!host)
        return 0;
    f->host = NULL;
    f->fd = -1;
    int r = host->close ? host->close(host->user) : 0;
    mem_free(vm, host);
    return r;
}

/* ---- reading, writing, moving ---------------------------------------------------- */

int64_t io_host_read(MinipyVM *vm, FileObj *f, void *data, int64_t size)
{
    int64_t r =
        f->host->read ? f->host->read(f->host->user, data, (size_t)size) : -EBADF;
    return host_result(vm, r > size ? -EIO : r);
}

int64_t io_host_write(MinipyVM *vm, FileObj *f, const void *data, int64_t size)
{
    int64_t r =
        f->host->write ? f->host->write(f->host->user, data, (size_t)size) : -EBADF;
    return host_result(vm, r > size ? -EIO : r);
}

int64_t io_host_seek(FileObj *f, int64_t offset, int whence)
{
    int64_t r = f->host->seek ? f->host->seek(f->host->user, offset, whence) : -ESPIPE;
    if (r >= 0)
        return r;
    errno = (int)-r;
    return -1;
}

/* ---- the standard streams -------------------------------------------------------- */

static int64_t read_input(void *user, void *data, size_t size)
{
    MinipyVM *vm = user;
    return vm->host->input ? vm->host->input(vm->user_data, data, size) : 0;
}

static int64_t write_to(MinipyVM *vm, int fd, const void *data, size_t size)
{
    const HostSink *sink = &vm->io->sinks[fd - 1];
    if (sink->write)
        sink->write(sink->user, data, size);
    else if (vm->host && vm->host->output)
        vm->host->output(vm->user_data, fd, data, size);
    return (int64_t)size;
}

static int64_t write_output(void *user, const void *data, size_t size)
{
    return write_to(user, 1, data, size);
}

static int64_t write_errors(void *user, const void *data, size_t size)
{
    return write_to(user, 2, data, size);
}

bool io_host_has_stream(MinipyVM *vm, int fd)
{
    if (fd > 0 && vm->io->sinks[fd - 1].write)
        return true;
    return vm->host && (vm->settings.confined ||
                        (fd == 0 ? vm->host->input != NULL : vm->host->output != NULL));
}

int io_host_stream(MinipyVM *vm, FileObj *f, int fd)
{
    const MinipyFile file = {.user = vm,
                             .read = fd == 0 ? read_input : NULL,
                             .write = fd == 1   ? write_output
                                      : fd == 2 ? write_errors
                                                : NULL};
    return host_attach(vm, f, &file);
}
