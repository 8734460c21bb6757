import { selfSignedCertificate } from '../self-signed-certificate.js';

/** A user of the cluster. */
export interface ClusterUser {
  readonly user: string;
  readonly password: string;
}

/** May do everything in the cluster; writes and switches indexes; may only search. */
export const CLUSTER_ADMIN: ClusterUser = { user: 'admin', password: 'admin-8Zt3' };
export const CLUSTER_INDEXER: ClusterUser = { user: 'indexer', password: 'index-7Qm2' };
export const CLUSTER_READER: ClusterUser = { user: 'reader', password: 'serve-4Kx9' };

/** bcrypt hashes of the three passwords, which open nothing but clusters of tests on this computer. */
const HASHES: readonly (readonly [ClusterUser, hash: string])[] = [
  [CLUSTER_ADMIN, '$2y$12$yyduObnXz1MvmEl2tKgR0uYmv8scgEx2dyakB2ZF5kVPYw9RzHKyG'],
  [CLUSTER_INDEXER, '$2y$12$4xccDtrcVsEu7VoWirEAe.pqgbQjqcOn8YelUvWZaysbBPBo155Aq'],
  [CLUSTER_READER, '$2y$12$Cp8oh0Vt8vdnEGamXkrw3eX4DmpA/SQctekg01.kKqKzJzSJ6jj.G'],
];

/** The roles of docs/operating.md. */
const ROLES = {
  indexer: {
    cluster_permissions: ['cluster_composite_ops', 'cluster_monitor'],
    index_permissions: [{ index_patterns: ['sameas-*'], allowed_actions: ['indices_all'] }],
  },
  reader: {
    cluster_permissions: ['cluster_composite_ops_ro', 'cluster:monitor/health', 'cluster:monitor/main'],
    index_permissions: [{ index_patterns: ['sameas-*'], allowed_actions: ['read', 'indices:admin/aliases/get'] }],
  },
};

const LOG4J = `status = error
appender.file.type = File
appender.file.name = file
appender.file.fileName = \${sys:opensearch.logs.base_path}\${sys:file.separator}node.log
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = [%d{ISO8601}][%-5p][%c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.file.ref = file
`;

/** Path below the configuration folder of a node → content; the same for all nodes of a cluster, beside their opensearch.yml. JSON is YAML. */
export function clusterFiles(): ReadonlyMap<string, string> {
  const { cert, key } = selfSignedCertificate(1, new Date(Date.now() + 86_400_000));
  const security = (type: string, content: object): readonly [string, string] => [
    `opensearch-security/${type === 'internalusers' ? 'internal_users' : type === 'actiongroups' ? 'action_groups' : type === 'rolesmapping' ? 'roles_mapping' : type === 'nodesdn' ? 'nodes_dn' : type}.yml`,
    JSON.stringify({ _meta: { type, config_version: 2 }, ...content }),
  ];
  return new Map([
    ['certificate.pem', cert],
    ['key.pem', key],
    ['log4j2.properties', LOG4J],
    security('config', {
      config: {
        dynamic: {
          authc: {
            passwords: {
              http_enabled: true,
              transport_enabled: true,
              order: 0,
              http_authenticator: { type: 'basic', challenge: true },
              authentication_backend: { type: 'intern' },
            },
          },
        },
      },
    }),
    security(
      'internalusers',
      Object.fromEntries(HASHES.map(([{ user }, hash]) => [user, { hash, backend_roles: [user] }])),
    ),
    security('roles', ROLES),
    security('rolesmapping', {
      all_access: { backend_roles: ['admin'] },
      indexer: { backend_roles: ['indexer'] },
      reader: { backend_roles: ['reader'] },
    }),
    security('actiongroups', {}),
    security('tenants', {}),
    security('nodesdn', {}),
    security('whitelist', { config: { enabled: false, requests: {} } }),
    security('allowlist', { config: { enabled: false, requests: {} } }),
    security('audit', { config: { enabled: false } }),
  ]);
}

/** Lines of opensearch.yml by which the security plugin uses them. */
export function securitySettings(): Readonly<Record<string, string | boolean>> {
  return {
    ...tlsOf('transport'),
    ...tlsOf('http'),
    'plugins.security.ssl.http.enabled': true,
    'plugins.security.ssl.transport.enforce_hostname_verification': false,
    'plugins.security.allow_default_init_securityindex': true,
    'plugins.security.nodes_dn': '["CN=localhost"]',
    'plugins.security.authcz.admin_dn': '["CN=nobody"]',
  };
}

function tlsOf(layer: 'transport' | 'http'): Readonly<Record<string, string>> {
  const setting = `plugins.security.ssl.${layer}`;
  return {
    [`${setting}.pemcert_filepath`]: 'certificate.pem',
    [`${setting}.pemkey_filepath`]: 'key.pem',
    [`${setting}.pemtrustedcas_filepath`]: 'certificate.pem',
  };
}
