import { request } from 'node:http';

/** Milliseconds after which a visitor has given up. */
const TIMEOUT_MS = 15_000;

export interface Asked {
  readonly path: string;
  /** Address on this machine that it comes from: any of 127.0.0.0/8 is one on Linux. */
  readonly from: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  /** Path; empty without one. */
  readonly location: string;
  /** Seconds; `null` when no request was asked to retry. */
  readonly retryAfter: number | null;
  readonly body: string;
}

/** Asks over a connection of its own. A string says what happened instead of a whole answer. */
export function ask(origin: string, { path, from, headers, fields }: Asked): Promise<Answered | string> {
  const { promise, resolve } = Promise.withResolvers<Answered | string>();
  const body = fields === undefined ? undefined : new URLSearchParams(fields).toString();
  const own = {
    ...(body !== undefined && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  };
  const sent = request(
    origin + path,
    { agent: false, localAddress: from, method: body === undefined ? 'GET' : 'POST', headers: own },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve('cut off in the middle of the answer'));
      response.on('end', () => {
        const { location, 'retry-after': retryAfter } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          location: location === undefined ? '' : new URL(location, origin).pathname,
          retryAfter: retryAfter === undefined ? null : Number(retryAfter),
          body: Buffer.concat(chunks).toString('utf8'),
        });
      });
    },
  );
  sent.setTimeout(TIMEOUT_MS, () => {
    resolve(`no answer within ${TIMEOUT_MS / 1_000} s`);
    sent.destroy();
  });
  sent.on('error', (error) => resolve(`cut off (${error.message})`));
  sent.end(body);
  return promise;
}
