import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { EntitiesInput, EntityInput, ListInput } from './dataset-input.js';

const value = z.union([z.string(), z.number(), z.boolean()]);

const entitySchema = z.strictObject({
  id: z.union([z.string().min(1), z.number()]),
  name: z.string().min(1),
  aliases: z.array(z.string()).optional(),
  types: z.array(z.string()).optional(),
  description: z.string().optional(),
  prominence: z.number().min(0).optional(),
  properties: z.record(z.string(), z.union([value, z.array(value)])).optional(),
});

/** Members of an entity that are no property, and their columns in a manifest. */
const ROLES = {
  id: 'id',
  name: 'name',
  aliases: 'aliases',
  types: 'type',
  description: 'description',
  prominence: 'prominence',
} as const;

/**
 * Passes the source of the input to `use`, and removes its temporary files afterwards. Rejects with `parameter-invalid`
 * for an invalid entity, with its place; and as `use` does.
 */
export async function withSource<T>(input: ListInput, use: (source: DatasetSource) => Promise<T>): Promise<T> {
  if (typeof input === 'string') return use({ files: [input] });
  if ('files' in input) {
    const files = typeof input.files === 'string' ? [input.files] : input.files;
    return use({
      files,
      ...(input.manifest !== undefined && { manifestFile: input.manifest }),
      ...(input.aliases !== undefined && { aliasFiles: input.aliases }),
    });
  }
  const folder = await mkdtemp(join(tmpdir(), 'sameas-entities-'));
  try {
    return await use({ files: [], manifestFile: await writeEntities(folder, input) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the entities as JSON lines, with a manifest; resolves to the path of the manifest. */
async function writeEntities(
  folder: string,
  { entities, name, description, language, identifierSpace, viewUrl }: EntitiesInput,
): Promise<string> {
  const file = createWriteStream(join(folder, 'entities.jsonl'));
  const roles = new Set<keyof typeof ROLES>();
  let place = 0;
  try {
    for await (const entity of entities) {
      place += 1;
      const record = recordOf(entity, place);
      for (const role of roleNames()) if (record[role] !== undefined) roles.add(role);
      if (!file.write(`${JSON.stringify(record)}\n`)) await once(file, 'drain');
    }
  } finally {
    file.end();
    await finished(file);
  }
  const columns = Object.fromEntries([...roles].map((role) => [ROLES[role], role]));
  const manifest = {
    name: name ?? 'Entities',
    description,
    language,
    identifierSpace,
    viewUrl,
    files: ['entities.jsonl'],
    columns,
  };
  const path = join(folder, 'entities.manifest.yaml');
  // JSON is YAML.
  await writeFile(path, JSON.stringify(manifest));
  return path;
}

function recordOf(entity: EntityInput, place: number): Readonly<Record<string, unknown>> {
  const read = entitySchema.safeParse(entity);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SameasError(
      'parameter-invalid',
      `Entity ${String(place)} cannot be used: ${[issue?.path.join('.') ?? '', issue?.message ?? ''].filter((part) => part !== '').join(': ')}.`,
      {
        advice: 'An entity has an id, a name, and if wanted aliases, types, description, prominence and properties.',
      },
    );
  }
  const { properties = {}, ...roles } = read.data;
  const taken = Object.keys(properties).find((property) => property in ROLES);
  if (taken !== undefined) {
    throw new SameasError(
      'parameter-invalid',
      `Entity ${String(place)} cannot be used: it has a property "${taken}", which is what a part of every entity is called.`,
      { advice: 'Give the property another name.' },
    );
  }
  return { ...roles, ...properties };
}

function roleNames(): readonly (keyof typeof ROLES)[] {
  return ['id', 'name', 'aliases', 'types', 'description', 'prominence'];
}
