import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MatchedUrl } from '#engine/decide/match.ts';
import type { Facts, SetCookie } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';

/** Where a form leads that a script has sent. */
export interface RedirectTarget {
  /** With base path, language, query and hash. */
  readonly location: string;
  /** Set with the answer, and known to the page already. */
  readonly cookies: readonly SetCookie[];
}

/** One request for a page on its way through admit, decide, send and note. */
export interface PageRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The site as it was when the request arrived, however long the answer takes. */
  readonly site: Site;
  /** The URL, taken apart once. */
  readonly matched: MatchedUrl;
  readonly facts: Facts;
  /** Present where the page is the answer to a form. */
  readonly next?: RedirectTarget;
}
