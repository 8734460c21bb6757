import { readInMemory } from '../../src/scoring/snapshot.js';
import { describeDatasetAccess } from '../contract/dataset-access.contract.js';
import { clusterContents } from '../support/cluster-contents.js';

describeDatasetAccess('in memory', (snapshot) => ({ snapshot, read: readInMemory(snapshot) }));
describeDatasetAccess('whose contents the tests of pages refuse outside of read', clusterContents);
