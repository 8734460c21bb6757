import type { ComparedLevel } from './candidate.js';
import { AT, type EvidenceRow } from './evidence-table.js';
import { learnedNats } from './learn.js';
import type { PropertyComparison } from './property-conditions.js';
import { agreementNats } from './property-statistics.js';
import type { DatasetSnapshot } from './snapshot.js';

const MAX_RARITY = 4;
/** Agreement beyond this counts in one term alone. */
const MAX_CAPPED = 8;
const LEVEL_TERMS = {
  close: { text: AT.closeText, code: AT.closeCode, number: AT.closeNumber },
  partial: { text: AT.partialText, code: AT.partialCode, number: AT.partialNumber },
  different: { text: AT.differentText, code: AT.differentCode, number: AT.differentNumber },
} as const;

/** A term by its place in a row, and a value of it. */
type TermValue = readonly [place: number, value: number];

/** What one property says by itself. Equal values of several properties say less together: see `weighProperties`. */
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
      [AT.agreementCapped, Math.min(MAX_CAPPED, rarity)],
      ...(family === 'number' ? [[AT.agreementOfNumbers, rarity] as const] : []),
      ...(identifying ? [[AT.identified, 1] as const] : []),
    ];
  if (level === 'different' && identifying) return [[AT.identifiedDiffers, 1]];
  const terms: TermValue[] = level === 'close' ? [[AT.closeRarity, similarity * Math.min(MAX_RARITY, rarity)]] : [];
  // Lists that share a value agree, those that share none say little, and long texts say nothing at all.
  if (family !== 'long' && (level === 'partial' || !isList)) terms.push([LEVEL_TERMS[level][family], 1]);
  return terms;
}

/** Writes what all properties say together into the row of a candidate. */
export function weighProperties(
  { statistics, tuning }: DatasetSnapshot,
  properties: readonly PropertyComparison[],
  values: EvidenceRow,
): void {
  const agreeing = properties.filter(({ level, condition }) => level === 'exact' && condition.quantifier !== 'none');
  for (const compared of properties)
    for (const [at, value] of propertyTerms(compared))
      if (at !== AT.agreement && at !== AT.agreementCapped)
        values[at] = (values[at] ?? 0) + value * (tuning?.propertyWeights?.[compared.condition.id] ?? 1);
  const learned = tuning?.learned?.properties;
  if (learned !== undefined) values[AT.learned] = learnedNats(levelsOf(properties), learned);
  if (agreeing.length === 0) return;
  values[AT.agreement] = agreementNats(statistics, agreeing, tuning?.propertyWeights);
  values[AT.agreementCapped] = Math.min(MAX_CAPPED, values[AT.agreement] ?? 0);
}

/** How each property compares, by its id. Lists that differ may be two parts of one; what is not wanted has no level. */
export function levelsOf(properties: readonly PropertyComparison[]): Readonly<Record<string, ComparedLevel>> {
  return Object.fromEntries(
    properties.map(({ level, isList, condition: { id, family, quantifier } }) => [
      id,
      { level: (level === 'different' && isList) || quantifier === 'none' ? 'missing' : level, family },
    ]),
  );
}
