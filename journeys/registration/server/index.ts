import { toMoney } from '#engine/i18n/format-claim.ts';
import type { Money } from '#engine/i18n/format-values.ts';
import type { ServerPart } from '#server/forms/server-journey.ts';
import { isForbiddenReferrer } from '../decide/guards/forbidden-referrer.ts';
import { readSubmitConditions, buildDeniedState } from './conditions.ts';
import type { RegistrationEnquiries } from './enquiries.ts';
import type { VoucherName } from '../shared/vouchers.ts';
import { buildEventFields } from './build-event-fields.ts';
import { formPages } from './form-pages.ts';
import { operations } from './operations/index.ts';
import { findVoucher } from './offer.ts';
import { createFactLoaders, readSessionFact } from './fact-loaders.ts';
import { updateSession } from './opened-tokens.ts';

/** The server part of registrations. */
export const registration: ServerPart = {
  name: 'registration',
  conditions: readSubmitConditions,
  denied: buildDeniedState,
  eventFields: buildEventFields,
  factLoaders: createFactLoaders,
  readSession: readSessionFact,
  sessionAfter: updateSession,
  membersSite: (site) => ({
    isForbiddenReferrer: (referrer) => isForbiddenReferrer(referrer, site()),
    findVoucher: (landing, now) => findVoucher(landing, site(), now),
    minimumOrder() {
      const claim = site().config.claims['minimumOrder'];
      return claim?.format === 'money' ? toMoney(claim) : null;
    },
  }),
  formPages,
  operations,
  leadsToSignIn: { login: 'automatic' },
};

declare module '#server/forms/server-journey.ts' {
  interface MembersSite {
    /** Whether visitors from this referrer are rejected (G2). */
    isForbiddenReferrer(referrer: string): boolean;
    /** The welcome voucher that a landing promises at a time in milliseconds since the epoch (S14). */
    findVoucher(landing: string, now: number): VoucherName | null;
    /** Minimum order value of vouchers with one, as pages promise it; `null` when they state none. */
    minimumOrder(): Money | null;
  }
}

declare module '#server/forms/use-case.ts' {
  interface MembersPort extends RegistrationEnquiries {}
}
