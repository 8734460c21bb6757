import { isJsonObject } from '../../foundation/is-json-object.js';

/** Nodes in a part: what a parser spends on a node grows with how many it was given at once. */
const NODES = 20;

/**
 * A JSON-LD document as several that say the same together, each with the context of the whole: the nodes of a list, or of the graph of the document,
 * some at a time. Whatever else it is stays one part.
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
  const beside = Object.entries(others).filter(([key]) => key !== graphKey);
  // What stands beside the graph is said about the graph, or is a node of its own.
  if (beside.length > 0) yield { ...withContext, ...Object.fromEntries(beside) };
  const all: readonly unknown[] = nodes;
  for (let at = 0; at < all.length; at += NODES) yield { ...withContext, '@graph': all.slice(at, at + NODES) };
}

/** What a context calls `@graph`. */
function aliasesOfGraph(context: unknown): readonly string[] {
  return [context]
    .flat()
    .flatMap((part) =>
      isJsonObject(part) ? Object.entries(part).flatMap(([key, meaning]) => (meaning === '@graph' ? [key] : [])) : [],
    );
}
