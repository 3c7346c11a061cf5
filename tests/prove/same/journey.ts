import { type Answer, getHeader } from './http-client.ts';
import { linkMailedTo, listMails } from './people.ts';
import type { NoteOptions } from './recorder.ts';
import { ORIGIN } from './tested-server.ts';
import { hiddenFields, readRedirect, Visitor } from './visitor.ts';
import type { Tools } from './walk.ts';

/** How a form is sent: as a browser does by itself, or as the site's script does. */
export type Way = 'native' | 'script';

export interface JourneyPlace {
  /** Language prefix of every address, such as `/de` or nothing. */
  readonly prefix: string;
  readonly way: Way;
  readonly basePath: string;
}

/** Redirects that are followed after one request. */
const MAX_HOPS = 3;

/** What one person does, step by step; every answer is noted, and where it leads too. */
export class Journey {
  readonly visitor: Visitor;
  readonly #tools: Tools;
  readonly #name: string;
  readonly #place: JourneyPlace;
  #steps = 0;
  /** The page that the person looks at, and its path. */
  #page: { readonly html: string; readonly path: string } = { html: '', path: '/' };

  constructor(tools: Tools, name: string, place: JourneyPlace) {
    this.#tools = tools;
    this.#place = place;
    this.#name = `${name} (${[place.prefix, place.way, place.basePath === '/' ? '' : place.basePath].filter(Boolean).join(', ')})`;
    this.visitor = new Visitor(tools.server, place.basePath);
  }

  /** An address for mail that belongs to this journey alone. */
  email(name = 'marie'): string {
    const language = this.#place.prefix.slice(1) || 'plain';
    const journey =
      this.#name
        .split(' (')[0]
        ?.replaceAll(/[^a-z\d]+/gi, '-')
        .toLowerCase() ?? '';
    return `${name}.${journey}.${language}.${this.#place.way}@example.com`;
  }

  /** Opens a page without a note; `path` is without base path and language. */
  async open(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const url = this.#url(path);
    await this.#tools.server.step(`${this.#name} opens ${path}`);
    const answer = await this.visitor.get(url, headers);
    this.#page = { html: answer.text, path: url };
    return answer;
  }

  /** Opens a page and notes it. */
  async see(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const answer = await this.open(path, headers);
    this.note(`sees ${path}`, answer);
    return this.#follow(answer);
  }

  /** Sends a form of the page that is open: its hidden fields with what is typed. */
  async fill(
    useCase: string,
    typed: Readonly<Record<string, string | readonly string[]>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const { html, path } = this.#page;
    const query = this.#place.way === 'script' ? '?_nav=1' : '';
    const fields = { ...hiddenFields(html, useCase), ...typed };
    await this.#tools.server.step(`${this.#name} sends ${useCase} ${this.#steps}`);
    const answer = await this.visitor.post(`${this.#url(`/do/${useCase}`)}${query}`, fields, path, headers);
    this.note(`sends ${useCase}`, answer);
    return this.#follow(answer);
  }

  /** Path and query of the link in the newest mail. */
  async link(email: string): Promise<string> {
    const link = await linkMailedTo(this.#tools.server, email, this.#place.basePath);
    if (link === null) this.#tools.recorder.broken(`${this.#name}: no mail with a link came to ${email}.`);
    return link ?? '/';
  }

  /** Opens an address as it stands in a mail, language and all. */
  async follow(link: string): Promise<Answer> {
    await this.#tools.server.step(`${this.#name} follows a link`);
    const answer = await this.visitor.get(link);
    this.#page = { html: answer.text, path: link };
    this.note('follows a link', answer);
    return this.#follow(answer);
  }

  async wait(milliseconds: number): Promise<void> {
    await this.#tools.server.moveTo(this.#tools.server.now + milliseconds, `${this.#name} waits ${this.#steps}`);
  }

  note(what: string, answer: Answer, options: NoteOptions = {}): void {
    this.#steps += 1;
    const { recorder, normaliser } = this.#tools;
    const step = `${this.#steps} ${normaliser.body(what)}`;
    recorder.note('journey', `journey: ${this.#name}: ${step}`, answer, normaliser, options);
  }

  /** Notes every mail that came since the last time, in an order that chance does not decide. */
  async readMails(seen: Set<string>): Promise<void> {
    const { recorder, normaliser, server } = this.#tools;
    const { basePath } = this.#place;
    const fresh = (await listMails(server, basePath)).filter(({ id }) => !seen.has(id));
    const mails = await Promise.all(
      fresh.map(async ({ id, to }) => {
        seen.add(id);
        const parts = [`${basePath}dev/mail/${id}`, `${basePath}dev/mail/${id}/html`];
        const [page, html] = await Promise.all(parts.map((path) => server.demo.client.send({ path })));
        return { to, page, html };
      }),
    );
    const order = (mail: (typeof mails)[number]): string => normaliser.body(`${mail.to} ${mail.page?.text}`);
    const sorted = mails.map((mail) => ({ mail, key: order(mail) })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
    for (const [index, { mail }] of sorted.entries()) {
      const name = `mail: ${this.#name}: ${index + 1}`;
      if (mail.page !== undefined) recorder.note('mail', `${name} as listed`, mail.page, normaliser);
      if (mail.html !== undefined) recorder.note('mail', `${name} as sent`, mail.html, normaliser, { isMail: true });
    }
  }

  async #follow(answer: Answer): Promise<Answer> {
    let last = answer;
    for (let hop = 1; hop <= MAX_HOPS; hop += 1) {
      const to = readRedirect(last);
      if (to === null) return last;
      last = await this.visitor.get(to, { referer: ORIGIN + this.#page.path });
      this.#page = { html: last.text, path: to };
      this.note('is led on', last);
    }
    if (getHeader(last, 'location') !== null) this.#tools.recorder.broken(`${this.#name}: redirects do not end.`);
    return last;
  }

  #url(path: string): string {
    const { basePath, prefix } = this.#place;
    const address = `${basePath.slice(0, -1)}${prefix}${path}`;
    return path === '/' && prefix !== '' ? address.slice(0, -1) : address;
  }
}
