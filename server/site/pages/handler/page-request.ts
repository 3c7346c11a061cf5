import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MatchedUrl } from '#engine/decide/match.ts';
import type { Facts, SetCookie } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';

/** Redirect target of a form that was sent by script. */
export interface RedirectTarget {
  /** With base path, language, query and hash. */
  readonly location: string;
  /** Set with the response, and already part of the request. */
  readonly cookies: readonly SetCookie[];
}

/** A page request in processing: admit, decide, send, record. */
export interface PageRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The site at arrival of the request. */
  readonly site: Site;
  /** The parsed URL. */
  readonly matched: MatchedUrl;
  readonly facts: Facts;
  /** Present when the page is the response to a form. */
  readonly next?: RedirectTarget;
}
