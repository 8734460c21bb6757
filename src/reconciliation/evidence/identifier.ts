import type { EvidenceKind } from './evidence-kind.js';

/** Identifiers, and values of properties that identify. */
export const IDENTIFIER: EvidenceKind = {
  id: 'identifier',
  name: 'Identifier',
  description:
    'The query text is the identifier of the entity, and not only its name, or a property that identifies it is equal; no property contradicts it.',
  terms: [{ id: 'identified', sign: 1, meaning: 'such an identifier' }],
  values: ({ candidate: { named, idIsName, properties } }) => [
    Number(properties?.contradicted !== true && ((named && !idIsName) || properties?.identified === true)),
  ],
};
