import { readFileSync } from 'node:fs';
import type { ClusterAccess } from '../cluster/cluster-connection.js';
import { isLoopback } from '../foundation/is-loopback.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';

export type ClusterSettings = Pick<
  Settings,
  'searchCluster' | 'searchClusterUser' | 'searchClusterPasswordFile' | 'searchClusterPassword' | 'searchClusterCaFile'
>;

/**
 * Access to the search cluster of the settings. Throws `setting-invalid` without a cluster or a dataset, and the errors
 * of `readClusterAccess`.
 */
export function needClusterAccess(settings: ClusterSettings & Pick<Settings, 'dataset'>): ClusterAccess {
  const access = readClusterAccess(settings);
  if (access === undefined || settings.dataset === '')
    throw new SameasError('setting-invalid', 'A dataset in a search cluster needs its address and its name.', {
      advice: 'Name both: --search-cluster URL --dataset NAME.',
      facts: { setting: 'dataset' },
    });
  return access;
}

/**
 * Access to the search cluster of the settings; `undefined` without one. Throws `setting-invalid` for a forbidden
 * address, `file-unreadable` for an unreadable file.
 */
export function readClusterAccess({
  searchCluster,
  searchClusterUser: user,
  searchClusterPasswordFile,
  searchClusterPassword,
  searchClusterCaFile,
}: ClusterSettings): ClusterAccess | undefined {
  if (searchCluster === '') return undefined;
  return {
    nodes: searchCluster.split(',').map((address) => nodeAddress(address.trim())),
    user,
    // The file was named on purpose. Editors end files with a line break.
    password:
      searchClusterPasswordFile === ''
        ? searchClusterPassword
        : readText('searchClusterPasswordFile', searchClusterPasswordFile).replace(/\r?\n$/, ''),
    ca: searchClusterCaFile === '' ? undefined : readText('searchClusterCaFile', searchClusterCaFile),
  };
}

function nodeAddress(address: string): string {
  const url = URL.parse(address);
  // Without the address, which may hold a password.
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw invalid(
      'an address of the search cluster is no https:// address.',
      'Write the addresses of nodes with commas between, such as https://search-1.example.org:9200.',
    );
  if (url.username !== '' || url.password !== '')
    throw invalid(
      `the address of ${url.host} holds a user or a password.`,
      'Addresses are shown in messages and logs: set searchClusterUser and searchClusterPasswordFile in their place.',
    );
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw invalid(`${url.origin} is not encrypted.`, 'Use https:// for a node on another computer.');
  return url.origin;
}

function invalid(message: string, advice: string): SameasError {
  return new SameasError('setting-invalid', `searchCluster: ${message}`, {
    advice,
    facts: { setting: 'searchCluster' },
  });
}

function readText(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SameasError('file-unreadable', `${setting}: the file ${path} cannot be read.`, {
      advice: 'Check the path, and let the user of the program read the file.',
      facts: { file: path },
      cause,
    });
  }
}
