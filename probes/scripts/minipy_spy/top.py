"""minipy-spy top: the functions in which the samples were, as a table that goes on."""
import collections
import shutil
import sys

HEAD = f"{'own %':>7} {'total %':>8} {'own':>8} {'total':>8}  function"
CLEAR = "\x1b[H\x1b[J"


def shares(counts):
    """[(function, own, total)], the greatest own first: in how many samples it ran, and in
    how many it was somewhere on the stack."""
    own, total = collections.Counter(), collections.Counter()
    for stack, count in counts.items():
        own[stack[-1]] += count
        for function in set(stack):
            total[function] += count
    return sorted(((f, own[f], total[f]) for f in total), key=lambda row: (-row[1], -row[2], row[0]))


def rows(sampler, most, width=None):
    """The lines of the table."""
    every = max(1, sum(sampler.counts.values()))
    yield HEAD
    for function, own, total in shares(sampler.counts)[:most]:
        line = f"{100 * own / every:7.1f} {100 * total / every:8.1f} {own:8} {total:8}  {function}"
        yield line[:width]


def head(sampler):
    return f"process {sampler.process.pid}: {sampler.samples} samples, {sum(sampler.counts.values())} stacks"


def show(sampler, options):
    """Draws the table anew on a terminal; elsewhere prints it below the last one."""
    if sys.stdout.isatty():
        width, height = shutil.get_terminal_size()
        lines = [head(sampler)[:width], *rows(sampler, options.rows or max(1, height - 4), width)]
        sys.stdout.write(CLEAR + "\n".join(lines) + "\n")
    else:
        sys.stdout.write("\n".join([head(sampler), *rows(sampler, options.rows or 20)]) + "\n\n")
    sys.stdout.flush()


def run(sampler, options):
    try:
        sampler.run(options.duration, options.rate, lambda: show(sampler, options))
    except KeyboardInterrupt:
        pass
    show(sampler, options)
