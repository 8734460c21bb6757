import { analyseLabel } from '../../text/analyse-label.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { mayBeLeftOut } from '../../text/similarity/common-words.js';
import type { RetrievalPlan } from '../plan-retrieval.js';
import type { RankedCandidates } from '../ranked-candidates.js';
import { comparerFor } from '../ranking/comparer-of.js';
import { plainLikeness, type ScoredEntity } from '../ranking/scored-entity.js';
import type { MatchFacts } from '../scoring/model/match-probability.js';
import type { NameEvidence } from '../scoring/names/name-evidence.js';
import { oneWordMore } from '../scoring/names/one-word-more.js';
import { bitOfWord, hasWord, WORDS_WITH_BITS } from '../scoring/names/word-bits.js';
import { knownWords } from './known-words.js';
import { contradictionOf, type NameContradiction } from '../scoring/names/contradiction.js';
import { namesakesElsewhere } from './namesakes-elsewhere.js';
import { tellingSupport } from './telling-support.js';

/** Others looked at for the lead by name. */
const MOST_RIVALS = 30;
/** A candidate that a property contradicts and whose properties weigh this much less than those of the first is no rival by its name. */
const FAR_BEHIND = 3;
/** From here on a word of the query that the first name lacks may be that of a neighbour which the list lacks, so that rivals stay rivals. */
const OPEN_WORD_TELLS = 0.3;
/** A value that the query names and the record has otherwise, as a weight of evidence in natural logarithms. */
const OTHERWISE = 2;
/** The same for a name that contradicts the query, or that may for lack of a mark of order ("Barack Obama", "Barack Obama Sr."). */
const OPPOSING: Readonly<Record<NameContradiction['kind'], number>> = { contradiction: 2, 'mark missing': 1.5 };

/** What the probability of the first candidate is estimated from. */
export interface FactsOfFirst {
  /** Whether the nearest of its names contradicts the query. */
  readonly contradicted: boolean;
  /**
   * The facts by the nearest of its names, and by another of its names where the query contains that as a whole: what is sure by one of them
   * is sure. Never empty.
   */
  readonly byName: readonly MatchFacts[];
}

/** The facts of the first candidate, which `sharing` entities have the name of. Cost: its names compared once more, and a look at some thirty rivals. */
export function factsOfFirst(ranked: RankedCandidates, first: ScoredEntity, sharing: number): FactsOfFirst {
  const facts = factsBesideContradiction(ranked, first, sharing);
  const found = contradictionIn(ranked, first, first.row, facts.name);
  const contradicted = found === 'contradiction';
  const nearest = { ...facts, opposing: facts.opposing - opposingOf(found) };
  if (first.containedRow < 0 || first.containedRow === first.row) return { contradicted, byName: [nearest] };
  const name = nameOf(ranked, first, first.containedRow);
  const opposing = facts.opposing - opposingOf(contradictionIn(ranked, first, first.containedRow, name));
  const explained = first.containedExplained | (first.told?.words ?? 0);
  return { contradicted, byName: [nearest, { ...facts, opposing, name, oneWordMore: wordMoreOf(ranked.plan, name, explained) }] };
}

function opposingOf(kind: NameContradiction['kind'] | undefined): number {
  return kind === undefined ? 0 : OPPOSING[kind];
}

function factsBesideContradiction(ranked: RankedCandidates, first: ScoredEntity, sharing: number): MatchFacts {
  const { snapshot, plan, scored } = ranked;
  const { labels } = snapshot.candidateIndex;
  const { properties } = first;
  const name = nameOf(ranked, first, first.row);
  const { rival, besides, listed } = rivalsOf(ranked, first, name);
  const uniqueWeight = Math.log(snapshot.dataset.entities.size + 1);
  const alone = name !== undefined && first.equal && sharing === 1 && (properties?.supporting ?? 0) === 0;
  const supporting = tellingSupport(ranked, first, name);
  // Of a name that is merely like it, what parts no neighbours is no lead before them either.
  const untelling = name?.apartQuery === 0 ? (properties?.supporting ?? 0) - supporting : 0;
  return {
    nameSimilarity: plainLikeness(first),
    nameLead: plainLikeness(first) - rival,
    name,
    knownWords: plan.label === undefined ? 0 : knownWords(plan.label, labels.vocabulary, (name?.joined ?? 0) | (name?.slipped ?? 0)),
    usualWeight: snapshot.scoring.neighbours.usualWeight,
    oneWordMore: wordMoreOf(plan, name, first.explained),
    containedBesides: besides,
    listed,
    uniqueWeight,
    sharing: sharing + (alone ? namesakesElsewhere(labels, first.entity, first.row, Math.exp(uniqueWeight - name.matched)) : 0),
    supporting,
    opposing: (properties?.opposing ?? 0) - (first.otherwise === undefined ? 0 : OTHERWISE),
    evidenceLead: properties === undefined ? 0 : properties.weight - untelling - (scored[1]?.properties?.weight ?? 0),
    code: (name?.code || properties?.code || '') !== '',
  };
}

/** What the candidates behind the first are to it. */
interface Rivals {
  /** How near the nearest of them is by name, 0–1. */
  readonly rival: number;
  /** The greatest weight of a name among them that the query contains as a whole, beside that of the first; 0 for none. */
  readonly besides: number;
  /** Whether one of them and the first have all telling words of the query between them. */
  readonly listed: boolean;
}

function rivalsOf({ plan, scored }: RankedCandidates, first: ScoredEntity, name: NameEvidence | undefined): Rivals {
  const explained = name !== undefined && Math.max(name.apartQuery, name.unlike) < OPEN_WORD_TELLS;
  const telling = tellingWords(plan);
  const all = first.containedWeight === 0 ? 0 : telling;
  let [rival, besides, listed] = [0, 0, false];
  for (const other of scored.slice(1, MOST_RIVALS)) {
    // Who prefers a type has said that an entity outside it is hardly meant, and who sends a year, that one of another year is not.
    if ((other.typeHeld || !first.typeHeld) && !(explained && isFarBehind(other, first))) rival = Math.max(rival, plainLikeness(other));
    // Two institutions in one address: either may be meant.
    if ((other.containedExplained & ~first.explained & telling) === 0) continue;
    besides = Math.max(besides, other.containedWeight);
    if (all !== 0 && (all & ~(first.explained | other.containedExplained)) === 0) listed = true;
  }
  return { rival, besides, listed };
}

function isFarBehind(other: ScoredEntity, first: ScoredEntity): boolean {
  return other.properties?.contradicted === true && other.properties.weight <= (first.properties?.weight ?? 0) - FAR_BEHIND;
}

function wordMoreOf(plan: RetrievalPlan, name: NameEvidence | undefined, explained: number): number {
  return plan.label === undefined ? 0 : oneWordMore(plan.label, name, explained);
}

/** How one of its names contradicts the query; not at all when it is equal, or has a code in common. */
function contradictionIn({ snapshot, plan }: RankedCandidates, first: ScoredEntity, row: number, name: NameEvidence | undefined): NameContradiction['kind'] | undefined {
  if (plan.label === undefined || row < 0 || (first.equal && row === first.row) || (name !== undefined && name.code !== '')) return undefined;
  const { labels } = snapshot.candidateIndex;
  const original = labels.textOf(row);
  // A row keeps the folded form of its text; that of a transliteration belongs to other letters than the text it was made from.
  const label = analyseLabel(labels.isTransliteration(row) ? original : labels.foldedOf(row));
  return contradictionOf(withoutWords(plan.label, first.told?.words ?? 0), { ...label, original })?.kind;
}

function withoutWords(label: AnalysedLabel, told: number): AnalysedLabel {
  if (told === 0) return label;
  const tokens = label.tokens.filter((_, i) => !hasWord(told, i));
  const folded = tokens.join(' ');
  return { original: folded, folded, tokens };
}

/** Words of the query that say something, one bit each; 0 when there are too many for that. */
function tellingWords(plan: RetrievalPlan): number {
  const tokens = plan.label?.tokens ?? [];
  let bits = 0;
  for (const [i, token] of tokens.entries()) if (!mayBeLeftOut(token)) bits |= bitOfWord(i);
  return tokens.length > WORDS_WITH_BITS ? 0 : bits;
}

function nameOf({ snapshot, plan }: RankedCandidates, candidate: ScoredEntity, row: number): NameEvidence | undefined {
  if (plan.label === undefined || row < 0) return undefined;
  const comparer = comparerFor(snapshot, plan);
  comparer.compare(row);
  comparer.without(candidate.told?.words ?? 0, candidate.properties?.code);
  return comparer.evidence();
}
