import { seededRandom } from '../seeded-random.js';

/** Words of which cells are made, by script. */
const WORDS: Readonly<
  Record<
    string,
    {
      readonly org: readonly string[];
      readonly stem: readonly string[];
      readonly family: readonly string[];
      readonly given: readonly string[];
      readonly street: (stem: string, n: number) => string;
      readonly type: readonly string[];
      readonly glue: string;
    }
  >
> = {
  latin: {
    org: ['GmbH', 'Ltd', 'Foundation', 'Institute', 'School', 'Hospital', 'Group', 'Works', 'Museum', 'Trust'],
    stem: [
      'Alder',
      'Birch',
      'Cedar',
      'Delmar',
      'Elster',
      'Falken',
      'Garda',
      'Hollen',
      'Inver',
      'Jura',
      'Kalmar',
      'Linden',
      'Morava',
      'Norden',
      'Orlando',
      'Palma',
      'Quentin',
      'Rosen',
      'Salva',
      'Tiber',
      'Ulmen',
      'Verano',
      'Weser',
      'Yarrow',
      'Zander',
    ],
    family: [
      'Abel',
      'Berger',
      'Costa',
      'Dufour',
      'Eriksen',
      'Ferrari',
      'Garcia',
      'Horvat',
      'Ivanov',
      'Jensen',
      'Kowalski',
      'Lopez',
      'Moreau',
      'Novak',
      'Olsen',
      'Pereira',
      'Quist',
      'Rossi',
      'Silva',
      'Tanner',
    ],
    given: [
      'Ada',
      'Bruno',
      'Clara',
      'David',
      'Emma',
      'Felix',
      'Greta',
      'Hugo',
      'Ines',
      'Jonas',
      'Karin',
      'Luca',
      'Marta',
      'Nils',
      'Olga',
      'Paul',
      'Rita',
      'Sven',
      'Tina',
      'Ugo',
    ],
    street: (stem, n) => (n % 2 === 0 ? `${stem} Street ${String(n)}` : `${String(n)} ${stem} Road`),
    type: ['primary', 'secondary', 'private', 'mixed', 'other'],
    glue: ' ',
  },
  ru: {
    org: ['ООО', 'Школа', 'Институт', 'Завод', 'Музей'],
    stem: [
      'Берёза',
      'Север',
      'Волга',
      'Заря',
      'Рассвет',
      'Луч',
      'Восток',
      'Горизонт',
      'Маяк',
      'Родник',
      'Салют',
      'Факел',
    ],
    family: ['Иванов', 'Петров', 'Сидоров', 'Орлова', 'Козлов', 'Лебедева', 'Соколов', 'Новикова'],
    given: ['Анна', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Егор', 'Зоя', 'Илья'],
    street: (stem, n) => `ул. ${stem}, д. ${String(n)}`,
    type: ['средняя', 'частная', 'малое', 'иное'],
    glue: ' ',
  },
  el: {
    org: ['ΑΕ', 'Σχολείο', 'Ινστιτούτο', 'Μουσείο'],
    stem: ['Ελιά', 'Άλφα', 'Δέλτα', 'Κρήτη', 'Πίνδος', 'Αιγαίο', 'Ρόδος', 'Θράκη', 'Ίλιον', 'Ήλιος'],
    family: ['Παππάς', 'Νικολάου', 'Γεωργίου', 'Δήμου'],
    given: ['Άννα', 'Νίκος', 'Ελένη', 'Γιώργος'],
    street: (stem, n) => `${stem} ${String(n)}`,
    type: ['δημόσιο', 'ιδιωτικό', 'άλλο'],
    glue: ' ',
  },
  ja: {
    org: ['株式会社', '小学校', '博物館', '病院'],
    stem: ['山田', '東海', '富士', '日本橋', '青葉', '若松', '桜井', '白川', '大和', '緑丘', '中央', '港北'],
    family: ['佐藤', '鈴木', '高橋', '田中', '渡辺', '伊藤'],
    given: ['太郎', '花子', '一郎', '美咲', '健', '陽子'],
    street: (stem, n) => `東京都${stem}区${String(n)}-${String((n % 9) + 1)}`,
    type: ['公立', '私立', 'その他'],
    glue: '',
  },
  zh: {
    org: ['有限公司', '出版社', '大学', '医院'],
    stem: ['东方', '长江', '华夏', '金山', '北海', '南湖', '西城', '光明', '新华', '太平', '中原', '天河'],
    family: ['王', '李', '张', '刘', '陈', '杨'],
    given: ['伟', '芳', '娜', '敏', '静', '丽', '强'],
    street: (stem, n) => `北京市${stem}路${String(n)}号`,
    type: ['国有', '民营', '其他'],
    glue: '',
  },
  ko: {
    org: ['주식회사', '학교', '병원', '박물관'],
    stem: ['한강', '남산', '서울', '부산', '동해', '백두', '금강', '설악', '제주', '대한'],
    family: ['김', '이', '박', '최', '정'],
    given: ['민수', '영희', '지훈', '수진', '현우'],
    street: (stem, n) => `서울시 ${stem}구 ${String(n)}번길`,
    type: ['공립', '사립', '기타'],
    glue: '',
  },
  ar: {
    org: ['شركة', 'مدرسة', 'مؤسسة', 'مستشفى'],
    stem: ['النور', 'الأمل', 'الخليج', 'النيل', 'السلام', 'الشرق', 'الفجر', 'الواحة', 'الربيع', 'المستقبل'],
    family: ['حسن', 'علي', 'يوسف', 'إبراهيم', 'صالح'],
    given: ['أحمد', 'فاطمة', 'خالد', 'مريم', 'عمر'],
    street: (stem, n) => `شارع ${stem} ${String(n)}`,
    type: ['حكومي', 'خاص', 'آخر'],
    glue: ' ',
  },
  he: {
    org: ['בעמ', 'עמותת', 'בית ספר', 'מוזיאון'],
    stem: ['הגליל', 'הכרמל', 'השרון', 'הנגב', 'הזית', 'הארז', 'האלון', 'הים'],
    family: ['כהן', 'לוי', 'מזרחי', 'פרץ', 'ביטון'],
    given: ['דוד', 'שרה', 'יוסי', 'רחל', 'נועה'],
    street: (stem, n) => `רחוב ${stem} ${String(n)}`,
    type: ['ציבורי', 'פרטי', 'אחר'],
    glue: ' ',
  },
  hi: {
    org: ['विद्यालय', 'संस्थान', 'अस्पताल'],
    stem: ['गंगा', 'हिमालय', 'भारत', 'कमल', 'सूर्य', 'आदर्श', 'ज्ञान', 'शांति'],
    family: ['शर्मा', 'वर्मा', 'सिंह'],
    given: ['राम', 'सीता', 'मोहन'],
    street: (stem, n) => `${stem} मार्ग ${String(n)}`,
    type: ['सरकारी', 'निजी', 'अन्य'],
    glue: ' ',
  },
};
const ROWS = 40;

/** A table of the corpus: a line of tables.txt. */
export interface CorpusTable {
  readonly origin: string;
  readonly ids: readonly string[];
  /** Headings of which each is right. */
  readonly names: readonly string[];
  readonly types: readonly string[];
  readonly columns: readonly { readonly heading: string; readonly kind: string }[];
}

/** The tables of the corpus. */
export function parseCorpus(text: string): readonly CorpusTable[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [origin = '', id = '', name = '', type = '', columns = ''] = line.split('|');
      const alternatives = (written: string): readonly string[] =>
        written === '-' ? [] : [written, ...written.split('/')];
      return {
        origin,
        ids: alternatives(id),
        names: alternatives(name),
        types: alternatives(type),
        columns: columns.split(';').map((column) => {
          const at = column.lastIndexOf('=');
          return { heading: column.slice(0, at), kind: column.slice(at + 1) };
        }),
      };
    });
}

/** The table as CSV, with made-up cells: the same at every call. */
export function tableAsCsv({ origin, columns }: CorpusTable): string {
  const seed = [...origin].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);
  const cellsOf = columns.map(({ kind }, column) => cellMaker(kind, seed + column * 101));
  const rows = Array.from({ length: ROWS }, (_, row) => cellsOf.map((make) => make(row)));
  return [columns.map(({ heading }) => heading), ...rows]
    .map((cells) => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\n');
}

function cellMaker(kind: string, seed: number): (row: number) => string {
  const { below, pick } = seededRandom(seed);
  const [base = '', script = 'latin'] = kind.split('.');
  const words = WORDS[script] ?? WORDS['latin'];
  if (words === undefined) throw new Error('no words');
  const digits = (length: number): string =>
    String(1 + below(9)) + Array.from({ length: length - 1 }, () => String(below(10))).join('');
  const different = (make: () => string): (() => string) => {
    const seen = new Set<string>();
    return () => {
      for (let n = 0; ; n++) {
        const made = n > 50 ? `${make()} ${String(n)}` : make();
        if (!seen.has(made)) {
          seen.add(made);
          return made;
        }
      }
    };
  };
  const date = (year = 1950 + below(70)): readonly [string, string, string] => [
    String(year),
    String(1 + below(12)).padStart(2, '0'),
    String(1 + below(28)).padStart(2, '0'),
  ];
  const name = base.replace(/\d+$/, '');
  const org = different(() =>
    script === 'ru' || script === 'ar' || script === 'he'
      ? `${pick(words.org)} ${pick(words.stem)}${words.glue}${String(below(3) === 0 ? below(90) : pick(words.stem))}`
      : `${pick(words.stem)}${words.glue}${below(2) === 0 ? `${pick(words.stem)}${words.glue}` : ''}${pick(words.org)}`,
  );
  const person = different(() =>
    words.glue === '' ? `${pick(words.family)}${pick(words.given)}` : `${pick(words.given)} ${pick(words.family)}`,
  );
  const place = (): string =>
    `${pick(words.stem)}${words.glue === '' ? '市' : pick(['', 'burg', 'ville', ' Sur', 'ton'])}`;
  const work = different(
    () =>
      `${pick(['The', 'A', 'My', 'Last'])} ${pick(words.stem)} ${pick(['Song', 'House', 'River', 'Story', 'Night', 'Garden'])}`,
  );
  if (/^num\d+r?$/.test(base))
    return base.endsWith('r')
      ? () => digits(Number(base.slice(3, -1))).replace(/.$/, '0')
      : different(() => digits(Number(base.slice(3))));
  switch (base === 'few2' || base === 'few3' ? 'few' : base === 'date1' || base === 'type2' ? base : name) {
    case 'seq':
      return (row) => String(row + 1);
    case 'code':
      return different(() => `${pick(['A', 'B', 'MX', 'KR'])}${digits(4)}`);
    case 'scode':
      return (row) => `s${String(row + 1)}`;
    case 'tcode':
      return different(() => `tt${digits(7)}`);
    case 'codes':
      return () => `tt${digits(7)},tt${digits(7)}`;
    case 'hash':
      return different(() =>
        Array.from({ length: 22 }, () => pick([...'abcdefghijkmnpqrstuvwxyzABCDEFGH0123456789'])).join(''),
      );
    case 'qid':
      return different(() => `Q${digits(6)}`);
    case 'isil':
      return different(() => `DE-${digits(3)}`);
    case 'gnd':
      return different(() => `${digits(8)}-${digits(1)}`);
    case 'uai':
      return different(() => `0${digits(6)}${pick(['A', 'B', 'K', 'X'])}`);
    case 'cif':
      return different(() => `B${digits(8)}`);
    case 'uscc':
      return different(() => `91${digits(14)}MA`);
    case 'orgnr':
      return different(() => `${digits(7)}-${digits(1)}`);
    case 'cas':
      return different(() => `${digits(4)}-${digits(2)}-${digits(1)}`);
    case 'issn':
      return different(() => `${digits(4)}-${digits(4)}`);
    case 'ean':
      return different(() => `40${digits(11)}`);
    case 'isbn':
      return base === 'isbn10' ? different(() => digits(10)) : different(() => `978${digits(10)}`);
    case 'iso':
      return different(() =>
        Array.from({ length: base === 'iso2' ? 2 : 3 }, () => pick([...'ABCDEFGHIJKLMNOPRSTUVWZ'])).join(''),
      );
    case 'acro':
      return () => Array.from({ length: 3 }, () => pick([...'ABCDEFGHIKLMNOPRSTUVW'])).join('');
    case 'url':
      return different(() => `https://www.${pick(words.stem).toLowerCase()}.example/${digits(4)}`);
    case 'wdurl':
      return different(() => `http://www.wikidata.org/entity/Q${digits(6)}`);
    case 'org':
      return org;
    case 'person':
    case 'persons':
      return person;
    case 'initialname':
      return different(() => `${pick(words.given).slice(0, 1)}. ${pick(words.family)}${pick(['', '-Smith', 'son'])}`);
    case 'inverted':
      return different(
        () => `${pick(words.family)}, ${pick(words.given)}${below(2) === 0 ? ` ${pick(words.given)}` : ''}`,
      );
    case 'family':
      return () => pick(words.family);
    case 'place':
      return base === 'place2' || below(2) < 0 ? place : script === 'latin' ? different(place) : place;
    case 'placework':
      return different(() => `${pick(['Castle', 'Church', 'Old Town', 'Abbey', 'Tower'])} of ${place()}`);
    case 'region':
      return () => pick(['North', 'South', 'West', 'East', 'Lakes', 'Uplands', 'Coast', 'Isles']);
    case 'country':
      return base === 'country1'
        ? different(() => `${pick(words.stem)}${pick(['ia', 'land', 'stan', ' Islands'])}`)
        : () => pick(['France', 'Ghana', 'Chile', 'Japan', 'Norway', 'India', 'Peru', 'Italy']);
    case 'street':
      return () => words.street(pick(words.stem), 1 + below(120));
    case 'streetname':
      return base === 'streetname1'
        ? different(() => `${pick(words.stem)}${pick(['straße', 'weg', 'gasse', 'allee', 'platz'])}`)
        : () => `${pick(words.stem)}straat`;
    case 'zipu':
      return different(() => digits(5));
    case 'zip':
      return () => digits(5);
    case 'ziptown':
      return () => `${digits(5)} ${place()}`;
    case 'postcode':
      return () => `${digits(4)} ${pick(['AB', 'KL', 'XM'])}`;
    case 'plzip':
      return () => `${digits(2)}-${digits(3)}`;
    case 'jpzip':
      return () => `${digits(3)}-${digits(4)}`;
    case 'phone':
      return () => `+${digits(2)} ${digits(3)} ${digits(6)}`;
    case 'email':
      return () => `${pick(words.given).toLowerCase()}@${WORDS['latin']?.stem[below(20)]?.toLowerCase() ?? ''}.example`;
    case 'lat':
      return () => `${String(below(60))}.${digits(5)}`;
    case 'lon':
      return () => `${String(below(170))}.${digits(5)}`;
    case 'date':
    case 'date1':
      return () => (base === 'date1' ? '2024-01-31' : date().join('-'));
    case 'usdate':
      return () => {
        const [y, m, d] = date();
        return `${m}/${d}/${y}`;
      };
    case 'ukdate':
      return () => {
        const [y, m, d] = date();
        return `${d}/${m}/${y}`;
      };
    case 'dedate':
      return () => {
        const [y, m, d] = date();
        return `${d}.${m}.${y}`;
      };
    case 'longdate':
      return () => {
        const [y, , d] = date();
        return `${pick(['June', 'July', 'May'])} ${String(Number(d))}, ${y}`;
      };
    case 'year':
      return () => String(1800 + below(220));
    case 'yearnear':
      return (row) => String(1980 + ((row * 7) % 41));
    case 'lifespan':
      return () => {
        const born = 1700 + below(200);
        return `${String(born)}-${String(born + 40 + below(40))}`;
      };
    case 'money':
      return () => `${digits(3)},${digits(3)}`;
    case 'bigmoney':
      return different(() => `$${digits(1)},${digits(3)},${digits(3)},${digits(3)}`);
    case 'int':
      return () => String(below(100_000));
    case 'dec':
      return () => `${String(below(90))}.${digits(2)}`;
    case 'bit':
      return () => pick(['0', '1']);
    case 'yesno':
      return () => pick(['Y', 'N']);
    case 'status':
      return () => pick(['active', 'inactive', 'withdrawn']);
    case 'few':
      return () => pick(script === 'latin' ? [`${base}a`, `${base}b`, `${base}c`, `${base}d`] : words.type);
    case 'type':
    case 'type2':
      return () => pick(words.type);
    case 'honor':
      return () => pick(['Mr', 'Mrs', 'Dr', 'Prof.']);
    case 'text':
      return () =>
        script === 'latin'
          ? `${pick(words.stem)} was made in ${String(1800 + below(200))} and has since then been kept with great care by ${pick(words.family)}.`
          : `${pick(words.stem)}${words.glue}${pick(words.stem)}${words.glue}${pick(words.type)}`;
    case 'sentence':
      return different(
        () =>
          `${pick(['Improving', 'Understanding', 'New ways of', 'Towards'])} ${pick(words.stem).toLowerCase()} ${pick(['systems', 'materials', 'cities', 'networks'])} for ${pick(['health', 'energy', 'people', 'industry'])}`,
      );
    case 'note':
      return () => (below(3) > 0 ? '' : pick(['call back', 'see file', 'new']));
    case 'alts':
      return () => (below(2) === 0 ? '' : `${pick(words.stem)} ${pick(words.org)}|${pick(words.stem)}`);
    case 'work':
    case 'works':
      return work;
    case 'product':
      return different(
        () => `${pick(words.stem)} ${pick(['forte', 'plus', 'mini', 'XL', 'pro'])} ${String(10 * (1 + below(50)))} mg`,
      );
    case 'speciesfew':
      return () => pick(['Acer campestre', 'Tilia cordata', 'Quercus robur']);
    case 'species':
      return different(
        () => `${pick(words.stem)}us ${pick(['alba', 'nigra', 'minor', 'major', 'vulgaris', 'montana'])}`,
      );
    case 'vernfew':
      return () => pick(['maple', 'lime', 'oak']);
    case 'vern':
      return different(
        () => `${pick(['white', 'black', 'small', 'great', 'common', 'mountain'])} ${pick(words.stem).toLowerCase()}`,
      );
    case 'word':
      return base === 'word1'
        ? different(() => `${pick(words.stem)}${pick(['ish', 'ese', 'ian', 'ic'])}`)
        : () => pick(words.stem).toLowerCase();
    case 'formula':
      return () => `C${digits(1)}H${digits(2)}O${digits(1)}`;
    case 'kana':
      return () =>
        pick(['ヤマダ', 'トウカイ', 'フジ', 'アオバ', 'ワカマツ', 'サクライ', 'シラカワ']) +
        pick(['カブシキガイシャ', 'タロウ', 'ハナコ']);
    default:
      throw new Error(`There is no kind of cells called ${kind}.`);
  }
}
