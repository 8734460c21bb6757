import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { SameasError } from '../foundation/sameas-error.js';

export type EntityInputValue = string | number | boolean;

/** An entity as a program has it. */
export interface EntityInput {
  /** Unique in its dataset. */
  readonly id: string | number;
  /** The preferred name. */
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  /** Ids of its types, the most specific first. */
  readonly types?: readonly string[] | undefined;
  readonly description?: string | undefined;
  /** Prominence: any number from 0; only the order counts. */
  readonly prominence?: number | undefined;
  /** Property → value, or values. */
  readonly properties?: Readonly<Record<string, EntityInputValue | readonly EntityInputValue[]>> | undefined;
}

/** Files of any format that the command line reads. */
export interface FilesInput {
  /** Files, or addresses of databases. */
  readonly files: string | readonly string[];
  /** A manifest that says how to read them. */
  readonly manifest?: string | undefined;
  /** Files of aliases with their ids. */
  readonly aliases?: readonly string[] | undefined;
}

export interface EntitiesInput {
  /** Read once, as they come. They are kept in a temporary file until they are indexed. */
  readonly entities: Iterable<EntityInput> | AsyncIterable<EntityInput>;
  /** Name of the dataset; "Entities" by default. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** BCP 47 tag of the language of the names. */
  readonly language?: string | undefined;
  /** Prefix that makes addresses of ids, such as `https://example.org/id/`. */
  readonly identifierSpace?: string | undefined;
  /** Address of an entity's page, with `{{id}}` for its id. */
  readonly viewUrl?: string | undefined;
}

/** A dataset in a search cluster, as `sameas index` has written it. */
export interface ClusterInput {
  /** Addresses of nodes, such as `https://search-1.example.org:9200`. */
  readonly searchCluster: string | readonly string[];
  /** Its name in the cluster. */
  readonly dataset: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** File of certificates for the nodes; default: those that Node.js trusts. */
  readonly caFile?: string | undefined;
  /** Entities retrieved from the cluster by the words of a name; 400 by default. */
  readonly depth?: number | undefined;
}

/** Input of a dataset: one file, files, or entities. */
export type ListInput = string | FilesInput | EntitiesInput;

/** Input of a dataset, or its place in a cluster. */
export type DatasetInput = ListInput | ClusterInput;

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
