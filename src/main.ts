#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { coloursWanted } from './cli/colours.js';
import { EXIT_CODES } from './cli/exit-codes.js';
import { runCommandLine } from './cli/run-command-line.js';

// A reader that has seen enough (`sameas check … | head`) closes the pipe; that is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  env: process.env,
  colours: coloursWanted(process.stdout.isTTY && process.stderr.isTTY, process.env),
  interactive: process.stderr.isTTY,
  helpWidth: Math.min(process.stdout.columns ?? 100, 120),
  exit: (reason) => process.exit(EXIT_CODES[reason].code),
  processors: availableParallelism(),
});
