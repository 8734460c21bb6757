import type { QueryName } from './query-name.js';
import { informationOf } from './compare-names.js';
import { AT, emptyRow, type EvidenceRow, weigh } from './evidence-table.js';
import type { RankedEntity, Reading } from './ranked-query.js';
import type { DatasetSnapshot } from './snapshot.js';

/** Evidence for a full score of a query without a name, in nats. */
const WITHOUT_NAME = 10;

/** Evidence for an entity with exactly this name and nothing more. `areSeveral`: whether several names were sent; `factors`: those of the manifest by kind of evidence. */
export function selfNats(name: QueryName | undefined, areSeveral: boolean, factors?: Float64Array): number {
  if (name === undefined) return WITHOUT_NAME;
  const values = emptyRow();
  for (const at of [AT.same, AT.sameWords, AT.sameCore, AT.complete]) values[at] = 1;
  values[AT.information] = areSeveral ? 1 : informationOf(name, name.weight);
  values[AT.unusual] = name.table.statistics.unusualnessOf(1);
  return weigh(values, factors);
}

/** A word more is as often the name of another entity as it is of the same one. */
const EVEN = 0.5;

/** The evidence for: nothing in the dataset is meant. */
export function nullRow(
  { statistics }: DatasetSnapshot,
  ranked: readonly RankedEntity[],
  firstReading: Reading | undefined,
): EvidenceRow {
  const values = emptyRow();
  const reading = ranked[0]?.reading ?? firstReading;
  const name = ranked[0]?.name ?? reading?.name;
  values[AT.nothing] = 1;
  if (name === undefined || name.weight === 0) return values;
  values[AT.nothingSeparation] = statistics.usualSeparation - EVEN;
  values[AT.nothingSimilarity] = ranked.reduce((most, { similarity }) => Math.max(most, similarity), 0);
  values[AT.nothingWeight] = Math.min(2, name.weight / Math.log(statistics.entityCount + 1));
  let [equal, agreement, agreeing] = [0, 0, 0];
  for (const own of ranked)
    // A namesake of another type than the preferred one is no rival that the properties could not tell apart.
    if (own.values[AT.sameWords] === 1 && own.values[AT.outsideType] !== 1) {
      equal++;
      const its = own.values[AT.agreement] ?? 0;
      agreeing = its > agreement ? 1 : agreeing + Number(its === agreement);
      agreement = Math.max(agreement, its);
    }
  values[AT.nothingHomonyms] = agreeing > 1 ? Math.log(agreeing) : 0;
  if (equal === 0 && reading?.isTyped === true && statistics.isNameOf(name.label.folded, []))
    values[AT.nothingOtherType] = 1;
  return values;
}
