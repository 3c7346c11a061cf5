import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import { decideMatched } from '#engine/decide/decide.ts';
import { matchUrl } from '#engine/decide/match.ts';
import { needDefinitions } from '#engine/decide/needs.ts';
import type { Site } from '#engine/documents/types.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import { createLoadFacts } from '#server/site/pages/load-facts.ts';
import { PageCounts } from '#server/site/pages/page-counts.ts';
import { createPageHandler } from '#server/site/pages/page-handler.ts';
import { PageStore } from '#server/site/pages/page-store.ts';
import { createReadVisitor } from '#server/site/visitors/read-visitor.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { SECRET } from './secret.ts';
import { noClient, stubSiteAssets } from './stub-assets.ts';
import { handlerSettings } from './page-handler.ts';

interface Answered {
  readonly status: number;
  readonly html: string;
}

/** Serves a site for as long as the tests of a file run, compiled by the engine and decided by it, with no members behind. */
export function serveCompiled(site: Site): (path: string) => Promise<Answered> {
  const compiler = createCompiler({ assets: stubSiteAssets(site), client: noClient, buildId: 'test' });
  const pageHandler = createPageHandler({
    settings: {
      publicOrigin: 'https://example.test',
      ...handlerSettings,
    },
    site: () => site,
    pages: new PageStore({ maxBytes: 1e7, compile: (input) => compiler.compile(input) }),
    match: matchUrl,
    decide: decideMatched,
    loadFacts: createLoadFacts({}, needDefinitions(site.journeys), () => undefined),
    readVisitor: createReadVisitor(deriveSecrets(SECRET), () => undefined),
    isReserved,
    counts: new PageCounts(),
    log: pino({ level: 'silent' }),
    compressed: true,
    closing: () => false,
  });
  const server = createServer((request, response) => {
    if (!pageHandler.send(request, response)) response.writeHead(299).end();
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => new Promise((done) => server.close(done)));
  return async (path) => {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
    return { status: response.status, html: await response.text() };
  };
}
