import { screens } from '#journeys/registration/base/screens.ts';
import { afterRegistration } from './after-registration.ts';
import { offerOf, voucherNamed } from './offer.ts';
import type { UseCase } from './use-case.ts';

/** Second step of the lean flow: joins the draft and registers. */
export const registerStep2: UseCase = {
  form: 'registration-step-2',
  page: screens.started,
  async run(submission) {
    const { members, site, document, locale, values, network, referrer, storedReferral, session } = submission;
    const own = offerOf(site, document, 'registration-step-2', locale);
    // Each box is told by the page that showed it; the first step's voucher counts.
    const newsletter = own.newsletter.text === '' ? (session.offer?.newsletter ?? own.newsletter) : own.newsletter;
    const answer = await members.finishDraft(session.draft ?? null, {
      form: values,
      locale,
      network,
      referrer,
      storedReferral,
      newsletter,
      voucher: voucherNamed(session.offer?.voucher ?? null) ?? own.voucher,
    });
    return afterRegistration(answer, submission);
  },
};
