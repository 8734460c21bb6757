import type { RequestParameters } from '../request-parameters.js';

/** Rows, facets and filters that a user sees of a project; kept in addresses. */
export interface ProjectView {
  readonly project: string;
  readonly facets: readonly string[];
  /** Chosen values by column, as in cells: text, number or boolean. */
  readonly choices: readonly { readonly column: string; readonly value: ChosenValue }[];
  /** Columns with chosen blank cells. */
  readonly blanks: readonly string[];
  /** Text that a column must contain. */
  readonly filter: { readonly column: string; readonly text: string } | undefined;
  /** A reconciled column of which only cells without a decision are shown. */
  readonly undecided: string | undefined;
  readonly sort:
    { readonly column: string; readonly isDescending: boolean; readonly as: 'string' | 'number' } | undefined;
  readonly limit: number;
}

export type ChosenValue = string | number | boolean;

const MAX_FACETS = 6;
const MAX_CHOICES = 50;
const [CHOICE, BLANK] = ['choice:', 'blank:'];

/**
 * The parameters `facet`, `choice:COLUMN` (JSON), `blank:COLUMN`, `in`, `filter`, `undecided`, `sort`, `as` and
 * `order`; unknown columns are ignored.
 */
export function readProjectView(
  parameters: RequestParameters,
  project: string,
  limit: number,
  columns: readonly string[],
): ProjectView {
  const known = (column: string | undefined): column is string => column !== undefined && columns.includes(column);
  const after = (prefix: string): readonly string[] =>
    parameters.names
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
      .filter(known);
  const undecided = parameters.get('undecided');
  const [column, text, sort] = [
    parameters.get('in'),
    (parameters.get('filter') ?? '').slice(0, 500),
    parameters.get('sort'),
  ];
  const choices = after(CHOICE)
    .flatMap((one) =>
      parameters.all(CHOICE + one).flatMap((sent) => readChoice(sent).map((value) => ({ column: one, value }))),
    )
    .slice(0, MAX_CHOICES);
  const blanks = after(BLANK);
  return {
    project,
    facets: [
      ...new Set([...parameters.all('facet').filter(known), ...choices.map((choice) => choice.column), ...blanks]),
    ].slice(0, MAX_FACETS),
    choices,
    blanks,
    filter: known(column) && text !== '' ? { column, text } : undefined,
    undecided: known(undecided) ? undecided : undefined,
    sort: known(sort)
      ? {
          column: sort,
          isDescending: parameters.get('order') === 'down',
          as: parameters.get('as') === 'number' ? 'number' : 'string',
        }
      : undefined,
    limit,
  };
}

function readChoice(sent: string): readonly ChosenValue[] {
  // The three kinds of values as JSON; anything else is no choice.
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(sent)) return [Number(sent)];
  if (sent === 'true' || sent === 'false') return [sent === 'true'];
  return sent.startsWith('"') ? [sent.slice(1)] : [];
}

function choiceParameter(value: ChosenValue): string {
  return typeof value === 'string' ? `"${value}` : String(value);
}

/** `start`: the first row. */
export function viewParameters(
  { project, facets, choices, blanks, filter, undecided, sort, limit }: ProjectView,
  start = 0,
): readonly (readonly [string, string])[] {
  return [
    ['project', project],
    ...facets.map((column) => ['facet', column] as const),
    ...choices.map(({ column, value }) => [CHOICE + column, choiceParameter(value)] as const),
    ...blanks.map((column) => [BLANK + column, 'yes'] as const),
    ...(filter === undefined ? [] : [['in', filter.column] as const, ['filter', filter.text] as const]),
    ...(undecided === undefined ? [] : [['undecided', undecided] as const]),
    ...(sort === undefined
      ? []
      : [
          ['sort', sort.column] as const,
          ['as', sort.as] as const,
          ...(sort.isDescending ? [['order', 'down'] as const] : []),
        ]),
    ['limit', String(limit)],
    ...(start === 0 ? [] : [['start', String(start)] as const]),
  ];
}

/** The address of a view. */
export function viewAddressOf(baseUrl: string, view: ProjectView, start = 0): string {
  return `${baseUrl}/project?${new URLSearchParams(viewParameters(view, start).map(([name, value]): [string, string] => [name, value])).toString()}`;
}

/** A facet of a list that selects nothing. */
const PLAIN_LIST = {
  type: 'list',
  omitBlank: false,
  omitError: false,
  selectBlank: false,
  selectError: false,
  invert: false,
};

/** The view as `engine` of commands. */
export function engineOf({ facets, choices, blanks, filter, undecided }: ProjectView): string {
  const lists = facets.map((column) => ({
    ...PLAIN_LIST,
    name: column,
    columnName: column,
    expression: 'value',
    selection: choices
      .filter((choice) => choice.column === column)
      .map(({ value }) => ({ v: { v: value, l: String(value) } })),
    selectBlank: blanks.includes(column),
  }));
  const texts = filter && {
    ...{ type: 'text', mode: 'text', caseSensitive: false, invert: false },
    name: filter.column,
    columnName: filter.column,
    query: filter.text,
  };
  const decisions =
    undecided === undefined
      ? undefined
      : {
          ...PLAIN_LIST,
          name: 'undecided',
          columnName: undecided,
          expression: 'cell.recon.judgment',
          selection: [{ v: { v: 'none', l: 'none' } }],
        };
  return JSON.stringify({
    facets: [...lists, texts, decisions].filter((facet) => facet !== undefined),
    mode: 'row-based',
  });
}

/** The order of the view as `sorting` of commands. */
export function sortingOf({ sort }: ProjectView): string {
  if (sort === undefined) return '{"criteria":[]}';
  return JSON.stringify({
    criteria: [
      {
        column: sort.column,
        valueType: sort.as,
        reverse: sort.isDescending,
        blankPos: 2,
        errorPos: 1,
        caseSensitive: false,
      },
    ],
  });
}
