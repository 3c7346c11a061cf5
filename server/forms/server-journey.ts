import type { EventValues } from '#engine/shared/check-event.ts';
import type { Conditions } from '#engine/documents/journeys/conditions.ts';
import type { Facts, JourneyNotes, Match } from '#engine/decide/types.ts';
import type { DocumentId, Facets, Site } from '#engine/documents/types.ts';
import type { JourneySessions } from '#engine/guards/facts.ts';
import type { FormName, SchemaForm } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FactLoaders } from '#server/site/pages/load-facts.ts';
import type { Session } from '#server/site/sessions/session.ts';
import type { DenyEffect } from './effect.ts';
import type { Operations } from './operation.ts';
import type {
  AnyResult,
  OutcomeContext,
  CheckedUseCase,
  FormPlace,
  MembersPort,
  UseCase,
  UseCaseName,
} from './use-case.ts';
import type { MailBranding } from '#server/platform/mail/mail-content.ts';

/** What the document of a journey needs from its code. */
export interface JourneyHooks {
  /** Folder name. */
  readonly name: string;
  /** Additional conditions for its document, beside `caller` and `error`. */
  conditions?(known: ConditionContext): Conditions;
  /** Content of the deny page for a refusal. */
  denied?(refused: DenyContext): DeniedPage;
  /** Fields of an event that its document names; default: none. */
  eventFields?(event: string, context: EventContext): EventValues | undefined;
}

export interface ConditionContext {
  readonly answer: AnyResult;
  readonly context: OutcomeContext<unknown>;
  /** The session before the outcome, or after it when a screen is chosen. */
  readonly session: Session;
}

export interface EventContext extends Pick<ConditionContext, 'answer' | 'context'> {
  /** The submitted form; `null` for an operation of an API client. */
  readonly form: string | null;
}

export interface DenyContext extends Pick<ConditionContext, 'answer' | 'context'> {
  /** Value of the facet `refusal`. */
  readonly refusal: string;
  /** Whether submitted values are passed on. */
  readonly typed: boolean;
}

export type DeniedPage = Pick<DenyEffect['denied'], 'values' | 'filled'>;

/** A journey's part of the server, with the forms of its use cases as found by `npm run gen`. */
export interface ServerJourney extends ServerPart {
  readonly useCases: { readonly [N in UseCaseName]?: UseCase<N> | Each<{ [F in SchemaForm]: CheckedUseCase<N, F> }> };
}

/** Exported by `journeys/<name>/server/index.ts`. */
export interface ServerPart extends JourneyHooks {
  /** Loads facts for decisions about its pages; `sessionOf` reads the session of a request. */
  factLoaders?(members: MembersPort, sessionOf: (facts: Pick<Facts, 'cookies'>) => Session): Partial<FactLoaders>;
  /** Session facts for decisions; empty when the session has no values of this journey. Not called for requests without session and sign-in. */
  readSession?(session: Session, members: MembersPort, now: number, site: Site): Promise<Partial<JourneySessions>>;
  /** The session after a visitor opened a page that the journey records; `null` without a change. */
  sessionAfter?(notes: Partial<JourneyNotes>, session: Session, now: number): Session | null;
  /** The journey's part of the site port of members. */
  membersSite?(site: () => Site): Partial<MembersSite>;
  readonly formPages?: FormPages;
  readonly operations?: Operations;
  /** Facets with which a page redirects to the shop's sign-in by itself. */
  readonly leadsToSignIn?: Facets;
}

type Each<Table> = Table[keyof Table];

/** The site port of members. Journeys extend it. */
export interface MembersSite {
  /** Public name of the community, for mails. */
  readonly name: string;
  /**
   * Absolute URL of a page; `path` begins with a slash and has no locale prefix. Never built from a Host header.
   * @param locale `null` for the default language of the site
   */
  url(locale: Locale | null, path: string, query?: Readonly<Record<string, string>>): string;
  /** Absolute URL of the page of a form, as defined by the document of its journey. */
  urlOfForm(locale: Locale | null, form: FormName, query?: Readonly<Record<string, string>>): string;
  /** Next state of a machine of a journey's document; `null` for an impossible transition. */
  nextState(machine: string, state: string, event: string): string | null;
  /**
   * Signature and contact addresses of mails.
   * @param document page whose brand the mail has; default: the brand of the site
   */
  branding(locale: Locale, document?: DocumentId): MailBranding;
  /** Absolute URL of the shop's sign-in, `null` while none is configured. */
  loginUrl(locale: Locale): string | null;
  /** Whether a landing with this id exists. */
  hasLanding(id: string): boolean;
  /** Paths of pages, landings and the engine, which would shadow a code of the same name; each with a leading slash, without base path and language. */
  ownPaths(): readonly string[];
  /** Current versions of the terms and the privacy policy in a country. */
  policies(country: string): { readonly terms: string; readonly privacy: string };
  /** Whether a version of a policy is current or was. */
  hasPolicyVersion(policy: 'terms' | 'privacy', version: string): boolean;
}

/** How the page that renders a form again is found and filled. */
export interface FormPages {
  /** What a link to this site says that was pasted into a field, by field; nothing where none was. */
  linkedFields?(fields: URLSearchParams, site: Site): Readonly<Record<string, string>>;
  /** The query of the form's page, as far as the form repeats it. */
  buildQuery?(fields: URLSearchParams): Readonly<Record<string, string>>;
  /** Facts that held when the visitor saw the form. They are assumed although they may have changed or cannot be loaded; the use case decides. */
  asSeen?(form: FormName, match: Match, found: Partial<Facts>): Partial<Facts>;
  /** Values for holes; those of the decision take precedence. */
  values?(place: Pick<FormPlace, 'params' | 'query'>): Readonly<Record<string, string>>;
}
