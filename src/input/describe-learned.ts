import type { Dataset } from '../entities/dataset.js';
import { type LearnedFile, MIN_ROWS, hasRivals, strikingTraits } from '../scoring/learn.js';
import { TYPE } from '../scoring/neighbours.js';

/** Evidence of a difference, in nats, that rules a candidate out, is strong, or is some. */
const RULES_OUT = -3;
const STRONGLY = -1.5;
const AT_ALL = -0.3;
/** Evidence of agreement, in nats, that suffices alone, and that is little. */
const NEARLY_ENOUGH = 3;
const LITTLE = 1;

/** Learned evidence as lines for a person; `undefined`: nothing was learned. */
export function formatLearned(sentences: readonly string[] | undefined): string {
  if (sentences === undefined)
    return `Nothing was learned from the file: that takes ${String(MIN_ROWS)} rows with a name.\n`;
  return `Learned from the file:\n${sentences.map((sentence) => `  ${sentence}\n`).join('')}`;
}

/** Strength of differing values against a candidate, and of equal ones for it. */
export type AgainstKind = 'rules out' | 'speaks strongly' | 'speaks a little' | 'says nothing';
export type ForKind = 'nearly proves' | 'supports' | 'says little';

export interface LearnedProperty {
  readonly id: string;
  /** Shares of right pairs, and of wrong ones with similar names, with agreeing values, 0–1. */
  readonly right: number;
  readonly wrong: number;
  /** Share of right pairs with similar but unequal values, if larger than that with equal ones. */
  readonly similar?: number | undefined;
  /** It has no effect. */
  readonly isLeftOut: boolean;
  readonly against: AgainstKind;
  readonly for: ForKind;
}

/** Learned properties in column order. */
export function learnedProperties({ columns }: LearnedFile): readonly LearnedProperty[] {
  return Object.entries(columns).map(([id, { right, wrong }]) => {
    const [exact = 0, close = 0, partial = 0, different = 0] = right;
    const [wrongExact = 0, wrongClose = 0, , wrongDifferent = 0] = wrong;
    const against = Math.log(different / wrongDifferent);
    const inFavour = Math.log(exact / wrongExact);
    return {
      id,
      right: exact + close,
      wrong: wrongExact + wrongClose,
      similar: exact < close ? close + partial : undefined,
      isLeftOut: against > AT_ALL && inFavour < LITTLE,
      against: againstKind(against),
      for: forKind(inFavour),
    };
  });
}

/** Minimum share of rows with a value of a neighbour that is reported. */
const MIN_COPIED = 0.3;
/** Minimum evidence of judgments for all candidates, in nats, that is reported. */
const LITTLE_JUDGED = 0.2;

/** Findings other than those of columns, the strongest first. */
export function learnedFindings(learned: LearnedFile): readonly LearnedFinding[] {
  const { recurrence, neighbours, judgedNats = 0 } = learned;
  return [
    ...(hasRivals(learned) ? [{ kind: 'rivals', share: 1 - recurrence } as const] : []),
    ...neighbours
      .filter(({ copied }) => copied >= MIN_COPIED)
      .map(({ property, copied }) => ({ kind: 'neighbours', share: copied, property }) as const),
    ...strikingTraits(learned).map(([kind, share]) => ({ kind, share })),
    ...(Math.abs(judgedNats) < LITTLE_JUDGED
      ? []
      : [{ kind: judgedNats > 0 ? 'judged better' : 'judged worse' } as const]),
  ];
}

const FINDING_WORDS: Readonly<Record<LearnedFinding['kind'], (share: string, property: string) => string>> = {
  rivals: (share) =>
    `${share} of the entities belong to one row only, so a row yields to a more certain row of the same entity.`,
  neighbours: (share, property) =>
    `${property}: ${share} of the rows have the value of a row near them, so a candidate with that value is more probable.`,
  abbreviations: (share) =>
    `${share} of the right names are abbreviated, so abbreviations count less against a candidate.`,
  typos: (share) => `${share} of the right names have a typo, so typos count less against a candidate.`,
  'words more': (share) =>
    `${share} of the right names have words that the dataset lacks, so such words count less against a candidate.`,
  'words fewer': (share) =>
    `${share} of the right names lack words of the dataset, so such words count less against a candidate.`,
  'judged better': () =>
    'By what people have judged, candidates are right more often than they seem, so all are more probable.',
  'judged worse': () =>
    'By what people have judged, candidates are right less often than they seem, so all are less probable.',
};

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

/**
 * Learned evidence as sentences, one for each property ("birth year: right rows agree in 99.8 %, so a different year
 * rules a candidate out."), and for other findings.
 */
export function describeLearned(dataset: Dataset, learned: LearnedFile): readonly string[] {
  const nameOf = (property: string): string =>
    property === TYPE ? 'Type' : (dataset.properties.find(({ id }) => id === property)?.name ?? property);
  const columns = learnedProperties(learned).map((property) => {
    const { id, right, wrong, similar } = property;
    if (property.isLeftOut)
      return `${nameOf(id)}: right rows agree in ${percent(right)}, wrong ones in ${percent(wrong)}; it does not help.`;
    return `${nameOf(id)}: right rows agree in ${percent(right)}${similar === undefined ? '' : `, mostly not to the letter (${percent(similar)} similar)`}, ${AGAINST_WORDS[property.against]}; ${FOR_WORDS[property.for]}.`;
  });
  const others = learnedFindings(learned).map(({ kind, share = 0, property = '' }) =>
    FINDING_WORDS[kind](percent(share), nameOf(property)),
  );
  return [...columns, ...others];
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

/** Kinds of learned evidence other than that of columns. */
export const FINDINGS = [
  'rivals',
  'neighbours',
  'abbreviations',
  'typos',
  'words more',
  'words fewer',
  'judged better',
  'judged worse',
] as const;

export interface LearnedFinding {
  readonly kind: (typeof FINDINGS)[number];
  /**
   * 0–1: of the entities, those of a single row; of the rows, those with a neighbour's value; of the right names, those
   * with such a difference; absent when from judgments.
   */
  readonly share?: number | undefined;
  /** The property that neighbours share; '' for the type. */
  readonly property?: string | undefined;
}
