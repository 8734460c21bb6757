import type { Words } from '../messages/words.js';
import { isPlausible, probabilityIn, type JudgedByFigures } from '../../questions/plausible-candidate.js';

/** What a decision is told from. */
interface DecidedCandidate extends JudgedByFigures {
  readonly name: string;
  readonly match: boolean;
}

/** Why the best candidate is matched automatically, or is not; one or two sentences. Candidates by score descending. */
export function decisionSentence(candidates: readonly DecidedCandidate[], { say }: Words): string {
  const [first, second] = candidates;
  if (first === undefined) return say('No candidate: nothing in the dataset resembles this.');
  const probability = probabilityIn(first);
  const estimate =
    probability === undefined
      ? []
      : [say('Estimated probability {share}.', { share: `${(probability * 100).toFixed(0)} %` })];
  const lead = second === undefined ? undefined : first.score - second.score;
  const behind =
    lead === undefined ? [] : [say('The next candidate is {points} points behind.', { points: lead.toFixed(1) })];
  if (first.match)
    return [say('Match.'), ...(lead === undefined ? [say('It is the only candidate.')] : behind), ...estimate].join(
      ' ',
    );
  if (!isPlausible(first)) return say('No plausible candidate. The nearest are shown.');
  if (second !== undefined && lead !== undefined && lead < 0.01)
    return say('Ambiguous. "{first}" and "{second}" have the same score; a value of another column tells them apart.', {
      first: first.name,
      second: second.name,
    });
  return [
    say('Not matched automatically.'),
    ...estimate,
    ...behind,
    say('A value of another column often settles it.'),
  ].join(' ');
}
