import type { ShownForm } from '#engine/shared/shown-form.ts';
import type { DocumentId, Facets, ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { MatchClaims } from '#engine/decide/types.ts';
import type { FormName, FormValues } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Session } from '#server/site/sessions/session.ts';
import type { Questions } from './questions.ts';

/**
 * Name → what the members module does under it: it takes one request and resolves to an answer that names its outcome. Journeys add
 * the ones behind their forms.
 */
export interface UseCases {}

/** What the hooks of journeys may ask of the members module. Journeys add their questions. */
export interface MembersPort extends UseCases {}

export type UseCaseName = keyof UseCases;
export type RequestOf<N extends UseCaseName> = UseCases[N] extends (request: infer Request) => unknown
  ? Request
  : never;
export type AnswerOf<N extends UseCaseName> = UseCases[N] extends (request: never) => Promise<infer Answer>
  ? Extract<Answer, Outcome>
  : never;

/** Every answer has a name; its values are the use case's own. */
export interface Outcome {
  readonly outcome: string;
}

/** The members of a union of answers that may have this outcome. */
type AnswerWith<Answer, O> = Answer extends Outcome ? (O extends Answer['outcome'] ? Answer : never) : never;

/** Where a form stands. */
export interface FormPlace {
  readonly site: Site;
  /** The form's, in which mails are written and to which redirects lead. */
  readonly locale: Locale;
  /** With the variations of experiments that the visitor saw; `null` for programs where the site has no such landing. */
  readonly document: ResolvedDocument | null;
  /** What its address asks for, before experiments put variations in its place; `null` where nobody asked for a page. */
  readonly asked: DocumentId | null;
  /** Address of that page, without language and query. */
  readonly path: string;
  /** What else the address says to journeys; nothing where only the form says what its page was. */
  readonly claims: Partial<MatchClaims>;
  /** Without `?`; empty in the same case. */
  readonly query: string;
}

/** A form as it arrived, after everything that holds for all forms was checked. */
export interface Submission<Values = Readonly<Record<string, unknown>>> {
  readonly form: FormName;
  /** By field, with their types. */
  readonly values: Values;
  /** All that was posted, also what is not a field of the form. */
  readonly fields: URLSearchParams;
  readonly session: Session;
  /** What this browser's forms are known by when they are sent again; `null` for a browser that keeps nothing. */
  readonly formKey: string | null;
  /** The unit that limits count visitors by. */
  readonly network: string;
  readonly referrer: string;
  /** What experiments credit to this visitor, to be kept until an activation on whichever device; `null` where there is nothing. */
  readonly attribution: string | null;
  readonly place: FormPlace;
  /** What the block of the form asks beside its fields; use cases whose `use-case.json` says so take it. */
  readonly questions: Questions;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What an effect may depend on beside the answer. */
export interface Asked<Request> extends Pick<Submission, 'session' | 'place'> {
  readonly request: Request;
}

/** What becomes of outcomes is in the document of the journey; what is kept and named of them only the use case can know. */
export interface UseCaseHooks<N extends UseCaseName> {
  /** What a session keeps of an outcome, where the document adds it or puts it in the place of everything else. */
  readonly remember?: { readonly [O in AnswerOf<N>['outcome']]?: Hook<N, O, Session> };
  /** Values for `{name}` in the document, beside the answer's own texts. */
  readonly values?: { readonly [O in AnswerOf<N>['outcome']]?: Hook<N, O, Readonly<Record<string, string>>> };
  /** Id of the member whom an outcome signs in; `null` for nobody. */
  readonly signsIn?: { readonly [O in AnswerOf<N>['outcome']]?: Hook<N, O, string | null> };
}

type Hook<N extends UseCaseName, O, Result> = (
  answer: AnswerWith<AnswerOf<N>, O>,
  asked: Asked<RequestOf<N>>,
) => Result;

/** Hooks of which only their journey knows answer and request. */
export interface OutcomeHooks {
  readonly remember?: Readonly<Record<string, AnyHook<Session> | undefined>>;
  readonly values?: Readonly<Record<string, AnyHook<Readonly<Record<string, string>>> | undefined>>;
  readonly signsIn?: Readonly<Record<string, AnyHook<string | null> | undefined>>;
}

type AnyHook<Result> = (answer: never, asked: never) => Result;

/** An answer of which only its use case knows the values. */
export type AnyAnswer = Outcome & Readonly<Record<string, unknown>>;

/** What is asked of the members module, or an outcome at once because nothing is to be asked. */
export type Prepared<Request> = { readonly request: Request } | Outcome;

/** A form and where it is shown. */
export interface FormRoute extends FormHandling {
  /** What is after `/do/` in its address, and its name in logs and metrics. */
  readonly path: string;
  /** A form document without its block, which each request names. */
  readonly form: ShownForm;
  /** Path of the page that shows the form when nobody knows where it stood. */
  readonly page: string;
  /** Path for visitors who are shown no page with this form; the start page when left out. */
  readonly otherwise?: string;
  /** Facets of the page that shows the form again, as far as the page has them. */
  readonly again?: Facets;
}

/** What the forms of a use case ask of anyone who reads them. */
export interface FormHandling {
  /** What of the form the address of `otherwise` names, so that it is not lost. */
  keep?(fields: URLSearchParams): Readonly<Record<string, string>>;
  /** Whether a repeat of this form is answered by who sends it, see `Submission.formKey`. */
  readonly isKeyed?: true;
  /**
   * Other sites send visitors back to it, by a link or a form of theirs: it does nothing by itself, and nothing without what only
   * the browser has that began. Every other form is posted by a page of this site.
   */
  readonly isReturn?: true;
}

/** A use case behind a form, which it checks itself. */
export interface UseCase<N extends UseCaseName> extends UseCaseHooks<N> {
  readonly route?: FormHandling;
  readonly isChecked?: undefined;
  prepare(submission: Submission, members: MembersPort): Prepared<RequestOf<N>> | Promise<Prepared<RequestOf<N>>>;
}

/** A use case behind a form that is checked before anybody is asked: `invalid` is an outcome of the form then. */
export interface CheckedUseCase<N extends UseCaseName, Form extends FormName> extends UseCaseHooks<N> {
  readonly route?: FormHandling;
  readonly isChecked: true;
  prepare(submission: Submission<FormValues[Form]>, members: MembersPort): Prepared<RequestOf<N>>;
}

/** A use case of which only its journey knows request and answer. */
export interface AnyUseCase extends OutcomeHooks {
  readonly route?: FormHandling;
  readonly isChecked?: true | undefined;
  prepare(submission: never, members: MembersPort): Prepared<unknown> | Promise<Prepared<unknown>>;
}
