import { describeService } from '../../protocols/describe-service.js';
import type { DatasetSnapshot } from '../../scoring/snapshot.js';

/** A service that columns of projects are reconciled with. */
export interface OwnService {
  /** What the dataset is called. */
  readonly name: string;
  /** Its address; ends with a slash. */
  readonly service: string;
  readonly identifierSpace: string;
  readonly schemaSpace: string;
}

/** The service of a dataset, as the projects wing names it in columns that it has reconciled. `baseUrl`: its address, no slash at the end. */
export function ownServiceOf(snapshot: DatasetSnapshot, baseUrl: string, batchSize: number): OwnService {
  const { identifierSpace, schemaSpace } = describeService(snapshot, baseUrl, batchSize);
  return { name: snapshot.dataset.metadata.name, service: `${baseUrl}/`, identifierSpace, schemaSpace };
}
