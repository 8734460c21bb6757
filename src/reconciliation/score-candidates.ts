import type { LabelTable } from '../search/label-table.js';
import { analyseInLatin } from '../text/analyse-label.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { isLittleWord } from '../text/similarity/common-words.js';
import { alignerOf } from './alignment/align.js';
import type { Alignment } from './alignment/alignment.js';
import { hasWord } from './alignment/word-bits.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import { weights } from './evidence/weights.js';
import type { RetrievalPlan } from './plan-retrieval.js';
import type { RetrievedRows } from './retrieve-candidates.js';
import { bestFirst, type RankedCandidates, rowOf, type ScoredEntity, scoreOf } from './scored-entity.js';
import { type PreparedCondition, propertyEvidence } from './scoring/properties/property-evidence.js';
import { MOST_WORDS_LOOKED_FOR } from './scoring/record/named-values.js';
import { createWordFinder, type WordFinder } from './scoring/record/words-in-record.js';

/**
 * The entities found, with all that speaks for and against them, and the plan as the query was read. The dear looks are only at those in front by their names: records of a dozen, properties of some
 * thirty. With properties asked for, whoever was not read for them is left out.
 */
export function scoreCandidates(
  snapshot: DatasetSnapshot,
  planned: RetrievalPlan,
  conditions: readonly PreparedCondition[],
  found: RetrievedRows,
): RankedCandidates {
  const plan = inLettersOfNames(snapshot, planned, found);
  const byName = nearestNames(snapshot, plan, found);
  const looked = besideLongerNames(snapshot, plan, found, inRecords(snapshot, plan, byName));
  return { snapshot, plan, scored: withProperties(snapshot, conditions, found, looked) };
}

/** Similarity by which candidates are ordered, 0–1: that of the alignment, with its most informative tokens and the kind of the label counted in. */
function orderSimilarity(labels: LabelTable, plan: RetrievalPlan, alignment: Alignment, informative: number): number {
  return alignment.similarity * informative * labelShare(labels, plan, alignment);
}

/** How much the label counts by its kind and writing. */
export function labelShare(
  labels: LabelTable,
  { transliterated, label }: RetrievalPlan,
  {
    equal,
    pairs: {
      label: { row },
    },
  }: Alignment,
): number {
  const { alias, transliteration, writtenOtherwise } = weights().order;
  if (transliterated || labels.isTransliteration(row)) return transliteration;
  const share = labels.kindOf(row) === 'alias' ? alias : 1;
  return !equal || isSameWriting(labels.textOf(row), label?.original ?? '') ? share : share * writtenOtherwise;
}

function isSameWriting(a: string, b: string): boolean {
  return a === b || a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** More similar than this, a name in the letters of the query is one to be reckoned with. */
const NEAR = 0.35;
/** Beside such a name, one in Latin letters has to be nearer by this much: letter by letter, other languages of a script look much alike. */
const LEAD = 0.4;

/** The plan with its text in Latin letters where that is what the names found are near to: "Игнатович, Елизавета" in a dataset of Latin names. Costs nothing for a text in Latin letters. */
function inLettersOfNames(snapshot: DatasetSnapshot, plan: RetrievalPlan, found: RetrievedRows): RetrievalPlan {
  const label = plan.transliterated ? undefined : analyseInLatin(plan.label?.original ?? '');
  if (label === undefined) return plan;
  // Beside a name as near as this none in Latin letters can be.
  const outOfReach = weights().order.transliteration - LEAD;
  const asWritten = nearest(snapshot, plan, found, outOfReach);
  if (asWritten >= outOfReach) return plan;
  const latin = {
    ...plan,
    label,
    transliterated: true,
    name: alignerOf(snapshot).nameQuery(label, plan.usualWords, plan.beside),
  };
  return nearest(snapshot, latin, found, 1) > (asWritten < NEAR ? asWritten : asWritten + LEAD) ? latin : plan;
}

/** How near the nearest of the names found is, 0–1, looking no further than for one that is near `enough`. */
function nearest(snapshot: DatasetSnapshot, plan: RetrievalPlan, { rows }: RetrievedRows, enough: number): number {
  const { name } = plan;
  if (name === undefined) return 0;
  const aligner = alignerOf(snapshot);
  let best = 0;
  for (const row of rows) {
    const alignment = aligner.align(name, row);
    best = Math.max(best, orderSimilarity(snapshot.candidateIndex.labels, plan, alignment, alignment.informative()));
    if (best >= enough) break;
  }
  return best;
}

/** Every entity found, by the nearest of its names, best first. Without a name in the query all are as near. Cost: one alignment a row. */
function nearestNames(snapshot: DatasetSnapshot, plan: RetrievalPlan, found: RetrievedRows): ScoredEntity[] {
  const { labels } = snapshot.candidateIndex;
  const aligner = alignerOf(snapshot);
  const byEntity = new Map<number, ScoredEntity>();
  for (let k = 0; k < found.rows.length; k++) {
    const entity = found.entities[k] ?? 0;
    const known = byEntity.get(entity);
    const alignment = plan.name === undefined ? undefined : aligner.align(plan.name, found.rows[k] ?? 0);
    const informative = alignment?.informative() ?? 1;
    const nameSimilarity =
      alignment === undefined ? weights().order.withoutName : orderSimilarity(labels, plan, alignment, informative);
    const contained = moreContained(alignment, known?.contained);
    if (known !== undefined && nameSimilarity <= known.nameSimilarity) {
      if (contained !== known.contained) byEntity.set(entity, { ...known, contained });
      continue;
    }
    const named = plan.named.includes(entity);
    const equal = alignment?.equal === true;
    const candidate = {
      entity,
      plan,
      alignment,
      contained,
      nameSimilarity,
      informative,
      equal,
      explained: alignment?.matched() ?? 0,
      told: undefined,
      otherwise: undefined,
      longerNames: 0,
      named,
      idIsName: named && equal,
      typeHeld: plan.types.holds(entity),
      properties: undefined,
      score: 0,
    };
    candidate.score = scoreOf(candidate);
    byEntity.set(entity, candidate);
  }
  return [...byEntity.values()].sort(bestFirst(snapshot));
}

/** The weightier of two labels that the query contains as a whole beside other tokens. */
function moreContained(one: Alignment | undefined, known: Alignment | undefined): Alignment | undefined {
  const weight = one?.containedWeight() ?? 0;
  return weight > 0 && weight > (known?.containedWeight() ?? 0) ? one : known;
}

function withScore(candidate: ScoredEntity): ScoredEntity {
  return { ...candidate, score: scoreOf(candidate) };
}

/** Entities whose record is read for words that their label lacks: the nearest by name, and homonyms of the nearest. */
const MOST_RECORDS = 12;
const MOST_HOMONYMS = 100;
/** Candidates further behind could not come to the front. */
const LEAST_SHARE_OF_BEST = 0.5;

/**
 * Words of the query that a label lacks, but that the record of its entity has ("Paris, Texas"), are not held against
 * it; where they name a country or the like and the record has another one, they are held against it the more. Costs nothing where every label near has
 * every word; else a dozen records decoded, more where many share a name.
 */
function inRecords(
  snapshot: DatasetSnapshot,
  plan: RetrievalPlan,
  byName: readonly ScoredEntity[],
): readonly ScoredEntity[] {
  const {
    dataset,
    candidateIndex: { labels },
    statistics,
  } = snapshot;
  const { label } = plan;
  const [nearestName] = byName;
  if (label === undefined || nearestName?.alignment === undefined || nearestName.equal) return byName;
  const all = 2 ** Math.min(label.tokens.length, MOST_WORDS_LOOKED_FOR) - 1;
  let finder: WordFinder | undefined;
  return byName.map((candidate, place) => {
    const { alignment } = candidate;
    const open = all & ~candidate.explained;
    if (open === 0 || alignment === undefined || !isNear(candidate, place, nearestName)) return candidate;
    finder ??= createWordFinder(dataset, labels, statistics, label);
    const entity = dataset.entities.entity(candidate.entity);
    // Two names of one entity are each other's proof only if both are whole.
    const parts = finder.find(entity, open, candidate.contained === alignment);
    if (parts.length === 0) {
      const said = finder.otherwise(entity, open);
      if (said === undefined) return candidate;
      const loss = (1 - weights().order.recordOtherwise) * candidate.nameSimilarity;
      return withScore({ ...candidate, otherwise: { said, loss }, nameSimilarity: candidate.nameSimilarity - loss });
    }
    const words = parts.reduce((bits, part) => bits | part.words, 0);
    const beside = alignment.without(words);
    const informative = beside.informative();
    const gain =
      weights().order.record *
      Math.max(0, orderSimilarity(labels, plan, beside, informative) - candidate.nameSimilarity);
    return withScore({
      ...candidate,
      alignment: beside,
      told: { parts, words, gain },
      informative,
      nameSimilarity: candidate.nameSimilarity + gain,
      explained: candidate.explained | words,
    });
  });
}

function isNear(candidate: ScoredEntity, place: number, nearestName: ScoredEntity): boolean {
  if (place < MOST_RECORDS) return candidate.nameSimilarity >= LEAST_SHARE_OF_BEST * nearestName.nameSimilarity;
  return place < MOST_HOMONYMS && candidate.nameSimilarity >= nearestName.nameSimilarity - 0.01;
}

/** Candidates that are held against longer names; further behind, the order changes nothing. */
const MOST_BESIDE_LONGER = 6;

/**
 * Names that the query contains as a whole beside one informative token more, and that other entities found have in longer ones, lose a share of their
 * similarity. Cost: for at most six candidates, a look at the tokens of the rows found.
 */
function besideLongerNames(
  snapshot: DatasetSnapshot,
  { label }: RetrievalPlan,
  found: RetrievedRows,
  scored: readonly ScoredEntity[],
): readonly ScoredEntity[] {
  if (label === undefined) return scored;
  return scored.map((candidate, place) => {
    if (place >= MOST_BESIDE_LONGER || candidate.contained === undefined || candidate.equal) return candidate;
    const longerNames = countLongerNames(snapshot.candidateIndex.labels, label, candidate, found);
    if (longerNames === 0) return candidate;
    const share = shareBesideLongerNames(longerNames);
    const told = candidate.told === undefined ? undefined : { ...candidate.told, gain: candidate.told.gain * share };
    const otherwise =
      candidate.otherwise === undefined
        ? undefined
        : { ...candidate.otherwise, loss: candidate.otherwise.loss * share };
    return withScore({ ...candidate, longerNames, told, otherwise, nameSimilarity: candidate.nameSimilarity * share });
  });
}

/** Entities whose record is read for properties: the nearest by name, and all that are as near as the nearest. */
const MOST_READ = 30;
const MOST_HOMONYMS_READ = 400;

/**
 * What the properties asked for say of the candidates nearest by name, and of those that were found by their properties; the
 * others are dropped. All of them, as they are, when none is asked for. Cost: some thirty records decoded, more where many share a name.
 */
function withProperties(
  snapshot: DatasetSnapshot,
  conditions: readonly PreparedCondition[],
  found: RetrievedRows,
  scored: readonly ScoredEntity[],
): readonly ScoredEntity[] {
  if (conditions.length === 0) return scored;
  const best = scored.reduce((most, { nameSimilarity }) => Math.max(most, nameSimilarity), 0);
  const isRead = (candidate: ScoredEntity, place: number): boolean =>
    place < MOST_READ ||
    (place < MOST_HOMONYMS_READ && candidate.nameSimilarity >= best - 0.01) ||
    candidate.entity === found.always ||
    found.byProperties?.has(candidate.entity) === true;
  // Only what is asked for tells nothing of those that were not read; what is not wanted leaves them where they are.
  const asksForValues = conditions.some(({ quantifier }) => quantifier !== 'none');
  return separateHomonyms(
    scored.flatMap((candidate, place) => {
      if (!isRead(candidate, place)) return asksForValues ? [] : [candidate];
      const properties = propertyEvidence(snapshot, conditions, snapshot.dataset.entities.entity(candidate.entity));
      return [
        withScore({
          ...(properties.code === '' ? candidate : besideCode(snapshot, candidate, properties.code)),
          properties,
        }),
      ];
    }),
  );
}

/** What its name says counts less beside a code that it has in common with the query. */
function besideCode(snapshot: DatasetSnapshot, candidate: ScoredEntity, code: string): ScoredEntity {
  const alignment = candidate.alignment?.without(candidate.told?.words ?? 0, code);
  if (alignment === undefined) return candidate;
  const informative = alignment.informative();
  return {
    ...candidate,
    alignment,
    informative,
    nameSimilarity: Math.max(
      candidate.nameSimilarity,
      orderSimilarity(snapshot.candidateIndex.labels, candidate.plan, alignment, informative),
    ),
  };
}

/** What an equal name scores at least, as another name of the entity or in other letters, where nothing contradicts it. */
const SCORE_OF_EQUAL = 97;

/** Those that have the name of the query, however it is written there, are separated by what their properties say: the best supported keeps its score. */
function separateHomonyms(scored: readonly ScoredEntity[]): readonly ScoredEntity[] {
  const { pointsBehindHomonym, mostBehindHomonym } = weights().order;
  const isHomonym = ({ equal, score }: ScoredEntity): boolean => equal && score >= SCORE_OF_EQUAL;
  const most = scored.reduce(
    (best, candidate) => (isHomonym(candidate) ? Math.max(best, candidate.properties?.weight ?? 0) : best),
    0,
  );
  return scored.map((candidate) => {
    const behind = most - (candidate.properties?.weight ?? 0);
    return isHomonym(candidate) && behind > 0
      ? {
          ...candidate,
          score: Math.round(100 * (candidate.score - pointsBehindHomonym * Math.min(behind, mostBehindHomonym))) / 100,
        }
      : candidate;
  });
}

/*
 * "Litoria platycephala" holds the name "Litoria" as a whole. Where other entities have longer names with it ("Litoria
 * caerulea"), it is the name of their kind, and the word beside it says which one is meant: rather not the kind itself.
 */

/** A longer name is put together of more than a name and a word. */
const MOST_WORDS_OF_LABEL = 4;
/** Words looked at of a longer name; nearly all names have fewer. */
const MOST_WORDS_READ = 32;
/** From this many entities on it is a kind. */
const FEWEST_OF_KIND = 3;
/** What is left of the similarity of a name that so many other entities have in longer ones. */
export function shareBesideLongerNames(longerNames: number): number {
  const { inLongerNames, nameOfKind } = weights().order;
  return longerNames === 0 ? 1 : longerNames < FEWEST_OF_KIND ? inLongerNames : nameOfKind;
}

/** How many other entities among those found have all words of the label of `held` in a longer one; 0 unless the query has just one informative token beside that label. */
function countLongerNames(labels: LabelTable, query: AnalysedLabel, held: ScoredEntity, found: RetrievedRows): number {
  let open = 0;
  for (const [i, token] of query.tokens.entries()) if (!hasWord(held.explained, i) && !isLittleWord(token)) open++;
  if (open !== 1) return 0;
  const own = [...labels.tokenIdsOf(rowOf(held))];
  if (own.length > MOST_WORDS_OF_LABEL) return 0;
  const others = new Set<number>();
  const read = new Uint32Array(MOST_WORDS_READ);
  for (let k = 0; k < found.rows.length; k++) {
    const row = found.rows[k] ?? 0;
    const entity = found.entities[k] ?? 0;
    if (entity === held.entity || others.has(entity)) continue;
    const count = labels.readTokenIds(row, read);
    const words = count > read.length ? labels.tokenIdsOf(row) : read;
    if (count > own.length && own.every((word) => holds(words, count, word))) others.add(entity);
  }
  return others.size;
}

function holds(words: Uint32Array, count: number, word: number): boolean {
  for (let i = 0; i < count; i++) if (words[i] === word) return true;
  return false;
}
