/*
 * SSSOM, the Simple Standard for Sharing Ontological Mappings (https://mapping-commons.github.io/sssom/): a table of
 * mappings, one a line, below comment lines with YAML. Each mapping has its justification. Version 1.0.
 */

/** Prefixes that need no declaration in a mapping set. */
export const BUILT_IN_PREFIXES: Readonly<Record<string, string>> = {
  linkml: 'https://w3id.org/linkml/',
  owl: 'http://www.w3.org/2002/07/owl#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  semapv: 'https://w3id.org/semapv/vocab/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  sssom: 'https://w3id.org/sssom/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

/** Object of a subject without a match in the dataset. */
export const NO_TERM_FOUND = 'sssom:NoTermFound';
/** Type of a subject that is only a name, without an identifier of its own. */
export const LITERAL_TYPE = 'rdfs literal';
/** For content without a licence. */
export const UNSPECIFIED_LICENSE = 'https://w3id.org/sssom/license/unspecified';
/** Prefix of mapping set ids of the standard's own tool; a UUID follows. */
export const MAPPING_SETS = 'https://w3id.org/sssom/mappings/';

/** Optional columns of a table of mappings, in the order of the standard. */
export const MAPPING_SLOTS: readonly string[] = [
  'record_id',
  'subject_id',
  'subject_label',
  'subject_category',
  'predicate_id',
  'predicate_label',
  'predicate_modifier',
  'object_id',
  'object_label',
  'object_category',
  'mapping_justification',
  'author_id',
  'author_label',
  'reviewer_id',
  'reviewer_label',
  'reviewer_agreement',
  'creator_id',
  'creator_label',
  'license',
  'subject_type',
  'subject_source',
  'subject_source_version',
  'object_type',
  'object_source',
  'object_source_version',
  'predicate_type',
  'mapping_provider',
  'mapping_source',
  'mapping_cardinality',
  'cardinality_scope',
  'mapping_tool',
  'mapping_tool_id',
  'mapping_tool_version',
  'mapping_date',
  'publication_date',
  'review_date',
  'confidence',
  'curation_rule',
  'curation_rule_text',
  'subject_match_field',
  'object_match_field',
  'match_string',
  'subject_preprocessing',
  'object_preprocessing',
  'similarity_score',
  'similarity_measure',
  'see_also',
  'issue_tracker_item',
  'other',
  'comment',
];

/** Columns of no other table. */
const OWN_COLUMNS: readonly string[] = ['predicate_id', 'mapping_justification'];

/** Comment lines at the beginning, the metadata, perhaps quoted by a spreadsheet program. */
const METADATA = /^(?:"?#.*(?:\r?\n|$))*/;

/** The metadata lines at the beginning of a mapping set, unchanged. */
export function metadataOfSssom(text: string): string {
  return METADATA.exec(text)?.[0] ?? '';
}

/**
 * Separator of a table of mappings, below any metadata; `undefined` for any other text. `head`: the beginning of the
 * text.
 */
export function recogniseSssom(head: string): '\t' | ',' | ';' | undefined {
  const headings = /^[^\r\n]*/.exec(head.slice(metadataOfSssom(head).length))?.[0] ?? '';
  return (['\t', ',', ';'] as const).find((delimiter) => {
    const columns = headings.split(delimiter).map((heading) => heading.trim().replace(/^"(.*)"$/, '$1'));
    return OWN_COLUMNS.every((column) => columns.includes(column));
  });
}
