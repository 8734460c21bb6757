import { describe, expect, it } from '@jest/globals';
import { thresholdFrom, type SecondOpinion } from '../../src/learning/learn-tuning.js';

/** As many answers as there are, said from 1 down to 0. */
const opinions = (count: number, learned: (said: number) => number): readonly SecondOpinion[] =>
  Array.from({ length: count }, (_, i) => ({ said: 1 - i / count, learned: learned(1 - i / count) }));

describe('thresholdFrom', () => {
  it('goes down as far as the answers are right by what was learned', () => {
    expect(
      thresholdFrom(
        opinions(400, (said) => (said > 0.7 ? 1 : 0)),
        0.97,
      ),
    ).toBeCloseTo(0.7, 1);
  });

  it('does not let junk in behind many sure answers', () => {
    const sure = Array.from({ length: 5_000 }, () => ({ said: 0.99, learned: 1 }));
    expect(
      thresholdFrom(
        [...sure, ...opinions(400, (said) => (said > 0.9 ? 1 : 0)).filter(({ said }) => said < 0.98)],
        0.97,
      ),
    ).toBeGreaterThan(0.88);
  });

  it('never goes below one half', () => {
    expect(
      thresholdFrom(
        opinions(400, () => 1),
        0.97,
      ),
    ).toBeGreaterThanOrEqual(0.5);
  });

  it('is none where no threshold is precise enough, or there are too few answers', () => {
    expect(
      thresholdFrom(
        opinions(400, () => 0.5),
        0.97,
      ),
    ).toBeUndefined();
    expect(
      thresholdFrom(
        opinions(20, () => 1),
        0.97,
      ),
    ).toBeUndefined();
  });
});
