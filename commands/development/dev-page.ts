import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { renderPage } from 'vike/server';
import type { Site } from '#engine/documents/types.ts';
import { hrefFor } from '#engine/routing/links.ts';
import type { Overview } from '#engine/vike/dev-page/overview.ts';
import { root } from '#server/platform/paths.ts';
import { pathOf } from '#server/site/holder/base-pages.ts';

/** Renders pages below `/dev`: the only ones that Vike renders itself, and only in development. */
export async function sendDevPage(
  request: IncomingMessage,
  response: ServerResponse,
  site: Site,
  next: () => void,
): Promise<void> {
  const overview = overviewOf(site, await askDesk());
  // Never rejects: Vike answers its own errors with its page for them.
  const { httpResponse } = await renderPage({ urlOriginal: request.url ?? '/', overview });
  if (httpResponse.statusCode === 404) return next();
  response.writeHead(httpResponse.statusCode, Object.fromEntries(httpResponse.headers));
  httpResponse.pipe(response);
}

/** In a thread of its own: the commands take seconds, in which saves are still to be shown. Never rejects: what the thread fails with is what it says. */
async function askDesk(): Promise<Overview['desk']> {
  const worker = new Worker(new URL('./desk-worker.ts', import.meta.url), { workerData: root });
  try {
    const [desk]: Overview['desk'][] = await once(worker, 'message');
    return desk ?? [];
  } catch (error) {
    return [{ title: 'Findings', command: 'npm run check', text: String(error) }];
  }
}

function overviewOf(site: Site, desk: Overview['desk']): Overview {
  return {
    revision: site.revision,
    documents: [...site.documents.values()].map((document) => ({
      id: document.id,
      file: document.file,
      links: site.config.locales.available.map((locale) => ({
        locale,
        href: hrefFor(site, { path: pathOf(site, document), locale }),
      })),
    })),
    desk,
  };
}
