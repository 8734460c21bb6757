import { isJsonObject } from '../../foundation/is-json-object.js';
import type { RawCell, RawValue, RecordReader } from '../raw-record.js';

/**
 * SPARQL JSON results (`results.bindings`, mostly with `head.vars`) as records, a column for each variable; `undefined`
 * for any other document. Rows with the same address in the first variable are merged into one record. Lines are
 * unknown.
 */
export function readSparqlResults(document: Readonly<Record<string, unknown>>): RecordReader | undefined {
  const { head, results } = document;
  if (!isJsonObject(results) || !Array.isArray(results['bindings'])) return undefined;
  const bindings: readonly unknown[] = results['bindings'];
  // Proxies and caches often keep only the results of an answer.
  const vars: readonly unknown[] =
    isJsonObject(head) && Array.isArray(head['vars'])
      ? head['vars']
      : [...new Set(bindings.filter(isJsonObject).flatMap(Object.keys))];
  const columns = vars.filter((name) => typeof name === 'string');
  return {
    columns,
    read: (visit, report) => {
      for (const record of mergedRows(bindings, columns)) {
        if (record === undefined)
          report({
            kind: 'not-a-record',
            line: 0,
            message: 'A row of the results is no object; it was left out.',
            rejected: true,
          });
        else visit(record.map(cellOf), 0);
      }
    },
  };
}

/** Values of each record by column; `undefined` for an invalid row. */
function mergedRows(bindings: readonly unknown[], columns: readonly string[]): readonly (RawValue[][] | undefined)[] {
  const records: (RawValue[][] | undefined)[] = [];
  const bySubject = new Map<string, RawValue[][]>();
  for (const binding of bindings) {
    if (!isJsonObject(binding)) {
      records.push(undefined);
      continue;
    }
    const subject = addressIn(binding[columns[0] ?? '']);
    let record = subject === undefined ? undefined : bySubject.get(subject);
    if (record === undefined) {
      record = columns.map(() => []);
      records.push(record);
      if (subject !== undefined) bySubject.set(subject, record);
    }
    for (const [i, name] of columns.entries()) {
      const value = valueIn(binding[name]);
      const values = record[i];
      if (
        value !== undefined &&
        values?.some(({ text, language }) => text === value.text && language === value.language) === false
      )
        values.push(value);
    }
  }
  return records;
}

function addressIn(term: unknown): string | undefined {
  return isJsonObject(term) && term['type'] === 'uri' && typeof term['value'] === 'string' ? term['value'] : undefined;
}

function valueIn(term: unknown): RawValue | undefined {
  if (!isJsonObject(term) || typeof term['value'] !== 'string') return undefined;
  const language = term['xml:lang'];
  return { text: term['value'], ...(typeof language === 'string' && language !== '' && { language }) };
}

/** A single value without a language is text; others are arrays. */
function cellOf(values: readonly RawValue[]): RawCell {
  const [only, ...others] = values;
  if (only === undefined) return '';
  return others.length === 0 && only.language === undefined && !only.text.includes('|') ? only.text : values;
}
