import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { VoucherName } from '#journeys/registration/shared/vouchers.ts';

export interface Invalid {
  readonly outcome: 'invalid';
  readonly errors: readonly FieldError[];
}

/** The journey's document does not have the transition (N13). */
export interface NotPossible {
  readonly outcome: 'not-possible';
}

export interface TooMany {
  readonly outcome: 'too-many-requests';
  readonly retryAfterSeconds: number;
}

export interface Voucher {
  readonly variant: VoucherName;
  readonly percent: number;
  readonly code: string;
  /** Amount in minor units. */
  readonly minimumOrder: { readonly amount: number; readonly currency: string } | null;
  /** Milliseconds since the epoch. */
  readonly validUntil: number;
}

/** What the browser of a visitor keeps whom a forbidden site sent (G2): the code of that visit and the referrer. */
export interface StoredReferral {
  /** `rc` of local storage. */
  readonly code: string;
  /** `fref` of local storage. */
  readonly referrer: string;
}

/** The words beside the newsletter box as the visitor saw them, and their version. */
export interface NewsletterWords {
  readonly text: string;
  readonly version: string;
}
