import { readFileSync } from 'node:fs';

/** What terms of evidence are worth, in nats. */
export interface Weights {
  /** By the ids of the terms of the evidence table. */
  readonly terms: Readonly<Record<string, number>>;
  /** Of the null candidate: that nothing in the dataset is meant. */
  readonly null: Readonly<Record<'constant' | 'unknownWords' | 'neighbours' | 'homonymsElsewhere', number>>;
  /** Prior of an interpretation of the query, against the text as written. */
  readonly interpretations: Readonly<Record<'codeApart' | 'oneOfTwoNames' | 'beginnings', number>>;
  /** Most matches lie far above the threshold, so those at it may be wrong this many times as often as matches as a whole. */
  readonly errorsAtThreshold: number;
}

let read: Weights | undefined; // until somebody asks

/** The weights in weights.json, which bench/quality/fit-weights.ts makes. Cost: a file read once. */
export function weights(): Weights {
  read ??= JSON.parse(readFileSync(new URL('weights.json', import.meta.url), 'utf8')) as Weights; // a part of this program; a test holds it against the table
  return read;
}
