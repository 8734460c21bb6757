import { preparationRequest, prepareSnapshotInWorker } from './prepare-in-worker.js';
import type { RunningService, StartOptions } from './start-service.js';

/**
 * Faster `startService`: a thread begins to load the dataset while this one loads the modules of the service, which
 * takes about as long as reading a hundred thousand records. Rejects like `startService`, and then leaves nothing
 * running.
 */
export async function beginService(options: Omit<StartOptions, 'firstLoad'>): Promise<RunningService> {
  const { source, settings } = options;
  let { observe } = options;
  const stop = new AbortController();
  options.stop?.addEventListener('abort', () => stop.abort(), { once: true });
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
  // A failure is reported by the start that awaits it; until then it counts as handled.
  image?.catch(() => undefined);
  try {
    const { startService } = await import('./start-service.js');
    const firstLoad =
      image === undefined ? undefined : { image, printTo: (next: StartOptions['observe']) => void (observe = next) };
    return await startService({ ...options, ...(firstLoad === undefined ? {} : { firstLoad }) });
  } catch (thrown) {
    stop.abort();
    throw thrown;
  }
}
