import { proposeProperties, type ProposedProperty } from '../../describe/extend-data.js';
import type { Exchange } from '../exchange.js';
import type { Reply } from '../reply.js';

/** Properties that columns can be made of, for the parameter `type`, which may be empty or unknown. `limit` is kept to; without it, all. */
export function answerProposals(exchange: Exchange): Reply {
  return proposalReply(exchange, (type, limit) => proposeProperties(exchange.served().snapshot.dataset, type, limit));
}

/** The reply with what `propose` gives; for 0 as limit, all. */
export function proposalReply(
  { parameters }: Exchange,
  propose: (type: string, limit: number) => readonly ProposedProperty[],
): Reply {
  // Clients append the type without encoding it, so that a `+` in it arrives as a space: such a type is not known, which is harmless.
  const type = parameters.get('type') ?? '';
  const asked = Number(parameters.get('limit') ?? '0');
  const limit = Number.isInteger(asked) && asked > 0 ? asked : 0;
  const properties = propose(type, limit);
  return {
    kind: 'json',
    json: JSON.stringify({ type, ...(limit === 0 ? {} : { limit }), properties }),
    cache: 'briefly',
  };
}
