import { z } from 'zod';
import { sentence } from '../../../foundation/message.js';
import { cellText, isEmpty, type Cell } from '../../grid/cell-value.js';
import { withColumn, cellsOfGroup } from '../../grid/grid-writer.js';
import { readGroups, type Grid } from '../../grid/grid.js';
import type { Recon } from '../../grid/recon.js';
import { requireRows } from '../../browsing/select-rows.js';
import {
  type OperationDefinition,
  columnsOfEngine,
  defineOperation,
  engineConfigMember,
  invalidOperation,
  requireColumn,
  columnMembers,
  usesColumn,
} from '../operation.js';
import {
  candidateMember,
  changeRecons,
  matchedTo,
  newRecon,
  sourceOf,
  withReconStats,
  type ReconSource,
} from './change-recons.js';

/* Judgments on many cells at once. */

const source = {
  service: z.string().nullish(),
  identifierSpace: z.string().nullish(),
  schemaSpace: z.string().nullish(),
};

/** One new recon for each old one, so that cells that shared one go on sharing. */
function onceEach(make: (recon: Recon) => Recon): (recon: Recon) => Recon {
  const made = new Map<number, Recon>();
  return (recon) => {
    let replacement = made.get(recon.id);
    if (replacement === undefined) made.set(recon.id, (replacement = make(recon)));
    return replacement;
  };
}

const reconMatchBestCandidates = defineOperation({
  id: 'core/recon-match-best-candidates',
  does: 'Matches each cell to its best candidate.',
  schema: z.object(columnMembers),
  columns: usesColumn,
  plan: (members, context) => {
    const match = onceEach((recon) => {
      const [best] = recon.candidates;
      return best === undefined ? recon : matchedTo(recon, best, context.historyEntryId, 'mass');
    });
    const { grid, changed } = changeRecons(context, members, ({ cell: { recon } }) =>
      recon === null || recon.candidates.length === 0 ? undefined : match(recon),
    );
    return {
      grid,
      description: sentence('Match each of {n} cells to its best candidate in column {column}', {
        n: changed,
        column: members.columnName,
      }),
    };
  },
});

const reconMarkNewTopics = defineOperation({
  id: 'core/recon-mark-new-topics',
  does: 'Says that cells mean something that the service does not have.',
  schema: z.object({ ...columnMembers, ...source, shareNewTopics: z.boolean().default(false) }),
  columns: usesColumn,
  plan: (members, context) => {
    const origin = originOf(members, sourceOf(requireColumn(context.bound.grid, members.columnName)));
    const shared = new Map<string, Recon>();
    // A new item of several cells is no candidate; that of one cell keeps the answer of the service.
    const markNew = (before: Recon | null): Recon => ({
      ...(before ?? newRecon(origin, context.historyEntryId)),
      id: newRecon(origin, context.historyEntryId).id,
      judgment: 'new',
      judgmentAction: 'mass',
      judgmentHistoryEntry: context.historyEntryId,
      judgmentBatchSize: 0,
      match: null,
      matchRank: -1,
    });
    const { grid, changed } = changeRecons(context, members, ({ cell, value }) => {
      if (!members.shareNewTopics) return markNew(cell.recon);
      const text = cellText(value);
      let recon = shared.get(text);
      if (recon === undefined) shared.set(text, (recon = markNew(null)));
      return recon;
    });
    return {
      grid,
      description: members.shareNewTopics
        ? sentence(
            'Mark to create new items for {n} cells in column {column}, one item for each group of similar cells',
            { n: changed, column: members.columnName },
          )
        : sentence('Mark to create new items for {n} cells in column {column}, one item for each cell', {
            n: changed,
            column: members.columnName,
          }),
    };
  },
});

const reconDiscardJudgments = defineOperation({
  id: 'core/recon-discard-judgments',
  does: 'Takes judgments back, with `clearData` the candidates too.',
  schema: z.object({ ...columnMembers, clearData: z.boolean().default(false) }),
  columns: usesColumn,
  plan: (members, context) => {
    const discard = onceEach((recon) => withoutJudgment(recon, context.historyEntryId));
    const { grid, changed } = changeRecons(context, members, ({ cell: { recon } }) => {
      if (recon === null) return undefined;
      return members.clearData ? null : discard(recon);
    });
    const cells = { n: changed, column: members.columnName };
    return {
      grid,
      description: members.clearData
        ? sentence('Discard recon judgments and clear recon data for {n} cells in column {column}', cells)
        : sentence('Discard recon judgments for {n} cells in column {column}', cells),
    };
  },
});

/** One judgment for every cell of the same text. */
const reconJudgeSimilarCells = defineOperation({
  id: 'core/recon-judge-similar-cells',
  does: 'Gives one judgment to every cell of the same text.',
  schema: z.object({
    ...columnMembers,
    similarValue: z.string({ error: 'Missing similar value' }),
    judgment: z.enum(['none', 'matched', 'new']),
    match: candidateMember.nullish(),
    shareNewTopics: z.boolean().default(false),
  }),
  check: ({ judgment, match }) => {
    if (judgment === 'matched' && match == null) throw invalidOperation('Missing match');
  },
  columns: usesColumn,
  plan: (members, context) => {
    const { similarValue, judgment, match, shareNewTopics, columnName } = members;
    const origin = sourceOf(requireColumn(context.bound.grid, columnName));
    let shared: Recon | undefined;
    const isShared = judgment !== 'new' || shareNewTopics;
    const judge = (recon: Recon | null): Recon => {
      const from = recon ?? newRecon(origin, context.historyEntryId);
      if (judgment === 'matched' && match != null) return matchedTo(from, match, context.historyEntryId, 'similar');
      const without = { ...withoutJudgment(from, context.historyEntryId), judgmentAction: 'similar' };
      // A new item for each cell keeps the batch size of its candidates.
      if (judgment === 'new') return { ...without, judgment, judgmentBatchSize: isShared ? 0 : from.judgmentBatchSize };
      return without;
    };
    const { grid, changed } = changeRecons(context, members, ({ cell, value }) => {
      // A cell without reconciliation has nothing to be judged, but may become one new item with others.
      if (cellText(value) !== similarValue || (cell.recon === null && !(judgment === 'new' && shareNewTopics)))
        return undefined;
      return isShared ? (shared ??= judge(judgment === 'new' ? null : cell.recon)) : judge(cell.recon);
    });
    const cells = { n: changed, value: similarValue, column: columnName };
    const description =
      judgment === 'matched'
        ? sentence('Match item {name} ({id}) for {n} cells containing "{value}" in column {column}', {
            name: match?.name ?? '',
            id: match?.id ?? '',
            ...cells,
          })
        : judgment === 'none'
          ? sentence('Discard recon judgments for {n} cells containing "{value}" in column {column}', cells)
          : shareNewTopics
            ? sentence(
                'Mark to create one single new item for {n} cells containing "{value}" in column {column}',
                cells,
              )
            : sentence(
                'Mark to create one new item for each of {n} cells containing "{value}" in column {column}',
                cells,
              );
    return { grid, description };
  },
});

const reconMatchSpecificTopic = defineOperation({
  id: 'core/recon-match-specific-topic-to-cells',
  does: 'Matches cells to one entity.',
  schema: z.object({
    ...columnMembers,
    match: candidateMember,
    identifierSpace: z.string().nullish(),
    schemaSpace: z.string().nullish(),
  }),
  columns: usesColumn,
  plan: (members, context) => {
    const origin = originOf(members, sourceOf(requireColumn(context.bound.grid, members.columnName)));
    // A person's judgment is certain, whatever score a recipe brings along.
    const entity = { ...members.match, score: 100 };
    const match = onceEach((recon) => ({ ...matchedTo(recon, entity, context.historyEntryId, 'mass'), matchRank: -1 }));
    const fresh = newRecon(origin, context.historyEntryId);
    const { grid, changed } = changeRecons(context, members, ({ cell: { recon } }) => match(recon ?? fresh));
    return {
      grid,
      description: sentence('Match specific item {name} ({id}) to {n} cells in column {column}', {
        name: members.match.name,
        id: members.match.id,
        n: changed,
        column: members.columnName,
      }),
    };
  },
});

const reconClearSimilarCells = defineOperation({
  id: 'core/recon-clear-similar-cells',
  does: 'Takes candidates and judgments from every cell of the same text.',
  schema: z.object({ ...columnMembers, similarValue: z.string({ error: 'Missing similar value' }) }),
  columns: usesColumn,
  plan: (members, context) => {
    const { grid, changed } = changeRecons(context, members, ({ cell: { recon }, value }) =>
      recon !== null && cellText(value) === members.similarValue ? null : undefined,
    );
    return {
      grid,
      description: sentence('Clear recon data for {n} cells containing "{value}" in column {column}', {
        n: changed,
        value: members.similarValue,
        column: members.columnName,
      }),
    };
  },
});

/** Takes the cells' values for identifiers of a service, without a request. */
const reconUseValuesAsIdentifiers = defineOperation({
  id: 'core/recon-use-values-as-identifiers',
  does: 'Takes the values of a column for identifiers, without asking the service.',
  schema: z.object({ ...columnMembers, ...source }),
  columns: usesColumn,
  plan: (members, context) => {
    const origin = originOf(members, sourceOf(requireColumn(context.bound.grid, members.columnName)));
    const made = new Map<string, Recon>();
    const reconConfig = { mode: 'standard-service', ...origin, autoMatch: true, columnDetails: [] };
    const { grid, changed } = changeRecons(context, { ...members, reconConfig }, ({ value }) => {
      const text = cellText(value).trim();
      const id =
        origin.identifierSpace !== '' && text.startsWith(origin.identifierSpace)
          ? text.slice(origin.identifierSpace.length)
          : text;
      let recon = made.get(id);
      if (recon === undefined) {
        const candidate = { id, name: id, types: [], score: 100 };
        made.set(
          id,
          (recon = {
            ...matchedTo(
              { ...newRecon(origin, context.historyEntryId), candidates: [candidate] },
              candidate,
              context.historyEntryId,
              'mass',
            ),
            judgmentBatchSize: 1,
            matchRank: -1,
          }),
        );
      }
      return recon;
    });
    return {
      grid,
      description: sentence('Use values as reconciliation identifiers for {n} cells in column {column}', {
        n: changed,
        column: members.columnName,
      }),
    };
  },
});

/** Copies judgments of one column to cells of the same text in others. */
const reconCopyAcrossColumns = defineOperation({
  id: 'core/recon-copy-across-columns',
  does: 'Copies judgments to cells of the same text in other columns.',
  schema: z.object({
    engineConfig: engineConfigMember,
    fromColumnName: z.string({ error: 'Missing column name' }),
    toColumnNames: z.array(z.string(), { error: 'Missing column names' }),
    judgments: z.array(z.enum(['none', 'matched', 'new'])).default([]),
    applyToJudgedCells: z.boolean().default(false),
  }),
  columns: ({ fromColumnName, toColumnNames, engineConfig }) => ({
    needs: [fromColumnName, ...toColumnNames, ...columnsOfEngine(engineConfig)],
    creates: [],
    removes: [],
  }),
  plan: ({ engineConfig, fromColumnName, toColumnNames, judgments, applyToJudgedCells }, context) => {
    const selection = requireRows(engineConfig, context);
    let { grid } = context.bound;
    const from = requireColumn(grid, fromColumnName);
    const reconOfText = judgedTexts(
      grid,
      from.cellIndex,
      (recon, row) => selection.has(row) && judgments.includes(recon.judgment),
    );
    let changed = 0;
    for (const name of toColumnNames) {
      const { cellIndex } = requireColumn(grid, name);
      grid = withColumn(grid, grid.model, cellIndex, context.writer, (group, firstRow) => {
        const changedBefore = changed;
        const cells = cellsOfGroup(group, cellIndex).map((cell, position): Cell | null => {
          if (cell === null || isEmpty(cell.value) || !selection.has(firstRow + position)) return cell;
          const recon = reconOfText.get(cellText(cell.value));
          if (recon === undefined || (!applyToJudgedCells && cell.recon !== null && cell.recon.judgment !== 'none'))
            return cell;
          changed += 1;
          return { value: cell.value, recon };
        });
        return changed === changedBefore ? 'unchanged' : cells;
      });
      grid = withReconStats(grid, cellIndex, from.reconConfig);
    }
    return {
      grid,
      description: sentence('Copy {n} recon judgments from column {column} to {columns}', {
        n: changed,
        column: fromColumnName,
        columns: toColumnNames.join(', '),
      }),
    };
  },
});

/** The first recon of each text in a column, of those that count. */
function judgedTexts(
  grid: Grid,
  cellIndex: number,
  counts: (recon: Recon, rowIndex: number) => boolean,
): ReadonlyMap<string, Recon> {
  const reconOfText = new Map<string, Recon>();
  for (const { group, firstRow } of readGroups(grid))
    cellsOfGroup(group, cellIndex).forEach((cell, position) => {
      if (cell?.recon == null || isEmpty(cell.value) || !counts(cell.recon, firstRow + position)) return;
      const text = cellText(cell.value);
      if (!reconOfText.has(text)) reconOfText.set(text, cell.recon);
    });
  return reconOfText;
}

function withoutJudgment(recon: Recon, historyEntryId: number): Recon {
  return {
    ...recon,
    id: newRecon(recon, historyEntryId).id,
    judgment: 'none',
    judgmentAction: 'mass',
    judgmentHistoryEntry: historyEntryId,
    judgmentBatchSize: 0,
    match: null,
    matchRank: -1,
  };
}

function originOf(
  given: Partial<Readonly<Record<keyof ReconSource, string | null | undefined>>>,
  ofColumn: ReconSource,
): ReconSource {
  return {
    service: given.service ?? ofColumn.service,
    identifierSpace: given.identifierSpace ?? ofColumn.identifierSpace,
    schemaSpace: given.schemaSpace ?? ofColumn.schemaSpace,
  };
}

/** Operations that judge many cells at once. */
export const JUDGING_OPERATIONS: readonly OperationDefinition[] = [
  reconMatchBestCandidates,
  reconMarkNewTopics,
  reconDiscardJudgments,
  reconJudgeSimilarCells,
  reconMatchSpecificTopic,
  reconClearSimilarCells,
  reconUseValuesAsIdentifiers,
  reconCopyAcrossColumns,
];
