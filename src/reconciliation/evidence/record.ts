import { countBits } from '../../foundation/count-bits.js';
import type { EvidenceKind } from './evidence-kind.js';

/** Words of the query found, or contradicted, in the record of the entity. */
export const RECORD: EvidenceKind = {
  id: 'record',
  name: 'Record',
  description:
    'Words of the query that the name lacks stand in the record of the entity ("Paris, Texas" for the Paris whose state is Texas), or the query names a country, a region or the like and the entity has another one.',
  terms: [
    {
      id: 'matchedInRecord',
      sign: 1,
      meaning: 'share of the words of the query that the record has in place of the name',
    },
    { id: 'recordOtherwise', sign: -1, meaning: 'the record has another value' },
  ],
  values: ({ ranked: { plan }, candidate: { told, otherwise } }) => [
    told === undefined ? 0 : countBits(told.words) / Math.max(1, plan.label?.tokens.length ?? 1),
    Number(otherwise !== undefined),
  ],
};
