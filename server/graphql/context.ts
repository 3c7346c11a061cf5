import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { SetCookie } from '#engine/decide/types.ts';
import type { ConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Staff } from '#server/staff/index.ts';
import type { Effect } from '#server/forms/effect.ts';
import type { FormQuestion, NextScreen, SiteOfOperations } from '#server/forms/operation.ts';
import type { FormPlace } from '#server/forms/use-case.ts';
import { type Session, sessionCookie } from '#server/site/sessions/session.ts';
import type { GraphqlVisitor } from './visitor.ts';

/** What the API asks of the site. */
export interface GraphqlSite extends Pick<
  SiteOfOperations,
  'publicOrigin' | 'text' | 'landingPath' | 'journeyDocument'
> {
  formPlace(question: FormQuestion, request: IncomingMessage, network: string): Promise<FormPlace | null>;
  /** Stands for the place of a form where no effect depends on it. */
  nowhere(): FormPlace;
  /** What experiments credit to anyone who sent this request, see `Submission`. */
  readAttribution(request: IncomingMessage): string | null;
  /** Counts what became of a form, as if it had been posted. */
  answered(path: string, effect: Effect, request: IncomingMessage): void;
  /** Fires the events of an effect; the cookie, if any, informs the visitor's browser. */
  fired(effect: Effect, request: IncomingMessage): SetCookie | null;
}

/** What every resolver gets. */
export interface GraphqlContext {
  readonly ports: PlatformPorts;
  readonly staff: Staff;
  readonly site: GraphqlSite;
  readonly visitor: GraphqlVisitor;
  /** Who that is now, without being a sign of life; `null` once the token is not valid any more. */
  readonly again: () => Promise<GraphqlVisitor | null>;
  /** Whether a page asks by itself, see `Credentials.isUsed`. */
  readonly isUnattended: boolean;
  /** `request` is the name of the copy that GraphQL Yoga adds. */
  readonly incoming: IncomingMessage;
  /** The unit that limits count visitors by. */
  readonly network: string;
  /** Places for subscriptions of everybody. */
  readonly subscriptions: ConcurrencyLimiter;
  readonly referrer: string;
  /** Reads the visitor's country; may throw. */
  readonly country: () => string | null;
  readonly correlationId: string;
  readonly secure: boolean;
  /** Set with the answer; a WebSocket has none. */
  readonly cookies: SetCookie[];
  readonly log: Logger;
}

/**
 * Fires the events of an effect that its caller shows. Whatever only a page can show is posted to one, which fires them: they would be
 * reported twice.
 */
export function pushEvents(
  { site, incoming, cookies }: GraphqlContext,
  effect: Effect | null,
  { asksPage }: NextScreen,
): void {
  const cookie = effect === null || asksPage ? null : site.fired(effect, incoming);
  if (cookie !== null) cookies.push(cookie);
}

/** Replaces the visitor's session, in the cookie that the pages read too. */
export function replaceSession({ ports, cookies, secure }: GraphqlContext, session: Session): void {
  cookies.push(sessionCookie(ports, session, secure));
}
