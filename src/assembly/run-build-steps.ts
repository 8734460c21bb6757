import type { SectionArray } from '../foundation/sections.js';
import { attachLabelSections, LABEL_STEPS, type BuildStep } from '../search/build-steps.js';

/** Takes steps until none is left; `taken[0]` counts those of all threads, and `hasTaken` is called before each. */
export function runSteps(
  labels: ReadonlyMap<string, SectionArray>,
  prominence: Float64Array,
  taken: Int32Array,
  hasTaken: (steps: number) => void = () => undefined,
  steps: readonly BuildStep[] = LABEL_STEPS,
): Map<string, SectionArray> {
  const read = attachLabelSections(labels, prominence);
  const made = new Map<string, SectionArray>();
  for (;;) {
    const at = Atomics.add(taken, 0, 1);
    const step = steps[at];
    if (step === undefined) return made;
    hasTaken(at);
    for (const [name, array] of step(read)) made.set(name, array);
  }
}
