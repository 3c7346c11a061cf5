import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { Permission } from '#server/staff/permissions.ts';
import type { Session } from '#server/site/sessions/session.ts';
import type { ToErrorCode } from '#server/platform/to-error-code.ts';
import type { AnyAnswer, AnswerOf, FormPlace, MembersPort, RequestOf, UseCaseName } from './use-case.ts';

/** What a journey adds to the GraphQL API: `server/schema.graphql` beside it declares it, and this answers it. */
export interface Operations {
  readonly Query?: Readonly<Record<string, AnyQuery>>;
  readonly Mutation?: Readonly<Record<string, AnyMutation>>;
  readonly Subscription?: Readonly<Record<string, AnySubscription>>;
  /** Fields that are worked out only when they are asked for. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, AnyField>>>>;
}

/** Who may call: `everybody`, holders of a token for what belongs to them, or staff and programs with this permission. */
export type Callers = 'everybody' | 'holders' | Permission;

/** Who calls, and from where. */
export interface Caller {
  readonly session: Session;
  /** See `Submission`. */
  readonly formKey: string | null;
  /** Who signed in; `null` for visitors. */
  readonly subject: string | null;
  readonly network: string;
  readonly referrer: string;
  /** See `Submission`. */
  readonly attribution: string | null;
}

/** What an operation may ask for. */
export interface OperationPorts {
  readonly members: MembersPort;
  readonly site: SiteOfOperations;
  /** An error that callers may read; for what is not an outcome. */
  readonly error: (code: OperationError, message: string, more?: Readonly<Record<string, unknown>>) => Error;
  /** @throws for a key that is not one; for use cases that keep their own keys. */
  readonly checkKey: (key: string) => void;
}

export type OperationError = 'FORBIDDEN' | 'TOO_MANY_REQUESTS';

/** What operations ask of the site. */
export interface SiteOfOperations {
  /** Scheme and host of the site. */
  readonly publicOrigin: string;
  /**
   * The place of a form: for browsers the page that this visitor sees, variations included, or `null` when none has the form; for
   * programs the landing that they name, else the default one.
   */
  formPlace(question: FormQuestion): Promise<FormPlace | null>;
  /** Words by their translation key. */
  text(key: string, locale: Locale): string;
  /** What the outcome of a use case means to anyone who typed it into the form of a page, and fires its events. To be called once. */
  nextScreen(useCase: UseCaseName, answer: AnyAnswer, request: unknown): NextScreen;
  /** Path of a landing by its id, without a language; the start page for one that is unknown. */
  landingPath(id: string | null): string;
  /** What the documents of the site say of a journey now. */
  journeyDocument(name: string): JourneyDocument;
}

export interface FormQuestion {
  readonly form: FormName;
  readonly locale: Locale;
  /** What the form repeats of its page and the page's address, by field; `document` names the document or the variations. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface JourneyQuery<Args, Data> {
  readonly callers: Callers;
  answer(args: Args, caller: Caller, ports: OperationPorts): Promise<Data>;
}

/** Sends a request to a use case. What its outcome does to the session is said by the effects of the use case's form. */
export interface Mutation<N extends UseCaseName, Args, Data> {
  readonly callers: Callers;
  readonly useCase: N;
  /** It cannot be taken back: of the staff only who signed in within the last ten minutes may call it. Programs may, their token says so. */
  readonly requiresReauth?: true;
  /** Counts in metrics and experiments as if the form had been posted. */
  readonly counted?: true;
  prepare(
    args: Args,
    caller: Caller,
    ports: OperationPorts,
  ): PreparedMutation<N, Data> | Promise<PreparedMutation<N, Data>>;
  /** Everything that makes a repeated request the same one, whose it is included; left out where the use case keeps the keys. */
  intent?(args: Args, request: RequestOf<N>): Readonly<Record<string, unknown>>;
  /** Outcomes that changed something: their answer is kept for a day under the caller's key. */
  readonly idempotentOutcomes?: readonly AnswerOf<N>['outcome'][];
  data(answer: AnswerOf<N>, reply: Reply<AnswerOf<N>['outcome']>): Data;
}

/** A request, with the place of its form where effects depend on it, or an answer at once because nothing is to be asked. */
export type PreparedMutation<N extends UseCaseName, Data> =
  | { readonly request: RequestOf<N>; readonly place?: FormPlace }
  | { readonly data: Omit<Data, 'next'> };

/** What every answer says. */
export interface Reply<O extends string> {
  /** Stable. */
  readonly code: ToErrorCode<O>;
  /** What is to be fixed, by field. */
  readonly errors: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  readonly next: NextScreen;
}

/** What a form shows after its operation: the same that its page would show, see `toNextScreen`. */
export interface NextScreen {
  /** Where the visitor goes on, with base path, language, query and hash; `null` when the form stays. */
  readonly address: ((locale: Locale) => string) | null;
  /** Only the page of the form shows what became of it. */
  readonly asksPage: boolean;
}

/** Watches something until it will not change any more. */
export interface Subscription<Subject, Data> {
  readonly callers: Callers;
  /** What this caller may watch; `null` for nothing. */
  subject(caller: Caller): Subject | null;
  /** Said to anyone who may watch nothing. */
  readonly refusal: string;
  /** @returns stops watching; `null` when the subject is not one */
  watch(subject: Subject, members: MembersPort, watcher: Watcher<Data>): (() => void) | null;
}

export interface Watcher<Data> {
  next(data: Data): void;
  /** Nothing comes any more; with an error: nobody knows. */
  end(error?: unknown): void;
}

export type JourneyField<Parent, Args> = (
  parent: Parent,
  args: Args,
  site: Pick<SiteOfOperations, 'text' | 'journeyDocument'>,
) => unknown;

/** Operations of which only their journey knows arguments and data. */
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
  intent?(args: never, request: never): Readonly<Record<string, unknown>>;
  data(answer: never, reply: never): unknown;
}

type AnyPreparedMutation = { readonly request: unknown; readonly place?: FormPlace } | { readonly data: object };
