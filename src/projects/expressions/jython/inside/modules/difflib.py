"""difflib of Python 2.7: how much of two sequences is the same, and in which blocks."""

from collections import namedtuple
from heapq import nlargest as _nlargest

Match = namedtuple('Match', 'a b size')


class SequenceMatcher(object):
    def __init__(self, isjunk=None, a='', b='', autojunk=True):
        self.isjunk = isjunk
        self.autojunk = autojunk
        self.a = self.b = None
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        self.a = a
        self._blocks = self._codes = None

    def set_seq2(self, b):
        self.b = b
        self._blocks = self._codes = self._counts = None
        places = {}
        for j, element in enumerate(b):
            if element in places:
                places[element].append(j)
            else:
                places[element] = [j]
        self._junk = {}
        if self.isjunk:
            for element in list(places):
                if self.isjunk(element):
                    self._junk[element] = True
                    del places[element]
        self._popular = {}
        if self.autojunk and len(b) >= 200:
            most = len(b) // 100 + 1
            for element in list(places):
                if len(places[element]) > most:
                    self._popular[element] = True
                    del places[element]
        self.b2j = places

    def isbjunk(self, element):
        return element in self._junk

    def isbpopular(self, element):
        return element in self._popular

    def find_longest_match(self, alo, ahi, blo, bhi):
        a, b, places = self.a, self.b, self.b2j
        besti, bestj, size = alo, blo, 0
        lengths = {}
        for i in range(alo, ahi):
            now = {}
            for j in places.get(a[i], ()):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                k = lengths.get(j - 1, 0) + 1
                now[j] = k
                if k > size:
                    besti, bestj, size = i - k + 1, j - k + 1, k
            lengths = now
        # Elements that were passed over as too frequent lengthen a block, then those that are junk.
        for junk in (False, True):
            while besti > alo and bestj > blo and self.isbjunk(b[bestj - 1]) == junk and a[besti - 1] == b[bestj - 1]:
                besti, bestj, size = besti - 1, bestj - 1, size + 1
            while besti + size < ahi and bestj + size < bhi and self.isbjunk(b[bestj + size]) == junk and a[besti + size] == b[bestj + size]:
                size += 1
        return Match(besti, bestj, size)

    def get_matching_blocks(self):
        if self._blocks is not None:
            return self._blocks
        open_parts = [(0, len(self.a), 0, len(self.b))]
        found = []
        while open_parts:
            alo, ahi, blo, bhi = open_parts.pop()
            i, j, k = self.find_longest_match(alo, ahi, blo, bhi)
            if k:
                found.append((i, j, k))
                if alo < i and blo < j:
                    open_parts.append((alo, i, blo, j))
                if i + k < ahi and j + k < bhi:
                    open_parts.append((i + k, ahi, j + k, bhi))
        found.sort()
        joined = []
        for i, j, k in found:
            if joined and joined[-1][0] + joined[-1][2] == i and joined[-1][1] + joined[-1][2] == j:
                joined[-1] = (joined[-1][0], joined[-1][1], joined[-1][2] + k)
            else:
                joined.append((i, j, k))
        joined.append((len(self.a), len(self.b), 0))
        self._blocks = [Match(i, j, k) for i, j, k in joined]
        return self._blocks

    def get_opcodes(self):
        if self._codes is not None:
            return self._codes
        i = j = 0
        codes = []
        for ai, bj, size in self.get_matching_blocks():
            if i < ai and j < bj:
                codes.append(('replace', i, ai, j, bj))
            elif i < ai:
                codes.append(('delete', i, ai, j, bj))
            elif j < bj:
                codes.append(('insert', i, ai, j, bj))
            i, j = ai + size, bj + size
            if size:
                codes.append(('equal', ai, i, bj, j))
        self._codes = codes
        return codes

    def ratio(self):
        return _share(sum([size for _, _, size in self.get_matching_blocks()]), len(self.a) + len(self.b))

    def quick_ratio(self):
        if self._counts is None:
            self._counts = {}
            for element in self.b:
                self._counts[element] = self._counts.get(element, 0) + 1
        left = dict(self._counts)
        same = 0
        for element in self.a:
            if left.get(element, 0) > 0:
                same += 1
                left[element] -= 1
        return _share(same, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        return _share(min(len(self.a), len(self.b)), len(self.a) + len(self.b))


def _share(same, size):
    return 2.0 * same / size if size else 1.0


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    if not n > 0:
        raise ValueError('n must be > 0: ' + repr(n))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError('cutoff must be in [0.0, 1.0]: ' + repr(cutoff))
    matcher = SequenceMatcher()
    matcher.set_seq2(word)
    found = []
    for each in possibilities:
        matcher.set_seq1(each)
        if matcher.real_quick_ratio() >= cutoff and matcher.quick_ratio() >= cutoff and matcher.ratio() >= cutoff:
            found.append((matcher.ratio(), each))
    return [each for _, each in _nlargest(n, found)]
