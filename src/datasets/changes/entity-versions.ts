import { createHash } from 'node:crypto';
import { SameasError } from '../../foundation/sameas-error.js';
import type { EntityRecord } from './entity-record.js';

/** Version of an entity: a hash, equal for equal records of any writer. */
export function versionOf(record: EntityRecord): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 16);
}

/** The headers If-Match and If-None-Match of a request, where present. */
export interface VersionDemands {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
}

/** Throws `version-outdated` when the entity (`undefined`: no such entity) fails these preconditions. */
export function checkVersion(
  id: string,
  current: EntityRecord | undefined,
  { ifMatch, ifNoneMatch }: VersionDemands,
): void {
  const version = current === undefined ? undefined : versionOf(current);
  if (ifMatch !== undefined && !isAmong(ifMatch, version)) {
    const what =
      version === undefined
        ? `There is no entity "${id.slice(0, 200)}" any more, or not yet.`
        : `The entity "${id.slice(0, 200)}" has been changed in the meantime.`;
    throw new SameasError('version-outdated', `${what} Nothing was written.`, {
      advice: 'Fetch the entity again, and send the change with the version that it has now.',
      facts: { id, ...(version !== undefined && { version }) },
    });
  }
  if (ifNoneMatch !== undefined && isAmong(ifNoneMatch, version)) {
    throw new SameasError(
      'version-outdated',
      `There is an entity "${id.slice(0, 200)}" already. Nothing was written.`,
      {
        advice: 'Use another id, or leave out If-None-Match to replace it.',
        facts: { id, ...(version !== undefined && { version }) },
      },
    );
  }
}

/** Whether a list of entity tags has this version; `*` matches every version. */
function isAmong(tags: string, version: string | undefined): boolean {
  if (version === undefined) return false;
  if (tags.trim() === '*') return true;
  return [...tags.matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === version);
}
