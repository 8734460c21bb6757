import { hashString } from '../../foundation/hash-string.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { mediaRanges } from '../../protocols/choose-form.js';
import type { DatasetForm, DatasetPart, DatasetPartTask } from '../../describe/served-snapshot.js';
import type { FairShare } from '../clients/fair-share.js';
import type { Exchange, RouteHandler } from '../exchange.js';
import { DEFAULT_LIMITS } from '../clients/client-budgets.js';
import { describeServed } from './answer-draft.js';

export const DATASET_FORMS: Readonly<Record<DatasetForm, string>> = {
  jsonl: 'application/x-ndjson',
  nt: 'application/n-triples',
};

/**
 * The handler of `/dataset`: all entities as JSON lines or N-Triples, by `as` or `Accept`. Threads of batches write
 * parts while they are sent, in turn with browsing. Throws `parameter-invalid` for another form; `dataset-elsewhere`
 * before the first part.
 */
export function createDatasetHandler({ browsing }: FairShare): RouteHandler {
  return (exchange) => {
    const { snapshot, work } = exchange.served();
    const form = formAsked(exchange);
    const { identifierSpace, schemaSpace } = describeServed(exchange);
    const { client, gone, limits } = exchange;
    const turn = { gone, request: { hasBegun: false } };
    async function* parts(): AsyncGenerator<string> {
      for (let from: number | undefined = 0; from !== undefined;) {
        const task: DatasetPartTask = { form, from, identifierSpace, schemaSpace };
        const part: DatasetPart = await browsing.run(client, () => work.write(task), turn);
        yield part.text;
        from = part.next;
      }
    }
    browsing.admit(client, {});
    return {
      kind: 'parts',
      parts,
      tag: `${snapshot.id}-${hashString([form, identifierSpace, schemaSpace].join('\n')).toString(36)}`,
      // As long as a client may take to send a body; until then its snapshot is kept.
      stallMs: limits.bodyTimeoutMs ?? DEFAULT_LIMITS.bodyTimeoutMs,
      contentType: DATASET_FORMS[form],
      saveAs: `dataset.${form}`,
      cache: 'checked',
    };
  };
}

/** The parameter `as`, else the preferred one of `Accept`, else JSON lines. */
function formAsked({ parameters, header }: Exchange): DatasetForm {
  const asked = parameters.get('as') ?? '';
  if (asked === 'nt' || asked === 'jsonl') return asked;
  if (asked !== '')
    throw new SameasError('parameter-invalid', `The dataset cannot be had as "${asked.slice(0, 40)}".`, {
      advice: 'Choose nt or jsonl.',
      facts: { parameter: 'as' },
    });
  const ranges = mediaRanges(header('Accept') ?? '');
  const quality = (form: DatasetForm): number => ranges.find(({ type }) => type === DATASET_FORMS[form])?.quality ?? 0;
  return quality('nt') > quality('jsonl') ? 'nt' : 'jsonl';
}
