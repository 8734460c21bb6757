import { logObservations } from '../assembly/log-observations.js';
import type { Observe } from '../foundation/observation.js';
import type { ReportProgress } from '../foundation/progress.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { CommandContext, ExitReason } from './command-definition.js';
import { tellLoading } from './tell-progress.js';

interface ServiceLog {
  readonly log: Observe;
  readonly tellLoad: ReportProgress;
}

/** The configured log, and a reporter of loading progress. */
export function serviceLog({ logFormat, logLevel }: Settings, context: CommandContext): ServiceLog {
  const format = logFormat === 'automatic' ? (context.interactive ? 'human' : 'json') : logFormat;
  return {
    log: logObservations({ level: logLevel, format, write: context.writeError }),
    // With a JSON log, sentences go to standard output.
    tellLoad: tellLoading(format === 'human' ? context : { ...context, writeError: context.write }),
  };
}

interface Service {
  readonly reload: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

interface ServiceToRun<S extends Service> {
  /** Ends early, and leaves nothing running, when the signal is given. */
  readonly start: (stop: AbortSignal) => Promise<S>;
  readonly observe: Observe;
  readonly loading: string;
  readonly announce: (service: S) => string;
}

/**
 * Starts a service, reloads its files at every HUP signal, and ends it at an interrupt or a TERM signal, once requests
 * under way are answered. Signals count at any time: a HUP signal during the start is obeyed after it, and a signal to
 * end ends the start. Rejects when it cannot be started.
 */
export async function serveUntilStopped<S extends Service>(
  { start, observe, loading, announce }: ServiceToRun<S>,
  context: CommandContext,
): Promise<ExitReason> {
  const stop = new AbortController();
  const stopSignal = context.nextSignal(['SIGINT', 'SIGTERM']).arrived;
  let service: S | undefined;
  let mustReload = false;
  // A failed reload is logged as an observation, and the old state goes on serving.
  const reload = (): void => void service?.reload().catch(() => undefined);
  process.on('SIGHUP', () => {
    mustReload = true;
    reload();
  });
  const stopped = stopSignal.then((signal) => {
    stop.abort();
    observe({ kind: 'stopping', reason: signal });
    context.write('Stopping; requests under way are answered first.\n');
    void context.nextSignal(['SIGINT', 'SIGTERM']).arrived.then(() => context.exit('interrupted'));
  });
  context.write(`Loading ${loading} …\n`);
  try {
    service = await start(stop.signal);
    if (!stop.signal.aborted) {
      context.showStatus('');
      context.write(announce(service));
      if (mustReload || context.hasHungUp?.() === true) reload();
      await stopped;
    }
    await service.close();
  } catch (thrown) {
    // A start that was ended has no service to close.
    if (!stop.signal.aborted || service !== undefined) throw thrown;
  }
  context.write('Stopped.\n');
  return context.exit('success');
}
