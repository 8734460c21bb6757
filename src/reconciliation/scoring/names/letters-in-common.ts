import type { BigramProfile } from '../../../text/similarity/bigram-profile.js';
import type { ComparedLabel } from './compared-label.js';

/**
 * Dice coefficient of the letter pairs of a label and the text that was set, 0–1. `count`: the words of the label that are compared, from its beginning. From the
 * words, where they are all there is to the folded form: decoding it costs as much as all the rest.
 */
export function lettersInCommon(profile: BigramProfile, label: Readonly<ComparedLabel>, count: number): number {
  if (label.isCut()) return profile.similarity(label.folded());
  profile.start();
  for (let j = 0; j < count; j++) {
    const shape = label.words[j]?.shape;
    if (shape?.spaced !== true) {
      profile.finish();
      return profile.similarity(label.folded());
    }
    profile.add(shape.text);
  }
  return profile.finish();
}
