import { startClusterService } from '../assembly/start-cluster-service.js';
import { amountOf } from '../foundation/amount-of.js';
import type { SameasError } from '../foundation/sameas-error.js';
import type { Observe } from '../foundation/observation.js';
import type { Settings } from '../settings/setting-definitions.js';
import { coloursFor } from './terminal.js';
import type { CommandContext, ExitReason } from './command-definition.js';
import { serviceLog, serveUntilStopped } from './serve-until-stopped.js';

/** `sameas serve --search-cluster`: answers from a dataset in a search cluster until a signal to end. */
export function serveCluster(settings: Settings, context: CommandContext): Promise<ExitReason> {
  const { log } = serviceLog(settings, context);
  let hasBegun = false;
  let fault: SameasError | undefined;
  // The reason why a service cannot begin is shown once: by the error that ends the command, or by the message that it
  // waits.
  const observe: Observe = (observation) => {
    if (hasBegun || observation.kind !== 'dataset-load-failed') log(observation);
    else fault = observation.error;
  };
  return serveUntilStopped(
    {
      start: () => startClusterService(settings, observe),
      observe,
      loading: `the dataset "${settings.dataset}" of the search cluster`,
      announce: ({ url, loaded }) => {
        hasBegun = true;
        const { bold } = coloursFor(context.colours);
        return [
          loaded === undefined
            ? `${fault?.message ?? 'The search cluster does not answer yet.'} The service waits, and answers with status 503 until then.`
            : `${loaded.name}: ${amountOf(loaded.entityCount, 'entity', 'entities')} in the search cluster.`,
          '',
          `Register this address in OpenRefine: ${bold(url)}`,
          'Press Ctrl+C to stop.',
          '',
        ].join('\n');
      },
    },
    context,
  );
}
