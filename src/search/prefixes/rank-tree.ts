/*
 * The best-ranked positions of any range of a long list, one by one, without visiting the rest. A tournament tree over
 * blocks of positions gives the best position of each range; taking it splits the range in two, and the next best is
 * the better of the two. (Range minimum queries, as in J. L. Bentley's and U. Vishkin's work on lowest common
 * ancestors, in the simplest form.)
 */

const BLOCK = 16;

/** The position with the lowest rank below every node of a complete binary tree over blocks of 16 positions. */
export function buildRankTree(count: number, rankAt: (position: number) => number): Uint32Array {
  const blocks = Math.max(1, Math.ceil(count / BLOCK));
  const leaves = 2 ** Math.ceil(Math.log2(blocks));
  const tree = new Uint32Array(leaves * 2).fill(NOWHERE);
  for (let block = 0; block < blocks; block++) {
    let best = NOWHERE;
    for (let at = block * BLOCK; at < Math.min(count, (block + 1) * BLOCK); at++) best = better(best, at, rankAt);
    tree[leaves + block] = best;
  }
  for (let node = leaves - 1; node >= 1; node--)
    tree[node] = better(tree[node * 2] ?? NOWHERE, tree[node * 2 + 1] ?? NOWHERE, rankAt);
  return tree;
}

const NOWHERE = 0xffffffff;

function better(a: number, b: number, rankAt: (position: number) => number): number {
  if (a === NOWHERE) return b;
  if (b === NOWHERE) return a;
  return rankAt(b) < rankAt(a) ? b : a;
}

/** The position with the lowest rank from `first` up to `end`; `first` for an empty range. Cost: logarithmic. */
function bestOfRange(tree: Uint32Array, first: number, end: number, rankAt: (position: number) => number): number {
  let best = first;
  const firstBlock = Math.ceil(first / BLOCK);
  const endBlock = Math.floor(end / BLOCK);
  if (firstBlock >= endBlock) {
    for (let at = first + 1; at < end; at++) if (rankAt(at) < rankAt(best)) best = at;
    return best;
  }
  for (let at = first; at < firstBlock * BLOCK; at++) if (rankAt(at) < rankAt(best)) best = at;
  for (let at = endBlock * BLOCK; at < end; at++) if (rankAt(at) < rankAt(best)) best = at;
  const leaves = tree.length / 2;
  for (let low = firstBlock + leaves, high = endBlock + leaves; low < high; low >>= 1, high >>= 1) {
    if (low & 1) best = better(best, tree[low++] ?? NOWHERE, rankAt);
    if (high & 1) best = better(best, tree[--high] ?? NOWHERE, rankAt);
  }
  return best;
}

/** A stretch of positions, from `first` up to `end`. With `advance`, ranks are divided by it. */
export type Stretch = readonly [first: number, end: number, advance?: number];

/**
 * Visits the positions of the stretches by ascending rank while `visit` returns true. Stretches must not overlap. Cost:
 * logarithmic for each visited position.
 */
export function visitByRank(
  tree: Uint32Array,
  stretches: readonly Stretch[],
  rankAt: (position: number) => number,
  visit: (position: number, rank: number) => boolean,
): void {
  const heap: {
    readonly best: number;
    readonly rank: number;
    readonly first: number;
    readonly end: number;
    readonly advance: number;
  }[] = [];
  const add = (first: number, end: number, advance: number): void => {
    if (first >= end) return;
    const best = bestOfRange(tree, first, end, rankAt);
    const entry = { best, rank: rankAt(best) / advance, first, end, advance };
    let place = heap.length;
    heap.push(entry);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || above.rank <= entry.rank) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = entry;
  };
  for (const [first, end, advance = 1] of stretches) add(first, end, advance);
  for (;;) {
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined) return;
    if (heap.length > 0) sinkFromTop(heap, last);
    if (!visit(top.best, top.rank)) return;
    add(top.first, top.best, top.advance);
    add(top.best + 1, top.end, top.advance);
  }
}

function sinkFromTop<E extends { readonly rank: number }>(heap: E[], entry: E): void {
  let place = 0;
  for (;;) {
    let child = place * 2 + 1;
    let below = heap[child];
    if (below === undefined) break;
    const other = heap[child + 1];
    if (other !== undefined && other.rank < below.rank) {
      below = other;
      child++;
    }
    if (below.rank >= entry.rank) break;
    heap[place] = below;
    place = child;
  }
  heap[place] = entry;
}
