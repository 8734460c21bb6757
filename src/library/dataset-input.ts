/* Inputs of the library. The package declares them without the types of other packages: no import stands here. */

export type EntityInputValue = string | number | boolean;

/** An entity as a program has it. */
export interface EntityInput {
  /** Unique in its dataset. */
  readonly id: string | number;
  /** The preferred name. */
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  /** Ids of its types, the most specific first. */
  readonly types?: readonly string[] | undefined;
  readonly description?: string | undefined;
  /** Prominence: any number from 0; only the order counts. */
  readonly prominence?: number | undefined;
  /** Property → value, or values. */
  readonly properties?: Readonly<Record<string, EntityInputValue | readonly EntityInputValue[]>> | undefined;
}

/** Files of any format that the command line reads. */
export interface FilesInput {
  /** Files, or addresses of databases. */
  readonly files: string | readonly string[];
  /** A manifest that says how to read them. */
  readonly manifest?: string | undefined;
  /** Files of aliases with their ids. */
  readonly aliases?: readonly string[] | undefined;
}

export interface EntitiesInput {
  /** Read once, as they come. They are kept in a temporary file until they are indexed. */
  readonly entities: Iterable<EntityInput> | AsyncIterable<EntityInput>;
  /** Name of the dataset; "Entities" by default. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** BCP 47 tag of the language of the names. */
  readonly language?: string | undefined;
  /** Prefix that makes addresses of ids, such as `https://example.org/id/`. */
  readonly identifierSpace?: string | undefined;
  /** Address of an entity's page, with `{{id}}` for its id. */
  readonly viewUrl?: string | undefined;
}

/** A dataset in a search cluster, as `sameas index` has written it. */
export interface ClusterInput {
  /** Addresses of nodes, such as `https://search-1.example.org:9200`. */
  readonly searchCluster: string | readonly string[];
  /** Its name in the cluster. */
  readonly dataset: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** File of certificates for the nodes; default: those that Node.js trusts. */
  readonly caFile?: string | undefined;
  /** Entities retrieved from the cluster by the words of a name; 400 by default. */
  readonly depth?: number | undefined;
}

/** Input of a dataset: one file, files, or entities. */
export type ListInput = string | FilesInput | EntitiesInput;

/** Input of a dataset, or its place in a cluster. */
export type DatasetInput = ListInput | ClusterInput;
