import type { Locale } from '#schemas/generated/vocabulary.ts';
import { accountExistsMail } from '#journeys/registration/members/account/account-exists-mail.ts';
import { activationMail } from '#journeys/registration/members/account/activation-mail.ts';
import { voucherMail } from '#journeys/registration/members/account/voucher-mail.ts';
import { interestDeclinedMail } from '#journeys/registration/members/answer-interest/interest-declined-mail.ts';
import { membershipInterestMail } from '#journeys/registration/members/apply-for-membership/membership-interest-mail.ts';
import { waitingListMail } from '#journeys/registration/members/join-waiting-list/waiting-list-mail.ts';
import {
  type MailTemplate,
  type AddressedPerson,
  renderMail,
} from '#journeys/registration/members/mails/mail-template.ts';
import type { SitePort } from '#journeys/registration/members/ports.ts';
import { invitationMail } from '#journeys/registration/members/invitation/invitation-mail.ts';
import type { RenderedMail } from '#server/platform/mail/mail-content.ts';

type Sender = Pick<SitePort, 'name' | 'branding'>;

const person: AddressedPerson = { gender: 'woman', firstName: 'Anna', lastName: 'Keller' };
const url = `https://www.example.com/registration/activateaccount?token=${'Ab3_'.repeat(10)}xYz&x=1`;
const validUntil = Date.UTC(2026, 11, 4, 10);

const sample =
  <Values>(template: MailTemplate<Values>, values: Values) =>
  (locale: Locale, sender: Sender): RenderedMail =>
    renderMail(template, locale, sender, values);

/** Every mail of the membership, as a member might get it. */
export const sampleMails = {
  activation: sample(activationMail, { person, url, hours: 24 }),
  voucher: sample(voucherMail, {
    person,
    percent: 15,
    code: 'ABCD-EFGH',
    minimumOrder: { amount: 10_000, currency: 'EUR' },
    validUntil,
    loginUrl: 'https://shop.example.com/',
  }),
  'waiting-list-joined': sample(waitingListMail, {}),
  'membership-interest': sample(membershipInterestMail, { url, validUntil }),
  invitation: sample(invitationMail, { url, code: 'ABCD-EFGH', validUntil }),
  'interest-declined': sample(interestDeclinedMail, {}),
  'account-exists': sample(accountExistsMail, { loginUrl: null }),
};

export type SampleMail = keyof typeof sampleMails;
