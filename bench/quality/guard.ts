import type { Asked } from './measure-quality.js';

/** What all short lists together must reach; a change that helps one list may harm another. */
export interface Guard {
  /** Mean logarithmic loss of the probability that the first candidate is right, at most. */
  readonly logLoss: number;
  /** Queries that are matched rightly, at least; and wrongly or without an answer, at most. */
  readonly right: number;
  readonly wrong: number;
}

export const GUARDS: Readonly<Record<Asked, Guard>> = {
  'name alone': { logLoss: 0.4, right: 1560, wrong: 98 },
  'with properties': { logLoss: 0.31, right: 815, wrong: 58 },
};

/** Whether these figures are as good as they must be. */
export function holds({ logLoss, right, wrong }: Guard, figures: Guard): boolean {
  return figures.logLoss <= logLoss && figures.right >= right && figures.wrong <= wrong;
}

/** Loss of one probability that was told, whose event came true or did not. */
export function lossOf(probability: number, isTrue: boolean): number {
  const told = Math.min(Math.max(probability, SUREST), 1 - SUREST);
  return -Math.log(isTrue ? told : 1 - told);
}

/** Nobody is surer than this of anything. */
const SUREST = 1e-4;
