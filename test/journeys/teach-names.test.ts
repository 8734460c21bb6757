import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startService, type RunningService } from '../support/start-service.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';

/*
 * A librarian matches names, fills in what the service could not know, and hands the table back: the running service knows the names from then on.
 */

const PUBLISHERS =
  'id;name;also known as;city\nP001;Suhrkamp Verlag;Suhrkamp;Berlin\nP003;Penguin Books;;London\nP006;Fischer Verlag;S. Fischer;Frankfurt am Main\n';
const CATALOGUE =
  'title,imprint\nTauben im Gras,Suhrkamp\nLady Chatterley,Pelican\nStiller,Bermann-Fischer\nThe Bell,Chatto & Windus\n';

const ANSWERS = z.record(z.string(), z.object({ result: z.array(z.object({ id: z.string(), match: z.boolean() })) }));

describe('names that a service is taught', () => {
  const folder = temporaryFolder();
  const judged = folder.write('judged.csv', 'imprint,matched id\n');
  let service: RunningService;
  beforeAll(async () => {
    service = await startService([folder.write('publishers.csv', PUBLISHERS), '--aliases', judged, '--watch', 'on']);
  }, 240_000);
  afterAll(async () => {
    await service.stop();
    folder.remove();
  });

  const matchesOf = async (names: readonly string[]): Promise<readonly (string | undefined)[]> => {
    const queries = JSON.stringify(Object.fromEntries(names.map((query, i) => [`q${String(i)}`, { query }])));
    const answers = ANSWERS.parse(
      await (await fetch(service.url, { method: 'POST', body: new URLSearchParams({ queries }) })).json(),
    );
    return names.map((_, i) => answers[`q${String(i)}`]?.result.find(({ match }) => match)?.id);
  };
  const text = async (path: string, init: RequestInit = {}): Promise<string> =>
    (await fetch(`${service.url}${path}`, init)).text();

  it('are found once the table of answers comes back with what a person has filled in', async () => {
    expect(await matchesOf(['Pelican', 'Bermann Fischer', 'Suhrkamp'])).toEqual([undefined, undefined, 'P001']);
    const answered = await text('table', {
      method: 'POST',
      body: new URLSearchParams({ names: CATALOGUE, column: 'imprint', as: 'csv' }),
    });
    const filledIn = answered
      .replace(',Pelican,', ',Pelican,P003')
      .replace(',Bermann-Fischer,', ',Bermann-Fischer,P006');
    expect(filledIn).toMatch(/^Stiller,Bermann-Fischer,P006,/m);
    folder.write('judged.csv', filledIn);
    await until(async () => (await matchesOf(['Pelican']))[0] !== undefined);
    expect(await matchesOf(['Pelican', 'Bermann Fischer', 'Suhrkamp', 'Chatto & Windus'])).toEqual([
      'P003',
      'P006',
      'P001',
      undefined,
    ]);
  }, 240_000);

  it('are told as aliases: in explanations, completion and on the page of the entity', async () => {
    expect(JSON.parse(await text('explain?query=Pelican&id=P003'))).toMatchObject({
      candidate: { features: [{ id: 'alias', reason: 'equal ("Pelican")' }, {}, {}, {}] },
    });
    expect(JSON.parse(await text('private/suggest?prefix=peli'))).toMatchObject({
      result: [{ id: 'P003', name: 'Penguin Books' }],
    });
    expect(await text('view?id=P003')).toContain('Pelican');
  });
});
