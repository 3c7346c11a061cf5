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
  mailContent,
  type AddressedPerson,
  renderMail,
} from '#journeys/registration/members/mails/mail-template.ts';
import type { SitePort } from '#journeys/registration/members/ports.ts';
import type { MailContent, RenderedMail } from '#server/platform/mail/mail-content.ts';

/** What samples say of the site: nothing in them works. */
export interface SampleSite extends Pick<SitePort, 'name' | 'branding'> {
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface Sample {
  says(locale: Locale, site: SampleSite): MailContent;
  render(locale: Locale, site: SampleSite): RenderedMail;
}

const person: AddressedPerson = { gender: 'woman', firstName: 'Anna', lastName: 'Keller' };
const DAY = 86_400_000;

function sample<Values>(template: MailTemplate<Values>, valuesOf: (site: SampleSite) => Values): Sample {
  return {
    says: (locale, site) => mailContent(template, locale, site, valuesOf(site)),
    render: (locale, site) => renderMail(template, locale, site, valuesOf(site)),
  };
}

const validUntil = ({ now }: SampleSite): number => now + 14 * DAY;

const samples: Readonly<Record<string, Sample>> = {
  [activationMail.name]: sample(activationMail, ({ url }) => ({ person, url, hours: 24 })),
  [voucherMail.name]: sample(voucherMail, (site) => ({
    person,
    percent: 15,
    code: 'ABCD-EFGH',
    minimumOrder: { amount: 10_000, currency: 'EUR' },
    validUntil: validUntil(site),
    loginUrl: site.url,
  })),
  [waitingListMail.name]: sample(waitingListMail, () => ({})),
  [membershipInterestMail.name]: sample(membershipInterestMail, (site) => ({
    url: site.url,
    validUntil: validUntil(site),
  })),
  [interestDeclinedMail.name]: sample(interestDeclinedMail, () => ({})),
  [invitationMail.name]: sample(invitationMail, (site) => ({
    url: site.url,
    code: 'ABCD-EFGH',
    validUntil: validUntil(site),
  })),
  [accountExistsMail.name]: sample(accountExistsMail, ({ url }) => ({ loginUrl: url })),
};

/** Names of all mails of the membership. */
export const mailNames: readonly string[] = Object.keys(samples);

/** A mail with invented values; `null` for a name that no mail has. */
export function renderSample(name: string, locale: Locale, site: SampleSite): RenderedMail | null {
  return Object.hasOwn(samples, name) ? (samples[name]?.render(locale, site) ?? null) : null;
}

/** What each mail says with invented values, in the order of `mailNames`. */
export function readSamples(
  locale: Locale,
  site: SampleSite,
): readonly (Pick<MailContent, 'subject' | 'headline' | 'greeting' | 'paragraphs' | 'button'> & {
  readonly name: string;
})[] {
  return Object.entries(samples).map(([name, { says }]) => ({ name, ...says(locale, site) }));
}
