// Checks the entities, puts them in order and writes them as gzipped JSON lines, the same bytes on every machine.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Properties that hold ids of other entities. */
export const REFERENCES = [
  'country',
  'subdivision',
  'capital',
  'capital_of',
  'part_of',
  'region',
  'official_languages',
  'currencies',
  'used_in',
  'city',
];
const TYPE_ORDER = ['Region', 'Country', 'Subdivision', 'City', 'Airport', 'Currency', 'Language'];

/** Entities in their final order, empty properties gone. Throws when an id is used twice or a name is missing. */
export function finishEntities(entities) {
  const finished = entities.map((entity) =>
    Object.fromEntries(
      Object.entries(entity).filter(
        ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
      ),
    ),
  );
  const ids = new Set();
  for (const entity of finished) {
    if (ids.has(entity.id)) throw new Error(`Two entities have the id ${entity.id}.`);
    if (!entity.name) throw new Error(`The entity ${entity.id} has no name.`);
    ids.add(entity.id);
  }
  // Places of one area side by side: their records are alike and compress well.
  const place = (entity) => [TYPE_ORDER.indexOf(entity.type), entity.country ?? '', entity.subdivision ?? ''];
  return finished.sort((a, b) => compare(place(a), place(b)) || compare([a.id], [b.id]));
}

function compare(a, b) {
  for (const [i, value] of a.entries()) if (value !== b[i]) return value < b[i] ? -1 : 1;
  return 0;
}

/** References to ids that no entity has, as `type.property id`. */
export function danglingReferences(entities) {
  const ids = new Set(entities.map((entity) => entity.id));
  const dangling = [];
  for (const entity of entities) {
    for (const property of REFERENCES) {
      for (const id of [entity[property] ?? []].flat())
        if (!ids.has(id)) dangling.push(`${entity.type}.${property} ${id}`);
    }
  }
  return dangling;
}

/** Writes the file; gives its digest and sizes. */
export function writeDataset(file, entities) {
  const text = `${entities.map((entity) => JSON.stringify(entity)).join('\n')}\n`;
  const packed = gzipSync(text, { level: 9, memLevel: 9 });
  // The header's tenth byte names the operating system: 255, unknown, everywhere. The time of packing is zero already.
  packed[9] = 255;
  writeFileSync(file, packed);
  const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
  return {
    bytes: packed.length,
    unpackedBytes: Buffer.byteLength(text),
    sha256: digest(packed),
    unpackedSha256: digest(text),
  };
}

/** How many entities, names, aliases and values there are, by type. */
export function countByType(entities) {
  const counts = {};
  for (const entity of entities) {
    const count = (counts[entity.type] ??= { entities: 0, names: 0 });
    count.entities++;
    count.names += 1 + (entity.aliases?.length ?? 0);
  }
  return counts;
}
