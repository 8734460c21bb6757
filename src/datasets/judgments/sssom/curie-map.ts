import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { BUILT_IN_PREFIXES } from '../../../formats/sssom/sssom-vocabulary.js';
import type { ErrorCode } from '../../../foundation/error-catalogue.js';
import { SameasError } from '../../../foundation/sameas-error.js';
import { yamlFaultsInWords } from '../../../foundation/yaml-faults-in-words.js';

/** Expands a CURIE to its address; with an unknown prefix it stays as it is. */
export type ExpandCurie = (curie: string) => string;

const metadataSchema = z.looseObject({ curie_map: z.record(z.string(), z.string()).nullish() }).nullable();

/**
 * The prefixes in the head of a mapping set: `lines` as in the file, each with its comment sign. Throws an error of
 * `code` for invalid YAML or no such map.
 */
export function readCurieMap(file: string, lines: readonly string[], code: ErrorCode): ExpandCurie {
  const lineCounter = new LineCounter();
  const document = parseDocument(lines.map(yamlOf).join('\n'), { lineCounter, logLevel: 'silent' });
  const [fault] = yamlFaultsInWords(document.errors);
  if (fault !== undefined)
    throw unreadable(file, `line ${String(lineCounter.linePos(fault.offset).line)}, ${fault.message}`, code);
  const parsed = metadataSchema.safeParse(document.toJS());
  if (!parsed.success)
    throw unreadable(file, 'its "curie_map" is no list of prefixes, each with the beginning of an address', code);
  const prefixes = new Map(Object.entries({ ...parsed.data?.curie_map, ...BUILT_IN_PREFIXES }));
  return (curie) => {
    const colon = curie.indexOf(':');
    const beginning = colon < 0 ? undefined : prefixes.get(curie.slice(0, colon));
    return beginning === undefined ? curie : beginning + curie.slice(colon + 1);
  };
}

/**
 * The line without the separators of empty cells and the quotation marks that spreadsheets add to a line in one cell.
 */
function yamlOf(line: string): string {
  const cell = line.replace(/[\t,;]+$/, '');
  return (cell.startsWith('"#') ? cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"') : cell).replace(/^#/, '');
}

function unreadable(file: string, why: string, code: ErrorCode): SameasError {
  return new SameasError(code, `${file} is a set of mappings (SSSOM), and its head cannot be read: ${why}.`, {
    advice: 'The lines that begin with # are YAML below each other; take back what was changed there.',
    facts: { file },
  });
}
