import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import type { Readable, Writable } from 'node:stream';
import { asSameasError, SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { UploadedFile } from '../../projects/commands/command-call.js';
import { bodyTooSlow } from '../request-errors.js';
import type { ByteLease } from '../clients/client-budgets.js';

export interface UploadLimits {
  /** For all files of one request together. */
  readonly maxUploadBytes: number;
  /** For all other fields. */
  readonly maxFieldBytes: number;
  /** Memory of the client for fields without files. */
  readonly lease: ByteLease;
  /** Time in which at least as much as a slow line sends must come. */
  readonly timeoutMs: number;
}

/** A multipart body: files on disk, and fields, of which the first of a name counts. */
export interface Upload {
  readonly files: readonly UploadedFile[];
  readonly fields: ReadonlyMap<string, string>;
}

const MAX_FILES = 100;
const MAX_FIELDS = 200;
/** Bytes between the request and the files, which are no fields. */
const UNDER_WAY_BYTES = 1024 * 1024;
/** Bytes that must come within the timeout: a fraction of the slowest lines. */
const MIN_BYTES = 64 * 1024;

/**
 * Streams a multipart body into a folder; every part with a file name is a file, whatever its field. Rejects with
 * `upload-invalid`, `upload-too-large`, `body-too-slow` and `too-many-requests`; the caller removes the folder with all
 * written files.
 */
export async function readUpload(
  request: Request,
  response: Response,
  folder: string,
  limits: UploadLimits,
): Promise<Upload> {
  const announced = Number(request.headers['content-length'] ?? '0');
  if (announced > limits.maxUploadBytes + limits.maxFieldBytes) throw tooLarge(limits);
  const { storage, fileBytes, abandon } = folderStorage(folder, limits);
  const isTooLong = (): boolean => fileBytes() > limits.maxUploadBytes;
  // Not in the call: the types of the package lack the last one.
  const options = {
    storage,
    defParamCharset: 'utf8',
    streamHandler: (_request: Request, reader: Writable) => {
      repairPartHeads(reader, request.headers['content-type'] ?? '');
      request.pipe(reader);
    },
    limits: {
      files: MAX_FILES,
      fields: MAX_FIELDS,
      parts: MAX_FILES + MAX_FIELDS,
      fieldSize: limits.maxFieldBytes,
      fieldNameSize: 1_000,
    },
  };
  const read = multer(options).any();
  await new Promise<void>((resolve, reject) => {
    watchUpload(request, fileBytes, limits, (fault) => {
      request.unpipe();
      abandon(fault);
      reject(fault);
    });
    void read(request, response, (fault: unknown) =>
      fault === undefined || fault === null
        ? resolve()
        : reject(isTooLong() ? tooLarge(limits) : uploadError(fault, limits)),
    );
  });
  const files = Array.isArray(request.files) ? request.files : [];
  const body: unknown = request.body;
  return {
    files: files.map(({ path, originalname, mimetype }): UploadedFile => ({
      path,
      fileName: originalname,
      mediaType: mimetype,
    })),
    fields: new Map(
      Object.entries(typeof body === 'object' && body !== null ? body : {}).flatMap(
        ([name, value]: [string, unknown]) => firstText(name, value),
      ),
    ),
  };
}

/** Several fields of one name are a list; names with brackets are nested, which no client uses. */
function firstText(name: string, value: unknown): readonly (readonly [string, string])[] {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? [[name, first]] : [];
}

/**
 * Files of a folder, named by number. Their total is checked afterwards: the first error may be that the rest is
 * missing.
 */
function folderStorage(
  folder: string,
  limits: UploadLimits,
): { readonly storage: StorageEngine; readonly fileBytes: () => number; readonly abandon: (fault: Error) => void } {
  let count = 0;
  let bytes = 0;
  const open = new Set<Readable>();
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
      open.add(file.stream);
      pipeline(file.stream, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        .then(
          () => done(null, { path }),
          (fault: unknown) => done(fault),
        )
        .finally(() => open.delete(file.stream));
    },
    _removeFile: (_request, file, done) => {
      rm(file.path, { force: true }).then(
        () => done(null),
        (fault: unknown) => done(fault instanceof Error ? fault : new Error(String(fault))),
      );
    },
  };
  const abandon = (fault: Error): void => open.forEach((stream) => stream.destroy(fault));
  return { storage, fileBytes: () => bytes, abandon };
}

/** Ends a body that stalls, or with too much outside files: that is kept in memory. */
function watchUpload(
  request: Request,
  fileBytes: () => number,
  { maxFieldBytes, lease, timeoutMs, ...limits }: UploadLimits,
  end: (fault: SameasError) => void,
): void {
  let received = 0;
  let charged = 0;
  let atLastLook = 0;
  const stop = (fault?: SameasError): void => {
    clearInterval(looking);
    request.off('data', take).off('end', stopped).off('close', stopped);
    if (fault !== undefined) end(fault);
  };
  const stopped = (): void => stop();
  const take = (chunk: Buffer): void => {
    received += chunk.length;
    const inMemory = received - fileBytes() - UNDER_WAY_BYTES;
    if (inMemory <= charged) return;
    try {
      if (inMemory > maxFieldBytes) throw tooLarge({ maxUploadBytes: limits.maxUploadBytes });
      lease.grow(inMemory - charged);
      charged = inMemory;
    } catch (thrown) {
      stop(asSameasError(thrown));
    }
  };
  const looking = setInterval(() => {
    if (received - atLastLook < MIN_BYTES) stop(bodyTooSlow(timeoutMs));
    atLastLook = received;
  }, timeoutMs);
  request.on('data', take).once('end', stopped).once('close', stopped);
}

function uploadError(fault: unknown, limits: UploadLimits): SameasError {
  if (fault instanceof SameasError) return fault;
  const reason = fault instanceof Error ? fault.message : String(fault);
  if (fault instanceof MulterError) {
    if (fault.code === 'LIMIT_FIELD_VALUE') return tooLarge(limits);
    return new SameasError('upload-too-large', `The upload has too many parts: ${reason}.`, {
      advice: `At most ${MAX_FILES} files and ${MAX_FIELDS} fields can be sent at once.`,
    });
  }
  return new SameasError('upload-invalid', `The upload could not be read: ${reason}.`, {
    advice: 'Send multipart/form-data, and all of it.',
    cause: fault,
  });
}

function tooLarge({ maxUploadBytes }: Pick<UploadLimits, 'maxUploadBytes'>): SameasError {
  return new SameasError(
    'upload-too-large',
    sentence('The upload is longer than the {n} bytes that the service accepts.', { n: maxUploadBytes }),
    {
      advice: 'Compress the files (gzip or zip), or raise the setting "max-upload-bytes".',
      facts: { limit: maxUploadBytes },
    },
  );
}

/** Longer heads of parts are left to the reader of the body, which refuses them. */
const LONGEST_HEAD_BYTES = 16 * 1024;
const END_OF_HEAD = '\r\n\r\n';
const TRAILING_SEMICOLON = /((?:^|\r\n)content-disposition:[^\r\n]*?)(?:[ \t]*;)+[ \t]*(?=\r\n)/gi;

/**
 * Passes the bytes of a multipart body on, but for a semicolon at the end of the header Content-Disposition of a part.
 */
interface PartHeadRepair {
  /** Bytes that can be passed on by now. */
  readonly take: (chunk: Buffer) => Buffer;
  /** Bytes held back, at the end of the body. */
  readonly rest: () => Buffer;
}

/**
 * Repairs a Content-Disposition that ends with a semicolon (`form-data; name="format";`), as some programs write it:
 * the reader of the body would ignore the part, with its file. Contents of parts are not touched. `boundary` is that of
 * the header Content-Type, without the hyphens before it.
 */
export function partHeadRepair(boundary: string): PartHeadRepair {
  const delimiter = Buffer.from(`\r\n--${boundary}\r\n`, 'latin1');
  // The first delimiter has no line before it: an empty one is added, and never passed on.
  let held: Buffer = Buffer.from('\r\n');
  let toDrop = held.length;
  let isInHead = false;
  const passOn = (bytes: Buffer): Buffer => {
    const dropped = Math.min(toDrop, bytes.length);
    toDrop -= dropped;
    return bytes.subarray(dropped);
  };

  /** Moves settled bytes from `held` to `out`; whether there may be more. */
  function settle(out: Buffer[]): boolean {
    if (isInHead) {
      const end = held.indexOf(END_OF_HEAD);
      if (end < 0 && held.length <= LONGEST_HEAD_BYTES) return false;
      const length = end < 0 ? held.length : end + END_OF_HEAD.length;
      const head = held.subarray(0, length).toString('latin1');
      out.push(Buffer.from(end < 0 ? head : head.replace(TRAILING_SEMICOLON, '$1'), 'latin1'));
      held = held.subarray(length);
      isInHead = false;
      return true;
    }
    const start = held.indexOf(delimiter);
    const length = start < 0 ? held.length - beginningAtEnd(held, delimiter) : start + delimiter.length;
    out.push(passOn(held.subarray(0, length)));
    held = held.subarray(length);
    isInHead = start >= 0;
    return isInHead;
  }

  return {
    take: (chunk) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const out: Buffer[] = [];
      while (settle(out));
      return out.length === 1 ? (out[0] ?? held) : Buffer.concat(out);
    },
    rest: () => {
      const bytes = passOn(held);
      held = Buffer.alloc(0);
      return bytes;
    },
  };
}

/** Length of the end of `bytes` that is a prefix of `delimiter`, which may go on in the next chunk. */
function beginningAtEnd(bytes: Buffer, delimiter: Buffer): number {
  for (let length = Math.min(bytes.length, delimiter.length - 1); length > 0; length--) {
    if (bytes.subarray(bytes.length - length).equals(delimiter.subarray(0, length))) return length;
  }
  return 0;
}

/** Repairs everything written to `reader` before it reads it. Without a boundary in `contentType` nothing changes. */
function repairPartHeads(reader: Writable, contentType: string): void {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return;
  const repair = partHeadRepair(boundary);
  const write = reader.write.bind(reader) as (chunk: Buffer) => boolean; // one of its forms
  const end = reader.end.bind(reader) as () => Writable; // one of its forms
  const writeRepaired = (chunk: Buffer): boolean => write(repair.take(chunk));
  const endRepaired = (): Writable => {
    write(repair.rest());
    return end();
  };
  // A request is piped into it: chunks of bytes, and then the end.
  Object.assign(reader, { write: writeRepaired, end: endRepaired });
}
