import { z } from 'zod';
import { jsonObjectSchema } from '../keyed-by-text.js';

/** Metadata of a project; the members are those of the command interface. */
export const projectMetadataSchema = z.object({
  name: z.string(),
  /** ISO 8601 in UTC, to the second: one client reads nothing finer. */
  created: z.string(),
  modified: z.string(),
  tags: z.array(z.string()),
  creator: z.string(),
  contributors: z.string(),
  subject: z.string(),
  description: z.string(),
  rowCount: z.number().int(),
  title: z.string(),
  version: z.string(),
  license: z.string(),
  homepage: z.string(),
  image: z.string(),
  /** One object for each imported file: the options in force, and its name. */
  importOptionMetadata: z.array(jsonObjectSchema),
  customMetadata: jsonObjectSchema,
});

export type ProjectMetadata = z.infer<typeof projectMetadataSchema>;

/** Members that a person may set as text; every other name becomes a member of `customMetadata`. */
export const TEXT_MEMBERS = [
  'name',
  'creator',
  'contributors',
  'subject',
  'description',
  'title',
  'version',
  'license',
  'homepage',
  'image',
] as const;

/** The metadata of a new project. */
export function newMetadata(
  given: Pick<ProjectMetadata, 'name' | 'rowCount'> & Partial<ProjectMetadata>,
  nowMs: number,
): ProjectMetadata {
  const now = isoSeconds(nowMs);
  return {
    created: now,
    modified: now,
    tags: [],
    creator: '',
    contributors: '',
    subject: '',
    description: '',
    title: '',
    version: '',
    license: '',
    homepage: '',
    image: '',
    importOptionMetadata: [],
    customMetadata: {},
    ...given,
  };
}

/** `2024-01-01T12:00:00Z` */
export function isoSeconds(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
