import { NODE_STORE_DISK } from '../../../src/foundation/store/store-disk.js';
import { durableStoreContract } from '../../contract/durable-store.contract.js';

durableStoreContract('the disk of this machine', NODE_STORE_DISK);
