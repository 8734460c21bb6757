import { describe, expect, it } from '@jest/globals';
import { candidatesFor, makeSnapshot } from '../../support/make-snapshot.js';

/** Syllables of which given names that are forms of none are made. */
const SYLLABLES = ['ba', 'do', 'ku', 'le', 'mo', 'ri', 'so', 'tu', 've', 'za'];

describe('forms of one given name', () => {
  const strangers = SYLLABLES.flatMap((a) =>
    SYLLABLES.map((b, i) => ({ id: `${a}${b}`, name: `Ashing, ${a}${b}${SYLLABLES[9 - i] ?? ''}` })),
  );
  const snapshot = makeSnapshot({
    entities: [...strangers, { id: 'w', name: 'Ashing, William Corwen' }, { id: 'k', name: 'Quarley, Johannes' }],
  });

  it('find who has the other form, however many share the surname', () => {
    const [first] = candidatesFor(snapshot, 'Bill Ashing');
    expect(first?.id).toBe('w');
  });

  it('are told as the reason', () => {
    const [first] = candidatesFor(snapshot, 'Giovanni Quarley');
    expect(first?.id).toBe('k');
    expect(JSON.stringify(first?.features)).toContain('are forms of one given name');
  });
});
