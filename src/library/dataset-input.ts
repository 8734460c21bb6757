/** A value of an entity. */
export type EntityInputValue = string | number | boolean;

/** One thing of a list, as a program has it. */
export interface EntityInput {
  /** Unique in its dataset. */
  readonly id: string | number;
  /** The preferred name. */
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  /** Ids of its types, the most specific first. */
  readonly types?: readonly string[] | undefined;
  readonly description?: string | undefined;
  /** How well known it is: any number from 0; only the order counts. */
  readonly prominence?: number | undefined;
  /** Property → value, or values. */
  readonly properties?: Readonly<Record<string, EntityInputValue | readonly EntityInputValue[]>> | undefined;
}

/** Files of any format that the command line reads. */
export interface FilesInput {
  /** One file or several, or addresses of databases. */
  readonly files: string | readonly string[];
  /** A manifest that says how they are to be read. */
  readonly manifest?: string | undefined;
  /** Files of aliases with the ids they mean. */
  readonly aliases?: readonly string[] | undefined;
}

/** Entities out of a program. */
export interface EntitiesInput {
  /** Read once, while they come. They are kept in a temporary file until they are indexed. */
  readonly entities: Iterable<EntityInput> | AsyncIterable<EntityInput>;
  /** What the list is called; "Entities" when left out. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** BCP 47 tag of the language of the names. */
  readonly language?: string | undefined;
  /** What the ids begin with as addresses, such as `https://example.org/id/`. */
  readonly identifierSpace?: string | undefined;
  /** Address of an entity's page, with `{{id}}` in the place of its id. */
  readonly viewUrl?: string | undefined;
}

/** A dataset in a search cluster, as `sameas index` has written it. */
export interface ClusterInput {
  /** Addresses of nodes, such as `https://search-1.example.org:9200`. */
  readonly searchCluster: string | readonly string[];
  /** What the dataset is called there. */
  readonly dataset: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** File of the certificates by which the nodes are known; those that Node.js trusts when left out. */
  readonly caFile?: string | undefined;
  /** Entities that the cluster is asked for by the words of a name; 400 when left out. */
  readonly depth?: number | undefined;
}

/** What a dataset is made of: one file, files, or entities. */
export type ListInput = string | FilesInput | EntitiesInput;

/** What a dataset is made of, or where it lies. */
export type DatasetInput = ListInput | ClusterInput;
