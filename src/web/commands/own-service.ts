import { describeService } from '../../protocols/describe-service.js';
import type { DatasetSnapshot } from '../../scoring/snapshot.js';

export interface OwnService {
  readonly name: string;
  /** Its address; ends with a slash. */
  readonly service: string;
  readonly identifierSpace: string;
  readonly schemaSpace: string;
}

/** The service of a dataset, as columns of projects record it. `baseUrl`: its address, no slash at the end. */
export function ownServiceOf(snapshot: DatasetSnapshot, baseUrl: string, batchSize: number): OwnService {
  const { identifierSpace, schemaSpace } = describeService(snapshot, baseUrl, batchSize);
  return { name: snapshot.dataset.metadata.name, service: `${baseUrl}/`, identifierSpace, schemaSpace };
}
