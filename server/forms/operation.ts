import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { Permission } from '#server/staff/permissions.ts';
import type { Session } from '#server/site/sessions/session.ts';
import type { ToErrorCode } from '#server/platform/to-error-code.ts';
import type { AnyResult, ResultOf, FormPlace, MembersPort, RequestOf, UseCaseName } from './use-case.ts';

/** GraphQL operations of a journey, declared in `server/schema.graphql` beside them. */
export interface Operations {
  readonly Query?: Readonly<Record<string, AnyQuery>>;
  readonly Mutation?: Readonly<Record<string, AnyMutation>>;
  readonly Subscription?: Readonly<Record<string, AnySubscription>>;
  /** Fields that are resolved on request only. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, AnyField>>>>;
}

/** Who may call: `everybody`, holders of a token for data of their own, or staff and API clients with this permission. */
export type Callers = 'everybody' | 'holders' | Permission;

/** The caller and its network. */
export interface Caller {
  readonly session: Session;
  /** See `Submission`. */
  readonly formKey: string | null;
  /** Id of the person who signed in; `null` for visitors. */
  readonly subject: string | null;
  readonly network: string;
  readonly referrer: string;
  /** See `Submission`. */
  readonly attribution: string | null;
}

/** Ports of operations. */
export interface OperationPorts {
  readonly members: MembersPort;
  readonly site: SiteOfOperations;
  /** An error for callers, for failures that are not an outcome. */
  readonly error: (code: OperationError, message: string, more?: Readonly<Record<string, unknown>>) => Error;
  /** Validates an idempotency key; for use cases that store keys themselves. @throws for an invalid key */
  readonly checkKey: (key: string) => void;
}

export type OperationError = 'FORBIDDEN' | 'TOO_MANY_REQUESTS';

/** What operations need to know about the site. */
export interface SiteOfOperations {
  /** Scheme and host of the site. */
  readonly publicOrigin: string;
  /**
   * The place of a form. For browsers, the page that the visitor sees, including variations, or `null` when no page has the form; for API
   * clients the named landing or the default one.
   */
  formPlace(question: FormQuestion): Promise<FormPlace | null>;
  /** Text by its translation key. */
  text(key: string, locale: Locale): string;
  /** The next screen for an outcome, as if the form of a page had been sent; fires the events. Call it once. */
  nextScreen(useCase: UseCaseName, answer: AnyResult, request: unknown): NextScreen;
  /** Path of a landing by id, without language; the start page for unknown ids. */
  landingPath(id: string | null): string;
  /** The live document of a journey. */
  journeyDocument(name: string): JourneyDocument;
}

export interface FormQuestion {
  readonly form: FormName;
  readonly locale: Locale;
  /** Values that the form repeats from the page and its address, by field; `document` names the document or the variations. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface JourneyQuery<Args, Data> {
  readonly callers: Callers;
  answer(args: Args, caller: Caller, ports: OperationPorts): Promise<Data>;
}

/** Sends a request to a use case. The effects of the use case's form define what happens to the session. */
export interface Mutation<N extends UseCaseName, Args, Data> {
  readonly callers: Callers;
  readonly useCase: N;
  /** Cannot be undone: staff users must have signed in within the last ten minutes. API clients need only their token. */
  readonly requiresReauth?: true;
  /** Counts in metrics and experiments like a posted form. */
  readonly counted?: true;
  prepare(
    args: Args,
    caller: Caller,
    ports: OperationPorts,
  ): PreparedMutation<N, Data> | Promise<PreparedMutation<N, Data>>;
  /** Fingerprint of a repeated request, including its caller; absent where the use case stores idempotency keys. */
  fingerprint?(args: Args, request: RequestOf<N>): Readonly<Record<string, unknown>>;
  /** Outcomes that changed something: their response is stored for a day under the caller's idempotency key. */
  readonly idempotentOutcomes?: readonly ResultOf<N>['outcome'][];
  data(answer: ResultOf<N>, reply: Reply<ResultOf<N>['outcome']>): Data;
}

/** A request with the place of its form, if effects depend on it, or an immediate response without calling the use case. */
export type PreparedMutation<N extends UseCaseName, Data> =
  | { readonly request: RequestOf<N>; readonly place?: FormPlace }
  | { readonly data: Omit<Data, 'next'> };

/** Common fields of all responses. */
export interface Reply<O extends string> {
  /** Stable. */
  readonly code: ToErrorCode<O>;
  /** Errors by field. */
  readonly errors: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  readonly next: NextScreen;
}

/** The next screen after an operation, equal to that of the page; see `toNextScreen`. */
export interface NextScreen {
  /** Address of the next page with base path, language, query and hash; `null` when the form stays. */
  readonly address: ((locale: Locale) => string) | null;
  /** Whether only the form's page can show the result. */
  readonly asksPage: boolean;
}

/** Watches a subject until its final state. */
export interface Subscription<Subject, Data> {
  readonly callers: Callers;
  /** Subject that the caller may watch; `null` for none. */
  subject(caller: Caller): Subject | null;
  /** Error message for callers without a subject. */
  readonly refusal: string;
  /** @returns unsubscribe function; `null` when the subject does not exist */
  watch(subject: Subject, members: MembersPort, watcher: Watcher<Data>): (() => void) | null;
}

export interface Watcher<Data> {
  next(data: Data): void;
  /** No further values; with an error, the state is unknown. */
  end(error?: unknown): void;
}

export type JourneyField<Parent, Args> = (
  parent: Parent,
  args: Args,
  site: Pick<SiteOfOperations, 'text' | 'journeyDocument'>,
) => unknown;

/** Operations whose arguments and data are known to their journey only. */
export type AnyQuery = JourneyQuery<never, unknown>;
export interface AnySubscription extends Pick<Subscription<never, never>, 'callers' | 'refusal'> {
  subject(caller: Caller): unknown;
  watch(subject: never, members: MembersPort, watcher: Watcher<unknown>): (() => void) | null;
}
export type AnyField = JourneyField<never, never>;

export interface AnyMutation extends Pick<Mutation<never, never, unknown>, 'callers' | 'requiresReauth' | 'counted'> {
  readonly useCase: string;
  readonly idempotentOutcomes?: readonly string[];
  prepare(args: never, caller: Caller, ports: OperationPorts): AnyPreparedMutation | Promise<AnyPreparedMutation>;
  fingerprint?(args: never, request: never): Readonly<Record<string, unknown>>;
  data(answer: never, reply: never): unknown;
}

type AnyPreparedMutation = { readonly request: unknown; readonly place?: FormPlace } | { readonly data: object };
