/** How the stated probabilities of a table relate to what is true, by what it is matched by; `bench/quality/fit-certainty.ts` fits these figures to tables with known answers. */
export const CERTAINTY = {
  wrong: {
    spread: 1.136,
    kinds: {
      names: {
        intercept: -1.093,
        slope: -0.849,
      },
      properties: {
        intercept: -1.099,
        slope: -0.87,
      },
      file: {
        intercept: -1.725,
        slope: -0.743,
      },
    },
  },
  missed: {
    spread: 1.448,
    kinds: {
      names: {
        intercept: 1.379,
        slope: 0.699,
      },
      properties: {
        intercept: 1.057,
        slope: 0.735,
      },
      file: {
        intercept: 1.796,
        slope: 0.917,
      },
    },
  },
} as const;
