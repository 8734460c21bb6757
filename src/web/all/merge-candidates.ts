import { SameasError } from '../../foundation/sameas-error.js';
import type { RenderedOutcome } from '../../describe/served-snapshot.js';
import { readCandidates, type WireCandidate } from '../../protocols/read-candidates.js';
import { languageWithin } from '../../protocols/v1-0-draft/language-of.js';
import { joinedId, nameOfDataset, type JoinedDataset, type LeftOut } from './joined-datasets.js';

/** A candidate of any of the datasets: its id names the dataset, and the dataset is the first of its types. */
export type JoinedCandidate = WireCandidate & { readonly dataset: string };

/** The forms in which datasets are asked to be put together: the draft, and what all older versions are made from. */
export type JoinedForm = 'objects' | 'draft';

/** The answer to one query among several datasets. */
export interface JoinedAnswer {
  readonly candidates: readonly JoinedCandidate[];
  /** Datasets that could not answer it. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * Puts the candidates of several datasets in one order: by score, then by probability, then in the order of the datasets. A match is kept when one dataset alone has it and nothing else has as high
 * a score: an entity that is in two datasets is left to a person. Throws `query-failed` where no dataset could answer.
 */
export function mergeCandidates(
  datasets: readonly JoinedDataset[],
  outcomes: readonly (RenderedOutcome | undefined)[],
  limit: number,
  form: JoinedForm,
): JoinedAnswer {
  const leftOut: LeftOut[] = [];
  const found = datasets.flatMap((dataset, at): readonly JoinedCandidate[] => {
    const outcome = outcomes[at];
    if (outcome?.kind !== 'answered') {
      leftOut.push({ dataset: dataset.path, state: 'failed' });
      return [];
    }
    const own = { id: dataset.path, name: nameOfDataset(dataset) };
    return readCandidates(outcome.json, form).map((candidate) => {
      // What a dataset is called says no language: a candidate of the draft must not lend it its own.
      const marks =
        form === 'draft'
          ? languageWithin(
              {
                ...(candidate.lang !== undefined && { lang: candidate.lang }),
                ...(candidate.dir !== undefined && { dir: candidate.dir }),
              },
              {},
            )
          : {};
      return {
        ...candidate,
        id: joinedId(dataset.path, candidate.id),
        type: [{ ...own, ...marks }, ...candidate.type],
        dataset: dataset.path,
      };
    });
  });
  if (datasets.length > 0 && leftOut.length === datasets.length)
    throw new SameasError('query-failed', 'No dataset could answer this query.');
  const ordered = found.sort((a, b) => b.score - a.score || probabilityOf(b) - probabilityOf(a));
  const matches = ordered.filter(({ match }) => match);
  const [first, second] = ordered;
  const isMatch = matches.length === 1 && first?.match === true && (second === undefined || second.score < first.score);
  return {
    candidates: ordered.slice(0, limit).map((candidate, place) => ({ ...candidate, match: isMatch && place === 0 })),
    leftOut,
  };
}

function probabilityOf({ features }: WireCandidate): number {
  const value = features.find(({ id }) => id === 'probability')?.value;
  return typeof value === 'number' ? value : 0;
}
