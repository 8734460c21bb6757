import { ProjectsService } from '../../src/assembly/projects/projects-service.js';

/** The projects of a data folder, with two workers that have all the time they need and may ask no other address. */
export function startProjectsService(dataFolder: string): ProjectsService {
  return new ProjectsService({
    dataFolder,
    workers: 2,
    memoryBytes: 256 * 1024 * 1024,
    stallMs: 60_000,
    previewMs: 30_000,
    commandMs: 60_000,
    fileMs: 60_000,
    ownAddresses: () => [],
    urlAccess: 'off',
    observe: () => undefined,
  });
}
