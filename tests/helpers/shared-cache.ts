import { type Agent, type IncomingHttpHeaders, request as startRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type RequestHeaders = Readonly<Record<string, string>>;

export interface CacheQuestion {
  readonly url: URL;
  readonly headers: RequestHeaders;
  readonly agent: Agent;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What every value of a header holds that a test sends, so that it can be found again. */
const CANARY = 'canary';

/** Answers of one connection, or of one moment. */
const own: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/**
 * Asks as a shared cache is asked that keeps all it may (RFC 9111): what one visitor's headers brought about must be what everybody gets
 * who sends the same values of the headers that `Vary` names.
 *
 * @returns what a stranger could put into the cache, as sentences; `null` for an answer that no shared cache keeps
 */
export async function findPoison({ url, headers, agent }: CacheQuestion): Promise<readonly string[] | null> {
  const first = await ask(url, headers, agent);
  const control = first.headers['cache-control'] ?? '';
  if (/no-store|private/.test(control)) return null;
  const what = `"${url.pathname}${url.search}" with ${JSON.stringify(headers)}`;
  const answered = JSON.stringify(first.headers) + first.body.toString('latin1');
  const repeated = answered.includes(CANARY) ? [`${what} repeats its request: ${JSON.stringify(first.headers)}.`] : [];
  // A part and "not modified" stand for an answer that was compared by its whole.
  if (first.status === 206 || first.status === 304 || first.status === 416) return repeated;
  const varied = (first.headers.vary ?? '').split(',').map((name) => name.trim().toLowerCase());
  const relevant = Object.entries(headers).filter(([name]) => varied.includes(name.toLowerCase()));
  const second = await ask(url, Object.fromEntries(relevant), agent);
  const differs = isSame(first, second)
    ? []
    : [`${what} is kept for everybody, who would get ${second.status} ${JSON.stringify(second.headers)}.`];
  return [...repeated, ...differs];
}

async function ask(url: URL, headers: RequestHeaders, agent: Agent): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  startRequest(url, { headers, agent }, (response) => {
    buffer(response).then(
      (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      reject,
    );
  })
    .on('error', reject)
    .end();
  return promise;
}

function isSame(one: Answered, other: Answered): boolean {
  const shown = ({ status, headers }: Answered): string =>
    JSON.stringify([status, Object.entries(headers).filter(([name]) => !own.has(name))]);
  return shown(one) === shown(other) && one.body.equals(other.body);
}

/** Names of headers that some server repeats somewhere, or lets itself be led by. */
const led = [
  'x-correlation-id',
  'x-request-id',
  'x-session-id',
  'x-source-page',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-for',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method-override',
  'x-real-ip',
  'cf-ipcountry',
  'forwarded',
  'via',
  'traceparent',
  'origin',
  'referer',
  'authorization',
  'user-agent',
  'accept',
  'accept-charset',
  'content-type',
  'purpose',
  'if-none-match',
  'range',
  'save-data',
  'sec-ch-ua',
  'dnt',
  'te',
] as const;

/** Values that servers understand; everything else is a canary. */
const understood: Readonly<Record<string, readonly string[]>> = {
  host: ['www.example.com', `${CANARY}.example`, `${CANARY}.example:8443`],
  accept: ['text/html', 'application/json', `image/${CANARY}`],
  'accept-language': ['de', 'fr;q=0.8, en;q=0.5', `x-${CANARY}`, 'pl-PL'],
  'accept-encoding': ['br', 'gzip', 'identity', `${CANARY}, br`],
  cookie: ['locale=de', 'session=forged', `${CANARY}=1`, 'locale=xx; vitrine-consent=all'],
  'user-agent': ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', `Googlebot/2.1 ${CANARY}`],
  referer: ['https://www.google.com/', `https://${CANARY}.example/`, 'https://www.example.com/de'],
  origin: ['null', `https://${CANARY}.example`, 'https://www.example.com'],
  'x-forwarded-for': ['194.25.0.1', `::1, ${CANARY}`],
  'x-forwarded-proto': ['http', CANARY],
  'x-http-method-override': ['POST', 'DELETE'],
  'x-original-url': ['/robots.txt', `/${CANARY}`],
  'cf-ipcountry': ['SE', 'FR'],
  'sec-purpose': ['prefetch', `prefetch;${CANARY}`],
  'sec-fetch-site': ['same-origin', 'cross-site', 'none'],
  'sec-fetch-mode': ['navigate', 'cors', 'websocket'],
  range: ['bytes=0-3', `bytes=${CANARY}`],
  'if-none-match': ['*', `W/"${CANARY}"`],
  'cache-control': ['no-cache', 'max-age=0', 'only-if-cached'],
  connection: ['x-correlation-id', 'keep-alive'],
};

const names = [...new Set([...led, ...Object.keys(understood)])];

/** A handful of headers with values that only the seed decides. */
export function randomHeaders(random: () => number): RequestHeaders {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const count = 1 + Math.floor(random() * 8);
  return Object.fromEntries(
    Array.from({ length: count }, () => {
      const name = pick(names) ?? '';
      return [name, pick(understood[name] ?? []) ?? `${CANARY}-${Math.floor(random() * 1e9)}`];
    }),
  );
}
