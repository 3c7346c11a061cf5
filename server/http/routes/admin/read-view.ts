import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Site } from '#engine/documents/types.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { AdminPages } from '#server/admin/index.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { type AdminSessionPorts, OWN_FIELDS, readAdminSession } from './admin-request.ts';
import { requestWithStoredForm, type ShownAgainPorts } from './shown-again.ts';

/** A view and the address that it is shown at. */
export interface ViewQuestion {
  /** Name of the block's query. */
  readonly query: string;
  readonly locale: Locale;
  /** Path and query of the page, without base path and language. */
  readonly path: string;
  readonly search: string;
}

interface ViewSender {
  readonly headers: IncomingHttpHeaders;
  /** Rate limit key. */
  readonly network: string;
  /** Whether a user requests it; automatic refreshes do not extend the session. */
  readonly isUsed: boolean;
}

/** Data views of the admin pages, for refreshing. */
export interface DataViews {
  /** Topic that is published when the data of this query changes; `null` for none. */
  moves(query: string): string | null;
  /** The data as the page shows it, for a session with the permission; otherwise, and for unknown pages, `null`. */
  read(question: ViewQuestion, sender: ViewSender): Promise<unknown>;
}

export interface DataViewPorts extends AdminSessionPorts {
  readonly ports: ShownAgainPorts['ports'];
  readonly adminPages: Pick<AdminPages, 'queries' | 'actions'>;
  /** Returns the live site. */
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
      if (query === undefined || query.permission === null || !createRouteTable(site).routes.has(path)) return null;
      const session = await readAdminSession(options, readCookies(headers.cookie), isUsed);
      if (session.user?.permissions.includes(query.permission) !== true) return null;
      return query.load(await requestWithStoredForm(options, session, { site, locale, path, query: search, network }));
    },
  };
}

/** Hash of a view without the keys of forms, which are new on each request. */
export function hashView(view: unknown): string {
  const words = JSON.stringify(view, (name, value: unknown) => (name === OWN_FIELDS.key ? undefined : value));
  return createHash('sha256').update(words).digest('base64url');
}
