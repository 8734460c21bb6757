import { resolveProperty, type Dataset } from '../entities/dataset.js';
import type { QuestionRow } from '../questions/open-questions.js';
import { readQuestion } from '../questions/read-question.js';
import type { RunRecord, TableRow } from './run-record.js';

/** What a row of a run asks of the dataset, by what its columns mean. */
export function runQuestion(
  { columns, headings }: RunRecord,
  { cells, line }: TableRow,
  dataset: Dataset,
): QuestionRow {
  const { query, type, properties, point, inNames } = columns;
  const known = properties.flatMap(({ column, property: id }) => {
    const property = resolveProperty(dataset, id);
    return property === undefined ? [] : [{ column, property }];
  });
  const place = point === undefined ? undefined : resolveProperty(dataset, point.property);
  const understood = {
    type,
    point: point === undefined || place === undefined ? undefined : { ...point, property: place },
    properties: known,
    pairs: undefined,
    inNames: inNames.map((column) => ({ column, heading: headings[column] ?? '' })),
    alignments: [],
    ignored: [],
  };
  return { cells, line, ...readQuestion(cells, query, understood) };
}
