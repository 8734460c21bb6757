/**
 * Figures for the correctness of predicted probabilities by evidence; `bench/quality/fit-certainty.ts` fits them to
 * tables with known answers.
 */
export const CERTAINTY = {
  wrong: {
    spread: 1.054,
    kinds: {
      names: {
        intercept: -1.023,
        slope: -0.856,
      },
      properties: {
        intercept: -1.068,
        slope: -0.871,
      },
      file: {
        intercept: -1.043,
        slope: -0.91,
      },
    },
  },
  missed: {
    spread: 1.393,
    kinds: {
      names: {
        intercept: 1.376,
        slope: 0.698,
      },
      properties: {
        intercept: 1.065,
        slope: 0.735,
      },
      file: {
        intercept: 1.418,
        slope: 0.786,
      },
    },
  },
} as const;
