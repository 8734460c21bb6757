import { SameasError } from '../../foundation/sameas-error.js';
import { cellText, isBlank } from '../grid/cell-value.js';
import { findColumn } from '../grid/column-model.js';
import { readGroups, type Grid } from '../grid/grid.js';
import { json, ok, type CommandHandler } from './command-call.js';
import { requestedProject } from './project-context.js';

/** Sampled values of the column, and candidates of each. */
const SAMPLE = 10;
const CANDIDATES = 3;

/**
 * `guess-types-of-column`: types of a service's candidates for the first values of a column. Each candidate adds to its
 * type's score, higher ones more; the best comes first.
 */
export const guessTypesOfColumn: CommandHandler = async (call) => {
  const { parameters, tools } = call;
  const grid = requestedProject(call).grid();
  const column = findColumn(grid.model, parameters.text('columnName') ?? '');
  if (column === undefined) return json({ code: 'error', status: 'error', message: 'No such column' });
  if (tools.reconciliation === undefined)
    throw new SameasError('url-access-off', 'Reconciling is not possible here: no service is connected.');
  const service = await tools.reconciliation.service(parameters.required('service'));
  const answers = await service.reconcile(
    firstTexts(grid, column.cellIndex).map((query) => ({ query, limit: CANDIDATES, properties: [] })),
  );
  const types = new Map<string, { count: number; score: number }>();
  for (const answer of answers) {
    if ('error' in answer)
      throw new SameasError('service-unreachable', `The service could not answer: ${answer.error}`);
    answer.candidates.slice(0, CANDIDATES).forEach(({ types: ids }, rank) => {
      for (const id of ids) {
        const type = types.get(id) ?? { count: 0, score: 0 };
        types.set(id, { count: type.count + 1, score: type.score + 1 / (1 + rank) });
      }
    });
  }
  const sorted = [...types].sort(([, one], [, other]) => other.score - one.score || other.count - one.count);
  return ok({ types: sorted.map(([id, { count, score }]) => ({ id, name: id, count, score })) });
};

function firstTexts(grid: Grid, cellIndex: number): readonly string[] {
  const texts = new Set<string>();
  for (const reader of readGroups(grid)) {
    const chunk = reader.chunk(cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const value = chunk.value(position);
      if (isBlank(value)) continue;
      texts.add(cellText(value));
      if (texts.size === SAMPLE) return [...texts];
    }
  }
  return [...texts];
}
