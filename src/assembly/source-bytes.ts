import { statSync } from 'node:fs';
import type { DatasetSource } from '../datasets/dataset-source.js';

/** By about what factor lists are packed. */
const GZIP_FACTOR = 5;

/** About how much text there is to read; 0 for what cannot be looked at, which reading will report. Cost: a look at each file. */
export function sourceBytes(source: DatasetSource): number {
  return source.files.reduce(
    (sum, file) =>
      sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0) * (file.endsWith('.gz') ? GZIP_FACTOR : 1),
    0,
  );
}
