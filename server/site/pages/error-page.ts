import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { match } from '#engine/decide/match.ts';
import { getSitePlan } from '#engine/decide/plan.ts';
import { buildStatusValues } from '#engine/decide/build-status-values.ts';
import { readVisitorLanguage } from '#engine/decide/visitor.ts';
import type { Site } from '#engine/documents/types.ts';
import { getDefaultFacets } from '#server/site/store/default-pages.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import type { PageStore } from './page-store.ts';
import { closedPolicy, type HeaderList } from './security-headers.ts';
import { writePage, type WriteOptions } from './write-page.ts';

export interface ErrorPageOptions {
  readonly site: () => Site;
  readonly pages: PageStore;
  readonly write: () => WriteOptions;
  /** Called when the error document could not be sent either. */
  readonly onFailure: (error: unknown) => void;
  /** HTML in the head of the built-in page, whose scripts are allowed; default: none. */
  readonly builtInHead?: (() => string) | undefined;
}

/** Sends the site's document for an error status, or a small built-in page when that fails. Never rejects. */
export type SendErrorPage = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers?: HeaderList,
) => Promise<void>;

export function createSendErrorPage({ site, pages, write, onFailure, builtInHead }: ErrorPageOptions): SendErrorPage {
  return async (request, response, status, headers = []) => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const options = write();
    const extra = [...options.extra, ...headers];
    try {
      const current = site();
      const page = await pages.load(current, errorRequest(request, current, status), 'page');
      const answer = {
        status,
        values: errorValues(request, status),
        cookies: [],
        vary: [],
        validUntil: null,
        indexable: false,
        personal: true,
        confidential: false,
        facets: {},
      };
      writePage(request, response, page, answer, { ...options, extra });
    } catch (error) {
      onFailure(error);
      if (response.headersSent) response.destroy();
      else writeBuiltInPage(request, response, status, [...options.constants, ...extra], builtInHead?.());
    }
  };
}

/** Maximum characters of the address on a 404 page. */
const MAX_PATH = 500;

function errorValues({ url = '/' }: IncomingMessage, status: number): Readonly<Record<string, string>> {
  const path = (url.split('?', 1)[0] ?? '/').slice(0, MAX_PATH);
  return { path, ...buildStatusValues(status, path, STATUS_CODES[status]) };
}

/** In the language of the address, else of the visitor. */
function errorRequest({ url = '/', headers }: IncomingMessage, site: Site, status: number): StoredPageRequest {
  const document = status === 404 ? site.config.documents.notFound : site.config.documents.error;
  const facets = getDefaultFacets(site, document, Date.now());
  const visitor = { cookies: readCookies(headers.cookie), acceptLanguage: headers['accept-language'] ?? '' };
  const { locale } = readVisitorLanguage({ match: match(url, site) }, visitor, getSitePlan(site));
  return { document, locale, path: '/', variations: [], facets };
}

/** A built-in page, when the site's documents cannot be rendered. */
export function writeBuiltInPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: HeaderList,
  head = '',
): void {
  const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`;
  const body = Buffer.from(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${head}</head>` +
      `<body><main><h1>${title}</h1><p>This page cannot be shown at the moment. Please try again in a little while.</p></main></body></html>`,
  );
  response.writeHead(status, [
    ...headers,
    'Content-Type',
    'text/html; charset=utf-8',
    ...(head === '' ? ['Content-Security-Policy', closedPolicy] : []),
    'Cache-Control',
    'no-store',
    'Content-Length',
    String(body.length),
  ]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
