import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { faultCases, makeTemplate, runScenario, scenariosFrom } from '../support/store-scenarios.js';
import { parentInMemory, temporaryFolder } from '../support/temporary-files.js';

/** One fault in so many; test/faults/saving.test.ts tries all. */
const EVERY = 23;
const SEED = Number(process.env['SAMEAS_SEED'] ?? Date.now() % 1_000_000_000);

const folder = temporaryFolder(parentInMemory());
afterAll(() => folder.remove());

describe(`what was acknowledged (seed ${String(SEED)})`, () => {
  const template = `${folder.path}/template`;
  beforeAll(() => makeTemplate(template));

  it('is there, and nothing that was refused, whatever call to the disk fails', async () => {
    const [steps = []] = scenariosFrom(SEED, 1);
    const place = `${folder.path}/place`;
    const calls = await runScenario(steps, template, place, { at: 0, fault: 'EIO', lasting: false });
    expect(calls).toBeGreaterThan(5);
    for (const one of faultCases(calls, EVERY))
      await runScenario(steps, template, place, one).catch((thrown: unknown) => {
        throw new Error(`seed ${String(SEED)}, ${JSON.stringify(one)}, ${JSON.stringify(steps)}: ${String(thrown)}`);
      });
  });
});
