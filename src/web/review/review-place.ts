import { randomBytes } from 'node:crypto';
import {
  drawnMatches,
  isCandidateCount,
  isRowReason,
  isRowState,
  withCells,
  type RowFilter,
} from '../../review/select-rows.js';
import type { RunExchange } from './runs-web.js';

/** A user's place in a review: filter, person and window. Kept in addresses and forms. */
export interface ReviewPlace {
  readonly filter: RowFilter;
  /** Name of the person; may be empty. */
  readonly by: string;
  readonly tab: string;
}

const MAX_NAME = 80;
const MAX_TEXT = 200;

/**
 * The place in the parameters `state`, `reason`, `min`, `max` (percent), `candidates`, `text`, `column`, `whole`,
 * `drawn`, `by` and `tab`; invalid values are ignored. Cost: reading all rows for a text that was not searched lately.
 */
export async function reviewPlace(
  { exchange: { parameters }, run }: RunExchange,
  usualState?: RowFilter['state'],
): Promise<ReviewPlace> {
  const state = parameters.get('state') ?? usualState ?? '';
  const reason = parameters.get('reason') ?? '';
  const [atLeast, atMost] = [share(parameters.get('min')), share(parameters.get('max'))];
  const tab = parameters.get('tab') ?? '';
  const candidates = parameters.get('candidates') ?? '';
  const text = (parameters.get('text') ?? '').trim().slice(0, MAX_TEXT);
  const column = /^\d{1,5}$/.exec(parameters.get('column') ?? '')?.[0];
  return {
    filter: await withCells(run, {
      ...(isRowState(state) && { state }),
      ...(isRowReason(reason) && { reason }),
      ...(atLeast !== undefined && { atLeast }),
      ...(atMost !== undefined && { atMost }),
      ...(parameters.get('drawn') === 'yes' && { drawn: drawnMatches(run) }),
      ...(isCandidateCount(candidates) && { candidates }),
      ...(text !== '' && {
        cells: {
          text,
          ...(column !== undefined && { column: Number(column) }),
          ...(parameters.get('whole') === 'yes' && { isWhole: true }),
        },
      }),
    }),
    by: (parameters.get('by') ?? '').trim().slice(0, MAX_NAME),
    tab: /^[0-9a-f]{8}$/.test(tab) ? tab : randomBytes(4).toString('hex'),
  };
}

/** As parameters, for addresses and hidden fields. */
export function placeParameters({
  filter: { state, reason, atLeast, atMost, candidates, cells, drawn },
  by,
  tab,
}: ReviewPlace): readonly (readonly [string, string])[] {
  const percent = (value: number | undefined): string =>
    value === undefined ? '' : String(Math.round(value * 1000) / 10);
  const all: readonly (readonly [string, string])[] = [
    ['state', state ?? 'all'],
    ['reason', reason ?? ''],
    ['min', percent(atLeast)],
    ['max', percent(atMost)],
    ['candidates', candidates ?? ''],
    ['text', cells?.text ?? ''],
    ['column', cells?.column === undefined ? '' : String(cells.column)],
    ['whole', cells?.isWhole === true ? 'yes' : ''],
    ['drawn', drawn === undefined ? '' : 'yes'],
    ['by', by],
    ['tab', tab],
  ];
  return all.filter(([, value]) => value !== '');
}

/** The place and more parameters, with `?`. */
export function placeQuery(place: ReviewPlace, more: Readonly<Record<string, string | number>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of [...placeParameters(place), ...Object.entries(more)]) query.set(name, String(value));
  return query.toString();
}

function share(text: string | undefined): number | undefined {
  const number = Number(text);
  return text === undefined || text.trim() === '' || !(number >= 0 && number <= 100) ? undefined : number / 100;
}
