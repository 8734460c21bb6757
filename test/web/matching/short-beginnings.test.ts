import { describe, expect, it } from '@jest/globals';
import { answerShortBeginning, isShortBeginning } from '../../../src/web/matching/short-beginnings.js';
import { smallSnapshot } from '../../support/small-snapshot.js';

describe('answers to short beginnings', () => {
  const counted = (): { readonly answer: () => Promise<string>; readonly count: () => number } => {
    let count = 0;
    return { answer: () => Promise.resolve(String(count++)), count: () => count };
  };

  it('are made once for each beginning, page length and snapshot', async () => {
    const [one, other] = [smallSnapshot({}, []), smallSnapshot({}, [])];
    const { answer } = counted();
    const ask = (snapshot: typeof one, typed: string, limit: number): Promise<string> =>
      answerShortBeginning(snapshot, typed, limit, answer);
    expect(
      await Promise.all([
        ask(one, 'b', 10),
        ask(one, 'b', 10),
        ask(one, 'b', 5),
        ask(one, 'B', 10),
        ask(one, 'bé', 10),
        ask(one, 'bé', 10),
        ask(other, 'b', 10),
        ask(one, 'b', 10),
      ]),
    ).toEqual(['0', '0', '1', '2', '3', '3', '4', '0']);
  });

  it.each([
    ['', 10],
    ['ber', 10],
    ['b ', 10],
    ['東京', 10],
    ['b', 21],
  ])('are not those to %j with %i a page', (typed, limit) => {
    expect(isShortBeginning(typed, limit)).toBe(false);
  });

  it('are made again where they could not be made', async () => {
    const snapshot = smallSnapshot({}, []);
    await expect(answerShortBeginning(snapshot, 'b', 10, () => Promise.reject(new Error('gone')))).rejects.toThrow(
      'gone',
    );
    expect(await answerShortBeginning(snapshot, 'b', 10, () => Promise.resolve('back'))).toBe('back');
  });

  it('are kept in bounds', async () => {
    const snapshot = smallSnapshot({}, []);
    const { answer, count } = counted();
    const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
    for (let round = 0; round < 2; round++)
      for (const first of letters)
        for (const second of letters) await answerShortBeginning(snapshot, first + second, 10, answer);
    expect(count()).toBeGreaterThan(letters.length ** 2);
  });
});
