import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryChunkWriter } from '../../support/memory-chunk-writer.js';
import { importFiles } from '../../../src/projects/importing/import-files.js';
import {
  DEFAULT_IMPORT_LIMITS,
  type ImportLimits,
  type ImportRequest,
  type ImportResult,
} from '../../../src/projects/importing/import-request.js';

/** Bytes that a test uploads, under a name. */
export interface TestUpload {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  readonly mediaType?: string;
}

/** A folder for uploads and what is unpacked of them. */
export interface ImportScratch {
  readonly folder: string;
  importing(
    uploads: readonly TestUpload[],
    request?: Omit<ImportRequest, 'files'>,
    limits?: Partial<ImportLimits>,
  ): Promise<ImportResult>;
  remove(): void;
}

export function importScratch(): ImportScratch {
  const folder = mkdtempSync(join(tmpdir(), 'sameas-test-'));
  return {
    folder,
    importing: (uploads, request = {}, limits = {}) =>
      importFiles(
        {
          ...request,
          files: uploads.map(({ name, bytes, mediaType }, index) => {
            const path = join(folder, `upload-${index}`);
            writeFileSync(path, bytes);
            return { path, name, ...(mediaType === undefined ? {} : { mediaType }) };
          }),
        },
        {
          chunks: memoryChunkWriter(),
          limits: { ...DEFAULT_IMPORT_LIMITS, ...limits },
          scratchFolder: folder,
          progress: () => undefined,
        },
      ),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
