import type { Dataset } from '../entities/dataset.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import { askedRowOf, queriesOfRow } from './asked-row.js';
import { createCandidateComparer } from './compare-candidates.js';
import { EXACT } from './comparison-level.js';
import { posteriorOf, withTwins } from './fellegi-sunter.js';
import { foundCandidates } from './found-candidates.js';
import type { LearnedFile } from './learned-file.js';
import { probabilityIn, type ServiceCandidate } from './service-candidate.js';

/** A row as it is judged with what its file has taught. */
export interface JudgedRow<Candidate> {
  /** At most as many as were asked for. In the order of the service; what is matched comes first. */
  readonly candidates: readonly { readonly candidate: Candidate; readonly probability: number }[];
  /** Whether the first is meant. */
  readonly isMatched: boolean;
  /** How probable it is that nothing in the dataset is meant, 0–1. */
  readonly none: number;
}

/** Judges the rows of one file. */
export interface RowJudge {
  /** What is asked for a row; `undefined` when the service alone decides: nothing was learned about a row without values. */
  readonly queriesOf: (
    query: ReconciliationQuery,
  ) => readonly [byName: ReconciliationQuery, withProperties: ReconciliationQuery] | undefined;
  /** Cost: a comparison for each candidate and property. */
  readonly judge: <Candidate extends ServiceCandidate>(
    query: ReconciliationQuery,
    byName: readonly Candidate[],
    withProperties: readonly Candidate[],
  ) => JudgedRow<Candidate>;
}

/** Most matches lie far above the threshold, so those just at it may be wrong more often than matches as a whole. */
const ERRORS_AT_THRESHOLD = 5 / 3;
/** Who has hardly anything of the name must be surer by so many times: neighbours share addresses, discs share artists. */
const SURER_WITHOUT_NAME = 5;
/** What the service matches stays matched unless the file teaches that it is rather wrong. */
const RATHER_WRONG = 0.5;

/** The least learned probability that is matched, for the precision that is wanted, both 0–1. */
export function leastLearnedProbability(targetPrecision: number): number {
  return 1 - ERRORS_AT_THRESHOLD * (1 - targetPrecision);
}

/** A judge for the rows of the file from which this was learned. */
export function createRowJudge(dataset: Dataset, { properties, model, leftOut }: LearnedFile): RowJudge {
  const comparer = createCandidateComparer(dataset, properties);
  const leastProbability = leastLearnedProbability(dataset.metadata.targetPrecision);
  const identifying = properties.map(({ id }) =>
    dataset.properties.some((property) => property.id === id && property.identifying),
  );
  return {
    queriesOf: (query) =>
      askedRowOf(dataset, query, properties).values.some((values) => values.length > 0)
        ? queriesOfRow(dataset, query, leftOut)
        : undefined,
    judge: <Candidate extends ServiceCandidate>(
      query: ReconciliationQuery,
      byName: readonly Candidate[],
      withProperties: readonly Candidate[],
    ): JudgedRow<Candidate> => {
      const found = foundCandidates(byName, withProperties);
      const compared = comparer.compare(askedRowOf(dataset, query, properties), found);
      const posterior = posteriorOf(model, compared);
      const shares = withTwins(compared, posterior);
      const placeOf = new Map(found.map(({ id }, at) => [id, at]));
      const probabilityOf = ({ id }: Candidate): number => shares[placeOf.get(id) ?? -1] ?? 0;
      const [first] = withProperties;
      const best = bestOf([...withProperties, ...byName], probabilityOf);
      const isHardlyNamed = best !== undefined && compared[placeOf.get(best.id) ?? -1]?.nameLevel === 0;
      if (
        best !== undefined &&
        1 - probabilityOf(best) <= (1 - leastProbability) / (isHardlyNamed ? SURER_WITHOUT_NAME : 1)
      ) {
        const others = withProperties.filter(({ id }) => id !== best.id);
        return { ...asJudged([best, ...others].slice(0, query.limit), probabilityOf, posterior.none), isMatched: true };
      }
      const isMatched =
        first?.match === true &&
        (isCertain(first) || mayStand(compared[placeOf.get(first.id) ?? -1], probabilityOf(first), identifying));
      const shown = withProperties.slice(0, query.limit);
      if (!isMatched) return { ...asJudged(shown, probabilityOf, posterior.none), isMatched };
      // The service has reasons that were not learned, so it is at least as sure as it says.
      const probability = Math.max(probabilityIn(first), probabilityOf(first));
      return {
        ...asJudged(
          shown,
          (candidate) => (candidate === first ? probability : Math.min(1 - probability, probabilityOf(candidate))),
          Math.min(1 - probability, posterior.none),
        ),
        isMatched,
      };
    },
  };
}

/** Whether nothing that was learned speaks clearly against what the service matches. Names that are hardly alike were not learned about, nor were identifiers. */
function mayStand(
  compared: { readonly nameLevel: number; readonly levels: Uint8Array } | undefined,
  probability: number,
  identifying: readonly boolean[],
): boolean {
  if (compared === undefined || compared.nameLevel === 0 || probability >= RATHER_WRONG) return true;
  return compared.levels.some((level, property) => level === EXACT && identifying[property] === true);
}

/** Whether the text is the identifier of the candidate. */
function isCertain({ features }: ServiceCandidate): boolean {
  return features.some(({ id, value }) => id === 'id' && value === true);
}

/** The most probable; of equally probable ones the first. */
function bestOf<Candidate>(
  candidates: readonly Candidate[],
  probabilityOf: (candidate: Candidate) => number,
): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>(
    (best, candidate) =>
      best === undefined || probabilityOf(candidate) > probabilityOf(best) + 1e-9 ? candidate : best,
    undefined,
  );
}

function asJudged<Candidate>(
  candidates: readonly Candidate[],
  probabilityOf: (candidate: Candidate) => number,
  none: number,
): { readonly candidates: JudgedRow<Candidate>['candidates']; readonly none: number } {
  return { candidates: candidates.map((candidate) => ({ candidate, probability: probabilityOf(candidate) })), none };
}
