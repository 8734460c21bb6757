import { statSync } from 'node:fs';
import type { DatasetSource } from '../datasets/dataset-source.js';

/** Typical compression factor of datasets. */
const GZIP_FACTOR = 5;

/** Approximate bytes of text to read; 0 for unreadable files, which reading will report. Cost: a stat of each file. */
export function sourceBytes(source: DatasetSource): number {
  return source.files.reduce(
    (sum, file) =>
      sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0) * (file.endsWith('.gz') ? GZIP_FACTOR : 1),
    0,
  );
}
