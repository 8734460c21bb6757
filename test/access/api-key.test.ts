import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createApiKey, idInKey, isKey, createKeyRing, includesRole, ROLES } from '../../src/access/api-key.js';
import { readKeyFile, changeKeyFile } from '../../src/access/key-file.js';

const folder = mkdtempSync(join(tmpdir(), 'sameas-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a key', () => {
  const { text, kept } = createApiKey(
    { name: 'anna', role: 'judge', datasets: ['authors'] },
    new Date('2026-11-23T20:00:00Z'),
  );

  it('has a name to be found by and 256 random bits, and is kept as a salted hash', () => {
    expect(text).toMatch(/^sameas_[0-9a-f]{12}_[A-Za-z0-9_-]{43}$/);
    expect(kept).toEqual({
      name: 'anna',
      id: idInKey(text),
      role: 'judge',
      datasets: ['authors'],
      created: '2026-11-23',
      salt: expect.stringMatching(/^[0-9a-f]{32}$/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(kept)).not.toContain(text.slice(20));
    expect(createApiKey({ name: 'anna', role: 'judge', datasets: 'all' }).text).not.toBe(text);
  });

  it('is known again, and nothing else is', () => {
    expect(isKey(text, kept)).toBe(true);
    const other = text.at(-1) === 'A' ? 'B' : 'A';
    for (const wrong of [`${text.slice(0, -1)}${other}`, `${text} `, '', kept.hash, text.toUpperCase()])
      expect([wrong, isKey(wrong, kept)]).toEqual([wrong, false]);
    expect(isKey(text, { ...kept, hash: '' })).toBe(false);
  });

  it('is compared in constant time', () => {
    const source = readFileSync(join(import.meta.dirname, '..', '..', 'src', 'access', 'api-key.ts'), 'utf8');
    expect(source).toContain('timingSafeEqual(given, kept)');
    expect(source).not.toMatch(/hash\s*===?|===?\s*hash/);
  });

  it.each([
    '',
    'sameas_',
    'x'.repeat(1_000_000),
    `${text}\n`,
    `sameas_${'0'.repeat(12)}_${'é'.repeat(43)}`,
    `Bearer ${text}`,
  ])('cannot be %.30j', (wrong) => {
    expect(idInKey(wrong)).toBeUndefined();
  });
});

describe('roles', () => {
  it('include those before them', () => {
    expect(ROLES.map((role) => ROLES.filter((wanted) => includesRole(role, wanted)))).toEqual([
      ['ask'],
      ['ask', 'judge'],
      ['ask', 'judge', 'administer'],
    ]);
  });
});

describe('the file of keys', () => {
  const [anna, museum] = [
    createApiKey({ name: 'anna', role: 'judge', datasets: 'all' }),
    createApiKey({ name: 'museum', role: 'ask', datasets: ['authors'] }),
  ];

  it('is written for its user alone, and read as it was written', async () => {
    const path = join(folder, 'keys.json');
    await changeKeyFile(path, () => [anna.kept]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await changeKeyFile(path, () => [anna.kept, museum.kept]);
    expect(readKeyFile(path)).toEqual([anna.kept, museum.kept]);
    expect(readFileSync(path, 'utf8')).not.toContain(anna.text);
  });

  it.each([
    ['{', 'it is not JSON'],
    ['[]', 'it is no list of keys'],
    ['{"keys":[{}]}', 'keys.0.name'],
    [JSON.stringify({ keys: [{ ...anna.kept, role: 'god' }] }), 'keys.0.role'],
    [JSON.stringify({ keys: [anna.kept, anna.kept] }), 'the key "anna" stands there twice'],
  ])('%.40s cannot be used, and it is said why', (text, why) => {
    const path = join(folder, 'broken.json');
    writeFileSync(path, text);
    expect(() => readKeyFile(path)).toThrow(
      expect.objectContaining({ code: 'keys-file-invalid', message: expect.stringContaining(why) }),
    );
  });

  it('that is not there is missed with how to make it', () => {
    expect(() => readKeyFile(join(folder, 'none.json'))).toThrow(
      expect.objectContaining({ code: 'file-not-found', advice: expect.stringContaining('sameas keys add') }),
    );
  });

  it('is read again when asked, and a broken one changes nothing', () => {
    let keys: () => readonly (typeof anna.kept)[] = () => [anna.kept];
    const ring = createKeyRing(() => keys());
    expect([ring.find(anna.text)?.name, ring.find(museum.text)?.name]).toEqual(['anna', undefined]);
    keys = () => {
      throw new Error('broken');
    };
    expect(() => ring.reload()).toThrow('broken');
    expect(ring.find(anna.text)?.name).toBe('anna');
    keys = () => [museum.kept];
    ring.reload();
    expect([ring.find(anna.text)?.name, ring.find(museum.text)?.name, ring.byId(museum.kept.id)?.name]).toEqual([
      undefined,
      'museum',
      'museum',
    ]);
  });
});
