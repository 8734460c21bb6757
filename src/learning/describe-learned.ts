import type { Dataset } from '../entities/dataset.js';
import { CLOSE, EXACT, PARTIAL } from './comparison-level.js';
import { differenceOf, LEAST_QUERIES, wrongNearby, type LearnedFile } from './learned-file.js';

/** Weights of a difference, in nats, from which on it rules a candidate out, speaks strongly against it, and speaks against it. */
const RULES_OUT = -3;
const STRONGLY = -1.5;
const AT_ALL = -0.3;
/** Weight of agreement, in nats, that tells right from wrong by itself, and that tells little. */
const NEARLY_ENOUGH = 3;
const LITTLE = 1;

/** What was learned, as lines for a person; `undefined`: nothing. */
export function formatLearned(sentences: readonly string[] | undefined): string {
  if (sentences === undefined)
    return `Nothing was learned from the file: that takes ${String(LEAST_QUERIES)} rows with a name and the value of a property.\n`;
  return `Learned from the file:\n${sentences.map((sentence) => `  ${sentence}\n`).join('')}`;
}

/** What values that differ say against a candidate, and equal ones for it. */
export type AgainstKind = 'rules out' | 'speaks strongly' | 'speaks a little' | 'says nothing';
export type ForKind = 'nearly proves' | 'supports' | 'says little';

/** What was learned of one property. */
export interface LearnedProperty {
  readonly id: string;
  /** Shares of right pairs, and of wrong ones with similar names, whose values agree, 0–1. */
  readonly right: number;
  readonly wrong: number;
  /** Share of right pairs whose values are similar but not equal, where those are most that agree; `undefined` where equal ones are. */
  readonly similar?: number | undefined;
  /** It says nothing, and counts for nothing. */
  readonly isLeftOut: boolean;
  readonly against: AgainstKind;
  readonly for: ForKind;
}

/** What was learned, in the order of the properties of the dataset. */
export function learnedProperties({ properties, model, leftOut }: LearnedFile): readonly LearnedProperty[] {
  return properties.map(({ id }, property) => {
    const right = model.right[property] ?? [];
    const wrong = wrongNearby(model, property);
    const agree = (shares: readonly number[]): number => (shares[EXACT] ?? 0) + (shares[CLOSE] ?? 0);
    const isMostlySimilar = (right[EXACT] ?? 0) < agree(right) / 2;
    return {
      id,
      right: agree(right),
      wrong: agree(wrong),
      similar: isMostlySimilar ? (right[CLOSE] ?? 0) + (right[PARTIAL] ?? 0) : undefined,
      isLeftOut: leftOut.has(id),
      against: againstKind(differenceOf(model, property)),
      for: forKind(Math.log((right[EXACT] ?? 1) / (wrong[EXACT] ?? 1))),
    };
  });
}

const AGAINST_WORDS: Readonly<Record<AgainstKind, string>> = {
  'rules out': 'so a different value rules a candidate out',
  'speaks strongly': 'so a different value speaks strongly against a candidate',
  'speaks a little': 'so a different value speaks a little against a candidate',
  'says nothing': 'so a different value says nothing',
};
const FOR_WORDS: Readonly<Record<ForKind, string>> = {
  'nearly proves': 'an equal value nearly proves it',
  supports: 'an equal value supports it',
  'says little': 'an equal value says little, because neighbours share it',
};

/** What was learned, a sentence for each property: "birth year: right rows agree in 99.8 %, so a different year rules a candidate out." */
export function describeLearned(dataset: Dataset, learned: LearnedFile): readonly string[] {
  return learnedProperties(learned).map((property) => {
    const { id, right, wrong, similar } = property;
    const name = dataset.properties.find((one) => one.id === id)?.name ?? id;
    if (property.isLeftOut)
      return `${name}: right rows agree in ${percent(right)}, wrong ones in ${percent(wrong)}; left out, because it does not help.`;
    return `${name}: right rows agree in ${percent(right)}${similar === undefined ? '' : `, mostly not to the letter (${percent(similar)} similar)`}, ${AGAINST_WORDS[property.against]}; ${FOR_WORDS[property.for]}.`;
  });
}

function againstKind(weight: number): AgainstKind {
  if (weight <= RULES_OUT) return 'rules out';
  if (weight <= STRONGLY) return 'speaks strongly';
  return weight <= AT_ALL ? 'speaks a little' : 'says nothing';
}

function forKind(weight: number): ForKind {
  if (weight >= NEARLY_ENOUGH) return 'nearly proves';
  return weight >= LITTLE ? 'supports' : 'says little';
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0.99 ? 2 : share > 0.1 ? 0 : 1)} %`;
}
