#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { coloursWanted } from './cli/colours.js';
import { EXIT_CODES } from './cli/exit-codes.js';
import { nextSignal } from './cli/next-signal.js';
import { runCommandLine } from './cli/run-command-line.js';
import { createStatusLine } from './cli/status-line.js';

// A reader that has seen enough (`sameas check … | head`) closes the pipe; that is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

const status = createStatusLine({
  isTerminal: process.stderr.isTTY,
  columns: () => process.stderr.columns,
  write: (text) => void process.stderr.write(text),
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  write: (text) => {
    status.clear();
    process.stdout.write(text);
  },
  writeError: (text) => {
    status.clear();
    process.stderr.write(text);
  },
  showStatus: status.show,
  env: process.env,
  colours: coloursWanted(process.stdout.isTTY && process.stderr.isTTY, process.env),
  interactive: process.stderr.isTTY,
  helpWidth: Math.min(process.stdout.columns ?? 100, 120),
  exit: (reason) => {
    status.clear();
    return process.exit(EXIT_CODES[reason].code);
  },
  nextSignal,
  processors: availableParallelism(),
});
