import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { LiveDataset } from '../../describe/served-snapshot.js';

/** One of the datasets that are asked together. */
export interface JoinedDataset {
  /** Where it is, and what stands before its ids. */
  readonly path: string;
  readonly live: LiveDataset & { readonly state: () => 'ready' | 'loading' | 'failed' };
}

/** Why a dataset has no part in an answer. */
export interface LeftOut {
  readonly dataset: string;
  readonly state: 'loading' | 'failed' | 'needs another key';
}

/** What is called in a request, and what has no part in the answer to it. */
export interface ChosenDatasets {
  readonly asked: readonly JoinedDataset[];
  readonly leftOut: readonly LeftOut[];
}

/** What a dataset is called; its path while that is not known. */
export function nameOfDataset({ path, live }: JoinedDataset): string {
  return live.state() === 'ready' ? live.current().snapshot.dataset.metadata.name : path;
}

/** Those that can be asked, and those that cannot. */
export function readyDatasets(datasets: readonly JoinedDataset[]): ChosenDatasets {
  const states = datasets.map((dataset) => ({ dataset, state: dataset.live.state() }));
  return {
    asked: states.flatMap(({ dataset, state }) => (state === 'ready' ? [dataset] : [])),
    leftOut: states.flatMap(({ dataset, state }) => (state === 'ready' ? [] : [{ dataset: dataset.path, state }])),
  };
}

/** Why none of the datasets can be asked: `key-not-allowed` where the key holds for none that is meant, else `not-ready`. */
export function noneAsked(leftOut: readonly LeftOut[]): SameasError {
  const facts = { datasets: leftOut.map(({ dataset }) => dataset) };
  return leftOut.length > 0 && leftOut.every(({ state }) => state === 'needs another key')
    ? new SameasError('key-not-allowed', 'This key does not hold for these datasets.', {
        advice: sentence('Ask those who run the service for a key that does.'),
        facts,
      })
    : new SameasError('not-ready', 'None of the datasets can be asked now.', {
        advice: sentence('Try again in a few seconds.'),
        facts,
      });
}

/** An id among all datasets, and what it is made of. */
export function joinedId(path: string, id: string): string {
  return `${path}:${id}`;
}

/** The dataset and the id in it that a joined id means; `undefined` where no dataset stands before it. */
export function splitId(
  datasets: readonly JoinedDataset[],
  joined: string,
): { readonly dataset: JoinedDataset; readonly id: string } | undefined {
  const dataset = datasets.find(({ path }) => joined.startsWith(`${path}:`));
  return dataset === undefined ? undefined : { dataset, id: joined.slice(dataset.path.length + 1) };
}
