import { headingKey } from '../heading-vocabulary.js';
import { headingWords } from './heading-words.js';
import { kindsOfThings } from './kinds-of-things.js';

/*
 * Lexicon: headings of the same property, one line a property, in the languages of the tables. Source: own collection
 * of headings. Licence: CC0.
 */
const SAME: readonly string[] = [
  'zip,zip code,postcode,postal code,post code,plz,postleitzahl,code postal,cp,código postal,cap,cep,postnummer,postinumero,kod pocztowy,psč,irányítószám,индекс,почтовый индекс,郵便番号,邮编,우편번호',
  'phone,telephone,tel,phone number,telephone number,phone no,telefon,telefonnummer,téléphone,tél,numéro de téléphone,teléfono,telefono,telefone,telefoon,puhelin,телефон,電話,電話番号,电话,전화',
  'street,address,street address,addr,address 1,address line 1,road,straße,strasse,adresse,anschrift,rue,dirección,calle,indirizzo,via,endereço,rua,adres,straat,gata,osoite,ulica,adresa,адрес,улица,住所,地址,주소',
  'city,town,place,municipality,locality,suburb,ort,stadt,gemeinde,wohnort,ville,commune,ciudad,municipio,localidad,città,comune,cidade,stad,plaats,gemeente,kaupunki,kunta,miasto,město,город,市,城市,도시',
  'country,nation,country name,country code,land,staat,länderkürzel,pays,país,paese,maa,kraj,země,страна,国,国家,국가',
  'nationality,citizenship,staatsangehörigkeit,nationalität,nationalité,nacionalidad,nazionalità,nacionalidade,nationaliteit,narodowość,гражданство',
  'state,region,province,county,bundesland,kreis,provinz,région,province,département,provincia,región,estado,regione,stato,regio,provincie,län,województwo,kraj regionu,область,регион,州,省',
  'date of birth,dob,birth date,birthdate,birthday,born,born on,geburtsdatum,geboren,geburtstag,date de naissance,né le,fecha de nacimiento,nacimiento,data di nascita,data de nascimento,geboortedatum,födelsedatum,data urodzenia,дата рождения,生年月日,出生日期',
  'birth year,year of birth,born,born in,geburtsjahr,geboren,année de naissance,naissance,né en,año de nacimiento,nacimiento,anno di nascita,nascita,ano de nascimento,geboortejaar,födelseår,rok urodzenia,год рождения,生年',
  'date of death,dod,death date,died,sterbedatum,todesdatum,gestorben,date de décès,décès,fecha de muerte,fecha de defunción,data di morte,data de morte,sterfdatum,dödsdatum,дата смерти,没年月日',
  'death year,year of death,died,died in,sterbejahr,todesjahr,gestorben,année de décès,décès,mort en,año de muerte,fallecimiento,anno di morte,morte,ano de morte,sterfjaar,dödsår,rok śmierci,год смерти,没年',
  'birth place,birthplace,place of birth,geburtsort,lieu de naissance,lugar de nacimiento,luogo di nascita,naturalidade,geboorteplaats,födelseort,miejsce urodzenia,место рождения,出生地',
  'year,date,published,publication year,year of publication,jahr,erscheinungsjahr,datum,année,fecha,año,anno,data,ano,jaar,år,rok,год,年',
  'brand,manufacturer,maker,make,marke,hersteller,marque,fabricant,marca,fabricante,produttore,merk,fabrikant,märke,tillverkare,producent,производитель,бренд,メーカー,品牌',
  'model,model no,model number,modelno,part number,part no,mpn,modell,modellnummer,artikelnummer,modèle,numéro de modèle,référence,modelo,número de modelo,modello,codice modello,modelnummer,модель,型番,型号',
  'price,unit price,cost,list price,amount,preis,einzelpreis,prix,tarif,precio,prezzo,preço,prijs,pris,hinta,cena,цена,価格,价格,가격',
  'website,homepage,url,web site,web,internet,domain,webseite,internetseite,site web,site internet,sitio web,página web,sito,sito web,site,webbplats,strona internetowa,сайт,ウェブサイト,网站',
  'email,e mail,mail,mail address,e mail adresse,courriel,correo,correo electrónico,posta elettronica,correio eletrónico,e post,sähköposti,почта,メール,邮箱',
  'population,inhabitants,einwohner,einwohnerzahl,bevölkerung,habitants,población,habitantes,popolazione,abitanti,população,inwoners,invånare,väkiluku,ludność,население,人口',
  'area,surface,surface area,fläche,superficie,área,oppervlakte,yta,pinta ala,powierzchnia,площадь,面積',
  'elevation,altitude,height,höhe,meereshöhe,höhe über nn,hauteur,altura,altitud,altitudine,altezza,hoogte,höjd,korkeus,wysokość,высота,標高',
  'cuisine,kind of food,food,küche,küchenart,type de cuisine,cocina,tipo de cocina,cucina,tipo di cucina,cozinha,keuken,kök,kuchnia,кухня,料理',
  'ipc,ipc class,ipc classes,patent class,patent classes,patentklasse,patentklassen,classe de brevet,clase de patente,classe di brevetto',
  'team,club,squad,mannschaft,verein,équipe,equipo,squadra,equipe,ploeg,lag,drużyna,команда',
  'language,sprache,langue,idioma,lingua,taal,språk,kieli,język,язык,言語,语言',
  'gender,sex,geschlecht,sexe,genre,sexo,sesso,geslacht,kön,płeć,пол,性別',
  'time zone,timezone,tz,zeitzone,fuseau horaire,zona horaria,fuso orario,tijdzone,часовой пояс',
  'currency,currency code,währung,devise,monnaie,moneda,valuta,moeda,waluta,валюта,通貨',
  'iso 3166 1 alpha 2,iso2,iso 2,alpha 2,alpha2,iso code,cca2',
  'iso 3166 1 alpha 3,iso3,iso 3,alpha 3,alpha3,cca3',
  'iata,iata code',
  'icao,icao code',
  'isbn,isbn13,isbn 13,isbn10',
  'issn,eissn,e issn',
  'author,authors,autor,autoren,verfasser,auteur,auteurs,autores,autore,autori,författare,автор,著者,作者',
  'publisher,verlag,herausgeber,éditeur,editorial,editore,editora,uitgever,förlag,wydawnictwo,издательство,出版社',
  'founded,established,founded in,inception,gegründet,gründungsjahr,gründung,fondé en,fondation,fundado,fundación,fondato,fondazione,opgericht,grundat,założono,основан',
  'description,notes,details,beschreibung,descripción,descrizione,descrição,omschrijving,beskrivning,kuvaus,opis,описание,説明,描述',
];

const PLACES: ReadonlyMap<string, readonly number[]> = placesOf(SAME);

function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  lines.forEach((line, place) => {
    for (const key of new Set(line.split(',').map(headingKey))) places.set(key, [...(places.get(key) ?? []), place]);
  });
  return places;
}

/** All headings of the same property, in any known language; none for an unknown heading. */
export function headingsOfSame(heading: string): readonly string[] {
  return (PLACES.get(headingKey(heading)) ?? []).flatMap((place) => SAME[place]?.split(',') ?? []);
}

/**
 * Relation of two headings: `same` property in any known language, `alike` (shared words, or one kind of thing),
 * `other` (two known properties that differ), or unknown.
 */
type HeadingRelation = 'same' | 'alike' | 'other' | 'unknown';

/** Compares the heading of a column with the id or name of a property. Cost: a few look-ups. */
export function relateHeadings(heading: string, property: string): HeadingRelation {
  const [a, b] = [PLACES.get(headingKey(heading)), PLACES.get(headingKey(property))];
  if (a !== undefined && b !== undefined) return a.some((place) => b.includes(place)) ? 'same' : 'other';
  if (haveSharedWords(headingWords(heading), headingWords(property))) return 'alike';
  const kinds = kindsOfThings(property);
  return [...kindsOfThings(heading)].some((kind) => kinds.has(kind)) ? 'alike' : 'unknown';
}

/** Whether half of the words of at least three letters are shared. */
function haveSharedWords(a: readonly string[], b: readonly string[]): boolean {
  const [long, other] = [a, b].map((words) => new Set(words.filter(({ length }) => length > 2)));
  if (long === undefined || other === undefined || long.size === 0 || other.size === 0) return false;
  const common = [...long].filter((word) => other.has(word)).length;
  return common > 0 && 2 * common >= Math.max(long.size, other.size);
}
