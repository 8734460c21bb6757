import { proposeProperties, type ProposedProperty } from '../../describe/extend-data.js';
import type { Exchange } from '../exchange.js';
import type { Reply } from '../reply.js';

/** Properties for columns, for the parameter `type`, which may be empty or unknown. Without `limit`, all. */
export function answerProposals(exchange: Exchange): Reply {
  return proposalReply(exchange, (type, limit) => proposeProperties(exchange.served().snapshot.dataset, type, limit));
}

/** The reply with the properties of `propose`; limit 0: all. */
export function proposalReply(
  { parameters }: Exchange,
  propose: (type: string, limit: number) => readonly ProposedProperty[],
): Reply {
  // Clients append the type without encoding it, so a `+` arrives as a space: such a type is unknown, which is
  // harmless.
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
