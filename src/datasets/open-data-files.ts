import type { DataFile, FileOptions, OpenGraph } from './data-file.js';
import type { Manifest } from './manifest-schema.js';
import { openFileOrGraph } from './open-data-file.js';
import type { SourceAccess } from './sources/source-content.js';
import { addressIds, commonestNamespace } from './rdf/entity-ids.js';

/** The files of a list, in their order. Entities of RDF are called alike in all of them, by what follows the namespace that they share. Errors: those of `openFileOrGraph`. */
export async function openDataFiles(
  list: readonly FileOptions[],
  manifest: Manifest,
  access: SourceAccess,
): Promise<readonly DataFile[]> {
  const opened: (DataFile | OpenGraph)[] = [];
  for (const options of list) opened.push(await openFileOrGraph(options, manifest, access));
  const graphs = opened.flatMap((file) => ('asDataFile' in file ? [file.iris] : []));
  // Ids of a table beside them may be whole addresses, which would be other ones then.
  const found = graphs.length === opened.length ? commonestNamespace(graphs.flat()) : undefined;
  const ids = addressIds(graphs, manifest.identifierSpace ?? found);
  return opened.map((file) => ('asDataFile' in file ? file.asDataFile(ids) : file));
}
