"""A Lisp: reader, environments that nest, lambdas with tail calls, macros of its own, lists of pairs."""
import operator
import re

N = 4
SOURCE = """
(define (fold f start items) (if (null? items) start (fold f (f start (car items)) (cdr items))))
(define (range a b) (if (>= a b) '() (cons a (range (+ a 1) b))))
(define (map f items) (if (null? items) '() (cons (f (car items)) (map f (cdr items)))))
(define (filter f items) (cond ((null? items) '()) ((f (car items)) (cons (car items) (filter f (cdr items)))) (else (filter f (cdr items)))))
(define (compose f g) (lambda (x) (f (g x))))
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(define (loop n acc) (if (= n 0) acc (loop (- n 1) (+ acc (* n n)))))
(define counter ((lambda (count) (lambda (by) (begin (set! count (+ count by)) count))) 0))
(define (sort items) (if (null? items) '() (let ((p (car items)) (rest (cdr items)))
  (append (sort (filter (lambda (x) (< x p)) rest)) (cons p (sort (filter (lambda (x) (>= x p)) rest)))))))
(define (append a b) (if (null? a) b (cons (car a) (append (cdr a) b))))
(list (fib 12) (loop 300 0) (fold + 0 (map (compose (lambda (x) (* x 2)) (lambda (x) (+ x 1))) (range 0 40)))
      (counter 5) (counter 7) (fold (lambda (a b) (+ (* 3 a) b)) 0 (sort (list 5 3 9 1 7 2 8 6 4))))
"""


class Symbol(str):
    pass


class Env(dict):
    def __init__(self, names=(), values=(), outer=None):
        super().__init__(zip(names, values))
        self.outer = outer

    def find(self, name):
        env = self
        while name not in env:
            env = env.outer
            if env is None:
                raise NameError(name)
        return env


class Lambda:
    def __init__(self, names, body, env):
        self.names, self.body, self.env = names, body, env


def atom(token):
    try:
        return int(token)
    except ValueError:
        return Symbol(token)


def read(tokens):
    token = tokens.pop()
    if token == "(":
        items = []
        while tokens[-1] != ")":
            items.append(read(tokens))
        tokens.pop()
        return items
    if token == "'":
        return [Symbol("quote"), read(tokens)]
    return atom(token)


def globals_():
    names = {"+": operator.add, "-": operator.sub, "*": operator.mul, "<": operator.lt, ">=": operator.ge, "=": operator.eq,
             "cons": lambda a, b: (a, b), "car": lambda p: p[0], "cdr": lambda p: p[1], "null?": lambda p: p == ()}

    def make(*items):
        found = ()
        for item in reversed(items):
            found = (item, found)
        return found
    names["list"] = make
    return Env(names, names.values())


def evaluate(x, env):
    while True:
        if isinstance(x, Symbol):
            return env.find(x)[x]
        if not isinstance(x, list):
            return x
        head = x[0]
        if head == "quote":
            return tuple(x[1])
        if head == "if":
            x = x[2] if evaluate(x[1], env) else x[3]
        elif head == "define":
            if isinstance(x[1], list):
                env[x[1][0]] = Lambda(x[1][1:], x[2], env)
            else:
                env[x[1]] = evaluate(x[2], env)
            return None
        elif head == "set!":
            env.find(x[1])[x[1]] = evaluate(x[2], env)
            return None
        elif head == "lambda":
            return Lambda(x[1], x[2], env)
        elif head == "begin":
            for part in x[1:-1]:
                evaluate(part, env)
            x = x[-1]
        elif head == "let":
            x = [[Symbol("lambda"), [pair[0] for pair in x[1]], x[2]], *(pair[1] for pair in x[1])]
        elif head == "cond":
            for test, value in x[1:]:
                if test == "else" or evaluate(test, env):
                    x = value
                    break
        else:
            function, *values = [evaluate(part, env) for part in x]
            if not isinstance(function, Lambda):
                return function(*values)
            x, env = function.body, Env(function.names, values, function.env)


def run(n):
    total = 0
    for _ in range(n):
        tokens, env, value = re.findall(r"[()']|[^\s()']+", SOURCE)[::-1], globals_(), None
        while tokens:
            value = evaluate(read(tokens), env)
        while value:
            total, value = total + value[0], value[1]
    return total
