// One round with the client `openrefine` for Node: node with_openrefine.mjs FOLDER_OF_THE_CLIENT ADDRESS FILE RECIPE OUTPUT; prints what the client saw as one line of JSON.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder, address, file, recipe, output] = process.argv.slice(2);
const { OpenRefine } = createRequire(join(folder, 'node_modules', 'any.js'))('openrefine');

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

async function oneRound() {
  const client = OpenRefine(address);
  const project = client.project('round trip');
  const { project_id: id } = await project.upload(file);
  const before = await client.projects_metadata();
  // The client starts the next step on its own clock: what `apply` waits for can be awaited a moment later, what `download` and `delete` wait for cannot.
  project.apply(recipe);
  await pause();
  await project;
  project.download('csv', output);
  while (!existsSync(output)) await pause();
  project.delete();
  let left = Object.keys((await client.projects_metadata()).projects);
  for (let tries = 0; left.includes(String(id)) && tries < 500; tries += 1) {
    await pause();
    left = Object.keys((await client.projects_metadata()).projects);
  }
  return { project: String(id), name: before.projects[id].name, rows: before.projects[id].rowCount, left };
}

console.log(JSON.stringify(await oneRound()));
