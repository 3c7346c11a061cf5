import type { Locale } from '#schemas/generated/vocabulary.ts';
import { accountExistsMail } from '#journeys/registration/members/account/account-exists-mail.ts';
import { activationMail } from '#journeys/registration/members/account/activation-mail.ts';
import { voucherMail } from '#journeys/registration/members/account/voucher-mail.ts';
import { interestDeclinedMail } from '#journeys/registration/members/answer-interest/interest-declined-mail.ts';
import { membershipInterestMail } from '#journeys/registration/members/apply-for-membership/membership-interest-mail.ts';
import { invitationMail } from '#journeys/registration/members/invitation/invitation-mail.ts';
import { waitingListMail } from '#journeys/registration/members/join-waiting-list/waiting-list-mail.ts';
import {
  type MailTemplate,
  buildMailContent,
  renderMail,
  type SampleSite,
} from '#journeys/registration/members/mails/mail-template.ts';
import type { MailContent, RenderedMail } from '#server/platform/mail/mail-content.ts';

/** All mails of the membership; each is rendered with its own sample values. */
const mails: readonly MailTemplate<unknown>[] = [
  activationMail,
  voucherMail,
  waitingListMail,
  membershipInterestMail,
  interestDeclinedMail,
  invitationMail,
  accountExistsMail,
];

export const mailNames: readonly string[] = mails.map(({ name }) => name);

/** A mail with sample values; `null` for an unknown name. */
export function renderSample(name: string, locale: Locale, site: SampleSite): RenderedMail | null {
  const mail = mails.find((each) => each.name === name);
  return mail === undefined ? null : renderMail(mail, locale, site, mail.sample(site));
}

/** Contents of all mails with sample values, in the order of `mailNames`. */
export function readSamples(
  locale: Locale,
  site: SampleSite,
): readonly (Pick<MailContent, 'subject' | 'headline' | 'greeting' | 'paragraphs' | 'button'> & {
  readonly name: string;
})[] {
  return mails.map((mail) => ({ name: mail.name, ...buildMailContent(mail, locale, site, mail.sample(site)) }));
}
