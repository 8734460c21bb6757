import { openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Program } from '../../test/support/program.js';

/** A running service that speaks the command interface, with a meter. */
export interface MeasuredService {
  readonly create: (file: string) => Promise<string>;
  /** Gives the length of what came, in bytes. */
  readonly exportCsv: (project: string) => Promise<number>;
  readonly apply: (project: string, operations: readonly object[]) => Promise<void>;
  readonly delete: (project: string) => Promise<void>;
  /** Seconds of processor time that all its processes have used so far. */
  readonly processorSeconds: () => number;
  /** The largest resident memory that its largest process has had. */
  readonly peakResidentBytes: () => number;
}

/** Clock ticks a second, in which Linux counts processor time. */
const TICKS = 100;
const OPTIONS = {
  encoding: 'UTF-8',
  separator: ',',
  headerLines: 1,
  processQuotes: true,
  guessCellValueTypes: false,
  trimStrings: false,
  storeBlankCellsAsNulls: true,
  storeBlankRows: true,
};

/** `program` answers at `origin`, which has no slash at its end. Every method rejects when a command fails. */
export function measuredService(origin: string, program: Program): MeasuredService {
  const post = async (command: string, body: Readonly<Record<string, string>>): Promise<Response> => {
    const response = await fetch(`${origin}/command/core/${command}`, {
      method: 'POST',
      body: new URLSearchParams({ ...body, csrf_token: await token() }),
    });
    if (!response.ok) throw new Error(`${command}: ${await response.text()}`);
    return response;
  };
  const token = async (): Promise<string> => {
    const body: unknown = await (await fetch(`${origin}/command/core/get-csrf-token`)).json();
    return typeof body === 'object' && body !== null && 'token' in body ? String(body.token) : '';
  };
  const expectOk = async (response: Response): Promise<void> => {
    const text = await response.text();
    if (!/"code"\s*:\s*"ok"/.test(text)) throw new Error(text.slice(0, 500));
  };
  const status = (pid: string): string => {
    try {
      return `${readFileSync(`/proc/${pid}/stat`, 'utf8')}\n${readFileSync(`/proc/${pid}/status`, 'utf8')}`;
    } catch {
      // It has ended since.
      return '';
    }
  };
  // The program was started in a process group of its own.
  const processes = (): readonly string[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(status)
      .filter((text) => afterName(text)[2] === String(program.pid));

  return {
    create: async (file) => {
      const form = new FormData();
      form.set('project-file', await openAsBlob(file), basename(file));
      form.set('project-name', basename(file));
      form.set('format', 'text/line-based/*sv');
      form.set('options', JSON.stringify(OPTIONS));
      const response = await fetch(`${origin}/command/core/create-project-from-upload?csrf_token=${await token()}`, {
        method: 'POST',
        body: form,
        redirect: 'manual',
      });
      const project = /project=(\d+)$/.exec(response.headers.get('location') ?? '')?.[1];
      if (project === undefined) throw new Error(`no project was made: ${(await response.text()).slice(0, 500)}`);
      return project;
    },
    exportCsv: async (project) => {
      const response = await post('export-rows', {
        project,
        format: 'csv',
        engine: '{"facets":[],"mode":"row-based"}',
      });
      let bytes = 0;
      for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length; // a body gives bytes
      return bytes;
    },
    apply: async (project, operations) =>
      expectOk(await post('apply-operations', { project, operations: JSON.stringify(operations) })),
    delete: async (project) => expectOk(await post('delete-project', { project })),
    processorSeconds: () =>
      processes().reduce((sum, text) => sum + (Number(afterName(text)[11]) + Number(afterName(text)[12])) / TICKS, 0),
    peakResidentBytes: () =>
      Math.max(0, ...processes().map((text) => Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024)),
  };
}

/** What stands behind the name of a process in its `stat`: state, parent, group … */
function afterName(text: string): readonly string[] {
  return (
    text
      .slice(text.indexOf(') ') + 2)
      .split('\n', 1)[0]
      ?.split(' ') ?? []
  );
}
