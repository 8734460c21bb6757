/*
 * Lexicon: headings of columns that hold the names of what a table lists.
 * Source: own collection, from headings of public tables (registers of companies, schools, museums, libraries, places, species, works) and the words for them in the
 * twenty most used languages of the web. Licence: CC0.
 */

/** Words that say "name" by themselves; beside a word for a thing they name that thing: `company name`, `nom_commune`. */
export const NAME_WORDS =
  'name names title titles label labels designation appellation heading headword ' +
  'bezeichnung bezeichnungen benennung titel namen namensform ansetzung ansetzungsform ' +
  'nom noms intitule libelle denomination titre appellation ' +
  'nombre nombres titulo denominacion rotulo etiqueta ' +
  'nome nomes titolo denominazione denominacao etichetta intestazione designacao ' +
  'naam namen benaming omschrijving navn navne namn benamning nimi nimike nazwa nazwy tytul nazev nazvy nazov jmeno meno nev neve megnevezes nume denumire ime naziv naslov ' +
  'ad adi isim ismi unvan unvani adlari ονομα ονομασια επωνυμια τιτλος имя название наименование заголовок назва найменування ' +
  'اسم الاسم اسماء نام عنوان العنوان_التجاري שם כותרת शीर्षक नाम নাম ten nama judul ชื่อ namn 名称 名稱 名字 名前 名 姓名 氏名 이름 명칭 성명 title';

/** Expressions for the name of a firm, their words written together. */
export const NAME_PHRASES_TOGETHER =
  'raisonsociale razonsocial ragionesociale razaosocial denominacionsocial denominazionesociale denominacaosocial firmabezeichnung';

/** Words for what a table lists, when nothing says "name": firms, institutions, works, living things. A column called so holds their names. */
export const ENTITY_WORDS =
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

/** Words for those who made what a table lists, or for whom it is: names, too, but of something else where there is a title. */
export const MAKER_WORDS =
  'author authors labeler labeller artist artists creator composer writer editor publisher director photographer architect owner holder contact manager leader ' +
  'autor autoren verfasser kunstler urheber komponist herausgeber regisseur inhaber ansprechpartner auteur auteurs artiste createur compositeur editeur realisateur titulaire ' +
  'autores artista creador compositor editor editorial director responsable titular autore artista compositore editore regista responsabile autor artista editora responsavel ' +
  'auteur kunstenaar uitgever forfattare konstnar forfatter kunstner kirjailija taiteilija autor artysta wydawca vydavatel umelec szerzo muvesz yazar sanatci yayinevi συγγραφεας καλλιτεχνης ' +
  'автор художник издатель издательство режиссер автори المؤلف مؤلف الفنان الناشر סופר מחבר אמן लेखक penulis pengarang 著者 作者 出版社 作家 저자 작가 출판사';

/** Words for places: the names of a list of places, and the address of everything else. */
export const PLACE_WORDS =
  'place city town municipality commune village settlement locality location site country state region province district county territory borough neighbourhood ' +
  'ort stadt gemeinde ortsname land kreis landkreis region bundesland stadtteil bezirk lieu ville commune localite pays region departement canton arrondissement ' +
  'lugar ciudad municipio localidad pais region provincia departamento distrito luogo citta comune localita paese regione provincia ' +
  'cidade municipio localidade pais regiao estado distrito plaats stad gemeente land provincie ort kommun stad by kommune sted kunta kaupunki miasto miejscowosc gmina powiat kraj obec mesto okres varos telepules megye oras localitate judet sehir il ilce ulke ' +
  'πολη δημος χωρα город населенныйпункт регион страна область район місто область країна مدينة المدينة البلد الدولة المنطقة עיר יישוב מדינה शहर जिला राज्य kota kabupaten provinsi negara thanhpho จังหวัด ' +
  '市 市町村 都道府県 国 国名 城市 省份 国家 地区 시 도시 국가 지역 capital hauptstadt capitale';
