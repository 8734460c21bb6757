/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-argument -- supertest gives bodies as any, and what they hold is what these tests are about */
import { expect } from '@jest/globals';
import request, { type Test } from 'supertest';
import { MESSAGE_TABLE, type MessageName } from '../../../src/protocols/message-table.js';
import { smallApp } from '../../support/small-app.js';

/** The address under which the service believes itself to be reached. */
export const BASE = 'https://names.example.org/places';
/** Small ones, so that a test can pass them. */
export const LIMITS = { maxBodyBytes: 50_000, maxBatchQueries: 20, batchSize: 10 };
/** Asks a service over a small list. */
export const agent = request(smallApp({ publicBaseUrl: BASE, limits: LIMITS }).app);

export interface WireCandidate {
  readonly id: string;
  readonly score: number;
  readonly match: boolean;
  readonly type: readonly unknown[];
}
export interface WireResult {
  readonly result: readonly WireCandidate[];
}

export const postForm = (fields: Readonly<Record<string, string>>): Test => agent.post('/').type('form').send(fields);
export const postBatch = (queries: unknown): Test => postForm({ queries: JSON.stringify(queries) });
export const candidates = async (query: unknown): Promise<readonly WireCandidate[]> =>
  ((await postBatch({ q: query })).body as { q: WireResult }).q.result;
export const idsOf = (things: readonly { readonly id: string }[]): readonly string[] => things.map(({ id }) => id);
export const suggestions = async (address: string): Promise<readonly string[]> =>
  idsOf((await agent.get(address)).body.result);

export function expectValid(
  message: MessageName,
  body: unknown,
  forms: readonly ('freebase' | '0.1' | '0.2')[] = ['freebase', '0.1', '0.2'],
): void {
  for (const form of forms)
    expect([form, MESSAGE_TABLE[form][message].safeParse(body).error]).toEqual([form, undefined]);
}
