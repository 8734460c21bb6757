import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const FOLDER = new URL('../../data/', import.meta.url);

const recordSchema = z
  .object({
    id: z.string().min(1),
    name: z.string().min(1),
    type: z.enum(['Region', 'Country', 'Subdivision', 'City', 'Airport', 'Currency', 'Language']),
    aliases: z.array(z.string().min(1)).min(1).optional(),
    description: z.string().min(1),
  })
  .catchall(z.union([z.string().min(1), z.number(), z.array(z.string().min(1)).min(1)]));

export type WorldPlacesRecord = z.infer<typeof recordSchema>;

const reportSchema = z.object({
  entities: z.number(),
  names: z.number(),
  bytes: z.number(),
  unpackedBytes: z.number(),
  sha256: z.string(),
  unpackedSha256: z.string(),
  byType: z.record(z.string(), z.object({ entities: z.number(), names: z.number() })),
  cities: z.object({ total: z.number(), linkedToSubdivision: z.number() }),
});

interface WorldPlaces {
  readonly packed: Buffer;
  readonly text: string;
  readonly records: readonly WorldPlacesRecord[];
}

let read: WorldPlaces | undefined;

/** The committed dataset: as it lies there, as text, and parsed. The first call in a process takes about two seconds. */
export function readWorldPlaces(): WorldPlaces {
  return (read ??= parseWorldPlaces());
}

function parseWorldPlaces(): WorldPlaces {
  const packed = readFileSync(new URL('world-places.jsonl.gz', FOLDER));
  const text = gunzipSync(packed).toString('utf8');
  const records = text
    .trimEnd()
    .split('\n')
    .map((line) => recordSchema.parse(JSON.parse(line)));
  return { packed, text, records };
}

/** What the build said that it made. */
export function readBuildReport(): z.infer<typeof reportSchema> {
  return reportSchema.parse(JSON.parse(readFileSync(new URL('build/report.json', FOLDER), 'utf8')));
}

/** The manifest beside the dataset, as text. */
export function readManifestText(): string {
  return readFileSync(new URL('world-places.manifest.yaml', FOLDER), 'utf8');
}

/** Equal for spellings that differ only in case, European accents and punctuation. */
export function foldName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/['’ʻʼ`‘´]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}\p{Sc}]+/gu, ' ')
    .trim();
}
