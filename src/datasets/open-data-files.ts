import type { DataFile, FileOptions, OpenGraph } from './data-file.js';
import type { Manifest } from './manifest-schema.js';
import { openFileOrGraph } from './open-data-file.js';
import type { SourceAccess } from './sources/source-content.js';
import { addressIds, commonestNamespace } from './rdf/entity-ids.js';

/**
 * Opens the files of a dataset, in order. Entities of RDF have the same ids in all of them: the part after their common
 * namespace. Errors: those of `openFileOrGraph`.
 */
export async function openDataFiles(
  list: readonly FileOptions[],
  manifest: Manifest,
  access: SourceAccess,
): Promise<readonly DataFile[]> {
  const opened: (DataFile | OpenGraph)[] = [];
  for (const options of list) opened.push(await openFileOrGraph(options, manifest, access));
  const graphs = opened.flatMap((file) => ('asDataFile' in file ? [file.iris] : []));
  // The ids of a table among them may be whole addresses, which must stay equal.
  const found = graphs.length === opened.length ? commonestNamespace(graphs.flat()) : undefined;
  const ids = addressIds(graphs, manifest.identifierSpace ?? found);
  return opened.map((file) => ('asDataFile' in file ? file.asDataFile(ids) : file));
}
