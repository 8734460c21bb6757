import { spawn } from 'node:child_process';

const COMMANDS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Shows an address in the browser of the person at this computer. Where there is none, nothing happens: the address is written on the terminal, too. */
export function openInBrowser(address: string): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, address], { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}
