/*
 * Lexicon: words of headings of identifiers.
 * Source: own collection, as name-headings.ts; names of national and international registers. Licence: CC0.
 */

/** As the last or the first word of a heading: `Kd.-Nr.`, `N° client`, `Tax no`. */
export const NUMBER_WORDS =
  'no num nro nr registration immatriculation kennzeichen matricula n° nº cod kod kodu codigo codice code key ref reference reff refno kennung schlussel kennziffer identifiant identificador identificativo identifikator id ids ident notation number nummer numer numero numara numéro cislo cod szam arithmos notice ' +
  'код номер № рег ідентифікатор رقم الرقم رمز الرمز معرف מספר קוד מזהה क्रमांक कोड nomor kode ma maso รหัส κωδικος αριθμος 番号 コード 编号 编码 代码 信用代码 번호 코드';

/** Registers whose numbers identify firms, institutions, people, works, places and things. */
export const REGISTER_WORDS =
  'isbn issn isil doi orcid isni viaf gnd lei ror iata icao qid ean gtin upc sku asin oclc lccn pmid mbid imdb imo mmsi ulan tgn aat cas pzn uai urn camis siren siret naf ags nuts lau insee istat ibge geonameid nif cif cnpj cpf nit rut rfc curp ruc dni nie ' +
  'piva partitaiva codicefiscale kvk rsin brin orgnr organisationsnummer cvr ytunnus businessid nip regon krs rspo ico dic izo adoszam cegjegyzekszam cui cif vergino mersis tckn αφμ гεμη инн огрн кпп окпо снилс едрпоу єдрпоу рнокпп ein ssn duns uei crn abn acn uen cin gstin pan npwp mst ppn idn recordnumber accession inventory inventar inventario inventaire inwentarzowy ' +
  '法人番号 統一社会信用代码 统一社会信用代码 사업자등록번호';
