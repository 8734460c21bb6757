/** A name as it stands in somebody's table, and the thing that is meant. */
export interface MessyName {
  readonly text: string;
  /** What stands in the column “country” beside it, when something does. */
  readonly country?: string;
  /** Identifier in the embedded dataset. */
  readonly id: string;
}

/** Names of one type, reconciled together as one column. */
export interface MessyColumn {
  readonly type: { readonly id: string; readonly name: string };
  readonly names: readonly MessyName[];
}

/**
 * A hundred names of places as people write them: slips of the keyboard, spelling by ear, other languages and scripts,
 * missing accents, other word order, abbreviations, old names. Written for this test; nothing was tuned to it.
 */
export const messyColumns: readonly MessyColumn[] = [
  {
    type: { id: 'Country', name: 'Country' },
    names: [
      // slips and spelling by ear
      { text: 'Germny', id: 'DE' },
      { text: 'Untied Kingdom', id: 'GB' },
      { text: 'United States of Amercia', id: 'US' },
      { text: 'Russian Fedration', id: 'RU' },
      { text: 'Czech Repubic', id: 'CZ' },
      { text: 'Phillipines', id: 'PH' },
      { text: 'Afganistan', id: 'AF' },
      { text: 'Kazakstan', id: 'KZ' },
      { text: 'Lybia', id: 'LY' },
      { text: 'Equador', id: 'EC' },
      { text: 'Untied  Arab Emirates', id: 'AE' },
      { text: 'Camerron', id: 'CM' },
      { text: 'Zimbabwee', id: 'ZW' },
      // other languages and scripts
      { text: 'Alemania', id: 'DE' },
      { text: 'Etats-Unis', id: 'US' },
      { text: 'Schweiz', id: 'CH' },
      { text: 'SUISSE', id: 'CH' },
      { text: 'Brasil', id: 'BR' },
      { text: 'Marocco', id: 'MA' },
      { text: '日本', id: 'JP' },
      { text: 'Россия', id: 'RU' },
      { text: 'Ελλάδα', id: 'GR' },
      { text: 'مصر', id: 'EG' },
      // order, abbreviation, punctuation, old names
      { text: 'Korea, South', id: 'KR' },
      { text: 'Tanzania, United Republic of', id: 'TZ' },
      { text: 'U.S.A.', id: 'US' },
      { text: 'Cote dIvoire', id: 'CI' },
      { text: 'Burma', id: 'MM' },
      { text: 'Viet-Nam', id: 'VN' },
      { text: 'Trinidad & Tobago', id: 'TT' },
      { text: 'GUINEA BISSAU', id: 'GW' },
      { text: 'Bosnia and Hercegovina', id: 'BA' },
    ],
  },
  {
    type: { id: 'Subdivision', name: 'Subdivision' },
    names: [
      { text: 'Bayern', country: 'Germany', id: 'DE-BY' },
      { text: 'North-Rhine Westfalia', country: 'Germany', id: 'DE-NW' },
      { text: 'Californa', country: 'USA', id: 'US-CA' },
      { text: 'Massachussetts', country: 'USA', id: 'US-MA' },
      { text: 'Pensylvania', country: 'US', id: 'US-PA' },
      { text: 'Carolina, North', country: 'US', id: 'US-NC' },
      { text: 'Andalusia', country: 'Spain', id: 'ES-AN' },
      { text: 'Lombardy', country: 'Italy', id: 'IT-25' },
      { text: 'British Colombia', country: 'Canada', id: 'CA-BC' },
      { text: 'Quebec', country: 'Canada', id: 'CA-QC' },
      { text: 'New South Whales', country: 'Australia', id: 'AU-NSW' },
      { text: 'Tirol', country: 'Austria', id: 'AT-7' },
      { text: 'Ile de France', country: 'France', id: 'FR-IDF' },
      { text: 'Hokkaido', country: 'Japan', id: 'JP-01' },
      { text: 'Maharastra', country: 'India', id: 'IN-MH' },
      { text: 'Tamilnadu', country: 'India', id: 'IN-TN' },
    ],
  },
  {
    type: { id: 'City', name: 'City' },
    names: [
      // slips and spelling by ear
      { text: 'Berln', country: 'Germany', id: '2950159' },
      { text: 'Edinborough', country: 'United Kingdom', id: '2650225' },
      { text: 'Sao Paolo', country: 'Brazil', id: '3448439' },
      { text: 'Johanesburg', country: 'South Africa', id: '993800' },
      { text: 'Addis Abeba', country: 'Ethiopia', id: '344979' },
      { text: 'Reykjavic', country: 'Iceland', id: '3413829' },
      { text: 'Albequerque', country: 'United States', id: '5454711' },
      { text: 'Cincinatti', country: 'United States', id: '4508722' },
      { text: 'Pittsburg, PA', country: 'US', id: '5206379' },
      { text: 'Phnom Phen', country: 'Cambodia', id: '1821306' },
      { text: 'Kuala Lumper', country: 'Malaysia', id: '1735161' },
      { text: 'Antananarvio', country: 'Madagascar', id: '1070940' },
      { text: 'Stutgart', country: 'DE', id: '2825297' },
      { text: 'Saint Petersbourg', country: 'Russia', id: '498817' },
      { text: 'Montivideo', country: 'Uruguay', id: '3441575' },
      // other languages and scripts, missing accents
      { text: 'Wien', country: 'Austria', id: '2761369' },
      { text: 'München', country: 'Germany', id: '2867714' },
      { text: 'Koeln', country: 'Germany', id: '2886242' },
      { text: 'Varsovie', country: 'Poland', id: '756135' },
      { text: 'Prag', country: 'Czechia', id: '3067696' },
      { text: 'Firenze', country: 'Italy', id: '3176959' },
      { text: 'Lisboa', country: 'Portugal', id: '2267057' },
      { text: 'Den Haag', country: 'Netherlands', id: '2747373' },
      { text: 'Kobenhavn', country: 'Denmark', id: '2618425' },
      { text: 'Lodz', country: 'Poland', id: '3093133' },
      { text: 'Gdansk', country: 'Poland', id: '3099434' },
      { text: 'Москва', country: 'Russia', id: '524901' },
      { text: '東京', country: 'Japan', id: '1850147' },
      { text: 'Αθήνα', country: 'Greece', id: '264371' },
      { text: 'القاهرة', country: 'Egypt', id: '360630' },
      { text: 'Kiev', country: 'Ukraine', id: '703448' },
      { text: 'Goteborg', country: 'Sweden', id: '2711537' },
      // old names, abbreviation, order, punctuation
      { text: 'Bombay', country: 'India', id: '1275339' },
      { text: 'Saigon', country: 'Vietnam', id: '1566083' },
      { text: 'Peking', country: 'China', id: '1816670' },
      { text: 'NEW YORK CITY', country: 'USA', id: '5128581' },
      { text: 'St. Petersburg', country: 'Russian Federation', id: '498817' },
      { text: 'Frankfurt/Main', country: 'Germany', id: '2925533' },
      { text: 'Frankfurt a. d. Oder', country: 'Germany', id: '2925535' },
      { text: 'Halle/Saale', country: 'Germany', id: '2911522' },
      { text: 'Janeiro, Rio de', country: 'Brazil', id: '3451190' },
      { text: 'Newcastle-upon-Tyne', country: 'GB', id: '2641673' },
      { text: 'los angeles', country: 'U.S.A.', id: '5368361' },
      // the country decides
      { text: 'London', country: 'Canada', id: '6058560' },
      { text: 'Paris', country: 'France', id: '2988507' },
      { text: 'Tripoli', country: 'Lebanon', id: '266826' },
      { text: 'Barcelona', country: 'Venezuela', id: '3648559' },
      { text: 'Alexandria', country: 'Egypt', id: '361058' },
      { text: 'Cambridge', country: 'United Kingdom', id: '2653941' },
      { text: 'Halifax', country: 'Canada', id: '6324729' },
      { text: 'Birmingham', country: 'UK', id: '2655603' },
      { text: 'Santiago', country: 'Chile', id: '3871336' },
    ],
  },
];
