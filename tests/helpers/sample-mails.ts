import type { Locale } from '#schemas/generated/vocabulary.ts';
import { mailNames, renderSample } from '#journeys/registration/members/mail-samples/samples.ts';
import type { SampleSite } from '#journeys/registration/members/mails/mail-template.ts';
import type { RenderedMail } from '#server/platform/mail/mail-content.ts';

const url = `https://www.example.com/registration/activateaccount?token=${'Ab3_'.repeat(10)}xYz&x=1`;
const now = Date.UTC(2026, 10, 20, 10);

/** A mail of the membership, as a member might get it. */
export function renderSampleMail(
  name: string,
  locale: Locale,
  sender: Pick<SampleSite, 'name' | 'branding'>,
): RenderedMail {
  const mail = renderSample(name, locale, { ...sender, url, now });
  if (mail === null) throw new Error(`No mail is called ${name}; there are ${mailNames.join(', ')}.`);
  return mail;
}
