import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Site } from '#engine/documents/types.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { AdminPages } from '#server/admin/index.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { type AdminSessionPorts, OWN_FIELDS, readAdminSession } from './admin-request.ts';
import { requestWithStoredForm, type ShownAgainPorts } from './shown-again.ts';

/** Which view, and at what address. */
export interface ViewQuestion {
  /** Name of the query that a block asks for. */
  readonly query: string;
  readonly locale: Locale;
  /** Path and query of the page, without base path and language. */
  readonly path: string;
  readonly search: string;
}

interface ViewSender {
  readonly headers: IncomingHttpHeaders;
  /** The unit that limits count this person by. */
  readonly network: string;
  /** Whether a person asks for it; a page that keeps itself fresh is no sign of life. */
  readonly isUsed: boolean;
}

/** What the pages of staff users show, by itself. */
export interface DataViews {
  /** What is announced when the answer of this query changes; `null` where nothing is. */
  moves(query: string): string | null;
  /** The same as the page shows, for anyone with a session who may see it; `null` for anybody else, and where there is no such page. */
  read(question: ViewQuestion, sender: ViewSender): Promise<unknown>;
}

export interface DataViewPorts extends AdminSessionPorts {
  readonly ports: ShownAgainPorts['ports'];
  readonly adminPages: Pick<AdminPages, 'queries' | 'actions'>;
  /** Always the newest one. */
  readonly site: () => Site;
}

export function createDataViews(options: DataViewPorts): DataViews {
  const queryNamed = (name: string) => {
    const { queries } = options.adminPages;
    return Object.hasOwn(queries, name) ? queries[name] : undefined;
  };
  return {
    moves: (name) => queryNamed(name)?.topic ?? null,
    async read({ query: name, locale, path, search }, { headers, network, isUsed }) {
      const query = queryNamed(name);
      const site = options.site();
      if (query === undefined || query.permission === null || !routeTable(site).routes.has(path)) return null;
      const session = await readAdminSession(options, readCookies(headers.cookie), isUsed);
      if (session.user?.permissions.includes(query.permission) !== true) return null;
      return query.load(await requestWithStoredForm(options, session, { site, locale, path, query: search, network }));
    },
  };
}

/** The same for views that read alike: keys of forms are new each time. */
export function hashView(view: unknown): string {
  const words = JSON.stringify(view, (name, value: unknown) => (name === OWN_FIELDS.key ? undefined : value));
  return createHash('sha256').update(words).digest('base64url');
}
