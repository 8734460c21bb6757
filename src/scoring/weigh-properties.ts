import type { ComparedLevel } from './candidate.js';
import { AT, type EvidenceRow } from './evidence-table.js';
import { learnedNats } from './learn.js';
import type { PropertyComparison } from './property-conditions.js';
import { agreementNats } from './property-statistics.js';
import type { DatasetSnapshot } from './snapshot.js';

const MAX_RARITY = 4;
/** Candidates have similar names from this share of the similarity of the name on, and where the name is equal, those with an equal one alone; so many are looked at. */
const NEARBY = 0.4;
const EQUAL_NAMES = 0.95;
const MAX_NEARBY = 30;
const LEVEL_TERMS = {
  close: { text: AT.closeText, code: AT.closeCode, number: AT.closeNumber },
  partial: { text: undefined, code: AT.partialCode, number: undefined },
  different: { text: AT.differentText, code: AT.differentCode, number: AT.differentNumber },
} as const;

/** A term by its place in a row, and a value of it. */
type TermValue = readonly [place: number, value: number];

/** Evidence of one property alone. Several agreeing properties are worth less than their sum: see `weighProperties`. */
export function propertyTerms({
  level,
  condition: { family, quantifier },
  identifying,
  isList,
  rarity,
  similarity,
}: PropertyComparison): readonly TermValue[] {
  if (level === 'missing') return [];
  if (quantifier === 'none') return level === 'exact' ? [[AT.refusedValue, 1]] : [];
  if (level === 'exact')
    return [
      [AT.agreement, rarity],
      [AT.agreementNearby, rarity],
      ...(family === 'number' ? [[AT.agreementOfNumbers, rarity] as const] : []),
      ...(identifying ? [[AT.identified, 1] as const] : []),
    ];
  if (level === 'different' && identifying) return [[AT.identifiedDiffers, 1]];
  const terms: TermValue[] = level === 'close' ? [[AT.closeRarity, similarity * Math.min(MAX_RARITY, rarity)]] : [];
  // Lists that share a value agree, those that share none say little, and long texts say nothing at all.
  const at = family === 'long' ? undefined : LEVEL_TERMS[level][family];
  if (at !== undefined && (level === 'partial' || !isList)) terms.push([at, 1]);
  return terms;
}

/** Writes what all properties say together into the row of a candidate. */
export function weighProperties(
  { statistics, tuning }: DatasetSnapshot,
  properties: readonly PropertyComparison[],
  values: EvidenceRow,
): void {
  const agreeing = properties.filter(isAgreement);
  for (const compared of properties)
    for (const [at, value] of propertyTerms(compared))
      if (at !== AT.agreement && at !== AT.agreementNearby)
        values[at] = (values[at] ?? 0) + value * (tuning?.propertyWeights?.[compared.condition.id] ?? 1);
  const learned = tuning?.learned?.properties;
  if (learned !== undefined) values[AT.learned] = learnedNats(levelsOf(properties), learned);
  if (agreeing.length === 0) return;
  values[AT.agreement] = agreementNats(statistics, agreeing, {
    factors: tuning?.propertyWeights,
    areEqual: values[AT.sameWords] === 1,
  });
}

/** Members of a candidate that `weighNearby` reads and writes. */
interface NearbyCandidate {
  readonly similarity: number;
  readonly properties: readonly PropertyComparison[];
  readonly values: EvidenceRow;
}

/** Writes how unlikely it is that one of the candidates with similar names has all the values that a candidate has. `candidates`: the nearest by name first. Cost: a look at thirty others for each. */
export function weighNearby({ statistics, tuning }: DatasetSnapshot, candidates: readonly NearbyCandidate[]): void {
  const looked = candidates.slice(0, MAX_NEARBY);
  for (const { similarity, properties, values } of candidates) {
    const agreeing = properties.flatMap((one, i) => (isAgreement(one) ? [i] : []));
    if (agreeing.length === 0) continue;
    const ofAny = agreementNats(
      statistics,
      agreeing.flatMap((i) => properties[i] ?? []),
      { factors: tuning?.propertyWeights, amongAll: true },
    );
    const least = similarity * (values[AT.sameWords] === 1 ? EQUAL_NAMES : NEARBY);
    let [known, same] = [0, 0];
    for (const other of looked) {
      if (
        other.values === values ||
        other.values[AT.outsideType] === 1 ||
        other.similarity < least ||
        other.properties.length === 0
      )
        continue;
      if (!agreeing.every((i) => (other.properties[i]?.level ?? 'missing') !== 'missing')) continue;
      known++;
      if (agreeing.every((i) => other.properties[i]?.level === 'exact')) same++;
    }
    values[AT.agreementNearby] = Math.min(ofAny, -Math.log((same + Math.exp(-ofAny)) / (known + 1)));
  }
}

function isAgreement({ level, condition }: PropertyComparison): boolean {
  return level === 'exact' && condition.quantifier !== 'none';
}

/** Level of each property, by its id; none for one that is not compared. Different lists may be parts of one. */
export function levelsOf(properties: readonly PropertyComparison[]): Readonly<Record<string, ComparedLevel>> {
  return Object.fromEntries(
    properties.map(({ level, isList, condition: { id, family, quantifier } }) => [
      id,
      { level: (level === 'different' && isList) || quantifier === 'none' ? 'missing' : level, family },
    ]),
  );
}
