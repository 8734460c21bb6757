import type { LiveDataset, ServedSnapshot } from '../../src/describe/served-snapshot.js';

/** A dataset that serves what `current` gives, and never anything else. */
export function liveOf(current: () => ServedSnapshot): LiveDataset {
  return { current, lease: () => ({ served: current(), release: () => undefined }) };
}
