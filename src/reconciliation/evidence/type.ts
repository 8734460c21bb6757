import type { EvidenceKind } from './evidence-kind.js';

/** What is asked for as a preference. */
export const TYPE: EvidenceKind = {
  id: 'type',
  name: 'Type',
  description:
    'The entity does not have the type that is preferred (type_strict "should"), or has a name or an identifier that is not wanted.',
  terms: [{ id: 'outsideType', sign: -1, meaning: 'such a preference is not met' }],
  values: ({ candidate: { typeHeld } }) => [Number(!typeHeld)],
};
