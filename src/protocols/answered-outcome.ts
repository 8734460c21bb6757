import type { Dataset } from '../entities/dataset.js';
import type { QueryOutcome } from '../scoring/candidate.js';

/** The outcome of a query that could be answered, with candidates or without. */
export type AnsweredOutcome = Extract<QueryOutcome, { readonly kind: 'answered' }>;

/** Puts the answer to one query into the JSON text of its wire form. `dataset` is the one that was asked. */
export type AnswerRenderer = (outcome: AnsweredOutcome, dataset: Dataset) => string;
