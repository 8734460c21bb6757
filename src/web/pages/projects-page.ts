import { html, type SafeHtml } from '../../foundation/escape-html.js';
import type { Exchange, Site } from '../exchange.js';
import type { Words } from '../messages/words.js';
import { formatCount } from './format-values.js';
import { pageFrame } from './page-frame.js';

interface ListedProjectLine {
  readonly id: string;
  readonly name: string;
  readonly rowCount: number;
  readonly modified: string;
}

interface ProjectsPageContent {
  readonly baseUrl: string;
  readonly site: Site;
  readonly words: Words;
  /** The latest first. */
  readonly projects: readonly ListedProjectLine[];
  /** Unreadable projects, with the reason, by id. */
  readonly damaged: readonly (readonly [string, string])[];
  readonly csrfToken: string;
}

/** All projects, and a form to make another one from a file. */
export function projectsPage({ baseUrl, site, words, projects, damaged, csrfToken }: ProjectsPageContent): SafeHtml {
  const { say } = words;
  const lines = projects.map(
    ({ id, name, rowCount, modified }) =>
      html`<tr><td><a href="${baseUrl}/project?project=${id}">${name}</a></td><td class="number">${formatCount(rowCount)}</td><td><time datetime="${modified}">${modified.slice(0, 16).replace('T', ' ')}</time></td><td><code>${id}</code></td></tr>`,
  );
  const list =
    projects.length === 0
      ? html`<p>${say('There is no project yet.')}</p>`
      : html`<table class="projects"><thead><tr><th scope="col">${say('Name')}</th><th scope="col" class="number">${say('Rows')}</th><th scope="col">${say('Changed (UTC)')}</th><th scope="col">${say('Identifier')}</th></tr></thead><tbody>${lines}</tbody></table>`;
  const faults =
    damaged.length === 0
      ? undefined
      : html`<h2>${say('Damaged')}</h2><dl>${damaged.map(([id, message]) => html`<dt><code>${id}</code></dt><dd>${message}</dd>`)}</dl>`;
  const body = html`<main>
<h1>${say('Projects')}</h1>
<p class="summary">${words.html('Tables that programs can clean by the command interface at {address}.', { address: html`<code>${baseUrl}/command/core/</code>` })}</p>
<p>${words.html('To match names, you need no project: {match}.', { match: html`<a href="${baseUrl}${site.shows === 'all datasets' ? '/' : '/runs'}">${say('Match a table')}</a>` })}</p>
${list}
${faults}
<h2>${say('Create a project from a file')}</h2>
${uploadForm({ baseUrl, words, csrfToken })}
</main>`;
  return pageFrame({ title: say('Projects'), body, baseUrl, site, words, size: 'full', place: 'projects' });
}

/** The form for a file; with an error at its first field. */
export function uploadForm({
  baseUrl,
  words: { say },
  csrfToken,
  fault,
}: Pick<ProjectsPageContent, 'baseUrl' | 'words' | 'csrfToken'> & { readonly fault?: SafeHtml }): SafeHtml {
  const [alert, invalid] =
    fault === undefined
      ? [html``, html``]
      : [
          html`<p class="fault whole" id="fault" role="alert">${fault}</p>`,
          html` aria-invalid="true" aria-describedby="fault"`,
        ];
  return html`<form action="${baseUrl}/command/core/create-project-from-upload?csrf_token=${csrfToken}" method="post" enctype="multipart/form-data">${alert}<label>${say('File')} <input type="file" name="project-file" required${invalid}></label><label>${say('Name (empty: that of the file)')} <input name="project-name"></label><button>${say('Create project')}</button></form>
<p>${say('CSV and TSV, JSON, XML, spreadsheets (xls, xlsx, ods) and plain text, each also in a gzip or zip file.')} ${say('Archives of projects from OpenRefine (.openrefine.tar.gz) bring their history.')}</p>`;
}

/** The page of a service without projects. */
export function noProjectsPage({ baseUrl, site, words }: Pick<Exchange, 'baseUrl' | 'site' | 'words'>): SafeHtml {
  const { say } = words;
  const body = html`<main>
<h1>${say('Projects')}</h1>
<p>${say('This service keeps no projects. Projects are tables that programs clean by the commands of OpenRefine. To have them, start the service with a folder for them:')}</p>
<pre><code>sameas serve people.csv --data-dir data</code></pre>
</main>`;
  return pageFrame({ title: say('Projects'), body, baseUrl, site, words, size: 'full', place: 'projects' });
}
