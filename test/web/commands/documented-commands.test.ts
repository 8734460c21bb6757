import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { multipart, startProjectsServers, type ProjectsServers, type RawAnswer } from '../../support/projects-app.js';

/*
 * The session at the beginning of docs/commands.md, line by line: what stands behind a dollar sign is sent as curl sends it, what follows must be the answer. Tokens,
 * ids and times are those of the page only in their form.
 */

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/commands.md'), 'utf8');
const [, SESSION = ''] = /^```text\n([^]*?)^```$/m.exec(PAGE) ?? [];
const ORIGIN = 'http://127.0.0.1:8000';
const PEOPLE = 'name,born\nada lovelace,1815\nalan turing,1912\n';

let servers: ProjectsServers;
beforeAll(async () => {
  servers = await startProjectsServers();
});
afterAll(() => servers.close());

interface Step {
  readonly command: string;
  readonly expected: string;
}

function stepsOf(session: string): readonly Step[] {
  return session
    .split(/^\$ /m)
    .slice(1)
    .map((step) => ({ command: step.slice(0, step.indexOf('\n')), expected: step.slice(step.indexOf('\n') + 1) }));
}

/** Words as a shell splits them, with quotation marks around some. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''));
}

/** What curl sends for the options that the page uses. */
async function curl(line: string): Promise<{ readonly answer: RawAnswer; readonly showsHead: boolean }> {
  const [program, ...words] = wordsOf(line);
  expect(program).toBe('curl');
  const url = words.find((word) => word.startsWith(ORIGIN)) ?? '';
  const after = (option: string): readonly string[] =>
    words.flatMap((word, index) => (word === option ? [words[index + 1] ?? ''] : []));
  const path = url.slice(ORIGIN.length);
  const files = after('-F').map((field) => {
    const [name = '', fileName = ''] = field.split('=@');
    return { name, fileName, content: PEOPLE, mediaType: 'text/csv' };
  });
  const fields = [
    ...after('-d'),
    ...after('--data-urlencode').map((field) =>
      field.replace(/=(.*)$/, (_, value: string) => `=${encodeURIComponent(value)}`),
    ),
  ];
  const hasForm = words.includes('-d') || words.includes('--data-urlencode');
  const answer = await servers.send(
    'strict',
    files.length > 0
      ? { method: 'POST', path, ...multipart(files) }
      : hasForm
        ? {
            method: 'POST',
            path,
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
            body: fields.join('&'),
          }
        : { method: 'GET', path },
  );
  return { answer, showsHead: words.some((word) => /^-\w*i/.test(word)) };
}

describe('docs/commands.md', () => {
  it('shows a session as it is', async () => {
    const steps = stepsOf(SESSION);
    expect(steps).toHaveLength(5);
    const pageToken = /"token":"(\w{32})"/.exec(SESSION)?.[1] ?? '';
    const pageProject = /project=(\d{13})/.exec(SESSION)?.[1] ?? '';
    let token = pageToken;
    let project = pageProject;
    for (const { command, expected } of steps) {
      // Under the strictest setting an export needs the token as well.
      const line = command.includes('export-rows')
        ? command.replace('format=csv', `format=csv&csrf_token=${token}`)
        : command;
      const { answer, showsHead } = await curl(line.replaceAll(pageToken, token).replaceAll(pageProject, project));
      token = /^\{"token":"(\w{32})"\}$/.exec(answer.text)?.[1] ?? token;
      project = /project=(\d{13})$/.exec(answer.headers.location ?? '')?.[1] ?? project;
      const shown = showsHead
        ? `HTTP/1.1 ${answer.status} Found\nLocation: ${answer.headers.location ?? ''}\n`
        : answer.text;
      const inForm = (text: string): string =>
        text
          .replaceAll(token, pageToken)
          .replaceAll(project, pageProject)
          .replaceAll(servers.origin('strict'), ORIGIN)
          .replace(/"id":\d+/, '"id":0')
          .replace(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/, '"time":""')
          .trimEnd();
      expect(inForm(shown)).toBe(inForm(expected));
    }
  });
});
