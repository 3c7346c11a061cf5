import type { FormPhase } from '#engine/shared/shown-form.ts';
import type { FiredEvent } from '#engine/decide/pending-events.ts';
import type { DocumentId, Facets } from '#engine/documents/types.ts';
import type { Text } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { Session } from '#server/site/sessions/session.ts';

/** What happens after a form is handled. Plain data. */
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
  /** Events for experiments and the data layer. */
  readonly events?: readonly FiredEvent[];
  /** Visitor that conversions are credited to, if it differs from the one who sent the form; `null` for none. */
  readonly attribution?: string | null;
};

/** Redirect to another page (303). */
export interface RedirectEffect {
  /** A route, a landing id (the start page when the landing does not exist), or an external address. */
  readonly to: string | { readonly landing: DocumentId | null } | { readonly elsewhere: string };
  readonly query?: Readonly<Record<string, string>>;
  readonly hash?: string;
  readonly session?: SessionChange;
  /** Id of the member to sign in. */
  readonly signInMemberId?: string;
}

/** Adds session values or replaces the session; `{ replace: {} }` ends it. */
export type SessionChange = { readonly add: Session } | { readonly replace: Session };

/** Renders the same page with another form open and prefilled. */
export interface OpenFormEffect {
  readonly opened: FormName;
  readonly values: Readonly<Record<string, string>>;
  /** Facets of the page to render, as far as it has them. */
  readonly facets?: Facets;
}

/** Renders the same page with errors by field and all submitted values. */
export interface FieldErrorsEffect {
  readonly refused: readonly FieldError[];
}

/** Renders the same page with other content in place of the form's fields. */
export interface PhaseEffect {
  readonly phase: FormPhase;
}

/** Renders the same page with another step of the form and all submitted values. */
export interface StepEffect {
  /** Its position in the form document. */
  readonly stepIndex: number;
}

/** Renders the same page with an error message. */
export interface RefusalEffect {
  readonly refusal: Text;
  readonly status: 422 | 503;
}

/** Renders the same page with a request to retry later. */
export interface RetryEffect {
  readonly retryAfterSeconds: number;
}

/** Renders the deny page in place. */
export interface DenyEffect {
  readonly denied: {
    /** Reason, as far as the page has these facets. */
    readonly facets: Facets;
    /** Values for holes; links in other languages pass them as query parameters of the deny page. */
    readonly values: Readonly<Record<string, string>>;
    /** A form of the deny page, prefilled with the submitted values. */
    readonly filled?: { readonly form: FormName; readonly values: Readonly<Record<string, string>> };
  };
}
