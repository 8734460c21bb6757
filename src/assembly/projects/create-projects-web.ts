import { resolve } from 'node:path';
import { isLoopback } from '../../foundation/is-loopback.js';
import type { Observe } from '../../foundation/observation.js';
import type { Settings } from '../../settings/setting-definitions.js';
import type { ProjectsWebOptions } from '../../web/commands/projects-port.js';
import { createCsrfTokens } from '../../web/commands/csrf-tokens.js';
import { SOFTWARE_VERSION } from '../../foundation/software-version.js';
import { ProjectsService } from './projects-service.js';

interface ProjectsWeb {
  readonly options: ProjectsWebOptions;
  /** Absolute. */
  readonly dataFolder: string;
  readonly close: () => Promise<void>;
}

/** The addresses at which the service finds itself for candidates; locally also `localhost`. */
function ownAddressesOf(address: string): readonly string[] {
  if (address === '') return [];
  const url = new URL(address);
  if (!isLoopback(url.hostname)) return [address];
  url.hostname = 'localhost';
  return [address, url.href];
}

/**
 * The projects wing by the settings; `ownAddress` is called once the service listens. Errors: those of
 * `takeDataFolder`.
 */
export function createProjectsWeb(settings: Settings, ownAddress: () => string, observe: Observe): ProjectsWeb {
  const dataFolder = resolve(settings.dataDir);
  const port = new ProjectsService({
    dataFolder,
    workers: settings.projectWorkers,
    memoryBytes: settings.projectMemoryBytes,
    stallMs: settings.stallTimeoutMs,
    previewMs: settings.previewTimeoutMs,
    commandMs: settings.commandTimeoutMs,
    fileMs: settings.fileTimeoutMs,
    ownAddresses: () => ownAddressesOf(ownAddress()),
    urlAccess: settings.urlAccess,
    observe,
  });
  return {
    dataFolder,
    close: () => port.close(),
    options: {
      port,
      tokens: createCsrfTokens(),
      csrf: settings.csrf,
      maxUploadBytes: settings.maxUploadBytes,
      softwareVersion: SOFTWARE_VERSION,
    },
  };
}
