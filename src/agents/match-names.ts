import { z } from 'zod';
import { findEntity } from '../entities/entity-store.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import { inEnglish } from '../foundation/sentence.js';
import { rowCandidate } from '../input/answered-row.js';
import { readQueryInput } from '../input/query-input.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { shortenText, summarise } from '../describe/describe-entity.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { DECISION_FEATURES, FEATURE_TABLE } from '../scoring/feature-table.js';
import type { Answer, Outcome } from '../describe/answer.js';
import type { Candidate } from '../scoring/candidate.js';
import { chooseDataset, DATASET_INPUT, defineTool, adviceOf } from './agent-tool.js';
import { verdictOf, verdictSchema } from './matched-rows.js';

/** Names of one call: their answers fit into one message. */
const MAX_NAMES = 50;
const MAX_CANDIDATES = 3;
/** Bytes of the answer to one name: 300 tokens of about three. */
const MAX_BYTES = 900;
const MAX_REASON_CHARACTERS = 100;
const MAX_SUMMARY_CHARACTERS = 80;

const value = z.union([z.string(), z.number(), z.boolean()]);

const querySchema = z.object({
  name: z.string().min(1).describe('The name as it is written in the text or table at hand.'),
  type: z
    .string()
    .optional()
    .describe('Id or name of a type of list_datasets; only entities of this type are candidates.'),
  properties: z
    .record(z.string(), z.union([value, z.array(value)]))
    .optional()
    .describe(
      'What else is known, by the id or name of a property of list_datasets: {"country": "Brazil", "born": 1920}. Tells apart what has the same name.',
    ),
});

const candidateSchema = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string().optional().describe('What tells it from others of its name.'),
  probability: z.number().describe('Estimated probability that this candidate is meant, 0–1.'),
  reasons: z.array(z.string()).optional(),
});

const resultSchema = z.object({
  name: z.string(),
  verdict: z.union([verdictSchema, z.literal('error')]),
  id: z.string().optional().describe('The id that is meant; only where the verdict is match.'),
  why: z.string(),
  noneProbability: z.number().optional().describe('Estimated probability that nothing in the dataset is meant, 0–1.'),
  candidates: z.array(candidateSchema).describe('The likeliest first, three at most; empty where the verdict is none.'),
});
type NameResult = z.infer<typeof resultSchema>;

/** `match`: entities of names. */
export const MATCH_TOOL = defineTool({
  name: 'match',
  title: 'Match names with a dataset',
  description:
    'Finds which entity of the dataset each name means, though it is written differently. Use this for every id: never guess one. Say the type and the properties wherever they are known: they tell apart what has the same name. Take the id only where the verdict is "match"; where it is "ambiguous", call again with more properties or ask the user; where it is "none", say that the dataset does not have it.',
  isReadOnly: true,
  input: z.object({
    names: z
      .array(querySchema)
      .min(1)
      .max(MAX_NAMES)
      .describe(`One to ${String(MAX_NAMES)} names.`),
    dataset: DATASET_INPUT,
  }),
  output: z.object({
    dataset: z.string(),
    results: z.array(resultSchema).describe('One for each name, in their order.'),
  }),
  run: async (datasets, { names, dataset: called }) => {
    const dataset = chooseDataset(await datasets(), called);
    const read = names.map(({ name, type, properties }) =>
      attempt(() =>
        readQueryInput({
          name,
          ...(type !== undefined && { types: [type] }),
          ...(properties !== undefined && { properties }),
          limit: MAX_CANDIDATES,
        }),
      ),
    );
    const outcomes = await dataset.ask(read.flatMap((query) => (query instanceof SameasError ? [] : [query])));
    let place = 0;
    const answers = read.map((query) => (query instanceof SameasError ? query : answerIn(outcomes[place++])));
    const results = await dataset
      .served()
      .read((snapshot) => answers.map((answer, i) => withinBytes(resultOf(names[i]?.name ?? '', answer, snapshot))));
    return { dataset: dataset.name, results };
  },
});

function attempt(make: () => ReconciliationQuery): ReconciliationQuery | SameasError {
  try {
    return make();
  } catch (thrown) {
    return asSameasError(thrown);
  }
}

function answerIn(outcome: Outcome<Answer> | undefined): Answer | SameasError {
  if (outcome?.kind === 'answered') return outcome.answer;
  return outcome?.error ?? new SameasError('internal', 'The query was not answered.');
}

function resultOf(name: string, answer: Answer | SameasError, { dataset }: DatasetSnapshot): NameResult {
  const shortName = shortenText(name, MAX_REASON_CHARACTERS);
  if (answer instanceof SameasError)
    return { name: shortName, verdict: 'error', why: adviceOf(answer), candidates: [] };
  const { candidates, nothing } = answer;
  const { verdict, why } = verdictOf(candidates.map(rowCandidate));
  const [first] = candidates;
  return {
    name: shortName,
    verdict,
    ...(verdict === 'match' && first !== undefined && { id: first.id }),
    why,
    noneProbability: Math.round(nothing.probability * 1e4) / 1e4,
    // The nearest wrong candidates would only tempt.
    candidates: verdict === 'none' ? [] : candidates.map(candidateOf),
  };

  function candidateOf(candidate: Candidate): NameResult['candidates'][number] {
    const entity = findEntity(dataset.entities, candidate.id);
    const summary = entity === undefined ? '' : shortenText(summarise(dataset, entity), MAX_SUMMARY_CHARACTERS);
    return {
      id: candidate.id,
      name: shortenText(candidate.name, MAX_REASON_CHARACTERS),
      ...(summary !== '' && { summary }),
      probability: candidate.probability,
      reasons: candidate.features
        .filter(({ id }) => !DECISION_FEATURES.has(id))
        .map(({ id, reason }) => shortenText(reasonIn(id, inEnglish(reason)), MAX_REASON_CHARACTERS)),
    };
  }
}

/** Reasons of properties name them already. */
function reasonIn(id: string, reason: string): string {
  const known = FEATURE_TABLE.find((feature) => feature.id === id);
  return known === undefined ? reason : `${known.name}: ${reason}`;
}

/**
 * The result in at most `MAX_BYTES`: drops reasons of the last candidates first, then their summaries, then the
 * candidates. An id is never cut.
 */
function withinBytes(result: NameResult): NameResult {
  let shorter = result;
  for (const shorten of [withoutReasons, withoutSummary]) {
    for (let place = shorter.candidates.length - 1; place >= 0; place--) {
      if (sizeOf(shorter) <= MAX_BYTES) return shorter;
      shorter = { ...shorter, candidates: shorter.candidates.map((one, i) => (i === place ? shorten(one) : one)) };
    }
  }
  while (sizeOf(shorter) > MAX_BYTES && shorter.candidates.length > 1)
    shorter = { ...shorter, candidates: shorter.candidates.slice(0, -1) };
  return shorter;
}

function withoutReasons({ reasons: _, ...rest }: NameResult['candidates'][number]): typeof rest {
  return rest;
}

function withoutSummary({ summary: _, ...rest }: NameResult['candidates'][number]): typeof rest {
  return rest;
}

function sizeOf(result: NameResult): number {
  return Buffer.byteLength(JSON.stringify(result));
}
