import { amountOf } from '../foundation/amount-of.js';
import type { Progress, ReportProgress } from '../foundation/progress.js';
import type { CommandContext } from './command-definition.js';
import { bytesText } from '../foundation/bytes-text.js';

type ProgressContext = Pick<CommandContext, 'showStatus' | 'writeError' | 'interactive'>;

/** Interval of a line on a terminal; elsewhere a line is added every ten seconds. */
const SHOWN_EVERY_MS = 200;
const WRITTEN_EVERY_MS = 10_000;
/** A shorter time gives no estimate of the rest. */
const MIN_FOR_RATE_MS = 500;

/**
 * Writes a text from time to time: on a terminal as its last line, elsewhere as lines on standard error. Calls may be
 * frequent; `text` is made only when it is written.
 */
function tellNowAndThen({ showStatus, writeError, interactive }: ProgressContext): (text: () => string) => void {
  let last = performance.now();
  return (text) => {
    const now = performance.now();
    if (now - last < (interactive ? SHOWN_EVERY_MS : WRITTEN_EVERY_MS)) return;
    last = now;
    if (interactive) showStatus(`  ${text()}`);
    else writeError(`  ${text()}\n`);
  };
}

/**
 * Reports the progress of queries: the returned function takes the number of further ones. `all` as far as known;
 * `what` follows "queries asked".
 */
export function reportProgress(
  context: ProgressContext,
  all: number | undefined,
  what: string,
): (more: number) => void {
  const tell = tellNowAndThen(context);
  const start = performance.now();
  let asked = 0;
  return (more) => {
    asked += more;
    tell(
      () =>
        `${asked.toLocaleString('en')}${all === undefined ? '' : ` of ${all.toLocaleString('en')}`} queries asked${what}${pace(asked, all, performance.now() - start, (rate) => rate.toLocaleString('en'))}`,
    );
  };
}

/** Reports the progress of loading. */
export function tellLoading(context: ProgressContext): ReportProgress {
  const tell = tellNowAndThen(context);
  const describe = progressInWords();
  return (progress) => {
    const text = describe(progress);
    tell(text);
  };
}

/** Makes sentences of progress that comes in order; the pace of each phase is its own. */
export function progressInWords(now: () => number = () => performance.now()): (progress: Progress) => () => string {
  let phase: Progress['phase'] | undefined;
  let before = 0;
  let start = 0;
  return (progress) => {
    // A second reading begins again at its first byte.
    if (progress.phase !== phase || progress.done < before) start = now();
    ({ phase, done: before } = progress);
    return () => sentence(progress, now() - start);
  };
}

const DOING: Readonly<Record<Progress['phase'], string>> = {
  fetching: 'fetching the list',
  reading: 'reading',
  loading: 'loading',
  indexing: 'building the index',
  saving: 'writing the index',
  sending: 'writing to the search cluster',
};

function sentence({ phase, unit, done, all, records }: Progress, ms: number): string {
  const amount = (count: number): string => (unit === 'bytes' ? bytesText(count) : count.toLocaleString('en'));
  const of = all === undefined ? '' : ` of ${amount(all)}`;
  const what =
    unit === 'bytes'
      ? `${amount(done)}${of}`
      : unit === 'steps'
        ? `step ${amount(Math.min(done + 1, all ?? Infinity))}${of}`
        : all === undefined
          ? amountOf(done, unit.slice(0, -1))
          : `${amount(done)}${of} ${unit}`;
  return `${DOING[phase]}: ${what}${records === undefined ? '' : `, ${amountOf(records, 'record')}`}${unit === 'steps' ? '' : pace(done, all, ms, amount)}`;
}

function pace(done: number, all: number | undefined, ms: number, amount: (count: number) => string): string {
  if (ms < MIN_FOR_RATE_MS || done === 0) return '';
  const perMs = done / ms;
  const left = all === undefined ? '' : `, ${durationOf(Math.max(0, all - done) / perMs)} left`;
  return `, ${amount(Math.round(perMs * 1000))} a second${left}`;
}

/** As a person would say it: seconds below two minutes, minutes below two hours. */
function durationOf(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${String(seconds)} s`;
  return seconds < 7200 ? `${String(Math.round(seconds / 60))} min` : `${(seconds / 3600).toFixed(1)} h`;
}
