import { fileStart } from '../../formats/text-file.js';
import { unpackGzip, unpackTar, unpackZip, weighZip, zipEntryNames, type UnpackedFile, type UnpackTarget } from '../../formats/archives/unpack-archive.js';
import { UnpackBudget } from '../../formats/archives/unpack-limits.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { baseName } from './guess-format.js';
import { damaged, tooLarge } from './import-errors.js';
import type { ImportLimits, SourceFile, ImportedFile } from './import-request.js';

/** Names of documents that are zip archives themselves. */
const OFFICE_NAME = /\.(xlsx|xlsm|xltx|xlsb|ods|ots|odt|odp|docx|pptx)$/i;
const OFFICE_MEDIA_TYPE = /openxmlformats|oasis\.opendocument/i;

/** Archives that are known but not unpacked. */
const OTHER_ARCHIVES: readonly { readonly bytes: readonly number[]; readonly what: string }[] = [
  { bytes: [0x42, 0x5a, 0x68], what: 'bzip2' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'xz' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: 'Zstandard' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], what: '7-Zip' },
  { bytes: [0x52, 0x61, 0x72, 0x21], what: 'RAR' },
];

/**
 * The files to read: uploads as they are, unpacked from gzip, or one by one out of zip and tar archives (also gzipped ones) into `folder`. A second file
 * of a name is called with `-2`. Throws `import-too-large`, `import-file-damaged`, `import-format-unsupported`.
 */
export async function unpackUploads(uploads: readonly ImportedFile[], folder: string, limits: ImportLimits): Promise<readonly SourceFile[]> {
  let counter = 0;
  const budget = new UnpackBudget({ maxEntries: limits.maxArchiveEntries, maxBytes: limits.maxUnpackedBytes, maxExpansion: limits.maxExpansion });
  const target: UnpackTarget = { folder, budget, freshName: () => `unpacked-${(counter += 1)}` };
  const taken = new Set<string>();
  const files: SourceFile[] = [];
  for (const upload of uploads) {
    const name = baseName(upload.name) || 'upload';
    try {
      for (const file of await unpackOne({ ...upload, name }, target)) files.push({ ...file, name: freshName(taken, file.name) });
    } catch (thrown) {
      if (thrown instanceof RangeError) throw tooLarge(`${name}: ${thrown.message}`, 'Unpack it and import what is needed of it.', limits.maxUnpackedBytes);
      if (thrown instanceof SyntaxError) throw damaged(name, thrown.message, thrown);
      throw thrown;
    }
  }
  return files;
}

/** Throws `import-too-large` for a spreadsheet that holds more than can be in memory. */
export async function weighSpreadsheet(file: SourceFile, limits: ImportLimits): Promise<void> {
  const budget = new UnpackBudget({ maxEntries: limits.maxArchiveEntries, maxBytes: limits.maxSpreadsheetBytes, maxExpansion: Infinity });
  if (!startsWith(fileStart(file.path, 4), ZIP)) return;
  try {
    await weighZip(file.path, budget);
  } catch (thrown) {
    if (thrown instanceof RangeError) {
      throw tooLarge(`${file.name} is a spreadsheet of more than ${limits.maxSpreadsheetBytes} bytes once it is unpacked.`, 'Save its sheets as CSV and import those.', limits.maxSpreadsheetBytes);
    }
    if (thrown instanceof SyntaxError) throw damaged(file.name, thrown.message, thrown);
    throw thrown;
  }
}

async function unpackOne(upload: ImportedFile, target: UnpackTarget): Promise<readonly SourceFile[]> {
  let { path, name } = upload;
  let mediaType: string | undefined = upload.mediaType;
  if (startsWith(fileStart(path, 2), [0x1f, 0x8b])) {
    path = await unpackGzip(path, target);
    name = name.replace(/\.tgz$/i, '.tar').replace(/\.(gz|gzip)$/i, '') || name;
    // The type was that of the packed file.
    mediaType = undefined;
  }
  const start = fileStart(path, 512);
  const other = OTHER_ARCHIVES.find(({ bytes }) => startsWith(start, bytes));
  if (other !== undefined) {
    throw new SameasError('import-format-unsupported', `${upload.name} is packed with ${other.what}, which is not unpacked here.`, {
      advice: 'Unpack it first, or pack it as gzip or zip.',
      facts: { file: upload.name },
    });
  }
  if (startsWith(start, ZIP) && !(await isOfficeDocument({ path, name, ...(mediaType === undefined ? {} : { mediaType }) }))) {
    return fromArchive(upload.name, await unpackZip(path, target));
  }
  if (start.toString('latin1', 257, 262) === 'ustar') return fromArchive(upload.name, await unpackTar(path, target));
  return [{ path, name, mediaType, archiveName: undefined }];
}

function fromArchive(archiveName: string, files: readonly UnpackedFile[]): readonly SourceFile[] {
  if (files.length === 0) throw new SyntaxError('There is no file in the archive.');
  return files.map(({ path, name }) => ({ path, name, mediaType: undefined, archiveName }));
}

async function isOfficeDocument({ path, name, mediaType }: ImportedFile): Promise<boolean> {
  if (OFFICE_NAME.test(name) || OFFICE_MEDIA_TYPE.test(mediaType ?? '')) return true;
  const names = await zipEntryNames(path);
  return names.includes('[Content_Types].xml') || (names[0] === 'mimetype' && names.includes('content.xml'));
}

function freshName(taken: Set<string>, name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let fresh = name;
  for (let counter = 2; taken.has(fresh); counter += 1) fresh = `${stem}-${counter}${extension}`;
  taken.add(fresh);
  return fresh;
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];

function startsWith(bytes: Buffer, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
