import bisect, heapq
items = [1, 3, 3, 5, 9]
print([bisect.bisect_left(items, n) for n in range(11)], [bisect.bisect(items, n) for n in range(11)])
bisect.insort(items, 4, key=lambda v: v)
heap = [5, 1, 8, 3, 9, 2]
heapq.heapify(heap)
print([heapq.heappop(heap) for _ in range(3)], heapq.heappushpop(heap, 0), heapq.heapreplace(heap, 7), heap)
print(list(heapq.merge([1, 4], [2, 3], [0, 9])), list(heapq.merge([4, 1], [3, 2], reverse=True, key=lambda v: v)))
for n in 0, 1, 2, 7, 30:
    print(heapq.nsmallest(n, [5, 1, 4, 2, 3]), heapq.nlargest(n, [5, 1, 4, 2, 3], key=lambda v: -v))
