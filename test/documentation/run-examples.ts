import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startProgram, type Program } from '../support/program.js';
import { ROOT } from '../architecture/source-tree.js';
import { jsonDifferences, textAgrees } from './example-differences.js';
import { fencedBlocks, type FencedBlock } from './markdown-blocks.js';

/*
 * How examples are written, so that they can be run:
 *
 *   ```csv people.csv    a block with a file name is a file; it is written into an empty folder, in which programs find `sameas` and what it stands on
 *   ```sh                is run by bash in that folder, lines joined; `sameas` is the built executable
 *   ```python            is run by Python
 *   ```json, ```text     straight after one of these is what it printed; … stands for anything
 *
 * `npm start` and `sameas serve …` start the service in the background, in place of the one before. It listens on a free
 * port, and the examples' 127.0.0.1:8000 is read as that. `npm ci` is passed over: the test runs on what it installed.
 */

const ADDRESS = '127.0.0.1:8000';
const START = /^(?:npm start|sameas serve\b.*)$/;
const EXECUTABLE = join(ROOT, 'dist', 'main.js');

/** Runs all examples of a page in order, in an empty folder; gives what went wrong, one text each with the line. */
export async function runExamples(page: string, folder: string): Promise<readonly string[]> {
  const blocks = fencedBlocks(readFileSync(join(ROOT, page), 'utf8'));
  const faults: string[] = [];
  let service: Service | undefined;
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules', 'sameas'));
  symlinkSync(join(ROOT, 'node_modules', 'express'), join(folder, 'node_modules', 'express'));
  try {
    for (const [i, block] of blocks.entries()) {
      if (block.info !== '') {
        writeFileSync(
          join(folder, block.info),
          service === undefined ? block.text : block.text.replaceAll(ADDRESS, service.address),
        );
        continue;
      }
      if (block.language !== 'sh' && block.language !== 'python') continue;
      const started = startCommand(block);
      if (started !== undefined) {
        await service?.stop();
        service = await startService(started, folder);
      }
      const printed = started === undefined ? await run(block, folder, service) : (service?.output() ?? '');
      const next = blocks[i + 1];
      const example =
        next !== undefined && next.info === '' && ['json', 'text'].includes(next.language) ? next : undefined;
      faults.push(...compare(page, block, example, printed));
    }
  } finally {
    await service?.stop();
  }
  return faults;
}

interface Service extends Program {
  readonly address: string;
}

/** The line of a block that starts the service, if one does; it must be the last. */
function startCommand(block: FencedBlock): string | undefined {
  if (block.language !== 'sh') return undefined;
  const lines = block.text.trim().split('\n');
  const index = lines.findIndex((line) => START.test(line));
  if (index < 0) return undefined;
  if (lines.slice(0, index).some((line) => line !== 'npm ci') || index !== lines.length - 1)
    throw new Error(`Line ${block.line}: the block does more than to start the service.`);
  return lines[index];
}

async function startService(command: string, folder: string): Promise<Service> {
  const port = await freePort();
  const args =
    command === 'npm start' ? ['serve', '--data-dir', 'sameas-data'] : command.replace(/^sameas /, '').split(/\s+/);
  mkdirSync(folder, { recursive: true });
  const program = await startProgram({
    command: process.execPath,
    args: [EXECUTABLE, ...args],
    cwd: folder,
    env: { SAMEAS_PORT: String(port) },
    isReady: (output) => Promise.resolve(output.includes('Register this address') && output.includes('stop')),
    readyWithinMs: 120_000,
  });
  const address = `127.0.0.1:${port}`;
  return { ...program, address, output: () => program.output().replaceAll(address, ADDRESS) };
}

function run(block: FencedBlock, folder: string, service: Service | undefined): Promise<string> {
  const text = service === undefined ? block.text : block.text.replaceAll(ADDRESS, service.address);
  const [command, args]: readonly [string, readonly string[]] =
    block.language === 'python'
      ? ['python3', ['-c', text]]
      : ['bash', ['-euo', 'pipefail', '-c', `sameas() { "${process.execPath}" "${EXECUTABLE}" "$@"; }\n${text}`]];
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder, timeout: 60_000 }, (error, stdout, stderr) => {
      const ending = error === null ? '' : `\n[failed: ${stderr.trim() || error.message}]`;
      const printed = `${stdout}${ending}`;
      resolve(service === undefined ? printed : printed.replaceAll(service.address, ADDRESS));
    });
  });
}

function compare(
  page: string,
  block: FencedBlock,
  example: FencedBlock | undefined,
  printed: string,
): readonly string[] {
  const place = `${page}:${block.line}`;
  if (printed.includes('[failed:')) return [`${place}: ${printed}`];
  if (example === undefined) return [];
  if (example.language === 'text') return textAgrees(example.text, printed) ? [] : [`${place}: printed\n${printed}`];
  let actual: unknown;
  try {
    actual = JSON.parse(printed);
  } catch {
    return [`${place}: did not print JSON, but\n${printed}`];
  }
  return jsonDifferences(JSON.parse(example.text), actual).map((difference) => `${place}: ${difference}`);
}
