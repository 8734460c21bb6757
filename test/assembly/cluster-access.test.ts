import { describe, expect, it } from '@jest/globals';
import { readClusterAccess, type ClusterSettings } from '../../src/assembly/cluster-access.js';

const NOTHING: ClusterSettings = {
  searchCluster: '',
  searchClusterUser: '',
  searchClusterPasswordFile: '',
  searchClusterPassword: '',
  searchClusterCaFile: '',
};
const nodesOf = (searchCluster: string): readonly string[] | undefined =>
  readClusterAccess({ ...NOTHING, searchCluster })?.nodes;

describe('the addresses of a search cluster', () => {
  it('are separated by commas; without one there is no cluster', () => {
    expect(nodesOf('https://one.example.org:9200/, https://two.example.org:9200')).toEqual([
      'https://one.example.org:9200',
      'https://two.example.org:9200',
    ]);
    expect(nodesOf('')).toBeUndefined();
  });

  it('are encrypted, except on this computer', () => {
    expect(nodesOf('http://127.0.0.1:9200,http://localhost:9201,http://[::1]:9202')).toHaveLength(3);
    expect(() => nodesOf('http://one.example.org:9200')).toThrow('not encrypted');
    expect(() => nodesOf('http://127.0.0.1.example.org:9200')).toThrow('not encrypted');
    expect(() => nodesOf('search:9200')).toThrow('no https:// address');
  });

  it('hold no password, which would be shown', () => {
    expect(() => nodesOf('https://reader:secret@one.example.org:9200')).toThrow(
      /^(?!.*secret).*holds a user or a password/,
    );
  });

  it('go with a password from the environment, before which a file goes that was named', () => {
    const passwordOf = (different: Partial<ClusterSettings>): string | undefined =>
      readClusterAccess({
        ...NOTHING,
        searchCluster: 'https://one.example.org:9200',
        searchClusterPassword: 'from-the-environment',
        ...different,
      })?.password;
    expect(passwordOf({})).toBe('from-the-environment');
    expect(() => passwordOf({ searchClusterPasswordFile: '/not/there' })).toThrow('/not/there cannot be read');
  });
});
