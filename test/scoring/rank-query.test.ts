import { describe, expect, it } from '@jest/globals';
import { explainCandidate } from '../../src/describe/explain-candidate.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const snapshot = makeSnapshot({
  entities: [
    { id: 'a1', name: 'Malindo Air' },
    { id: 'a2', name: 'Batik Air' },
    { id: 'a3', name: 'Ethiopian Airlines' },
    { id: 'a4', name: 'Bearskin Lake Air Service' },
    { id: 'a5', name: 'Hillside Aviation LLC d/b/a Corona Jets' },
    { id: 'a6', name: 'Aerolitoral' },
    { id: 'a7', name: 'Siberia Airlines', aliases: ['S7'] },
  ],
});
const query = (text: string): Parameters<typeof explainCandidate>[1] => ({
  text,
  types: [],
  typeMode: 'any',
  properties: [],
  limit: 10,
});

describe('a query that says two names of one thing', () => {
  it.each([
    ['Ethiopian Airlines Group d/b/a Ethiopian Airlines', 'a3', 'Ethiopian Airlines'],
    ['Perimeter Holding Corporation, formerly Bearskin Lake Air Service', 'a4', 'Bearskin Lake Air Service'],
  ])('is read as the one that is in the list: %s', (text, id, read) => {
    const [first] = candidatesFor(snapshot, text);
    expect(first).toMatchObject({ id });
    expect(first?.features.find((feature) => feature.id === 'name')?.reason).toContain(`read as "${read}"`);
  });

  it('matches what is sure by one of them', () => {
    expect(candidatesFor(snapshot, 'Ethiopian Airlines Group d/b/a Ethiopian Airlines')[0]).toMatchObject({
      id: 'a3',
      match: true,
    });
  });

  it('matches nothing when they are the names of two things', () => {
    const [first] = candidatesFor(snapshot, 'Malindo Air d/b/a Batik Air');
    expect(['a1', 'a2']).toContain(first?.id);
    expect(first?.match).toBe(false);
    expect(first?.features.find(({ id }) => id === 'probability')?.value).toBeLessThan(0.6);
  });

  it('matches when both are names of the same thing', () => {
    expect(candidatesFor(snapshot, 'Siberia Airlines alias S7')[0]).toMatchObject({ id: 'a7', match: true });
  });

  it('is explained as it was answered, for any entity', () => {
    const text = 'Ethiopian Airlines Group d/b/a Ethiopian Airlines';
    const [first] = candidatesFor(snapshot, text);
    const explanation = explainCandidate(snapshot, query(text), 'a3');
    expect(explanation?.candidate.score).toBe(first?.score);
    expect(explanation?.candidate.match).toBe(true);
    expect(explanation?.inAnswer).toBe(true);
    expect(explainCandidate(snapshot, query(text), 'a2')).toMatchObject({ inAnswer: false });
  });
});

describe('an entity whose name says two names', () => {
  it.each(['Corona Jets', 'Hillside Aviation', 'Hillside Aviation LLC d/b/a Corona Jets'])('is found by %s', (text) => {
    expect(candidatesFor(snapshot, text)[0]).toMatchObject({ id: 'a5', match: true });
  });
});

describe('a word that is made of the beginnings of several', () => {
  const journals = makeSnapshot({
    entities: [
      'Byzantinische Zeitschrift',
      'Rivista biblica',
      'Studi romani',
      'Mind',
      'Brain',
      'GitHub',
      'Gitarre heute',
      'Renaissance Quarterly',
    ].map((name, i) => ({ id: `j${String(i)}`, name })),
  });

  it.each([
    ['ByzZ', 'Byzantinische Zeitschrift', 'Byz. Z.'],
    ['RivBibl', 'Rivista biblica', 'Riv. Bibl.'],
    ['RenQ', 'Renaissance Quarterly', 'Ren. Q.'],
  ])('%s: %s', (text, name, read) => {
    const [first] = candidatesFor(journals, text);
    expect(first).toMatchObject({ name, match: false });
    expect(first?.features.find(({ id }) => id === 'name')?.reason).toContain(`read as "${read}"`);
  });

  it('is a name of its own where the list has it', () => {
    expect(candidatesFor(journals, 'GitHub')[0]).toMatchObject({ name: 'GitHub', match: true });
  });
});

describe('a query with a note that names something else', () => {
  const world = makeSnapshot({
    entities: [
      'Gbaya',
      'Mende',
      'Sierra Leone',
      'Central African Republic',
      'Sango',
      'Limba',
      'University of Westerby',
    ].map((name, i) => ({ id: `w${String(i)}`, name })),
  });

  it('means what the note says where nothing before it is in the list', () => {
    expect(candidatesFor(world, 'Chair of Botany (University of Westerby)')[0]?.name).toBe('University of Westerby');
  });

  it('means the note where what stands before it is not of the type asked for', () => {
    const typed = makeSnapshot({
      types: ['language', 'state'].map((id) => ({ id, name: id, broader: [] })),
      entities: [
        { id: 'l1', name: 'Mende', types: ['language'] },
        { id: 's1', name: 'Sierra Leone', types: ['state'] },
        { id: 's2', name: 'Liberia', types: ['state'] },
        { id: 'l2', name: '', types: ['language'] },
      ],
    });
    expect(candidatesFor(typed, 'Mende (Sierra Leone)', { types: ['state'] })[0]?.id).toBe('s1');
    expect(candidatesFor(typed, 'Mende (Sierra Leone)', { types: ['language'] })[0]?.id).toBe('l1');
  });
});
