import type { ServedSnapshot } from '../../describe/served-snapshot.js';
import type { AnswerFormName } from '../../protocols/answer-forms.js';
import { renderSeedCandidate } from '../../protocols/freebase/render.js';
import { renderCandidate } from '../../protocols/v0-2/render-answer.js';
import { languageWithin } from '../../protocols/v1-0-draft/language-of.js';
import { draftCandidate } from '../../protocols/v1-0-draft/render-answer.js';
import type { JoinedDataset } from './joined-datasets.js';
import type { JoinedAnswer, JoinedCandidate } from './merge-candidates.js';

/** The answer as each version has it; `leftOut` names datasets that had no part in it. */
export async function renderJoined(
  { candidates, leftOut }: JoinedAnswer,
  form: AnswerFormName,
  servedBy: (dataset: JoinedDataset) => ServedSnapshot,
): Promise<string> {
  const texts = await Promise.all(candidates.map((candidate) => candidateText(candidate, form, servedBy)));
  const behind = leftOut.length === 0 ? '' : `,"leftOut":${JSON.stringify(leftOut)}`;
  return `{"${form === 'draft' ? 'candidates' : 'result'}":[${texts.join(',')}]${behind}}`;
}

async function candidateText(
  candidate: JoinedCandidate,
  form: AnswerFormName,
  servedBy: (dataset: JoinedDataset) => ServedSnapshot,
): Promise<string> {
  if (form === 'objects') return renderCandidate(candidate);
  if (form === 'strings') return renderSeedCandidate(candidate);
  const { id, ownId, dataset, types } = candidate;
  const [own, ...others] = types;
  return servedBy(dataset).read((snapshot) => {
    const { type, ...drafted } = draftCandidate({ ...candidate, id: ownId, types: others }, snapshot.dataset);
    // A dataset's name has no language: a candidate of the draft must not lend it its own.
    return JSON.stringify({ ...drafted, id, type: [{ ...own, ...languageWithin(drafted, {}) }, ...type] });
  });
}
