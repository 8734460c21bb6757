/** A text, the names of a small dataset, and which of them is better than which. */
export interface RankingCase {
  readonly query: string;
  readonly better: string;
  readonly worse: string;
  /** Why the better one is better, in a sentence. */
  readonly why: string;
}

/** Each domain is one dataset: all its names stand beside each other. */
export const RANKING_CASES: Readonly<Record<string, readonly RankingCase[]>> = {
  persons: [
    {
      query: 'Bach, J. S.',
      better: 'Johann Sebastian Bach',
      worse: 'Johann Christian Bach',
      why: 'Both initials fit; the order of an index is turned round.',
    },
    {
      query: 'Bach, Johann Christian',
      better: 'Johann Christian Bach',
      worse: 'Johann Sebastian Bach',
      why: 'A written-out name that differs is another person.',
    },
    {
      query: 'Johann Baptist Strauss II',
      better: 'Johann Strauss the Younger',
      worse: 'Johann Strauss the Elder',
      why: 'A number, "junior" and "the Younger" say the same of father and son.',
    },
    {
      query: 'Croix, Pierre de',
      better: 'Pierre Decroix',
      worse: 'Paul de Croix',
      why: 'The particle behind a name may be written together with it.',
    },
    {
      query: 'Wolfgang Amadeus Mozart',
      better: 'Wolfgang Amadeus Mozart',
      worse: 'Leopold Mozart',
      why: 'Equal words beat a shared surname.',
    },
    {
      query: 'Rosalind Franklyn',
      better: 'Rosalind Franklin',
      worse: 'Benjamin Franklin',
      why: 'One letter is a slip, another given name is another person.',
    },
    { query: 'Frantz Schubbert', better: 'Franz Schubert', worse: 'Robert Schumann', why: 'Slips in both words.' },
    { query: 'Elizabeth II', better: 'Elizabeth II', worse: 'Elizabeth I', why: 'The number tells the queens apart.' },
    {
      query: 'Van Gogh, Vincent',
      better: 'Vincent van Gogh',
      worse: 'Theo van Gogh',
      why: 'Inversion with a particle.',
    },
    {
      query: 'Martin Luther King',
      better: 'Martin Luther King Jr.',
      worse: 'Martin Luther',
      why: 'What stands behind a name tells less than a word of it.',
    },
    {
      query: 'Dr. Rosalind Franklin',
      better: 'Rosalind Franklin',
      worse: 'Dr. Benjamin Franklin',
      why: 'A title tells less than a name.',
    },
    { query: 'Jose Saramago', better: 'José Saramago', worse: 'José Martí', why: 'Diacritics do not count.' },
  ],
  organisations: [
    {
      query: 'Univ. of Zurich',
      better: 'University of Zurich',
      worse: 'University of Basel',
      why: 'An abbreviation of the frequent word, the rare word equal.',
    },
    {
      query: 'Dept of Energy',
      better: 'Department of Energy',
      worse: 'Department of Education',
      why: 'A contraction; the rare word decides.',
    },
    {
      query: 'Massachusetts Inst. Tech.',
      better: 'Massachusetts Institute of Technology',
      worse: 'Georgia Institute of Technology',
      why: 'Two abbreviations, a little word left out.',
    },
    { query: 'Siemens', better: 'Siemens AG', worse: 'Simmons Ltd', why: 'A legal form says little.' },
    {
      query: 'Siemens Aktiengesellschaft',
      better: 'Siemens AG',
      worse: 'Siemens Healthineers AG',
      why: 'A legal form may be written out.',
    },
    {
      query: 'Northern Railway Museum',
      better: 'Northern Railway Museum',
      worse: 'Southern Railway Museum',
      why: 'Words that look alike may be opposites.',
    },
    {
      query: 'Department of Physics, University of Basel, Basel, Switzerland',
      better: 'University of Basel',
      worse: 'Department of Education',
      why: 'A whole name inside a long address is good evidence.',
    },
    {
      query: 'Institut Pasteur',
      better: 'Pasteur Institute',
      worse: 'Georgia Institute of Technology',
      why: 'Cognates and another word order.',
    },
  ],
  kinds: [
    {
      query: 'Cyclorana platycephala',
      better: 'Litoria platycephala',
      worse: 'Cyclorana',
      why: 'A name with which others are made is that of a kind.',
    },
    {
      query: 'Cyclorana alboguttata',
      better: 'Cyclorana alboguttata',
      worse: 'Cyclorana',
      why: 'The whole name is there.',
    },
    {
      query: 'Cyclorana cultripes',
      better: 'Cyclorana cultripes',
      worse: 'Cyclorana novaehollandiae',
      why: 'The word that tells the kinds apart decides.',
    },
  ],
  places: [
    { query: 'Muenchen', better: 'München', worse: 'Münster', why: 'A misspelling by old rules.' },
    {
      query: 'Newcastle upon Tyne',
      better: 'New Castle upon Tyne',
      worse: 'Newcastle under Lyme',
      why: 'Joined and split words.',
    },
    { query: 'St Petersburg', better: 'Saint Petersburg', worse: 'Petersfield', why: 'A contraction at the start.' },
    { query: 'Rio de Janiero', better: 'Rio de Janeiro', worse: 'Rio Grande', why: 'Two letters exchanged.' },
    { query: 'the Kingdom of Norway', better: 'Norway', worse: 'Norwich', why: 'A formal name holds the short one.' },
    { query: 'Москва', better: 'Москва', worse: 'Муром', why: 'Other scripts are compared as they are.' },
  ],
  works: [
    { query: 'Symphony No. 5', better: 'Symphony No. 5', worse: 'Symphony No. 6', why: 'The number must agree.' },
    {
      query: '2008 Wimbledon Championships',
      better: '2008 Wimbledon Championships',
      worse: '2009 Wimbledon Championships',
      why: 'The year must agree.',
    },
    {
      query: 'Lord of the Rings',
      better: 'The Lord of the Rings',
      worse: 'Lord of the Flies',
      why: 'An article is left out; the rare word decides.',
    },
    { query: 'War & Peace', better: 'War and Peace', worse: 'War of the Worlds', why: 'A sign for a word.' },
    {
      query: 'Hamlet (play)',
      better: 'Hamlet',
      worse: 'Hamlet, Prince of Denmark: a play',
      why: 'A note in brackets counts little.',
    },
  ],
  products: [
    {
      query: 'Canon EOS 5D Mark III',
      better: 'Canon EOS 5D Mark 3',
      worse: 'Canon EOS 5D Mark IV',
      why: 'A Roman number equals its digits.',
    },
    {
      query: 'Netgear switch FS105',
      better: 'Netgear ProSafe Ethernet Switch FS105NA',
      worse: 'Netgear ProSafe Ethernet Switch FS108NA',
      why: 'A part number may have a suffix, but not another digit.',
    },
    {
      query: 'Nokia 3310 black',
      better: 'Nokia 3310',
      worse: 'Nokia 3210 black',
      why: 'A colour may be missing, a number may not differ.',
    },
  ],
  taxa: [
    {
      query: 'Quercus robur L.',
      better: 'Quercus robur',
      worse: 'Quercus rubra',
      why: 'An author is extra; another epithet is another species.',
    },
    { query: 'Q. rubra', better: 'Quercus rubra', worse: 'Quercus robur', why: 'The genus is an initial.' },
    { query: 'Bellis perenis', better: 'Bellis perennis', worse: 'Bellis annua', why: 'A letter left out.' },
  ],
};
