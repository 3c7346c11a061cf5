import { type Answer, type Ask, getHeader } from './http-client.ts';
import { ORIGIN, type TestedServer } from './tested-server.ts';

/** A browser of a person, which experiments may enrol. */
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** A program, which they never enrol: its pages are the documents themselves. */
export const PROGRAM = 'curl/8.0';

export type Cookies = Readonly<Record<string, string>>;

export const cookieHeader = (cookies: Cookies): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

/** Requests of one person: cookies are kept, and forms are sent as a page of the site sends them. */
export class Visitor {
  readonly #server: TestedServer;
  readonly #userAgent: string;
  readonly #basePath: string;
  readonly #cookies = new Map<string, string>();

  constructor(server: TestedServer, basePath = '/', userAgent = PROGRAM) {
    this.#server = server;
    this.#basePath = basePath;
    this.#userAgent = userAgent;
  }

  get cookies(): Cookies {
    return Object.fromEntries(this.#cookies);
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send({ path, headers });
  }

  /** @param from Path of the page that the form stands on. */
  post(
    path: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    from: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each);
    return this.send({
      method: 'POST',
      path,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        origin: ORIGIN,
        referer: ORIGIN + from,
        ...headers,
      },
      body: body.toString(),
    });
  }

  /** An operation of the API, as the script of the page at `from` sends it. */
  operate(body: unknown, from: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send({
      method: 'POST',
      path: `${this.#basePath}graphql`,
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        origin: ORIGIN,
        referer: ORIGIN + from,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async send(ask: Ask): Promise<Answer> {
    const cookie = cookieHeader(this.cookies);
    const headers = { 'user-agent': this.#userAgent, ...(cookie !== '' && { cookie }), ...ask.headers };
    const answer = await this.#server.client.send({ ...ask, headers });
    this.#keep(answer);
    // A browser that has no key for its forms yet is asked to send them again, which it does by itself.
    const again = answer.status === 307 ? readRedirect(answer) : null;
    return again === null ? answer : this.send({ ...ask, path: again });
  }

  #keep({ headers }: Answer): void {
    for (const [name, value] of headers) {
      if (name !== 'set-cookie') continue;
      const [, key = '', content = ''] = /^([^=]+)=([^;]*)/.exec(value) ?? [];
      if (/;\s*max-age=0(?:;|$)/i.test(value)) this.#cookies.delete(key);
      else this.#cookies.set(key, content);
    }
  }
}

/** Where a redirect leads on this site, without its hash; `null` when an answer is none. To in-app navigation it is said in the body. */
export function readRedirect(answer: Answer): string | null {
  const location = getHeader(answer, 'location') ?? locationIn(answer);
  const url = location === null ? null : URL.parse(location, ORIGIN);
  return url === null || url.origin !== ORIGIN ? null : url.pathname + url.search;
}

function locationIn({ text }: Answer): string | null {
  if (!text.startsWith('{"location"')) return null;
  const answer: { readonly location: string } = JSON.parse(text);
  return answer.location;
}

/** What a form of a page sends by itself: its hidden fields, wherever they stand. `null` when the page has no such form. */
export function hiddenFields(html: string, useCase: string): Readonly<Record<string, string>> | null {
  const form = new RegExp(`<form\\b[^>]*action="[^"]*/do/${useCase}"[^>]*>([^]*?)</form>`).exec(html);
  if (form === null) return null;
  const id = attribute(form[0].slice(0, form[0].indexOf('>')), 'id');
  const elsewhere = id === null ? [] : inputs(html).filter((input) => attribute(input, 'form') === id);
  const hidden = [...inputs(form[1] ?? ''), ...elsewhere].filter((input) => attribute(input, 'type') === 'hidden');
  return Object.fromEntries(hidden.map((input) => [attribute(input, 'name') ?? '', attribute(input, 'value') ?? '']));
}

const inputs = (html: string): string[] => html.match(/<input\b[^>]*>/g) ?? [];

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : unescapeHtml(value);
}

/** The few entities that this site writes. */
export function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:x27|39);/g, "'")
    .replaceAll('&amp;', '&');
}
