import { z } from 'zod';
import { SameasError } from '../foundation/sameas-error.js';
import type { DatasetFacts } from '../entities/packed-entity-store.js';
import type { ScoringModel } from '../scoring/scoring-model.js';
import { DOCUMENT_FORM } from './document-of-entity.js';

/** All that a process has to know of a dataset in the cluster before it answers: constant in size, however many entities there are. */
export interface DatasetSettings {
  /** The form of the documents. */
  readonly form: number;
  /** Names what is served, as for a snapshot in memory. */
  readonly snapshot: string;
  readonly facts: DatasetFacts;
  readonly scoring: ScoringModel;
  readonly entityCount: number;
  /** The positions of all entities are below it. */
  readonly places: number;
  /** Names of all entities, transliterations among them. */
  readonly labelCount: number;
  /** Different words of these names. */
  readonly wordCount: number;
  /** Combinations of types that entities state, and how many state each. */
  readonly typeSets: readonly { readonly types: readonly string[]; readonly count: number }[];
}

const count = z.number().int().nonnegative();
/** Mark of complete settings: the rest was written together with it. */
const schema = z.looseObject({
  snapshot: z.string(),
  entityCount: count,
  places: count,
  labelCount: count,
  wordCount: count,
  typeSets: z.array(z.object({ types: z.array(z.string()), count })),
  facts: z.looseObject({
    metadata: z.looseObject({ name: z.string(), contentHash: z.string(), targetPrecision: z.number() }),
    types: z.array(z.looseObject({ id: z.string(), broader: z.array(z.string()) })),
    properties: z.array(z.looseObject({ id: z.string(), datatype: z.string() })),
  }),
  scoring: z.looseObject({ scorer: z.string(), usualNameWeight: z.number(), nearestNames: z.array(z.number()) }),
});

/** The document that holds the settings, among the words. As text: what it holds is nothing to search in. */
export function documentOfSettings(settings: Omit<DatasetSettings, 'form'>): {
  readonly settings: { readonly form: number; readonly json: string };
} {
  return { settings: { form: DOCUMENT_FORM, json: JSON.stringify(settings) } };
}

const documentSchema = z.object({ settings: z.object({ form: z.number(), json: z.string() }) });

/** Reads the settings of the index of this name. Throws `index-outdated` for an index of another form, or one that was not written by `documentOfSettings`. */
export function readSettings(source: unknown, index: string): DatasetSettings {
  const document = documentSchema.safeParse(source);
  if (!document.success) throw outdated(index, 'does not say how it is to be read');
  const { form, json } = document.data.settings;
  if (form !== DOCUMENT_FORM)
    throw outdated(
      index,
      `was written by another version of the software (form ${String(form)}; this version reads form ${String(DOCUMENT_FORM)})`,
    );
  const read = schema.safeParse(parsed(json));
  if (!read.success) throw outdated(index, 'has settings that cannot be read');
  // Checked above as far as it tells an index of this form; all was written by documentOfSettings in one document.
  return { form, ...(read.data as unknown as Omit<DatasetSettings, 'form'>) };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown; // checked by the schema
  } catch {
    return undefined;
  }
}

function outdated(index: string, what: string): SameasError {
  return new SameasError('index-outdated', `The index "${index}" in the search cluster ${what}.`, {
    advice: 'Index the dataset again with "sameas index".',
    facts: { index },
  });
}
