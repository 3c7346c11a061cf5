import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { VoucherName } from '#journeys/registration/shared/vouchers.ts';

export interface Invalid {
  readonly outcome: 'invalid';
  readonly errors: readonly FieldError[];
}

/** The journey's document lacks the transition (N13). */
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

/** Browser storage of a visitor from a forbidden site (G2): code and referrer of that visit. */
export interface StoredReferral {
  /** `rc` in local storage. */
  readonly code: string;
  /** `fref` in local storage. */
  readonly referrer: string;
}

/** Text of the newsletter checkbox as displayed, and its version. */
export interface NewsletterTexts {
  readonly text: string;
  readonly version: string;
}
