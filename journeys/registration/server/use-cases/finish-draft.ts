import type { UseCase } from '#server/entrances/journey/use-case.ts';
import { voucherNamed } from '../../base/vouchers.ts';
import { offerOf } from '../offer.ts';
import { storedReferralIn } from '../stored-referral.ts';
import { rememberRegistration } from './after-registration.ts';

/** Second step of the lean flow: joins the draft and registers. */
export const finishDraft: UseCase<'finishDraft'> = {
  prepare({ place, values, network, referrer, fields, session: { draft = null, offer } }) {
    const own = offerOf(place, 'registration-step-2');
    // The first step's voucher counts.
    const promised = voucherNamed(offer?.voucher) === null ? own : offer;
    return {
      request: {
        draft,
        form: values,
        locale: place.locale,
        network,
        referrer,
        storedReferral: storedReferralIn(fields),
        // Each box is told by the page that showed it.
        newsletter: own.newsletter.text === '' ? (offer?.newsletter ?? own.newsletter) : own.newsletter,
        voucher: voucherNamed(promised?.voucher),
        landing: promised?.landing ?? null,
        boundTo: promised?.boundTo ?? null,
      },
    };
  },
  remember: rememberRegistration,
};
