// Codes that people write in place of a name (USA, EUR, FRA) become aliases, but only where they mean one thing.
import { fold } from './names.mjs';

/** Entity → codes by which it is called, most usual first. Two-letter codes are words in too many languages. */
const CODES = [
  ['Country', (entity) => [entity.iso_alpha3]],
  ['Currency', (entity) => [entity.iso4217]],
  ['Airport', (entity) => [entity.iata]],
];

/** Adds the codes to the aliases. A code that is some entity's name already, or that an earlier kind has taken, is left out. */
export function addCodesAsNames(entities) {
  const taken = new Set(entities.flatMap((entity) => [entity.name, ...entity.aliases].map(fold)));
  for (const [type, codesOf] of CODES) {
    for (const entity of entities) {
      if (entity.type !== type) continue;
      for (const code of codesOf(entity)) {
        if (code === undefined || taken.has(fold(code))) continue;
        taken.add(fold(code));
        entity.aliases.push(code);
      }
    }
  }
}
