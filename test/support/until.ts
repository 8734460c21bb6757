/** Asking more often takes the processor from what is waited for. */
const MAX_PAUSE_MS = 50;

/** Resolves when `isSo` says yes; rejects after two minutes. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  for (let pauseMs = 10; !(await isSo()); pauseMs = Math.min(pauseMs + 10, MAX_PAUSE_MS)) {
    if (Date.now() > giveUpAt) throw new Error('What was waited for did not happen.');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
