/*
 * One script of commands, for OpenRefine and for this service. Every answer is compared member by member after what must differ (ids, times, addresses) is
 * put aside.
 */

/** A request to the command interface, and what of its answer is compared. */
export interface CommandStep {
  readonly name: string;
  readonly command: string;
  readonly method: 'GET' | 'POST';
  /** `PROJECT` stands for the id of the project, `OTHER` for one that does not exist. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Leaves the token out, or sends a wrong one. */
  readonly token?: 'none' | 'wrong';
  /** Members of the answer (paths with `.`, `*` for any) that differ on purpose, each with its reason; docs/commands.md lists them. */
  readonly differences?: Readonly<Record<string, string>>;
}

const P = { project: 'PROJECT' };
const engine = JSON.stringify({ facets: [], mode: 'row-based' });
const records = JSON.stringify({ facets: [], mode: 'record-based' });
const facet = (more: object): string =>
  JSON.stringify({ facets: [{ name: 'f', columnName: 'town', ...more }], mode: 'row-based' });
const recordFacet = (more: object): string =>
  JSON.stringify({ facets: [{ name: 'f', columnName: 'town', ...more }], mode: 'record-based' });
const EVERYTHING = {
  selectNumeric: true,
  selectNonNumeric: true,
  selectTime: true,
  selectNonTime: true,
  selectBlank: true,
  selectError: true,
};
const BOX = {
  type: 'scatterplot',
  cx: 'size',
  cy: 'key',
  ex: 'value.toNumber()',
  ey: 'row.index',
  l: 50,
  dot: 1,
  dim_x: 'lin',
  dim_y: 'lin',
  r: 'none',
  color: '000000',
  from_x: 0,
  to_x: 0.5,
  from_y: 0.1,
  to_y: 0.9,
};
const get = (
  name: string,
  command: string,
  parameters: CommandStep['parameters'],
  differences?: CommandStep['differences'],
): CommandStep => ({ name, command, method: 'GET', parameters, ...(differences === undefined ? {} : { differences }) });
const post = (
  name: string,
  command: string,
  parameters: CommandStep['parameters'],
  differences?: CommandStep['differences'],
): CommandStep => ({
  name,
  command,
  method: 'POST',
  parameters,
  ...(differences === undefined ? {} : { differences }),
});

const METADATA = { 'importOptionMetadata.*.archiveFileName': 'left out where there is no archive' };

/** The file that both services are given. */
export const COMMAND_SCRIPT_CSV = [
  'key,town,size,note',
  '1,Ulm,126000,"a, b"',
  ',Neu-Ulm,58000,',
  '2,Bonn,330000,x y',
  '3,,many,"line one',
  'line two"',
  '4,ulm,7,',
  '',
].join('\n');

const NEWER = 'the interface of newer releases';
const SENTENCE = 'a sentence of our own';
const OLDER = 'members of columns that newer releases have dropped';
const MODELS = {
  httpHeaders: 'not offered, because addresses are not fetched unless that is allowed',
  'scripting.jython.name': NEWER,
  'scripting.grel.name': NEWER,
  ...Object.fromEntries(
    ['constraints', 'type', 'format', 'title', 'description'].map((member) => [
      `columnModel.columns.*.${member}`,
      OLDER,
    ]),
  ),
};

const MATCH = {
  ...{ ...P, cell: '0', judgment: 'matched', id: 'Q1', name: 'Springfield', types: 'town,place', score: '87.5' },
  identifierSpace: 'http://id/',
  schemaSpace: 'http://schema/',
};
const REFUSED = { message: SENTENCE, stack: 'no stack traces' };

export const COMMAND_STEPS: readonly CommandStep[] = [
  get('columns and records', 'get-models', P, MODELS),
  post('rows', 'get-rows', { ...P, start: '0', limit: '10', engine }),
  post('a page in the middle', 'get-rows', { ...P, start: '2', limit: '2', engine }),
  post('records', 'get-rows', { ...P, start: '0', limit: '2', engine: records }),
  post('no rows, counts alone', 'get-rows', { ...P, start: '0', limit: '0' }),
  post('sorted rows', 'get-rows', {
    ...P,
    start: '0',
    limit: '10',
    engine,
    sorting: JSON.stringify({
      criteria: [
        {
          column: 'town',
          valueType: 'string',
          reverse: true,
          caseSensitive: false,
          blankPosition: 2,
          errorPosition: 1,
        },
      ],
    }),
  }),
  post('filtered rows', 'get-rows', {
    ...P,
    start: '0',
    limit: '10',
    engine: facet({ type: 'text', query: 'ulm', mode: 'text', caseSensitive: false, invert: false }),
  }),
  get('what columns hold', 'get-columns-info', P),
  get('metadata', 'get-project-metadata', P, METADATA),
  post('a list facet', 'compute-facets', {
    ...P,
    engine: facet({
      type: 'list',
      expression: 'value',
      omitBlank: false,
      omitError: false,
      selection: [],
      selectBlank: false,
      selectError: false,
      invert: false,
    }),
  }),
  post('a list facet with a choice', 'compute-facets', {
    ...P,
    engine: facet({
      type: 'list',
      expression: 'value.toLowercase()',
      omitBlank: false,
      omitError: false,
      selection: [{ v: { v: 'ulm', l: 'ulm' } }],
      selectBlank: false,
      selectError: false,
      invert: false,
    }),
  }),
  post('a range facet', 'compute-facets', {
    ...P,
    engine: facet({
      columnName: 'size',
      type: 'range',
      expression: 'value.toNumber()',
      from: 0,
      to: 200000,
      selectNumeric: true,
      selectNonNumeric: true,
      selectBlank: true,
      selectError: true,
    }),
  }),
  post('a range facet of small numbers in records, and infinity, which is an error', 'compute-facets', {
    ...P,
    engine: recordFacet({
      columnName: 'size',
      type: 'range',
      expression: 'if(value == "7", 1.0 / 0, row.index * 0.7)',
      from: -3,
      to: 2,
      ...EVERYTHING,
    }),
  }),
  post('a range facet without a number', 'compute-facets', {
    ...P,
    engine: recordFacet({ type: 'range', expression: 'value', from: 0, to: 1, ...EVERYTHING }),
  }),
  post('a facet of times some years apart', 'compute-facets', {
    ...P,
    engine: facet({
      type: 'timerange',
      expression: 'toDate(if(isBlank(value), "2019-05-05T01:02:03Z", "1997-01-31"))',
      from: 0,
      to: 1600000000000,
      ...EVERYTHING,
    }),
  }),
  post('rows in a box of a scatterplot', 'get-rows', { ...P, start: '0', limit: '10', engine: facet(BOX) }),
  post('rows in a box of a scatterplot that is turned', 'get-rows', {
    ...P,
    start: '0',
    limit: '10',
    engine: facet({ ...BOX, to_x: 0.6, to_y: 0.4 }),
  }),
  post(
    'a scatterplot',
    'compute-facets',
    { ...P, engine: facet(BOX) },
    Object.fromEntries(
      ['dim_x', 'dim_y', 'r'].map((member) => [`facets.*.${member}`, 'as it was asked for, and not a number']),
    ),
  ),
  post('a choice among empty arrays, which are not even blank', 'compute-facets', {
    ...P,
    engine: facet({
      type: 'list',
      expression: '"".split(value)',
      omitBlank: false,
      omitError: false,
      selection: [],
      selectBlank: true,
      selectError: false,
      invert: false,
    }),
  }),
  post('every row but those of a choice, with empty arrays', 'get-rows', {
    ...P,
    start: '0',
    limit: '10',
    engine: facet({
      type: 'list',
      expression: 'filter([value], v, false)',
      omitBlank: false,
      omitError: false,
      selection: [],
      selectBlank: true,
      selectError: false,
      invert: true,
    }),
  }),
  post('a list of 1 and 1.0', 'compute-facets', {
    ...P,
    engine: facet({
      type: 'list',
      expression: 'if(row.index == 0, 1.0, 1)',
      omitBlank: false,
      omitError: false,
      selection: [],
      selectBlank: false,
      selectError: false,
      invert: false,
    }),
  }),
  post('a text that was chosen where there are numbers', 'compute-facets', {
    ...P,
    engine: facet({
      type: 'list',
      expression: 'row.index',
      omitBlank: false,
      omitError: false,
      selection: [{ v: { v: '1', l: '1' } }],
      selectBlank: false,
      selectError: false,
      invert: false,
    }),
  }),
  post(
    'a facet with a bad expression',
    'compute-facets',
    {
      ...P,
      engine: facet({
        type: 'list',
        expression: 'value.(',
        omitBlank: false,
        omitError: false,
        selection: [],
        selectBlank: false,
        selectError: false,
        invert: false,
      }),
    },
    { 'facets.*.error': SENTENCE },
  ),
  post('a preview', 'preview-expression', {
    ...P,
    cellIndex: '1',
    rowIndices: '[0,1,3,99]',
    expression: 'grel:value.toUppercase() + "!"',
    repeat: 'false',
    repeatCount: '10',
  }),
  post('a preview of numbers, lists and errors', 'preview-expression', {
    ...P,
    cellIndex: '2',
    rowIndices: '[0,3]',
    expression: 'grel:value.toNumber()',
    repeat: 'false',
    repeatCount: '10',
  }),
  post('a preview of arrays', 'preview-expression', {
    ...P,
    cellIndex: '3',
    rowIndices: '[0,2]',
    expression: 'value.split(" ")',
    repeat: 'false',
    repeatCount: '10',
  }),
  post('a preview of a bad expression', 'preview-expression', {
    ...P,
    cellIndex: '1',
    rowIndices: '[0]',
    expression: 'grel:value.trim(',
    repeat: 'false',
    repeatCount: '10',
  }),
  post('a preview without rows', 'preview-expression', {
    ...P,
    cellIndex: '1',
    expression: 'value',
    repeat: 'false',
    repeatCount: '10',
  }),
  post(
    'a recipe',
    'apply-operations',
    {
      ...P,
      operations: JSON.stringify([
        {
          op: 'core/text-transform',
          engineConfig: { facets: [], mode: 'row-based' },
          columnName: 'town',
          expression: 'grel:value.toUppercase()',
          onError: 'keep-original',
          repeat: false,
          repeatCount: 10,
        },
        {
          op: 'core/column-addition',
          engineConfig: { facets: [], mode: 'row-based' },
          newColumnName: 'half',
          columnInsertIndex: 3,
          baseColumnName: 'size',
          expression: 'grel:value.toNumber() / 2',
          onError: 'set-to-blank',
        },
      ]),
    },
    { historyEntries: NEWER },
  ),
  post('rows after it', 'get-rows', { ...P, start: '0', limit: '10', engine }),
  get('the history', 'get-history', P, { 'past.*.operation_id': NEWER }),
  get('the recipe of the history', 'get-operations', P, {
    'entries.*.operation.description': 'the sentence of the history, which says more',
  }),
  post('one step back', 'undo-redo', { ...P, undoID: 'LAST' }, { code: 'done at once, so that nothing is pending' }),
  post('rows after that', 'get-rows', { ...P, start: '0', limit: '10', engine }),
  post(
    'a transformation by its own command',
    'text-transform',
    {
      ...P,
      engine,
      columnName: 'note',
      expression: 'grel:value.trim()',
      onError: 'keep-original',
      repeat: 'false',
      repeatCount: '10',
    },
    { 'historyEntry.operation_id': NEWER },
  ),
  post(
    'a new column',
    'add-column',
    {
      ...P,
      engine,
      baseColumnName: 'town',
      newColumnName: 'len',
      expression: 'grel:value.length()',
      columnInsertIndex: '2',
      onError: 'set-to-blank',
    },
    { 'historyEntry.operation_id': NEWER },
  ),
  post(
    'a new name',
    'rename-column',
    { ...P, oldColumnName: 'len', newColumnName: 'length' },
    { 'historyEntry.operation_id': NEWER },
  ),
  post('a move', 'move-column', { ...P, columnName: 'length', index: '0' }, { 'historyEntry.operation_id': NEWER }),
  post('a star', 'annotate-one-row', { ...P, row: '1', starred: 'true' }, { 'historyEntry.operation_id': NEWER }),
  post(
    'one cell',
    'edit-one-cell',
    { ...P, row: '0', cell: '1', value: '5', type: 'number' },
    { 'historyEntry.operation_id': NEWER },
  ),
  post('a match for one cell', 'recon-judge-one-cell', { ...MATCH, row: '2' }),
  post('the cells with the match', 'get-rows', { ...P, start: '0', limit: '10', engine }),
  post('a new item for one cell', 'recon-judge-one-cell', { ...P, row: '2', cell: '0', judgment: 'new' }),
  post('a match for a blank cell', 'recon-judge-one-cell', { ...MATCH, row: '1' }, REFUSED),
  post('a judgment for a cell that is not there', 'recon-judge-one-cell', { ...MATCH, row: '2', cell: '99' }, REFUSED),
  post('no recon for one cell', 'recon-clear-one-cell', { ...P, row: '2', cell: '0' }),
  post('the cells as they are now', 'get-rows', { ...P, start: '0', limit: '10', engine }),
  get('the columns as they are now', 'get-models', P, {
    ...MODELS,
    'columnModel.columns.1.reconStats': 'counted: OpenRefine adds up, and is wrong once a cell is cleared',
  }),
  post('an export', 'export-rows', { ...P, engine, format: 'csv' }),
  post(
    'an export as TSV',
    'export-rows',
    { ...P, engine, format: 'tsv' },
    { '': 'tabs and line breaks are escaped instead of quoted, as newer releases do' },
  ),
  post('an export as HTML', 'export-rows', { ...P, engine, format: 'html' }),
  post('an export by a template', 'export-rows', {
    ...P,
    engine,
    format: 'template',
    template: '{"k": {{jsonize(cells["key"].value)}}, "t": "${town}"}',
    prefix: '[',
    suffix: ']',
    separator: ',',
  }),
  post('some columns of an export', 'export-rows', {
    ...P,
    engine,
    format: 'csv',
    options: JSON.stringify({ outputColumnHeaders: false, columns: [{ name: 'town' }, { name: 'key' }] }),
  }),
  get('no work', 'get-processes', P),
  post('another name', 'rename-project', { ...P, name: 'renamed' }),
  post('a subject', 'set-project-metadata', { ...P, name: 'subject', value: 'towns' }),
  get('metadata after that', 'get-project-metadata', P, METADATA),
  post(
    'a column that is not there',
    'remove-column',
    { ...P, columnName: 'nowhere' },
    { message: SENTENCE, stack: 'no stack traces' },
  ),
  post(
    'an unknown operation',
    'apply-operations',
    { ...P, operations: '[{"op":"core/no-such"}]' },
    { code: 'refused, where old releases passed over it', '*': 'refused, where old releases passed over it' },
  ),
  post('no token', 'rename-project', { ...P, name: 'x' }),
  get(
    'no such project',
    'get-project-metadata',
    { project: 'OTHER' },
    { message: SENTENCE, code: 'both kinds of answer to an error at once' },
  ),
  get(
    'no project',
    'get-rows',
    {},
    { message: SENTENCE, status: 'both kinds of answer to an error at once', stack: 'no stack traces' },
  ),
  get(
    'a project that is not a number',
    'get-rows',
    { project: 'abc' },
    { message: SENTENCE, status: 'both kinds of answer to an error at once', stack: 'no stack traces' },
  ),
  post('the end of the project', 'delete-project', P),
];
