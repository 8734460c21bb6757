import { SameasError } from '../../foundation/sameas-error.js';
import { nearestWord } from '../../foundation/nearest-word.js';
import { sentence } from '../../foundation/message.js';
import type { FacetContext } from '../browsing/facets/facet.js';
import type { ColumnModel } from '../grid/column-model.js';
import { OPERATION_TABLE } from './operation-table.js';
import { invalidOperation, type Operation, type OperationContext } from './operation.js';

/* A recipe is read whole before its first operation runs: an unknown operation or column changes nothing at all. */

/** One operation from its JSON. Throws `operation-invalid`. An id without a slash means one of `core/`. */
export function parseOperation(json: unknown, compile: FacetContext['compile']): Operation {
  if (json === null) throw invalidOperation("The operation is 'null'");
  if (typeof json !== 'object' || Array.isArray(json)) throw invalidOperation('The operation is not a JSON object');
  const members: Readonly<Record<string, unknown>> = { ...json };
  const { op } = members;
  if (typeof op !== 'string' || op === '') throw invalidOperation("Missing operation name: the member 'op'");
  const id = op.includes('/') ? op : `core/${op}`;
  const definition = OPERATION_TABLE.find((one) => one.id === id);
  if (definition === undefined) {
    const nearest = nearestWord(
      id,
      OPERATION_TABLE.map((one) => one.id),
    );
    throw new SameasError(
      'operation-invalid',
      sentence('Unknown operation {name}', { name: op }),
      nearest === undefined ? {} : { advice: `Did you mean ${nearest}?` },
    );
  }
  return definition.parse(members, compile);
}

/** A fault of one operation of a recipe, with its position from 0; the message counts from 1. */
class RecipeError extends SameasError {
  readonly operationIndex: number;
  /** The sentence without the position. */
  readonly sentence: string;

  constructor(operationIndex: number, cause: SameasError) {
    super(cause.code, sentence('Operation #{n}: {Fault}', { n: operationIndex + 1, Fault: cause.sentences.message }), {
      facts: { operationIndex },
      advice: cause.sentences.advice,
    });
    this.operationIndex = operationIndex;
    this.sentence = cause.message;
  }
}

/** Each is saved by itself, and stays in the history. */
const MAX_OPERATIONS = 10_000;

/** Every operation of a recipe. Throws a `RecipeError` for the first invalid one. */
export function parseRecipe(json: unknown, compile: FacetContext['compile']): readonly Operation[] {
  if (!Array.isArray(json)) throw invalidOperation("The parameter 'operations' is not a JSON array of operations");
  const items: readonly unknown[] = json;
  if (items.length > MAX_OPERATIONS)
    throw invalidOperation(`A recipe may have at most ${MAX_OPERATIONS} operations; this one has ${items.length}`);
  return items.map((item, index) => {
    try {
      return parseOperation(item, compile);
    } catch (thrown) {
      throw thrown instanceof SameasError ? new RecipeError(index, thrown) : thrown;
    }
  });
}

/**
 * Compares a recipe with the columns of a project. Throws `operation-invalid` with the sentences that clients know.
 * Checks end at the first operation whose columns depend on the cells.
 */
export function checkRecipeColumns(operations: readonly Operation[], model: ColumnModel): void {
  const present = new Set(model.columns.map(({ name }) => name));
  const gone = new Set<string>();
  for (const { columns } of operations) {
    if (columns === undefined) return;
    for (const name of columns.needs) {
      if (present.has(name)) continue;
      throw gone.has(name)
        ? invalidOperation(`Inconsistent list of operations: column '${name}' used after being deleted or renamed`)
        : invalidOperation(`Column '${name}' is referenced in the list of operations but is absent from the project`);
    }
    for (const name of columns.creates) {
      if (present.has(name) && !columns.removes.includes(name))
        throw invalidOperation(`Column '${name}' already exists in the project`);
    }
    for (const name of columns.removes) {
      present.delete(name);
      gone.add(name);
    }
    for (const name of columns.creates) {
      present.add(name);
      gone.delete(name);
    }
  }
}

/** Throws a `RecipeError` `url-access-off` for the first forbidden request, so that no recipe is run by half. */
export function checkRecipeAccess(
  operations: readonly Operation[],
  { reconciliation, urlFetch }: Pick<OperationContext, 'reconciliation' | 'urlFetch'>,
): void {
  for (const [index, { asks }] of operations.entries()) {
    if (asks === undefined) continue;
    const isRefused =
      asks === 'addresses in cells' ? urlFetch === undefined : reconciliation?.mayAsk(asks.service) === false;
    if (!isRefused) continue;
    const what = asks === 'addresses in cells' ? 'fetches addresses' : `asks the service ${asks.service}`;
    throw new RecipeError(
      index,
      new SameasError(
        'url-access-off',
        `It ${what}, but the setting "url-access" of this service does not allow that. Nothing was changed`,
        {
          advice: 'Have the setting "url-access" changed to "public" or "all", or leave the operation out.',
        },
      ),
    );
  }
}

/** Columns that a recipe needs and makes, for get-column-dependencies. */
export function recipeColumns(operations: readonly Operation[]): {
  readonly dependencies: readonly string[];
  readonly newColumns: readonly string[];
} {
  const dependencies = new Set<string>();
  const made = new Set<string>();
  const known = new Set<string>();
  for (const { columns } of operations) {
    if (columns === undefined) break;
    for (const name of columns.needs) if (!known.has(name)) dependencies.add(name);
    for (const name of columns.removes) made.delete(name);
    for (const name of columns.creates) {
      made.add(name);
      known.add(name);
    }
  }
  return { dependencies: [...dependencies], newColumns: [...made] };
}
