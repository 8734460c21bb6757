import { analyseInLatin } from '../../text/analyse-label.js';
import type { CandidateIndex, RetrievedLabel } from '../candidate-index.js';
import { createLabelSimilarity } from '../label-similarity.js';
import type { LabelTable } from '../label-table.js';
import { largestOf } from '../../foundation/largest-of.js';

/*
 * The oracle of the tests: compares every label with every query by code independent of the planner's. Slow and simple
 * on purpose, so that it can be trusted.
 */

/**
 * A candidate index that visits every row. Cost of a query: microseconds for each label and each word of the
 * vocabulary.
 */
export function createBruteForceIndex(labels: LabelTable): CandidateIndex {
  const similarityTo = createLabelSimilarity(labels);
  return {
    name: 'brute force',
    labels,
    retrieve: ({ label, wanted, accepts }) => {
      const latin = analyseInLatin(label.original);
      const similarities = (latin === undefined ? [label] : [label, latin]).map(similarityTo);
      const rows: RetrievedLabel[] = [];
      for (let row = 0; row < labels.rowCount; row++) {
        const entity = labels.entityOf(row);
        if (accepts !== undefined && !accepts(entity)) continue;
        const selection = largestOf(similarities.map((similarity) => similarity(row)));
        if (selection > 0) rows.push({ row, entity, selection });
      }
      rows.sort((a, b) => b.selection - a.selection || a.row - b.row);
      return {
        labels: rows.slice(0, wanted),
        statistics: { postingsVisited: labels.rowCount, secondPhase: false, thirdPhase: false, effortLowered: false },
      };
    },
  };
}
