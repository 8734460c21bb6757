/** The first of these signals that arrives from now on; `ignore` ends the wait, and restores their defaults. */
export function nextSignal(signals: readonly NodeJS.Signals[]): {
  readonly arrived: Promise<NodeJS.Signals>;
  readonly ignore: () => void;
} {
  let ignore = (): void => undefined;
  const arrived = new Promise<NodeJS.Signals>((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      resolve(signal);
      // Not at once: the cleanup of an unfinished file ends the program when it is the only listener left.
      setImmediate(ignore);
    };
    ignore = () => {
      for (const each of signals) process.off(each, stop);
    };
    for (const each of signals) process.on(each, stop);
  });
  return { arrived, ignore };
}
