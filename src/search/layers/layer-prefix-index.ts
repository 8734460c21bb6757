import type { EntityStore } from '../../entities/entity-store.js';
import type { LayerOrdinals } from '../../entities/layer-ordinals.js';
import { analyseLabel } from '../../text/analyse-label.js';
import type { LabelTable } from '../label-table.js';
import type { Completion, CompletionRequest, PrefixIndex } from '../prefix-index.js';
import { acceptsOf } from './layer-candidate-index.js';

/** What both layers have in common. */
export interface LayeredNames {
  readonly ordinals: LayerOrdinals;
  /** Of both together. */
  readonly entities: Pick<EntityStore, 'prominenceOf'>;
  readonly labels: LabelTable;
  /** Rows of the base; those of the added labels come behind. */
  readonly baseRows: number;
}

/**
 * Completes from both layers. Each keeps its order; of the first of each, the one whose label begins with what was typed comes first, then the more prominent, then the preferred
 * name. Cost: a page from its beginning in each layer.
 */
export function layerPrefixIndexes(base: PrefixIndex, added: PrefixIndex, names: LayeredNames): PrefixIndex {
  const { ordinals, baseRows } = names;
  const layered =
    (complete: 'complete' | 'completeWithTypos') =>
    (request: CompletionRequest): readonly Completion[] => {
      const upToEnd = { prefix: request.prefix, limit: request.offset + request.limit, offset: 0 };
      const ask = (index: PrefixIndex, accepts: CompletionRequest['accepts']): readonly Completion[] =>
        index[complete]({ ...upToEnd, ...(accepts !== undefined && { accepts }) });
      const below = ask(base, acceptsOf(request, ordinals.hidesAny, ordinals.ofBase)).map(({ entity, row }) => ({
        entity: ordinals.ofBase(entity),
        row,
      }));
      const above = ask(added, acceptsOf(request, false, ordinals.ofAdded)).map(({ entity, row }) => ({
        entity: ordinals.ofAdded(entity),
        row: row + baseRows,
      }));
      return merge(below, above, rankOf(names, request.prefix)).slice(request.offset, request.offset + request.limit);
    };
  return { complete: layered('complete'), completeWithTypos: layered('completeWithTypos') };
}

type Rank = readonly [isLater: number, obscurity: number, isAlias: number];

function rankOf({ entities, labels }: LayeredNames, prefix: string): (completion: Completion) => Rank {
  const [first = ''] = analyseLabel(prefix).tokens;
  return ({ entity, row }) => [
    Number(!labels.foldedOf(row).startsWith(first)),
    -entities.prominenceOf(entity),
    Number(labels.kindOf(row) === 'alias'),
  ];
}

/** Both lists in their own order; at each place the better of the two that are next. */
function merge(
  below: readonly Completion[],
  above: readonly Completion[],
  rank: (completion: Completion) => Rank,
): readonly Completion[] {
  const merged: Completion[] = [];
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
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
