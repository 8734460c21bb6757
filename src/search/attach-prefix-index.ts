import { remembering } from '../foundation/remembering.js';
import { section, type Sections } from '../foundation/sections.js';
import { attachStringTable } from '../foundation/string-table.js';
import { analyseLabel } from '../text/analyse-label.js';
import { compiledParts } from './compiled/attach-compiled-index.js';
import type { Completion, CompletionRequest, NearCompletion, PrefixIndex } from './prefix-index.js';
import { attachWordOrder } from './prefixes/attach-word-order.js';
import { ORDERED_WORDS } from './prefixes/build-prefix-sections.js';
import { createNearNames, type NearParts } from './prefixes/near-names.js';
import { nearPrefixes, type SortedWords, type WordSpan } from './prefixes/near-prefixes.js';
import type { Stretch } from './prefixes/rank-tree.js';

/** Minimum letters of the last word for typos. */
const MIN_FOR_TYPOS = 4;

/** The prefix index over the sections of `buildSearchSections`; `parts`: access to near names. Cost: constant. */
export function attachPrefixIndex(sections: Sections, parts: NearParts = compiledParts(sections)): PrefixIndex {
  const { words } = parts.planned;
  const texts = attachStringTable(sections, 'words.text');
  const entityOfRow = section(sections, 'labels.entity', 'Uint32Array');
  const firstRowOfEntity = section(sections, 'labels.entityRows', 'Uint32Array');
  const byProminence = section(sections, 'prefixes.entities', 'Uint32Array');
  const starts = attachWordOrder(sections, 'prefixes.starts');
  const later = attachWordOrder(sections, 'prefixes.words');
  const sorted: SortedWords = { rangeOf: words.rangeOf, texts };
  const nearBeginnings = remembering(MAX_REMEMBERED, (token: string) => nearPrefixes(sorted, token, 0));
  const nearNames = createNearNames(sections, parts, nearBeginnings);

  function complete(request: CompletionRequest): readonly Completion[] {
    const { tokens } = analyseLabel(request.prefix);
    const last = tokens.at(-1);
    if (last === undefined) return everything(request);
    return collect(request, tokens, [words.rangeOf(last)]);
  }

  function completeNearly(request: CompletionRequest): readonly NearCompletion[] {
    const { tokens } = analyseLabel(request.prefix);
    const last = tokens.at(-1);
    if (last === undefined) return [];
    const near = nearNames({ tokens, enough: request.offset + request.limit, accepts: request.accepts });
    // A word may have very many: the precomputed order gives the best without visiting the others.
    const begun =
      last.length < MIN_FOR_TYPOS
        ? []
        : collect(
            { ...request, offset: 0, limit: request.offset + request.limit },
            tokens,
            withoutOverlap(tokens.length > 1 ? nearBeginnings(last) : nearPrefixes(sorted, last)),
          ).map((completion) => ({ ...completion, edits: 1 }));
    const known = new Set<number>();
    return [...near.filter(({ edits }) => edits === 0), ...begun, ...near.filter(({ edits }) => edits > 0)]
      .filter(({ entity }) => !known.has(entity) && known.add(entity))
      .slice(request.offset, request.offset + request.limit);
  }

  /** Visits labels that begin with the words before labels that have them later. */
  function collect(request: CompletionRequest, tokens: readonly string[], spans: readonly WordSpan[]): Completion[] {
    const before: number[] = [];
    for (const token of tokens.slice(0, -1)) {
      const id = words.idOf(token);
      if (id < 0) return [];
      before.push(id);
    }
    const page = createPage(request);
    const whole = words.idOf(tokens.at(-1) ?? '');
    for (const order of [starts, later]) {
      const stretches = spans.flatMap(([first, end]): readonly Stretch[] => {
        const stretch = order.stretchOf(before, first, end);
        // In a range of words, the prefix itself as a word comes first, and first of these where the label ends after
        // it.
        return order === starts && whole === first ? advanceWhole(stretch, order.endOfWhole(before, whole)) : [stretch];
      });
      const worthwhile = (row: number, position: number): boolean =>
        (request.accepts === undefined || request.accepts(entityOfRow[row] ?? 0)) &&
        (before.length < ORDERED_WORDS || spans.some(([first, end]) => order.matches(position, before, first, end)));
      order.visitByRank(stretches, worthwhile, (row) => page.add(entityOfRow[row] ?? 0, row));
      if (page.isFull()) break;
    }
    return page.found;
  }

  function everything(request: CompletionRequest): readonly Completion[] {
    const page = createPage(request);
    for (const entity of byProminence) {
      if (request.accepts !== undefined && !request.accepts(entity)) continue;
      if (!page.add(entity, firstRowOfEntity[entity] ?? 0)) break;
    }
    return page.found;
  }

  return { complete, completeNearly };
}

/**
 * Rank advance of a label that equals the typed text. It does not always win: for `par`, Paris comes before a village
 * of that name.
 */
const WHOLE_ADVANCE = 128;

function advanceWhole([first, end]: Stretch, endOfWhole: number): readonly Stretch[] {
  return [
    [first, endOfWhole, WHOLE_ADVANCE],
    [endOfWhole, end],
  ];
}

/** Takes entities in order, each once, and keeps those of the requested page. */
function createPage(request: CompletionRequest): {
  readonly found: Completion[];
  readonly isFull: () => boolean;
  /** False when the page is full. */
  readonly add: (entity: number, row: number) => boolean;
} {
  const found: Completion[] = [];
  const seen = new Set<number>();
  let skip = request.offset;
  return {
    found,
    isFull: () => found.length >= request.limit,
    add: (entity, row) => {
      if (found.length >= request.limit) return false;
      if (seen.has(entity)) return true;
      seen.add(entity);
      if (skip > 0) skip--;
      else found.push({ entity, row });
      return found.length < request.limit;
    },
  };
}

function withoutOverlap(spans: readonly WordSpan[]): WordSpan[] {
  const sorted = [...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const joined: WordSpan[] = [];
  for (const [first, end] of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && first <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], end)];
    else joined.push([first, end]);
  }
  return joined;
}

const MAX_REMEMBERED = 50;
