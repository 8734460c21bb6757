import { SameasError } from '../foundation/sameas-error.js';
import type { RecordReader } from './raw-record.js';

export const MAX_RECORD_CHARACTERS = 64_000_000;

/** A record is longer than `MAX_RECORD_CHARACTERS`; `line` is the 1-based line on which it begins. */
export class RecordTooLong extends RangeError {
  readonly line: number;

  constructor(line: number) {
    super(`the record at line ${String(line)} is too long`);
    this.line = line;
  }
}

/** Throws `RecordTooLong` when a record has so many characters, even before its end. */
export function refuseLongRecord(characters: number, line: number): void {
  if (characters > MAX_RECORD_CHARACTERS) throw new RecordTooLong(line);
}

/** The reader with `file-unreadable`, with file and line, for a record that is too long. */
export function refusingLongRecords<Reader extends RecordReader>(file: string, reader: Reader): Reader {
  return {
    ...reader,
    read: (visit, report) => {
      try {
        reader.read(visit, report);
      } catch (thrown) {
        throw thrown instanceof RecordTooLong ? recordTooLong(file, thrown) : thrown;
      }
    },
  };
}

/** The error for a record, or a document of one record, that is too long. */
export function recordTooLong(file: string, { line }: Pick<RecordTooLong, 'line'>): SameasError {
  return new SameasError(
    'file-unreadable',
    `${file} has a record of more than ${String(MAX_RECORD_CHARACTERS / 1e6)} million characters; it begins in line ${String(line)}.`,
    {
      advice:
        'Check that the file is what it should be, and that no quotation mark is missing; leave out the column with long contents.',
      facts: { file, line, limit: MAX_RECORD_CHARACTERS },
    },
  );
}
