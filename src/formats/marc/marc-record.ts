/** A field of a record: a data field with subfields, or a control field (`00X`) with text only. */
export interface MarcField {
  /** Three characters. */
  readonly tag: string;
  /** Two characters; `''` for a control field. */
  readonly indicators: string;
  /** Codes and texts, in order; none for a control field. */
  readonly subfields: readonly (readonly [code: string, text: string])[];
  /** The text of a control field; `''` for others. */
  readonly text: string;
}

/** A record of MARC 21 (or another MARC), from ISO 2709 or MARCXML. */
export interface MarcRecord {
  /** 24 characters. */
  readonly leader: string;
  readonly fields: readonly MarcField[];
}

/** The texts of the subfields with these codes (each a letter or a digit), in the order of the field. */
export function subfieldsOf({ subfields }: MarcField, codes: string): readonly string[] {
  return subfields.filter(([code, text]) => codes.includes(code) && text.trim() !== '').map(([, text]) => text.trim());
}

/** The fields with matching tags. */
export function fieldsOf({ fields }: MarcRecord, tag: RegExp): readonly MarcField[] {
  return fields.filter((field) => tag.test(field.tag));
}

/* Beginning of an ISO 2709 record: a leader, and a directory of fields. */

export const LEADER_LENGTH = 24;
export const ENTRY_LENGTH = 12;
/** Maximum of five digits. */
const MAX_RECORD_BYTES = 99_999;

/** Whether bytes begin like a file of MARC records. */
export function looksLikeIso2709(bytes: Uint8Array): boolean {
  return (
    /^\s*\d{5}[a-z ].{11}.{3}\s?[a-z0-9 ]{0,3}4[5 ]/is.test(Buffer.from(bytes.subarray(0, 40)).toString('latin1')) &&
    directoryEnds(bytes)
  );
}

/** Whether the directory has digits only and ends with a field terminator. */
function directoryEnds(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, MAX_RECORD_BYTES)).toString('latin1').trimStart();
  const end = text.indexOf('\u001e');
  return (
    end > LEADER_LENGTH &&
    (end - LEADER_LENGTH) % ENTRY_LENGTH === 0 &&
    /^(?:[0-9A-Za-z]{3}\d{9})+$/.test(text.slice(LEADER_LENGTH, end))
  );
}
