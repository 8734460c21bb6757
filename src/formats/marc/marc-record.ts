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
