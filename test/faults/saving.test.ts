import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { faultCases, makeTemplate, runScenario, scenariosFrom } from '../support/store-scenarios.js';
import { parentInMemory, temporaryFolder } from '../support/temporary-files.js';

/*
 * Each call to the disk fails in turn, in every way, through whole scenarios. A failure names its seed; SAMEAS_SEED repeats it, SAMEAS_SCENARIOS sets how many there are.
 */

const SEED = Number(process.env['SAMEAS_SEED'] ?? Date.now() % 1_000_000_000);
const SCENARIOS = Number(process.env['SAMEAS_SCENARIOS'] ?? 2);

/** Cases that run side by side, each in a folder of its own: they wait for files most of the time. */
const AT_ONCE = 4;

const folder = temporaryFolder(parentInMemory());
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
      const cases = [...faultCases(calls, 1)];
      const left = cases.values();
      const runSome = async (_: unknown, number: number): Promise<void> => {
        for (const one of left)
          await runScenario(steps, template, place + String(number), one).catch((thrown: unknown) => {
            throw new Error(
              `seed ${String(SEED)}, ${JSON.stringify(one)}, ${JSON.stringify(steps)}: ${String(thrown)}`,
            );
          });
      };
      await Promise.all(Array.from({ length: AT_ONCE }, runSome));
      process.stdout.write(`${String(calls)} calls, ${String(cases.length)} faults\n`);
    },
    3_600_000,
  );
});
