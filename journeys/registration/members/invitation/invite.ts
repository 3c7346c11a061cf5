import { readStoredLocale } from '#journeys/registration/members/account/find-member.ts';
import { formatCode } from '#journeys/registration/members/codes/generate-code.ts';
import { createNewCode } from '#journeys/registration/members/codes/new-code.ts';
import { sendMail } from '#journeys/registration/members/mails/send-mail.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { DAY, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { invitationMail } from './invitation-mail.ts';

/** The invited person: address as entered and canonical, and its language. */
export interface Invited {
  readonly email: string;
  readonly email_canonical: string;
  readonly locale: string;
}

/** Creates a code for one person with one of the site's own places, and mails it. Returns the code. */
export async function invite(tx: Transaction, ports: MemberPorts, entry: Invited): Promise<string> {
  const now = getCurrentTimestamp(ports.clock);
  const validUntil = ports.clock.now() + ports.settings.linkDays * DAY;
  const code = createNewCode(ports);
  const inviterId = createId(ports.random);
  const locale = readStoredLocale(entry.locale);
  await tx
    .insertInto('inviters')
    .values({
      id: inviterId,
      kind: 'invitation',
      state: 'active',
      first_name: null,
      email_canonical: null,
      issued: 1,
      free: 1,
      pending: 0,
      active: 0,
      created_at: now,
    })
    .execute();
  await tx
    .insertInto('registration_codes')
    .values({
      code,
      label: formatCode(code),
      kind: 'access',
      state: 'active',
      inviter_id: inviterId,
      landing: null,
      referrer_ban: 'none',
      expires_at: getCurrentTimestamp(ports.clock, ports.settings.linkDays * DAY),
      created_at: now,
    })
    .execute();
  await sendMail(tx, ports, {
    template: invitationMail,
    locale,
    to: { typed: entry.email, canonical: entry.email_canonical },
    memberId: null,
    values: { url: ports.site.url(locale, `/${code}`), code: formatCode(code), validUntil },
  });
  return code;
}
