import type { z } from 'zod';
import * as seed from './freebase/messages.js';
import * as v01 from './v0-1/messages.js';
import * as v02 from './v0-2/messages.js';
import * as draft from './v1-0-draft/messages.js';

export const MESSAGE_NAMES = [
  'manifest',
  'queryBatch',
  'resultBatch',
  'suggestEntities',
  'suggestTypes',
  'suggestProperties',
  'flyout',
  'propertyProposal',
  'extensionQuery',
  'extensionAnswer',
] as const;

export type MessageName = (typeof MESSAGE_NAMES)[number];

/** The published forms, oldest first. `freebase` is the seed's form, before versions; the last one still changes. */
export const PROTOCOL_FORMS = ['freebase', '0.1', '0.2', '1.0-draft'] as const;

export type ProtocolForm = (typeof PROTOCOL_FORMS)[number];

/** Form → message → its schema: the index of all wire forms. */
export const MESSAGE_TABLE: Readonly<Record<ProtocolForm, Readonly<Record<MessageName, z.ZodType>>>> = {
  freebase: seed,
  '0.1': v01,
  '0.2': v02,
  '1.0-draft': draft,
};
