import { type NamedSource, TAKEN_PATHS } from '../assembly/named-datasets.js';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { SourceAccess } from '../datasets/sources/source-address.js';
import { SameasError } from '../foundation/sameas-error.js';
import { type DatasetEntry, joinEntries, readDatasetEntries, readSiblingEntry } from '../settings/dataset-entries.js';

/**
 * The datasets of a settings file, each with additions of a settings file next to it; `undefined` without any. Throws
 * `setting-invalid` with dataset, line and column.
 */
export function configuredDatasets(configFile: string, access: SourceAccess): readonly NamedSource[] | undefined {
  const entries = readDatasetEntries(configFile);
  if (entries === undefined) return undefined;
  return [...entries].map(([path, entry]) => {
    if (TAKEN_PATHS.has(path))
      throw new SameasError('setting-invalid', `dataset ${path}: the service has /${path} for itself.`, {
        advice: 'Give the dataset another name.',
      });
    const [first] = entry.files;
    return {
      path,
      ...sourceOfEntry(first === undefined ? entry : joinEntries(entry, readSiblingEntry(first)), access),
    };
  });
}

/** A dataset with the settings in a file next to it. */
export function listWithSettings(source: DatasetSource): Omit<NamedSource, 'path'> {
  const [list = ''] = source.files;
  const sibling = readSiblingEntry(list);
  if (sibling === undefined) return { source };
  const { source: configured, ...rest } = sourceOfEntry(sibling, source.access);
  return { ...rest, source: { ...configured, ...source, choices: { ...configured.choices, ...source.choices } } };
}

function sourceOfEntry(
  { files, texts, lists, settings, roles }: DatasetEntry,
  access: SourceAccess | undefined,
): Omit<NamedSource, 'path'> {
  const { manifest, ...chosen } = texts;
  const { aliases, ...columns } = lists;
  return {
    source: {
      files,
      ...(manifest !== undefined && { manifestFile: manifest }),
      ...(aliases !== undefined && { aliasFiles: aliases }),
      choices: { ...chosen, ...columns },
      ...(access !== undefined && { access }),
    },
    settings,
    ...(roles !== undefined && { roles }),
  };
}
