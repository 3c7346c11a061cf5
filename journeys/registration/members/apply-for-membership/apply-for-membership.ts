import type { Questions } from '#server/forms/questions.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Invalid, TooMany } from '#journeys/registration/server/outcomes.ts';
import { withMinimumResponseTime } from '#server/platform/limits/minimum-response-time.ts';
import { DAY, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { memberTopics } from '#journeys/registration/members/topics.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import { sendMail } from '#journeys/registration/members/mails/send-mail.ts';
import { membershipInterestMail } from './membership-interest-mail.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';
import { createId } from '#server/platform/tokens/random.ts';

export interface ApplyRequest {
  readonly form: unknown;
  readonly locale: Locale;
  readonly network: string;
  /** Questions that its form adds. */
  readonly questions?: Questions;
}

/** `email`: as entered. */
export type ApplyResult = { readonly outcome: 'received'; readonly email: string } | Invalid | TooMany;

/**
 * Stores a membership application and mails a receipt with a lobby token (G1). A repeated application gets the same response without
 * another mail, so that nothing is revealed.
 */
export function applyForMembership(ports: MemberPorts, request: ApplyRequest): Promise<ApplyResult> {
  return withMinimumResponseTime(ports, () => answerTo(ports, request));
}

async function answerTo(ports: MemberPorts, request: ApplyRequest): Promise<ApplyResult> {
  const checked = validateForm('membership-interest', request.form);
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };
  const email = readEmail(checked.value.email);
  if (!email) return { outcome: 'invalid', errors: [{ field: 'email', message: 'errors.email' }] };
  const limited = await ports.limits.count({
    action: 'interest',
    network: request.network,
    limit: ports.settings.limits.requestsPerNetwork,
  });
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };

  const lifetime = ports.settings.lobbyTokenDays * DAY;
  const token = await makePurposeToken(ports, 'lobby', email.typed, lifetime / 1_000);
  await withTransaction(ports.database, async (tx) => {
    const applied = await tx
      .insertInto('membership_interest')
      .values({
        id: createId(ports.random),
        email: email.typed,
        email_canonical: email.canonical,
        locale: request.locale,
        country: checked.value.country ?? null,
        applied_at: getCurrentTimestamp(ports.clock),
      })
      .onConflict((conflict) => conflict.column('email_canonical').doNothing())
      .returning('id')
      .executeTakeFirst();
    await request.questions?.store(tx, request.questions.given, email);
    if (!applied) return;
    await sendMail(tx, ports, {
      template: membershipInterestMail,
      locale: request.locale,
      to: email,
      memberId: null,
      values: {
        url: ports.site.urlOfForm(request.locale, 'waiting-list', { token }),
        validUntil: ports.clock.now() + lifetime,
      },
    });
  });
  ports.pubSub.publishDebounced(memberTopics.interest);
  return { outcome: 'received', email: email.typed };
}
