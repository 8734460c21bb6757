// A catalogue of books whose authors are chosen from a dataset. The application has its own routes; below /authors, sameas answers the reconciliation protocol: for the box in the form, for
// OpenRefine, and for other programs.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { createReconciliationRouter, openDataset } from 'sameas';

const authors = await openDataset(fileURLToPath(new URL('authors.csv', import.meta.url)));
const books = [];

const app = express();
// Before anything that reads bodies.
app.use('/authors', createReconciliationRouter(authors));
app.use(express.urlencoded());
app.use(express.json());

app.get('/', (_request, response) => response.sendFile(fileURLToPath(new URL('page.html', import.meta.url))));

app.get('/books', (_request, response) => response.json(books));

// The form sends the id that was chosen, and the text: where nothing was chosen, the text is matched here.
app.post('/books', async (request, response) => {
  const { title = '', author = '', 'author-text': text = '' } = request.body ?? {};
  if (title === '') return response.status(400).json({ message: 'A book has a title.' });
  const [best] = author !== '' || text === '' ? [] : await authors.reconcile(text);
  const id = author !== '' ? author : best?.match === true ? best.id : undefined;
  const book = {
    title,
    author: id === undefined ? { name: text } : { id, name: (await authors.entity(id))?.name ?? text },
  };
  books.push(book);
  response.status(201).json(book);
});

const server = createServer(app).listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(
    `Books: http://127.0.0.1:${server.address().port}/ · for OpenRefine: http://127.0.0.1:${server.address().port}/authors/`,
  );
});

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void authors.close();
});
