"""Properties: strategies, shrinking, stateful tests, settings; with a fixed seed the same examples."""
import datetime
import random

from hypothesis import HealthCheck, Phase, assume, example, find, given, note, seed, settings, strategies as st
from hypothesis.errors import HypothesisException, NoSuchExample
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

plain = settings(database=None, max_examples=60, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
seen = []


@plain
@given(st.lists(st.integers()), st.text(), st.floats(allow_nan=False), st.dictionaries(st.booleans(), st.binary(max_size=3)))
def collect(a, b, c, d):
    seen.append((a, b, c, d))


collect()
print(len(seen), seen[:12])
for strategy, condition in ((st.lists(st.integers()), lambda x: sum(x) > 100), (st.text(), lambda s: len(s) > 3), (st.floats(), lambda f: f > 1.5), (st.dates(), lambda d: d.year > 2005), (st.tuples(st.integers(), st.fractions()), lambda t: t[0] > t[1] + 3),
                            (st.recursive(st.none(), lambda s: st.lists(s, max_size=3)), lambda x: x and x[0]), (st.one_of(st.integers(5, 9), st.just("a")), lambda x: x == 9), (st.permutations(range(4)), lambda p: p[0] == 3), (st.from_regex(r"a[bc]+\d", fullmatch=True), lambda s: len(s) > 4),
                            (st.decimals(0, 10, places=2), lambda d: d > 3), (st.sets(st.characters(whitelist_categories=["Lu"]), min_size=2), bool), (st.builds(complex, st.integers(1, 3)), bool), (st.integers(), lambda n: False and n), (st.timedeltas(), lambda t: t > datetime.timedelta(3)), (st.uuids(version=4), bool),
                            (st.data(), lambda d: d.draw(st.integers()) > 3), (st.emails(), lambda e: "x" in e), (st.slices(5), lambda s: s.step), (st.functions(like=lambda a: 0, returns=st.integers()), lambda f: f(1) != 0), (st.randoms(use_true_random=False), lambda r: r.random() > .5)):
    try:
        print(find(strategy, condition, settings=plain, random=random.Random(1)))
    except HypothesisException as error:
        print(type(error).__name__)
    except Exception as error:
        print(type(error).__name__, error)


@seed(3)
@plain
@example([1, 2])
@given(st.lists(st.integers(0, 50)))
def wrong(values):
    assume(len(values) != 1)
    note(f"values {values}")
    assert sum(values) < 60


try:
    wrong()
except AssertionError as error:
    print("failed", getattr(error, "__notes__", None))


class Machine(RuleBasedStateMachine):
    items = Bundle("items")

    def __init__(self):
        super().__init__()
        self.total = 0

    @rule(target=items, n=st.integers(0, 9))
    def add(self, n):
        self.total += n
        return n

    @rule(item=items)
    def remove(self, item):
        self.total -= item

    @invariant()
    def small(self):
        assert self.total < 25


try:
    run_state_machine_as_test(Machine, settings=settings(plain, max_examples=40, stateful_step_count=12, phases=[Phase.generate, Phase.shrink]))
except AssertionError as error:
    print("machine", getattr(error, "__notes__", None))
print(repr(st.lists(st.integers(1, 2), unique=True).map(len).filter(bool)), given.__name__)
