import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { SetCookie } from '#engine/decide/types.ts';
import type { OpenPlaces } from '#server/platform/limits/open-places.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Staff } from '#server/staff/index.ts';
import type { Effect } from '#server/entrances/journey/effect.ts';
import type { FormQuestion, SiteOfOperations } from '#server/entrances/journey/operation.ts';
import type { FormPlace } from '#server/entrances/journey/use-case.ts';
import { type Session, sessionCookie } from '#server/site/sessions/session.ts';
import type { Visitor } from './visitor.ts';

/** What the API asks of the site. */
export interface GraphqlSite extends Pick<SiteOfOperations, 'text' | 'landingPath' | 'journeyDocument'> {
  formPlace(question: FormQuestion, request: IncomingMessage, network: string): Promise<FormPlace | null>;
  /** Stands for the place of a form where no effect depends on it. */
  nowhere(): FormPlace;
  /** What experiments credit to whoever sent this request, see `Submission`. */
  attributionOf(request: IncomingMessage): string | null;
  /** Counts what became of a form, as if it had been posted, for its experiments too. */
  answered(path: string, effect: Effect, request: IncomingMessage): void;
}

/** What every resolver gets. */
export interface GraphqlContext {
  readonly ports: PlatformPorts;
  readonly staff: Staff;
  readonly site: GraphqlSite;
  readonly visitor: Visitor;
  /** `request` is the name of the copy that GraphQL Yoga adds. */
  readonly incoming: IncomingMessage;
  /** The unit that limits count visitors by. */
  readonly network: string;
  /** Places for subscriptions of everybody. */
  readonly subscriptions: OpenPlaces;
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
