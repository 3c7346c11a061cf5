import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import type { Email } from '#server/platform/forms/email.ts';

/** Answers to the questions of a form document that were asked beside the fields of a journey's form. Plain data, which a draft can store. */
export interface GivenAnswers {
  /** Id of the form document. */
  readonly form: string;
  /** By field; checked. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Document of the page that they were asked on. */
  readonly document: string | null;
  /** Parameters of its address that the form document stores. */
  readonly query: Readonly<Record<string, string>>;
}

/** What a use case does with answers to questions. */
export interface Questions {
  /** Those of the form that was sent; none where its block asks none. */
  readonly given: readonly GivenAnswers[];
  /**
   * Stores answers as entries of their form documents, with the address of the person who gave them; give the transaction of the use case.
   * What the person answered alike within a day is stored once.
   */
  store(tx: Transaction, given: readonly GivenAnswers[], email: Email): Promise<void>;
}

/** As much of the place of a form as questions need. */
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
  /** All that was posted. */
  readonly fields: URLSearchParams;
}

/** Questions of form documents, as the forms of journeys ask them. */
export interface QuestionsPort {
  /** Answers by the rules of the form document; what is to be fixed in `errors`, with the rule in the place of a message. */
  read(asked: AskedQuestions): { readonly given: readonly GivenAnswers[]; readonly errors: readonly FieldError[] };
  store(
    tx: Transaction,
    given: readonly GivenAnswers[],
    by: { readonly email: Email; readonly place: QuestionPlace; readonly attribution: string | null },
  ): Promise<void>;
  /** Sends the mails and requests of entries whose transaction has ended. */
  wake(): void;
}
