"""Shortest ways by a heap, a simulation of events, sliding windows on a deque, an LRU, merged streams."""
import heapq
from collections import Counter, OrderedDict, defaultdict, deque

N = 39


def shortest(graph, start):
    far, heap = {start: 0}, [(0, start)]
    while heap:
        distance, node = heapq.heappop(heap)
        if distance > far[node]:
            continue
        for to, length in graph[node]:
            found = distance + length
            if to not in far or found < far[to]:
                far[to] = found
                heapq.heappush(heap, (found, to))
    return far


def simulate(count):
    events, clock, waiting, busy, served = [(0, 0, "come")], 0, deque(), False, 0
    number = 0
    while events:
        clock, _, kind = heapq.heappop(events)
        if kind == "come":
            waiting.append(clock)
            number += 1
            if number < count:
                heapq.heappush(events, (clock + number * 7 % 5 + 1, number, "come"))
        else:
            busy = False
        if waiting and not busy:
            busy = True
            served += clock - waiting.popleft()
            heapq.heappush(events, (clock + 2 + served % 3, -number, "leave"))
    return served + clock


def highest(values, width):
    window, out = deque(), []
    for i, value in enumerate(values):
        while window and values[window[-1]] <= value:
            window.pop()
        window.append(i)
        if window[0] <= i - width:
            window.popleft()
        out.append(values[window[0]])
    return out


class Cache(OrderedDict):
    def look(self, key):
        if key in self:
            self.move_to_end(key)
            return 1
        self[key] = True
        if len(self) > 20:
            self.popitem(last=False)
        return 0


def run(n):
    total = 0
    for seed in range(n):
        graph = defaultdict(list)
        for i in range(200):
            for k in range(4):
                graph[i].append(((i * 31 + k * 17 + seed) % 200, (i * k + seed) % 13 + 1))
        total += sum(shortest(graph, 0).values()) + simulate(150)
        values = [(i * 7919 + seed) % 1009 for i in range(400)]
        total += sum(highest(values, 9)) + sum(heapq.nlargest(5, values)) + sum(heapq.nsmallest(5, values, key=lambda v: -v))
        cache = Cache()
        total += sum(cache.look(v % 30) for v in values)
        total += sum(i * v for i, v in enumerate(heapq.merge(values[:50], sorted(values), key=lambda v: v)))
        line = deque(values, maxlen=64)
        for v in values:
            line.rotate(v % 5)
            line.appendleft(v)
        total += line[3] + sum(c for _, c in Counter(v % 10 for v in values).most_common(3))
    return total
