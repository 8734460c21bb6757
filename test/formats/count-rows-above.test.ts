import { describe, expect, it } from '@jest/globals';
import { countRowsAbove } from '../../src/formats/delimited/detect-header.js';

const none = (): boolean => false;
const readings = Array.from({ length: 20 }, (_, i) => [
  `Gauge ${String.fromCharCode(65 + i)}`,
  'Elbe',
  String(i * 3),
  `${String(i)}.5`,
]);
const HEADINGS = ['Gauge', 'Water', 'Level in cm', 'Change'];

describe('notes above a table', () => {
  it.each([
    ['a note in one cell', [['Levels of this week']]],
    [
      'notes with a gap, and a note of two cells',
      [['Levels of this week', '', '', ''], ['Office', 'Magdeburg'], ['', 'as of', '', ''], ['provisional']],
    ],
  ])('are passed over by what stands under the headings: %s', (_, notes) => {
    expect(countRowsAbove([...notes, HEADINGS, ...readings], none)).toBe(notes.length);
  });

  it.each([
    ['the first row fills as many cells', [HEADINGS, ...readings]],
    ['headings have gaps, and data follow', [['Gauge', 'Water', '', ''], ...readings]],
    [
      'no figures stand under the words',
      [['Note', 'two'], ['a', 'b', 'c', 'd'], ...readings.map(() => ['w', 'x', 'y', 'z'])],
    ],
    ['a heading would come twice', [['Note', 'two'], ['Gauge', 'Level', 'Level', 'Change'], ...readings]],
  ])('are not seen where %s', (_, rows) => {
    expect(countRowsAbove(rows, none)).toBe(0);
  });
});
