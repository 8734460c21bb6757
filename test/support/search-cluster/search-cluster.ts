import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../program.js';
import { parentInMemory } from '../temporary-files.js';
import { until } from '../until.js';
import { layOutServer } from './lay-out-server.js';
import { CLUSTER_ADMIN, clusterFiles, securitySettings, type ClusterUser } from './node-files.js';

/** OpenSearch nodes on loopback, with TLS and the users of node-files.ts. */
interface SearchCluster {
  /** https: addresses, one of each node. */
  readonly urls: readonly string[];
  /** The file of the certificate that clients have to trust. */
  readonly caFile: string;
  /** Asks the first node that runs, as the user that may do everything when none is given; gives the parsed answer. Rejects for any status from 400 on. */
  readonly ask: (method: string, path: string, body?: unknown, as?: ClusterUser) => Promise<unknown>;
  /** Ends a node at once, as a power cut does. Of two nodes the first, 0, manages the cluster: without it the other answers nothing. */
  readonly kill: (node: number) => Promise<void>;
  /** Starts those that were killed again, and waits until the cluster has all nodes and every replica. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Nobody: the server refuses to run as root. */
const NOBODY = 65_534;
const FOLDERS = 'sameas-search-cluster-';

let shared: Promise<SearchCluster> | undefined;

/** The cluster of two nodes that all test files of this process share; the first call starts it, which takes half a minute. Its nodes end with this process, even when that is killed. */
export function sharedSearchCluster(): Promise<SearchCluster> {
  return (shared ??= startSearchCluster(2));
}

/** Starts a cluster, and waits until it has all nodes. */
async function startSearchCluster(size: number): Promise<SearchCluster> {
  removeFoldersOfEnded();
  const home = layOutServer();
  const [folder, dataFolder] = [makeFolder(tmpdir()), makeFolder(parentInMemory())];
  const files = clusterFiles();
  const ports: { readonly http: number; readonly transport: number }[] = [];
  for (let node = 0; node < size; node++) ports.push({ http: await freePort(), transport: await freePort() });
  const start = (node: number): ChildProcess =>
    startNode({
      home,
      folder: join(folder, `node-${node}`),
      data: join(dataFolder, `node-${node}`),
      files,
      ports,
      node,
    });
  const running = ports.map((_, node) => start(node));
  const caFile = join(folder, 'node-0', 'config', 'certificate.pem');
  const ask: SearchCluster['ask'] = (method, path, body, as = CLUSTER_ADMIN) => {
    const node = running.findIndex(isRunning);
    return askNode({ port: ports[node]?.http ?? 0, ca: files.get('certificate.pem') ?? '', as }, method, path, body);
  };
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((child) => ended(child, 'SIGKILL')));
    for (const made of [folder, dataFolder]) rmSync(made, { recursive: true, force: true });
  };
  const whole = async (): Promise<void> => {
    try {
      await until(async () => {
        const dead = running.findIndex((child) => !isRunning(child));
        if (dead >= 0) throw new Error(`Node ${dead} ended:\n${logsOf(join(folder, `node-${dead}`))}`);
        return (
          (await ask('GET', `/_cluster/health?wait_for_nodes=${size}&wait_for_status=green&timeout=5s`).then(
            hasNotTimedOut,
            () => false,
          )) &&
          (await ask('GET', '/_cat/indices').then(
            () => true,
            () => false,
          ))
        );
      });
    } catch (cause) {
      const logs = running.map((_, node) => logsOf(join(folder, `node-${node}`))).join('\n');
      await stop();
      throw new Error(`The search cluster is not whole.\n${logs}`, { cause });
    }
  };
  await whole();
  return {
    urls: ports.map(({ http }) => `https://127.0.0.1:${http}`),
    caFile,
    ask,
    kill: async (node) => {
      const child = running[node];
      if (child !== undefined) await ended(child, 'SIGKILL');
    },
    restart: async () => {
      for (const [node, child] of running.entries()) if (!isRunning(child)) running[node] = start(node);
      await whole();
    },
    stop,
  };
}

interface NodeStart {
  readonly home: string;
  readonly folder: string;
  readonly data: string;
  readonly files: ReadonlyMap<string, string>;
  readonly ports: readonly { readonly http: number; readonly transport: number }[];
  readonly node: number;
}

function startNode({ home, folder, data, files, ports, node }: NodeStart): ChildProcess {
  const config = join(folder, 'config');
  for (const path of [data, ...['config', 'logs', 'tmp'].map((name) => join(folder, name))])
    mkdirSync(path, { recursive: true });
  const names = ports.map((_, i) => `node-${i}`);
  const settings = {
    'cluster.name': `sameas-test-${process.pid}`,
    'node.name': names[node],
    'network.host': '127.0.0.1',
    'http.port': ports[node]?.http,
    'transport.port': ports[node]?.transport,
    'path.data': data,
    'path.logs': join(folder, 'logs'),
    'discovery.seed_hosts': ports.map(({ transport }) => `127.0.0.1:${transport}`),
    // Two managers lose their majority with either of them: the second node of two holds data only, so that it can be killed.
    'cluster.initial_cluster_manager_nodes': ports.length === 2 ? names.slice(0, 1) : names,
    'node.roles': ports.length === 2 && node === 1 ? ['data', 'ingest'] : ['cluster_manager', 'data', 'ingest'],
    'cluster.routing.allocation.disk.threshold_enabled': false,
    'node.processors': 2,
    ...securitySettings(),
  };
  const all = new Map([
    ...files,
    [
      'opensearch.yml',
      Object.entries(settings)
        .map(
          ([key, value]) =>
            `${key}: ${typeof value === 'string' && !value.startsWith('[') ? JSON.stringify(value) : typeof value === 'object' ? JSON.stringify(value) : String(value)}\n`,
        )
        .join(''),
    ],
  ]);
  for (const [path, content] of all) {
    mkdirSync(dirname(join(config, path)), { recursive: true });
    writeFileSync(join(config, path), content);
  }
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    for (const path of [folder, data].flatMap((top) => [
      top,
      ...readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)),
    ]))
      chownSync(path, NOBODY, NOBODY);
  chmodSync(join(config, 'certificate.pem'), 0o644);
  const out = openSync(join(folder, 'logs', 'console.log'), 'a');
  const as = ['--pdeathsig', 'KILL', ...(isRoot ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [])];
  return spawn(
    'setpriv',
    [
      ...as,
      'java',
      ...javaOptions(folder),
      `-Dopensearch.path.home=${home}`,
      `-Dopensearch.path.conf=${config}`,
      '-cp',
      join(home, 'lib', '*'),
      'org.opensearch.bootstrap.OpenSearch',
      '--quiet',
    ],
    {
      stdio: ['ignore', out, out],
      cwd: folder,
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', HOME: folder, LIBFFI_TMPDIR: join(folder, 'tmp') },
    },
  );
}

/** Those of the distribution's start script, with a small heap and little compilation: the nodes live for minutes. */
function javaOptions(folder: string): readonly string[] {
  return [
    '-Xms384m',
    '-Xmx384m',
    '-XX:+UseSerialGC',
    '-Xss1m',
    '-XX:TieredStopAtLevel=1',
    '-XX:-OmitStackTraceInFastThrow',
    '-Xshare:auto',
    '-Djava.awt.headless=true',
    '-Dfile.encoding=UTF-8',
    '-Djna.nosys=true',
    '-Djava.security.manager=allow',
    '-Djava.locale.providers=SPI,COMPAT',
    '-Dio.netty.noUnsafe=true',
    '-Dio.netty.noKeySetOptimization=true',
    '-Dio.netty.recycler.maxCapacityPerThread=0',
    '-Dio.netty.allocator.numDirectArenas=0',
    '-Dlog4j.shutdownHookEnabled=false',
    '-Dlog4j2.disable.jmx=true',
    '-Dlog4j2.formatMsgNoLookups=true',
    '-Dopensearch.distribution.type=tar',
    '-Dopensearch.bundled_jdk=false',
    `-Djava.io.tmpdir=${join(folder, 'tmp')}`,
  ];
}

function askNode(
  { port, ca, as }: { readonly port: number; readonly ca: string; readonly as: ClusterUser },
  method: string,
  path: string,
  body: unknown,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        ca,
        auth: `${as.user}:${as.password}`,
        agent: false,
        timeout: 30_000,
        headers: content === undefined ? {} : { 'content-type': 'application/json' },
      },
      (answer) => {
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('error', reject)
          .on('end', () => {
            if ((answer.statusCode ?? 0) >= 400) reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
            else resolve(/json/.test(answer.headers['content-type'] ?? '') ? JSON.parse(text) : text);
          });
      },
    );
    sent
      .on('timeout', () => sent.destroy(new Error('No answer in time.')))
      .on('error', reject)
      .end(content);
  });
}

function hasNotTimedOut(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'timed_out' in answer && answer.timed_out === false;
}

function isRunning({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (!isRunning(child)) return resolve();
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

function logsOf(folder: string): string {
  return ['console.log', 'node.log']
    .map((name) => join(folder, 'logs', name))
    .flatMap((path) => (existsSync(path) ? [readFileSync(path, 'utf8').slice(-4000)] : []))
    .join('\n');
}

/** A process that was killed leaves the folder of its cluster behind. */
function removeFoldersOfEnded(): void {
  for (const parent of new Set([tmpdir(), parentInMemory()]))
    for (const name of readdirSync(parent).filter((entry) => entry.startsWith(FOLDERS))) {
      const pid = name.slice(FOLDERS.length).split('-')[0] ?? '';
      if (!existsSync(join('/proc', pid))) rmSync(join(parent, name), { recursive: true, force: true });
    }
}

function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, `${FOLDERS}${process.pid}-`));
  chmodSync(folder, 0o755);
  return folder;
}
