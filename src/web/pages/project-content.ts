import type { SameasError } from '../../foundation/sameas-error.js';
import type { Sentence } from '../../foundation/sentence.js';
import type { ChosenValue, ProjectView } from '../commands/project-view.js';
import type { Words } from '../messages/words.js';
import type { Site } from '../site.js';

/** One cell as it is shown. */
export interface ShownCell {
  readonly text: string;
  readonly kind: 'value' | 'error' | 'nothing';
  /** The name of the entity that the cell was matched with. */
  readonly match?: string;
  /** Decided to mean something that the dataset does not hold. */
  readonly isNew?: boolean;
  /** What it may mean, best first, where that is not decided. */
  readonly candidates?: readonly ShownCandidate[];
}

/** An entity that a cell may mean. */
export interface ShownCandidate {
  readonly id: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly score: number;
}

/** A column that was reconciled: how many cells have which decision. */
interface ShownReconciled {
  readonly column: string;
  readonly matched: number;
  readonly made: number;
  readonly undecided: number;
}

interface ShownRow {
  /** From 0. */
  readonly index: number;
  readonly starred: boolean;
  readonly flagged: boolean;
  readonly cells: readonly ShownCell[];
}

/** The values of a column and how often each occurs. */
export interface ShownFacet {
  readonly column: string;
  readonly choices: readonly {
    readonly value: ChosenValue;
    readonly text: string;
    readonly count: number;
    readonly isChosen: boolean;
  }[];
  readonly blanks: number;
  /** How many values there are where they are too many to be listed. */
  readonly tooMany: number | undefined;
}

/** A change that was made, or that was undone. */
interface ShownEntry {
  readonly id: number;
  readonly description: Sentence;
  readonly time: string;
}

export interface ProjectPageContent {
  readonly baseUrl: string;
  /** The address of the page as it was asked for: a decision leads back to it. */
  readonly address: string;
  readonly site: Site;
  readonly words: Words;
  readonly view: ProjectView;
  readonly name: string;
  readonly columnNames: readonly string[];
  readonly cellIndexes: readonly number[];
  readonly reconciled: readonly ShownReconciled[];
  readonly rows: readonly ShownRow[];
  readonly totalRows: number;
  /** Rows that the view holds. */
  readonly filtered: number;
  /** Where the next page begins, and the one before ends. */
  readonly nextPageStart: number | undefined;
  readonly previousPageEnd: number | undefined;
  readonly facets: readonly ShownFacet[];
  /** What was done, oldest first, and what was undone, the next first. */
  readonly past: readonly ShownEntry[];
  readonly future: readonly ShownEntry[];
  readonly underWay: readonly { readonly description: Sentence; readonly progress: number }[];
  /** What went wrong with work that goes on after its request. */
  readonly failures: readonly Sentence[];
  /** What is wrong with a form that was sent, and what stood in it. */
  readonly fault: SameasError | undefined;
  readonly sent: { readonly name: string; readonly operations: string };
  /** The services of this program that a column can be reconciled with, one a dataset. */
  readonly services: readonly { readonly name: string; readonly service: string }[];
  readonly csrfToken: string;
  /** Whether exports need the token. */
  readonly isStrict: boolean;
}
