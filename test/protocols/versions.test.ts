import {
  describeProtocolVersion,
  type CandidateShown,
  type NameAsked,
  type ProtocolVersionContract,
} from '../contract/protocol-version.contract.js';

interface KeyedCandidate extends Omit<CandidateShown, 'types'> {
  readonly type: readonly (string | { readonly id: string })[];
}
type KeyedAnswer = { readonly result: readonly KeyedCandidate[] } | { readonly error: { readonly message: string } };

const keyed = (version: 'freebase' | '0.1' | '0.2'): ProtocolVersionContract => ({
  version,
  query: ({ name, type, limit, properties = {} }: NameAsked) => ({
    query: name,
    ...(type !== undefined && { type }),
    ...(limit !== undefined && { limit }),
    properties: Object.entries(properties).map(([pid, v]) => ({ pid, v })),
  }),
  batch: (queries) => Object.fromEntries(queries.map((query, i) => [`q${String(i)}`, query])),
  send: (service, batch) =>
    service
      .post(`/?profile=${version}`)
      .type('form')
      .send({ queries: JSON.stringify(batch) }),
  answers: (body: Readonly<Record<string, KeyedAnswer>>) =>
    Object.keys(body).map((_, i) => {
      const answer = body[`q${String(i)}`];
      if (answer === undefined || 'error' in answer) return answer?.error.message ?? '';
      return answer.result.map(({ type, ...shown }) => ({
        ...shown,
        types: type.map((one) => (typeof one === 'string' ? one : one.id)),
      }));
    }),
  oneFaultRefusesAll: false,
});

describeProtocolVersion('the form before versions', keyed('freebase'));
describeProtocolVersion('version 0.1', keyed('0.1'));
describeProtocolVersion('version 0.2', keyed('0.2'));

interface DraftCandidate extends Omit<CandidateShown, 'types'> {
  readonly type: readonly { readonly id: string }[];
}

describeProtocolVersion('version 1.0-draft', {
  version: '1.0-draft',
  query: ({ name, type, limit, properties = {} }) => ({
    conditions: [
      { matchType: 'name', propertyValue: name },
      ...Object.entries(properties).map(([propertyId, propertyValue]) => ({
        matchType: 'property',
        propertyId,
        propertyValue,
      })),
    ],
    ...(type !== undefined && { type }),
    ...(limit !== undefined && { limit }),
  }),
  batch: (queries) => ({ queries }),
  send: (service, batch) => service.post('/v1/match').send(batch),
  answers: ({ results }: { readonly results: readonly { readonly candidates: readonly DraftCandidate[] }[] }) =>
    results.map(({ candidates }) =>
      candidates.map(({ type, ...shown }) => ({ ...shown, types: type.map((one) => one.id) })),
    ),
  oneFaultRefusesAll: true,
});
