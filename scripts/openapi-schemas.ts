import { readFileSync, writeFileSync } from 'node:fs';
import { generatedSchemas, withGeneratedSchemas } from '../test/support/openapi-document.js';

/* Writes the schemas of the protocol's messages, as src/protocols/ has them, into openapi.yaml. Run it with: npx tsx scripts/openapi-schemas.ts */

const file = new URL('../openapi.yaml', import.meta.url);
writeFileSync(file, withGeneratedSchemas(readFileSync(file, 'utf8'), generatedSchemas()));
