import type { ShownForm } from '#engine/shared/shown-form.ts';
import type { DocumentId, Facets, ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { RouteParams } from '#engine/decide/types.ts';
import type { FormName, FormValues, SchemaForm } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Session } from '#server/site/sessions/session.ts';
import type { Questions } from './questions.ts';

/** Use cases by name: each takes a request and resolves to an outcome. Journeys extend the interface. */
export interface UseCases {}

/** The members port for hooks of journeys. Journeys extend it. */
export interface MembersPort extends UseCases {}

export type UseCaseName = keyof UseCases;
export type RequestOf<N extends UseCaseName> = UseCases[N] extends (request: infer Request) => unknown
  ? Request
  : never;
export type ResultOf<N extends UseCaseName> = UseCases[N] extends (request: never) => Promise<infer Answer>
  ? Extract<Answer, Outcome>
  : never;

/** Result of a use case; further properties are its own. */
export interface Outcome {
  readonly outcome: string;
}

/** Members of a union of answers with this outcome. */
type ResultWith<Answer, O> = Answer extends Outcome ? (O extends Answer['outcome'] ? Answer : never) : never;

/** Where a form stands. */
export interface FormPlace {
  readonly site: Site;
  /** Locale of the form, for mails and redirects. */
  readonly locale: Locale;
  /** With the variations that the visitor saw; `null` for API clients when the site has no such landing. */
  readonly document: ResolvedDocument | null;
  /** Document of the address, before variations replaced it; `null` without a page request. */
  readonly routedDocument: DocumentId | null;
  /** Other values of the address for journeys; empty when only the form names its page. */
  readonly path: string;
  /** What else the address says to journeys; nothing where only the form says what its page was. */
  readonly params: Partial<RouteParams>;
  /** Without `?`; empty in the same case. */
  readonly query: string;
}

/** A submitted form after the checks that apply to all forms. */
export interface Submission<Values = Readonly<Record<string, unknown>>> {
  readonly form: FormName;
  /** By field, typed. */
  readonly values: Values;
  /** All posted fields, including those that the form does not define. */
  readonly fields: URLSearchParams;
  readonly session: Session;
  /** Identifies resubmissions by this browser; `null` without cookies. */
  readonly formKey: string | null;
  /** Rate limit key. */
  readonly network: string;
  readonly referrer: string;
  /** Visitor that experiments credit, stored until an activation on any device; `null` for none. */
  readonly attribution: string | null;
  readonly place: FormPlace;
  /** Questions that the form's block adds; only for use cases whose `use-case.json` declares them. */
  readonly questions: Questions;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What an effect may depend on beside the outcome. */
export interface OutcomeContext<Request> extends Pick<Submission, 'session' | 'place'> {
  readonly request: Request;
}

/** Hooks of a use case. The journey's document defines the effects of outcomes; session values and placeholders come from code. */
export interface UseCaseHooks<N extends UseCaseName> {
  /** Session values of an outcome, which the document adds or replaces the session with. */
  readonly sessionChanges?: { readonly [O in ResultOf<N>['outcome']]?: Hook<N, O, Session> };
  /** Values for `{name}` in the document, beside the texts of the outcome. */
  readonly values?: { readonly [O in ResultOf<N>['outcome']]?: Hook<N, O, Readonly<Record<string, string>>> };
  /** Id of the member to sign in after an outcome; `null` for none. */
  readonly signInMemberId?: { readonly [O in ResultOf<N>['outcome']]?: Hook<N, O, string | null> };
}

type Hook<N extends UseCaseName, O, Result> = (
  answer: ResultWith<ResultOf<N>, O>,
  context: OutcomeContext<RequestOf<N>>,
) => Result;

/** Hooks whose types are known to their journey only. */
export interface OutcomeHooks {
  readonly sessionChanges?: Readonly<Record<string, AnyHook<Session> | undefined>>;
  readonly values?: Readonly<Record<string, AnyHook<Readonly<Record<string, string>>> | undefined>>;
  readonly signInMemberId?: Readonly<Record<string, AnyHook<string | null> | undefined>>;
}

type AnyHook<Result> = (answer: never, context: never) => Result;

/** An outcome whose values are known to its use case only. */
export type AnyResult = Outcome & Readonly<Record<string, unknown>>;

/** A request for the use case, or an immediate outcome without calling it. */
export type Prepared<Request> = { readonly request: Request } | Outcome;

/** A form and its route. */
export interface FormRoute extends FormHandling {
  /** Path after `/do/`; also its name in logs and metrics. */
  readonly path: string;
  /** A form document without its block, which each request names. */
  readonly form: ShownForm;
  /** Path of the page with the form, when the request does not say where it was. */
  readonly page: string;
  /** Path for visitors who may see no page with this form; default: the start page. */
  readonly fallbackPath?: string;
  /** Facets of the page that renders the form again, as far as it has them. */
  readonly refillFacets?: Facets;
}

/** How the forms of a use case are handled. */
export interface FormHandling {
  /** Fields that the address of `fallbackPath` passes on, so that input is not lost. */
  keepInQuery?(fields: URLSearchParams): Readonly<Record<string, string>>;
  /** Whether repeated submissions are recognized by sender, see `Submission.formKey`. */
  readonly isKeyed?: true;
  /**
   * Other sites link or post back to it (an OAuth callback, for example): it requires state that only the browser that began has. All
   * other forms are accepted from pages of this site only.
   */
  readonly isReturn?: true;
}

/** A use case of a form that validates the form itself. */
export interface UseCase<N extends UseCaseName> extends UseCaseHooks<N> {
  readonly route?: FormHandling;
  readonly isChecked?: undefined;
  prepare(submission: Submission, members: MembersPort): Prepared<RequestOf<N>> | Promise<Prepared<RequestOf<N>>>;
}

/** A use case whose form is validated first: `invalid` is an outcome of the form then. */
export interface CheckedUseCase<N extends UseCaseName, Form extends SchemaForm> extends UseCaseHooks<N> {
  readonly route?: FormHandling;
  readonly isChecked: true;
  prepare(submission: Submission<FormValues[Form]>, members: MembersPort): Prepared<RequestOf<N>>;
}

/** A use case whose request and outcome types are known to its journey only. */
export interface AnyUseCase extends OutcomeHooks {
  readonly route?: FormHandling;
  readonly isChecked?: true | undefined;
  prepare(submission: never, members: MembersPort): Prepared<unknown> | Promise<Prepared<unknown>>;
}
