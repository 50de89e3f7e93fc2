"""A game of dice as a decision process: states in dicts, chances as fractions, values by iteration."""
from collections import defaultdict
from fractions import Fraction

N = 2

ROLLS = {face: Fraction(1, 6) for face in range(1, 7)}


class Process:
    def __init__(self, goal, life):
        self.goal, self.life = goal, life
        self.moves = {}
        self.reach((0, 0, life))

    def actions(self, state):
        score, hand, life = state
        if score >= self.goal or life == 0:
            return ()
        return ("roll", "hold") if hand else ("roll",)

    def outcomes(self, state, action):
        score, hand, life = state
        found = defaultdict(Fraction)
        if action == "hold":
            found[(min(self.goal, score + hand), 0, life)] += 1
            return dict(found)
        for face, chance in ROLLS.items():
            if face == 1:
                found[(score, 0, life - 1)] += chance
            else:
                found[(score, min(self.goal, hand + face), life)] += chance
        return dict(found)

    def reach(self, first):
        todo = [first]
        while todo:
            state = todo.pop()
            if state in self.moves:
                continue
            self.moves[state] = {action: self.outcomes(state, action) for action in self.actions(state)}
            for outcomes in self.moves[state].values():
                todo.extend(outcomes)

    def solve(self, rounds):
        value = {state: 1.0 if state[0] >= self.goal else 0.0 for state in self.moves}
        chances = {s: {a: [(t, float(p)) for t, p in o.items()] for a, o in m.items()} for s, m in self.moves.items()}
        best = {}
        for _ in range(rounds):
            for state, moves in chances.items():
                if moves:
                    gains = {action: sum(p * value[to] for to, p in outcomes) for action, outcomes in moves.items()}
                    best[state] = max(gains, key=gains.get)
                    value[state] = gains[best[state]]
        return value, best


def run(n):
    total = 0
    for i in range(n):
        process = Process(12 + i % 2, 2)
        value, best = process.solve(10)
        total += round(1e6 * value[(0, 0, 2)]) + sum(action == "hold" for action in best.values())
        total += sum(sum(o.values()) == 1 for m in process.moves.values() for o in m.values())
    return total
