import type { EvidenceKind } from './evidence-kind.js';

/** Codes, such as part numbers. */
export const CODE: EvidenceKind = {
  id: 'code',
  name: 'Code',
  description:
    'The query and the entity have the same code, such as a part number, in a name or as the value of a property, and at most two other entities have it.',
  terms: [
    { id: 'codeInName', sign: 1, meaning: 'such a code in the name alone' },
    { id: 'codeInProperty', sign: 1, meaning: 'such a code as the value of a property' },
  ],
  values: ({ name, candidate: { properties } }) => {
    const inProperty = (properties?.code ?? '') !== '';
    return [Number(!inProperty && (name?.code ?? '') !== ''), Number(inProperty)];
  },
};
