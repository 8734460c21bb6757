/*
 * Lexicon: headings of columns that hold something else than names.
 * Source: own collection, as name-headings.ts. Licence: CC0.
 */

/** Addresses, ways to reach somebody, notes, dates, amounts, states: never the names of what a table lists. */
export const NON_NAME_WORDS =
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

/** Of them, those that have names of their own, and may be what a table lists: `Language name`, `Straßenname`. */
export const NAMEABLE_WORDS =
  'language languages street road job role function position department medium material currency area sprache strasse straße strassen straßen abteilung funktion langue rue fonction idioma calle lingua via taal straat gata gade ulica ulice utca sokak улица 언어';

/** Other forms of a name: readings, transliterations, short forms, earlier and local names. */
export const ALIAS_WORDS =
  'alias aliases fantasia synonym synonyms aka abbreviation abbreviations abbr acronym acronyms short nickname nicknames former formerly previous alternate alternative native romanized romanised transliteration transliterated pronunciation pinyin kana furigana ascii sort sortname ' +
  'abkurzung kurzform kurzname kurzbezeichnung kurzel sigle sigles sigla siglas abreviatura abbreviazione abreviation skrot zkratka afkorting forkortning forkortelse lyhenne kisaltma сокращение аббревиатура скорочення اختصار קיצור ' +
  'フリガナ ふりがな カナ よみ よみがな 読み ヨミ 略称 别名 別名 简称 약칭 영문명';
