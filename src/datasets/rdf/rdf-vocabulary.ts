import { headingRank } from '../heading-vocabulary.js';

/** Usual prefixes for predicates and types, whatever prefixes a file declares. */
export const USUAL_PREFIXES: Readonly<Record<string, string>> = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  skosxl: 'http://www.w3.org/2008/05/skos-xl#',
  'iso-thes': 'http://purl.org/iso25964/skos-thes#',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  schema: 'http://schema.org/',
  gn: 'http://www.geonames.org/ontology#',
  geo: 'http://www.w3.org/2003/01/geo/wgs84_pos#',
  gsp: 'http://www.opengis.net/ont/geosparql#',
  georss: 'http://www.georss.org/georss/',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  org: 'http://www.w3.org/ns/org#',
  prov: 'http://www.w3.org/ns/prov#',
  void: 'http://rdfs.org/ns/void#',
  dcat: 'http://www.w3.org/ns/dcat#',
  cc: 'http://creativecommons.org/ns#',
  madsrdf: 'http://www.loc.gov/mads/rdf/v1#',
  bf: 'http://id.loc.gov/ontologies/bibframe/',
  gndo: 'https://d-nb.info/standards/elementset/gnd#',
  rdau: 'http://rdaregistry.info/Elements/u/',
  gvp: 'http://vocab.getty.edu/ontology#',
  crm: 'http://www.cidoc-crm.org/cidoc-crm/',
  obo: 'http://purl.obolibrary.org/obo/',
  oboInOwl: 'http://www.geneontology.org/formats/oboInOwl#',
  bibo: 'http://purl.org/ontology/bibo/',
  wd: 'http://www.wikidata.org/entity/',
  wdt: 'http://www.wikidata.org/prop/direct/',
  wikibase: 'http://wikiba.se/ontology#',
  dbo: 'http://dbpedia.org/ontology/',
};

/** `https://schema.org/name` and `http://schema.org/name` are equal. */
export const SECURE_SCHEMA = 'https://schema.org/';

/** Predicates of names, aliases and notes, the surest first. */
const NAMES = [
  'skos:prefLabel',
  'madsrdf:authoritativeLabel',
  'gndo:preferredName',
  'rdfs:label',
  'schema:name',
  'foaf:name',
  'gn:name',
  'vcard:fn',
  'vcard:organization-name',
  'gvp:prefLabel',
  'dcterms:title',
  'dc:title',
];
const OTHER_NAMES = [
  'skos:altLabel',
  'skos:hiddenLabel',
  'gn:alternateName',
  'gn:officialName',
  'gn:shortName',
  'gn:colloquialName',
  'gn:historicalName',
  'schema:alternateName',
  'schema:legalName',
  'dcterms:alternative',
  'foaf:nick',
  'madsrdf:variantLabel',
  'gndo:variantName',
  'gvp:altLabel',
  'oboInOwl:hasExactSynonym',
  'oboInOwl:hasSynonym',
  'oboInOwl:hasRelatedSynonym',
  'obo:IAO_0000118',
  'vcard:nickname',
];
const NOTES = [
  'skos:definition',
  'skos:scopeNote',
  'schema:description',
  'dcterms:description',
  'dc:description',
  'obo:IAO_0000115',
  'rdfs:comment',
  'dcterms:abstract',
  'schema:disambiguatingDescription',
  'skos:note',
  'dbo:abstract',
  'gndo:definition',
  'gndo:biographicalOrHistoricalInformation',
  'madsrdf:definitionNote',
];

/** Predicates of SKOS-XL labels → the equivalent plain predicates. */
export const XL_LABELS: Readonly<Record<string, string>> = {
  'skosxl:prefLabel': 'skos:prefLabel',
  'skosxl:altLabel': 'skos:altLabel',
  'skosxl:hiddenLabel': 'skos:hiddenLabel',
};

export type LabelRole = 'name' | 'aliases' | 'description';

const LISTED: Readonly<Record<LabelRole, ReadonlyMap<string, number>>> = {
  name: new Map(NAMES.map((name, rank) => [name, rank])),
  aliases: new Map(OTHER_NAMES.map((name, rank) => [name, rank])),
  description: new Map(NOTES.map((name, rank) => [name, rank])),
};

/** Local names of predicates that contain their role: `preferredNameForThePerson`, `variantNameForTheWork`. */
const SPEAKING: Readonly<Record<LabelRole, RegExp>> = {
  name: /^(?:pref|preferred|authorized|main)_?(?:name|label|term|title)/i,
  aliases: /^(?:alt|alternat(?:e|ive)|variant|other|hidden|former)_?(?:name|label|term|title)/i,
  description: /^(?:definition|scopenote|description|abstract)$/i,
};

/** In these vocabularies only the predicates listed above have a role. */
const WELL_KNOWN = /^(?:skos|rdf|rdfs|owl|dcterms|dc|schema|foaf|gn|prov|void|dcat|skosxl|vcard|org|iso-thes):/;

/** Rank of a predicate (by its short name) for a role: 0 is surest, `undefined` for another role. */
export function predicateRank(short: string, role: LabelRole): number | undefined {
  const listed = LISTED[role].get(short);
  if (listed !== undefined) return listed;
  if (WELL_KNOWN.test(short)) return undefined;
  const local = localName(short);
  if (SPEAKING[role].test(local)) return 100;
  const rank = headingRank(local, role);
  return rank === undefined ? undefined : 200 + rank;
}

/** Last part of an address or a short name: `broader` of `skos:broader`. */
export function localName(iri: string): string {
  const local = iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1);
  return local === '' ? iri : local;
}

/** Types of nodes that describe the dataset: never reported as nameless. */
export const HEADER_TYPES: ReadonlySet<string> = new Set([
  'skos:ConceptScheme',
  'owl:Ontology',
  'void:Dataset',
  'dcat:Dataset',
  'dcat:Catalog',
  'skosxl:Label',
  'void:DatasetDescription',
]);
export const PROPERTY_TYPES: ReadonlySet<string> = new Set([
  'rdf:Property',
  'owl:ObjectProperty',
  'owl:DatatypeProperty',
  'owl:AnnotationProperty',
  'owl:OntologyProperty',
  'owl:TransitiveProperty',
  'owl:SymmetricProperty',
  'owl:FunctionalProperty',
  'owl:InverseFunctionalProperty',
]);
/** Types without meaning next to another type. */
export const EMPTY_TYPES: ReadonlySet<string> = new Set(['owl:NamedIndividual', 'owl:Thing', 'rdfs:Resource']);
/** Blank nodes that belong to the syntax of an ontology. */
export const AXIOM_TYPES: ReadonlySet<string> = new Set([
  'owl:Restriction',
  'owl:Class',
  'owl:Axiom',
  'owl:AllDisjointClasses',
  'owl:AllDifferent',
  'rdfs:Datatype',
  'rdf:Statement',
]);

const XSD = USUAL_PREFIXES['xsd'] ?? '';
const INTEGERS = [
  'integer',
  'int',
  'long',
  'short',
  'byte',
  'nonNegativeInteger',
  'positiveInteger',
  'nonPositiveInteger',
  'negativeInteger',
  'unsignedInt',
  'unsignedLong',
  'unsignedShort',
  'unsignedByte',
];

/** Datatypes of literals → datatypes of properties. */
export const LITERAL_DATATYPES: ReadonlyMap<string, 'integer' | 'number' | 'boolean' | 'date' | 'url' | 'coordinates'> =
  new Map([
    ...INTEGERS.map((name) => [`${XSD}${name}`, 'integer'] as const),
    ...['decimal', 'double', 'float'].map((name) => [`${XSD}${name}`, 'number'] as const),
    [`${XSD}boolean`, 'boolean'],
    ...['date', 'dateTime', 'dateTimeStamp', 'gYear', 'gYearMonth'].map((name) => [`${XSD}${name}`, 'date'] as const),
    [`${XSD}anyURI`, 'url'],
    ['http://www.opengis.net/ont/geosparql#wktLiteral', 'coordinates'],
  ]);
