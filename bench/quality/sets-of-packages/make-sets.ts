/*
 * Makes folders with gold answers from published packages that name the same things in their own ways, and give them the same codes.
 * Anybody can measure on them; nothing of the data is kept here. Installs the packages, in the versions that each family names, in `packages` of the folder named, and makes the sets in `sets`.
 *
 *   npx tsx bench/quality/sets-of-packages/make-sets.ts FOLDER [FAMILY…]
 *   npx tsx bench/quality/run.ts FOLDER/sets/* --subsets
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AIR } from './air.js';
import { BIRDS } from './birds.js';
import { BUSINESSES } from './businesses.js';
import { GOODS } from './goods.js';
import { InstalledPackages, type PackagesNeeded } from './packages.js';
import { PLACES } from './places.js';
import { PROVINCES } from './provinces.js';
import { SCHOOLS } from './schools.js';
import { SUBSTANCES } from './substances.js';
import { TERMS } from './terms.js';
import { WORKS } from './works.js';
import { type SetOfNames, writeSet } from './write-set.js';

interface Family {
  readonly needed: PackagesNeeded;
  readonly makeSets: (packages: InstalledPackages) => Promise<readonly SetOfNames[]> | readonly SetOfNames[];
}

const FAMILIES: Readonly<Record<string, Family>> = {
  air: AIR,
  birds: BIRDS,
  businesses: BUSINESSES,
  goods: GOODS,
  places: PLACES,
  provinces: PROVINCES,
  schools: SCHOOLS,
  substances: SUBSTANCES,
  terms: TERMS,
  works: WORKS,
};

const [target, ...chosen] = process.argv.slice(2);
if (target === undefined) throw new Error('Name the folder to make the sets in.');
const packagesFolder = join(resolve(target), 'packages');
const setsFolder = join(resolve(target), 'sets');
const families = (chosen.length > 0 ? chosen : Object.keys(FAMILIES)).map((name) => {
  const family = FAMILIES[name];
  if (family === undefined) throw new Error(`There is no family ${name}, only ${Object.keys(FAMILIES).join(', ')}.`);
  return family;
});
for (const folder of [packagesFolder, setsFolder]) mkdirSync(folder, { recursive: true });
const packages = new InstalledPackages(packagesFolder);
packages.install(families.map(({ needed }) => needed));
for (const { makeSets } of families) for (const set of await makeSets(packages)) console.log(writeSet(setsFolder, set));
