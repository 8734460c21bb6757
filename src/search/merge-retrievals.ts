import type { RetrievalResult, RetrievedLabel } from './candidate-index.js';

/**
 * Merges the results of two searches for one query, each row once with its higher selection score; such as for a name
 * as written and in Latin letters.
 */
export function mergeRetrievals(a: RetrievalResult, b: RetrievalResult): RetrievalResult {
  const best = new Map<number, RetrievedLabel>();
  for (const label of [...a.labels, ...b.labels]) {
    const known = best.get(label.row);
    if (known === undefined || known.selection < label.selection) best.set(label.row, label);
  }
  return {
    labels: [...best.values()].sort((x, y) => y.selection - x.selection || x.row - y.row),
    statistics: {
      postingsVisited: a.statistics.postingsVisited + b.statistics.postingsVisited,
      secondPhase: a.statistics.secondPhase || b.statistics.secondPhase,
      thirdPhase: a.statistics.thirdPhase || b.statistics.thirdPhase,
      effortLowered: a.statistics.effortLowered || b.statistics.effortLowered,
    },
  };
}
