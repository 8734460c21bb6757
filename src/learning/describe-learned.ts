import type { Dataset } from '../entities/dataset.js';
import { CLOSE, EXACT, PARTIAL } from './comparison-level.js';
import { LEAST_QUERIES } from './learn-pair-model.js';
import { differenceOf, wrongNearby, type LearnedFile } from './learned-file.js';

/** Weights of a difference, in nats, from which on it rules a candidate out, speaks strongly against it, and speaks against it. */
const RULES_OUT = -3;
const STRONGLY = -1.5;
const AT_ALL = -0.3;
/** Weight of agreement, in nats, that tells right from wrong by itself, and that tells little. */
const NEARLY_ENOUGH = 3;
const LITTLE = 1;

/** What was learned, as lines for a person; `undefined`: nothing. */
export function formatLearned(sentences: readonly string[] | undefined): string {
  if (sentences === undefined) return `Nothing was learned from the file: that takes ${String(LEAST_QUERIES)} rows with a name and the value of a property.\n`;
  return `Learned from the file:\n${sentences.map((sentence) => `  ${sentence}\n`).join('')}`;
}

/** What was learned, a sentence for each property: "birth year: right rows agree in 99.8 %, so a different year rules a candidate out." */
export function describeLearned(dataset: Dataset, { properties, model, leftOut }: LearnedFile): readonly string[] {
  return properties.map(({ id }, property) => {
    const name = dataset.properties.find((one) => one.id === id)?.name ?? id;
    const right = model.right[property] ?? [];
    const wrong = wrongNearby(model, property);
    const agree = (shares: readonly number[]): number => (shares[EXACT] ?? 0) + (shares[CLOSE] ?? 0);
    if (leftOut.has(id)) return `${name}: right rows agree in ${percent(agree(right))}, wrong ones in ${percent(agree(wrong))}; left out, because it does not help.`;
    const similar = percent((right[CLOSE] ?? 0) + (right[PARTIAL] ?? 0));
    const how = `right rows agree in ${percent(agree(right))}${(right[EXACT] ?? 0) < agree(right) / 2 ? `, mostly not to the letter (${similar} similar)` : ''}`;
    return `${name}: ${how}, ${againstWord(differenceOf(model, property))}; ${forWord(Math.log((right[EXACT] ?? 1) / (wrong[EXACT] ?? 1)))}.`;
  });
}

function againstWord(weight: number): string {
  if (weight <= RULES_OUT) return 'so a different value rules a candidate out';
  if (weight <= STRONGLY) return 'so a different value speaks strongly against a candidate';
  return weight <= AT_ALL ? 'so a different value speaks a little against a candidate' : 'so a different value says nothing';
}

function forWord(weight: number): string {
  if (weight >= NEARLY_ENOUGH) return 'an equal value nearly proves it';
  return weight >= LITTLE ? 'an equal value supports it' : 'an equal value says little, because neighbours share it';
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0.99 ? 2 : share > 0.1 ? 0 : 1)} %`;
}
