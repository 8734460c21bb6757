import type { DatasetSnapshot } from '../../src/reconciliation/dataset-snapshot.js';
import type { ReconciliationQuery } from '../../src/reconciliation/reconciliation-query.js';
import { candidatesFor, makeSnapshot, type EntityDraft, type SnapshotDraft } from './make-snapshot.js';

/** A query over a small dataset in which one term of evidence decides how probable the first candidate is. */
export interface DecisiveCase {
  /** The term of the evidence table, or of the null candidate. */
  readonly term: string;
  readonly draft: SnapshotDraft;
  readonly text: string;
  readonly more?: Partial<ReconciliationQuery>;
  /** The first candidate. */
  readonly first: string;
  /** Its probability lies between these. */
  readonly between: readonly [number, number];
}

const TOWNS = ['Ashing', 'Bramber', 'Claywell', 'Dunlow', 'Elmford', 'Farnham', 'Gorsley', 'Holmby'];
const others = (of: (town: string, i: number) => Partial<EntityDraft> = () => ({})): readonly EntityDraft[] =>
  TOWNS.flatMap((town, i) =>
    ['', ' Magna', ' Parva', ' Regis'].map((part, k) => ({
      id: `${town}${String(k)}`,
      name: `${town}${part}`,
      ...of(town, 4 * i + k),
    })),
  );
const text = (value: string): { readonly kind: 'text'; readonly text: string } => ({ kind: 'text', text: value });
const inCountry = (country: string): Partial<EntityDraft> => ({ properties: { country: [text(country)] } });
const COUNTRIES = ['Norway', 'Portugal', 'Greece'];

const DECISIVE_CASES: readonly DecisiveCase[] = [
  {
    term: 'identified',
    draft: { entities: [{ id: 'Q517', name: 'Wexmoor Abbey' }, ...others()] },
    text: 'Q517',
    first: 'Q517',
    between: [0.995, 1],
  },
  {
    term: 'outsideType',
    draft: {
      types: [
        { id: 'town', name: 'Town', broader: [] },
        { id: 'river', name: 'River', broader: [] },
      ],
      entities: [{ id: 'w', name: 'Wexmoor', types: ['river'] }, ...others(() => ({ types: ['town'] }))],
    },
    text: 'Wexmoor',
    more: { types: ['town'], typeMode: 'should' },
    first: 'w',
    between: [0.15, 0.57],
  },
  {
    term: 'recordOtherwise',
    draft: {
      properties: [{ id: 'country', datatype: 'text' }],
      entities: [
        { id: 'w', name: 'Wexmoor', ...inCountry('Portugal') },
        ...others((_, i) => inCountry(COUNTRIES[i % 3] ?? '')),
      ],
    },
    text: 'Wexmoor, Greece',
    first: 'w',
    between: [0.15, 0.46],
  },
  {
    term: 'matchedInRecord',
    draft: {
      properties: [{ id: 'country', datatype: 'text' }],
      entities: [
        { id: 'w', name: 'Wexmoor Quay', ...inCountry('Portugal') },
        ...others((_, i) => inCountry(COUNTRIES[i % 3] ?? '')),
      ],
    },
    text: 'Wexmoor Harbour, Portugal',
    first: 'w',
    between: [0.6, 0.77],
  },
  {
    term: 'codeInName',
    draft: { entities: [{ id: 'w', name: 'Corded telephone KXTS108W black' }, ...others()] },
    text: 'Panasonic KX-TS108W handset',
    first: 'w',
    between: [0.76, 0.84],
  },
  {
    term: 'codeInProperty',
    draft: {
      properties: [{ id: 'model', datatype: 'text' }],
      entities: [
        { id: 'w', name: 'Corded telephone', properties: { model: [text('KX-TS108W')] } },
        ...others((_, i) => ({ properties: { model: [text(`GX-${String(400 + 7 * i)}B`)] } })),
      ],
    },
    text: 'Wall handset KX-TS108W',
    first: 'w',
    between: [0.44, 0.79],
  },
  {
    term: 'contradiction',
    draft: { entities: [{ id: 'w', name: 'Henry VII of Wexmoor' }, ...others()] },
    text: 'Henry VIII of Wexmoor',
    first: 'w',
    between: [0.01, 0.08],
  },
  {
    term: 'joined',
    draft: { entities: [{ id: 'w', name: 'Wexmoor Trennick Quay' }, ...others()] },
    text: 'Wex Moor Trennick',
    first: 'w',
    between: [0.96, 0.98],
  },
  {
    term: 'wholePart',
    draft: { entities: [{ id: 'w', name: 'Wexmoor Abbey' }, ...others()] },
    text: 'Library, Wexmoor Abbey, Trennick',
    first: 'w',
    between: [0.94, 0.97],
  },
  {
    term: 'unlike',
    draft: { entities: [{ id: 'w', name: 'Wexmoreland Abbey' }, ...others()] },
    text: 'Wexmorlund Abby',
    first: 'w',
    between: [0.82, 0.85],
  },
  {
    term: 'inName',
    draft: {
      entities: TOWNS.flatMap((town) =>
        COUNTRIES.map((country) => ({ id: `${town}/${country}`, name: `${town} (${country})` })),
      ),
    },
    text: 'Ashing',
    more: { properties: [{ property: 'state', values: ['Greece'] }] },
    first: 'Ashing/Greece',
    between: [0.81, 0.94],
  },
  {
    term: 'homonymsElsewhere',
    draft: {
      entities: [
        { id: 'w', name: 'Wexmoor', aliases: ['Wexmoor, Northland'] },
        ...Array.from({ length: 30 }, (_, i) => ({
          id: `k${String(i)}`,
          name: `Wexmoor ${TOWNS[i % 8] ?? ''} ${String.fromCharCode(97 + i)}x`,
        })),
        ...others(),
      ],
    },
    text: 'Wexmoor',
    first: 'w',
    between: [0.37, 0.74],
  },
  {
    term: 'separation',
    draft: {
      entities: [
        { id: 'w', name: 'Wexmoor Trennick' },
        ...others((town) => ({ aliases: [`${town} Vale`, `${town} Vale Upper`] })),
      ],
    },
    text: 'Wexmoor Trennick Quay',
    first: 'w',
    between: [0.78, 0.81],
  },
  {
    term: 'unknownWords',
    draft: { entities: [{ id: 'w', name: 'Wexmoor Trennick' }, ...others()] },
    text: 'Quarbottle Wexmoor Trennick',
    first: 'w',
    between: [0.82, 0.85],
  },
  {
    term: 'otherLetters',
    draft: { entities: [{ id: 'w', name: 'Wassily Kandinsky' }, ...others()] },
    text: 'Василий Кандинский',
    first: 'w',
    between: [0.94, 0.97],
  },
];

/** The datasets of the cases, built once. */
export function prepareDecisiveCases(): readonly (readonly [DecisiveCase, DatasetSnapshot])[] {
  return DECISIVE_CASES.map((one) => [one, makeSnapshot(one.draft)]);
}

/** The first candidate of a case, with its probability. */
export function answerOf(
  { text: name, more }: DecisiveCase,
  snapshot: DatasetSnapshot,
): { readonly id: string | undefined; readonly probability: number } {
  const [first] = candidatesFor(snapshot, name, more);
  return { id: first?.id, probability: Number(first?.features.find(({ id }) => id === 'probability')?.value) };
}
