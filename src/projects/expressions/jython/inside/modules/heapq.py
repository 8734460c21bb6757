"""heapq of Python 2.7."""


def _up(heap, place):
    item = heap[place]
    while place > 0:
        parent = (place - 1) // 2
        if not item < heap[parent]:
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item


def _down(heap, place):
    item = heap[place]
    size = len(heap)
    while True:
        child = 2 * place + 1
        if child >= size:
            break
        if child + 1 < size and heap[child + 1] < heap[child]:
            child += 1
        if not heap[child] < item:
            break
        heap[place] = heap[child]
        place = child
    heap[place] = item


def heappush(heap, item):
    heap.append(item)
    _up(heap, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    first = heap[0]
    heap[0] = last
    _down(heap, 0)
    return first


def heapreplace(heap, item):
    first = heap[0]
    heap[0] = item
    _down(heap, 0)
    return first


def heappushpop(heap, item):
    if heap and heap[0] < item:
        return heapreplace(heap, item)
    return item


def heapify(heap):
    for place in reversed(range(len(heap) // 2)):
        _down(heap, place)


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(0, n)]


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:max(0, n)]


def merge(*iterables):
    return iter(sorted([item for iterable in iterables for item in iterable]))
