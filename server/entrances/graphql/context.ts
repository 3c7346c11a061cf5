import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { SetCookie } from '#engine/decide/types.ts';
import type { ResolvedDocument } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Members } from '#server/members/index.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Staff } from '#server/staff/index.ts';
import type { RegistrationOffer } from '#server/entrances/do/offer.ts';
import type { Outcome } from '#server/entrances/do/use-case.ts';
import { type Session, sessionCookie } from '#server/site/sessions/session.ts';
import type { Visitor } from './visitor.ts';

/** Where a registration form stands. */
export interface FormPlace {
  readonly document: Pick<ResolvedDocument, 'kind' | 'facets'>;
  /** Of the page, without base path and language. */
  readonly path: string;
  /** What the document says beside its form. */
  readonly offer: RegistrationOffer;
  /** The code that the visitor's address brought along; `null` when a code was typed. */
  readonly linkedCode: string | null;
}

export interface FormQuestion {
  readonly locale: Locale;
  /** The document, or the arms, that the form names. */
  readonly document: string | null;
  /** What the form repeats of its page's address. */
  readonly code: string | null;
  readonly validityTimestamp: string | null;
}

/** What the API asks of the site. */
export interface GraphqlSite {
  /**
   * The place of a registration form: for browsers the page that this visitor sees, arms included, or `null` when none has the
   * form; for programs the landing that they name, else the default one.
   */
  place(request: IncomingMessage, network: string, question: FormQuestion): Promise<FormPlace | null>;
  /** Words by their translation key. */
  text(key: string, locale: Locale): string;
  /** Path of a landing by its id, without a language; the start page for one that is unknown. */
  landingPath(id: string | null): string;
  /** Counts what became of a form, as if it had been posted, for its experiments too. */
  answered(useCase: string, outcome: Outcome, request: IncomingMessage): void;
}

/** What every resolver gets. */
export interface GraphqlContext {
  readonly ports: PlatformPorts;
  readonly members: Members;
  readonly staff: Staff;
  readonly site: GraphqlSite;
  readonly visitor: Visitor;
  /** `request` is the name of the copy that GraphQL Yoga adds. */
  readonly incoming: IncomingMessage;
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
export function replaceSession({ ports, cookies, secure }: GraphqlContext, session: Session): void {
  cookies.push(sessionCookie(ports, session, secure));
}
