import { beforeAll, describe, expect, it } from '@jest/globals';
import { deadlineAfter, NO_DEADLINE } from '../../src/foundation/deadline.js';
import type { CandidateIndex, RetrievalResult } from '../../src/search/candidate-index.js';
import { analyseLabel } from '../../src/text/analyse-label.js';
import type { ShortEntity } from '../support/search-fixture.js';

/** What every candidate index must do, whatever it is made of. Skips are listed with their reasons by the caller. */
export interface CandidateIndexContract {
  readonly name: string;
  readonly build: (entities: readonly ShortEntity[]) => CandidateIndex;
  /** Title of a test → why this implementation cannot pass it. */
  readonly skips: Readonly<Record<string, string>>;
}

const ENTITIES: readonly ShortEntity[] = [
  { name: 'Berlin', aliases: ['ベルリン', 'Берлин'], types: ['City'], prominence: 3_600_000 },
  { name: 'Bern', types: ['City'], prominence: 130_000 },
  { name: 'New York', aliases: ['New York City', 'NYC'], types: ['City'], prominence: 8_000_000 },
  { name: 'York', types: ['City'], prominence: 200_000 },
  { name: 'University of São Paulo', aliases: ['USP', 'Universidade de São Paulo'], types: ['University'] },
  { name: 'University of Berlin', types: ['University'] },
  { name: 'University of Bern', types: ['University'] },
  { name: 'Massachusetts Institute of Technology', types: ['University'] },
  { name: 'Москва', types: ['City'], prominence: 12_000_000 },
  { name: '東京大学', types: ['University'] },
  { name: 'Bach, Johann Sebastian', types: ['Person'] },
  { name: 'Marie Curie', types: ['Person'] },
  { name: 'Maria Garcia', types: ['Person'] },
  { name: 'Springfield', types: ['City'], prominence: 150_000 },
  { name: 'Springfield', types: ['City'], prominence: 60_000 },
  { name: 'Springfield', types: ['Band'] },
  { name: "St. Mary's Church", types: ['Building'] },
  { name: 'Saint Petersburg', types: ['City'], prominence: 5_000_000 },
  { name: 'NATO', types: ['Organisation'] },
  { name: 'C++', types: ['Language'] },
  { name: 'Świętochłowice', types: ['City'] },
];

/** Query → the name that must be among the first three rows. */
const FINDS: readonly (readonly [why: string, query: string, name: string])[] = [
  ['an equal name', 'Marie Curie', 'Marie Curie'],
  ['another case and no accents', 'SWIETOCHLOWICE', 'Świętochłowice'],
  ['an alias', 'New York City', 'New York'],
  ['a letter left out', 'Berln', 'Berlin'],
  ['letters swapped', 'Marie Cuire', 'Marie Curie'],
  ['two typos in a long word', 'Masachusets Institute of Technology', 'Massachusetts Institute of Technology'],
  ['a word misspelt beyond two letters', 'Swientohlovitse', 'Świętochłowice'],
  ['a misspelt word beside words of other names', 'Maria Kjurie', 'Marie Curie'],
  ['words in another order', 'Johann Sebastian Bach', 'Bach, Johann Sebastian'],
  ['a word left out', 'Johann Bach', 'Bach, Johann Sebastian'],
  ['initials', 'J. S. Bach', 'Bach, Johann Sebastian'],
  ['an abbreviation', 'Univ. of Sao Paulo', 'University of São Paulo'],
  ['a cut name', 'Massachusetts Institute of Techn', 'Massachusetts Institute of Technology'],
  ['words joined', 'NewYork', 'New York'],
  ['a word split', 'Spring field', 'Springfield'],
  ['words added', 'The city of Springfield (IL)', 'Springfield'],
  [
    'a sentence around the name',
    'Department of Physics, University of São Paulo, São Paulo, Brazil',
    'University of São Paulo',
  ],
  ['another script in the query', 'Берлин', 'Berlin'],
  ['another script in the data', 'Moskva', 'Москва'],
  ['a part of a name without spaces', '東京大', '東京大学'],
  ['its acronym', 'M.I.T.', 'Massachusetts Institute of Technology'],
  ['the name behind an acronym in the data', 'North Atlantic Treaty Organization', 'NATO'],
  ['signs that belong to the name', 'c++', 'C++'],
];

const TEXTS = [
  'Berlin',
  'berln',
  'University of',
  'york',
  'Springfield',
  'Bach',
  'Москва',
  '東京',
  'zzzz',
  'S',
  'The',
  '!!!',
  ...FINDS.map(([, query]) => query),
];

export function candidateIndexContract({ name, build, skips }: CandidateIndexContract): void {
  describe(`candidate index: ${name}`, () => {
    let index: CandidateIndex;
    beforeAll(() => {
      index = build(ENTITIES);
    });
    const retrieve = (text: string, wanted = 10, accepts?: (entity: number) => boolean): RetrievalResult =>
      index.retrieve({
        label: analyseLabel(text),
        wanted,
        deadline: NO_DEADLINE,
        ...(accepts === undefined ? {} : { accepts }),
      });
    const test = (title: string, run: () => void): void => {
      if (skips[title] === undefined) it(title, run);
      else it.skip(`${title} (skipped: ${skips[title]})`, run);
    };

    for (const [why, query, wantedName] of FINDS) {
      test(`finds a name by ${why}: ${query}`, () => {
        const first = retrieve(query).labels.slice(0, 3);
        expect(first.map((label) => ENTITIES[label.entity]?.name)).toContain(wantedName);
      });
    }

    test('an equal name comes first with selection 1, and nothing else has 1', () => {
      for (const text of ['Berlin', 'Marie Curie', 'NYC', 'C++']) {
        const { labels } = retrieve(text);
        const folded = analyseLabel(text).folded;
        expect(
          labels.filter((label) => label.selection === 1).map((label) => index.labels.foldedOf(label.row)),
        ).toEqual([folded]);
        expect(labels[0]?.selection).toBe(1);
      }
    });

    test('every entity with the very name comes', () => {
      const rows = retrieve('springfield').labels.filter((label) => label.selection === 1);
      expect(rows.map((label) => label.entity)).toEqual([13, 14, 15]);
    });

    test('rows are in order of selection, then of row, each once, selection between 0 and 1', () => {
      for (const text of TEXTS) {
        const { labels } = retrieve(text);
        expect(new Set(labels.map((label) => label.row)).size).toBe(labels.length);
        for (const [place, label] of labels.entries()) {
          expect(label.selection).toBeGreaterThan(0);
          expect(label.selection).toBeLessThanOrEqual(1);
          expect(index.labels.entityOf(label.row)).toBe(label.entity);
          const before = labels[place - 1];
          if (before === undefined) continue;
          expect(
            before.selection > label.selection || (before.selection === label.selection && before.row < label.row),
          ).toBe(true);
        }
      }
    });

    test('answers the same to the same question, whatever was asked in between', () => {
      const first = TEXTS.map((text) => retrieve(text).labels);
      const again = [...TEXTS].reverse().map((text) => retrieve(text).labels);
      expect(again.reverse()).toEqual(first);
    });

    test('a filter leaves out what it refuses and loses nothing of the rest', () => {
      for (const type of ['City', 'University', 'Person', 'Band']) {
        const accepts = (entity: number): boolean => ENTITIES[entity]?.types?.includes(type) === true;
        for (const text of TEXTS) {
          const filtered = retrieve(text, 10, accepts).labels.map((label) => label.row);
          expect(filtered.every((row) => accepts(index.labels.entityOf(row)))).toBe(true);
          const all = retrieve(text, 100)
            .labels.filter((label) => accepts(label.entity))
            .slice(0, 10);
          expect(filtered).toEqual(expect.arrayContaining(all.map((label) => label.row)));
        }
      }
    });

    test('a filter that refuses everything gives nothing', () => {
      expect(retrieve('Berlin', 10, () => false).labels).toEqual([]);
    });

    test('blank text finds nothing', () => {
      expect(retrieve('  ').labels).toEqual([]);
    });

    test('a text that resembles nothing does no harm', () => {
      expect(() => retrieve('qqqqqqqq wwwwwwww')).not.toThrow();
    });

    test('an endless text is answered', () => {
      expect(retrieve('Berlin '.repeat(500)).labels.length).toBeGreaterThan(0);
    });

    test('an expired deadline lowers the effort, says so, and still finds equal names', () => {
      const expired = deadlineAfter(0, () => 0);
      const exact = index.retrieve({ label: analyseLabel('Marie Curie'), wanted: 10, deadline: expired });
      expect(exact.labels[0]?.selection).toBe(1);
      const typo = index.retrieve({ label: analyseLabel('Mraie Xurie'), wanted: 10, deadline: expired });
      expect(typo.statistics.effortLowered).toBe(true);
    });

    test('an index without entities finds nothing', () => {
      const empty = build([]);
      expect(empty.retrieve({ label: analyseLabel('Berlin'), wanted: 10, deadline: NO_DEADLINE }).labels).toEqual([]);
    });
  });
}
