import { subfieldsOf, type MarcField } from '../../formats/marc/marc-record.js';

/** Texts of subfields without the marks for non-sorting characters. */
export function standsFor(field: MarcField, codes: string): readonly string[] {
  return subfieldsOf(field, codes).map((text) => text.replace(/[\u0088\u0089\u0098\u009c]/g, '').trim());
}

/** A text without ISBD punctuation at its end: ` /`, ` :`, `,`, and a full stop that ends no abbreviation. */
export function withoutEnd(text: string): string {
  const plain = text
    .trim()
    .replace(/\s*[/:;,=]+$/, '')
    .trim();
  return /[^\s.\p{Lu}][^\s.]{2,}\.$/u.test(plain) ? plain.slice(0, -1) : plain;
}

/** The column for a number in field 024, by its scheme: `isni`, `viaf`, `orcid`, `wikidata`. */
export function field024Column(scheme: string): string {
  return scheme === '' || scheme.startsWith('http') ? 'other identifiers' : scheme.toLowerCase();
}

/** Subfield → separator in front of its text in a heading. */
type Joints = Readonly<Record<string, string>>;

const PERSON: Joints = { a: '', b: ' ', c: ', ', g: ' (', t: '. ', n: '. ', p: '. ' };
const BODY: Joints = { a: '', b: '. ', n: ' ', g: ' (', c: ', ', t: '. ', p: '. ' };
const MEETING: Joints = { a: '', e: '. ', n: ', ', d: ', ', c: ', ', g: ' (', t: '. ' };
const TITLE: Joints = { a: '', n: '. ', p: '. ', g: ' (', l: '. ', s: '. ' };
const TERM: Joints = { a: '', b: ', ', g: ' (', v: '--', x: '--', y: '--', z: '--' };

const JOINTS: Readonly<Record<string, Joints>> = { '00': PERSON, '10': BODY, '11': MEETING, '30': TITLE };

/** The heading of a field X00 to X85 as one text, without dates (`$d` of a person) and relator terms. */
export function headingOf(field: MarcField): string {
  const joints = JOINTS[field.tag.slice(1)] ?? TERM;
  let heading = '';
  for (const [code, written] of field.subfields) {
    const joint = joints[code];
    const text = withoutEnd(written.replace(/[\u0088\u0089\u0098\u009c]/g, ''));
    if (joint === undefined || text === '') continue;
    if (heading === '') heading = text;
    else if (joint === ' (') heading += text.startsWith('(') ? ` ${text}` : ` (${text})`;
    else heading += `${joint.startsWith('.') && heading.endsWith('.') ? joint.slice(1) : joint}${text}`;
  }
  return heading;
}
