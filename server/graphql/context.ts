import type { Logger } from 'pino';
import type { CodeError, SetCookie } from '#engine/decide/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Backend } from '#server/backend.ts';
import { type Offer, type Session, sessionCookie } from '#server/session/session.ts';
import type { Visitor } from './visitor.ts';

/** What the API asks of the site. */
export interface GraphqlSite {
  /** What a document says beside its registration form; `null` names the default landing, as does a document that is unknown. */
  offer(document: string | null, locale: Locale): Offer;
  /** Words for a refused code (B2). */
  codeMessage(error: CodeError, locale: Locale): string;
}

/** What every resolver gets. */
export interface GraphqlContext {
  readonly backend: Backend;
  readonly site: GraphqlSite;
  readonly visitor: Visitor;
  /** The unit that limits count visitors by. */
  readonly network: string;
  readonly referrer: string;
  /** Reads the visitor's country; may throw. */
  readonly country: () => string | null;
  readonly correlationId: string;
  readonly secure: boolean;
  /** Set with the answer; a WebSocket has none. */
  readonly cookies: SetCookie[];
  readonly log: Logger;
}

/** Replaces the visitor's session, in the cookie that the pages read too. */
export function replaceSession({ backend, cookies, secure }: GraphqlContext, session: Session): void {
  cookies.push(sessionCookie(backend.ports, session, secure));
}
