import type { Questions } from '#server/forms/questions.ts';
import type { NotPossible, TooMany } from '#journeys/registration/server/outcomes.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { withMinimumResponseTime } from '#server/platform/limits/minimum-response-time.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import { sendMail } from '#journeys/registration/members/mails/send-mail.ts';
import { waitingListMail } from './waiting-list-mail.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { checkPurposeToken } from '#server/platform/tokens/purpose-token.ts';
import { memberTopics } from '#journeys/registration/members/topics.ts';
import { createId } from '#server/platform/tokens/random.ts';

export interface JoinRequest {
  /** Lobby token of the link, and the country if known. */
  readonly form: unknown;
  readonly locale: Locale;
  readonly network: string;
  /** Questions that its form adds. */
  readonly questions?: Questions;
}

export type JoinResult =
  | { readonly outcome: 'joined'; readonly email: string }
  /** The token is missing, invalid, expired or for another purpose (G1). */
  | { readonly outcome: 'denied' }
  | NotPossible
  | TooMany;

/** Adds the token's address to the waiting list; joining again is a no-op. */
export function joinWaitingList(ports: MemberPorts, request: JoinRequest): Promise<JoinResult> {
  return withMinimumResponseTime(ports, () => answerTo(ports, request));
}

async function answerTo(ports: MemberPorts, request: JoinRequest): Promise<JoinResult> {
  const checked = validateForm('waiting-list', request.form);
  if (!checked.ok) return { outcome: 'denied' };
  const token = await checkPurposeToken(ports, 'lobby', checked.value.token);
  const email = token.state === 'valid' ? readEmail(token.email) : null;
  if (!email) return { outcome: 'denied' };
  const limited = await ports.limits.count({
    action: 'waiting-list',
    network: request.network,
    limit: ports.settings.limits.requestsPerNetwork,
  });
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };

  const answered = await withTransaction<JoinResult>(ports.database, async (tx, undo) => {
    const joined = await tx
      .insertInto('waiting_list')
      .values({
        id: createId(ports.random),
        email: email.typed,
        email_canonical: email.canonical,
        locale: request.locale,
        country: checked.value.country ?? null,
        state: 'joined',
        joined_at: getCurrentTimestamp(ports.clock),
        invited_at: null,
        invitation_code: null,
      })
      .onConflict((conflict) => conflict.column('email_canonical').doNothing())
      .returning('id')
      .executeTakeFirst();
    const answer: JoinResult = { outcome: 'joined', email: email.typed };
    await request.questions?.store(tx, request.questions.given, email);
    if (!joined) return answer;
    if (ports.site.nextState('waitingList', 'none', 'join') === null) return undo({ outcome: 'not-possible' });
    await sendMail(tx, ports, {
      template: waitingListMail,
      locale: request.locale,
      to: email,
      memberId: null,
      values: {},
    });
    return answer;
  });
  if (answered.outcome === 'joined') ports.pubSub.publishDebounced(memberTopics.waitingList);
  return answered;
}
