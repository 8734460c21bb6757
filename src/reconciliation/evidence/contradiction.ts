import { analyseLabel } from '../../text/analyse-label.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { contradictionOf } from '../alignment/contradiction.js';
import { hasWord } from '../alignment/word-bits.js';
import type { EvidenceKind, WeighedCandidate } from './evidence-kind.js';

const SHARES = { contradiction: 1, 'mark missing': 0.5, none: 0 } as const;

/** Words by which similar names are those of two things. */
export const CONTRADICTION: EvidenceKind = {
  id: 'contradiction',
  name: 'Contradiction',
  description:
    'The names differ in a word that weighs little and yet says that two things are meant: another number or mark of order ("Henry VII", "Henry VIII"; "Jr.", "Sr."), words of opposite meaning ("Eastern", "Western"), words that speak of another thing ("widow of", "erratum").',
  terms: [
    {
      id: 'contradiction',
      sign: -1,
      meaning: 'such a word; a half where only one of the names has a number or mark of order at its end',
    },
  ],
  values: (weighed) => [SHARES[kindOf(weighed) ?? 'none']],
};

/** Nothing contradicts a name that is equal, or has a code in common. */
function kindOf({
  ranked: { snapshot, plan },
  candidate,
  row,
  name,
}: WeighedCandidate): 'contradiction' | 'mark missing' | undefined {
  if (plan.label === undefined || name === undefined || name.similarity === 1 || name.code !== '') return undefined;
  const { labels } = snapshot.candidateIndex;
  const original = labels.textOf(row);
  // A row keeps the folded form of its text; that of a transliteration belongs to other letters than the text it was made from.
  const label = analyseLabel(labels.isTransliteration(row) ? original : labels.foldedOf(row));
  return contradictionOf(withoutWords(plan.label, candidate.told?.words ?? 0), { ...label, original })?.kind;
}

function withoutWords(label: AnalysedLabel, told: number): AnalysedLabel {
  if (told === 0) return label;
  const tokens = label.tokens.filter((_, i) => !hasWord(told, i));
  const folded = tokens.join(' ');
  return { original: folded, folded, tokens };
}
