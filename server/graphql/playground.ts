import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { escapeJsonInMarkup } from '#engine/shared/escape.ts';
import { persistedDocuments } from '#schemas/generated/graphql/persisted-documents.ts';
import { style } from '#server/http/routes/dev-mailbox/style.ts';

const ownStyle = `label{display:block;margin:1.25rem 0 .4rem;font-weight:600}
select,textarea{width:100%;font:inherit;padding:.6rem;border:1px solid currentColor;border-radius:2px;background:none;color:inherit}
textarea{font-family:ui-monospace,monospace;font-size:.875rem;resize:vertical}
button{margin:1.25rem 0;padding:.75rem 1.5rem;font:inherit;cursor:pointer}
output{display:block;white-space:pre-wrap;font-family:ui-monospace,monospace;font-size:.875rem;overflow-wrap:anywhere}`;

/** Inline script of the page; the CSP contains its hash. */
const script = `const { endpoint, documents } = JSON.parse(document.getElementById('documents').textContent);
const find = (id) => document.getElementById(id);
const names = Object.keys(documents);
for (const name of names) find('operation').append(new Option(name));
const readVariables = (text) => Object.fromEntries([...text.matchAll(/\\$(\\w+): (\\w+)/g)].map(([, name, type]) =>
  [name, type === 'Locale' ? 'en' : name === 'idempotencyKey' ? crypto.randomUUID() : type === 'RegistrationInput' ? {} : '']));
const show = () => {
  const text = documents[find('operation').value];
  find('document').value = text;
  find('variables').value = JSON.stringify(readVariables(text), null, 2);
};
find('operation').addEventListener('change', show);
find('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const answer = find('answer');
  answer.value = 'Waiting …';
  try {
    const body = JSON.stringify({ query: find('document').value, variables: JSON.parse(find('variables').value || '{}') });
    const response = await fetch(endpoint, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    answer.value = response.status + '\\n' + JSON.stringify(await response.json(), null, 2);
  } catch (error) {
    answer.value = String(error);
  }
});
show();`;

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const css = style + ownStyle;
const policy = `default-src 'none'; style-src ${hash(css)}; script-src ${hash(script)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** `/dev/graphql`: a playground. Demo mode only. */
export function addGraphqlPlayground(app: FastifyInstance, basePath: string, open: boolean): void {
  const html = page(basePath, open);
  app.get('/dev/graphql', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policy, 'X-Robots-Tag': 'noindex' })
      .send(html),
  );
}

function page(basePath: string, open: boolean): string {
  const documents = Object.fromEntries(
    Object.values(persistedDocuments).map((text) => [/^\w+ (\w+)/.exec(text)?.[1] ?? '', text]),
  );
  // Subscriptions are not available over HTTP.
  const offered = Object.entries(documents).filter(([, text]) => !text.startsWith('subscription'));
  const note = open
    ? 'Every document is executed within the limits.'
    : 'Only the documents below are executed as they stand; start the server with GRAPHQL_PERSISTED_ONLY=false to write your own.';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>GraphQL</title><style>${css}</style></head><body><main>
<header><p class="eyebrow">Demo</p><h1>GraphQL</h1><p>${note} The schema is explained in docs/graphql.md.</p></header>
<form id="form">
<label for="operation">Operation</label><select id="operation"></select>
<label for="document">Document</label><textarea id="document" rows="14" spellcheck="false"></textarea>
<label for="variables">Variables (JSON)</label><textarea id="variables" rows="8" spellcheck="false"></textarea>
<button type="submit">Send</button>
</form>
<output id="answer" for="document variables" aria-live="polite"></output>
</main>
<script type="application/json" id="documents">${escapeJsonInMarkup({ endpoint: `${basePath}graphql`, documents: Object.fromEntries(offered) })}</script>
<script type="module">${script}</script></body></html>`;
}
