import { z } from 'zod';

/** A client of the command interface, as a script would write it. */
export interface CommandClient {
  /** A command by GET. */
  readonly read: (name: string, parameters?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** A command by POST, with a token. */
  readonly give: (name: string, parameters?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** Makes a project; gives its id, cut out of the redirect. */
  readonly upload: (
    files: Readonly<Record<string, string | Uint8Array>>,
    fields?: Readonly<Record<string, string>>,
  ) => Promise<string>;
  readonly exported: (parameters: Readonly<Record<string, string>>) => Promise<string>;
}

const tokenSchema = z.object({ token: z.string() });

/** Commands given to the service at an origin, such as `http://127.0.0.1:8000`. */
export function commandClient(origin: string): CommandClient {
  const address = (name: string): string => `${origin}/command/core/${name}`;
  const token = async (): Promise<string> =>
    tokenSchema.parse(await (await fetch(address('get-csrf-token'))).json()).token;
  return {
    read: async (name, parameters = {}) =>
      (await fetch(`${address(name)}?${new URLSearchParams(parameters).toString()}`)).json(),
    give: async (name, parameters = {}) =>
      (
        await fetch(`${address(name)}?csrf_token=${await token()}`, {
          method: 'POST',
          body: new URLSearchParams(parameters),
        })
      ).json(),
    upload: async (files, fields = {}) => {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields)) body.append(field, value);
      for (const [name, content] of Object.entries(files))
        body.append('project-file', new File([typeof content === 'string' ? content : Buffer.from(content)], name));
      const answer = await fetch(`${address('create-project-from-upload')}?csrf_token=${await token()}`, {
        method: 'POST',
        body,
        redirect: 'manual',
      });
      const [, id] = /\/project\?project=(\d{13})$/.exec(answer.headers.get('Location') ?? '') ?? [];
      if (answer.status !== 302 || id === undefined)
        throw new Error(`no project was made: ${answer.status} ${await answer.text()}`);
      return id;
    },
    exported: async (parameters) =>
      (
        await fetch(`${address('export-rows')}?csrf_token=${await token()}`, {
          method: 'POST',
          body: new URLSearchParams(parameters),
        })
      ).text(),
  };
}
