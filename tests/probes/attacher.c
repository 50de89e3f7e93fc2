/* A tracer that is there at once and gone at once: uprobes by perf_event_open, no tool
 * between. For tests that attach a thousand times (attaching.py).
 *
 *   attacher PID FILE OFFSET:SEMAPHORE:REGISTER...
 *
 * Attaches to each place of the file (offsets in it; the register by perf's number),
 * and prints "ready". Each byte on standard input asks for what was seen since: lines
 * of "PLACE VALUE", the place's number and the register, then ".". At the end of the
 * input it detaches and ends; killed, it leaves that to the kernel. "attach: REASON"
 * and status 3 when the kernel refuses. */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PLACES = 16, PAGES = 256 };

struct Sample {
    struct perf_event_header header;
    uint64_t id, abi, value;
};

static uint64_t ids[PLACES];
static struct perf_event_mmap_page *ring;

static unsigned pmu_type(void)
{
    unsigned type = 0;
    FILE *file = fopen("/sys/bus/event_source/devices/uprobe/type", "r");
    if (file == NULL || fscanf(file, "%u", &type) != 1) {
        puts("attach: the kernel has no uprobes for perf_event_open");
        exit(3);
    }
    fclose(file);
    return type;
}

static int attach(int pid, const char *path, const char *place)
{
    unsigned long offset, semaphore, reg;
    if (sscanf(place, "%lx:%lx:%lu", &offset, &semaphore, &reg) != 3)
        return -1;
    struct perf_event_attr attr = {
        .type = pmu_type(),
        .size = sizeof attr,
        .config = (uint64_t)semaphore << 32,
        .uprobe_path = (uintptr_t)path,
        .probe_offset = offset,
        .sample_period = 1,
        .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_REGS_USER,
        .sample_regs_user = 1UL << reg,
        .wakeup_events = 1,
    };
    return (int)syscall(SYS_perf_event_open, &attr, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* The buffer is the first place's; the others write there, too. */
static void attach_all(int pid, const char *path, char **places, int count)
{
    int first = -1;
    for (int i = 0; i < count; i++) {
        int fd = attach(pid, path, places[i]);
        if (fd < 0) {
            printf("attach: %s\n", strerror(errno));
            exit(3);
        }
        if (first < 0) {
            first = fd;
            size_t size = (PAGES + 1) * (size_t)sysconf(_SC_PAGESIZE);
            ring = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        }
        if (ring == MAP_FAILED || ioctl(fd, PERF_EVENT_IOC_ID, &ids[i]) != 0 ||
            (fd != first && ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, first) != 0)) {
            perror("attacher");
            exit(1);
        }
    }
}

static void show(const struct Sample *sample, int count)
{
    if (sample->header.type == PERF_RECORD_LOST)
        puts("lost");
    if (sample->header.type != PERF_RECORD_SAMPLE)
        return;
    for (int i = 0; i < count; i++)
        if (sample->id == ids[i])
            printf("%d %d\n", i, (int)sample->value);
}

static void show_all(int count)
{
    const char *data = (const char *)ring + ring->data_offset;
    uint64_t head = __atomic_load_n(&ring->data_head, __ATOMIC_ACQUIRE);
    uint64_t tail = ring->data_tail;
    while (tail < head) {
        struct Sample sample;
        for (size_t i = 0; i < sizeof sample; i++) /* it may go round the end */
            ((char *)&sample)[i] = data[(tail + i) % ring->data_size];
        show(&sample, count);
        tail += sample.header.size;
    }
    __atomic_store_n(&ring->data_tail, tail, __ATOMIC_RELEASE);
    puts(".");
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc - 3 > PLACES)
        return 2;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    attach_all(atoi(argv[1]), argv[2], argv + 3, argc - 3);
    puts("ready");
    fflush(stdout);
    for (char byte; read(0, &byte, 1) == 1;) {
        show_all(argc - 3);
        fflush(stdout);
    }
    return 0;
}
