import type { LabelTable } from '../../search/label-table.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { createBigramProfile, type BigramProfile } from '../../text/similarity/bigram-profile.js';
import type { DatasetSnapshot } from '../dataset-snapshot.js';
import type { WordStatistics } from '../dataset-statistics.js';
import { AlignedLabel } from './token-pairs.js';
import { Alignment, lettersBeside } from './alignment.js';
import { AlignmentSums } from './alignment-sums.js';
import { NameQuery, NO_VALUES, type ValueBeside } from './name-query.js';
import { rememberQualifiers } from './qualifier.js';
import { pairTokens } from './pair-tokens.js';
import { TokenSimilarities } from './token-similarity.js';
import { rememberLabelTokens, tokenWeights, type TokenWeights, type UsualTokens } from './token-weights.js';

/** A name that labels are aligned with, and the alignments made so far, by row: they are forgotten with it. */
export class AlignedName extends NameQuery {
  readonly alignments = new Map<number, Alignment>();
}

/** Aligns names with the labels of one dataset. It keeps the tokens it met, so make one and use it again. */
export interface Aligner {
  /** A name that labels are to be aligned with, with what the usual tokens of its type weigh and what is asked for beside the name. */
  readonly nameQuery: (label: AnalysedLabel, usual?: UsualTokens, beside?: readonly ValueBeside[]) => AlignedName;
  /** How the label of a row meets the name: always the same for the same two, whatever was aligned before. The same row again costs a look-up. */
  readonly align: (query: AlignedName, row: number) => Alignment;
}

/*
 * This is the innermost loop of the service: some forty rows a query, and four times as many where none is near. The tokens of both names are paired
 * (pair-tokens.ts), what matched and what did not is summed up, and the sums make one similarity (alignment-sums.ts).
 *
 * Advice to the next person: everything about a token is worked out once a query (token-similarity.ts), rows only look it up. Measure with bench/quality before and after.
 */

/** An aligner over one label table, with the statistics of the dataset that its labels belong to. */
export function createAligner(labels: LabelTable, statistics: WordStatistics): Aligner {
  const weights = tokenWeights(statistics);
  const by = { labels, weights, statistics };
  // Made at the first comparison: a snapshot that is read before its labels are known has none.
  let workspace: ReturnType<typeof createWorkspace> | undefined;
  let profiled = '';

  function align(query: AlignedName, row: number): Alignment {
    let alignment = query.alignments.get(row);
    if (alignment === undefined) {
      alignment = alignNew(query, row);
      query.alignments.set(row, alignment);
    }
    return alignment;
  }

  function alignNew(query: NameQuery, row: number): Alignment {
    workspace ??= createWorkspace(labels, weights);
    const { similarities, qualifierOf, profile } = workspace;
    similarities.use(query.tokens, query.usual);
    const pairs = pairTokens(query, new AlignedLabel(labels, row, similarities), similarities, qualifierOf);
    const sums = new AlignmentSums(pairs, 0);
    const equal = query.equals(row);
    if (!equal && profiled !== query.label.folded) {
      profiled = query.label.folded;
      profile.set(profiled);
    }
    return new Alignment(pairs, sums, 0, equal, equal ? 1 : lettersInCommon(profile, pairs.label, sums));
  }

  return { nameQuery: (label, usual, beside = NO_VALUES) => new AlignedName(by, label, usual, beside), align };
}

function createWorkspace(
  labels: LabelTable,
  weights: TokenWeights,
): {
  readonly similarities: TokenSimilarities;
  readonly qualifierOf: ReturnType<typeof rememberQualifiers>;
  readonly profile: BigramProfile;
} {
  return {
    similarities: new TokenSimilarities(labels, rememberLabelTokens(labels.vocabulary, weights)),
    qualifierOf: rememberQualifiers(labels),
    profile: createBigramProfile(),
  };
}

const aligners = new WeakMap<LabelTable, Aligner>();

/** One aligner a snapshot. */
export function alignerOf(snapshot: DatasetSnapshot): Aligner {
  const { labels } = snapshot.candidateIndex;
  let aligner = aligners.get(labels);
  if (aligner === undefined) {
    aligner = createAligner(labels, snapshot.statistics);
    aligners.set(labels, aligner);
  }
  return aligner;
}

/**
 * Dice coefficient of the letter pairs of a label and the text of the profile, 0–1; without the qualifier where it is all that the query lacks. From the tokens, where they are all there is to the
 * folded form: decoding it costs as much as all the rest.
 */
function lettersInCommon(profile: BigramProfile, label: AlignedLabel, sums: AlignmentSums): number {
  const letters = ofTokens(profile, label, sums.isBareName ? label.count - label.qualifierTokens : label.count);
  return sums.asked > 0 ? lettersBeside(letters, sums.onlyQuery + sums.onlyLabel, sums.asked) : letters;
}

function ofTokens(profile: BigramProfile, label: AlignedLabel, count: number): number {
  if (label.isCut) return profile.similarity(label.folded());
  profile.start();
  for (let j = 0; j < count; j++) {
    const shape = label.tokens[j]?.shape;
    if (shape?.spaced !== true) {
      profile.finish();
      return profile.similarity(label.folded());
    }
    profile.add(shape.text);
  }
  return profile.finish();
}
