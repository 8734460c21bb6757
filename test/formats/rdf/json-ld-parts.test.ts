import { describe, expect, it } from '@jest/globals';
import { jsonLdParts } from '../../../src/formats/rdf/read-json-ld.js';
import { readGraph } from '../../../src/formats/rdf/read-graph.js';
import { textSource } from '../../../src/formats/text-source.js';

const nodes = Array.from({ length: 45 }, (_, i) => ({ '@id': `http://ex.org/${i}` }));

describe('the parts of a JSON-LD document', () => {
  it('have the context of the whole, and together all of its nodes', () => {
    const context = { name: 'http://ex.org/name', graph: '@graph' };
    for (const key of ['@graph', 'graph']) {
      const parts = [...jsonLdParts({ '@context': context, [key]: nodes, '@id': 'http://ex.org/set' })];
      expect(parts).toEqual([
        { '@context': context, '@id': 'http://ex.org/set' },
        { '@context': context, '@graph': nodes.slice(0, 20) },
        { '@context': context, '@graph': nodes.slice(20, 40) },
        { '@context': context, '@graph': nodes.slice(40) },
      ]);
    }
    expect([...jsonLdParts(nodes)]).toEqual([nodes.slice(0, 20), nodes.slice(20, 40), nodes.slice(40)]);
    expect([...jsonLdParts(nodes[0])]).toEqual([nodes[0]]);
  });

  it('share their nodes without an address, and keep those apart that have no label', async () => {
    const part = (i: number) => ({
      '@id': i % 2 === 0 ? '_:same' : `http://ex.org/${i}`,
      'http://ex.org/p': { 'http://ex.org/q': i },
    });
    const text = JSON.stringify(Array.from({ length: 60 }, (_, i) => part(i)));
    const { triples } = await readGraph(textSource('list', Buffer.from(text)), 'json-ld');
    // 30 with an address, 60 within, one that is shared.
    expect([triples.size, triples.subjects]).toEqual([120, 91]);
  });
});
