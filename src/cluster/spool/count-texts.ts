import { join } from 'node:path';
import { writeLineSpool, type LineSpool } from './line-spool.js';

/*
 * Counts of any number of texts, such as the words of names: they are gathered in memory, written in the order of the texts when there are many, and the files merged at
 * last. Lines are "text, tabulator, count", in the order of code units.
 */

/** Texts in memory; half a gigabyte is not reached by words of the longest kind. */
const MAX_IN_MEMORY = 500_000;

interface TextCounter {
  /** Takes texts, each of which counts once more. */
  readonly add: (texts: Iterable<string>) => void;
  /** After the last entity. */
  readonly finish: () => CountedTexts;
}

/** Texts in the order of code units. */
export interface CountedTexts {
  /** Different texts. */
  readonly size: number;
  readonly all: () => Generator<readonly [text: string, count: number], undefined>;
  readonly close: () => void;
}

/** Counts in files of this folder, which must be there, that begin with the name. `mostInMemory` is changed in tests. */
export function countTexts(folder: string, name: string, mostInMemory = MAX_IN_MEMORY): TextCounter {
  let counts = new Map<string, number>();
  const runs: LineSpool[] = [];
  const flush = (): void => {
    const run = writeLineSpool(join(folder, `${name}-${String(runs.length)}`));
    for (const word of [...counts.keys()].sort()) run.add(lineOf(word, counts.get(word) ?? 0));
    runs.push(run.finish());
    counts = new Map();
  };
  return {
    add: (words) => {
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      if (counts.size >= mostInMemory) flush();
    },
    finish: () => {
      flush();
      const merged = writeLineSpool(join(folder, name));
      for (const [word, count] of mergeRuns(runs)) merged.add(lineOf(word, count));
      for (const run of runs) run.close();
      return countedIn(merged.finish());
    },
  };
}

function countedIn(words: LineSpool): CountedTexts {
  return {
    size: words.size,
    all: function* (): Generator<readonly [text: string, count: number], undefined> {
      for (const line of words.linesFrom(0)) yield parsed(line);
    },
    close: words.close,
  };
}

/** The words of all runs in order, the counts of equal ones summed. */
function* mergeRuns(runs: readonly LineSpool[]): Generator<readonly [word: string, count: number], undefined> {
  const heap = runs.flatMap((run) => {
    const lines = run.linesFrom(0);
    const first = lines.next();
    return first.done === true ? [] : [{ lines, head: parsed(first.value) }];
  });
  const sink = (start: number): void => {
    for (let at = start; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      for (const child of [left, right])
        if ((heap[child]?.head[0] ?? '') < (heap[least]?.head[0] ?? '') && child < heap.length) least = child;
      const [above, below] = [heap[at], heap[least]];
      if (least === at || above === undefined || below === undefined) return;
      heap[at] = below;
      heap[least] = above;
      at = least;
    }
  };
  for (let at = heap.length >> 1; at >= 0; at--) sink(at);
  let current: [string, number] | undefined;
  for (let top = heap[0]; top !== undefined; top = heap[0]) {
    const [word, count] = top.head;
    if (current?.[0] === word) current[1] += count;
    else {
      if (current !== undefined) yield current;
      current = [word, count];
    }
    const next = top.lines.next();
    if (next.done !== true) top.head = parsed(next.value);
    else {
      const last = heap.pop();
      if (last !== undefined && last !== top) heap[0] = last;
    }
    sink(0);
  }
  if (current !== undefined) yield current;
}

function lineOf(word: string, count: number): string {
  return `${word}\t${String(count)}`;
}

function parsed(line: string | undefined): readonly [word: string, count: number] {
  const end = line?.lastIndexOf('\t') ?? -1;
  return line === undefined || end < 0 ? ['', 0] : [line.slice(0, end), Number(line.slice(end + 1))];
}
