import { setFlagsFromString } from 'node:v8';
import { preparationRequest, prepareSnapshotInWorker } from './prepare-in-worker.js';
import { sourceBytes } from './source-bytes.js';
import type { RunningService, StartOptions } from './start-service.js';

/** Text of a list that takes a few seconds to load. Of a longer one the quickest form of the code is worth having. */
const LIGHT_BYTES = 24_000_000;

/**
 * Has the engine compile each function by itself, without those that it calls, until the function that is given back is called.
 *
 * Loading a list goes through some hundred functions, most of them for a fraction of a second, and on the threads of the compiler a quarter of
 * the processor time goes: much of it for code that is hardly run any more once it is there. Functions by themselves are
 * compiled in half the time and are nearly as quick. What answers requests is compiled once and for long, so this ends before
 * the first request can be answered, and is not done for reloads. See docs/decisions/0010-light-compilation.md.
 */
function compileLightly(): () => void {
  setFlagsFromString('--no-turbo-inlining');
  return () => {
    setFlagsFromString('--turbo-inlining');
  };
}

/**
 * `startService`, sooner: a thread begins to load the dataset while this one still loads the modules that answer requests,
 * which takes about as long as reading a hundred thousand records. Rejects like `startService`, and leaves nothing running then.
 */
export async function beginService(options: Omit<StartOptions, 'firstLoad'>): Promise<RunningService> {
  const { source, settings } = options;
  let { observe } = options;
  const stop = new AbortController();
  options.stop?.addEventListener('abort', () => stop.abort(), { once: true });
  const compileWell = settings.workers === 0 || sourceBytes(source) > LIGHT_BYTES ? undefined : compileLightly();
  const image =
    settings.workers === 0
      ? undefined
      : prepareSnapshotInWorker(
          preparationRequest(source, settings),
          (observation) => {
            observe(observation);
          },
          stop.signal,
        );
  // Whoever waits for it hears of it; until somebody does, a failure is no unhandled one.
  image?.catch(() => undefined).finally(compileWell);
  try {
    const { startService } = await import('./start-service.js');
    const firstLoad =
      image === undefined ? undefined : { image, tellTo: (next: StartOptions['observe']) => void (observe = next) };
    return await startService({ ...options, ...(firstLoad === undefined ? {} : { firstLoad }) });
  } catch (thrown) {
    stop.abort();
    throw thrown;
  }
}
