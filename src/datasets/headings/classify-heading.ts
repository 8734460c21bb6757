import { plainLetters } from '../../foundation/plain-letters.js';
import { headingWords, wordSet } from './heading-words.js';

/*
 * Lexicon: words at the end of headings that name the type of a row. Source: own collection, as name-headings.ts.
 * Licence: CC0.
 */

/** As a whole heading, or as its last word: `School type`, `museum_type`. */
const TYPE_WORDS =
  'type types kind class category categories subtype classification typ typen kategorie klasse gattung rubrik objektart schulform rechtsform einrichtungsart gruppe rechtsvorm bolagsform legalform formejuridique formagiuridica formajuridica formaprawna pravniforma naturezajuridica ' +
  'categorie nature tipo tipos tipologia categoria clase classe genero soort categorie type klass kategori slags art laji tyyppi luokka rodzaj typ kategoria druh tip fajta tipus kategorija vrsta gen tur turu tipi kategori sinif ' +
  'ειδος τυπος κατηγορια тип вид категория класс категорія نوع النوع الفئة التصنيف סוג קטגוריה प्रकार श्रेणी ধরন jenis kategori tipe loai ประเภท 種別 種類 分類 区分 分类 类型 类别 种类 種 学校種 유형 종류 분류 구분';

/** Words in front of the noun: `Type d'établissement`, `tipo de centro`. */
const TYPE_FIRST_WORDS = 'type types tipo tipologia categorie categoria classe clase jenis loai';

/** Ends of compounds: `Museumstyp`, `Einrichtungsart`. */
const TYPE_ENDINGS =
  /(?:typ|typus|kategorie|gattung|klasse|einrichtungsart|(?<!st|ch|he|p|c|k|sm)art|gruppe|ungsform|rechtsform|schulform|soort|categorie|tyyppi|luokka|種別|種類|分類|类型|类别|유형|종류|분류|校種|typename)$/;

/* Lexicon: headings of columns without names of entities. Source: own collection, as name-headings.ts. Licence: CC0. */

/** Addresses, ways to reach a person, notes, dates, amounts, states, never names of entities. */
const NON_NAME_WORDS =
  'address addr addresses street st road line1 line2 addressline address1 address2 postcode postal zip zipcode pobox mail email mails phone telephone tel mobile cell fax url uri website homepage web link links image picture photo logo thumbnail ' +
  'note notes remark remarks comment comments description desc abstract summary details text content biography bio history quote review date dates year month day time created modified updated timestamp start end begin since until ' +
  'price cost amount value total sum revenue budget salary income gross currency rank ranking rating score votes count number quantity qty size width height length depth weight area population latitude longitude lat lon lng coordinates geometry elevation ' +
  'status state active visible published gender sex age nationality birthplace language languages format version licence license source reference rights copyright opening hours openinghours fee admission accessibility suffix prefix salutation honorific position role function job department room floor building_no initials username login password hash slug handle twitter facebook instagram medium dimensions material provenance credit creditline citation doi isbn issn ean barcode ' +
  'adresse anschrift strasse straße str hausnummer hausnr plz postleitzahl postfach mailadresse telefon telefonnummer tel mobil handy fax internet webseite homepage bild foto bemerkung bemerkungen anmerkung anmerkungen hinweis beschreibung inhalt text datum jahr stand erstellt geandert beginn ende seit bis preis kosten betrag umsatz summe anzahl menge grosse hohe lange breite gewicht flache einwohner rang note status geschlecht alter anrede staatsangehorigkeit sprache offnungszeiten abteilung funktion position raum etage ' +
  'adresse rue voie codepostal cp courriel telephone tel portable fax siteweb site_internet remarque remarques commentaire observations description date annee mois jour debut fin prix montant cout total nombre_de quantite taille hauteur largeur longueur poids superficie surface statut sexe age civilite langue horaires fonction poste service ' +
  'direccion domicilio calle codigopostal correo correoelectronico telefono movil fax sitioweb pagina web observaciones notas comentarios descripcion fecha ano mes dia inicio fin precio importe costo cantidad tamano altura ancho peso superficie estado sexo edad tratamiento idioma horario cargo ' +
  'indirizzo via cap email telefono cellulare fax sito sitoweb note osservazioni descrizione data anno mese giorno inizio fine prezzo importo costo quantita altezza larghezza peso superficie stato sesso eta lingua orari ruolo ' +
  'endereco morada rua cep telefone celular telemovel sitio observacoes notas descricao data ano mes dia inicio fim preco valor quantidade altura largura peso area estado situacao sexo idade idioma horario cargo ' +
  'adres straat huisnummer postcode telefoon mobiel website opmerking opmerkingen beschrijving datum jaar prijs bedrag aantal grootte hoogte gewicht geslacht leeftijd taal adress gata postnummer postnr telefon mobil epost anmarkning beskrivning ar pris antal kon alder adresse vej gade telefon bemaerkning pris katuosoite osoite postinumero puhelin sahkoposti huomautus vuosi hinta ' +
  'adres ulica kod_pocztowy telefon strona uwagi opis data rok cena ilosc plec wiek adresa ulice psc telefon poznamka popis datum rok cena pocet cim utca iranyitoszam telefon megjegyzes leiras datum ev ar adresa strada telefon observatii descriere an pret ' +
  'adres sokak cadde postakodu telefon eposta aciklama tarih yil fiyat tutar adet cinsiyet yas διευθυνση οδος τκ τηλεφωνο παρατηρησεις περιγραφη ημερομηνια ετος τιμη ' +
  'адрес улица индекс телефон почта эл_почта сайт примечание примечания комментарий описание дата год цена сумма количество пол возраст адреса вулиця індекс телефон примітка опис рік ціна ' +
  'العنوان عنوان الشارع هاتف الهاتف جوال بريد البريد الموقع ملاحظات الوصف التاريخ السنة السعر המחיר כתובת רחוב טלפון דואל מיקוד הערות תיאור תאריך שנה ' +
  'पता फोन टिप्पणी विवरण तारीख वर्ष ঠিকানা ফোন alamat jalan telepon kodepos keterangan deskripsi tanggal tahun harga jumlah diachi dienthoai ghichu mota ngay gia ที่อยู่ โทรศัพท์ หมายเหตุ ' +
  '住所 所在地 郵便番号 電話 電話番号 ファックス メール 備考 説明 日付 年 価格 金額 数量 性別 年齢 地址 邮编 电话 邮箱 备注 说明 描述 日期 年份 价格 金额 数量 性别 年龄 주소 우편번호 전화 전화번호 이메일 비고 설명 날짜 연도 가격 수량 성별 나이 url';

/** Those that have names of their own and may be the entities of a table: `Language name`, `Straßenname`. */
const NAMEABLE_WORDS =
  'language languages street road job role function position department medium material currency area sprache strasse straße strassen straßen abteilung funktion langue rue fonction idioma calle lingua via taal straat gata gade ulica ulice utca sokak улица 언어';

/** Other forms of a name: readings, transliterations, short forms, earlier and local names. */
const ALIAS_WORDS =
  'alias aliases fantasia synonym synonyms aka abbreviation abbreviations abbr acronym acronyms short nickname nicknames former formerly previous alternate alternative native romanized romanised transliteration transliterated pronunciation pinyin kana furigana ascii sort sortname ' +
  'abkurzung kurzform kurzname kurzbezeichnung kurzel sigle sigles sigla siglas abreviatura abbreviazione abreviation skrot zkratka afkorting forkortning forkortelse lyhenne kisaltma сокращение аббревиатура скорочення اختصار קיצור ' +
  'フリガナ ふりがな カナ よみ よみがな 読み ヨミ 略称 别名 別名 简称 약칭 영문명';

/*
 * Lexicon: headings of columns that hold names of entities. Source: own collection, from headings of public tables
 * (registers of companies, schools, museums, libraries, places, species, works) and the words for them in the twenty
 * most used languages of the web. Licence: CC0.
 */

/** Words for "name"; with a word for an entity they name it: `company name`, `nom_commune`. */
const NAME_WORDS =
  'name names title titles label labels designation appellation heading headword ' +
  'bezeichnung bezeichnungen benennung titel namen namensform ansetzung ansetzungsform ' +
  'nom noms intitule libelle denomination titre appellation ' +
  'nombre nombres titulo denominacion rotulo etiqueta ' +
  'nome nomes titolo denominazione denominacao etichetta intestazione designacao ' +
  'naam namen benaming omschrijving navn navne namn benamning nimi nimike nazwa nazwy tytul nazev nazvy nazov jmeno meno nev neve megnevezes nume denumire ime naziv naslov ' +
  'ad adi isim ismi unvan unvani adlari ονομα ονομασια επωνυμια τιτλος имя название наименование заголовок назва найменування ' +
  'اسم الاسم اسماء نام عنوان العنوان_التجاري שם כותרת शीर्षक नाम নাম ten nama judul ชื่อ namn 名称 名稱 名字 名前 名 姓名 氏名 이름 명칭 성명 title';

/** Phrases for the name of a company, written without spaces. */
const NAME_PHRASES_TOGETHER =
  'raisonsociale razonsocial ragionesociale razaosocial denominacionsocial denominazionesociale denominacaosocial firmabezeichnung';

/** Words for entities without "name": companies, institutions, works, species. Such a column holds their names. */
const ENTITY_WORDS =
  'company companies firm organisation organization organisations institution institute agency business entity vendor supplier customer client manufacturer brand maker employer sponsor charity association society bank ' +
  'museum museums gallery library archive university college school academy hospital clinic facility hotel restaurant shop store venue theatre theater cinema church monastery castle monument airport airline airlines station stop port ' +
  'product model modell modele modelo modello item article book film movie song track album game work artwork series show recipe dish drug medicine disease species taxon plant bird animal breed mineral element gene protein chemical substance compound wine beer cheese ' +
  'person people player pupil student teacher employee member candidate staff actor actress politician scientist saint character hero king queen pope president laureate ' +
  'project program programme event conference journal newspaper magazine periodical font dataset topic keyword skill occupation profession instrument ship vessel aircraft vehicle model car planet star mountain peak river lake island volcano building ' +
  'firma unternehmen betrieb organisation einrichtung institution verein verband behorde hersteller lieferant kunde kundenname firmenname marke verlag museum bibliothek archiv schule hochschule universitat krankenhaus klinik hotel gaststatte kirche kloster burg denkmal flughafen bahnhof haltestelle produkt artikel buch werk lied spiel person mitarbeiter mitglied schuler lehrer spieler verein projekt veranstaltung zeitschrift zeitung beruf schiff gebaude berg fluss see insel arzneimittel pflanze tier art ' +
  'entreprise societe organisme etablissement fournisseur marque fabricant musee bibliotheque ecole lycee universite hopital eglise aeroport gare arret produit ouvrage livre oeuvre chanson personne joueur employe projet revue metier espece monument association ' +
  'empresa compania organizacion institucion proveedor marca fabricante museo biblioteca escuela colegio universidad hospital iglesia aeropuerto estacion parada producto libro obra pelicula cancion persona jugador empleado proyecto revista especie monumento entidad ' +
  'azienda societa ditta impresa organizzazione ente istituto istituzione fornitore marchio scuola universita ospedale chiesa aeroporto stazione fermata prodotto libro opera canzone giocatore progetto rivista specie ' +
  'organizacao instituicao fornecedor fabricante museu escola colegio universidade igreja aeroporto estacao produto livro obra cancao pessoa jogador projeto revista especie entidade ' +
  'bedrijf onderneming organisatie instelling stichting vereniging leverancier fabrikant merk bibliotheek archief ziekenhuis kerk luchthaven boek werk persoon speler ' +
  'foretag organisation forening skola sjukhus kyrka bok virksomhed skole sygehus kirke yritys koulu sairaala kirja virksomhet bedrift sykehus ' +
  'firma przedsiebiorstwo organizacja instytucja szkola szpital kosciol ksiazka osoba podmiot spolka podnik spolecnost skola nemocnice kniha firma ceg vallalat iskola korhaz konyv companie firma institutie scoala spital carte ' +
  'sirket firma kurum kurulus okul universite hastane kitap muze kutuphane isletme urun εταιρεια επιχειρηση φορεας σχολειο μουσειο νοσοκομειο ' +
  'компания организация предприятие фирма учреждение поставщик производитель музей библиотека школа университет больница книга произведение человек сотрудник товар фамилия фио подприемство компанія організація установа підприємство заклад ' +
  'شركة الشركة المؤسسة مؤسسة المنظمة مدرسة المدرسة جامعة الجامعة مستشفى المستشفى متحف كتاب المنتج الجهة המוסד חברה מוסד ארגון ביתספר מוזיאון ספר מוצר ' +
  'कंपनी संस्था विद्यालय अस्पताल पुस्तक কোম্পানি প্রতিষ্ঠান perusahaan sekolah lembaga instansi produk buku congty truong บริษัท โรงเรียน ' +
  '会社 企業 法人 学校 病院 図書館 博物館 商品 作品 书名 公司 企业 单位 机构 学校 医院 产品 작품 회사 업체 기관 학교 병원 상호 업소';

/** Words for makers or recipients of the entities: also names, but of something else where there is a title. */
const MAKER_WORDS =
  'author authors labeler labeller artist artists creator composer writer editor publisher director photographer architect owner holder contact manager leader ' +
  'autor autoren verfasser kunstler urheber komponist herausgeber regisseur inhaber ansprechpartner auteur auteurs artiste createur compositeur editeur realisateur titulaire ' +
  'autores artista creador compositor editor editorial director responsable titular autore artista compositore editore regista responsabile autor artista editora responsavel ' +
  'auteur kunstenaar uitgever forfattare konstnar forfatter kunstner kirjailija taiteilija autor artysta wydawca vydavatel umelec szerzo muvesz yazar sanatci yayinevi συγγραφεας καλλιτεχνης ' +
  'автор художник издатель издательство режиссер автори المؤلف مؤلف الفنان الناشر סופר מחבר אמן लेखक penulis pengarang 著者 作者 出版社 作家 저자 작가 출판사';

/** Words for places: names in a dataset of places, addresses in any other. */
const PLACE_WORDS =
  'place city town municipality commune village settlement locality location site country state region province district county territory borough neighbourhood ' +
  'ort stadt gemeinde ortsname land kreis landkreis region bundesland stadtteil bezirk lieu ville commune localite pays region departement canton arrondissement ' +
  'lugar ciudad municipio localidad pais region provincia departamento distrito luogo citta comune localita paese regione provincia ' +
  'cidade municipio localidade pais regiao estado distrito plaats stad gemeente land provincie ort kommun stad by kommune sted kunta kaupunki miasto miejscowosc gmina powiat kraj obec mesto okres varos telepules megye oras localitate judet sehir il ilce ulke ' +
  'πολη δημος χωρα город населенныйпункт регион страна область район місто область країна مدينة المدينة البلد الدولة المنطقة עיר יישוב מדינה शहर जिला राज्य kota kabupaten provinsi negara thanhpho จังหวัด ' +
  '市 市町村 都道府県 国 国名 城市 省份 国家 地区 시 도시 국가 지역 capital hauptstadt capitale';

/**
 * Kind of heading: `name` ("Name"), `name-of` ("Company name"), `entity` ("Company"), `place-name` ("City name"),
 * `maker` ("Author"), `place` ("City"), `alias`, `other` (not names), or nothing.
 */
export type NameHeading =
  'name' | 'name-of' | 'entity' | 'place-name' | 'maker' | 'place' | 'alias' | 'other' | 'unknown';

const NAME = wordSet(NAME_WORDS);
const ENTITY = wordSet(ENTITY_WORDS);
const MAKER = wordSet(MAKER_WORDS);
const PLACE = wordSet(PLACE_WORDS);
const OTHER = wordSet(NON_NAME_WORDS);
const ALIAS = wordSet(ALIAS_WORDS);
const NAMEABLE = wordSet(NAMEABLE_WORDS);
const NAME_PHRASES = wordSet(NAME_PHRASES_TOGETHER);
const TYPE = wordSet(TYPE_WORDS);
/** Words after a type for its written-out form: `SCH_TYPE_TEXT`. */
const TYPE_TEXT = wordSet('text name label desc description libelle nom bezeichnung');
const TYPE_FIRST = wordSet(TYPE_FIRST_WORDS);

/** Ends of compounds: `Firmenname`, `Werktitel`, `skolenavn`, `会社名`. */
const NAME_ENDINGS =
  /(?:name|names|titel|title|bezeichnung|benennung|naam|navn|namn|nimi|nimeke|nev|neve|adi|名称|名稱|名前|名|이름|명)$/u;
const OTHER_ENDINGS =
  /(?:adresse|address|strasse|straße|str|nummer|number|nr|datum|date|jahr|telefon|phone|mail|url|link|code|plz|preis|price|anzahl|id|time|osoite|adress|adresa|番号|住所|日|電話|코드|번호)$/u;
/** Names of something else: of a user, a file, a street; and parts of personal names. */
const OTHER_NAMES_OF =
  /^(?:user|login|benutzer|file|datei|host|domain|first|last|middle|given|family|vor|nach|familien|zu|maiden|geburts|middle|mother|father|parent|job|mail)/;

/** Classifies a heading. Cost: a few look-ups. */
export function classifyHeading(heading: string): NameHeading {
  const words = headingWords(heading);
  const whole = words.join('');
  if (whole === '') return 'unknown';
  if (NAME.has(whole) || (words.length === 1 && NAME.has(withoutArticle(whole)))) return 'name';
  const has = (lexicon: ReadonlySet<string>): boolean =>
    lexicon.has(whole) || words.some((word) => lexicon.has(word) || lexicon.has(withoutArticle(word)));
  if (has(ALIAS)) return 'alias';
  const saysName = has(NAME);
  if (saysName && words.some((word) => OTHER_NAMES_OF.test(word))) return 'other';
  if (
    saysName &&
    words.every((word) => !OTHER.has(word) || NAMEABLE.has(word)) &&
    words.some((word) => NAMEABLE.has(word))
  )
    return 'place';
  if (NAME_PHRASES.has(whole)) return 'name-of';
  if (has(OTHER) || (!saysName && OTHER_ENDINGS.test(whole))) return 'other';
  if (saysName) return nameOf(has(MAKER), has(PLACE), has(ENTITY));
  if (ENTITY.has(whole) || words.some((word) => ENTITY.has(word) || ENTITY.has(withoutArticle(word))))
    return words.length > 1 && TYPE.has(words.at(-1) ?? '') ? 'other' : 'entity';
  if (has(MAKER)) return 'maker';
  if (has(PLACE)) return 'place';
  return ofCompound(words.at(-1) ?? whole);
}

function nameOf(isMaker: boolean, isPlace: boolean, isEntity: boolean): NameHeading {
  if (isEntity) return 'name-of';
  return isMaker ? 'maker' : isPlace ? 'place-name' : 'name-of';
}

/** Kind of a compound by the part before its end. */
function ofCompound(word: string): NameHeading {
  if (!NAME_ENDINGS.test(word)) return 'unknown';
  const before = word.replace(NAME_ENDINGS, '');
  if (beginsAlike(before, NAMEABLE)) return 'place';
  if (OTHER_NAMES_OF.test(before) || beginsAlike(before, OTHER)) return 'other';
  if (beginsAlike(before, ALIAS) || /^(?:kurz|alternativ|andere|fruher|ehemals|kose|spitz|kunstler|zweit)/.test(before))
    return 'alias';
  if (beginsAlike(before, MAKER)) return 'maker';
  if (beginsAlike(before, PLACE)) return 'place-name';
  return 'name-of';
}

/**
 * Whether a part of a compound is a word of the lexicon, allowing a letter or two between the parts (`Orts-`,
 * `Firmen-`).
 */
function beginsAlike(part: string, lexicon: ReadonlySet<string>): boolean {
  return [part, part.replace(/s$/, ''), part.replace(/en$/, 'e'), part.replace(/n$/, ''), part.replace(/en$/, '')].some(
    (form) => form.length > 0 && lexicon.has(form),
  );
}

function withoutArticle(word: string): string {
  return word.replace(/^(?:ال|ה)(?=..)/u, '');
}

/** Whether the column holds the type of each row. */
export function isTypeHeading(heading: string): boolean {
  const written = headingWords(heading);
  const words = written.length > 1 && TYPE_TEXT.has(written.at(-1) ?? '') ? written.slice(0, -1) : written;
  const last = words.at(-1) ?? '';
  return (
    TYPE.has(last) ||
    TYPE.has(withoutArticle(last)) ||
    TYPE.has(words.join('')) ||
    TYPE_ENDINGS.test(last) ||
    (words.length > 1 && TYPE_FIRST.has(words[0] ?? '')) ||
    TYPE_ENDINGS.test(plainLetters(heading).replace(/\s/g, ''))
  );
}
