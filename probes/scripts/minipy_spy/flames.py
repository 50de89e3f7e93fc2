"""minipy-spy record: what it writes."""
import os
import sys

from .errors import SpyError


def check_name(name):
    if name != "-" and not name.endswith((".svg", ".folded", ".txt")):
        raise SpyError(f"-o {name}: a name that ends in .svg or .folded tells what to write")


def folded(counts):
    """The lines `oldest;...;newest count`."""
    return "".join(f"{';'.join(stack)} {count}\n" for stack, count in sorted(counts.items()))


def svg(counts):
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    from minipy_trace import flame
    return flame.draw(counts, "samples")


def write(sampler, options):
    text = (svg if options.output.endswith(".svg") else folded)(sampler.counts)
    if options.output == "-":
        sys.stdout.write(text)
    else:
        try:
            with open(options.output, "w", encoding="utf-8", errors="backslashreplace") as f:
                f.write(text)
        except OSError as error:
            raise SpyError(f"{options.output}: {error.strerror}") from None
    print(summary(sampler), file=sys.stderr)


def summary(sampler):
    text = f"{sampler.samples} samples, {sum(sampler.counts.values())} stacks counted"
    if sampler.failed:
        text += f", {sampler.failed} changed too quickly to be read"
    if sampler.late:
        text += f", {sampler.late} too late (a lower --rate?)"
    return text
