import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MatchedUrl } from '#engine/decide/match.ts';
import type { Facts } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';

/** One request for a page on its way through admit, decide, send and note. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The site as it was when the request arrived, however long the answer takes. */
  readonly site: Site;
  /** The URL, taken apart once. */
  readonly matched: MatchedUrl;
  readonly facts: Facts;
}
