import type { Dataset } from '../entities/dataset.js';
import { valueText } from '../entities/value-text.js';
import { ownValue } from '../foundation/own-value.js';
import { foldText } from '../reconciliation/scoring/properties/values/compare-texts.js';
import { CLOSE, DIFFERENT } from './comparison-level.js';
import { levelOfValues } from './compare-values.js';
import { nameLevelOf, type ComparedCandidate, type ComparedQuery } from './compared-query.js';
import type { ValueForm } from '../reconciliation/scoring/model/value-statistics.js';

/** A property that the rows of a file are compared by. */
export interface ComparedProperty {
  readonly id: string;
  readonly form: ValueForm;
}

/** What a row says: its name, and for each compared property its values, none for an empty cell. */
export interface AskedRow {
  readonly text: string;
  readonly values: readonly (readonly string[])[];
}

/** A candidate as the service found it. */
export interface FoundCandidate {
  readonly id: string;
  /** 0–100, by name alone. */
  readonly nameScore: number;
  readonly anchor: number | undefined;
}

/** Compares rows with candidates. */
export interface CandidateComparer {
  /** In the order of the candidates, none of which the dataset lacks. Cost: decoding entities that were not met lately; a comparison for each pair of values. */
  readonly compare: (row: AskedRow, candidates: readonly FoundCandidate[]) => ComparedQuery;
  /** The levels of one pair, names left aside. */
  readonly levels: (row: AskedRow, entity: number) => Uint8Array;
  /** An entity as a row that would ask for it. */
  readonly rowOf: (entity: number) => AskedRow;
}

/** Entities kept as text: those of a few hundred queries. */
const REMEMBERED = 20_000;
/** A shorter value stands in a name by chance. */
const SHORTEST_IN_NAME = 3;
/** A code is looked for in names without their spaces from this length on. */
const SHORTEST_IN_PIECES = 6;

interface EntityAsText extends AskedRow {
  /** Folded names, a space before and behind each. */
  readonly names: string;
  /** Equal for entities whose records have the same name and the same values, at least one: duplicates. Else of this entity alone. */
  readonly key: string;
}

/** Compares by these properties. Memory: some thousand entities as text. */
export function createCandidateComparer(
  { entities }: Dataset,
  properties: readonly ComparedProperty[],
): CandidateComparer {
  const remembered = new Map<number, EntityAsText>();
  const asText = (ordinal: number): EntityAsText => {
    const known = remembered.get(ordinal);
    if (known !== undefined) return known;
    const entity = entities.entity(ordinal);
    const values = properties.map(({ id }) => (ownValue(entity.properties, id) ?? []).map(valueText));
    const names = ` ${[entity.name, ...entity.aliases.map(({ text }) => text)].map((name) => foldText(name).folded).join('  ')} `;
    const made = {
      text: entity.name,
      values,
      names,
      key:
        Object.keys(entity.properties).length === 0
          ? String(ordinal)
          : JSON.stringify([foldText(entity.name).compact, entity.aliases, entity.description, entity.properties]),
    };
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(ordinal, made);
    return made;
  };
  const levels = (row: AskedRow, ordinal: number): Uint8Array => {
    const own = asText(ordinal);
    const asked = ` ${foldText(row.text).folded} `;
    return Uint8Array.from(properties, ({ form }, at) => {
      const [wanted = [], there = []] = [row.values[at], own.values[at]];
      const level = levelOfValues(wanted, there, form);
      return level <= DIFFERENT &&
        isWordlike(form) &&
        (standsInOne(wanted, own.names, asked) || standsInOne(there, asked, own.names))
        ? CLOSE
        : level;
    });
  };
  return {
    levels,
    rowOf: asText,
    compare: (row, candidates) => {
      const firstWithKey = new Map<string, number>();
      return candidates.map(({ id, nameScore, anchor }, at): ComparedCandidate => {
        const ordinal = entities.ordinalOf(id);
        const { key } = asText(ordinal);
        const twin = firstWithKey.get(key) ?? at;
        firstWithKey.set(key, twin);
        return { nameLevel: nameLevelOf(nameScore), anchor, levels: levels(row, ordinal), twin };
      });
    },
  };
}

/** Whether such a value may stand in a name: a model number, a town. */
function isWordlike({ kind }: ValueForm): boolean {
  return kind === 'code' || kind === 'text';
}

/** Whether one of these values stands in the one name and not in the other. */
function standsInOne(values: readonly string[], name: string, other: string): boolean {
  return values.some((value) => standsIn(value, name) && !standsIn(value, other));
}

function standsIn(value: string, name: string): boolean {
  const { folded, compact } = foldText(value);
  if (compact.length < SHORTEST_IN_NAME) return false;
  return (
    name.includes(` ${folded} `) ||
    (compact.length >= SHORTEST_IN_PIECES && /\d/.test(compact) && name.replaceAll(' ', '').includes(compact))
  );
}
