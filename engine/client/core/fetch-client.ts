import { FetchError, FetchTimeoutError } from './fetch-error.ts';

export interface FetchOptions {
  /** Default: GET. */
  readonly method?: string;
  /** Merged into the URL's query; `undefined` and `null` are left out, arrays are repeated. */
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  /** Sent as JSON with PATCH, POST, PUT and DELETE. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly credentials?: RequestCredentials;
  /** Retries; default: 0 for PATCH, POST, PUT and DELETE, 1 for others. */
  readonly retries?: number;
  /** Total timeout of all attempts in milliseconds. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** Aborts a pending request with the same method, URL and body. */
  readonly abortIdentical?: boolean;
}

type QueryValue = string | number | boolean | null | undefined;

export interface FetchClientOptions {
  /** Prefix of relative URLs. */
  readonly baseUrl?: string;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Sends a request and returns the parsed response: JSON, text or a `Blob`; `undefined` for an empty one.
 *
 * @throws FetchError for status 400 and above, an unreadable response, and a failed connection
 * @throws FetchTimeoutError
 * @throws DOMException `AbortError` when the caller, or an identical later request, aborted it
 */
export type FetchClient = (url: string, options?: FetchOptions) => Promise<unknown>;

const withBody = new Set(['PATCH', 'POST', 'PUT', 'DELETE']);
const worthRetrying = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** A fetch client with the encoding, retries and errors defined by C1. */
export function createFetchClient({ baseUrl = '', fetch = globalThis.fetch }: FetchClientOptions = {}): FetchClient {
  const running = new Map<string, AbortController>();

  return async (path, options = {}) => {
    const method = (options.method ?? 'GET').toUpperCase();
    const url = addQuery(join(baseUrl, path), options.query ?? {});
    const body = withBody.has(method) && options.body !== undefined ? JSON.stringify(options.body) : undefined;
    const identity = `${method} ${url} ${body ?? ''}`;
    const abort = new AbortController();
    if (options.abortIdentical === true) running.get(identity)?.abort();
    running.set(identity, abort);

    const { timeout } = options;
    const deadline = timeout === undefined ? null : AbortSignal.timeout(timeout);
    const signal = AbortSignal.any([
      abort.signal,
      ...[deadline, options.signal].filter((one) => one instanceof AbortSignal),
    ]);
    const init: RequestInit = {
      method,
      signal,
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      body,
      credentials: options.credentials,
    };
    try {
      let left = options.retries ?? (withBody.has(method) ? 0 : 1);
      for (;;) {
        const tried = await attempt(fetch, { method, url }, init);
        if ('data' in tried) return tried.data;
        signal.throwIfAborted();
        if (left === 0 || !tried.worthRetrying) throw tried.error;
        left -= 1;
      }
    } catch (error) {
      if (deadline?.aborted && timeout !== undefined && signal.reason === deadline.reason) {
        throw new FetchTimeoutError({ method, url }, timeout);
      }
      throw error;
    } finally {
      if (running.get(identity) === abort) running.delete(identity);
    }
  };
}

type Tried = { readonly data: unknown } | { readonly error: unknown; readonly worthRetrying: boolean };

async function attempt(
  fetch: typeof globalThis.fetch,
  request: { readonly method: string; readonly url: string },
  init: RequestInit,
): Promise<Tried> {
  let response: Response;
  try {
    response = await fetch(request.url, init);
  } catch (cause) {
    return { error: new FetchError(request, { text: 'no answer.', cause }), worthRetrying: true };
  }
  const { status } = response;
  const parsed = await parse(response).then(
    (data) => ({ data }),
    (cause: unknown) => ({ cause }),
  );
  if (status >= 400) {
    const text = `${status} ${response.statusText}`.trim();
    return { error: new FetchError(request, { status, text, ...parsed }), worthRetrying: worthRetrying.has(status) };
  }
  if ('data' in parsed) return parsed;
  const text = `the answer with status ${status} cannot be read.`;
  // An interrupted response may succeed on retry; a malformed one will not.
  const broken = !(parsed.cause instanceof SyntaxError);
  return { error: new FetchError(request, { status, text, cause: parsed.cause }), worthRetrying: broken };
}

/** Parses by content type; an empty body is `undefined`. */
async function parse(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/^application\/(?:[\w.+-]+\+)?json$/.test(type)) {
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  }
  if (type.startsWith('text/') || /^(?:image\/svg|application\/(?:xml|xhtml))(?:\+xml)?$/.test(type))
    return response.text();
  const blob = await response.blob();
  return blob.size === 0 ? undefined : blob;
}

function join(baseUrl: string, path: string): string {
  if (baseUrl === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return path;
  return `${baseUrl.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}

function addQuery(url: string, query: NonNullable<FetchOptions['query']>): string {
  const [rest = '', hash] = url.split('#', 2);
  const [path = '', own = ''] = rest.split('?', 2);
  const params = new URLSearchParams(own);
  for (const [name, value] of Object.entries(query)) {
    params.delete(name);
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== null && item !== undefined) params.append(name, String(item));
    }
  }
  const search = params.toString();
  return path + (search === '' ? '' : `?${search}`) + (hash === undefined ? '' : `#${hash}`);
}
