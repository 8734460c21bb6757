import { isAbsolute, relative } from 'node:path';
import { Document, type Pair, isMap, isScalar, parseDocument, visit } from 'yaml';
import { listOf } from './manifest-files.js';
import type { Manifest } from './manifest-schema.js';
import { isLocalFile } from './sources/source-address.js';
import type { LearnedTuning, MatchTuning } from '../entities/dataset.js';

/** Comment above each key, for the person who edits the file. */
const COMMENTS: Readonly<Record<string, string>> = {
  name: ' How clients show the service.',
  language: ' Language of the names.',
  targetPrecision: ' Share of automatic matches that should be right; higher means fewer automatic matches.',
  tuning:
    ' Fitted by sameas evaluate --tune, or learned by sameas reconcile --keep-learned; delete it to match with general values again.',
  previewProperties: ' Ids of the properties that previews show, in order; none: those with most values.',
  files: ' The data, relative to this file.',
  aliasFiles: ' Names with the ids they mean, such as judgments: aliases of the entities.',
  nameRules: ' Synonyms, and what is left out of names.',
  columns:
    ' Which column plays which part. Lists may be longer: several columns of aliases, names in several languages.\n "id: false": there is no column of ids; ids are made from the names.',
  types: ' Types as they occur. "broader" puts one below another: broader: Place',
  properties:
    ' What the other columns are. Datatypes: text, integer, number, boolean, date, coordinates, url, reference, identifier.\n "identifying: true": equal values mean the same entity. "separator: null": a cell holds one value.',
  ignore: ' Columns to leave out.',
};

/** Keys missing from a new manifest that a person may want to add. */
const SUGGESTIONS = [
  ' Worth adding, once the data has a home:',
  ' identifierSpace: https://example.org/id/',
  ' viewUrl: https://example.org/id/{{id}}',
  ' licence: CC BY 4.0',
  ' attribution: Who made the list.',
];

/**
 * The manifest as commented YAML, to be saved in `folder`: file paths are relative to it. Loading it gives the same
 * entities, types and properties.
 */
export function writeManifest(manifest: Manifest, folder: string): string {
  const fromFolder = (path: string): string =>
    !isLocalFile(path) || (isAbsolute(path) && !isAbsolute(folder))
      ? path
      : relative(folder, path).replaceAll('\\', '/');
  const entryFrom = <T extends { readonly path: string }>(entry: T | string): T | string =>
    typeof entry === 'string' ? fromFolder(entry) : { ...entry, path: fromFolder(entry.path) };
  const files = listOf(manifest.files).map(entryFrom);
  const document = new Document({
    ...manifest,
    files,
    ...(manifest.aliasFiles !== undefined && { aliasFiles: listOf(manifest.aliasFiles).map(entryFrom) }),
    ...(manifest.nameRules !== undefined && { nameRules: listOf(manifest.nameRules).map(fromFolder) }),
  });
  document.commentBefore =
    ' How the list is read: what was recognised, written out to be edited. Keys may be deleted; they are inferred then.';
  if (isMap(document.contents)) {
    for (const pair of document.contents.items) comment(pair);
  }
  if (manifest.identifierSpace === undefined && manifest.viewUrl === undefined)
    document.comment = SUGGESTIONS.join('\n');
  return document.toString({ lineWidth: 0 });
}

function comment({ key }: Pair): void {
  if (!isScalar(key) || typeof key.value !== 'string') return;
  const text = COMMENTS[key.value];
  if (text === undefined) return;
  key.commentBefore = text;
  key.spaceBefore = true;
}

type ManifestTuning = NonNullable<Manifest['tuning']>;

function manifestLearning(learned: LearnedTuning): NonNullable<ManifestTuning['learned']> {
  const properties = Object.entries(learned.properties).map(([id, { family, right, pairs }]) => [
    id,
    { family, right: [...right], pairs },
  ]);
  return {
    rows: learned.rows,
    properties: Object.fromEntries(properties) as NonNullable<ManifestTuning['learned']>['properties'],
  }; // made of such entries
}

/** Tuning in the form of the manifest. */
export function manifestTuning({
  matchThreshold,
  propertyWeights,
  evidenceWeights,
  learned,
}: MatchTuning): ManifestTuning {
  return {
    ...(matchThreshold !== undefined && { matchThreshold }),
    ...(propertyWeights !== undefined && { propertyWeights: { ...propertyWeights } }),
    ...(evidenceWeights !== undefined && { evidenceWeights: { ...evidenceWeights } }),
    ...(learned !== undefined && { learned: manifestLearning(learned) }),
  };
}

/**
 * The text of a manifest with its tuning replaced; all else stays, in YAML also comments and order. `text` must be
 * valid for `readManifest`; a `.json` file stays JSON.
 */
export function manifestWithTuning(path: string, text: string, tuning: MatchTuning): string {
  const plain = text.replace(/^\uFEFF/, '');
  if (/\.json$/i.test(path)) {
    const parsed: unknown = JSON.parse(plain);
    return `${JSON.stringify({ ...(typeof parsed === 'object' ? parsed : {}), tuning: manifestTuning(tuning) }, undefined, 2)}\n`;
  }
  const document = parseDocument(plain);
  const configured = document.createNode(manifestTuning(tuning));
  // Shares on one line each.
  visit(configured, { Seq: (_, list) => void (list.flow = true) });
  document.set('tuning', configured);
  return document.toString({ lineWidth: 0 });
}
