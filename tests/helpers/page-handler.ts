import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { MatchedUrl } from '#engine/decide/match.ts';
import { collectNeedDefinitions } from '#engine/decide/needs.ts';
import type { Decision, Facts, Match, PageDecision } from '#engine/decide/types.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import { createLoadFacts } from '#server/site/pages/load-facts.ts';
import { PageCounts } from '#server/site/pages/page-counts.ts';
import { MicroCache } from '#server/site/pages/micro-cache.ts';
import type { RedirectTarget } from '#server/site/pages/handler/page-request.ts';
import { createPageHandler, type PageHandlerOptions } from '#server/site/pages/page-handler.ts';
import { PageStore } from '#server/site/pages/page-store.ts';
import { createReadVisitor } from '#server/site/visitors/read-visitor.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { SECRET } from './secret.ts';
import { sampleSite, sampleTemplate } from './small-site.ts';

const site = sampleSite();
/** A page that is the same for everybody. */
export const base: PageDecision = {
  kind: 'page',
  status: 200,
  outcome: 'requested',
  document: 'landings/default',
  locale: 'en',
  path: '/',
  variations: [],
  exposures: [],
  forced: false,
  facets: {},
  values: {},
  cookies: [],
  validUntil: null,
  indexable: true,
  personal: false,
  confidential: false,
  vary: ['Accept-Language', 'Cookie'],
};

export const matched = (match: Match): MatchedUrl => ({ match, location: null, requested: match.path });

/** A page handler of a server without a proxy, with nothing behind it. */
export const pageHandlerOn = (
  more: Partial<Omit<PageHandlerOptions, 'site'>> & Pick<PageHandlerOptions, 'site' | 'pages' | 'match' | 'decide'>,
): ReturnType<typeof createPageHandler> =>
  createPageHandler({
    settings: {
      publicOrigin: 'https://www.example.com',
      basePath: '/',
      countryHeader: '',
      hsts: 'subdomains',
      edgeCache: '',
      sharedCacheSeconds: 60,
      listed: true,
      trustedProxies: [],
    },
    loadFacts: createLoadFacts({}, collectNeedDefinitions(more.site().journeys), () => undefined),
    readVisitor: createReadVisitor(deriveSecrets(SECRET), () => undefined),
    isReserved,
    counts: new PageCounts(),
    log: pino({ level: 'silent' }),
    compressed: true,
    closing: () => false,
    ...more,
  });

/** Pages on a real socket until the test is over; what belongs to a router is answered with 299, a post as a form that leads to `next`. */
export async function start(
  decide: (facts: Facts) => Decision,
  more: Partial<PageHandlerOptions> = {},
  next?: RedirectTarget,
): Promise<{ port: number; counts: PageCounts }> {
  const counts = new PageCounts();
  const pageHandler = pageHandlerOn({
    site: () => site,
    pages: new PageStore({
      maxBytes: 1e7,
      compile: (input) => Promise.resolve(sampleTemplate(input, input.variations.length > 0)),
    }),
    match: () =>
      matched({ kind: 'landing', document: 'landings/default', prefix: 'en', path: '/', query: '', needs: [] }),
    decide: (_matched, facts) => decide(facts),
    counts,
    microCache: new MicroCache(),
    ...more,
  });
  const server = createServer((request, response) => {
    if (next !== undefined && request.method === 'POST') return pageHandler.sendRedirectTarget(request, response, next);
    if (!pageHandler.send(request, response)) response.writeHead(299).end('router');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())));
  return { port: (server.address() as AddressInfo).port, counts };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export function get(port: number, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    httpRequest({ port, host: '127.0.0.1', path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}
