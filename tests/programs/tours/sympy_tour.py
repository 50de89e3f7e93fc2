"""Algebra: calculus, equations, matrices, series, numbers, printing."""
from sympy import *
from sympy.combinatorics import Permutation, SymmetricGroup

x, y, z, n = symbols("x y z n")
f = Function("f")
print(expand((x + y)**6), factor(x**4 - 1), simplify(sin(x)**2 + cos(x)**2), apart(1 / (x**2 - 1)))
print(diff(exp(x**2) * sin(x), x, 3), integrate(x**2 * exp(-x), x), integrate(exp(-x**2), (x, -oo, oo)), limit(sin(x) / x, x, 0))
print(series(tan(x), x, 0, 10), summation(1 / n**2, (n, 1, oo)), product(n, (n, 1, 6)))
print(solve(x**3 - 2 * x + 1, x), solve([x + y - 3, x * y - 2], [x, y]), solveset(cos(x), x), nsolve(cos(x) - x, 1))
print(dsolve(f(x).diff(x, 2) + f(x), f(x)), linsolve([x + y + z - 1, x + 2 * y + 3 * z - 4], x, y, z))
m = Matrix([[2, 1, 0], [1, 3, 1], [0, 1, 4]])
print(m.det(), m.inv(), m.charpoly(x).as_expr(), m.rref(), Matrix([[2, 0], [0, 3]]).eigenvects(), m.LUdecomposition()[0])
print(factorint(2**64 - 1), nextprime(10**12), isprime(2**89 - 1), totient(360), divisors(84), pi.evalf(50), sqrt(2).n(40), Rational(3, 7) + Rational(1, 5))
print(groebner([x**2 + y, x * y - 1], x, y), Poly(x**5 - x - 1).nroots(8), resultant(x**2 - 1, x**3 - 2, x), gcd(x**4 - 1, x**6 - 1))
print(latex(Integral(sqrt(1 / x) + Sum(x**n / factorial(n), (n, 0, oo)), x)), pretty(Matrix([[x / y, sqrt(x)], [1, Integral(f(x), x)]]), use_unicode=True), sep="\n")
print(ccode(x**2 + sin(y)), fcode(x**2), pycode(Piecewise((x, x > 0), (-x, True))), srepr(x + 1), mathml(x**2 + 1))
print(And(x > 1, Or(y < 2, Not(x > 3))), simplify_logic("(a & b) | (a & ~b)"), satisfiable(symbols("p") & ~symbols("q")), reduce_inequalities(x**2 < 4, x))
print(laplace_transform(exp(-2 * x), x, y), fourier_transform(exp(-x**2), x, y), rsolve(f(n + 2) - f(n + 1) - f(n), f(n)) if False else "")
print(lambdify((x, y), x**2 + sqrt(y))(3, 16.0), sympify("2*x + 3*x"), (x + 1).subs(x, y**2), Symbol("k", positive=True).is_positive, sqrt(x**2), sqrt(symbols("p", positive=True)**2))
print(Permutation([2, 0, 1]).order(), SymmetricGroup(4).order(), binomial(50, 25), fibonacci(100), bernoulli(12), zeta(4), gamma(Rational(1, 2)), erf(0), besselj(0, 0))
from sympy.geometry import Circle, Line, Point, Triangle
print(Circle(Point(0, 0), 2).intersection(Line(Point(-3, 1), Point(3, 1))), Triangle(Point(0, 0), Point(4, 0), Point(0, 3)).incircle)
from sympy.physics.units import convert_to, kilometer, mile
print(convert_to(mile, kilometer), FiniteSet(1, 2) | Interval(2, 3), Interval(0, 5) - Interval.open(1, 2), ConditionSet(x, x > 2, S.Reals))
from sympy.parsing.sympy_parser import implicit_multiplication_application, parse_expr, standard_transformations
print(parse_expr("2x sin y", transformations=standard_transformations + (implicit_multiplication_application,)), cse([(x + y)**2, sqrt(x + y)]))
from sympy.stats import Die, E, P, Normal, density
D = Die("D", 6)
print(E(D), P(D > 4), density(Normal("N", 0, 1))(x))
