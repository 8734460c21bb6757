/** How the stated probabilities of a table relate to what is true, by what it is matched by; `bench/quality/fit-certainty.ts` fits these figures to tables with known answers. */
export const CERTAINTY = {
  wrong: {
    spread: 1.195,
    kinds: {
      names: {
        intercept: -0.75,
        slope: -0.992,
      },
      properties: {
        intercept: -0.91,
        slope: -0.897,
      },
      file: {
        intercept: -0.242,
        slope: -1.02,
      },
    },
  },
  missed: {
    spread: 1.652,
    kinds: {
      names: {
        intercept: 1.179,
        slope: 0.687,
      },
      properties: {
        intercept: 1.336,
        slope: 0.741,
      },
      file: {
        intercept: 1.252,
        slope: 0.506,
      },
    },
  },
} as const;
