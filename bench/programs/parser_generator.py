"""A grammar read, tables of a packrat parser made as closures, expressions parsed and computed by them."""
import re

N = 32
GRAMMAR = r"""
sum      = product (("+" | "-") product)*
product  = power (("*" | "/" | "%") power)*
power    = atom ("^" power)?
atom     = number | call | "(" sum ")" | "-" atom
call     = name "(" sum ("," sum)* ")"
number   = /\d+(\.\d+)?/
name     = /[a-z]+/
"""
TEXTS = ["1 + 2 * (3 - 4) ^ 2 % 7", "max(1, 2 * 3, -(4 + 5)) * 2 - min(3, 1)", "((((1))))+((2*3)+(4*5))*(6-7)",
         "2 ^ 3 ^ 2 - 10 / 4 * 3 + sum(1, 2, 3, 4, 5, 6)"]


class Failed(Exception):
    pass


class Parser:
    def __init__(self, grammar):
        self.rules = {}
        for line in grammar.strip().splitlines():
            name, _, body = line.partition("=")
            self.tokens = re.findall(r'"[^"]+"|/(?:[^/\\]|\\.)+/|\w+|[()|*?]', body)[::-1]
            self.rules[name.strip()] = self.choice()

    def choice(self):
        ways = [self.sequence()]
        while self.tokens and self.tokens[-1] == "|":
            self.tokens.pop()
            ways.append(self.sequence())
        if len(ways) == 1:
            return ways[0]

        def any_of(state, at):
            for way in ways:
                try:
                    return way(state, at)
                except Failed:
                    pass
            raise Failed(at)
        return any_of

    def sequence(self):
        parts = []
        while self.tokens and self.tokens[-1] not in "|)":
            parts.append(self.repeated())

        def all_of(state, at):
            found = []
            for part in parts:
                value, at = part(state, at)
                found.append(value)
            return (found if len(found) > 1 else found[0]), at
        return all_of

    def repeated(self):
        item = self.item()
        if self.tokens and self.tokens[-1] in "*?":
            most = 1 if self.tokens.pop() == "?" else 10 ** 9

            def several(state, at):
                found = []
                while len(found) < most:
                    try:
                        value, at = item(state, at)
                    except Failed:
                        break
                    found.append(value)
                return found, at
            return several
        return item

    def item(self):
        token = self.tokens.pop()
        if token == "(":
            inner = self.choice()
            self.tokens.pop()
            return inner
        if token[0] in '"/':
            pattern = re.compile(r"\s*(" + (re.escape(token[1:-1]) if token[0] == '"' else token[1:-1]) + ")")

            def terminal(state, at):
                match = pattern.match(state.text, at)
                if not match:
                    raise Failed(at)
                return match[1], match.end()
            return terminal

        def rule(state, at):
            key = token, at
            if key not in state.memo:
                try:
                    value, end = self.rules[token](state, at)
                    state.memo[key] = (token, value), end
                except Failed as error:
                    state.memo[key] = error
            found = state.memo[key]
            if isinstance(found, Failed):
                raise found
            return found
        return rule

    def parse(self, text, start="sum"):
        state = State(text)
        tree, end = self.item_of(start)(state, 0)
        if end != len(text):
            raise Failed(end)
        return tree

    def item_of(self, name):
        self.tokens = [name]
        return self.item()


class State:
    def __init__(self, text):
        self.text, self.memo = text, {}


class Value:
    calls = {"max": max, "min": min, "sum": lambda *a: sum(a)}
    ways = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b, "%": lambda a, b: a % b}

    def of(self, tree):
        return getattr(self, "of_" + tree[0])(tree[1])

    def of_sum(self, parts):
        value = self.of(parts[0])
        for sign, other in parts[1]:
            value = self.ways[sign](value, self.of(other))
        return value

    of_product = of_sum

    def of_power(self, parts):
        return self.of(parts[0]) ** (self.of(parts[1][0][1]) if parts[1] else 1)

    def of_atom(self, part):
        if isinstance(part, tuple):
            return self.of(part)
        return -self.of(part[1]) if part[0] == "-" else self.of(part[1])

    def of_call(self, parts):
        return self.calls[parts[0][1]](self.of(parts[2]), *(self.of(more) for _, more in parts[3]))

    def of_number(self, text):
        return float(text[0] if isinstance(text, list) else text)


def run(n):
    total = 0.0
    for i in range(n):
        parser = Parser(GRAMMAR)
        for text in TEXTS:
            total += Value().of(parser.parse(text))
        try:
            parser.parse("1 + (2 * 3")
        except Failed as error:
            total += error.args[0]
    return round(total, 6)
