import { SameasError } from '../foundation/sameas-error.js';

/** Levels of objects and arrays; messages of every version have fewer than ten. */
const MAX_DEPTH = 100;
/** Values of a text, by its brackets and commas; the longest accepted message has half as many. */
const MAX_VALUES = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Throws `body-too-large` for JSON that would need far more memory than its text: parsing it cannot be interrupted.
 * Cost: one pass over the text.
 */
export function refuseCostlyJson(json: string): void {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < json.length; i++) {
    switch (json.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(json, i);
        break;
      case 0x5b: // [
      case 0x7b: // {
        values += 1;
        depth += 1;
        if (depth > MAX_DEPTH) throw costly(`is nested more than ${String(MAX_DEPTH)} levels deep`, MAX_DEPTH);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x2c: // ,
        values += 1;
    }
    if (values > MAX_VALUES) throw costly(`holds more than ${String(MAX_VALUES)} values`, MAX_VALUES);
  }
}

/** The place of the quotation mark that ends the string; the end of the text without one. */
function endOfString(json: string, start: number): number {
  for (let i = start + 1; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === QUOTE) return i;
  }
  return json.length;
}

function costly(what: string, limit: number): SameasError {
  return new SameasError('body-too-large', `The JSON text ${what}.`, {
    facts: { limit },
    advice: 'Send smaller batches.',
  });
}

/** Throws `batch-too-large` for a batch of more than `maxQueries`. */
export function refuseLargeBatch(queries: number, maxQueries: number): void {
  if (queries <= maxQueries) return;
  throw new SameasError(
    'batch-too-large',
    `The batch holds ${String(queries)} queries; the service takes ${String(maxQueries)} at once.`,
    {
      facts: { queries, limit: maxQueries },
      advice: 'Send smaller batches; the manifest advises a size in "batchSize".',
    },
  );
}
