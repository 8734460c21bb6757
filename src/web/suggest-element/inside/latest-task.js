/** One task at a time: starting another ends the one before, whose answer is then ignored, however late it comes. */
export class LatestTask {
  /** @type {AbortController | undefined} */
  #current;

  /**
   * Starts `task` after `waitMs`, and gives its result to `done` or its fault to `failed`: neither when something else was started
   * or all was stopped meanwhile. After `timeoutMs` more the task is aborted, which is a fault.
   *
   * @template T
   * @param {{ readonly waitMs: number, readonly timeoutMs: number, readonly task: (signal: AbortSignal) => Promise<T>,
   *   readonly done: (result: T) => void, readonly failed: (fault: unknown) => void }} start
   */
  start({ waitMs, timeoutMs, task, done, failed }) {
    this.stop();
    const controller = new AbortController();
    this.#current = controller;
    const run = async () => {
      const timer = setTimeout(() => controller.abort(), timeoutMs);
      try {
        const result = await task(controller.signal);
        if (this.#current === controller) done(result);
      } catch (fault) {
        if (this.#current === controller) failed(fault);
      } finally {
        clearTimeout(timer);
      }
    };
    const waiting = setTimeout(() => void run(), waitMs);
    controller.signal.addEventListener('abort', () => clearTimeout(waiting), { once: true });
  }

  /** Ends the current task, in silence. */
  stop() {
    const stopped = this.#current;
    this.#current = undefined;
    stopped?.abort();
  }
}
