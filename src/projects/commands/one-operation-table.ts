import { requestedEngine } from './command-call.js';
import type { CommandParameters } from './command-parameters.js';

/** Kinds of members of an operation. `name|other`: either name of the parameter. */
type MemberKind = 'text' | 'integer' | 'boolean' | 'json' | 'onError' | 'rows';

interface OneOperation {
  readonly op: string;
  readonly members: Readonly<Record<string, MemberKind>>;
}

const column = { columnName: 'text' } as const;
const split = { mode: 'text', separator: 'text', regex: 'boolean', fieldLengths: 'json' } as const;
const spaces = { service: 'text', identifierSpace: 'text', schemaSpace: 'text' } as const;

/** Commands that run one operation each, with the parameters of its members. Every one of them also takes `engine`. */
export const ONE_OPERATION_TABLE = {
  'text-transform': {
    op: 'core/text-transform',
    members: { ...column, expression: 'text', onError: 'onError', repeat: 'boolean', repeatCount: 'integer' },
  },
  'mass-edit': { op: 'core/mass-edit', members: { ...column, expression: 'text', edits: 'json' } },
  'add-column': {
    op: 'core/column-addition',
    members: {
      baseColumnName: 'text',
      newColumnName: 'text',
      expression: 'text',
      columnInsertIndex: 'integer',
      onError: 'onError',
    },
  },
  'add-column-by-fetching-urls': {
    op: 'core/column-addition-by-fetching-urls',
    members: {
      baseColumnName: 'text',
      urlExpression: 'text',
      newColumnName: 'text',
      columnInsertIndex: 'integer',
      delay: 'integer',
      onError: 'onError',
      cacheResponses: 'boolean',
      'httpHeadersJson|httpHeaders': 'json',
    },
  },
  'remove-column': { op: 'core/column-removal', members: column },
  'rename-column': { op: 'core/column-rename', members: { oldColumnName: 'text', newColumnName: 'text' } },
  'move-column': { op: 'core/column-move', members: { ...column, index: 'integer' } },
  'split-column': {
    op: 'core/column-split',
    members: { ...column, ...split, guessCellType: 'boolean', removeOriginalColumn: 'boolean', maxColumns: 'integer' },
  },
  'reorder-columns': { op: 'core/column-reorder', members: { columnNames: 'json', isPureReorder: 'boolean' } },
  'fill-down': { op: 'core/fill-down', members: column },
  'blank-down': { op: 'core/blank-down', members: column },
  'join-multi-value-cells': {
    op: 'core/multivalued-cell-join',
    members: { ...column, keyColumnName: 'text', separator: 'text' },
  },
  'split-multi-value-cells': {
    op: 'core/multivalued-cell-split',
    members: { ...column, ...split, keyColumnName: 'text' },
  },
  'transpose-columns-into-rows': {
    op: 'core/transpose-columns-into-rows',
    members: {
      startColumnName: 'text',
      columnCount: 'integer',
      ignoreBlankCells: 'boolean',
      fillDown: 'boolean',
      combinedColumnName: 'text',
      prependColumnName: 'boolean',
      separator: 'text',
      keyColumnName: 'text',
      valueColumnName: 'text',
    },
  },
  'transpose-rows-into-columns': {
    op: 'core/transpose-rows-into-columns',
    members: { ...column, rowCount: 'integer' },
  },
  'key-value-columnize': {
    op: 'core/key-value-columnize',
    members: { keyColumnName: 'text', valueColumnName: 'text', noteColumnName: 'text' },
  },
  'remove-rows': { op: 'core/row-removal', members: {} },
  'keep-matching-rows': { op: 'core/row-keep-matched', members: {} },
  'reorder-rows': { op: 'core/row-reorder', members: { mode: 'text', sorting: 'json' } },
  'remove-duplicate-rows': { op: 'core/row-duplicate-removal', members: { criteria: 'json' } },
  'add-rows': { op: 'core/row-addition', members: { 'addedRows|rows': 'rows', index: 'integer' } },
  reconcile: { op: 'core/recon', members: { ...column, config: 'json' } },
  'recon-match-best-candidates': { op: 'core/recon-match-best-candidates', members: column },
  'recon-mark-new-topics': {
    op: 'core/recon-mark-new-topics',
    members: { ...column, ...spaces, shareNewTopics: 'boolean' },
  },
  'recon-discard-judgments': { op: 'core/recon-discard-judgments', members: { ...column, clearData: 'boolean' } },
  'recon-judge-similar-cells': {
    op: 'core/recon-judge-similar-cells',
    members: { ...column, ...spaces, similarValue: 'text', judgment: 'text', match: 'json', shareNewTopics: 'boolean' },
  },
  'recon-match-specific-topic-to-cells': {
    op: 'core/recon-match-specific-topic-to-cells',
    members: { ...column, match: 'json', identifierSpace: 'text', schemaSpace: 'text' },
  },
  'recon-clear-similar-cells': { op: 'core/recon-clear-similar-cells', members: { ...column, similarValue: 'text' } },
  'recon-use-values-as-identifiers': { op: 'core/recon-use-values-as-identifiers', members: { ...column, ...spaces } },
  'recon-copy-across-columns': {
    op: 'core/recon-copy-across-columns',
    members: {
      fromColumnName: 'text',
      'toColumnNames|toColumnName': 'json',
      'judgments|judgment': 'json',
      applyToJudgedCells: 'boolean',
    },
  },
  'extend-data': {
    op: 'core/extend-reconciled-data',
    members: {
      baseColumnName: 'text',
      endpoint: 'text',
      identifierSpace: 'text',
      schemaSpace: 'text',
      extension: 'json',
      columnInsertIndex: 'integer',
    },
  },
} as const satisfies Readonly<Record<string, OneOperation>>;

/** `annotate-rows` is one of two operations, by its parameter. */
export type OneOperationCommand = keyof typeof ONE_OPERATION_TABLE | 'annotate-rows';

export const ONE_OPERATION_NAMES: readonly OneOperationCommand[] = [
  ...(Object.keys(ONE_OPERATION_TABLE) as (keyof typeof ONE_OPERATION_TABLE)[]), // its own keys
  'annotate-rows',
];

/** The operation of a command with these parameters, as in a recipe. Throws `parameter-invalid` for invalid JSON. */
export function operationOfCommand(
  command: OneOperationCommand,
  parameters: CommandParameters,
): Readonly<Record<string, unknown>> {
  const engineConfig = requestedEngine(parameters);
  if (command === 'annotate-rows') {
    return parameters.has('flagged')
      ? { op: 'core/row-flag', flagged: parameters.flag('flagged'), engineConfig }
      : { op: 'core/row-star', starred: parameters.flag('starred'), engineConfig };
  }
  const { op, members }: OneOperation = ONE_OPERATION_TABLE[command];
  const operation: Record<string, unknown> = { op, engineConfig };
  for (const [names, kind] of Object.entries(members)) {
    const [member = '', ...others] = names.split('|');
    const name = [member, ...others].find(
      (one) => (parameters.text(one) ?? '') !== '' || (kind === 'text' && parameters.has(one)),
    );
    if (kind === 'onError') operation[member] = onErrorOf(parameters.text(member));
    else if (name !== undefined) operation[member] = valueOf(name, kind, parameters);
  }
  return operation;
}

function valueOf(name: string, kind: Exclude<MemberKind, 'onError'>, parameters: CommandParameters): unknown {
  switch (kind) {
    case 'text':
      return parameters.text(name);
    case 'integer':
      return parameters.integer(name);
    case 'boolean':
      return parameters.flag(name);
    case 'json':
      return parameters.json(name);
    case 'rows': {
      const rows = parameters.json(name);
      return Array.isArray(rows) ? rows : [rows];
    }
  }
}

/** In these commands any text but two means to keep the old value. */
function onErrorOf(text: string | undefined): string {
  return text === 'set-to-blank' || text === 'store-error' ? text : 'keep-original';
}
