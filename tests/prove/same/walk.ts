import { type Coverage, type Decided, decidedIn } from './facets.ts';
import type { Answer } from './http-client.ts';
import type { Normaliser } from './normalise.ts';
import type { Notes } from './recorder.ts';
import type { SiteFacts } from './site.ts';
import type { TestedServer } from './tested-server.ts';
import { type Cookies, cookieHeader, PROGRAM } from './visitor.ts';

/** What every part of a recording works with. */
export interface Tools {
  readonly server: TestedServer;
  readonly recorder: Notes;
  readonly normaliser: Normaliser;
  readonly coverage: Coverage;
  readonly site: SiteFacts;
}

/** How a visitor comes to an address. */
export interface State {
  /** Distinguishes the records; empty for nothing special. */
  readonly label: string;
  readonly query: readonly string[];
  readonly cookies: Cookies;
  readonly userAgent?: string;
}

/** Language prefixes in which a page is asked for; all of them by default. */
export interface Languages {
  readonly full?: readonly string[];
  readonly navigation?: readonly string[];
}

export const plainState: State = { label: '', query: [], cookies: {} };

export function both(a: State, b: State): State {
  return {
    ...a,
    ...b,
    label: [a.label, b.label].filter(Boolean).join(', '),
    query: [...a.query, ...b.query],
    cookies: { ...a.cookies, ...b.cookies },
  };
}

/** Every combination of one state of each list; an empty list says nothing. */
export function combinations(...lists: readonly (readonly State[])[]): State[] {
  return lists
    .filter((list) => list.length > 0)
    .reduce<State[]>((found, list) => found.flatMap((one) => list.map((other) => both(one, other))), [plainState]);
}

/** Asks for pages as visitors do and notes what they get. */
export class Walk {
  readonly tools: Tools;
  readonly #kind: string;
  /** Begins every name. */
  readonly #where: string;
  readonly #basePath: string;
  /** Languages in which a page's own explanation is noted too. */
  readonly #explained: ReadonlySet<string>;

  constructor(tools: Tools, kind: string, { basePath = '/', explained = [''], where = kind } = {}) {
    this.tools = tools;
    this.#kind = kind;
    this.#where = where;
    this.#basePath = basePath;
    this.#explained = new Set(explained);
  }

  /** The page in several languages; in-app navigation brings the same page, so that one language shows what depends on a state. */
  async everywhere(path: string, state: State, languages: Languages = {}): Promise<void> {
    const { full = this.tools.site.prefixes, navigation = full } = languages;
    for (const prefix of full) await this.visit(prefix, path, state);
    for (const prefix of navigation) await this.visit(prefix, path, both(state, { ...plainState, query: ['_nav=1'] }));
    for (const prefix of full) if (this.#explained.has(prefix)) await this.explain(prefix, path, state);
  }

  async visit(prefix: string, path: string, state: State): Promise<Answer> {
    const { recorder, normaliser } = this.tools;
    const url = this.#url(prefix, path, state.query);
    const answer = await this.#ask(url, state);
    recorder.note(this.#kind, this.#name('GET', url, state), answer, normaliser);
    return answer;
  }

  /** Notes why a page is sent, and what it is for the account of what was reached. */
  async explain(prefix: string, path: string, state: State): Promise<Decided | null> {
    const { recorder, normaliser, coverage } = this.tools;
    const url = this.#url(prefix, path, [...state.query, 'debug=open']);
    const answer = await this.#ask(url, state);
    const decided = decidedIn(answer.text);
    if (decided !== null) coverage.add(decided);
    recorder.note('explanation', this.#name('GET', url, state), answer, normaliser, { body: explanationIn });
    return decided;
  }

  /** What would be decided, without a note. */
  async look(prefix: string, path: string, state: State): Promise<Decided | null> {
    return decidedIn((await this.#ask(this.#url(prefix, path, [...state.query, 'debug=open']), state)).text);
  }

  #ask(url: string, { cookies, userAgent = PROGRAM }: State): Promise<Answer> {
    const cookie = cookieHeader(cookies);
    const headers = { 'user-agent': userAgent, ...(cookie !== '' && { cookie }) };
    return this.tools.server.client.send({ path: url, headers });
  }

  #url(prefix: string, path: string, query: readonly string[]): string {
    const base = this.#basePath.slice(0, -1);
    const address = path === '/' && prefix !== '' ? `${base}${prefix}` : `${base}${prefix}${path}`;
    return query.length === 0 ? address : `${address}?${query.join('&')}`;
  }

  #name(method: string, url: string, { label }: State): string {
    const address = this.tools.normaliser.body(url);
    return `${this.#where}: ${method} ${address}${label === '' ? '' : ` (${label})`}`;
  }
}

/** The page beside it was noted already. */
function explanationIn(html: string): string {
  const at = html.indexOf('<vitrine-debug');
  return at < 0 ? html : html.slice(at);
}
