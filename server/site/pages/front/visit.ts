import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Facts, Match } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';

/** One request for a page on its way through admit, decide, send and note. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The site as it was when the request arrived, however long the answer takes. */
  readonly site: Site;
  /** The page that the URL points at. */
  readonly match: Match;
  readonly facts: Facts;
}
