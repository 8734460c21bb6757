import type { LayerOrdinals } from '../../entities/layer-ordinals.js';
import type { CandidateIndex, RetrievalRequest, RetrievalResult, RetrievedLabel } from '../candidate-index.js';
import type { LabelTable, Vocabulary } from '../label-table.js';
import { wordWeight } from '../words/word-weight.js';

/**
 * Retrieves from both layers. `added` must use the word weights of the base, so that selection scores are comparable.
 */
export function layerCandidateIndexes(
  base: CandidateIndex,
  added: CandidateIndex,
  ordinals: LayerOrdinals,
): CandidateIndex {
  const labels = layerLabels(base.labels, added.labels, ordinals);
  const { rowCount: baseRows } = base.labels;
  return {
    name: base.name,
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

/** The filter of a layer, by its own ordinals; `undefined` to accept everything. */
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

/**
 * The labels of a base, then those of added entities. Rows and words of the base keep their numbers; rows of hidden
 * entities too, but they are never found. Words have the weights of the base. Cost: the words of the added labels.
 */
function layerLabels(base: LabelTable, added: LabelTable, ordinals: LayerOrdinals): LabelTable {
  const { rowCount: baseRows } = base;
  const { vocabulary, numberOf } = layerVocabularies(base.vocabulary, added.vocabulary, ordinals.size);
  function read<T>(row: number, reading: (labels: LabelTable, row: number) => T): T {
    return row < baseRows ? reading(base, row) : reading(added, row - baseRows);
  }
  const entityOf = (row: number): number =>
    row < baseRows ? ordinals.ofBase(base.entityOf(row)) : ordinals.ofAdded(added.entityOf(row - baseRows));
  return {
    rowCount: baseRows + added.rowCount,
    entityOf,
    kindOf: (row) => read(row, (labels, at) => labels.kindOf(at)),
    isTransliteration: (row) => read(row, (labels, at) => labels.isTransliteration(at)),
    qualifierOf: (row) => read(row, (labels, at) => labels.qualifierOf(at)),
    textOf: (row) => read(row, (labels, at) => labels.textOf(at)),
    foldedOf: (row) => read(row, (labels, at) => labels.foldedOf(at)),
    tokensOf: (row) => read(row, (labels, at) => labels.tokensOf(at)),
    tokenIdsOf: (row) =>
      row < baseRows ? base.tokenIdsOf(row) : added.tokenIdsOf(row - baseRows).map((id) => numberOf[id] ?? 0),
    readTokenIds: (row, target) => {
      if (row < baseRows) return base.readTokenIds(row, target);
      const count = added.readTokenIds(row - baseRows, target);
      for (let i = 0; i < count && i < target.length; i++) target[i] = numberOf[target[i] ?? 0] ?? 0;
      return count;
    },
    rowsOf: (entity) => {
      const { layer, ordinal } = ordinals.placeOf(entity);
      if (layer === 'base') return base.rowsOf(ordinal);
      const [first, end] = added.rowsOf(ordinal);
      return [first + baseRows, end + baseRows];
    },
    rowsWithFolded: (folded) => {
      const below = base.rowsWithFolded(folded);
      return [
        ...(ordinals.hidesAny ? below.filter((row) => entityOf(row) >= 0) : below),
        ...added.rowsWithFolded(folded).map((row) => row + baseRows),
      ];
    },
    vocabulary,
  };
}

/**
 * Words of the base by their numbers, then those of added labels only; `numberOf`: combined number of a word of the
 * added labels.
 */
function layerVocabularies(
  base: Vocabulary,
  added: Vocabulary,
  entityCount: number,
): { readonly vocabulary: Vocabulary; readonly numberOf: Uint32Array } {
  const numberOf = new Uint32Array(added.size);
  const own: number[] = [];
  // Base numbers of words that added labels share.
  const among = new Map<number, number>();
  for (let word = 0; word < added.size; word++) {
    const below = base.idOf(added.tokenOf(word));
    if (below >= 0) among.set(below, word);
    numberOf[word] = below >= 0 ? below : base.size + own.push(word) - 1;
  }
  const ownWord = (id: number): number => own[id - base.size] ?? 0;
  return {
    numberOf,
    vocabulary: {
      size: base.size + own.length,
      idOf: (token) => {
        const below = base.idOf(token);
        if (below >= 0) return below;
        const word = added.idOf(token);
        return word < 0 ? -1 : (numberOf[word] ?? -1);
      },
      tokenOf: (id) => (id < base.size ? base.tokenOf(id) : added.tokenOf(ownWord(id))),
      entityFrequency: (id) => {
        if (id >= base.size) return added.entityFrequency(ownWord(id));
        const word = among.get(id);
        return base.entityFrequency(id) + (word === undefined ? 0 : added.entityFrequency(word));
      },
      weightOf: (id) =>
        id < base.size ? base.weightOf(id) : Math.fround(wordWeight(entityCount, added.entityFrequency(ownWord(id)))),
    },
  };
}
