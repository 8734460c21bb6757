import { DateValue } from '../../../grid/cell-value.js';

/** The steady clock, which is finer than that of the day, is set again when the two are further apart than this. */
const MAX_APART_MS = 20;

let startOfSteadyClockMs = Number.NEGATIVE_INFINITY;

/** The present moment, to the microsecond: moments in a row differ, as they do in OpenRefine. */
export function currentTime(): DateValue {
  const steadyMs = performance.now();
  if (Math.abs(startOfSteadyClockMs + steadyMs - Date.now()) > MAX_APART_MS)
    startOfSteadyClockMs = Date.now() - steadyMs;
  const nowMs = startOfSteadyClockMs + steadyMs;
  const epochMs = Math.floor(nowMs);
  return new DateValue(epochMs, Math.floor((nowMs - epochMs) * 1000) * 1000);
}
