import type { SameasError } from '../../foundation/sameas-error.js';
import type { Sentence } from '../../foundation/sentence.js';
import type { ChosenValue, ProjectView } from '../commands/project-view.js';
import type { Words } from '../messages/words.js';
import type { Site } from '../exchange.js';

export interface ShownCell {
  readonly text: string;
  readonly kind: 'value' | 'error' | 'nothing';
  readonly match?: string;
  /** Decided to mean something that the dataset does not hold. */
  readonly isNew?: boolean;
  /** Best first, of an undecided cell. */
  readonly candidates?: readonly ShownCandidate[];
}

export interface ShownCandidate {
  readonly id: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly score: number;
}

/** A reconciled column: cells by decision. */
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

export interface ShownFacet {
  readonly column: string;
  readonly choices: readonly {
    readonly value: ChosenValue;
    readonly text: string;
    readonly count: number;
    readonly isChosen: boolean;
  }[];
  readonly blanks: number;
  /** Number of values where they are too many to list. */
  readonly tooMany: number | undefined;
}

interface ShownEntry {
  readonly id: number;
  readonly description: Sentence;
  readonly time: string;
}

export interface ProjectPageContent {
  readonly baseUrl: string;
  /** Address of this page: a decision redirects to it. */
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
  readonly filtered: number;
  /** End of this page; `undefined` on the last one. */
  readonly nextPageStart: number | undefined;
  readonly previousPageEnd: number | undefined;
  readonly facets: readonly ShownFacet[];
  /** Done changes, oldest first, and undone ones, next first. */
  readonly past: readonly ShownEntry[];
  readonly future: readonly ShownEntry[];
  readonly underWay: readonly { readonly description: Sentence; readonly progress: number }[];
  readonly failures: readonly Sentence[];
  /** Error of a sent form, and its values. */
  readonly fault: SameasError | undefined;
  readonly sent: { readonly name: string; readonly operations: string };
  /** Services of this program that can reconcile a column, one a dataset. */
  readonly services: readonly { readonly name: string; readonly service: string }[];
  readonly csrfToken: string;
  readonly isStrict: boolean;
}
