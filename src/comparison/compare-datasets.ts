import type { Dataset } from '../entities/dataset.js';
import type { EntityStore } from '../entities/entity-store.js';
import { analyseLabel } from '../text/analyse-label.js';
import { listsByKey } from '../foundation/lists-by-key.js';
import { DisjointSets } from '../foundation/disjoint-sets.js';
import type { Entity } from '../entities/entity.js';
import { valueText } from '../entities/value-text.js';
import { ownValue } from '../foundation/own-value.js';

/**
 * Differences between two states of a dataset. Entities are equal by id; names and identifying values tell what became
 * of ids in only one state (find-successions.ts). Cost: each entity of both decoded once, some microseconds each.
 */
export function compareDatasets(old: Dataset, next: Dataset): Comparison {
  const properties = sharedProperties(old, next);
  const removed = entitiesOnlyIn(old.entities, next.entities);
  const added = entitiesOnlyIn(next.entities, old.entities);
  const renamed: Comparison['renamed'][number][] = [];
  const changed: ChangedEntity[] = [];
  for (let ordinal = 0; ordinal < next.entities.size; ordinal++) {
    const id = next.entities.idOf(ordinal);
    const before = old.entities.ordinalOf(id);
    if (before < 0) continue;
    const [from, to] = [old.entities.entity(before), next.entities.entity(ordinal)];
    if (from.name !== to.name) renamed.push({ id, from: from.name, to: to.name });
    const changes = changesBetween(from, to, properties);
    if (changes.length > 0) changed.push({ id, name: to.name, changes });
  }
  return {
    old: describe(old),
    new: describe(next),
    properties: { removed: propertiesOnlyIn(old, next), added: propertiesOnlyIn(next, old) },
    added: added.map((ordinal) => asCompared(next.entities, ordinal)),
    removed: removed.map((ordinal) => asCompared(old.entities, ordinal)),
    renamed,
    changed,
    successions: findSuccessions({ old, next, removed, added, properties }),
  };
}

function describe({ metadata, entities }: Dataset): ComparedDataset {
  return { name: metadata.name, entities: entities.size };
}

function entitiesOnlyIn(one: EntityStore, other: EntityStore): readonly number[] {
  const only: number[] = [];
  for (let ordinal = 0; ordinal < one.size; ordinal++) if (other.ordinalOf(one.idOf(ordinal)) < 0) only.push(ordinal);
  return only;
}

function asCompared(entities: EntityStore, ordinal: number): ComparedEntity {
  return { id: entities.idOf(ordinal), name: entities.nameOf(ordinal) };
}

function propertiesOnlyIn(one: Dataset, other: Dataset): readonly string[] {
  const ids = new Set(other.properties.map(({ id }) => id));
  return one.properties.filter(({ id }) => !ids.has(id)).map(({ name }) => name);
}

/** Qualifiers of a name: in brackets, or dates at the end. */
const BRACKETS = /\s*\([^()]*\)/g;

const DATES_AT_END = /,?\s+(?:b\.\s*)?\d{3,4}\??(?:\s*[-–]\s*(?:\d{3,4}\??)?)?\.?$/;

/*
 * Links between an entity of the old dataset and one of the new, if at least one of the two ids is in one dataset only.
 * Linked entities form groups, and the numbers of old and new entities in a group give the event: one and one, a new
 * id; several and one, a merge; one and several, a split.
 */

/** Compared entities, by ordinal. */
interface ComparedStates {
  readonly old: Dataset;
  readonly next: Dataset;
  /** Entities of `old` whose ids `next` lacks. */
  readonly removed: readonly number[];
  /** Entities of `next` whose ids `old` lacks. */
  readonly added: readonly number[];
  readonly properties: readonly SharedProperty[];
}

/** An entity of one dataset, or of both in either state. */
interface Node {
  readonly number: number;
  readonly old?: Entity;
  readonly next?: Entity;
}

interface Link {
  readonly from: Node;
  readonly to: Node;
  readonly reason: string;
  /** Number of agreeing properties minus differing ones. */
  readonly agreement: number;
}

/** A name of more entities does not tell which one is meant. */
const MAX_OF_A_NAME = 20;

/** Probable successions of removed and added entities, in the order of the old entities. */
function findSuccessions(states: ComparedStates): readonly Succession[] {
  if (states.removed.length === 0 && states.added.length === 0) return [];
  const links = findLinks(states);
  return groupsOf(links).flatMap((group) => {
    const isClear = countsOf(group).some((count) => count <= 1);
    return isClear ? [successionOf(group)] : groupsOf(strongest(group)).map(successionOf);
  });
}

function findLinks({ old, next, removed, added, properties }: ComparedStates): readonly Link[] {
  const gone = removed.map((ordinal, number): Node => ({ number, old: old.entities.entity(ordinal) }));
  const come = added.map((ordinal, i): Node => ({ number: gone.length + i, next: next.entities.entity(ordinal) }));
  const links = new Map<string, Link>();
  const link = (from: Node, to: Node, reason: string, decides: boolean): void => {
    const key = `${from.number} ${to.number}`;
    if (links.has(key) || from.old === undefined || to.next === undefined) return;
    const { agreement, contradicts } = compareValues(from.old, to.next, properties);
    if (decides || (agreement >= 0 && !contradicts)) links.set(key, { from, to, reason, agreement });
  };
  const goneBy = indexOf(gone, ({ old: entity }) => entity, properties);
  const comeBy = indexOf(come, ({ next: entity }) => entity, properties);

  for (const [key, { nodes, isBare }] of goneBy.names) {
    const others = comeBy.names.get(key);
    // Names with different qualifiers are different.
    if (
      others === undefined ||
      (isBare && others.isBare) ||
      nodes.length > MAX_OF_A_NAME ||
      others.nodes.length > MAX_OF_A_NAME
    )
      continue;
    for (const from of nodes)
      for (const to of others.nodes)
        link(from, to, isBare || others.isBare ? 'the same name but for its qualifier' : 'the same name', false);
  }
  for (const [value, nodes] of goneBy.values)
    for (const from of nodes)
      for (const to of comeBy.values.get(value) ?? []) link(from, to, reasonOfValue(value), true);

  let number = gone.length + come.length;
  for (let ordinal = 0; ordinal < next.entities.size; ordinal++) {
    const before = old.entities.ordinalOf(next.entities.idOf(ordinal));
    if (before < 0) continue;
    const [was, is] = [old.entities.entity(before), next.entities.entity(ordinal)];
    const stays: Node = { number: number++, old: was, next: is };
    for (const label of new Set(gone.length === 0 ? [] : labelsOf(is).map(nameKey))) {
      const merged = goneBy.names.get(label);
      if (merged !== undefined && !merged.isBare && merged.nodes.length <= MAX_OF_A_NAME)
        for (const from of merged.nodes) if (hasName(from.old, label)) link(from, stays, 'the same name', false);
    }
    for (const value of identifyingOf(is, properties))
      for (const from of goneBy.values.get(value) ?? []) link(from, stays, reasonOfValue(value), true);
    if (come.length === 0) continue;
    for (const label of missingIn(labelsOf(was), labelsOf(is))) {
      for (const to of comeBy.names.get(nameKey(label))?.nodes ?? [])
        link(stays, to, `"${label}" was its name before`, false);
    }
    for (const value of missingIn(identifyingOf(was, properties), identifyingOf(is, properties)))
      for (const to of comeBy.values.get(value) ?? []) link(stays, to, reasonOfValue(value), true);
  }
  return [...links.values()];
}

/** Entities with a name, exactly or without its qualifier. */
interface NamedNodes {
  readonly nodes: readonly Node[];
  readonly isBare: boolean;
}

/** Entities by the keys of their names and by their identifying values. */
interface EntityIndex {
  readonly names: ReadonlyMap<string, NamedNodes>;
  readonly values: ReadonlyMap<string, readonly Node[]>;
}

/** A bare key counts only if it is no entity's whole name. */
function indexOf(
  nodes: readonly Node[],
  entityOf: (node: Node) => Entity | undefined,
  properties: readonly SharedProperty[],
): EntityIndex {
  const whole = new Map<string, Set<Node>>();
  const bare = new Map<string, Set<Node>>();
  const values = new Map<string, Node[]>();
  const note = (map: Map<string, Set<Node>>, key: string, node: Node): void =>
    void (key !== '' && map.set(key, (map.get(key) ?? new Set<Node>()).add(node)));
  for (const node of nodes) {
    const entity = entityOf(node);
    if (entity === undefined) continue;
    for (const label of labelsOf(entity)) {
      const keys = labelKeys(label);
      note(whole, keys.whole, node);
      if (keys.bare !== keys.whole) note(bare, keys.bare, node);
    }
    for (const value of identifyingOf(entity, properties)) values.set(value, [...(values.get(value) ?? []), node]);
  }
  const names = new Map<string, NamedNodes>();
  for (const [key, set] of bare) names.set(key, { nodes: [...set], isBare: true });
  for (const [key, set] of whole) names.set(key, { nodes: [...set], isBare: false });
  return { names, values };
}

function hasName(entity: Entity | undefined, key: string): boolean {
  return entity !== undefined && nameKey(entity.name) === key;
}

/** Property and value in one text. */
function identifyingOf(entity: Entity, properties: readonly SharedProperty[]): readonly string[] {
  return properties.flatMap(({ id, name, identifying }) =>
    identifying ? valuesOf(entity, id).map((value) => `${name}\0${value}`) : [],
  );
}

function reasonOfValue(value: string): string {
  const [name = '', text = ''] = value.split('\0');
  return `the same ${name}: ${text}`;
}

/** Different values of an identifying property contradict, whatever else agrees. */
function compareValues(
  one: Entity,
  other: Entity,
  properties: readonly SharedProperty[],
): { readonly agreement: number; readonly contradicts: boolean } {
  let agreement = 0;
  let contradicts = false;
  for (const { id, identifying } of properties) {
    const [values, others] = [valuesOf(one, id), valuesOf(other, id)];
    if (values.length === 0 || others.length === 0) continue;
    const isEqual = values.some((value) => others.includes(value));
    agreement += isEqual ? 1 : -1;
    contradicts ||= identifying && !isEqual;
  }
  return { agreement, contradicts };
}

function isInBoth({ old, next }: Node): boolean {
  return old !== undefined && next !== undefined;
}

/** Connected links. */
function groupsOf(links: readonly Link[]): readonly (readonly Link[])[] {
  const sets = new DisjointSets();
  for (const { from, to } of links) sets.join(from.number, to.number);
  return [...listsByKey(links, ({ from }) => sets.leaderOf(from.number)).values()];
}

/** Of several into several: the links that are the best of both ends. */
function strongest(links: readonly Link[]): readonly Link[] {
  const best = new Map<number, number>();
  for (const { from, to, agreement } of links)
    for (const { number } of [from, to]) best.set(number, Math.max(best.get(number) ?? -Infinity, agreement));
  return links.filter(
    ({ from, to, agreement }) => agreement === best.get(from.number) && agreement === best.get(to.number),
  );
}

function countsOf(links: readonly Link[]): readonly [number, number] {
  const nodes = new Set(links.flatMap(({ from, to }) => [from, to]));
  const count = (holds: (node: Node) => boolean): number => [...nodes].filter(holds).length;
  return [count((node) => node.old !== undefined), count((node) => node.next !== undefined)];
}

function successionOf(links: readonly Link[]): Succession {
  const nodes = [...new Set(links.flatMap(({ from, to }) => [from, to]))].sort(
    (a, b) => Number(isInBoth(b)) - Number(isInBoth(a)) || a.number - b.number,
  );
  const [olds, news] = countsOf(links);
  const named = (entity: Entity | undefined): readonly ComparedEntity[] =>
    entity === undefined ? [] : [{ id: entity.id, name: entity.name }];
  return {
    kind: olds === 1 && news === 1 ? 'renumbered' : news === 1 ? 'merged' : olds === 1 ? 'split' : 'reorganised',
    old: nodes.flatMap(({ old }) => named(old)),
    new: nodes.flatMap(({ next }) => named(next)),
    reasons: [...new Set(links.map(({ reason }) => reason))],
  };
}

/** Keys for comparing names. */
interface LabelKeys {
  /** The words of the name without case, marks and order. */
  readonly whole: string;
  /** The same without the qualifier; equal to `whole` without one. */
  readonly bare: string;
}

/** Cost: two analyses of the label, microseconds. */
function labelKeys(label: string): LabelKeys {
  const whole = nameKey(label);
  const bare = label.replace(BRACKETS, '').replace(DATES_AT_END, '');
  return { whole, bare: bare === label || bare.trim() === '' ? whole : nameKey(bare) };
}

/** The words of a name without case, marks and order. */
function nameKey(text: string): string {
  return [...analyseLabel(text).tokens].sort().join(' ');
}

interface SharedProperty {
  readonly id: string;
  readonly name: string;
  /** Whether it is identifying in either dataset. */
  readonly identifying: boolean;
}

/** The properties of both datasets, by id. */
function sharedProperties(
  old: Pick<Dataset, 'properties'>,
  next: Pick<Dataset, 'properties'>,
): readonly SharedProperty[] {
  const before = new Map(old.properties.map((property) => [property.id, property]));
  return next.properties.flatMap(({ id, name, identifying }) => {
    const same = before.get(id);
    return same === undefined ? [] : [{ id, name, identifying: identifying || same.identifying }];
  });
}

/**
 * Changes of an entity, without its preferred name. A former name that became an alias, and the reverse, is no change
 * of the aliases.
 */
function changesBetween(before: Entity, after: Entity, properties: readonly SharedProperty[]): readonly EntityChange[] {
  const changes: EntityChange[] = [];
  const note = (
    what: EntityChange['what'],
    removed: readonly string[],
    added: readonly string[],
    property?: string,
  ): void => {
    if (removed.length > 0 || added.length > 0)
      changes.push({ what, ...(property !== undefined && { property }), removed, added });
  };
  note('aliases', missingIn(aliasesOf(before), labelsOf(after)), missingIn(aliasesOf(after), labelsOf(before)));
  const [oldText, newText] = [before.description ?? '', after.description ?? ''];
  if (oldText !== newText) note('description', oldText === '' ? [] : [oldText], newText === '' ? [] : [newText]);
  note('types', missingIn(before.types, after.types), missingIn(after.types, before.types));
  for (const { id, name } of properties) {
    const [oldValues, newValues] = [valuesOf(before, id), valuesOf(after, id)];
    note('property', missingIn(oldValues, newValues), missingIn(newValues, oldValues), name);
  }
  return changes;
}

/** All names of an entity, the preferred one first. */
function labelsOf(entity: Entity): readonly string[] {
  return [entity.name, ...aliasesOf(entity)];
}

/** The values of a property as texts. */
function valuesOf(entity: Entity, property: string): readonly string[] {
  return (ownValue(entity.properties, property) ?? []).map(valueText);
}

function aliasesOf({ aliases }: Entity): readonly string[] {
  return aliases.map(({ text }) => text);
}

/** Distinct texts of one list that the other lacks. */
function missingIn(texts: readonly string[], others: readonly string[]): readonly string[] {
  if (texts.length === 0) return [];
  const known = new Set(others);
  return [...new Set(texts)].filter((text) => !known.has(text));
}

export interface ComparedEntity {
  readonly id: string;
  readonly name: string;
}

/** One changed part of an entity. */
export interface EntityChange {
  readonly what: 'aliases' | 'description' | 'types' | 'property';
  /** Name of the property, if it is one. */
  readonly property?: string;
  /** Values in the old dataset only. */
  readonly removed: readonly string[];
  /** Values in the new dataset only. */
  readonly added: readonly string[];
}

interface ChangedEntity extends ComparedEntity {
  readonly changes: readonly EntityChange[];
}

/**
 * Probable succession of entities with ids in one dataset only: a new id, a merge, a split, or several into several. An
 * id may be on both sides: the entity that others were merged into or split off from.
 */
export interface Succession {
  readonly kind: 'renumbered' | 'merged' | 'split' | 'reorganised';
  readonly old: readonly ComparedEntity[];
  readonly new: readonly ComparedEntity[];
  readonly reasons: readonly string[];
}

interface ComparedDataset {
  readonly name: string;
  readonly entities: number;
}

export interface Comparison {
  readonly old: ComparedDataset;
  readonly new: ComparedDataset;
  /** Names of properties in one dataset only; they are not compared. */
  readonly properties: { readonly removed: readonly string[]; readonly added: readonly string[] };
  readonly added: readonly ComparedEntity[];
  readonly removed: readonly ComparedEntity[];
  readonly renamed: readonly { readonly id: string; readonly from: string; readonly to: string }[];
  readonly changed: readonly ChangedEntity[];
  readonly successions: readonly Succession[];
}
