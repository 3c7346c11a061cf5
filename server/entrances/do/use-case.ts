import type { Refusal } from '#journeys/registration/decide/refusal.ts';
import type { OpenRegistration } from '#journeys/registration/decide/facts.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { FormName, LobbyForm } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Members } from '#server/members/index.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { StoredReferral } from '#server/members/check-code/check-code.ts';
import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { Session } from '#server/site/sessions/session.ts';

/** A form as it arrived, after everything that holds for all forms was checked. */
export interface Submission {
  readonly ports: PlatformPorts;
  readonly members: Members;
  readonly site: Site;
  /** The form's, in which mails are written and to which redirects lead. */
  readonly locale: Locale;
  /** By field, with their types; not validated yet. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly session: Session;
  readonly network: string;
  readonly referrer: string;
  /** `null` unless a forbidden site sent this visitor before. */
  readonly storedReferral: StoredReferral | null;
  /** The document that the form stands on, with the arms of experiments that its visitor saw. */
  readonly document: ResolvedDocument;
  /** Address of that page, without language and code. */
  readonly path: string;
  /** The code that the visitor's address brought to that document; `null` when there was none, so that a code was typed. */
  readonly linkedCode: string | null;
}

/** What becomes of a form. */
export type Outcome =
  /** To another screen, by 303. A session replaces the visitor's. */
  | {
      readonly to: string;
      readonly query?: Readonly<Record<string, string>>;
      readonly hash?: string;
      readonly session?: Session;
      /** The step that a registration reached by it; experiments are measured by it. */
      readonly reached?: OpenRegistration['step'];
    }
  /** The same page with another of its forms filled in as far as it is known. */
  | { readonly opened: FormName; readonly values: Readonly<Record<string, string>> }
  /** The same page again with what is to be mended; everything typed stays. */
  | { readonly refused: readonly FieldError[] }
  /** The same page again with one sentence, by its translation key. */
  | { readonly refusal: string; readonly status: 422 | 503 }
  | { readonly retryAfterSeconds: number }
  /** The deny page in place; what was typed into a registration waits there in the form for the waiting list. */
  | { readonly denied: Refusal; readonly typed: LobbyForm | null };

/** One use case behind a form. */
export interface UseCase {
  readonly form: FormName;
  /** Route of the page that shows the form when nobody knows where it stood. */
  readonly page: string;
  /** Route for visitors who are shown no page with this form; the start page when left out. */
  readonly otherwise?: string;
  run(submission: Submission): Promise<Outcome>;
}
