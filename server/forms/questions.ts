import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import type { Email } from '#server/platform/forms/email.ts';

/** Answers to the questions of a form document that were added to a journey's form. Plain data, so that a draft can store it. */
export interface GivenAnswers {
  /** Id of the form document. */
  readonly form: string;
  /** Validated, by field. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Document of the page with the questions. */
  readonly document: string | null;
  /** Parameters of its address that the form document stores. */
  readonly query: Readonly<Record<string, string>>;
}

/** Answers to questions, for use cases. */
export interface Questions {
  /** Answers in the submitted form; empty when its block adds no questions. */
  readonly given: readonly GivenAnswers[];
  /**
   * Stores answers as entries of their form documents, with the person's email address; pass the transaction of the use case. Equal answers
   * of a person within a day are stored once.
   */
  store(tx: Transaction, given: readonly GivenAnswers[], email: Email): Promise<void>;
}

/** The part of a form's place that questions need. */
interface QuestionPlace {
  readonly site: Site;
  readonly locale: Locale;
  readonly document: Pick<ResolvedDocument, 'id'> | null;
  /** Of the page's address, without `?`. */
  readonly query: string;
}

export interface AskedQuestions {
  /** Id of the form document. */
  readonly form: string;
  readonly place: QuestionPlace;
  /** All posted fields. */
  readonly fields: URLSearchParams;
}

/** Questions of form documents in forms of journeys. */
export interface QuestionsPort {
  /** Reads answers by the rules of the form document; `errors` contain the broken rule instead of a message. */
  read(asked: AskedQuestions): { readonly given: readonly GivenAnswers[]; readonly errors: readonly FieldError[] };
  store(
    tx: Transaction,
    given: readonly GivenAnswers[],
    by: { readonly email: Email; readonly place: QuestionPlace; readonly attribution: string | null },
  ): Promise<void>;
  /** Starts the delivery of mails and webhook requests after the transaction. */
  wake(): void;
}
