"""A source taken into tokens by tokenize."""
import io
import tokenize

N = 46
SOURCE = """
def function(first, second=2, *rest, **named):
    "A text of its own."
    total = first + second * len(rest) - 0x1f
    for name, value in named.items():  # each of them
        if value not in (None, "nothing", b"bytes"):
            total += value[1:2] ** 2
    return {total: [name for name in named]}
""" * 2


def run(n):
    total = 0
    for _ in range(n):
        total += sum(len(token.string) for token in tokenize.generate_tokens(io.StringIO(SOURCE).readline))
    return total
