import type { IncomingMessage } from 'node:http';
import type { PageDecision, SetCookie } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';

/** A request for a page with data. */
export interface DataRequest {
  readonly request: IncomingMessage;
  readonly site: Site;
  readonly decision: PageDecision;
  /** Rate limit key of the visitor. */
  readonly network: string;
}

/** Data of the blocks of a page for one visitor. */
export interface LoadedPageData {
  /** By block id. */
  readonly blocks: Readonly<Record<string, unknown>>;
  readonly cookies?: readonly SetCookie[];
}

/** Loads the data of a page's blocks with the permissions of the visitor. Rejects when unavailable. */
export type LoadData = (asked: DataRequest) => Promise<LoadedPageData>;
