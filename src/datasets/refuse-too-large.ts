import { memoryOfComputer } from '../foundation/out-of-memory.js';
import { SameasError } from '../foundation/sameas-error.js';

export interface SizeSoFar {
  readonly entities: number;
  /** Of preferred names. */
  readonly nameCharacters: number;
  readonly idCharacters: number;
  /** Of all cells. */
  readonly characters: number;
  /** Share of the files read so far, 0 to 1; `undefined` when unknown. */
  readonly share: number | undefined;
}

/*
 * Peak memory of indexing, in bytes, fitted to measurements with entities of one name each (2, 10 and 20 million
 * entities of docs/performance.md) within a tenth. Names cost most: each is kept as text, folded, and as tokens.
 */
const BYTES_OF_ENTITY = 230;
const BYTES_OF_NAME_CHARACTER = 9;
const BYTES_OF_ID_CHARACTER = 4;
const BYTES_OF_CHARACTER = 1;
/** Minimum number of entities for an estimate. */
const ENOUGH = 100_000;
/** Possible overestimate: a dataset that exceeds the memory by less is tried. */
const DOUBT = 1.25;

const GIGABYTE = 1e9;

/** Estimated peak memory of loading and indexing, in bytes. */
export function memoryNeeded({ entities, nameCharacters, idCharacters, characters, share }: SizeSoFar): number {
  const soFar =
    entities * BYTES_OF_ENTITY +
    nameCharacters * BYTES_OF_NAME_CHARACTER +
    idCharacters * BYTES_OF_ID_CHARACTER +
    characters * BYTES_OF_CHARACTER;
  return soFar / (share === undefined || share === 0 ? 1 : share);
}

/** Throws `dataset-too-large` as soon as a dataset evidently exceeds the memory of this computer. */
export function refuseTooLarge(file: string, size: SizeSoFar, available: number = memoryOfComputer()): void {
  if (size.entities < ENOUGH) return;
  const needed = memoryNeeded(size);
  if (needed <= available * DOUBT) return;
  const all = Math.round(size.entities / (size.share ?? 1) / 1e6);
  throw new SameasError(
    'dataset-too-large',
    `${file} holds about ${String(all)} million entities, which need about ${gigabytes(needed)} of memory; this computer has ${gigabytes(available)}.`,
    {
      advice:
        'Use a computer with more memory, leave out columns that are not needed ("ignore" in a manifest), or write the list into a search cluster ("sameas index --search-cluster", docs/operating.md).',
      facts: { file, bytesNeeded: Math.round(needed), bytesAvailable: available },
    },
  );
}

/** The error for a loading that ran out of memory. */
export function memoryRanOut(cause: unknown): SameasError {
  return new SameasError(
    'dataset-too-large',
    'The dataset needs more memory than could be had: loading it was interrupted.',
    {
      advice: `This computer has ${gigabytes(memoryOfComputer())}. Close other programs, use a computer with more memory, leave out columns that are not needed ("ignore" in a manifest), or write the list into a search cluster (docs/operating.md). If memory is free, give Node more of it: NODE_OPTIONS=--max-old-space-size=8000.`,
      cause,
    },
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / GIGABYTE).toFixed(bytes < 10 * GIGABYTE ? 1 : 0)} GB`;
}
