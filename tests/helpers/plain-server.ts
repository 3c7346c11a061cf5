import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#server/platform/observability/log.ts';
import { readSettings, type Settings } from '#server/platform/settings/read-settings.ts';
import type { ServedBackend } from '#server/app/served-backend.ts';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import type { Compiler } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { RemoteTimes } from '#server/site/flags/remote-flags.ts';
import { SiteStore } from '#server/site/store/site-store.ts';
import { type RunningServer, startServer } from '#server/app/start-server.ts';
import { stopTimes } from '#server/app/shutdown.ts';
import { plainCompile } from './plain-compile.ts';
import { productionEnvironment } from './production-environment.ts';

export const ORIGIN = 'https://www.example.com';

export interface Answer {
  readonly status: number;
  /** `null` when the answer is not a redirect. */
  readonly location: string | null;
  readonly headers: Headers;
  readonly body: string;
  /** Document that the page shows. */
  readonly document: string | null;
  readonly facets: Readonly<Record<string, string>>;
  /** What the form says. */
  readonly form: {
    readonly values?: Readonly<Record<string, string>>;
    readonly errors?: Readonly<Record<string, string>>;
    readonly refusal?: string;
  };
  /** What the page's blocks show, by block; empty without data. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The visitor's value of this name; `null` when the page shows none. */
  value(name: string): string | null;
}

export interface TestServer {
  /** A visitor with cookies of their own. */
  visitor(headers?: Readonly<Record<string, string>>): TestVisitor;
  /** Everything written to the log. */
  log(): string;
  readonly url: string;
  /** Sends the newest site from now on. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds: a busy machine is not an outage; tests of outages use the product's own value. */
const LOOK_UP_TIMEOUT_MS = 10_000;

export interface SiteServerOptions {
  /** What the server reads when it starts and with each `reload`. */
  readonly site: Site | (() => Site);
  /** Closed by its caller. */
  readonly backend: ServedBackend;
  readonly settings: Settings;
  /** Milliseconds that a page waits for a look-up; the product's own value when `null`. */
  readonly loadFactsTimeoutMs?: number | null;
  /** Milliseconds; none when left out. */
  readonly eventLoopDelay?: () => number;
  /** How often a flag service is asked; the product's own values when left out. */
  readonly flagTimes?: RemoteTimes;
}

/** The whole server in this process: it sends the newest site, with pages as `compile` makes them. */
export async function serveHere(
  newest: () => Site,
  compile: Compiler['compile'],
  options: Omit<Parameters<typeof startServer>[0], 'siteStore' | 'warm'>,
): Promise<{ readonly running: RunningServer; readonly siteStore: SiteStore }> {
  const siteStore = new SiteStore({
    read: () => Promise.resolve({ layers: [], images: [], deployment: newest().deployment, journeys: [] }),
    resolve: () => ({ ok: true, site: newest(), warnings: [] }),
    prepare: () => Promise.resolve({ buildId: 'plain', identifyAssets: () => 'none', compile }),
    now: Date.now,
  });
  await siteStore.reload();
  return { siteStore, running: await startServer({ ...options, siteStore, warm: false }) };
}

/** The whole server on a real socket, with plain pages; to be stopped by its caller. */
export async function startSite({
  site,
  backend,
  settings,
  loadFactsTimeoutMs = LOOK_UP_TIMEOUT_MS,
  eventLoopDelay = () => 0,
  flagTimes,
}: SiteServerOptions): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-forms-'));
  const lines: string[] = [];
  const newest = typeof site === 'function' ? site : () => site;
  const { running, siteStore } = await serveHere(newest, async (input) => plainCompile(input), {
    settings,
    backend: { ...backend, close: async () => undefined },
    log: createLog(settings, { write: (line) => void lines.push(line) }),
    publicDirs: [folder],
    pageCache: join(folder, 'cache'),
    eventLoopDelay,
    flagTimes,
    stopTimes: stopTimes.demo,
    strictEvents: true,
    loadFactsTimeoutMs: loadFactsTimeoutMs ?? undefined,
  });
  let stopped: Promise<void> | null = null;
  const stop = () =>
    (stopped ??= running.stopper.stop('test').then(() => rm(folder, { recursive: true, force: true, maxRetries: 5 })));
  return {
    visitor: (headers = {}) => new TestVisitor(running.url, headers),
    log: () => lines.join(''),
    url: running.url,
    reload: async () => void (await siteStore.reload()),
    stop,
  };
}

/** Settings of a server for tests: in production mode, since a demo has no other name and no proxy, and listed by search engines. */
export function testSettings(env: Readonly<Record<string, string>> = {}): Settings {
  const parsed = readSettings({ ...productionEnvironment, PORT: '0', PUBLIC_ORIGIN: ORIGIN, ...env });
  if (!parsed.ok) throw new Error(parsed.problems.map(({ name, message }) => `${name}: ${message}`).join('\n'));
  return { ...parsed.settings, listed: true };
}

/** Sends requests as a browser without JavaScript does. */
export class TestVisitor {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** Of the last `Set-Cookie`, as it came. */
  setCookie: string | null = null;
  /** Pairs by their names, without attributes. */
  readonly #cookies = new Map<string, string>();

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#headers = headers;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#fetch(path, { headers });
  }

  /** @param from Address of the page that the form is on; its prefix is the form's language. */
  submit(
    useCase: string,
    fields: Readonly<Record<string, string>> | URLSearchParams | FormData,
    from = '/de',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const prefix = /^\/[a-z]{2}(?=[/?]|$)/.exec(from)?.[0] ?? '';
    const init = {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', referer: ORIGIN + from, ...headers },
      body: fields instanceof FormData ? fields : new URLSearchParams(fields),
    };
    return this.#fetch(`${prefix}/do/${useCase}`, init).then((answer) =>
      answer.status === 307 ? this.#fetch(answer.location ?? '', init) : answer,
    );
  }

  /** Sends an operation of the client as its script does from the page at `from`; resolves to its data. */
  async operate(operation: string, variables: object, from = '/de'): Promise<Readonly<Record<string, unknown>>> {
    const { body } = await this.#fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', referer: ORIGIN + from },
      body: JSON.stringify({ variables, extensions: { persistedQuery: { sha256Hash: persistedIds[operation] } } }),
    });
    const answer: { data?: Record<string, unknown>; errors?: unknown } = JSON.parse(body);
    if (answer.data === undefined) throw new Error(`${operation} was answered with ${JSON.stringify(answer.errors)}.`);
    return answer.data;
  }

  async #fetch(path: string, init: RequestInit): Promise<Answer> {
    // The content is not read; compressing it would take two fifths of the response time.
    const own = { 'accept-encoding': 'identity', ...this.#headers, ...(init.headers as Record<string, string>) };
    const headers: Record<string, string> = own;
    const cookie = [headers['cookie'] ?? '', ...this.#cookies.values()].filter((pair) => pair !== '').join('; ');
    const response = await fetch(new URL(path, this.#url), {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      if (!/(?:session|form-key|admin)$/.test(name)) continue;
      if (name.endsWith('session')) this.setCookie = set;
      if (pair.endsWith('=')) this.#cookies.delete(name);
      else this.#cookies.set(name, pair);
    }
    return readAnswer(response, await response.text());
  }
}

const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

function unescape(markup: string): string {
  return markup.replaceAll(/&([a-z]+|#39);/g, (whole, name: string) => CHARACTERS[name] ?? whole);
}

function readAnswer(response: Response, body: string): Answer {
  const json = (tag: string): Record<string, never> =>
    JSON.parse(unescape(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(body)?.[1] ?? '{}'));
  const form: Answer['form'] = json('output');
  const typed = [...body.matchAll(/<input name="([^"]+)" data-hole="typed[^"]*" value="([^"]*)">/g)].map(
    ([, field = '', value = '']) => [field, unescape(value)] as const,
  );
  return {
    status: response.status,
    location: response.headers.get('location'),
    headers: response.headers,
    body,
    document: /<h1>([^<]*)<\/h1>/.exec(body)?.[1] ?? null,
    facets: json('data'),
    form: form.values === undefined ? form : { ...form, values: { ...form.values, ...Object.fromEntries(typed) } },
    data: json('samp'),
    value: (name) => new RegExp(`<(?:b|i) id="${name}">([^<]+)<`).exec(body)?.[1] ?? null,
  };
}
