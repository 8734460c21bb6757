// Starts the application, uses it as a browser and another program would, and says what differs from what is expected. `node try.js`; exit code 0 when all is well.
import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createClient } from 'sameas/client';

const app = spawn(process.execPath, [fileURLToPath(new URL('app.js', import.meta.url))], {
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => app.once('exit', resolve));
try {
  const origin = await new Promise((resolve, reject) => {
    app.stdout.setEncoding('utf8').on('data', (text) => resolve(/http:[^ ]*\d/.exec(text)[0]));
    app.once('exit', (code) => reject(new Error(`The application ended with ${code}.`)));
  });
  const page = await (await fetch(`${origin}/`)).text();
  const script = /src="([^"]*sameas-suggest\.js)"/.exec(page)[1];
  assert.match(await (await fetch(new URL(script, origin))).text(), /customElements/);
  const add = async (form) =>
    (await fetch(`${origin}/books`, { method: 'POST', body: new URLSearchParams(form) })).json();
  assert.deepEqual(await add({ title: 'Things Fall Apart', author: 'a2', 'author-text': 'Chinua Achebe' }), {
    title: 'Things Fall Apart',
    author: { id: 'a2', name: 'Chinua Achebe' },
  });
  assert.deepEqual(await add({ title: 'Orlando', 'author-text': 'Woolf, Virginia' }), {
    title: 'Orlando',
    author: { id: 'a1', name: 'Virginia Woolf' },
  });
  assert.deepEqual(await add({ title: 'Beowulf', 'author-text': 'Anonymous' }), {
    title: 'Beowulf',
    author: { name: 'Anonymous' },
  });
  assert.equal((await (await fetch(`${origin}/books`)).json()).length, 3);
  const service = createClient(`${origin}/authors/`);
  assert.deepEqual(
    (await service.suggest('haru')).map(({ id }) => id),
    ['a5'],
  );
  const answers = [];
  for await (const answer of service.reconcileAll(['Clarice Lispektor', 'Pamuk, Orhan']))
    answers.push(answer.candidates[0]?.id);
  assert.deepEqual(answers, ['a3', 'a4']);
  assert.equal((await fetch(`${origin}/authors/nothing`)).status, 404);
  console.log('The example application works.');
} finally {
  app.kill();
  await ended;
}
