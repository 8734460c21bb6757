import { expect, it } from '@jest/globals';
import { FUNCTION_TABLE } from '../../../../src/projects/expressions/grel/functions/function-table.js';
import { CONTROL_SIGNATURES } from '../../../../src/projects/expressions/grel/syntax/control-signatures.js';

/* Every name that OpenRefine 3.10 knows, written down independently of our tables: none is missing, and none is there that it does not know. */

const FUNCTIONS = `
coalesce type toString toNumber toDate length get slice substring hasField jsonize cross facetCount
toUppercase toLowercase toTitlecase trim strip contains startsWith endsWith indexOf lastIndexOf replace replaceChars replaceEach find match
split smartSplit splitByCharType splitByLengths partition rpartition chomp diff unicode unicodeType escape unescape encode decode md5 sha1
reinterpret range fingerprint ngramFingerprint phonetic ngram levenshteinDistance normalize detectLanguage parseUri
join reverse sort uniques inArray zip sum
and or xor not
abs acos asin atan atan2 cos cosh sin sinh tan tanh exp ln log pow max min degrees radians even odd gcd lcm quotient round floor ceil fact factn
combin multinomial mod random randomNumber
now inc datePart timeSinceUnixEpochToDate
parseJson parseHtml parseXml select htmlAttr xmlAttr htmlText xmlText ownText wholeText innerHtml innerXml parent scriptText
`;
const CONTROLS =
  'if with forEach forEachIndex forRange forNonBlank filter isNull isNotNull isBlank isNonBlank isEmptyString isNumeric isError';

const sorted = (names: readonly string[]): readonly string[] => [...names].sort();

it('has every function and no other', () => {
  const names = FUNCTION_TABLE.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(sorted(names)).toEqual(sorted(FUNCTIONS.trim().split(/\s+/)));
});

it('has every control and no other', () => {
  expect(sorted(CONTROL_SIGNATURES.map(({ name }) => name))).toEqual(sorted(CONTROLS.split(' ')));
});
