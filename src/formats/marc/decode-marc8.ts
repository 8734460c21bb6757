/**
 * The sets of MARC-8 of one byte a character, by the letter that chooses them in an escape sequence; ASCII (`B`) is itself. The set of East Asian
 * characters (`1`, three bytes each) is not here. Source: Library of Congress, MARC 21 Specifications, MARC-8 code tables.
 */
const MARC8_SETS: ReadonlyMap<string, Marc8Set> = new Map<string, Marc8Set>([
  // Latin, extended (ANSEL)
  [
    'E',
    {
      characters: {
        0x08: '\u0098\u009c',
        0x0d: '\u200d\u200c',
        0x21: '\u0141\u00d8\u0110\u00de\u00c6\u0152\u02b9\u00b7\u266d\u00ae\u00b1\u01a0\u01af\u02bc',
        0x30: '\u02bb\u0142\u00f8\u0111\u00fe\u00e6\u0153\u02ba\u0131\u00a3\u00f0',
        0x3c: '\u01a1\u01b0',
        0x40: '\u00b0\u2113\u2117\u00a9\u266f\u00bf\u00a1\u00df\u20ac',
      },
      marks: {
        0x60: '\u0309\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030c\u030a\ufe20\ufe21\u0315\u030b\u0310\u0327\u0328\u0323\u0324\u0325\u0333\u0332\u0326\u031c\u032e\ufe22\ufe23',
        0x7e: '\u0313',
      },
    },
  ],
  // Cyrillic
  [
    'N',
    {
      characters: {
        0x21: '\u0021\u0022\u0023\u0024\u0025\u0026\u0027\u0028\u0029\u002a\u002b\u002c\u002d\u002e\u002f\u0030\u0031\u0032\u0033\u0034\u0035\u0036\u0037\u0038\u0039\u003a\u003b\u003c\u003d\u003e\u003f\u044e\u0430\u0431\u0446\u0434\u0435\u0444\u0433\u0445\u0438\u0439\u043a\u043b\u043c\u043d\u043e\u043f\u044f\u0440\u0441\u0442\u0443\u0436\u0432\u044c\u044b\u0437\u0448\u044d\u0449\u0447\u044a\u042e\u0410\u0411\u0426\u0414\u0415\u0424\u0413\u0425\u0418\u0419\u041a\u041b\u041c\u041d\u041e\u041f\u042f\u0420\u0421\u0422\u0423\u0416\u0412\u042c\u042b\u0417\u0428\u042d\u0429\u0427',
      },
      marks: {},
    },
  ],
  // Cyrillic, extended
  [
    'Q',
    {
      characters: {
        0x40: '\u0491\u0452\u0453\u0454\u0451\u0455\u0456\u0457\u0458\u0459\u045a\u045b\u045c\u045e\u045f',
        0x50: '\u0463\u0473\u0475\u046b',
        0x5b: '\u005b',
        0x5d: '\u005d',
        0x5f: '\u005f\u0490\u0402\u0403\u0404\u0401\u0405\u0406\u0407\u0408\u0409\u040a\u040b\u040c\u040e\u040f\u042a\u0462\u0472\u0474\u046a',
      },
      marks: {},
    },
  ],
  // Greek
  [
    'S',
    {
      characters: {
        0x30: '\u00ab\u00bb\u201c\u201d\u0374\u0375',
        0x3b: '\u0387',
        0x3f: '\u037e',
        0x41: '\u0391\u0392',
        0x44: '\u0393\u0394\u0395\u03da\u03dc\u0396\u0397\u0398\u0399\u039a\u039b\u039c\u039d\u039e\u039f\u03a0\u03de\u03a1\u03a3',
        0x58: '\u03a4\u03a5\u03a6\u03a7\u03a8\u03a9\u03e0',
        0x61: '\u03b1\u03b2\u03d0\u03b3\u03b4\u03b5\u03db\u03dd\u03b6\u03b7\u03b8\u03b9\u03ba\u03bb\u03bc\u03bd\u03be\u03bf\u03c0\u03df\u03c1\u03c3\u03c2\u03c4\u03c5\u03c6\u03c7\u03c8\u03c9\u03e1',
      },
      marks: { 0x21: '\u0300\u0301\u0308\u0342\u0313\u0314\u0345' },
    },
  ],
  // Hebrew
  [
    '2',
    {
      characters: {
        0x21: '\u0021\u05f4\u0023\u0024\u0025\u0026\u05f3\u0028\u0029\u002a\u002b\u002c\u05be\u002e\u002f\u0030\u0031\u0032\u0033\u0034\u0035\u0036\u0037\u0038\u0039\u003a\u003b\u003c\u003d\u003e\u003f',
        0x5b: '\u005b',
        0x5d: '\u005d',
        0x60: '\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5\u05d6\u05d7\u05d8\u05d9\u05da\u05db\u05dc\u05dd\u05de\u05df\u05e0\u05e1\u05e2\u05e3\u05e4\u05e5\u05e6\u05e7\u05e8\u05e9\u05ea\u05f0\u05f1\u05f2',
      },
      marks: { 0x40: '\u05b7\u05b8\u05b6\u05b5\u05b4\u05b9\u05bb\u05b0\u05b2\u05b3\u05b1\u05bc\u05bf\u05c1\ufb1e' },
    },
  ],
  // Arabic
  [
    '3',
    {
      characters: {
        0x21: '\u0021\u0022\u0023\u0024\u066a\u0026\u0027\u0028\u0029\u066d\u002b\u060c\u002d\u002e\u002f\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u003a\u061b\u003c\u003d\u003e\u061f',
        0x41: '\u0621\u0622\u0623\u0624\u0625\u0626\u0627\u0628\u0629\u062a\u062b\u062c\u062d\u062e\u062f\u0630\u0631\u0632\u0633\u0634\u0635\u0636\u0637\u0638\u0639\u063a\u005b',
        0x5d: '\u005d',
        0x60: '\u0640\u0641\u0642\u0643\u0644\u0645\u0646\u0647\u0648\u0649\u064a',
        0x73: '\u0671\u0670',
        0x78: '\u066c\u201d\u201c',
      },
      marks: { 0x6b: '\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652' },
    },
  ],
  // Arabic, extended
  [
    '4',
    {
      characters: {
        0x21: '\u06fd\u0672\u0673\u0679\u067a\u067b\u067c\u067d\u067e\u067f\u0680\u0681\u0682\u0683\u0684\u0685\u0686\u06bf\u0687\u0688\u0689\u068a\u068b\u068c\u068d\u068e\u068f\u0690\u0691\u0692\u0693\u0694\u0695\u0696\u0697\u0698\u0699\u069a\u069b\u069c\u06fa\u069d\u069e\u06fb\u069f\u06a0\u06fc\u06a1\u06a2\u06a3\u06a4\u06a5\u06a6\u06a7\u06a8\u06a9\u06aa\u06ab\u06ac\u06ad\u06ae\u06af\u06b0\u06b1\u06b2\u06b3\u06b4\u06b5\u06b6\u06b7\u06b8\u06ba\u06bb\u06bc\u06bd\u06b9\u06be\u06c0\u06c4\u06c5\u06c6\u06ca\u06cb\u06cd\u06ce\u06d0\u06d2\u06d3',
      },
      marks: { 0x7d: '\u0306\u030c' },
    },
  ],
  // Greek symbols
  ['g', { characters: { 0x61: '\u03b1\u03b2\u03b3' }, marks: {} }],
  // subscripts
  [
    'b',
    {
      characters: {
        0x28: '\u208d\u208e',
        0x2b: '\u208a',
        0x2d: '\u208b',
        0x30: '\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089',
      },
      marks: {},
    },
  ],
  // superscripts
  [
    'p',
    {
      characters: {
        0x28: '\u207d\u207e',
        0x2b: '\u207a',
        0x2d: '\u207b',
        0x30: '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079',
      },
      marks: {},
    },
  ],
]);

/** A text that was MARC-8. */
interface DecodedMarc8 {
  /** In Unicode, composed (NFC). */
  readonly text: string;
  /** Characters that became U+FFFD: East Asian ones, and bytes that the set does not have. */
  readonly lost: number;
}

const ESCAPE = 0x1b;
/** Between subfields. */
const SUBFIELD = 0x1f;
const EAST_ASIAN = '1';

/** What the sets hold, by byte of seven bits: a character, or a mark that goes behind the next one. */
interface SetTable {
  readonly texts: readonly (string | undefined)[];
  readonly isMark: readonly boolean[];
}

/** Source: MARC 21 Specifications for Record Structure, Character Sets and Exchange Media: MARC-8 encoding environment. Every field begins in ASCII and extended Latin. */
export function decodeMarc8(bytes: Uint8Array): DecodedMarc8 {
  const state = { g0: 'B', g1: 'E' };
  let text = '';
  let marks = '';
  let lost = 0;
  const add = (character: string): void => {
    text += character + marks;
    marks = '';
  };
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === ESCAPE) {
      at += readEscape(bytes, at, state);
      continue;
    }
    const isHigh = byte >= 0x80;
    const set = isHigh ? state.g1 : state.g0;
    if (set === EAST_ASIAN && byte > 0x20) {
      at += 3;
      lost += 1;
      add('\uFFFD');
      continue;
    }
    at += 1;
    const seven = byte & 0x7f;
    if ((byte < 0x20 && byte !== SUBFIELD) || (isHigh && seven < 0x08)) continue;
    if (byte <= 0x20 || (!isHigh && set === 'B')) {
      add(String.fromCharCode(byte));
      continue;
    }
    const table = tableOf(set);
    const found = table?.texts[seven];
    if (found === undefined) {
      lost += 1;
      add('\uFFFD');
    } else if (table?.isMark[seven] === true) marks += found;
    else add(found);
  }
  return { text: (text + marks).normalize('NFC'), lost };
}

/** Chooses a set, and gives the length of the escape sequence. */
function readEscape(bytes: Uint8Array, at: number, state: { g0: string; g1: string }): number {
  const letter = (offset: number): string => String.fromCharCode(bytes[at + offset] ?? 0);
  const first = letter(1);
  if ('gbps'.includes(first)) {
    state.g0 = first === 's' ? 'B' : first;
    return 2;
  }
  const target =
    first === ')' || first === '-' || (first === '$' && (letter(2) === ')' || letter(2) === '-')) ? 'g1' : 'g0';
  const length = first === '$' ? ('(,)-'.includes(letter(2)) ? 3 : 2) : '(,)-'.includes(first) ? 2 : 0;
  if (length === 0) return 1;
  // `!E` is extended Latin, which has a letter of two bytes.
  const isLong = letter(length) === '!';
  state[target] = letter(isLong ? length + 1 : length);
  return length + (isLong ? 2 : 1);
}

const tables = new Map<string, SetTable>();

function tableOf(letter: string): SetTable | undefined {
  const known = tables.get(letter);
  const set = MARC8_SETS.get(letter);
  if (known !== undefined || set === undefined) return known;
  const texts: (string | undefined)[] = [];
  const isMark: boolean[] = [];
  for (const [runs, areMarks] of [
    [set.characters, false],
    [set.marks, true],
  ] as const) {
    for (const [first, characters] of Object.entries(runs)) {
      [...characters].forEach((character, i) => {
        texts[Number(first) + i] = character;
        isMark[Number(first) + i] = areMarks;
      });
    }
  }
  const table: SetTable = { texts, isMark };
  tables.set(letter, table);
  return table;
}

/** Characters of a set by the seven bits of the first of each run. */
interface Marc8Set {
  readonly characters: Readonly<Record<number, string>>;
  /** Marks, which stand before the letter that they belong to. */
  readonly marks: Readonly<Record<number, string>>;
}
