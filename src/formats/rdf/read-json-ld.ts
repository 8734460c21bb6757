import { JsonLdParser } from 'jsonld-streaming-parser';
import { isJsonObject } from '../../foundation/is-json-object.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { parseRecord } from '../json/split-json.js';
import type { RecordFault } from '../raw-record.js';
import type { TextSource } from '../text-source.js';
import { type ParsedQuad, termOf } from './term.js';
import { KNOWN_CONTEXT, damagedRdf, tooManyTriples } from './rdf-syntax.js';
import { type RdfGraph, TooManyTriples, TripleTableBuilder, UNNAMED_BASE } from './triple-table.js';

/** Nodes in a part: the parser's cost of a node grows with their number. */
const NODES = 20;

/**
 * The context of schema.org, as far as entities need it: every key is a term of its vocabulary, and these keys hold
 * addresses.
 */
const SCHEMA_ORG = {
  '@context': {
    '@vocab': 'http://schema.org/',
    id: '@id',
    type: '@type',
    ...Object.fromEntries(
      ['sameAs', 'url', 'image', 'logo', 'mainEntityOfPage', 'additionalType', 'license', 'hasMap'].map((key) => [
        key,
        { '@type': '@id' },
      ]),
    ),
  },
};

/**
 * JSON-LD. Contexts must be in the document; that of schema.org is known, and none is ever downloaded. The whole text
 * is in memory, as the order of keys is free. Lines are unknown. Errors: `file-damaged`; `file-format-unknown` for an
 * external context, with advice; `file-unreadable` beyond `MAX_TRIPLES`.
 */
export async function readJsonLd(source: TextSource): Promise<RdfGraph> {
  const { file } = source;
  const faults: RecordFault[] = [];
  const text = [...source.chunks((fault) => faults.push(fault))].join('').replace(/^\uFEFF/, '');
  const document = parsedJson(file, text);
  const builder = new TripleTableBuilder();
  const prefixes = new Map<string, string>();
  for (const [, prefix, namespace] of source.head.matchAll(/"([A-Za-z][\w.-]*)"\s*:\s*"([a-z]+:\/\/[^"\s]+[#/:])"/g)) {
    if (prefix !== undefined && namespace !== undefined && !prefixes.has(prefix)) prefixes.set(prefix, namespace);
  }
  // The parser wraps errors of its loader.
  const elsewhere: SameasError[] = [];
  const documentLoader = {
    load: (url: string): Promise<typeof SCHEMA_ORG> => {
      if (KNOWN_CONTEXT.test(url)) return Promise.resolve(SCHEMA_ORG);
      const error = externalContext(file, url);
      elsewhere.push(error);
      return Promise.reject(error);
    },
  };
  const readPart = (part: unknown): Promise<void> =>
    new Promise((resolve, reject) => {
      const parser = new JsonLdParser({ baseIRI: UNNAMED_BASE, documentLoader });
      parser.on('error', reject);
      parser.on('end', resolve);
      parser.on('data', ({ subject, predicate, object }: ParsedQuad) => {
        try {
          builder.add(termOf(subject), termOf(predicate), termOf(object), 0);
        } catch (thrown) {
          reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
        }
      });
      parser.end(JSON.stringify(part));
    });
  try {
    for (const part of jsonLdParts(document)) await readPart(part);
  } catch (thrown) {
    if (elsewhere[0] !== undefined) throw elsewhere[0];
    if (thrown instanceof TooManyTriples) throw tooManyTriples(file, thrown);
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw damagedRdf(file, message, undefined, {
      advice:
        'Check the "@context" and the "@id" of the document; if it is plain JSON and no JSON-LD, take the "@context" out, or say format: json in a manifest.',
      cause: thrown,
    });
  }
  return { triples: builder.finish(), prefixes, faults };
}

function parsedJson(file: string, text: string): unknown {
  try {
    return parseRecord(text);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const position = /position (\d+)/.exec(thrown.message)?.[1];
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
    throw damagedRdf(file, thrown.message.replace(/(?: in JSON)? at position \d+.*$/s, ''), line, {
      advice:
        'The file is not valid JSON: check the comma, quotation mark or bracket at this place, or export it again.',
      cause: thrown,
    });
  }
}

function externalContext(file: string, url: string): SameasError {
  return new SameasError(
    'file-format-unknown',
    `${file} is JSON-LD with its context at ${url}, and nothing is fetched while a list is read.`,
    {
      advice: `Open ${url}, and put what it holds into the file in place of the address ("@context": { … }); or export the list as Turtle or N-Triples; or say format: json in a manifest to read it as plain JSON.`,
      facts: { file, context: url },
    },
  );
}

/**
 * A JSON-LD document as several equivalent ones, each with the whole context: some nodes of a list, or of the
 * document's graph, at a time. Any other document is one part.
 */
export function* jsonLdParts(document: unknown): Generator<unknown> {
  if (Array.isArray(document)) {
    const nodes: readonly unknown[] = document;
    for (let at = 0; at < nodes.length; at += NODES) yield nodes.slice(at, at + NODES);
    return;
  }
  if (!isJsonObject(document)) {
    yield document;
    return;
  }
  const { '@context': context, ...others } = document;
  const graphKey = ['@graph', ...aliasesOfGraph(context)].find((key) => Array.isArray(others[key]));
  const nodes = graphKey === undefined ? undefined : others[graphKey];
  if (graphKey === undefined || !Array.isArray(nodes)) {
    yield document;
    return;
  }
  const withContext = context === undefined ? {} : { '@context': context };
  const outside = Object.entries(others).filter(([key]) => key !== graphKey);
  // Members next to the graph describe it, or are a node of their own.
  if (outside.length > 0) yield { ...withContext, ...Object.fromEntries(outside) };
  const all: readonly unknown[] = nodes;
  for (let at = 0; at < all.length; at += NODES) yield { ...withContext, '@graph': all.slice(at, at + NODES) };
}

function aliasesOfGraph(context: unknown): readonly string[] {
  return [context]
    .flat()
    .flatMap((part) =>
      isJsonObject(part) ? Object.entries(part).flatMap(([key, meaning]) => (meaning === '@graph' ? [key] : [])) : [],
    );
}
