import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import { decideMatched } from '#engine/decide/decide.ts';
import { matchUrl } from '#engine/decide/match.ts';
import type { Site } from '#engine/documents/types.ts';
import { PageStore } from '#server/site/pages/page-store.ts';
import { pageHandlerOn } from './page-handler.ts';
import { noClient, stubSiteAssets } from './stub-assets.ts';

interface Answered {
  readonly status: number;
  readonly html: string;
}

/** Serves a site for as long as the tests of a file run, compiled by the engine and decided by it, with no members behind. */
export function serveCompiled(site: Site): (path: string) => Promise<Answered> {
  const compiler = createCompiler({ assets: stubSiteAssets(site), client: noClient, buildId: 'test' });
  const pageHandler = pageHandlerOn({
    site: () => site,
    pages: new PageStore({ maxBytes: 1e7, compile: (input) => compiler.compile(input) }),
    match: matchUrl,
    decide: decideMatched,
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
