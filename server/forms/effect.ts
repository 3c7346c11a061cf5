import type { FormPhase } from '#engine/shared/shown-form.ts';
import type { FiredEvent } from '#engine/decide/pending-events.ts';
import type { DocumentId, Facets } from '#engine/documents/types.ts';
import type { Text } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { Session } from '#server/site/sessions/session.ts';

/** What becomes of a form. Plain data, so that an effect that depends on no value can be written down as it is. */
export type Effect = (
  | RedirectEffect
  | OpenFormEffect
  | FieldErrorsEffect
  | PhaseEffect
  | StepEffect
  | RefusalEffect
  | RetryEffect
  | DenyEffect
) & {
  /** What experiments and the data layer learn of it. */
  readonly events?: readonly FiredEvent[];
  /** What conversions are credited to, where that is not the visitor who caused them; nothing when `null`. */
  readonly attribution?: string | null;
};

/** To another page, by 303. */
export interface RedirectEffect {
  /** A route, the landing of this id (the start page stands for one that is not there), or an address elsewhere. */
  readonly to: string | { readonly landing: DocumentId | null } | { readonly elsewhere: string };
  readonly query?: Readonly<Record<string, string>>;
  readonly hash?: string;
  readonly session?: SessionChange;
  /** Id of the member who is signed in by it. */
  readonly signsIn?: string;
}

/** Some of what a session says is written over, or it says nothing but this: `{ replace: {} }` ends it. */
export type SessionChange = { readonly add: Session } | { readonly replace: Session };

/** The same page with another of its forms filled in as far as it is known. */
export interface OpenFormEffect {
  readonly opened: FormName;
  readonly values: Readonly<Record<string, string>>;
  /** Of the page that shows it, as far as the page has them. */
  readonly facets?: Facets;
}

/** The same page again with what is to be fixed, by field; everything typed stays. */
export interface FieldErrorsEffect {
  readonly refused: readonly FieldError[];
}

/** The same page with something else in the place of the fields of the form. */
export interface PhaseEffect {
  readonly phase: FormPhase;
}

/** The same page with another step of the form; everything typed stays. */
export interface StepEffect {
  /** Its position in the form document. */
  readonly stepIndex: number;
}

/** The same page again with one sentence. */
export interface RefusalEffect {
  readonly refusal: Text;
  readonly status: 422 | 503;
}

/** The same page again, with the request to come back later. */
export interface RetryEffect {
  readonly retryAfterSeconds: number;
}

/** The deny page in place. */
export interface DenyEffect {
  readonly denied: {
    /** Why, as far as the page has these facets. */
    readonly facets: Facets;
    /** Values for holes. The deny page says the same by them as a query of its own address, where its links in other languages lead. */
    readonly values: Readonly<Record<string, string>>;
    /** A form of the deny page in which what was typed waits. */
    readonly filled?: { readonly form: FormName; readonly values: Readonly<Record<string, string>> };
  };
}
