import { Agent, type OutgoingHttpHeaders, request as startRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Ask {
  readonly method?: string;
  /** Path and query. */
  readonly path: string;
  /** An empty one takes back what would be sent by itself. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  /** As they came, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Bytes of the body as they were sent. */
  readonly length: number;
  /** The body without its encoding. */
  readonly text: string;
}

/** How often, and after how many milliseconds, a server that is too busy for a page is asked again. */
const RETRIES = { times: 5, pause: 1_000 };

/** Sends requests exactly as they are given, one connection after another, and changes nothing of the answers. */
export class HttpClient {
  readonly #port: number;
  readonly #host: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #senders = 0;

  /** @param host What requests name as their host. */
  constructor(port: number, host: string) {
    this.#port = port;
    this.#host = host;
  }

  /** A new address from the range for benchmarks, which belongs to no country (RFC 2544). */
  newSender(): string {
    this.#senders += 1;
    return `198.${18 + ((this.#senders >> 16) & 1)}.${(this.#senders >> 8) & 255}.${this.#senders & 255}`;
  }

  /** Asks a server that is only out of breath again: of a page, nothing else may say 503 here. */
  async send(ask: Ask): Promise<Answer> {
    for (let time = 1; ; time += 1) {
      const answer = await this.#send(ask);
      const isBusy =
        answer.status === 503 && (ask.method ?? 'GET') !== 'POST' && getHeader(answer, 'retry-after') !== null;
      if (!isBusy || time > RETRIES.times) return answer;
      await sleep(RETRIES.pause);
    }
  }

  #send({ method = 'GET', path, headers = {}, body }: Ask): Promise<Answer> {
    const named: Readonly<Record<string, string>> = {
      host: this.#host,
      'x-forwarded-for': this.newSender(),
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const all: OutgoingHttpHeaders = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
    return new Promise((resolve, reject) => {
      const options = { port: this.#port, host: '127.0.0.1', agent: this.#agent, method, path, headers: all };
      const request = startRequest(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const pairs = listPairs(response.rawHeaders);
          const text = decode(bytes, response.headers['content-encoding']).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: pairs, length: bytes.length, text });
        });
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The first header of a name; `null` when there is none. */
export function getHeader({ headers }: Pick<Answer, 'headers'>, name: string): string | null {
  return headers.find(([each]) => each === name)?.[1] ?? null;
}

function listPairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? '']] : [],
  );
}

function decode(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}
