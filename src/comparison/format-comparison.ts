import { amountOf } from '../foundation/amount-of.js';
import type { ComparedEntity, Comparison, EntityChange, Succession } from './compare-datasets.js';
import type { TableUse } from './count-uses.js';

const CHANGES_SHOWN = 6;
const VALUES_SHOWN = 3;
const VALUE_LENGTH = 80;

const TITLES: Readonly<Record<Succession['kind'], string>> = {
  renumbered: 'Probably the same entity under a new id',
  merged: 'Probably merged',
  split: 'Probably split',
  reorganised: 'Probably several that became several others',
};

/** A comparison for people, with at most `shown` entities of each kind. Ends in a line break. */
export function formatComparison(comparison: Comparison, uses: readonly TableUse[], shown: number): string {
  const { old, new: next, properties, added, removed, renamed, changed, successions } = comparison;
  const fates = fatesOf(successions);
  const section = <Item>(
    title: string,
    items: readonly Item[],
    lines: (item: Item) => readonly string[],
  ): readonly string[] =>
    items.length === 0
      ? []
      : [
          '',
          `${title}: ${items.length.toLocaleString('en')}`,
          ...items
            .slice(0, shown)
            .flatMap(lines)
            .map((line) => `  ${line}`),
          ...(items.length > shown ? [`  … and ${(items.length - shown).toLocaleString('en')} more`] : []),
        ];
  return [
    `Old: ${old.name}, ${amountOf(old.entities, 'entity', 'entities')}`,
    `New: ${next.name}, ${amountOf(next.entities, 'entity', 'entities')}`,
    ...(properties.removed.length === 0
      ? []
      : [`Properties that only the old list has, which are not compared: ${properties.removed.join(', ')}`]),
    ...(properties.added.length === 0
      ? []
      : [`Properties that only the new list has, which are not compared: ${properties.added.join(', ')}`]),
    ...section('Added', added, (entity) => [`${named(entity)}${fates.get(`new ${entity.id}`) ?? ''}`]),
    ...section('Removed', removed, (entity) => [`${named(entity)}${fates.get(`old ${entity.id}`) ?? ''}`]),
    ...section('Renamed', renamed, ({ id, from, to }) => [`${id}  ${from} → ${to}`]),
    ...section('Changed', changed, ({ changes, ...entity }) => [
      named(entity),
      ...changes.slice(0, CHANGES_SHOWN).map((change) => `  ${changeText(change)}`),
      ...(changes.length > CHANGES_SHOWN ? ['  …'] : []),
    ]),
    ...(['renumbered', 'merged', 'split', 'reorganised'] as const).flatMap((kind) =>
      section(
        TITLES[kind],
        successions.filter((succession) => succession.kind === kind),
        successionLines,
      ),
    ),
    ...(isSame(comparison) ? ['', 'Both lists have the same entities, and say the same of them.'] : []),
    ...uses.flatMap((use) => ['', ...useLines(use, successions, shown)]),
    '',
  ].join('\n');
}

/** Whether nothing differs. */
export function isSame({ added, removed, renamed, changed, properties }: Comparison): boolean {
  return [added, removed, renamed, changed, properties.added, properties.removed].every((list) => list.length === 0);
}

function named({ id, name }: ComparedEntity): string {
  return `${id}  ${name}`;
}

/** `old ID`, `new ID` → text on its succession for its line. */
function fatesOf(successions: readonly Succession[]): ReadonlyMap<string, string> {
  const fates = new Map<string, string>();
  for (const { kind, old, new: next } of successions) {
    if (kind === 'reorganised') continue;
    const verb = kind === 'renumbered' ? '' : `${kind} `;
    for (const { id } of old)
      fates.set(
        `old ${id}`,
        `  → probably ${verb}${kind === 'split' || kind === 'merged' ? 'into ' : ''}${next.map((entity) => entity.id).join(', ')}`,
      );
    for (const { id } of next)
      fates.set(
        `new ${id}`,
        `  ← probably ${verb}${kind === 'split' || kind === 'merged' ? 'from ' : ''}${old.map((entity) => entity.id).join(', ')}`,
      );
  }
  return fates;
}

function successionLines({ old, new: next, reasons }: Succession): readonly string[] {
  const list = (entities: readonly ComparedEntity[]): string =>
    entities.map(({ id, name }) => `${id} ${name}`).join(' + ');
  return [`${list(old)} → ${list(next)}`, `  ${reasons.join('; ')}`];
}

function changeText({ what, property, removed, added }: EntityChange): string {
  const called = what === 'property' ? (property ?? '') : what === 'types' ? 'type' : what;
  if (removed.length === 0) return `${called}: ${valuesText(added)} added`;
  if (added.length === 0) return `${called}: ${valuesText(removed)} removed`;
  return `${called}: ${valuesText(removed)} → ${valuesText(added)}`;
}

function valuesText(values: readonly string[]): string {
  const shown = values
    .slice(0, VALUES_SHOWN)
    .map((value) => (value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH - 1)}…` : value));
  return `${shown.join(', ')}${values.length > VALUES_SHOWN ? ' …' : ''}`;
}

function useLines(
  { file, columns, rows, rowsWithGone, gone, placesAre }: TableUse,
  successions: readonly Succession[],
  shown: number,
): readonly string[] {
  if (columns.length === 0) return [`${file}: no column has ids of the list. --used-column names the column.`];
  const where = `${file}, column${columns.length === 1 ? '' : 's'} "${columns.join('", "')}"`;
  if (gone.length === 0)
    return [`${where}: ${amountOf(rows, 'row')}; every id of the old list that it uses is still there.`];
  const lines = gone.slice(0, shown).map(({ id, rows: times, places }) => {
    const successors = successorsOf(id, successions);
    const more = times > places.length ? ' …' : '';
    return `  ${id}: ${amountOf(times, 'row')} (${placesAre} ${places.join(', ')}${more})${successors.length === 0 ? '' : ` → probably ${successors.join(' or ')}`}`;
  });
  return [
    `${where}: ${rowsWithGone.toLocaleString('en')} of ${amountOf(rows, 'row')} use ids that are gone`,
    ...lines,
    ...(gone.length > shown ? [`  … and ${(gone.length - shown).toLocaleString('en')} more`] : []),
  ];
}

/** Ids of the new dataset that probably succeed an old id. */
export function successorsOf(id: string, successions: readonly Succession[]): readonly string[] {
  return successions.flatMap(({ old, new: next }) =>
    old.some((entity) => entity.id === id) ? next.map((entity) => entity.id) : [],
  );
}
