import { DateValue } from '../../../grid/cell-value.js';

/** The steady clock, which is finer than that of the day, is set again at larger differences. */
const MAX_APART_MS = 20;

let startOfSteadyClockMs = Number.NEGATIVE_INFINITY;

/** The present time, to the microsecond: successive times differ, as in OpenRefine. */
export function currentTime(): DateValue {
  const steadyMs = performance.now();
  if (Math.abs(startOfSteadyClockMs + steadyMs - Date.now()) > MAX_APART_MS)
    startOfSteadyClockMs = Date.now() - steadyMs;
  const nowMs = startOfSteadyClockMs + steadyMs;
  const epochMs = Math.floor(nowMs);
  return new DateValue(epochMs, Math.floor((nowMs - epochMs) * 1000) * 1000);
}
