import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { InstalledPackages } from './packages.js';
import { plain, unlikeOthers, unshared } from './same-things.js';
import type { AskedName, SetOfNames } from './write-set.js';

/** Birds by what authorities call them in English and in science: each kind of name tells which are the same for the other. */
export const BIRDS = {
  needed: { pypi: ['birdnames==0.1.3'] },
  makeSets(packages: InstalledPackages): readonly SetOfNames[] {
    const listed = birdsOf(packages, 'ebird', '2024');
    const others = [birdsOf(packages, 'birdlife', '2024'), birdsOf(packages, 'avilist', '2025')].flat();
    return [
      setOf(
        'birds',
        'The English names of birds of one authority, by those of others',
        listed,
        others,
        ({ english }) => english,
        ({ scientific }) => scientific,
      ),
      setOf(
        'birds-in-science',
        'The scientific names of birds of one authority, by those of others',
        listed,
        others,
        ({ scientific }) => scientific,
        ({ english }) => english,
      ),
    ];
  },
};

interface Bird {
  readonly authority: string;
  readonly english: string;
  readonly scientific: string;
}

/** Species alone, as they have names of two words. */
function birdsOf(packages: InstalledPackages, authority: string, year: string): readonly Bird[] {
  const rows = z
    .array(z.record(z.string(), z.string()))
    .parse(parse(packages.text(`pypi:birdnames/data/processed/${authority}_${year}_taxonomy.csv`), { columns: true }));
  return rows
    .map((row): Bird => ({
      authority,
      english: row[`${authority}_common_name`] ?? '',
      scientific: row['scientific_name'] ?? '',
    }))
    .filter(({ english, scientific }) => english !== '' && /^\S+ \S+$/.test(scientific));
}

/** Of one kind of name, by the other: where that is one bird's alone. */
function setOf(
  name: string,
  title: string,
  listed: readonly Bird[],
  others: readonly Bird[],
  nameOf: (bird: Bird) => string,
  codeOf: (bird: Bird) => string,
): SetOfNames {
  const alone = unshared(listed, (bird) => plain(codeOf(bird)));
  const codes = new Map(alone.map((bird) => [plain(codeOf(bird)), codeOf(bird)]));
  const list = alone.map((bird) => ({ id: codeOf(bird), name: nameOf(bird) }));
  const asked = others.flatMap((bird): readonly AskedName[] => {
    const code = codes.get(plain(codeOf(bird)));
    return code === undefined ? [] : [{ text: nameOf(bird), right: [code], source: bird.authority }];
  });
  return { name, title, list, asked: asked.filter(unlikeOthers(list, () => '')) };
}
