import { fork, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

/** The real executable, serving on loopback. */
export interface ServedProcess {
  readonly port: number;
  /** From the start of the process until /ready said yes. */
  readonly readyMs: number;
  readonly residentBytes: () => number;
  readonly peakResidentBytes: () => number;
  /** Processor time of all its threads since its start, in ms. */
  readonly processorMs: () => number;
  /** Lateness of the main thread's event loop since the last call, in ms. */
  readonly eventLoopDelay: () => Promise<{ readonly p99: number; readonly max: number }>;
  /** SIGHUP: reads the data again. */
  readonly reload: () => void;
  readonly stop: () => Promise<void>;
}

const READY_WITHIN_MS = 300_000;
const PROBE = fileURLToPath(new URL('event-loop-probe.mjs', import.meta.url));

/** Starts `program serve source` (or with all these arguments) without caches of answers or indexes. Rejects when it is not ready in five minutes. */
export async function startServed(
  program: string,
  source: string | readonly string[],
  port: number,
): Promise<ServedProcess> {
  const start = performance.now();
  const child = fork(
    program,
    [
      'serve',
      ...(typeof source === 'string' ? [source] : source),
      '--port',
      String(port),
      '--cache-bytes',
      '0',
      '--index-cache',
      'off',
    ],
    {
      execArgv: ['--import', PROBE],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    if ((await Promise.race([ended, sleep(5000, 'late', { ref: false })])) === 'late') child.kill('SIGKILL');
    await ended;
  };
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with code ${String(child.exitCode)}`);
    if (performance.now() - start > READY_WITHIN_MS) {
      await stop();
      throw new Error(`${program} was not ready in time`);
    }
    await sleep(5);
  }
  const readyMs = performance.now() - start;
  const memory = (field: 'VmRSS' | 'VmHWM'): number => memoryOf(child.pid ?? 0, field);
  return {
    port,
    readyMs,
    residentBytes: () => memory('VmRSS'),
    peakResidentBytes: () => memory('VmHWM'),
    processorMs: () => processorMsOf(child.pid ?? 0),
    eventLoopDelay: () =>
      new Promise((resolve) => {
        child.once('message', (answer: { p99: number; max: number }) => {
          resolve(answer);
        });
        child.send('delay');
      }),
    reload: () => child.kill('SIGHUP'),
    stop,
  };
}

/** Resident bytes of a process, now (`VmRSS`) or at its peak (`VmHWM`). */
export function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  return (
    Number(
      new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0,
    ) * 1024
  );
}

/** Processor time of all threads of a process since its start, in ms; Linux counts it in hundredths of a second. */
export function processorMsOf(pid: number): number {
  const fields =
    readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')
      .at(-1)
      ?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** `program index source --out folder`. */
export function buildIndex(program: string, source: string, folder: string): void {
  const { status, stderr } = spawnSync(process.execPath, [program, 'index', source, '--out', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`index: ${stderr}`);
}

function isReady(port: number): Promise<boolean> {
  return exchange(new Agent(), port, '/ready').then(
    ({ status }) => status === 200,
    () => false,
  );
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One request over a connection of `agent`; a POST of a form when there is one. */
export function exchange(agent: Agent, port: number, path: string, form?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method: form === undefined ? 'GET' : 'POST',
        ...(form === undefined
          ? {}
          : {
              headers: {
                'content-type': 'application/x-www-form-urlencoded',
                'content-length': Buffer.byteLength(form),
              },
            }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
        });
      },
    );
    sent.on('error', reject);
    sent.end(form);
  });
}
