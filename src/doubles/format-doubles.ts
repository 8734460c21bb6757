import type { EntityStore } from '../entities/entity-store.js';
import { amountOf } from '../foundation/amount-of.js';
import type { Double, DoubleGroup } from './double.js';
import type { DoublesFound } from './find-doubles.js';

const PAIRS_SHOWN = 5;

/** The first groups for people: the records of each, and below why they are probably one thing. Ends in a line break, or is empty. */
export function formatGroups(groups: readonly DoubleGroup[], entities: EntityStore, shown: number): string {
  const blocks = groups.slice(0, shown).map((group, i) => formatGroup(group, entities, i + 1));
  const more = groups.length - blocks.length;
  return [...blocks, ...(more > 0 && shown > 0 ? [`… and ${amountOf(more, 'group')} more\n`] : [])].join('\n');
}

function formatGroup({ entities: members, doubles }: DoubleGroup, entities: EntityStore, number: number): string {
  const [only] = doubles;
  const isPair = only !== undefined && doubles.length === 1;
  // The reasons of a pair speak of its first name.
  const records = isPair ? [only.first, only.second] : members;
  const before = `${String(number)}. `;
  const indent = ' '.repeat(before.length);
  const lines = records.map((entity, i) => `${i === 0 ? before : indent}${entities.idOf(entity)}  ${entities.nameOf(entity)}`);
  const pairs = doubles.slice(0, PAIRS_SHOWN).map((double) => `${indent}  ${isPair ? '' : `${entities.idOf(double.first)} = ${entities.idOf(double.second)}  `}${whyOf(double)}`);
  return `${[...lines, ...pairs, ...(doubles.length > PAIRS_SHOWN ? [`${indent}  …`] : [])].join('\n')}\n`;
}

function whyOf({ probability, sameName, reasons }: Double): string {
  const [name, ...others] = reasons;
  return `${probability.toFixed(3)}  ${[sameName && name === 'equal' ? 'the same name' : name, ...others].join('; ')}`;
}

/** What came of it in a few sentences, one a line. */
export function summariseDoubles({ groups, asked, failed, shared, least }: DoublesFound, entities: EntityStore): string {
  const doubles = groups.flatMap((group) => group.doubles);
  const sameName = doubles.filter((double) => double.sameName).length;
  const of = asked < entities.size ? ` of ${entities.size.toLocaleString('en')}` : '';
  const found =
    doubles.length === 0
      ? `no two are probably one thing (none reached a probability of ${least.toFixed(2)}).`
      : `${amountOf(doubles.length, 'pair')} that ${doubles.length === 1 ? 'is' : 'are'} probably one thing (probability ${least.toFixed(2)} or more), in ${amountOf(groups.length, 'group')}; ${sameName.toLocaleString('en')} with exactly the same name.`;
  return [
    `${amountOf(asked, 'entity', 'entities')}${of} asked for: ${found}\n`,
    ...(shared === 0 ? [] : [`${amountOf(shared, 'entity has a name', 'entities have names')} that so many share that nothing tells which of them are one; they were asked for all the same, but not compared with their namesakes.\n`]),
    ...(failed === 0 ? [] : [`${amountOf(failed, 'entity', 'entities')} could not be asked for.\n`]),
  ].join('');
}
