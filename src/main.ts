#!/usr/bin/env node

// A service that is told to read its files again does so when it can; before it has begun, the signal would end it. A single file is served.
let hasHungUp = false;
if (process.argv[2] === 'serve' || (process.argv.length === 3 && /[./]/.test(process.argv[2] ?? '')))
  process.on('SIGHUP', () => (hasHungUp = true));

// All else is loaded after the signal is taken care of: it takes a while.
const [{ availableParallelism }, { EXIT_CODES, nextSignal }, { runCommandLine }, { coloursWanted, createStatusLine }] =
  await Promise.all([
    import('node:os'),
    import('./cli/command-definition.js'),
    import('./cli/run-command-line.js'),
    import('./cli/terminal.js'),
  ]);

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
  hasHungUp: () => hasHungUp,
});
