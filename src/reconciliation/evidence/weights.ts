import { readFileSync } from 'node:fs';
import type { Datatype } from '../../entities/property.js';

/** What terms of evidence are worth, in nats, and by what the scores are made that put candidates in order. */
export interface Weights {
  /** By the ids of the terms of the evidence table. */
  readonly terms: Readonly<Record<string, number>>;
  /** Of the null candidate: that nothing in the dataset is meant. */
  readonly null: Readonly<Record<'constant' | 'unknownWords' | 'otherLetters' | 'homonymsElsewhere', number>>;
  /** Prior of an interpretation of the query, against the text as written. */
  readonly interpretations: Readonly<Record<'codeApart' | 'oneOfTwoNames' | 'beginnings', number>>;
  /** By what the alignment of two names makes their similarity. */
  readonly similarity: {
    /** What the weight that only one side has counts beside the weight in common. */
    readonly onlyQuery: number;
    readonly onlyLabel: number;
    /** In place of `onlyQuery` when the query contains the label: for one, two, and three or more words. */
    readonly containedOne: number;
    readonly containedTwo: number;
    readonly containedMore: number;
    /** Share of the letter pairs in the whole. */
    readonly letters: number;
    /** What is left of the similarity where both sides have numbers that the other lacks, and where one side has. */
    readonly numbersDiffer: number;
    readonly numberMissing: number;
    /** What is left of a likeness by typos when the dataset knows the word of the query as a word of its own. */
    readonly knownWord: number;
    /** The same for a word of up to four letters: of those, most letters exchanged make another word. */
    readonly knownShortWord: number;
    /** The same of a likeness by abbreviation when both are words of the dataset: "west" is seldom short for "western". */
    readonly knownAbbreviation: number;
    /** Share of its weight that a token of a qualifier at the end keeps. */
    readonly qualifier: number;
    /** The same where both names have a qualifier and these have no token in common: then they rather name two things. */
    readonly qualifiersDiffer: number;
    /** What any qualifier costs when it is all that the query lacks, as a share of the weight in common. */
    readonly bareQualifier: number;
    /** The same as `qualifier` for square brackets. */
    readonly footnote: number;
    /** Share of its cost and its telling that a word keeps that only one side has, where both have a code in common. */
    readonly besideCode: number;
    /** Share of its weight that an article at the beginning of a query keeps, and one behind a name ("Bronx, The"). */
    readonly articleBefore: number;
    readonly articleBehind: number;
    /** The same for a pair of characters of a script without spaces that is only where two known pairs meet. */
    readonly seam: number;
    /** How alike words are at most that other names of the dataset exchange for one another. */
    readonly exchanged: number;
    /** By how much less a word costs that is left out of every name that has it. */
    readonly leftOut: number;
    /** By how much more or less a word costs that only one side has: half of this for one that always or never tells entities apart. */
    readonly discriminative: number;
    /** Power of a word's weight, as a share of the greatest: above 1, rare words tell still more. */
    readonly rarity: number;
    /** Least that a word of every name of the type asked for weighs, as a share of the greatest. */
    readonly leastOfType: number;
    /**
     * For the order of candidates alone, as logarithms of odds: what the heaviest word that only the query has takes off, where the query has one part
     * and where it has several; how much more it does so where the label is one of two words; what the heaviest equal word adds, and a part of several
     * that the label says as a whole; what it takes off where the query is a surname
     * with initials ("Drew, S.") and the label begins with that surname ("Drew Sutton") or is nothing but that ("Drew").
     */
    readonly openToken: number;
    readonly openTokenOfParts: number;
    readonly half: number;
    readonly equalToken: number;
    readonly wholePart: number;
    readonly reversed: number;
    readonly surnameAlone: number;
    /** Least that such a part weighs, as a share of the greatest weight of a word: "Ltd" and "Inc." say nothing. */
    readonly leastOfPart: number;
    /** Words met through an acronym. */
    readonly acronym: number;
    /** Words met through an acronym that the label itself gives in brackets. */
    readonly acronymGiven: number;
  };
  /** By what the similarity of a name makes a score. */
  readonly order: {
    /** How much an alias counts, and a label or query put into Latin letters; what is left when an equal label differs in marks, punctuation or the like. */
    readonly alias: number;
    readonly transliteration: number;
    readonly writtenOtherwise: number;
    /** How far a word that the record has counts like one of the name; what is left where the query names a value that the record has otherwise. */
    readonly record: number;
    readonly recordOtherwise: number;
    /** What is left where a few other entities have the name in longer ones, and where so many have that it is a kind. */
    readonly inLongerNames: number;
    readonly nameOfKind: number;
    /** What is left of the score of an entity that the query would rather not have: outside a preferred type, or with a value that is not wanted. */
    readonly outsideType: number;
    /** Where properties start from when no name is given. */
    readonly withoutName: number;
    /** What one unit of evidence from properties moves on the logistic scale of the score. */
    readonly property: number;
    /** Points between homonyms for each unit of evidence that one is behind, and the most units that count. */
    readonly pointsBehindHomonym: number;
    readonly mostBehindHomonym: number;
  };
  /** Weights of evidence of properties, in nats. */
  readonly properties: {
    /** How often the right entity has the very value that was asked for, by datatype: sources copy codes faithfully and describe things differently. `code`: of numbers that are codes, as people have several telephone numbers, and exchange digits. */
    readonly reliability: Readonly<Record<Datatype | 'code', number>>;
    /** Limits: prices, sizes and counts agree by chance more often than their exact values repeat; descriptions may support a name a little and never contradict it. */
    readonly mostFor: number;
    readonly mostForNumber: number;
    readonly mostForLongText: number;
    readonly mostAgainst: number;
    readonly least: number;
    /** Below this, a property speaks clearly against an entity. */
    readonly contradiction: number;
  };
  /** Most matches lie far above the threshold, so those at it may be wrong this many times as often as matches as a whole. */
  readonly errorsAtThreshold: number;
}

let read: Weights | undefined; // until somebody asks

/** The weights in weights.json, which bench/quality/fit-weights.ts makes. Cost: a file read once. */
export function weights(): Weights {
  read ??= JSON.parse(readFileSync(new URL('weights.json', import.meta.url), 'utf8')) as Weights; // a part of this program; a test holds it against the table
  return read;
}

/** Those by which the alignment of two names makes their similarity. */
export function similarityWeights(): Weights['similarity'] {
  return weights().similarity;
}
