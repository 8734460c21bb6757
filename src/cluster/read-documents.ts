import { z } from 'zod';
import type { Entity } from '../entities/entity.js';

/*
 * Documents as they come back from the cluster, checked as any file is.
 */

const label = z.object({ text: z.string(), language: z.string().optional() });
const value = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string(), language: z.string().optional() }),
  z.object({ kind: z.literal('identifier'), text: z.string() }),
  z.object({ kind: z.literal('integer'), number: z.number() }),
  z.object({ kind: z.literal('number'), number: z.number() }),
  z.object({ kind: z.literal('boolean'), boolean: z.boolean() }),
  z.object({
    kind: z.literal('date'),
    date: z.object({ year: z.number(), month: z.number().optional(), day: z.number().optional() }),
  }),
  z.object({ kind: z.literal('coordinates'), latitude: z.number(), longitude: z.number() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
  z.object({ kind: z.literal('reference'), id: z.string() }),
]);
const entity = z.object({
  id: z.string(),
  name: z.string(),
  nameLanguage: z.string().optional(),
  aliases: z.array(label),
  description: z.string().optional(),
  descriptionLanguage: z.string().optional(),
  types: z.array(z.string()),
  properties: z.record(z.string(), z.array(value)),
  prominence: z.number(),
});
const entityDocument = z.object({ position: z.number(), record: entity, furtherNames: z.array(z.string()) });
const wordDocument = z.object({ word: z.string(), entities: z.number() });

/** What of the document of an entity comes back. */
export interface FoundEntity {
  /** Its place in the source. */
  readonly position: number;
  readonly record: Entity;
  readonly furtherNames: readonly string[];
}

/** Throws what Zod throws for anything else. */
export function readEntityDocument(source: unknown): FoundEntity {
  // Zod gives optional members the type `T | undefined`, but leaves out what is not there.
  return entityDocument.parse(source) as FoundEntity;
}

/** What of the document of a word comes back. */
export interface FoundWord {
  readonly word: string;
  readonly entities: number;
}

/** Throws what Zod throws for anything else. */
export function readWordDocument(source: unknown): FoundWord {
  return wordDocument.parse(source);
}
