"""The outer planets' orbits, step by step."""
import itertools

N = 7000

MASS = 39.47841760435743
DAYS = 365.24
BODIES = {
    "sun": ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0], MASS),
    "jupiter": ([4.84143144246472090, -1.16032004402742839, -0.103622044471123109],
                [0.00166007664274403694 * DAYS, 0.00769901118419740425 * DAYS, -6.90460016972063023e-5 * DAYS], 9.54791938424326609e-4 * MASS),
    "saturn": ([8.34336671824457987, 4.12479856412430479, -0.403523417114321381],
               [-0.00276742510726411 * DAYS, 0.00499852801234917238 * DAYS, 2.30417297573763929e-5 * DAYS], 2.85885980666130812e-4 * MASS),
    "uranus": ([12.8943695621391310, -15.1111514016986312, -0.223307578892655734],
               [0.00296460137564761618 * DAYS, 0.00237847173959480950 * DAYS, -2.96589568540237556e-5 * DAYS], 4.36624404335156298e-5 * MASS),
    "neptune": ([15.3796971148509165, -25.9193146099879641, 0.179258772950371181],
                [0.00268067772490389322 * DAYS, 0.00162824170038242295 * DAYS, -9.51592254519715870e-5 * DAYS], 5.15138902046611451e-5 * MASS),
}


def advance(bodies, pairs, step, count):
    for _ in range(count):
        for (p, v, m), (q, w, k) in pairs:
            dx, dy, dz = p[0] - q[0], p[1] - q[1], p[2] - q[2]
            pull = step * (dx * dx + dy * dy + dz * dz) ** -1.5
            a, b = k * pull, m * pull
            v[0] -= dx * a
            v[1] -= dy * a
            v[2] -= dz * a
            w[0] += dx * b
            w[1] += dy * b
            w[2] += dz * b
        for place, speed, _mass in bodies:
            place[0] += step * speed[0]
            place[1] += step * speed[1]
            place[2] += step * speed[2]


def energy(bodies, pairs):
    total = sum(m * sum(c * c for c in v) / 2 for _, v, m in bodies)
    for (p, _, m), (q, _, k) in pairs:
        total -= m * k / sum((a - b) ** 2 for a, b in zip(p, q)) ** 0.5
    return total


def run(n):
    bodies = [(list(p), list(v), m) for p, v, m in BODIES.values()]
    pairs = list(itertools.combinations(bodies, 2))
    before = energy(bodies, pairs)
    advance(bodies, pairs, 0.01, n)
    return round(before, 9), round(energy(bodies, pairs), 9)
