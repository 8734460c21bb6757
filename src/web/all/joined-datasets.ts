import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { LiveDataset } from '../../describe/served-snapshot.js';

export interface JoinedDataset {
  /** Its path, and the prefix of its ids. */
  readonly path: string;
  readonly live: LiveDataset & { readonly state: () => 'ready' | 'loading' | 'failed' };
}

export interface LeftOut {
  readonly dataset: string;
  readonly state: 'loading' | 'failed' | 'needs another key';
}

export interface ChosenDatasets {
  readonly asked: readonly JoinedDataset[];
  readonly leftOut: readonly LeftOut[];
}

/** Name of a dataset; its path while that is unknown. */
export function nameOfDataset({ path, live }: JoinedDataset): string {
  return live.state() === 'ready' ? live.current().snapshot.dataset.metadata.name : path;
}

/** Available and unavailable datasets. */
export function readyDatasets(datasets: readonly JoinedDataset[]): ChosenDatasets {
  const states = datasets.map((dataset) => ({ dataset, state: dataset.live.state() }));
  return {
    asked: states.flatMap(({ dataset, state }) => (state === 'ready' ? [dataset] : [])),
    leftOut: states.flatMap(({ dataset, state }) => (state === 'ready' ? [] : [{ dataset: dataset.path, state }])),
  };
}

/**
 * The error when no dataset is available: `key-not-allowed` where the key is valid for none of them, else `not-ready`.
 */
export function noneAsked(leftOut: readonly LeftOut[]): SameasError {
  const facts = { datasets: leftOut.map(({ dataset }) => dataset) };
  return leftOut.length > 0 && leftOut.every(({ state }) => state === 'needs another key')
    ? new SameasError('key-not-allowed', 'This key does not hold for these datasets.', {
        advice: sentence('Ask the operator of the service for a key that does.'),
        facts,
      })
    : new SameasError('not-ready', 'None of the datasets can be asked now.', {
        advice: sentence('Try again in a few seconds.'),
        facts,
      });
}

/** An id among all datasets. */
export function joinedId(path: string, id: string): string {
  return `${path}:${id}`;
}

/** The dataset of a joined id and the id in it; `undefined` without a known dataset. */
export function splitId(
  datasets: readonly JoinedDataset[],
  joined: string,
): { readonly dataset: JoinedDataset; readonly id: string } | undefined {
  const dataset = datasets.find(({ path }) => joined.startsWith(`${path}:`));
  return dataset === undefined ? undefined : { dataset, id: joined.slice(dataset.path.length + 1) };
}
