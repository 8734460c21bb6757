// What people really write for countries, beyond the official lists: preferred short names, full official names, former names.

/** Plain English names where the sources print a cumbersome one. */
export const PREFERRED = {
  AG: 'Antigua and Barbuda',
  BA: 'Bosnia and Herzegovina',
  BL: 'Saint Barthélemy',
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  GS: 'South Georgia and the South Sandwich Islands',
  HK: 'Hong Kong',
  HM: 'Heard Island and McDonald Islands',
  KN: 'Saint Kitts and Nevis',
  LC: 'Saint Lucia',
  MF: 'Saint Martin',
  MM: 'Myanmar',
  MO: 'Macao',
  PM: 'Saint Pierre and Miquelon',
  PS: 'Palestine',
  SH: 'Saint Helena, Ascension and Tristan da Cunha',
  SJ: 'Svalbard and Jan Mayen',
  ST: 'São Tomé and Príncipe',
  TC: 'Turks and Caicos Islands',
  TT: 'Trinidad and Tobago',
  VC: 'Saint Vincent and the Grenadines',
  WF: 'Wallis and Futuna',
  UM: 'United States Minor Outlying Islands',
};

/** Full styles: the style → countries, as `CODE` (style + short name) or `CODE=Name` where the full form uses another name. */
const STYLES = {
  'Republic of':
    'AL AO AM AT AZ BY BJ BW BG BI CM TD CL CO CV CR HR CY DJ EC FI GH GN GW GY HN HU ID IQ KZ KE KI KR=Korea LV LR LT MG MW MV ML MT MH MU MD MZ MM=the_Union_of_Myanmar NA NR NE NI PW PA PY PE PL RW RS SC SL SG SI ZA SS SD SR TJ TR TR=Turkey TT UG UZ VU ZM ZW MK=North_Macedonia PH=the_Philippines CI=Côte_d’Ivoire GM=the_Gambia CG=the_Congo GQ SM SV FJ EE MK=Macedonia SN TN XK GA TW=China IN IE',
  'Kingdom of': 'BE BH BT KH DK LS MA NO SA SE TH TO ES NL=the_Netherlands SZ=Eswatini SZ=Swaziland',
  'Federal Republic of': 'DE NG SO BR NP',
  'Democratic Republic of': 'TL=Timor-Leste CD=Congo ST',
  "People's Republic of": 'CN BD',
  'State of': 'IL KW QA LY PS ER',
  'Federative Republic of': 'BR',
  'Commonwealth of': 'AU DM BS=the_Bahamas',
  'Islamic Republic of': 'IR PK MR AF',
  'Principality of': 'AD MC LI',
  'United Republic of': 'TZ',
  'Federation of': 'KN=Saint_Christopher_and_Nevis',
  'Union of': 'KM=the_Comoros',
  'Sultanate of': 'OM',
  'Bolivarian Republic of': 'VE',
  'Plurinational State of': 'BO',
  'Grand Duchy of': 'LU',
  'Independent State of': 'WS PG',
  'Federal Democratic Republic of': 'ET NP',
  'Socialist Republic of': 'VN',
  'Federated States of': 'FM=Micronesia',
};

/** Names that no rule gives: short forms, abbreviations, former and popular names, full names without a style. */
const OTHERS = {
  AE: 'UAE; U.A.E.; Emirates',
  AQ: 'The Antarctic',
  AR: 'Argentine Republic; Argentine; The Argentine',
  BA: 'Bosnia; Bosnia-Herzegovina; BiH',
  BE: 'Belgique',
  BF: 'Upper Volta; Burkina',
  BJ: 'Dahomey',
  BN: 'Brunei; Negara Brunei Darussalam; Nation of Brunei',
  BO: 'Bolivia',
  BS: 'The Bahamas; Bahama Islands',
  BW: 'Bechuanaland',
  BY: 'Byelorussia; Belorussia; White Russia',
  BZ: 'British Honduras',
  CD: 'DR Congo; DRC; D.R. Congo; Congo (DRC); Congo, DR; Congo, Dem. Rep.; Congo, Democratic Republic of the; Congo (Democratic Republic of the); Congo-Kinshasa; Congo (Kinshasa); Zaire; Zaïre; Belgian Congo; Dem. Rep. of the Congo',
  CF: 'CAR; Central African Rep.',
  CG: 'Congo-Brazzaville; Congo (Brazzaville); Congo, Rep.; Congo, Republic of the; Congo Republic; Congo (Republic of the); French Congo',
  CH: 'Swiss Confederation; Helvetia',
  CI: "Cote d'Ivoire; Cote dIvoire",
  CN: 'PRC; P.R. China; PR China; P.R.C.; Mainland China; Red China',
  CV: 'Cape Verde Islands',
  CY: 'Cyprus (Republic of)',
  CZ: 'Czech Rep.; Czech Republic; Bohemia',
  DE: 'FRG; BRD; Deutschland; West Germany',
  DO: 'Dominican Rep.; Santo Domingo',
  EG: 'Arab Republic of Egypt; Egypt, Arab Rep.; UAR',
  EH: 'Sahrawi Arab Democratic Republic; Spanish Sahara',
  ES: 'España',
  ET: 'Abyssinia',
  FK: 'Falklands; Malvinas; Islas Malvinas',
  FM: 'Micronesia, Fed. Sts.; FSM',
  FO: 'Faeroe Islands; Faroes',
  FR: 'French Republic',
  GB: 'UK; U.K.; Great Britain; Britain; G.B.; United Kingdom of Great Britain and Northern Ireland; Great Britain and Northern Ireland; U. K.',
  GF: 'French Guyana',
  GH: 'Gold Coast',
  GM: 'The Gambia; Gambia, The',
  GN: 'French Guinea; Guinea-Conakry',
  GR: 'Hellenic Republic; Hellas',
  GW: 'Portuguese Guinea; Guinea Bissau',
  HK: 'Hong Kong SAR; Hongkong; Hong Kong, China; Hong Kong SAR, China; HKSAR',
  ID: 'Dutch East Indies; Netherlands East Indies',
  IE: 'Eire; Éire; Irish Republic; Irish Free State',
  IN: 'Bharat; Hindustan',
  IQ: 'Mesopotamia',
  IR: 'Persia; Iran, Islamic Rep.',
  IT: 'Italian Republic',
  JO: 'Hashemite Kingdom of Jordan; Transjordan',
  JP: 'Nippon; Nihon',
  KG: 'Kyrgyz Republic; Kirghizia; Kirgizia; Kirghizstan',
  KH: 'Kampuchea; Khmer Republic',
  KN: 'St Kitts; St. Kitts and Nevis; St Kitts and Nevis',
  KP: "DPRK; D.P.R. Korea; Korea, North; North Korea; Korea, Dem. Rep.; Korea, Dem. People's Rep.; Democratic People's Republic of Korea; Korea (Democratic People's Republic of); Korea (North)",
  KR: 'ROK; Korea, South; Korea, Rep.; Korea; Korea (Republic of); Korea (South); S. Korea; Rep. of Korea',
  LA: "Laos; Lao PDR; Lao People's Democratic Republic",
  LB: 'Lebanese Republic',
  LC: 'St. Lucia; St Lucia',
  LK: 'Ceylon; Democratic Socialist Republic of Sri Lanka',
  LS: 'Basutoland',
  LY: 'Libyan Arab Jamahiriya',
  MD: 'Moldavia; Moldova, Rep.',
  MF: 'St. Martin; St. Martin (French part); St Martin',
  MG: 'Malagasy Republic',
  MK: 'Macedonia; FYROM; Former Yugoslav Republic of Macedonia; Macedonia, FYR; The former Yugoslav Republic of Macedonia; FYR Macedonia; Macedonia, the former Yugoslav Republic of; N. Macedonia',
  ML: 'French Sudan',
  MM: 'Burma; Myanmar (Burma); Union of Burma',
  MO: 'Macau; Macao SAR; Macau SAR; Macao SAR, China',
  MX: 'United Mexican States; Mexican United States',
  MW: 'Nyasaland',
  MY: 'Malaya; Federation of Malaya',
  NL: 'Holland; The Netherlands; The Holland; Netherlands, The',
  NZ: 'Aotearoa; N.Z.',
  PF: 'Tahiti',
  PG: 'New Guinea; PNG',
  PH: 'The Philippines; Philippine Islands; Phillipines',
  PS: 'Palestinian Territory; Palestinian Territories; Occupied Palestinian Territory; West Bank and Gaza; Palestinian Territory, Occupied',
  PT: 'Portuguese Republic',
  RO: 'Rumania; Roumania',
  RU: 'Russian Federation; Russian Fed.',
  SA: 'KSA',
  SD: 'The Sudan',
  SH: 'Saint Helena; St. Helena; St Helena',
  SI: 'Slovenija',
  SK: 'Slovak Republic; Slovak Rep.',
  SR: 'Surinam; Dutch Guiana',
  ST: 'Sao Tome and Principe; Sao Tome; São Tomé',
  SV: 'Salvador',
  SX: 'St. Maarten; Sint Maarten',
  SY: 'Syria; Syrian Arab Rep.',
  TF: 'French Southern and Antarctic Lands',
  TG: 'Togolese Republic; Togoland',
  TH: 'Siam',
  TL: 'East Timor; Timor Leste',
  TT: 'Trinidad & Tobago; Trinidad',
  TR: 'Turkiye',
  TW: 'Formosa; Taiwan (Republic of China); Chinese Taipei; ROC; Taiwan, China; Taiwan ROC',
  TZ: 'Tanganyika; Tanzania, United Rep.',
  UA: 'The Ukraine; Ukrainian Republic',
  US: 'USA; U.S.A.; US; U.S.; U. S. A.; America; The United States; The United States of America; United States (USA); United States of America (USA); U.S. of A.; The States',
  UY: 'Oriental Republic of Uruguay; Eastern Republic of Uruguay',
  VA: 'Vatican City State; Holy See; Vatican; The Vatican; State of the Vatican City; Holy See (Vatican City State)',
  VC: 'St. Vincent and the Grenadines; St Vincent and the Grenadines; St. Vincent; Saint Vincent',
  VE: 'Venezuela, RB',
  VG: 'BVI; Virgin Islands, British; UK Virgin Islands',
  VI: 'USVI; Virgin Islands, U.S.; Virgin Islands (U.S.); US Virgin Islands; Virgin Islands of the United States',
  VN: 'Viet Nam; Vietnam, Socialist Republic of',
  VU: 'New Hebrides',
  WS: 'Western Samoa',
  YE: 'Yemen, Rep.; Republic of Yemen',
  ZA: 'RSA; S. Africa; Union of South Africa',
  ZM: 'Northern Rhodesia',
  ZW: 'Rhodesia; Southern Rhodesia',
};

/** Every hand-made name of a country, full styles also inverted ("Korea, Republic of"). `shortName`: its plain English name. */
export function writtenNames(country, shortName) {
  const styled = Object.entries(STYLES).flatMap(([style, list]) =>
    list
      .split(' ')
      .map((item) => item.split('='))
      .filter(([code]) => code === country)
      .flatMap(([, other]) => {
        const name = other ? other.replaceAll('_', ' ') : shortName;
        const plain = name.replace(/^the /, '');
        const ending = plain === name ? style : `${style} the`;
        return [`${style} ${name}`, `${plain}, ${ending}`];
      }),
  );
  const others = (OTHERS[country] ?? '').split('; ').filter((name) => name !== '');
  return [...styled, ...others];
}

/** Other spellings that follow from a source's own: "Korea, Republic of" gives "Republic of Korea", "&" gives "and", "St." gives "Saint". */
export function spellingsOf(name) {
  const spellings = [name];
  const inverted = /^([^,(]+), ([^,]*\b(?:of|of the))$/.exec(name);
  if (inverted) spellings.push(`${inverted[2]} ${inverted[1]}`);
  const bracketed = /^([^,(]+) \((.+ of(?: the)?)\)$/.exec(name);
  if (bracketed) spellings.push(`${bracketed[2]} ${bracketed[1]}`, `${bracketed[1]}, ${bracketed[2]}`);
  for (const spelling of [...spellings]) {
    if (spelling.includes(' & ')) spellings.push(spelling.replaceAll(' & ', ' and '));
    if (/\bSt\. /.test(spelling)) spellings.push(spelling.replace(/\bSt\. /, 'Saint '));
  }
  return spellings;
}
