import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const POM = fileURLToPath(new URL('pom.xml', import.meta.url));
const VERSION = '2.19.4';

/** The server's parts that Maven Central has without the descriptor that a distribution adds to each. */
const MODULES: Readonly<Record<string, { readonly plugin: string; readonly policy?: string }>> = {
  'transport-netty4': {
    plugin: 'org.opensearch.transport.Netty4Plugin',
    policy: `grant {
  permission java.io.FilePermission "/proc/sys/net/core/somaxconn", "read";
  permission java.net.SocketPermission "*", "accept,connect";
  permission java.lang.RuntimePermission "*", "setContextClassLoader";
  permission java.lang.RuntimePermission "getClassLoader";
  permission java.util.PropertyPermission "sun.nio.ch.bugLevel", "write";
};
`,
  },
  'analysis-common': { plugin: 'org.opensearch.analysis.common.CommonAnalysisPlugin' },
  'mapper-extras': { plugin: 'org.opensearch.index.mapper.MapperExtrasPlugin' },
};

/**
 * The folder of an OpenSearch server with its security plugin: that of an earlier call, or one that Maven fetches now (100 MB, once). Everybody may read it, as the
 * server does not run as root. Throws when there is neither Maven nor a Java of version 17.
 */
export function layOutServer(): string {
  const home = process.env['TEST_SEARCH_CLUSTER_HOME'] ?? join(tmpdir(), `sameas-opensearch-${VERSION}`);
  if (existsSync(join(home, 'complete'))) return home;
  const under = `${home}-${process.pid}`;
  try {
    execFileSync('mvn', ['-q', '-B', '-f', POM, `-Dhome=${under}`, 'package'], { stdio: 'pipe' });
  } catch (cause) {
    throw new Error(
      'Maven could not fetch OpenSearch. The tests of test/clients/search-cluster need maven and openjdk-17-jdk-headless, which .ci/run installs.',
      { cause },
    );
  }
  for (const [name, { plugin, policy }] of Object.entries(MODULES)) {
    const folder = join(under, 'modules', name);
    const descriptor = {
      description: name,
      version: VERSION,
      name,
      classname: plugin,
      'java.version': '11',
      'opensearch.version': VERSION,
      'extended.plugins': '',
      'has.native.controller': 'false',
    };
    writeFileSync(
      join(folder, 'plugin-descriptor.properties'),
      Object.entries(descriptor)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    );
    if (policy !== undefined) writeFileSync(join(folder, 'plugin-security.policy'), policy);
  }
  // The server looks for these, and may not make them.
  for (const name of ['bin', 'config']) mkdirSync(join(under, name));
  writeFileSync(join(under, 'complete'), '');
  try {
    renameSync(under, home);
  } catch {
    // Somebody else was quicker, or broke off before the end.
    if (existsSync(join(home, 'complete'))) rmSync(under, { recursive: true, force: true });
    else return under;
  }
  return home;
}
