/* load.c - many clients at once for server.c: each request's status and text are
 * checked, the time of each is kept, and what the server's process has in memory,
 * descriptors and threads is looked at on the way.
 *
 *     ./load PORT SERVER_PID REQUESTS CLIENTS
 *
 * Prints a table, and fails if an answer was wrong or the server grew.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct Kind {
    const char *path;
    int status;
    const char *begin; /* of the text */
    int weight;        /* of 1000 requests */
    bool hostile;
} Kind;

static const Kind kinds[] = {
    {"/hello?name=you", 200, "hello, you\n", 500, false},
    {"/primes", 200, "168 primes", 240, false},
    {"/words?text=a+b+a", 200, "a 2\nb 1\n", 160, false},
    {"/no_such_script", 404, "", 20, false},
    {"/fails", 500, "KeyError: 'missing'", 20, true},
    {"/exits", 500, "", 10, true},
    {"/spins", 503, "instructions", 10, true},
    {"/catches", 503, "instructions", 5, true},
    {"/finalizers", 503, "instructions", 5, true},
    {"/sleeps", 503, "time", 2, true},
    {"/sums", 503, "instructions", 1, true},
    {"/grows", 503, "memory", 5, true},
    {"/bomb", 503, "memory", 5, true},
    {"/prints", 503, "output", 5, true},
    {"/deep", 500, "RecursionError", 4, true},
    {"/files", 500, "PermissionError", 4, true},
    {"/processes", 500, "PermissionError", 2, true},
    {"/threads", 500, "PermissionError", 2, true},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int port, server, total;
static atomic_int next_request;
static atomic_long wrong;
static float *took;         /* ms, by request */
static unsigned char *kind; /* of each request */

/* The same mix in the same order at each run. */
static int kind_of(int request)
{
    uint32_t x = (uint32_t)request * 2654435761u;
    int n = (int)((x >> 8) % 1000), i = 0;
    while (i < KINDS - 1 && n >= kinds[i].weight)
        n -= kinds[i++].weight;
    return i;
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ---- one client ------------------------------------------------------------------ */

static int open_connection(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_port = htons((uint16_t)port),
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof a) == 0)
        return fd;
    close(fd);
    return -1;
}

/* Reads one answer into text: its status, -1 if the connection broke. */
static int read_answer(int fd, char *text, size_t room, char **body)
{
    size_t have = 0, want = 0;
    char *end = NULL;
    for (;;) {
        ssize_t n = read(fd, text + have, room - 1 - have);
        if (n <= 0)
            return -1;
        text[have += (size_t)n] = 0;
        if (!end && (end = strstr(text, "\r\n\r\n"))) {
            char *length = strcasestr(text, "Content-Length:");
            want = (size_t)(end + 4 - text) + (length ? (size_t)atol(length + 15) : 0);
        }
        if (end && have >= want)
            break;
    }
    *body = end + 4;
    return atoi(text + 9);
}

static bool ask(int fd, const Kind *k, char *text, size_t room)
{
    char *body = text;
    int n = snprintf(text, room, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", k->path);
    if (write(fd, text, (size_t)n) != n)
        return false;
    int status = read_answer(fd, text, room, &body);
    if (status == k->status && strncmp(body, k->begin, strlen(k->begin)) == 0)
        return true;
    if (wrong++ < 20)
        fprintf(stderr, "%s: %d %.60s\n", k->path, status, status < 0 ? "" : body);
    return status >= 0;
}

static void *client(void *arg)
{
    enum { ROOM = 100 * 1024 };
    char *text = malloc(ROOM);
    int fd = open_connection(), i;
    (void)arg;
    while (text && (i = next_request++) < total) {
        int k = kind_of(i);
        double start = now_ms();
        if (fd < 0 || !ask(fd, &kinds[k], text, ROOM)) {
            wrong++;
            close(fd);
            fd = open_connection();
        }
        took[i] = (float)(now_ms() - start);
        kind[i] = (unsigned char)k;
    }
    free(text);
    close(fd);
    return NULL;
}

/* ---- the server's process -------------------------------------------------------- */

/* A field of /proc/PID/status. */
static long status_of(const char *field)
{
    char name[60], line[200];
    long value = -1;
    snprintf(name, sizeof name, "/proc/%d/status", server);
    FILE *f = fopen(name, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, field, strlen(field)) == 0)
            value = atol(line + strlen(field) + 1);
    if (f)
        fclose(f);
    return value;
}

static long descriptors(void)
{
    char name[60];
    long n = 0;
    snprintf(name, sizeof name, "/proc/%d/fd", server);
    DIR *d = opendir(name);
    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n;
}

/* ---- the report ------------------------------------------------------------------ */

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Those of one kind; of all well-meant ones (-1), of all hostile ones (-2). */
static void row(const char *label, int which, float *sorted)
{
    int n = 0;
    for (int i = 0; i < total; i++)
        if (which >= 0 ? kind[i] == which : kinds[kind[i]].hostile == (which == -2))
            sorted[n++] = took[i];
    if (!n)
        return;
    qsort(sorted, (size_t)n, sizeof *sorted, by_size);
    printf("%-22s %7d %9.2f %9.2f %9.2f\n", label, n, sorted[n / 2],
           sorted[(long)n * 99 / 100], sorted[n - 1]);
}

static void run_clients(int clients)
{
    pthread_t *threads = calloc((size_t)clients, sizeof *threads);
    for (int i = 0; threads && i < clients; i++)
        pthread_create(&threads[i], NULL, client, NULL);
    for (int i = 0; threads && i < clients; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return fprintf(stderr, "usage: load PORT SERVER_PID REQUESTS CLIENTS\n"), 2;
    port = atoi(argv[1]), server = atoi(argv[2]);
    int requests = atoi(argv[3]), clients = atoi(argv[4]);
    took = calloc((size_t)requests, sizeof *took);
    kind = calloc((size_t)requests, 1);
    float *sorted = calloc((size_t)requests, sizeof *sorted);
    if (requests < 10 || !took || !kind || !sorted)
        return 1;
    total =
        requests / 5; /* then every connection has been there, and every limit met */
    run_clients(clients);
    sleep(1);
    long memory = status_of("VmRSS:"), files = descriptors();
    next_request = total;
    total = requests;
    double start = now_ms();
    run_clients(clients);
    double seconds = (now_ms() - start) / 1e3;
    sleep(1);
    long memory_now = status_of("VmRSS:"), files_now = descriptors();
    printf("%-22s %7s %9s %9s %9s\n", "ms", "n", "median", "p99", "most");
    row("all well-meant", -1, sorted);
    row("all hostile", -2, sorted);
    for (int k = 0; k < KINDS; k++)
        row(kinds[k].path, k, sorted);
    printf("%d requests of %d clients, %.0f a second; %ld wrong\n", requests, clients,
           (requests - requests / 5) / seconds, (long)wrong);
    printf("server: %ld kB resident after a fifth, %ld kB at the end; %ld and %ld "
           "descriptors; %ld threads\n",
           memory, memory_now, files, files_now, status_of("Threads:"));
    /* A page left behind by each of 100000 requests would be 400 MB; the C library
     * keeps up to 40 MB of the stacks of threads that have ended. */
    bool grew = memory_now < 0 || memory_now > memory + 48 * 1024 || files_now > files;
    puts(grew ? "the server grew, or is gone" : "it did not grow");
    return wrong || grew;
}
