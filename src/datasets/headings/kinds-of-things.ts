import { headingWords, wordSet } from './heading-words.js';

/** Words for the same kind of thing in several languages, one line a kind, with irregular plurals. */
const KINDS: readonly string[] = [
  'place city cities town village municipality municipalities commune settlement locality localities ort orte stadt stadte gemeinde gemeinden ortschaft dorf dorfer lieu lieux ville localite lugar lugares ciudad ciudades municipio localidad localidades pueblo luogo luoghi citta comune comuni localita cidade cidades localidade plaats plaatsen stad steden gemeente gemeenten by byer kommun kommuner kommune kommuner ort orter kaupunki kunta miasto miasta miejscowosc gmina mesto mesta obec varos telepules oras localitate sehir город города населенныйпункт місто πολη مدينة المدينة עיר יישוב शहर kota 市 市町村 城市 도시',
  'country countries nation state land lander staat staaten pays etat pais paises estado paese paesi stato stati landen staten lande kraj kraje zeme orszag tara tari ulke χωρα страна страны країна بلد البلد الدولة מדינה देश negara 国 国家 국가',
  'region province county counties district territory territories area subdivision bundesland landkreis kreis provinz bezirk gebiet departement provincia comarca regione regiao distrito provincie wojewodztwo kraj okres megye judet il регион область район المنطقة 省 県 都道府県 지역',
  'person people individual author artist writer composer creator actor painter poet politician player member employee student teacher scientist personen autor autoren autorin verfasser verfasserin urheber kunstler kunstlerin komponist maler mitglied mitarbeiter spieler personne auteur artiste ecrivain compositeur peintre joueur persona autore autores artista escritor compositor pintor jugador persone scrittore compositore pittore pessoa pintores persoon kunstenaar schrijver forfattare konstnar forfatter kunstner kirjailija taiteilija osoba autorzy artysta szerzo muvesz yazar sanatci персона человек люди автор авторы художник писатель مؤلف شخص מחבר אדם लेखक penulis 人 人物 作者 著者 저자 인물',
  'company companies firm business enterprise manufacturer vendor supplier brand employer publisher firma firmen unternehmen betrieb hersteller lieferant marke verlag entreprise societe fabricant fournisseur marque editeur empresa compania fabricante proveedor marca editorial azienda aziende societa ditta impresa fornitore marchio editore bedrijf fabrikant leverancier merk uitgever foretag virksomhet virksomhed yritys przedsiebiorstwo spolka podnik spolecnost ceg vallalat sirket компания компании фирма предприятие издательство شركة الشركة חברה 会社 企業 公司 企业 출판사 회사',
  'organisation organization institution institute association society societies agency agencies authority organisationen einrichtung einrichtungen institut verein verband behorde organisme etablissement organizacion institucion asociacion organizzazione istituto istituzione ente organizacao instituicao organisatie instelling stichting vereniging organisaatio organizacja instytucja организация учреждение مؤسسة منظمة ארגון 機関 机构 기관',
  'museum museums gallery galleries museen galerie musee museo museu muzeum muze музей متحف מוזיאון 博物館 博物馆 박물관',
  'library libraries archive bibliothek bibliotheken archiv bibliotheque biblioteca archivo archivio archief bibliotheek biblioteka knihovna kutuphane библиотека архив مكتبة 図書館 图书馆 도서관',
  'school college university universities academy academies schule schulen hochschule universitat universitaten gymnasium ecole lycee universite escuela colegio universidad scuola universita escola universidade universiteit skola skole universitet yliopisto szkola uniwersytet skola univerzita iskola egyetem universitate scoala okul universite школа университет مدرسة جامعة 学校 大学 학교 대학',
  'hospital clinic krankenhaus krankenhauser klinik kliniken hopital clinique ospedale ziekenhuis sykehus sygehus sjukhus szpital nemocnice korhaz hastane больница مستشفى 病院 医院 병원',
  'book title work publication novel buch bucher werk werke titel publikation livre ouvrage oeuvre titre libro libros obra titulo libri opera titolo livro boek boeken werken bok bocker bog boger kirja ksiazka ksiazki kniha knihy konyv carte kitap книга книги произведение كتاب ספר पुस्तक buku 本 書名 书名 作品 책',
  'film movie filme pelicula filmes elokuva фильм فيلم סרט 映画 电影 영화',
  'journal magazine periodical newspaper zeitschrift zeitschriften zeitung revue revista rivista riviste tijdschrift tidskrift tidsskrift czasopismo casopis folyoirat журнал газета مجلة 雑誌 期刊 잡지',
  'product item article goods model produkt produkte artikel ware modell produit modele producto articulo modelo prodotto articolo modello produto tuote produkty vyrobek termek urun товар продукт المنتج 商品 製品 产品 제품',
  'species taxon taxa plant animal bird organism art arten pflanze pflanzen tier tiere vogel espece plante animal oiseau especie planta specie pianta soort plant dier laji gatunek roslina druh faj вид растение животное 種 种 植物 動物 종',
  'airport flughafen aeroport aeropuerto aeroporto luchthaven vliegveld flygplats lufthavn lentoasema lotnisko letiste repuloter havalimani аэропорт مطار 空港 机场 공항',
  'language sprache sprachen langue idioma lengua lingua lingue taal talen sprak kieli jezyk jazyk nyelv limba dil язык языки لغة שפה 言語 语言 언어',
  'currency currencies wahrung wahrungen monnaie devise moneda valuta moeda waluta mena penznem para валюта عملة 通貨 货币 통화',
  'restaurant cafe gaststatte lokal ristorante restaurante ресторан مطعم レストラン 餐厅 식당',
  'church monastery kirche kirchen kloster eglise iglesia chiesa igreja kerk kyrka kirke kirkko kosciol kostel templom церковь كنيسة 教会',
  'site monument building castle denkmal gebaude burg schloss bauwerk batiment chateau monumento edificio castillo castello palazzo gebouw bygning byggnad zabytek budova здание памятник 建物',
];

/** Word → its kinds. */
const KINDS_OF_WORDS: ReadonlyMap<string, readonly number[]> = kindsOfWords();

/**
 * Kinds of things in a text, as numbers: the same for "Town", "Ort" and "Cities"; empty for an unknown text. Cost: a
 * few look-ups.
 */
export function kindsOfThings(text: string): ReadonlySet<number> {
  return new Set(headingWords(text).flatMap((word) => formsOf(word).flatMap((form) => KINDS_OF_WORDS.get(form) ?? [])));
}

/** All known words for the kinds of things in a text, in any language. */
export function wordsOfKinds(text: string): readonly string[] {
  return [...kindsOfThings(text)].flatMap((kind) => KINDS[kind]?.split(' ') ?? []);
}

/** The word, its singular, and the part before "name" in a compound. */
function formsOf(word: string): readonly string[] {
  const before = word.replace(/(?:name|namen|names|titel|bezeichnung|naam|navn|namn)$/, '');
  return [
    ...new Set([word, before, before.replace(/s$/, ''), before.replace(/es$/, ''), before.replace(/n$/, '')]),
  ].filter((form) => form !== '');
}

function kindsOfWords(): ReadonlyMap<string, readonly number[]> {
  const kinds = new Map<string, number[]>();
  KINDS.forEach((words, kind) => {
    for (const word of wordSet(words)) kinds.set(word, [...(kinds.get(word) ?? []), kind]);
  });
  return kinds;
}
