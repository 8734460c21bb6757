import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSourceState, type DatasetSource } from '../../src/datasets/dataset-source.js';
import { loadForTest, loadingError } from '../support/loaded-entities.js';

/** A place that holds the list `[p1, Lund]`, `[p2, Malmö]`, and how it changes. */
export interface OpenedPlace {
  readonly source: DatasetSource;
  /** Adds `[p3, Ystad]`. */
  readonly change: () => void | Promise<void>;
  /** Makes it unreadable. */
  readonly break: () => void | Promise<void>;
  readonly close?: () => void | Promise<void>;
}

/** What every source of lists must do, wherever the bytes or rows come from. */
export interface ListSourceContract {
  readonly name: string;
  readonly open: () => Promise<OpenedPlace> | OpenedPlace;
  /** What messages and reports must not hold. */
  readonly secret?: string;
  /** The error of a place that cannot be read. */
  readonly brokenBy: string;
}

/** The tests; they change the place one after the other. */
export function listSourceContract({ name, open, secret, brokenBy }: ListSourceContract): void {
  describe(`a list from ${name}`, () => {
    let place: OpenedPlace;
    beforeAll(async () => {
      place = await open();
    });
    afterAll(async () => place.close?.());

    it('is read as records, in their order, with all that is in them', async () => {
      const { entities, problems } = await loadForTest(place.source);
      expect(problems).toEqual([]);
      expect(entities.map(({ id, name: label }) => [id, label])).toEqual([
        ['p1', 'Lund'],
        ['p2', 'Malmö'],
      ]);
    });

    it('is known again by its content, also when it is read again', async () => {
      const { contentHash } = await readSourceState(place.source);
      expect((await loadForTest(place.source)).dataset.metadata.contentHash).toBe(contentHash);
      expect((await readSourceState(place.source)).contentHash).toBe(contentHash);
    });

    it('tells no secret in its report', async () => {
      if (secret === undefined) return;
      expect(JSON.stringify((await loadForTest(place.source)).report)).not.toContain(secret);
    });

    it('is another content when it has changed', async () => {
      const { contentHash } = await readSourceState(place.source);
      await place.change();
      expect((await readSourceState(place.source)).contentHash).not.toBe(contentHash);
      expect((await loadForTest(place.source)).entities.map(({ id }) => id)).toEqual(['p1', 'p2', 'p3']);
    });

    it('is refused in a sentence with advice when it cannot be read', async () => {
      await place.break();
      const error = await loadingError(place.source);
      expect(error.code).toBe(brokenBy);
      expect(error.message).toMatch(/^[^\n]+\.$/);
      expect(error.advice).toMatch(/^[^\n]+$/);
      if (secret !== undefined)
        expect(
          `${error.message} ${error.advice ?? ''} ${JSON.stringify(error.facts)} ${String(error.cause)}`,
        ).not.toContain(secret);
      await expect(readSourceState(place.source)).rejects.toMatchObject({ code: brokenBy });
    });
  });
}
