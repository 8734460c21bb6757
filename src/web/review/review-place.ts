import { randomBytes } from 'node:crypto';
import { isRowReason, isRowState, type RowFilter } from '../../review/select-rows.js';
import type { RequestParameters } from '../request-parameters.js';

/** Where somebody stands in a review: which rows are wanted, and who it is. It travels in addresses and forms. */
export interface ReviewPlace {
  readonly filter: RowFilter;
  /** Name of the person, empty where nobody said it. */
  readonly by: string;
  /** The window of the browser. */
  readonly tab: string;
}

const MOST_CHARACTERS = 80;

/** What the parameters `state`, `reason`, `min`, `max` (percent), `by` and `tab` say; what they cannot say is passed over. */
export function readReviewPlace(parameters: RequestParameters, usualState?: RowFilter['state']): ReviewPlace {
  const state = parameters.get('state') ?? usualState ?? '';
  const reason = parameters.get('reason') ?? '';
  const [atLeast, atMost] = [share(parameters.get('min')), share(parameters.get('max'))];
  const tab = parameters.get('tab') ?? '';
  return {
    filter: {
      ...(isRowState(state) && { state }),
      ...(isRowReason(reason) && { reason }),
      ...(atLeast !== undefined && { atLeast }),
      ...(atMost !== undefined && { atMost }),
    },
    by: (parameters.get('by') ?? '').trim().slice(0, MOST_CHARACTERS),
    tab: /^[0-9a-f]{8}$/.test(tab) ? tab : randomBytes(4).toString('hex'),
  };
}

/** As parameters, for addresses and hidden fields. */
export function placeParameters({
  filter: { state, reason, atLeast, atMost },
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
    ['by', by],
    ['tab', tab],
  ];
  return all.filter(([, value]) => value !== '');
}

/** The place and more parameters as they stand behind `?`. */
export function placeQuery(place: ReviewPlace, more: Readonly<Record<string, string | number>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of [...placeParameters(place), ...Object.entries(more)]) query.set(name, String(value));
  return query.toString();
}

function share(text: string | undefined): number | undefined {
  const number = Number(text);
  return text === undefined || text.trim() === '' || !(number >= 0 && number <= 100) ? undefined : number / 100;
}
