import type { NewsletterTexts } from '#journeys/registration/server/outcomes.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import type { Statement } from '#server/platform/database/batch.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { Email } from '#server/platform/forms/email.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { createId } from '#server/platform/tokens/random.ts';
import type { RegistrationForm } from '#schemas/generated/forms.ts';

/** Statements that store consents: versions of terms and privacy policy (S11), and the newsletter consent with its exact text. */
export function prepareConsents(
  tx: Transaction,
  ports: MemberPorts,
  {
    memberId,
    email,
    form,
    locale,
    newsletter,
    accepted: shown,
  }: {
    memberId: string;
    email: Email;
    form: RegistrationForm;
    locale: Locale;
    newsletter: NewsletterTexts;
    accepted: readonly string[];
  },
): readonly Statement[] {
  const now = getCurrentTimestamp(ports.clock);
  const versions = ports.site.policies(form.country);
  const accepted = (['terms', 'privacy'] as const).map((policy) => ({
    id: createId(ports.random),
    member_id: memberId,
    policy,
    version: versionShown(ports, policy, shown) ?? versions[policy],
    country: form.country,
    locale,
    accepted_at: now,
  }));
  const policies = tx.insertInto('policy_acceptances').values(accepted);
  if (!form.newsletter) return [policies];
  const consent = tx.insertInto('newsletter_consents').values({
    id: createId(ports.random),
    member_id: memberId,
    email_canonical: email.canonical,
    text: newsletter.text,
    version: newsletter.version,
    locale,
    given_at: now,
    confirmed_at: null,
  });
  return [policies, consent];
}

/**
 * The version that the form displayed, if valid: without JavaScript it shows the default text before the country is known, and an open page
 * shows the version of its time.
 */
function versionShown(
  { site }: MemberPorts,
  policy: 'terms' | 'privacy',
  shown: readonly string[],
): string | undefined {
  const versions = shown.filter((each) => each.startsWith(`${policy}:`)).map((each) => each.slice(policy.length + 1));
  return versions.find((version) => site.hasPolicyVersion(policy, version));
}
