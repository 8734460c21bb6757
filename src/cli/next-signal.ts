/** The name of the first of these signals that arrives from now on; the code that no longer waits calls `ignore`, and signals do again what they do. */
export function nextSignal(signals: readonly NodeJS.Signals[]): {
  readonly arrived: Promise<NodeJS.Signals>;
  readonly ignore: () => void;
} {
  let ignore = (): void => undefined;
  const arrived = new Promise<NodeJS.Signals>((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      resolve(signal);
      // Not at once: what cleans up behind a file that is being written ends the program when it is the only one left that listens.
      setImmediate(ignore);
    };
    ignore = () => {
      for (const each of signals) process.off(each, stop);
    };
    for (const each of signals) process.on(each, stop);
  });
  return { arrived, ignore };
}
