import { describeService } from '../../protocols/describe-service.js';
import type { Reply } from '../reply.js';
import type { RunExchange } from './run-context.js';

/** The reviewed table as a file, in the form that `as` names. It is written on a thread: it may be long. Errors: those of `writeOutput`, `table-too-large` and `too-many-requests`. */
export function answerOutput({ exchange, web, run }: RunExchange): Promise<Reply> {
  const { snapshot } = exchange.served();
  const { identifierSpace, schemaSpace } = describeService(snapshot, exchange.baseUrl, exchange.limits.batchSize);
  return web.turns.run(exchange.client, () =>
    web.tables.run(
      {
        kind: 'write',
        record: run.record,
        folder: run.folder,
        as: exchange.parameters.get('as') ?? 'csv',
        softwareVersion: web.softwareVersion,
        space: { identifierSpace, schemaSpace, service: `${exchange.baseUrl}/` },
      },
      snapshot,
    ),
  );
}
