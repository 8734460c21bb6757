import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { COMMAND_TABLE } from '../../src/projects/commands/command-table.js';
import type { SeededRandom } from '../seeded-random.js';

/** A request as it is written to the service. */
export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One operation that the description of the service names. */
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly string[];
  readonly mediaTypes: readonly string[];
}

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const operationSchema = z.object({
  parameters: z.array(z.object({ name: z.string().optional(), $ref: z.string().optional() })).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
});
const METHODS = ['get', 'post'];

/** What openapi.yaml describes, and every command by its name. */
function operations(): readonly Operation[] {
  const { paths } = documentSchema.parse(parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')));
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, raw]): readonly Operation[] => {
      if (!METHODS.includes(method)) return [];
      const { parameters, requestBody } = operationSchema.parse(raw);
      return [
        {
          method: method.toUpperCase(),
          path,
          parameters: parameters.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1) ?? ''),
          mediaTypes: Object.keys(requestBody?.content ?? {}),
        },
      ];
    }),
  );
  const commands = COMMAND_TABLE.flatMap(({ name, methods }) =>
    methods
      .split(', ')
      .map((method): Operation => ({ method, path: `/command/core/${name}`, parameters: [], mediaTypes: [FORM] })),
  );
  return [...described, ...commands];
}

const FORM = 'application/x-www-form-urlencoded';
const TYPES = [
  FORM,
  `${FORM}; charset=iso-8859-1`,
  `${FORM}; charset=utf-16`,
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json',
  'application/json; charset=utf-7',
  'text/plain',
  '',
];
const NAMES = [
  'queries',
  'query',
  'extend',
  'prefix',
  'id',
  'type',
  'limit',
  'cursor',
  'filter',
  'callback',
  'profile',
  'names',
  'file',
  'column',
  'encoding',
  'as',
  'project',
  'engine',
  'expression',
  'operations',
  'format',
  'start',
  'csrf_token',
  'columnName',
  'options',
  'property:country',
  '__proto__',
  '',
];
const TEXTS = [
  'Berlin',
  'a',
  '',
  ' ',
  'São Paulo',
  '\u0000',
  '\ud800',
  '%',
  '%zz',
  '../../etc/passwd',
  '<script>',
  '"',
  "'",
  '{',
  '[]',
  'null',
  '-1',
  '1e309',
  '9'.repeat(400),
  'a'.repeat(3_000),
  'value + value',
  'grel:value.replace("a","b")',
  'http://127.0.0.1/',
  '\u202e',
  '🏳️‍🌈',
  ';'.repeat(500),
];
const KEYS = [
  'query',
  'queries',
  'conditions',
  'properties',
  'matchType',
  'propertyValue',
  'ids',
  'id',
  'v',
  'pid',
  'type',
  'limit',
  'type_strict',
  'extend',
  'facets',
  'mode',
  'op',
  'columnName',
  'expression',
  '__proto__',
  'constructor',
  '0',
  '',
];

/** What one request may hold at most: a large value in each of many fields would keep the sender busy, not the service. */
interface Budget {
  nodes: number;
}
const MAX_NODES = 5_000;

/** JSON of any form, or a message as clients send it; at most a few levels deep. */
function json(random: SeededRandom, budget: Budget, depth = 0): unknown {
  budget.nodes -= 1;
  if (budget.nodes < 0) return null;
  if (depth === 0 && random.chance(0.3))
    return {
      q0: {
        query: random.pick(TEXTS),
        limit: random.below(20) - 2,
        properties: [{ pid: random.pick(KEYS), v: json(random, budget, 3) }],
      },
    };
  if (depth === 0 && random.chance(0.2))
    return {
      queries: [
        {
          conditions: [
            {
              matchType: random.pick(['name', 'id', 'property', 'x']),
              propertyValue: json(random, budget, 3),
              propertyId: 'country',
            },
          ],
        },
      ],
    };
  if (depth === 0 && random.chance(0.2))
    return {
      ids: [random.pick(TEXTS), 'B'],
      properties: [{ id: random.pick(TEXTS), settings: json(random, budget, 2) }],
    };
  const kind = depth > 4 ? 0 : random.below(8);
  if (kind < 3) return random.pick(TEXTS);
  if (kind === 3) return random.pick([null, true, false, 0, -1, 1.5, 1e300, Number.MAX_SAFE_INTEGER]);
  const count = random.chance(0.02) ? Math.min(2_000, budget.nodes) : random.below(5);
  if (kind < 6)
    return Object.fromEntries(
      Array.from({ length: count }, () => [random.pick(KEYS), json(random, budget, depth + 2)]),
    );
  return Array.from({ length: count }, () => json(random, budget, depth + 2));
}

function value(random: SeededRandom, budget: Budget = { nodes: MAX_NODES }): string {
  return random.chance(0.5) ? random.pick(TEXTS) : JSON.stringify(json(random, budget));
}

/** An `encodeURIComponent` that takes halves of characters, too. */
function encoded(text: string): string {
  return new URLSearchParams({ a: text }).toString().slice(2);
}

function fields(random: SeededRandom, names: readonly string[]): string {
  const count = random.chance(0.01) ? 3_000 : random.below(6);
  const budget: Budget = { nodes: MAX_NODES };
  return Array.from({ length: count }, () => {
    const name = names.length > 0 && random.chance(0.6) ? random.pick(names) : random.pick(NAMES);
    return `${encoded(name)}=${random.chance(0.9) ? encoded(value(random, budget)) : value(random, budget).replace(/[^\x21-\x7e]/g, '')}`;
  }).join('&');
}

function bodyOf(random: SeededRandom, type: string, names: readonly string[]): Buffer {
  if (random.chance(0.03))
    return Buffer.from(
      random.pick(['a&', '"', ',', '[', '{"a":', '--x\r\n', '\u0000']).repeat(random.pick([100, 40_000, 300_000])),
    );
  if (type.startsWith('application/json'))
    return Buffer.from(
      random.chance(0.9)
        ? JSON.stringify(json(random, { nodes: MAX_NODES }))
        : JSON.stringify(json(random, { nodes: MAX_NODES })).slice(0, random.below(50)),
    );
  if (!type.startsWith('multipart')) return Buffer.from(fields(random, names));
  const parts = Array.from(
    { length: random.below(5) },
    () =>
      `--x\r\nContent-Disposition: form-data; name="${random.pick(NAMES)}"${random.chance(0.5) ? `; filename="${random.pick(['a.csv', 'a.xlsx', '../a', 'a.json', ''])}"` : ''}\r\n\r\n${value(random)}\r\n`,
  );
  return Buffer.from(`${parts.join('')}${random.chance(0.8) ? '--x--\r\n' : ''}`);
}

/** Gives requests by the grammar of the service's own description: mostly well formed at the surface, and wrong somewhere. `token`: one that commands accept. */
export function requestMaker(random: SeededRandom, token: () => string): () => FuzzedRequest {
  const all = operations();
  return () => {
    const operation = random.pick(all);
    const method = random.chance(0.95) ? operation.method : random.pick(['PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']);
    const path = operation.path.replace(/\{\w+\}/g, () => encoded(random.pick(TEXTS)).slice(0, 500));
    const isCommand = path.startsWith('/command');
    const query = [
      random.chance(0.6) ? fields(random, operation.parameters) : '',
      isCommand && random.chance(0.7) ? `csrf_token=${token()}` : '',
    ]
      .filter((part) => part !== '')
      .join('&')
      .slice(0, 60_000);
    const hasBody = operation.method === 'POST' && method !== 'HEAD';
    const type =
      operation.mediaTypes.length > 0 && random.chance(0.6)
        ? random.pick(operation.mediaTypes).replace(/^multipart\/form-data$/, 'multipart/form-data; boundary=x')
        : random.pick(TYPES);
    return {
      method,
      path: `${path}${query === '' ? '' : `?${query}`}`,
      headers: {
        ...(hasBody && type !== '' ? { 'content-type': type } : {}),
        accept: random.pick([
          '*/*',
          'application/json',
          'text/html',
          'application/reconciliation.v1+json',
          'image/png',
          '',
        ]),
        ...(random.chance(0.05) ? { origin: 'https://elsewhere.example' } : {}),
        ...(random.chance(0.02) ? { 'content-encoding': random.pick(['gzip', 'br', 'x']) } : {}),
      },
      body: hasBody ? bodyOf(random, type, operation.parameters) : Buffer.alloc(0),
    };
  };
}
