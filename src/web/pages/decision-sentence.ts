import { isPlausible, probabilityIn, type JudgedByFigures } from '../../questions/plausible-candidate.js';

/** What a decision is told from. */
interface DecidedCandidate extends JudgedByFigures {
  readonly name: string;
  readonly match: boolean;
}

/** Why the best candidate is matched automatically, or is not; one or two sentences. Candidates by score descending. */
export function decisionSentence(candidates: readonly DecidedCandidate[]): string {
  const [first, second] = candidates;
  if (first === undefined) return 'No candidate: nothing in the dataset resembles this.';
  const probability = probabilityIn(first);
  const estimate = probability === undefined ? '' : ` Estimated probability ${(probability * 100).toFixed(0)} %.`;
  const lead = second === undefined ? undefined : first.score - second.score;
  if (first.match) return `Match. ${lead === undefined ? 'It is the only candidate.' : `The next candidate is ${lead.toFixed(1)} points behind.`}${estimate}`;
  if (!isPlausible(first)) return 'No plausible candidate. The nearest are shown.';
  if (second !== undefined && lead !== undefined && lead < 0.01) return `Ambiguous. "${first.name}" and "${second.name}" have the same score; a value of another column tells them apart.`;
  return `Not matched automatically.${estimate}${lead === undefined ? '' : ` The next candidate is ${lead.toFixed(1)} points behind.`} A value of another column often settles it.`;
}
