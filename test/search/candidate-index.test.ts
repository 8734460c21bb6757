import { attachCandidateIndex } from '../../src/search/choose-candidate-index.js';
import { attachLabelTable } from '../../src/search/attach-label-table.js';
import { createBruteForceIndex } from '../support/brute-force-index.js';
import { attachIndexes } from '../../src/search/choose-candidate-index.js';
import { candidateIndexContract } from '../contract/candidate-index.contract.js';
import { searchFixture } from '../support/search-fixture.js';

candidateIndexContract({
  name: 'compiled postings',
  build: (entities) => attachCandidateIndex(searchFixture(entities).sections),
  skips: {},
});

candidateIndexContract({
  name: 'brute force',
  build: (entities) => createBruteForceIndex(attachLabelTable(searchFixture(entities).sections)),
  skips: {
    'finds a name by its acronym: M.I.T.': 'it compares letters, of which an acronym shares too few',
    'finds a name by the name behind an acronym in the data: North Atlantic Treaty Organization':
      'it compares letters, of which an acronym shares too few',
    'an expired deadline lowers the effort, says so, and still finds equal names':
      'it always looks at everything; that is its use as an oracle',
  },
});

candidateIndexContract({
  name: 'MiniSearch',
  build: (entities) => attachIndexes(searchFixture(entities).sections, 'minisearch').candidateIndex,
  skips: {},
});
