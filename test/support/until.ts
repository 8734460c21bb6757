/** Resolves when `isSo` says yes; rejects after two minutes. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error('What was waited for did not happen.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
