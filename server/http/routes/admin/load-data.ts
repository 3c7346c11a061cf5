import { UserError, UnavailableError } from '#engine/shared/errors.ts';
import { splitUrl } from '#engine/routing/split-url.ts';
import type { AdminPages } from '#server/admin/index.ts';
import type { AdminRequest, Query } from '#server/admin/admin-page.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { whileStaffWait } from '#server/platform/database/database-health.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { DataRequest, LoadData } from '#server/site/pages/page-data.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { isTemporaryFailure } from '#server/http/routes/forms/answer.ts';
import { type AdminSessionPorts, readAdminSession } from './admin-request.ts';
import { buildLostFormSections, buildRefusalNote } from './build-refusal-note.ts';
import { findFormInAddress, requestWithStoredForm } from './shown-again.ts';

export interface DataPorts extends AdminSessionPorts {
  readonly ports: Pick<PlatformPorts, 'secrets' | 'random' | 'database' | 'clock'>;
  readonly adminPages: Pick<AdminPages, 'queries' | 'actions'>;
}

/** Timeout for all data of a page in milliseconds, while the database is healthy: a draft is checked in a worker, with all documents. */
const TIMEOUT_MS = 120_000;

/** Loads the data of pages for their requests. */
export function createLoadData(options: DataPorts): LoadData {
  const { ports, adminPages } = options;
  return async (asked) => {
    const work = whileStaffWait(ports.database.databaseHealth, async () => {
      const session = await readAdminSession(options, readCookies(asked.request.headers.cookie));
      const { query } = splitUrl(asked.request.url ?? '/');
      const t = options.getTranslator(asked.decision.locale);
      const lost =
        asked.decision.outcome === 'denied'
          ? await findFormInAddress(options, session, new URLSearchParams(query))
          : null;
      const place = {
        ...pickContext(asked),
        query,
        shown:
          lost === null
            ? buildRefusalNote(asked.decision, t)
            : buildLostFormSections(lost, asked.request.url ?? '/', t),
      };
      return {
        blocks: await loadBlocks(adminPages.queries, asked, await requestWithStoredForm(options, session, place)),
        cookies: session.cookies,
      };
    });
    return withTimeout(TIMEOUT_MS, 'What a page shows', work).catch((error: unknown) => {
      throw isTemporaryFailure(error)
        ? new UnavailableError('The database did not answer in time.', { cause: error })
        : error;
    });
  };
}

function pickContext({ site, decision: { locale, path }, network }: DataRequest) {
  return { site, locale, path, network };
}

/** Results of all queries of a page, by block. */
export async function loadBlocks(
  queries: Readonly<Record<string, Query>>,
  { decision }: Pick<DataRequest, 'decision'>,
  adminRequest: AdminRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const answers = (decision.data ?? []).map(async ({ block, query: name }) => {
    const query = queries[name];
    if (query === undefined)
      throw new UserError(
        `The block "${block}" of ${decision.document} names the query "${name}", which does not exist. Existing queries: ${Object.keys(queries).join(', ')}.`,
      );
    return [block, await loadAllowed(query, adminRequest)] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** Checks the permission again, in case a document lacks the guard. */
async function loadAllowed({ permission, load }: Query, adminRequest: AdminRequest): Promise<unknown> {
  if (permission !== null && adminRequest.user?.permissions.includes(permission) !== true) return null;
  return load(adminRequest);
}
