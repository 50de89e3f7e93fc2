/* server.c - an HTTP server that runs a Python script for each request, written by
 * people it does not trust: GET /name?key=value runs name.py of a folder in a vm of its
 * own, which is made for the request, confined to computing, limited, and freed behind
 * it. Debian's libmicrohttpd speaks HTTP, with a thread for each connection.
 *
 *     ./server PORT FOLDER        until SIGTERM; then it says what it did
 *
 * 200: what the script printed. 500: the last line of its traceback. 503: a limit
 * stopped it. 404: there is no such script. load.c sends requests and checks the
 * answers.
 */
#include <errno.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minipy.h"

enum {
    OUTPUT_LIMIT = 64 * 1024,
    MEMORY_LIMIT = 16 * 1024 * 1024,
    INSTRUCTION_LIMIT = 200 * 1000,
    TIME_LIMIT_MS = 1000,
    CONNECTIONS = 256
};

static atomic_long answered[600]; /* by status */
static const char *folder;

/* ---- one request ----------------------------------------------------------------- */

typedef struct Request {
    MinipyVM *vm;
    char *output;
    size_t size;
    bool too_much; /* the output, which ended the run */
} Request;

/* What the script prints. */
static void collect(void *user, int fd, const char *text, size_t size)
{
    Request *r = user;
    (void)fd;
    if (r->size + size > OUTPUT_LIMIT) {
        size = OUTPUT_LIMIT - r->size;
        r->too_much = true;
        minipy_stop(r->vm);
    }
    memcpy(r->output + r->size, text, size);
    r->size += size;
}

static MinipyVM *new_vm(Request *r)
{
    MinipyConfig config;
    minipy_config_init(&config);
    config.memory_limit = MEMORY_LIMIT;
    config.instruction_limit = INSTRUCTION_LIMIT;
    config.time_limit_ms = TIME_LIMIT_MS;
    config.confined = true;
    config.use_installed_library = false;
    config.isolated = config.no_site = true;
    config.output = collect;
    config.user_data = r;
    return minipy_new(&config);
}

/* query["key"] = "value" */
static enum MHD_Result add_argument(void *user, enum MHD_ValueKind kind,
                                    const char *key, const char *value)
{
    (void)kind;
    MinipyVM *vm = ((Request *)user)->vm;
    MinipyValue main_module = minipy_main_module(vm);
    MinipyValue query = minipy_getattr(vm, main_module, "query");
    MinipyValue k = minipy_str(vm, key, strlen(key));
    MinipyValue v = minipy_str(vm, value ? value : "", value ? strlen(value) : 0);
    int r = query && k && v ? minipy_setitem(vm, query, k, v) : -1;
    minipy_release(vm, v);
    minipy_release(vm, k);
    minipy_release(vm, query);
    minipy_release(vm, main_module);
    if (r < 0)
        minipy_error_clear(vm); /* no UTF-8: the script does not see it */
    return MHD_YES;
}

static int give_query(Request *r, struct MHD_Connection *connection)
{
    MinipyValue main_module = minipy_main_module(r->vm), query = minipy_dict(r->vm);
    int status =
        main_module && query ? minipy_setattr(r->vm, main_module, "query", query) : -1;
    minipy_release(r->vm, query);
    minipy_release(r->vm, main_module);
    if (status == 0)
        MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, add_argument, r);
    return status;
}

/* In place of the output: one line that says why there is none. */
static void say(Request *r, const char *text, size_t size)
{
    r->size = size < OUTPUT_LIMIT ? size : OUTPUT_LIMIT;
    memcpy(r->output, text, r->size);
}

static unsigned failed(Request *r)
{
    static const char *const limits[] = {"", "instructions", "time", "memory", "host"};
    MinipyStop stop = minipy_stopped(r->vm);
    const char *text = minipy_error_text(r->vm), *line = text;
    if (stop != MINIPY_NOT_STOPPED) {
        line = r->too_much ? "output" : limits[stop];
        say(r, line, strlen(line));
        return MHD_HTTP_SERVICE_UNAVAILABLE;
    }
    for (const char *c = text; *c; c++) /* the last line */
        if (*c == '\n' && c[1])
            line = c + 1;
    say(r, line, strcspn(line, "\n"));
    return MHD_HTTP_INTERNAL_SERVER_ERROR;
}

static unsigned run(Request *r, struct MHD_Connection *connection, const char *source,
                    const char *name)
{
    unsigned status = MHD_HTTP_INTERNAL_SERVER_ERROR;
    if (!(r->vm = new_vm(r)))
        return status;
    if (give_query(r, connection) < 0 || minipy_run_string(r->vm, source, name) < 0 ||
        minipy_stopped(r->vm) != MINIPY_NOT_STOPPED) /* in what nobody hears: __del__ */
        status = failed(r);
    else
        status = MHD_HTTP_OK;
    if (minipy_free(r->vm) < 0)
        fprintf(stderr, "server: a vm could not be freed\n");
    return status;
}

/* ---- scripts --------------------------------------------------------------------- */

/* The text of FOLDER/name.py, to be freed; NULL: there is none. */
static char *script(const char *name)
{
    char path[300];
    if (!*name || strspn(name, "abcdefghijklmnopqrstuvwxyz_") != strlen(name) ||
        snprintf(path, sizeof path, "%s/%s.py", folder, name) >= (int)sizeof path)
        return NULL;
    FILE *f = fopen(path, "r");
    char *text = f ? calloc(1, OUTPUT_LIMIT) : NULL;
    if (text && fread(text, 1, OUTPUT_LIMIT - 1, f) == 0) {
        free(text);
        text = NULL;
    }
    if (f)
        fclose(f);
    return text;
}

/* ---- HTTP ------------------------------------------------------------------------ */

static enum MHD_Result respond(struct MHD_Connection *connection, unsigned status,
                               char *text, size_t size)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE);
    if (!response) {
        free(text);
        return MHD_NO;
    }
    MHD_add_response_header(response, "Content-Type", "text/plain; charset=utf-8");
    enum MHD_Result r = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    answered[status]++;
    return r;
}

static enum MHD_Result on_request(void *user, struct MHD_Connection *connection,
                                  const char *url, const char *method,
                                  const char *version, const char *data, size_t *size,
                                  void **state)
{
    static int seen;
    (void)user, (void)version, (void)data;
    if (*state != &seen) { /* the head has come: the rest is read first */
        *state = &seen;
        return MHD_YES;
    }
    if (*size) {
        *size = 0;
        return MHD_YES;
    }
    Request r = {.output = malloc(OUTPUT_LIMIT)};
    char *source = strcmp(method, "GET") == 0 ? script(url + 1) : NULL;
    unsigned status = MHD_HTTP_NOT_FOUND;
    if (r.output && source)
        status = run(&r, connection, source, url + 1);
    free(source);
    return r.output ? respond(connection, status, r.output, r.size) : MHD_NO;
}

int main(int argc, char **argv)
{
    sigset_t ends;
    int signal_number;
    if (argc != 3)
        return fprintf(stderr, "usage: server PORT FOLDER\n"), 2;
    folder = argv[2];
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    pthread_sigmask(SIG_BLOCK, &ends, NULL); /* in all threads: main waits for them */
    signal(SIGPIPE, SIG_IGN);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL,
        (uint16_t)atoi(argv[1]), NULL, NULL, on_request, NULL,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_END);
    if (!daemon)
        return fprintf(stderr, "server: port %s: %s\n", argv[1], strerror(errno)), 1;
    sigwait(&ends, &signal_number);
    MHD_stop_daemon(daemon);
    printf("200: %ld, 404: %ld, 500: %ld, 503: %ld\n", answered[200], answered[404],
           answered[500], answered[503]);
    return 0;
}
