import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { bunzip2 } from '../../../src/formats/archives/bunzip2.js';
import { loadForTest } from '../../support/loaded-entities.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/*
 * A dump as Wikidata publishes it: an array with one entity a line, with labels, descriptions and aliases by language, statements of every datatype and rank, snaks without a value,
 * links, and an item without any label. Packed by Python's bz2.
 */
const PACKED = Buffer.from(
  `
  QlpoOTFBWSZTWdAZHSQABBVfgBQQVA//8BeQZJo/7//6UAXb1AAAAAKAQwAAAAAAAAAAGAAAAAAAAAAASIqnqGaJ6RgnqPUDTIyDQaaDagYAAAAAAAAAAAqSECNBGgkn6U8UYj0EeUPRqep6alOIzf
  1J2vS9Xr4sPSiJH0CcvBYc5frVcNFnkWr2Di+dKCx7tNfVnWMYyMguH6v9H3ff6ZM+yqbDEghXxVBAKGVKU2xjBg2xjbGWoqqqk/3UHmolklVUJP3fM2zFMLKpVyrvDj4u3mvLV5tNZUqSiimsU7G4
  WgwnUPRRVSlJ9pUWqUqVUpSSpLShakFS0pYqS1pUliillChKFFpVSUUpQUWgqSVQUlBYooLSFUpUsSxUklkllkUS0PI1cmnGV581+U6u+R9tPC8rwvxXnj62pkcODx5rzlSvLGPXHtnL3SPWue/Iu4
  MF0koypt7MBlW8oZG97mCijtsuDMpLFkiykqJTLQzOWvs1ronB+xaPAy16d1fI/g9DQ8j9Db88kcKu27vkmCZl/1sci2l9RZDvbJ+gY8cYlec8rl2S+41NNv+DXJ/jOzM+Vs5jGGVLn3RZUxuZpxzP
  RMupzUrkz5U32MlSYa8dc+uGmDdbiucuKznZz6YxkpwrTRrU484cnHZpOLKaUl8L8rzcW53hhyq/B0460McWrCy23Jayu6mLOCzOm7qhI+hUjiShJPhUqKIniVDo2MTJPh4RFeyD4H3nuPmcX1kczB
  7w/EGlkln4NDRX8JEqZf0msj3h/6aJk1/Jyh8TUug3MuQYUkm5nD6sUXfkXwXn561LH3rPiZLFEKUZKMoHMqqmzOWjYudTryrk6rbB0nTC61SqiqorukZnZO9QHB1bJpJSpCts+Fmq7pDUs6lsVdxN
  WC5USW6pKZcmwYPWdiwyz0mZ+x9Jd+/eHI6GptPCcLGs4rseXSdx3XeTxjgdJeSbmHFKicJuXPkNyobHZgTieouf5MzkbnwiOMOZuYN1kuHfMjB/KdZ45DkdRWeg8VRGgbB4RFi0HepJvTY3Kg/61G
  HhKOJZqem6avp2yNYSVEwGsHOS4am12GSZy5hzlX0xUl5Ulqqq6g0WLzDKXWWkWaywWKl2shRcMgyVAoBde+EASPAKsXMs25WqoqsKOJbS6XSQyneHedmb4m6TWV5nY9iQah4eGCORSWlBhPQ5VZ9Z
  sWMyzoey5hJU4KaBUG5RyldFXtXtKXXxaTOJznMZhUC5T7XkMSzBbyCwLFSoKDsthtpXjtLw3KGrLghqOpxT8C47BUk0NU9xa3W0tLUhaUskotHtifZOEbpE3jOdpROlrImqS51eBmMoeoxg/EzjhI
  aKiIqz2yR/aqqqin1qRtEJI1AwRSFvgPc24TkgIlSKUhtsYkoBiX+LuSKcKEhoDI6SAA==
`,
  'base64',
);

describe('a dump of Wikidata', () => {
  it.each([
    ['dump.json', (text: Buffer) => text],
    ['dump.json.gz', gzipSync],
    ['dump.json.bz2', () => PACKED],
  ])('is read as it is: %s', async (name, packed) => {
    const { dataset, entities, problems } = await loadForTest(
      folder.write(name, packed(await bunzip2(PACKED, 1_000_000))),
    );
    expect(entities.map(({ id, name: label, types }) => [id, label, types])).toEqual([
      ['Q64', 'Berlin', ['Q515']],
      ['Q1731', 'Dresden', ['Q515']],
      ['Q5879', 'Johann Wolfgang von Goethe', ['Q5']],
    ]);
    expect(entities[0]).toMatchObject({
      description: 'capital of Germany',
      aliases: [{ text: 'Berlin, Germany', language: 'en' }],
      properties: {
        P571: [{ kind: 'date', date: { year: 1237, month: 10, day: 28 } }],
        P625: [{ kind: 'coordinates', latitude: 52.51667, longitude: 13.38333 }],
        P1082: [{ kind: 'integer', number: 3_755_251 }],
        P227: [expect.objectContaining({ text: '4005728-8' })],
      },
    });
    expect(entities[1]?.aliases).toEqual([
      { text: 'Elbflorenz', language: 'de' },
      { text: 'Florence on the Elbe', language: 'en' },
    ]);
    expect(Object.keys(entities[1]?.properties ?? {}).sort()).toEqual(['P1082', 'P227', 'P625']);
    expect(entities[2]?.properties['P569']).toEqual([{ kind: 'date', date: { year: 1749, month: 8, day: 28 } }]);
    expect(dataset.metadata.language).toBe('en');
    expect(problems).toEqual([expect.stringMatching(/^rejected name-empty ×1: line 5, labels: /)]);
  });
});
