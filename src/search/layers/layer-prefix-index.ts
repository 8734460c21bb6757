import type { EntityStore } from '../../entities/entity-store.js';
import type { LayerOrdinals } from '../../entities/layer-ordinals.js';
import { analyseLabel } from '../../text/analyse-label.js';
import type { LabelTable } from '../label-table.js';
import type { Completion, CompletionRequest, NearCompletion, PrefixIndex } from '../prefix-index.js';
import { acceptsOf } from './layer-candidate-index.js';

interface LayeredNames {
  readonly ordinals: LayerOrdinals;
  readonly entities: Pick<EntityStore, 'prominenceOf'>;
  readonly labels: LabelTable;
  /** Rows of the base; those of the added labels follow. */
  readonly baseRows: number;
}

/**
 * Completes from both layers. Each keeps its order; of their first results, a label that begins with the typed text
 * comes first, then the more prominent entity, then the preferred name. Cost: a page from its beginning in each layer.
 */
export function layerPrefixIndexes(base: PrefixIndex, added: PrefixIndex, names: LayeredNames): PrefixIndex {
  const { ordinals, baseRows } = names;
  function layered<Found extends Completion>(
    complete: (index: PrefixIndex, request: CompletionRequest) => readonly Found[],
  ): (request: CompletionRequest) => readonly Found[] {
    return (request) => {
      const upToEnd = { prefix: request.prefix, limit: request.offset + request.limit, offset: 0 };
      const ask = (index: PrefixIndex, accepts: CompletionRequest['accepts']): readonly Found[] =>
        complete(index, { ...upToEnd, ...(accepts !== undefined && { accepts }) });
      const below = ask(base, acceptsOf(request, ordinals.hidesAny, ordinals.ofBase)).map((found) => ({
        ...found,
        entity: ordinals.ofBase(found.entity),
      }));
      const above = ask(added, acceptsOf(request, false, ordinals.ofAdded)).map((found) => ({
        ...found,
        entity: ordinals.ofAdded(found.entity),
        row: found.row + baseRows,
      }));
      return merge(below, above, rankOf(names, request.prefix)).slice(request.offset, request.offset + request.limit);
    };
  }
  return {
    complete: layered((index, request) => index.complete(request)),
    completeNearly: layered((index, request) => index.completeNearly(request)),
  };
}

type Rank = readonly [edits: number, isLater: number, obscurity: number, isAlias: number];

function rankOf(
  { entities, labels }: LayeredNames,
  prefix: string,
): (completion: Partial<NearCompletion> & Completion) => Rank {
  const [first = ''] = analyseLabel(prefix).tokens;
  return ({ entity, row, edits = 0 }) => [
    edits,
    Number(!labels.foldedOf(row).startsWith(first)),
    -entities.prominenceOf(entity),
    Number(labels.kindOf(row) === 'alias'),
  ];
}

/** Merges both lists in their own order; at each position the better of the next two. */
function merge<Found extends Completion>(
  below: readonly Found[],
  above: readonly Found[],
  rank: (completion: Found) => Rank,
): readonly Found[] {
  const merged: Found[] = [];
  let at = 0;
  for (const completion of above) {
    const own = rank(completion);
    for (let other = below[at]; other !== undefined && compare(rank(other), own) <= 0; other = below[++at])
      merged.push(other);
    merged.push(completion);
  }
  return [...merged, ...below.slice(at)];
}

function compare(a: Rank, b: Rank): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
}
