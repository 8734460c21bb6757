/** A field of a record: of data with its subfields, or of control (`00X`) with its text alone. */
export interface MarcField {
  /** Three characters. */
  readonly tag: string;
  /** Two characters; `''` for a control field. */
  readonly indicators: string;
  /** Code and text, in order; none for a control field. */
  readonly subfields: readonly (readonly [code: string, text: string])[];
  /** The text of a control field; `''` for others. */
  readonly text: string;
}

/** A record of MARC 21 (or another MARC), as ISO 2709 and MARCXML alike give it. */
export interface MarcRecord {
  /** 24 characters. */
  readonly leader: string;
  readonly fields: readonly MarcField[];
}

/** The texts of the subfields of these codes (each a letter or a digit), in their order in the field. */
export function subfieldsOf({ subfields }: MarcField, codes: string): readonly string[] {
  return subfields.filter(([code, text]) => codes.includes(code) && text.trim() !== '').map(([, text]) => text.trim());
}

/** The fields whose tag the expression matches. */
export function fieldsOf({ fields }: MarcRecord, tag: RegExp): readonly MarcField[] {
  return fields.filter((field) => tag.test(field.tag));
}
