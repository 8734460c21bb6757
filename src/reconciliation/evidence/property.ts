import { supportNearby } from './support-nearby.js';
import type { EvidenceKind } from './evidence-kind.js';

/** More agreement says no more. */
const MOST_AGREEMENT = 16;

/** Values of other columns. */
export const PROPERTY: EvidenceKind = {
  id: 'property',
  name: 'Properties',
  description:
    'Weights of evidence of the properties that were sent, after Fellegi and Sunter (1969): agreement says more, the rarer the value is; among entities with similar names it may say less.',
  terms: [
    {
      id: 'agreement',
      sign: 1,
      meaning:
        'square of the sum of the weights of the properties that agree, against any entity of the dataset, as a share of 16, 1 at most: several establish an entity, one does not',
    },
    {
      id: 'agreementNearby',
      sign: 1,
      meaning:
        'the same against entities with similar names, 8 at most; three tenths of it where name and query each have a discriminative word that the other lacks',
    },
    { id: 'inName', sign: 1, meaning: 'the name has the words of such a value beside those of the query' },
    { id: 'disagreement', sign: 1, meaning: 'sum of the weights of the properties that disagree, below 0' },
  ],
  values: ({ ranked, candidate, name }) => {
    const { properties } = candidate;
    return properties === undefined
      ? []
      : [
          Math.min(1, properties.supporting / MOST_AGREEMENT) ** 2,
          supportNearby(ranked, candidate, name),
          Number((name?.asked ?? 0) > 0),
          properties.opposing,
        ];
  },
};
