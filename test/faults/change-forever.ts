import { createProjectStore } from '../../src/projects/store/project-store.js';
import { dataFolderAt } from '../../src/projects/store/data-folder.js';
import { changeSample } from '../projects/store/sample-project.js';

/* Started by killed-project.test.ts: changes a project until it is killed, and says after each change that it is saved. */

const [path = '', id = ''] = process.argv.slice(2);
const store = createProjectStore(dataFolderAt(path), { cacheBytes: 0 });
let project = store.open(id);
for (let count = project.history.past.length + 1; ; count += 1) {
  if (count % 5 === 0 && project.history.past.length > 0) {
    const undone = project.history.past.at(-1);
    if (undone !== undefined) project = store.moveTo(project, { undoId: undone.id });
    process.stdout.write(`undone ${project.revision}\n`);
  }
  project = changeSample(store, project, `revision ${project.revision + 1}`, 300);
  process.stdout.write(`saved ${project.revision}\n`);
}
