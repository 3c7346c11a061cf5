import type { IncomingMessage } from 'node:http';
import type { PageDecision, SetCookie } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';

/** Who asks for a page with data, and for which. */
export interface DataRequest {
  readonly request: IncomingMessage;
  readonly site: Site;
  readonly decision: PageDecision;
  /** The unit that limits count this visitor by. */
  readonly network: string;
}

/** What the blocks of one page show to one visitor. */
export interface LoadedPageData {
  /** By block id. */
  readonly blocks: Readonly<Record<string, unknown>>;
  readonly cookies?: readonly SetCookie[];
}

/** Asks for what the blocks of a page show, with the permissions of the one who asks. Rejects when it cannot be known now. */
export type LoadData = (asked: DataRequest) => Promise<LoadedPageData>;
