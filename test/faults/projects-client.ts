import { request as plainRequest } from 'node:http';

/** A project's rows and the answers of commands, asked of a running service as any client asks. */
export interface ProjectsClient {
  readonly origin: string;
  /** One command; `parameters` go into the body of a POST, with a token. */
  readonly ask: (
    command: string,
    parameters?: Readonly<Record<string, string>>,
    method?: 'GET' | 'POST',
  ) => Promise<CommandAnswer>;
  /** Uploads files as one new project. */
  readonly create: (
    files: readonly { readonly name: string; readonly content: string | Uint8Array }[],
    options?: object,
    format?: string,
  ) => Promise<CreateAnswer>;
  /** A project of one file of CSV; rejects when none is made. */
  readonly created: (csv: string) => Promise<string>;
  /** The name of each project. */
  readonly projects: () => Promise<Readonly<Record<string, string>>>;
  /** The rows as CSV. */
  readonly csv: (project: string) => Promise<string>;
}

export interface CommandAnswer {
  readonly status: number;
  /** The JSON object of the answer; empty when it is none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly tookMs: number;
}

export interface CreateAnswer extends CommandAnswer {
  /** Undefined when no project was made. */
  readonly project: string | undefined;
}

/** A client of the service at `origin`, which has no slash at its end. */
export function projectsClient(origin: string): ProjectsClient {
  let token: Promise<string> | undefined;
  const address = (command: string): string => `${origin}/command/core/${command}`;
  const csrfToken = (): Promise<string> =>
    (token ??= fetch(address('get-csrf-token')).then(async (response) =>
      String(objectOf(await response.text())['token']),
    ));

  const answered = async (send: () => Promise<Response>): Promise<CommandAnswer & { readonly location: string }> => {
    const startedAt = performance.now();
    const response = await send();
    const text = await response.text();
    return {
      status: response.status,
      body: objectOf(text),
      text,
      tookMs: performance.now() - startedAt,
      location: response.headers.get('location') ?? '',
    };
  };

  const ask: ProjectsClient['ask'] = async (command, parameters = {}, method = 'POST') => {
    if (method === 'GET')
      return answered(() => fetch(`${address(command)}?${new URLSearchParams(parameters).toString()}`));
    const body = new URLSearchParams({ ...parameters, csrf_token: await csrfToken() });
    return answered(() => fetch(address(command), { method, body }));
  };

  const create: ProjectsClient['create'] = async (files, options, format) => {
    const form = new FormData();
    for (const { name, content } of files) form.append('project-file', new File([content], name));
    if (options !== undefined) form.set('options', JSON.stringify(options));
    if (format !== undefined) form.set('format', format);
    const url = `${address('create-project-from-upload')}?csrf_token=${await csrfToken()}`;
    const answer = await answered(() =>
      fetch(url, { method: 'POST', body: form, redirect: 'manual', headers: { Accept: 'application/json' } }),
    );
    return { ...answer, project: /\?project=(\d{13})$/.exec(answer.location)?.[1] };
  };

  return {
    origin,
    ask,
    create,
    created: async (csv) => {
      const { project, text } = await create([{ name: 'rows.csv', content: csv }], { separator: ',', headerLines: 1 });
      if (project === undefined) throw new Error(`No project was made: ${text}`);
      return project;
    },
    projects: async () => {
      const { projects } = (await ask('get-all-project-metadata', {}, 'GET')).body;
      return Object.fromEntries(
        Object.entries(asObject(projects)).map(([id, one]) => [id, String(asObject(one)['name'])]),
      );
    },
    csv: async (project) => (await ask('export-rows', { project, format: 'csv' })).text,
  };
}

/**
 * Sends an upload, or only the beginning of it where it announces more bytes than it brings, and cuts the connection when what `isUnderWay` waits for has happened.
 * Resolves when the connection is cut.
 */
export async function uploadCutOff(
  client: ProjectsClient,
  sent: string,
  isUnderWay: () => Promise<void>,
  announcedBytes = 10_000_000,
): Promise<void> {
  const token = String((await client.ask('get-csrf-token', {}, 'GET')).body['token']);
  const request = plainRequest(`${client.origin}/command/core/create-project-from-upload?csrf_token=${token}`, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=cut', 'Content-Length': announcedBytes },
  });
  const closed = new Promise<void>((resolve) => void request.on('close', resolve));
  request.on('error', () => undefined);
  request.write(sent);
  await isUnderWay();
  request.destroy();
  await closed;
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
