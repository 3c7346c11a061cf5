import { Mistake, Outage } from '#engine/base/errors.ts';
import { splitUrl } from '#engine/routing/split-url.ts';
import type { AdminRooms } from '#server/admin/index.ts';
import type { Asking, Query } from '#server/admin/room.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { whileAlive } from '#server/platform/database/pulse.ts';
import { within } from '#server/platform/within.ts';
import type { DataRequest, LoadData } from '#server/site/pages/page-data.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { isOutage } from '#server/http/routes/forms/answer.ts';
import { type AskerPorts, readAsker } from './asking.ts';
import { refusalNote } from './refusal-note.ts';
import { askWithKept } from './shown-again.ts';

export interface DataPorts extends AskerPorts {
  readonly ports: Pick<PlatformPorts, 'secrets' | 'random' | 'database' | 'clock'>;
  readonly rooms: Pick<AdminRooms, 'queries' | 'actions'>;
}

/** Milliseconds for all that a page shows, as long as the database shows signs of life. */
const PATIENCE = 8_000;

/** Asks for what a page shows to anyone who sends the request. */
export function createLoadData(options: DataPorts): LoadData {
  const { ports, rooms } = options;
  return async (asked) => {
    const work = whileAlive(ports.database.pulse, async () => {
      const asker = await readAsker(options, readCookies(asked.request.headers.cookie));
      const { query } = splitUrl(asked.request.url ?? '/');
      const place = {
        ...placeOf(asked),
        query,
        shown: refusalNote(asked.decision, options.words(asked.decision.locale)),
      };
      return {
        blocks: await loadBlocks(rooms.queries, asked, await askWithKept(options, asker, place)),
        cookies: asker.cookies,
      };
    });
    return within(PATIENCE, 'What a page shows', work).catch((error: unknown) => {
      throw isOutage(error) ? new Outage('The database did not answer in time.', { cause: error }) : error;
    });
  };
}

function placeOf({ site, decision: { locale, path }, network }: DataRequest) {
  return { site, locale, path, network };
}

/** The answers of all queries of a page, by block. */
export async function loadBlocks(
  queries: Readonly<Record<string, Query>>,
  { decision }: Pick<DataRequest, 'decision'>,
  asking: Asking,
): Promise<Readonly<Record<string, unknown>>> {
  const answers = (decision.data ?? []).map(async ({ block, query: name }) => {
    const query = queries[name];
    if (query === undefined)
      throw new Mistake(
        `The block "${block}" of ${decision.document} asks for "${name}", which nobody answers. There are ${Object.keys(queries).join(', ')}.`,
      );
    return [block, await answerOf(query, asking)] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** Nothing for anyone who may not know: the guard of the page has said so before, and this holds where a document forgets it. */
async function answerOf({ permission, load }: Query, asking: Asking): Promise<unknown> {
  if (permission !== null && asking.me?.permissions.includes(permission) !== true) return null;
  return load(asking);
}
