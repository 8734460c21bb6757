import type { LearnedProperty, LearnedTuning } from '../entities/dataset.js';
import { NAME_CLASSES } from './compared-query.js';
import type { LearnedFile } from './learned-file.js';

/** Decimals of shares and weights that are kept. */
const DECIMALS = 5;

/** What a file taught, as it is kept in the manifest of its list. */
export function keptLearning({ properties, model, leftOut, rows }: LearnedFile): LearnedTuning {
  return {
    rows,
    noneShare: rounded(model.noneShare),
    nameWeights: model.nameWeights.map(rounded),
    properties: Object.fromEntries(
      properties.map(({ id, form: { kind, separator } }, property): [string, LearnedProperty] => [
        id,
        {
          kind,
          ...(separator !== undefined && { separator }),
          ...(leftOut.has(id) && { leftOut: true }),
          rightPairs: Math.round(model.pairs?.right[property] ?? 0),
          right: keptShares(model.right[property]),
          wrongPairs: classes((cls) => Math.round(model.pairs?.wrong[cls]?.[property] ?? 0)),
          wrong: classes((cls) => keptShares(model.wrong[cls]?.[property])),
        },
      ]),
    ),
  };
}

/** The same as it was learned. */
export function learnedFrom({ rows, noneShare, nameWeights, properties }: LearnedTuning): LearnedFile {
  const entries = Object.entries(properties);
  const withMissing = (shares: readonly number[] = []): readonly number[] => [0, ...shares];
  return {
    rows,
    properties: entries.map(([id, { kind, separator }]) => ({ id, form: { kind, separator } })),
    leftOut: new Set(entries.flatMap(([id, { leftOut }]) => (leftOut === true ? [id] : []))),
    model: {
      noneShare,
      nameWeights,
      right: entries.map(([, { right }]) => withMissing(right)),
      wrong: classes((cls) => entries.map(([, { wrong }]) => withMissing(wrong[cls]))),
      pairs: {
        right: entries.map(([, { rightPairs }]) => rightPairs),
        wrong: classes((cls) => entries.map(([, { wrongPairs }]) => wrongPairs[cls] ?? 0)),
      },
    },
  };
}

function classes<Value>(of: (cls: number) => Value): Value[] {
  return Array.from({ length: NAME_CLASSES }, (_, cls) => of(cls));
}

/** Without that of missing values, which is always 0. */
function keptShares(shares: readonly number[] = []): readonly number[] {
  return shares.slice(1).map(rounded);
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS));
}
