import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the installed package, with package.json, data/ and docs/. The same from src/ and from dist/. */
function packageRoot(): string {
  return fileURLToPath(new URL('../../', import.meta.url));
}

/** The manifest of the dataset that is served when no file is named. */
export function embeddedManifest(): string {
  return join(packageRoot(), 'data', 'world-places.manifest.yaml');
}
