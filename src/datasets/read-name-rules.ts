import { basename } from 'node:path';
import { SameasError } from '../foundation/sameas-error.js';
import { readBytes } from '../formats/read-bytes.js';
import { compilePattern, wordsOfRule, type NameRule } from '../text/name-rules.js';

const MAX_RULES = 20_000;
const MAX_PATTERNS = 100;
const LONGEST_PATTERN = 200;
const MAX_WORDS = 8;
const STRIP = /^strip\s(.*)$/u;
const HOW = 'Write a synonym as `Raiffbk = Raiffeisenbank`, and what is to be left out as `strip ^The\\s`';

/** The rules of a file and its text. Errors: those of `readBytes`; `manifest-invalid` with every invalid line. */
export async function readNameRules(
  path: string,
): Promise<{ readonly rules: readonly NameRule[]; readonly text: string }> {
  const text = (await readBytes(path)).bytes.toString('utf8').replace(/^\uFEFF/, '');
  return { rules: parseNameRules(path, text), text };
}

/** As `readNameRules`, from text. Blank lines and lines that begin with # are ignored. */
export function parseNameRules(path: string, text: string): readonly NameRule[] {
  const rules: NameRule[] = [];
  const faults: string[] = [];
  const lineOfSynonym = new Map<string, number>();
  let patterns = 0;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const fault = (message: string): number => faults.push(`line ${String(i + 1)}: ${message}`);
    const pattern = STRIP.exec(line)?.[1];
    if (pattern === undefined) {
      const rule = readSynonym(line, fault);
      if (rule === undefined) continue;
      const key = wordsOfRule(rule.from).join(' ');
      const known = lineOfSynonym.get(key);
      if (known !== undefined)
        fault(`"${rule.from}" is a synonym in line ${String(known)} already. Keep one of the two lines.`);
      lineOfSynonym.set(key, i + 1);
      rules.push(rule);
    } else {
      if (++patterns === MAX_PATTERNS + 1)
        fault(`there are more than ${String(MAX_PATTERNS)} patterns. Join some: strip ^(The|A|An)\\s`);
      const wrong = faultOfPattern(pattern);
      if (wrong === undefined) rules.push({ kind: 'strip', written: line.trim(), pattern });
      else fault(wrong);
    }
  }
  if (rules.length > MAX_RULES)
    faults.push(
      `there are ${rules.length.toLocaleString('en')} rules, and at most ${MAX_RULES.toLocaleString('en')} are allowed. Names that differ from entity to entity belong into aliasFiles.`,
    );
  if (faults.length === 0) return rules;
  throw new SameasError(
    'manifest-invalid',
    `${path} has ${faults.length === 1 ? 'a fault' : `${String(faults.length)} faults`}:\n${faults
      .slice(0, 20)
      .map((one) => `  ${one}`)
      .join('\n')}`,
    {
      advice: `${HOW}. docs/dataset-format.md describes ${basename(path)} under nameRules.`,
      facts: { file: path, faults },
    },
  );
}

function readSynonym(
  line: string,
  fault: (message: string) => void,
): Extract<NameRule, { readonly kind: 'synonym' }> | undefined {
  const parts = line.split('=').map((part) => part.trim());
  const [from = '', to = ''] = parts;
  const words = wordsOfRule(from);
  if (parts.length !== 2) fault(`"${line.trim()}" is no rule. ${HOW}.`);
  else if (words.length === 0 || wordsOfRule(to).length === 0)
    fault(`a word is missing ${words.length === 0 ? 'before' : 'behind'} the equals sign. ${HOW}.`);
  else if (words.length > MAX_WORDS)
    fault(
      `"${from}" has ${String(words.length)} words, and a synonym may have ${String(MAX_WORDS)}. A whole name belongs into aliasFiles.`,
    );
  else if (words.join(' ') === wordsOfRule(to).join(' '))
    fault(`"${from}" and "${to}" are the same but for case and accents, which never count. Delete the line.`);
  else return { kind: 'synonym', written: `${from} = ${to}`, from, to };
  return undefined;
}

function faultOfPattern(pattern: string): string | undefined {
  if (pattern.trim() === '') return 'there is no pattern behind "strip". Write strip ^The\\s';
  if (pattern.length > LONGEST_PATTERN)
    return `the pattern has ${String(pattern.length)} characters, and at most ${String(LONGEST_PATTERN)} are allowed. Make two lines of it.`;
  try {
    compilePattern(pattern);
    return undefined;
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.replace(/^error parsing regexp: /, '') : String(thrown);
    return `"${pattern}" is not a pattern that can be used: ${reason}. Patterns are those of RE2, without look-ahead and back-references.`;
  }
}
