import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { SetCookie } from '#engine/decide/types.ts';
import type { ConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Staff } from '#server/staff/index.ts';
import type { Effect } from '#server/forms/effect.ts';
import type { FormQuestion, NextScreen, SiteOfOperations } from '#server/forms/operation.ts';
import type { FormPlace } from '#server/forms/use-case.ts';
import { type Session, buildSessionCookie } from '#server/site/sessions/session.ts';
import type { GraphqlVisitor } from './visitor.ts';

/** What the API needs to know about the site. */
export interface GraphqlSite extends Pick<
  SiteOfOperations,
  'publicOrigin' | 'text' | 'landingPath' | 'journeyDocument'
> {
  formPlace(question: FormQuestion, request: IncomingMessage, network: string): Promise<FormPlace | null>;
  /** Placeholder for the place of a form, where no effect depends on it. */
  noPlace(): FormPlace;
  /** Visitor that experiments credit for this request, see `Submission`. */
  readAttribution(request: IncomingMessage): string | null;
  /** Counts the result of a form as if it had been posted. */
  answered(path: string, effect: Effect, request: IncomingMessage): void;
  /** Fires the events of an effect; the cookie, if any, passes them to the browser. */
  fired(effect: Effect, request: IncomingMessage): SetCookie | null;
}

/** The context of resolvers. */
export interface GraphqlContext {
  readonly ports: PlatformPorts;
  readonly staff: Staff;
  readonly site: GraphqlSite;
  readonly visitor: GraphqlVisitor;
  /** Reads the visitor again without extending the session; `null` once the token is invalid. */
  readonly again: () => Promise<GraphqlVisitor | null>;
  /** Whether a page repeats a query without user interaction, see `Credentials.isUsed`. */
  readonly isUnattended: boolean;
  /** Named `incoming` because GraphQL Yoga adds a `request`. */
  readonly incoming: IncomingMessage;
  /** Rate limit key of the visitor. */
  readonly network: string;
  /** Limits subscriptions per network. */
  readonly subscriptions: ConcurrencyLimiter;
  readonly referrer: string;
  /** The visitor's country; may throw. */
  readonly country: () => string | null;
  readonly correlationId: string;
  readonly secure: boolean;
  /** Set with the response; empty for WebSockets. */
  readonly cookies: SetCookie[];
  readonly log: Logger;
}

/**
 * Fires the events of an effect that the caller renders. Effects that only a page can render are posted to one, which fires the events;
 * firing them here would count them twice.
 */
export function pushEvents(
  { site, incoming, cookies }: GraphqlContext,
  effect: Effect | null,
  { asksPage }: NextScreen,
): void {
  const cookie = effect === null || asksPage ? null : site.fired(effect, incoming);
  if (cookie !== null) cookies.push(cookie);
}

/** Replaces the visitor's session in the cookie that pages read. */
export function replaceSession({ ports, cookies, secure }: GraphqlContext, session: Session): void {
  cookies.push(buildSessionCookie(ports, session, secure));
}
