"""Numbers of any precision: functions, zeros, integrals, sums, matrices, intervals."""
from mpmath import *

mp.dps = 50
print(pi, e, phi, euler, catalan, sqrt(2), exp(1) - e, log(10), nstr(gamma(0.5), 30))
print(zeta(3), zetazero(1), besselj(0, 1), ellipk(0.5), hyp2f1(1, 2, 3, 0.5), lambertw(1), erf(1), polylog(2, 0.5), airyai(1), jtheta(1, 1, 0.1))
print(quad(lambda x: exp(-x**2), [-inf, inf]), nsum(lambda n: 1 / n**2, [1, inf]), diff(sin, 1, 3), findroot(lambda x: cos(x) - x, 1), limit(lambda n: (1 + 1 / n)**n, inf))
print(taylor(exp, 0, 5), chebyfit(cos, [0, 1], 4), polyroots([1, -6, 11, -6]), identify(pi**2 / 6, ["pi**2"]), findpoly(sqrt(2) + 1, 2), pslq([pi, pi**2, 2 * pi], maxcoeff=100))
a = matrix([[1, 2], [3, 4]])
print(a**-1, det(a), lu_solve(a, matrix([5, 6])), expm(a), eig(a)[0], svd_r(a, compute_uv=False), qr(a)[1])
mp.dps = 15
print(mpf("0.1") + mpf("0.2"), mpc(1, 2)**mpc(3, -1), mpf(2)**0.5, nstr(mpf(1) / 3, 5), mpf("1e1000"), mp.mpf(10)**-400, fac(30), binomial(10, 3), primepi(1000), bernoulli(20))
print(iv.mpf([1, 2]) * iv.mpf([3, 4]), iv.sin(iv.mpf([0, 1])), almosteq(mpf("1.0"), mpf("1.0000000000000001")), chop(1e-20), frac(3.7), floor(-2.5), nint(2.5), sign(-3))
print(odefun(lambda x, y: y, 0, 1)(1), fourier(lambda x: x, [-pi, pi], 2), richardson([1, 1.5, 1.75]) if False else "", agm(1, 2), hypot(3, 4), atan2(1, -1), unitroots(3))
with workdps(1000):
    print(str(pi)[-20:], str(exp(sqrt(163) * pi))[:40])
for wrong in (lambda: mpf("x"), lambda: log(0), lambda: findroot(lambda x: x * x + 1, 1), lambda: mpf(1) / 0):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error)[:40])
