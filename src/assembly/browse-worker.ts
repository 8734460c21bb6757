import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { BrowseAnswer, BrowseForm, BrowseQuery } from '../browsing/browse-query.js';
import { createEntityBrowser } from '../browsing/entity-browser.js';
import { attachDataset } from '../entities/dataset-facts.js';
import { asSameasError } from '../foundation/sameas-error.js';
import { attachPropertyValueIndex } from '../scoring/property-values.js';
import type { imageOf } from './snapshot-image.js';
import { toPlainError, type PlainError } from './worker-protocol.js';

/** What the thread is given. */
export interface BrowseWork {
  readonly image: ReturnType<typeof imageOf>;
  readonly mostSearched: number;
}

/** What it is asked, by a number of each. */
export interface BrowseTask {
  readonly task: number;
  readonly query: BrowseQuery;
  /** A file instead of an answer. */
  readonly form?: BrowseForm;
}

/** What it sends. */
export type BrowseMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'answer'; readonly task: number; readonly answer: BrowseAnswer }
  | { readonly kind: 'file'; readonly task: number; readonly text: string }
  | { readonly kind: 'failed'; readonly task: number; readonly error: PlainError };

/** The body of a thread that indexes the entities of a snapshot, then looks through them. */
async function work(): Promise<void> {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const send = (message: BrowseMessage): void => port.postMessage(message);
  const { image, mostSearched } = workerData as BrowseWork; // given by browse-threads.ts
  const browser = createEntityBrowser(
    { dataset: attachDataset(image.facts, image.sections), propertyValues: attachPropertyValueIndex(image.sections) },
    mostSearched,
  );
  const built = browser.build((share) => send({ kind: 'progress', share }));
  port.on('message', ({ task, query, form }: BrowseTask) => {
    void built.then(() => {
      try {
        if (form === undefined) send({ kind: 'answer', task, answer: browser.browse(query) });
        else send({ kind: 'file', task, text: browser.save(query, form) });
      } catch (thrown) {
        send({ kind: 'failed', task, error: toPlainError(asSameasError(thrown)) });
      }
    });
  });
  await built;
}

void work();
