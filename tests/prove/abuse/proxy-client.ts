import { Agent, type OutgoingHttpHeaders, request as startRequest } from 'node:http';

export interface Sent {
  readonly path: string;
  /** Address of the visitor, as a proxy reports it. */
  readonly from: string;
  /** A form, sent as a browser without JavaScript does; a GET without it. */
  readonly form?: Readonly<Record<string, string>>;
  /** An operation of the API, sent as the site's own script does. */
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  /** `null` when the connection broke. */
  readonly status: number | null;
  /** Path and query; empty when the answer leads nowhere. */
  readonly location: string;
  readonly body: string;
}

/** Sends requests over a few connections that stay open, as a proxy does. */
export class ProxyClient {
  readonly #origin: URL;
  readonly #agent: Agent;

  constructor(origin: string, connections = 32) {
    this.#origin = new URL(origin);
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send({ path, from, form, json, headers = {} }: Sent): Promise<Answered> {
    const body = form === undefined ? json && JSON.stringify(json) : new URLSearchParams(form).toString();
    const all: OutgoingHttpHeaders = {
      accept: json === undefined ? 'text/html' : '*/*',
      'accept-language': 'en',
      'x-forwarded-for': from,
      'x-forwarded-proto': 'https',
      ...(body !== undefined && {
        'content-type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        'sec-fetch-site': 'same-origin',
        referer: `${this.#origin.origin}/en`,
      }),
      ...headers,
    };
    const { hostname, port } = this.#origin;
    const method = body === undefined ? 'GET' : 'POST';
    return new Promise((resolve) => {
      const request = startRequest({ hostname, port, path, method, headers: all, agent: this.#agent }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', () => resolve(BROKEN));
        response.on('end', () => {
          const { pathname, search } = new URL(response.headers.location ?? '', this.#origin);
          const location = response.headers.location === undefined ? '' : pathname + search;
          resolve({ status: response.statusCode ?? null, location, body: text });
        });
      });
      request.on('error', () => resolve(BROKEN));
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

const BROKEN: Answered = { status: null, location: '', body: '' };
