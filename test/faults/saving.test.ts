import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { faultCases, makeTemplate, runScenario, scenariosFrom } from '../support/store-scenarios.js';
import { temporaryFolder } from '../support/temporary-files.js';

/*
 * Each call to the disk fails in turn, in every way, through whole scenarios. A failure names its seed; SAMEAS_SEED repeats it, SAMEAS_SCENARIOS sets how many there are.
 */

const SEED = Number(process.env['SAMEAS_SEED'] ?? Date.now() % 1_000_000_000);
const SCENARIOS = Number(process.env['SAMEAS_SCENARIOS'] ?? 2);

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe(`what was acknowledged (seed ${String(SEED)})`, () => {
  const template = `${folder.path}/template`;
  beforeAll(() => makeTemplate(template));

  it.each(scenariosFrom(SEED, SCENARIOS).map((steps, number) => ({ number, steps })))(
    'is there, and nothing that was refused, in scenario $number',
    async ({ steps }) => {
      const place = `${folder.path}/place`;
      const calls = await runScenario(steps, template, place, { at: 0, fault: 'EIO', lasting: false });
      expect(calls).toBeGreaterThan(5);
      let faults = 0;
      for (const one of faultCases(calls, 1)) {
        faults++;
        await runScenario(steps, template, place, one).catch((thrown: unknown) => {
          throw new Error(`seed ${String(SEED)}, ${JSON.stringify(one)}, ${JSON.stringify(steps)}: ${String(thrown)}`);
        });
      }
      process.stdout.write(`${String(calls)} calls, ${String(faults)} faults\n`);
    },
    3_600_000,
  );
});
