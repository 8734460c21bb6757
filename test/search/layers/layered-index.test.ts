import { layerOrdinals } from '../../../src/entities/layer-ordinals.js';
import { attachCandidateIndex } from '../../../src/search/choose-candidate-index.js';
import type { CandidateIndex } from '../../../src/search/candidate-index.js';
import { buildSearchSections } from '../../../src/search/build-search-index.js';
import { layerCandidateIndexes } from '../../../src/search/layers/layer-candidate-index.js';
import { candidateIndexContract } from '../../contract/candidate-index.contract.js';
import { searchFixture, type ShortEntity } from '../../support/search-fixture.js';

/** The first entities as the base, with a hidden one among them that has their names; the rest in front of it. Ordinals are those of the list. */
function layeredIndex(entities: readonly ShortEntity[]): CandidateIndex {
  const half = Math.ceil(entities.length / 2);
  const decoys = entities.slice(0, Math.min(2, entities.length - half));
  const base = attachCandidateIndex(searchFixture([...entities.slice(0, half), ...decoys]).sections);
  const { vocabulary } = base.labels;
  const added = searchFixture(entities.slice(half));
  const sections = buildSearchSections(added.entities, vocabulary);
  const hidden = Uint32Array.from(decoys, (_, i) => half + i);
  return layerCandidateIndexes(
    base,
    attachCandidateIndex(sections, (token) => vocabulary.weightOf(vocabulary.idOf(token))),
    layerOrdinals(half + decoys.length, hidden, entities.length - half),
  );
}

candidateIndexContract({ name: 'changes in front of compiled postings', build: layeredIndex, skips: {} });
