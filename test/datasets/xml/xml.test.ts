import { afterAll, describe, expect, it } from '@jest/globals';
import { loadForTest, loadingError } from '../../support/loaded-entities.js';
import { temporaryFolder } from '../../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const told = async (name: string, content: string): Promise<readonly (readonly string[])[]> => {
  const { entities, problems } = await loadForTest(folder.write(name, content));
  expect(problems).toEqual([]);
  return entities.map((entity) => [
    entity.id,
    entity.name,
    entity.types.join(),
    entity.aliases.map(({ text }) => text).join(' | '),
  ]);
};

describe('XML of libraries and archives', () => {
  it('MARCXML, with a prefix, in an answer of OAI-PMH', async () => {
    const xml = `<?xml version="1.0"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>
<record><header><identifier>oai:1</identifier></header><metadata>
<marc:record xmlns:marc="http://www.loc.gov/MARC21/slim"><marc:leader>00000nz  a2200000nc 4500</marc:leader>
<marc:controlfield tag="001">118529579</marc:controlfield>
<marc:datafield tag="035" ind1=" " ind2=" "><marc:subfield code="a">(DE-588)118529579</marc:subfield></marc:datafield>
<marc:datafield tag="100" ind1="1" ind2=" "><marc:subfield code="a">Einstein, Albert</marc:subfield><marc:subfield code="d">1879-1955</marc:subfield></marc:datafield>
<marc:datafield tag="400" ind1="1" ind2=" "><marc:subfield code="a">Ainshutain, A.</marc:subfield></marc:datafield>
</marc:record></metadata></record>
</ListRecords></OAI-PMH>`;
    expect(await told('oai.xml', xml)).toEqual([['118529579', 'Einstein, Albert', 'Person', 'Ainshutain, A.']]);
  });

  it('MODS', async () => {
    const xml = `<modsCollection xmlns="http://www.loc.gov/mods/v3">
<mods><titleInfo><nonSort>The</nonSort><title>tempest</title><subTitle>a comedy</subTitle></titleInfo><titleInfo type="alternative" lang="de"><title>Der Sturm</title></titleInfo>
<name type="personal"><namePart type="given">William</namePart><namePart type="family">Shakespeare</namePart><namePart type="date">1564-1616</namePart></name>
<typeOfResource>text</typeOfResource><originInfo><dateIssued>1623</dateIssued></originInfo><identifier type="isbn">9780141016641</identifier>
<recordInfo><recordIdentifier source="X">m1</recordIdentifier></recordInfo></mods>
<mods><titleInfo><title>Hamlet</title></titleInfo><typeOfResource>text</typeOfResource><recordInfo><recordIdentifier>m2</recordIdentifier></recordInfo></mods>
</modsCollection>`;
    expect(await told('mods.xml', xml)).toEqual([
      ['m1', 'The tempest: a comedy', 'text', 'Der Sturm'],
      ['m2', 'Hamlet', 'text', ''],
    ]);
  });

  it('components of EAD at every level, each an entity', async () => {
    const xml = `<!DOCTYPE ead PUBLIC "+//ISBN 1-931666-00-8//DTD ead.dtd//EN" "ead.dtd">
<ead><eadheader><eadid>x</eadid></eadheader><archdesc level="fonds"><did><unitid>F 1</unitid><unittitle>Papers of Ada Byron</unittitle></did>
<dsc><c01 level="series" id="s1"><did><unittitle>Letters, <unitdate>1830-1850</unitdate></unittitle></did>
<c02 level="file"><did><unitid>F 1/1</unitid><unittitle>Letters to Babbage</unittitle></did><controlaccess><persname>Babbage, Charles</persname></controlaccess></c02></c01></dsc></archdesc></ead>`;
    expect(await told('ead.xml', xml)).toEqual([
      ['F 1/1', 'Letters to Babbage', 'file', ''],
      ['s1', 'Letters, 1830-1850', 'series', ''],
      ['F 1', 'Papers of Ada Byron', 'fonds', ''],
    ]);
  });

  it('EAC-CPF', async () => {
    const xml = `<eac-cpf xmlns="urn:isbn:1-931666-33-4"><control><recordId>e1</recordId></control><cpfDescription><identity><entityType>person</entityType>
<nameEntry><part>Byron, Ada</part></nameEntry><nameEntry xml:lang="en"><part>Lovelace, Ada King, Countess of</part></nameEntry></identity>
<description><existDates><dateRange><fromDate>1815</fromDate><toDate>1852</toDate></dateRange></existDates></description></cpfDescription></eac-cpf>`;
    expect(await told('eac.xml', xml)).toEqual([['e1', 'Byron, Ada', 'person', 'Lovelace, Ada King, Countess of']]);
  });

  it('persons and places of TEI, and not who is named in other places', async () => {
    const xml = `<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><respStmt><name>An editor</name></respStmt></fileDesc></teiHeader><standOff>
<listPerson><person xml:id="p1"><persName><forename>Clara</forename> <surname>Schumann</surname></persName><persName type="birth">Clara Wieck</persName><birth when="1819-09-13">in <placeName>Leipzig</placeName></birth><idno type="GND">118609386</idno></person></listPerson>
<listPlace><place xml:id="l1"><placeName xml:lang="de">Leipzig</placeName><placeName xml:lang="la">Lipsia</placeName><location><geo>51.34 12.37</geo></location></place></listPlace></standOff></TEI>`;
    expect(await told('tei.xml', xml)).toEqual([
      ['p1', 'Schumann, Clara', 'Person', 'Clara Wieck'],
      ['l1', 'Leipzig', 'Place', 'Lipsia'],
    ]);
  });
});

describe('XML of any kind', () => {
  const TREES = `<?xml version="1.0" encoding="ISO-8859-1"?>
<garden><info><date>2020</date></info>
  <tree id="t1"><name xml:lang="en">Alder</name><name xml:lang="de">Erle</name><family><name>Betulaceae</name></family></tree>
  <tree id="t2"><name xml:lang="en">Birch</name><note>Bark is <i>white</i>.</note></tree>
</garden>`;

  it('is read by the element that comes again, and says which', async () => {
    const { entities, report, dataset } = await loadForTest(folder.write('trees.xml', TREES));
    expect(entities.map(({ id, name, nameLanguage, aliases }) => [id, name, nameLanguage, aliases])).toEqual([
      ['t1', 'Alder', 'en', [{ text: 'Erle', language: 'de' }]],
      ['t2', 'Birch', 'en', []],
    ]);
    expect(entities[1]?.description).toBe('Bark is white.');
    expect(dataset.properties.map(({ id }) => id)).toContain('family_name');
    expect(report.files[0]?.readAs).toBe('XML, the elements "tree"');
    expect(report.inferred[0]).toContain('the elements "garden/tree" were read as records');
  });

  it('is read by the element that a manifest names', async () => {
    const file = folder.write(
      'two.xml',
      '<data><a><b>1</b><b>2</b></a><people><person><name>Ada</name></person><person><name>Bob</name></person></people></data>',
    );
    for (const element of ['person', 'data/people/person']) {
      const { entities } = await loadForTest(
        folder.write('two.manifest.yaml', `files: [{ path: "${file}", element: ${element} }]\n`),
      );
      expect(entities.map(({ name }) => name)).toEqual(['Ada', 'Bob']);
    }
    const { code, message } = await loadingError(
      folder.write('two.manifest.yaml', `files: [{ path: "${file}", element: human }]\n`),
    );
    expect([code, message]).toEqual(['manifest-invalid', `${file} has no element "human".`]);
  });

  it('loses nothing in front of a fault, which is told with its line', async () => {
    const { entities, problems } = await loadForTest(folder.write('cut.xml', TREES.slice(0, TREES.indexOf('<note>'))));
    expect(entities.map(({ name }) => name)).toEqual(['Alder']);
    expect(problems).toEqual([
      expect.stringMatching(
        /^rejected not-xml ×1: line 4: The XML is incomplete here: unclosed tag: tree\. What follows was not read\.$/,
      ),
    ]);
  });

  it('with a text of more characters than the limit is refused with the limit', async () => {
    const long = folder.write('long.xml', `<list><item><name>${'a'.repeat(4_000_001)}</name></item></list>`);
    const { code, message, advice } = await loadingError(long);
    expect([code, message, advice]).toEqual([
      'file-damaged',
      `${long} is XML, but cannot be read from line 1 on: The XML has a text of more than 4000000 characters.`,
      'Leave the long text out of the file: names and values are shorter.',
    ]);
  });

  it('that grows when its entities are expanded is refused at once', async () => {
    const lols = Array.from({ length: 9 }, (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i};`.repeat(10)}">`).join('\n');
    const bomb = `<?xml version="1.0"?>\n<!DOCTYPE lolz [\n<!ENTITY lol0 "lol">\n${lols}\n]>\n<lolz><item><name>&lol9;</name></item><item><name>b</name></item></lolz>`;
    const { code, message } = await loadingError(folder.write('bomb.xml', bomb));
    expect(code).toBe('file-damaged');
    expect(message.replaceAll(folder.path, '.')).toBe(
      './bomb.xml is XML, but cannot be read from line 14 on: An entity is used (&…;) that XML does not have; entities that a document declares itself are not expanded.',
    );
  });
});
