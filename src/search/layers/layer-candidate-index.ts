import type { LayerOrdinals } from '../../entities/layer-ordinals.js';
import type { CandidateIndex, RetrievalRequest, RetrievalResult, RetrievedLabel } from '../candidate-index.js';
import { layerLabels } from './layer-labels.js';

/** Finds labels in both layers. `added` must weigh its words as the base does, so that what is selected in the one can be compared with what is selected in the other. */
export function layerCandidateIndexes(
  base: CandidateIndex,
  added: CandidateIndex,
  ordinals: LayerOrdinals,
): CandidateIndex {
  const labels = layerLabels(base.labels, added.labels, ordinals);
  const { rowCount: baseRows } = base.labels;
  return {
    labels,
    retrieve: (request) => {
      const below = base.retrieve(withAccepts(request, acceptsOf(request, ordinals.hidesAny, ordinals.ofBase)));
      const above = added.retrieve(withAccepts(request, acceptsOf(request, false, ordinals.ofAdded)));
      const found: RetrievedLabel[] = [
        ...below.labels.map((label) => ({ ...label, entity: ordinals.ofBase(label.entity) })),
        ...above.labels.map(({ row, entity, selection }) => ({
          row: row + baseRows,
          entity: ordinals.ofAdded(entity),
          selection,
        })),
      ];
      return {
        labels: found.sort((a, b) => b.selection - a.selection || a.row - b.row),
        statistics: addStatistics(below.statistics, above.statistics),
      };
    },
  };
}

type Accepts = (entity: number) => boolean;

/** What a layer is to accept, by its own ordinals; `undefined` where it is everything. */
export function acceptsOf(
  { accepts }: { readonly accepts?: Accepts },
  hidesAny: boolean,
  ordinalOf: (entity: number) => number,
): Accepts | undefined {
  if (accepts === undefined && !hidesAny) return undefined;
  return (entity) => {
    const ordinal = ordinalOf(entity);
    return ordinal >= 0 && (accepts === undefined || accepts(ordinal));
  };
}

function withAccepts(
  { label, wanted, deadline, watch }: RetrievalRequest,
  accepts: Accepts | undefined,
): RetrievalRequest {
  return { label, wanted, deadline, ...(accepts !== undefined && { accepts }), ...(watch !== undefined && { watch }) };
}

function addStatistics(
  a: RetrievalResult['statistics'],
  b: RetrievalResult['statistics'],
): RetrievalResult['statistics'] {
  return {
    postingsVisited: a.postingsVisited + b.postingsVisited,
    secondPhase: a.secondPhase || b.secondPhase,
    thirdPhase: a.thirdPhase || b.thirdPhase,
    effortLowered: a.effortLowered || b.effortLowered,
  };
}
