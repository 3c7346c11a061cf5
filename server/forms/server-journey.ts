import type { EventValues } from '#engine/shared/check-event.ts';
import type { Conditions } from '#engine/documents/journeys/conditions.ts';
import type { Facts, JourneyNotes, Match } from '#engine/decide/types.ts';
import type { Facets, Site } from '#engine/documents/types.ts';
import type { JourneySessions } from '#engine/guards/facts.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FactLoaders } from '#server/site/pages/load-facts.ts';
import type { Session } from '#server/site/sessions/session.ts';
import type { DenyEffect } from './effect.ts';
import type { Operations } from './operation.ts';
import type { AnyAnswer, Asked, CheckedUseCase, FormPlace, MembersPort, UseCase, UseCaseName } from './use-case.ts';
import type { MailBranding } from '#server/platform/mail/mail-content.ts';

/** What a journey knows that its document asks about. */
export interface JourneyHooks {
  /** Name of its folder. */
  readonly name: string;
  /** Conditions of its document, beside `caller` and `error`. */
  conditions?(known: ConditionContext): Conditions;
  /** What the deny page is to say of a refusal. */
  denied?(refused: DenyContext): DeniedPage;
  /** Fields of an event that its document names; none when left out. */
  eventFields?(event: string, context: EventContext): EventValues | undefined;
}

export interface ConditionContext {
  readonly answer: AnyAnswer;
  readonly asked: Asked<unknown>;
  /** Before the outcome, or after it where a screen is chosen. */
  readonly session: Session;
}

export interface EventContext extends Pick<ConditionContext, 'answer' | 'asked'> {
  /** Form that was sent; `null` for an operation of a program. */
  readonly form: string | null;
}

export interface DenyContext extends Pick<ConditionContext, 'answer' | 'asked'> {
  /** Value of the facet `refusal`. */
  readonly refusal: string;
  /** Whether what was typed goes along. */
  readonly typed: boolean;
}

export type DeniedPage = Pick<DenyEffect['denied'], 'values' | 'filled'>;

/** What a journey contributes to the server, with the forms of its use cases, which `npm run gen` finds. */
export interface ServerJourney extends ServerPart {
  readonly useCases: { readonly [N in UseCaseName]?: UseCase<N> | Each<{ [F in FormName]: CheckedUseCase<N, F> }> };
}

/** `journeys/<name>/server/index.ts` exports one. */
export interface ServerPart extends JourneyHooks {
  /** Finds out what decisions about its pages need, beside the session itself; `sessionOf` reads the one that a request brought. */
  factLoaders?(members: MembersPort, sessionOf: (facts: Pick<Facts, 'cookies'>) => Session): Partial<FactLoaders>;
  /**
   * What a decision learns of a visitor's session; empty when the session says nothing to this journey. Nobody asks about a visitor
   * who brings neither a session nor a sign-in.
   */
  readSession?(session: Session, members: MembersPort, now: number, site: Site): Promise<Partial<JourneySessions>>;
  /** The session of a visitor who opened a page of which something is to be noted; `null` when nothing is this journey's. */
  sessionAfter?(notes: Partial<JourneyNotes>, session: Session, now: number): Session | null;
  /** What the members ask of the site, as far as the answer is this journey's. */
  membersSite?(site: () => Site): Partial<MembersSite>;
  readonly formPages?: FormPages;
  readonly operations?: Operations;
  /** Facets whose value says that a page leads on to the shop's sign-in by itself. */
  readonly leadsToSignIn?: Facets;
}

type Each<Table> = Table[keyof Table];

/** What the members ask of the site that they serve. Journeys add their questions. */
export interface MembersSite {
  /** Public name of the community, used in mails. */
  readonly name: string;
  /**
   * Absolute URL of a page; `path` begins with a slash and has no locale prefix. Never built from a Host header.
   * @param locale `null` for the default language of the site.
   */
  url(locale: Locale | null, path: string, query?: Readonly<Record<string, string>>): string;
  /** Absolute URL of the page of a form, as the document of its journey names it. */
  urlOfForm(locale: Locale | null, form: FormName, query?: Readonly<Record<string, string>>): string;
  /** State after an event, in the machine of a journey's document; `null` when it cannot happen there. */
  nextState(machine: string, state: string, event: string): string | null;
  /** Who signs the mails, and where their recipients can turn. */
  branding(locale: Locale): MailBranding;
  /** Absolute URL of the shop's sign-in, `null` while none is configured. */
  loginUrl(locale: Locale): string | null;
  /** Whether a landing document of this id exists. */
  hasLanding(id: string): boolean;
  /**
   * Paths that pages, landings and the engine itself answer, so that a code of such a name would never be asked for; each with a
   * leading slash, without base path and language.
   */
  ownPaths(): readonly string[];
  /** Versions of the terms and the privacy policy that hold in a country. */
  policies(country: string): { readonly terms: string; readonly privacy: string };
  /** Whether a policy has, or had, this version. */
  hasPolicyVersion(policy: 'terms' | 'privacy', version: string): boolean;
}

/** How the page is found and filled that shows a form again. */
export interface FormPages {
  /** What a link to this site says that was pasted into a field, by field; nothing where none was. */
  linkedFields?(fields: URLSearchParams, site: Site): Readonly<Record<string, string>>;
  /** The query that the address of a form's page had, as far as the form repeats it. */
  buildQuery?(fields: URLSearchParams): Readonly<Record<string, string>>;
  /**
   * Facts that hold because the visitor saw the form, whatever became of them since and even if nobody can be asked now: the use
   * case is what refuses.
   */
  asSeen?(form: FormName, match: Match, found: Partial<Facts>): Partial<Facts>;
  /** Values for holes; those of the decision go before them. */
  values?(place: Pick<FormPlace, 'claims' | 'query'>): Readonly<Record<string, string>>;
}
