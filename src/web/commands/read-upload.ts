import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import type { Writable } from 'node:stream';
import { SameasError } from '../../foundation/sameas-error.js';
import type { UploadedFile } from '../../projects/commands/command-call.js';
import { repairPartHeads } from './repair-part-heads.js';

export interface UploadLimits {
  /** For all files of one request together. */
  readonly maxUploadBytes: number;
  /** For one field that is no file. */
  readonly maxFieldBytes: number;
}

/** What a multipart body held: files on disk, and its fields, of which the first of a name counts. */
export interface Upload {
  readonly files: readonly UploadedFile[];
  readonly fields: ReadonlyMap<string, string>;
}

const MAX_FILES = 100;
const MAX_FIELDS = 200;

/**
 * Reads a multipart body, streaming its files into a folder; every part with a file name is a file, whatever its field is called. Rejects with `upload-invalid` and
 * `upload-too-large`; what was written stays in the folder, which the caller removes.
 */
export async function readUpload(request: Request, response: Response, folder: string, limits: UploadLimits): Promise<Upload> {
  const announced = Number(request.headers['content-length'] ?? '0');
  if (announced > limits.maxUploadBytes + limits.maxFieldBytes) throw tooLarge(limits);
  const { storage, isTooLong } = folderStorage(folder, limits);
  // Not in the call: the types of the package do not know the last one yet.
  const options = {
    storage,
    defParamCharset: 'utf8',
    streamHandler: (_request: Request, reader: Writable) => {
      repairPartHeads(reader, request.headers['content-type'] ?? '');
      request.pipe(reader);
    },
    limits: { files: MAX_FILES, fields: MAX_FIELDS, parts: MAX_FILES + MAX_FIELDS, fieldSize: limits.maxFieldBytes, fieldNameSize: 1_000 },
  };
  const read = multer(options).any();
  await new Promise<void>((resolve, reject) => {
    void read(request, response, (fault: unknown) => (fault === undefined || fault === null ? resolve() : reject(isTooLong() ? tooLarge(limits) : uploadError(fault, limits))));
  });
  const files = Array.isArray(request.files) ? request.files : [];
  const body: unknown = request.body;
  return {
    files: files.map(({ path, originalname, mimetype }): UploadedFile => ({ path, fileName: originalname, mediaType: mimetype })),
    fields: new Map(Object.entries(typeof body === 'object' && body !== null ? body : {}).flatMap(([name, value]: [string, unknown]) => firstText(name, value))),
  };
}

/** Several fields of one name come as a list; names with brackets as something nested, which no client means. */
function firstText(name: string, value: unknown): readonly (readonly [string, string])[] {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? [[name, first]] : [];
}

/** Files of a folder, named by their number. Whether they were too long together is asked afterwards: what arrives as the error may be that the rest is missing. */
function folderStorage(folder: string, limits: UploadLimits): { readonly storage: StorageEngine; readonly isTooLong: () => boolean } {
  let count = 0;
  let bytes = 0;
  const storage: StorageEngine = {
    _handleFile: (_request, file, done) => {
      count += 1;
      const path = join(folder, `upload-${count}`);
      const counted = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        for await (const chunk of source) {
          bytes += chunk.length;
          if (bytes > limits.maxUploadBytes) throw tooLarge(limits);
          yield chunk;
        }
      };
      pipeline(file.stream, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 })).then(
        () => done(null, { path }),
        (fault: unknown) => done(fault),
      );
    },
    _removeFile: (_request, file, done) => {
      rm(file.path, { force: true }).then(
        () => done(null),
        (fault: unknown) => done(fault instanceof Error ? fault : new Error(String(fault))),
      );
    },
  };
  return { storage, isTooLong: () => bytes > limits.maxUploadBytes };
}

function uploadError(fault: unknown, limits: UploadLimits): SameasError {
  if (fault instanceof SameasError) return fault;
  const reason = fault instanceof Error ? fault.message : String(fault);
  if (fault instanceof MulterError) {
    if (fault.code === 'LIMIT_FIELD_VALUE') return tooLarge(limits);
    return new SameasError('upload-too-large', `The upload has too many parts: ${reason}.`, { advice: `At most ${MAX_FILES} files and ${MAX_FIELDS} fields can be sent at once.` });
  }
  return new SameasError('upload-invalid', `The upload could not be read: ${reason}.`, { advice: 'Send multipart/form-data, and all of it.', cause: fault });
}

function tooLarge({ maxUploadBytes }: UploadLimits): SameasError {
  return new SameasError('upload-too-large', `The upload is longer than the ${maxUploadBytes} bytes that the service takes.`, {
    advice: 'Compress the files (gzip or zip), or raise the setting "max-upload-bytes".',
    facts: { limit: maxUploadBytes },
  });
}
