import type { InstalledPackages } from './packages.js';
import { type AskedName, chance, groupsOf, type SetOfNames, type Thing } from './write-set.js';

const FOLDER = 'pypi:chemicals';
/** Tables of handbooks, each with its own manner of naming: file, column of the name. */
const HANDBOOKS: readonly (readonly [source: string, file: string])[] = [
  ['crc', 'Heat Capacity/CRC Standard Thermodynamic Properties of Chemical Substances.tsv'],
  ['crc', 'Phase Change/CRC Handbook Heat of Fusion.tsv'],
  ['yaws', 'Critical Properties/Yaws Collection.tsv'],
  ['landolt', 'Vapor Pressure/Landolt_antoine_V20.tsv'],
  ['landolt', 'Vapor Pressure/Landolt_antoine_sublimation_V20.tsv'],
  ['trc', 'Heat Capacity/TRC Thermodynamics of Organic Compounds in the Gas State.tsv'],
  ['ghazerati', 'Phase Change/Ghazerati Appendix Vaporization Enthalpy.tsv'],
  ['perry', 'Phase Change/Table 2-150 Heats of Vaporization of Inorganic and Organic Liquids.tsv'],
  ['psrk', 'Critical Properties/Appendix to PSRK Revision 4.tsv'],
];
/** Of the substances that no handbook has, this share is in the list too. */
const SHARE_OF_OTHERS = 0.05;

/** Substances by the numbers of their registry. */
export const SUBSTANCES = {
  needed: { pypi: ['chemicals==1.5.2'] },
  makeSets(packages: InstalledPackages): readonly SetOfNames[] {
    const asked = HANDBOOKS.flatMap(([source, file]): readonly AskedName[] =>
      packages
        .cells(`${FOLDER}/${file}`)
        .slice(1)
        .map(([number = '', text = '']) => ({ text: text.trim(), right: [number], source })),
    );
    const numbers = new Set(asked.flatMap(({ right }) => right));
    const list = substances(packages).filter(({ id }) => numbers.has(id) || chance(`other ${id}`) < SHARE_OF_OTHERS);
    const isShownAsFact = told(list, asked);
    return [
      {
        name: 'substances',
        title: 'Substances of one list, by the names of handbooks',
        list,
        asked: asked.filter(isShownAsFact),
      },
    ];
  },
};

/** Whether a name is that of one number alone: what a handbook and the list give different numbers is no answer. */
function told(list: readonly Thing[], asked: readonly AskedName[]): (asked: AskedName) => boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[\s\-()[\]]/g, '');
  const names = [
    ...list.flatMap(({ id, name, aliases }) => [name, ...(aliases ?? [])].map((text) => ({ text, id }))),
    ...asked.flatMap(({ text, right }) => right.map((id) => ({ text, id }))),
  ];
  const numbers = new Map(
    groupsOf(names, ({ text }) => plain(text)).map((same) => [
      plain(same[0].text),
      new Set(same.map(({ id }) => id)).size,
    ]),
  );
  return ({ text }) => numbers.get(plain(text)) === 1;
}

/** Each with its usual name and the systematic one. */
function substances(packages: InstalledPackages): readonly Thing[] {
  return ['large', 'small']
    .flatMap((size) => packages.cells(`${FOLDER}/Identifiers/chemical identifiers pubchem ${size}.tsv`))
    .map((cells) => {
      const [, id = '', , , , , , systematic = '', usual = ''] = cells;
      return { id, name: usual === '' ? systematic : usual, aliases: systematic === '' ? [] : [systematic] };
    });
}
