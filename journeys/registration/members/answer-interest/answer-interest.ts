import { readStoredLocale } from '#journeys/registration/members/account/find-member.ts';
import { invite } from '#journeys/registration/members/invitation/invite.ts';
import { sendMail } from '#journeys/registration/members/mails/send-mail.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { memberTopics } from '#journeys/registration/members/topics.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { interestDeclinedMail } from './interest-declined-mail.ts';

export interface AnswerInterestRequest {
  /** Id of the application. */
  readonly id: string;
  readonly answer: 'accept' | 'decline';
  /** Actor, see `AuditEntry`. */
  readonly actor: string;
}

export type AnswerInterestResult = { readonly outcome: 'accepted' | 'declined' | 'answered-before' };

/**
 * Answers an application with an invitation or with thanks, and deletes it in the same transaction, so that it is answered once. Declined
 * applicants may apply again.
 */
export async function answerInterest(
  ports: MemberPorts,
  { id, answer, actor }: AnswerInterestRequest,
): Promise<AnswerInterestResult> {
  const answered = await withTransaction<AnswerInterestResult>(ports.database, async (tx) => {
    const applicant = await tx
      .deleteFrom('membership_interest')
      .where('id', '=', id)
      .returning(['email', 'email_canonical', 'locale'])
      .executeTakeFirst();
    if (applicant === undefined) return { outcome: 'answered-before' };
    if (answer === 'accept') await invite(tx, ports, applicant);
    else
      await sendMail(tx, ports, {
        template: interestDeclinedMail,
        locale: readStoredLocale(applicant.locale),
        to: { typed: applicant.email, canonical: applicant.email_canonical },
        memberId: null,
        values: {},
      });
    const after = { state: answer === 'accept' ? 'invited' : 'declined' };
    await ports.audit(tx, { actor, action: `interest.${answer}`, subject: id, before: { state: 'waiting' }, after });
    return { outcome: answer === 'accept' ? 'accepted' : 'declined' };
  });
  if (answered.outcome !== 'answered-before') ports.pubSub.publishDebounced(memberTopics.interest);
  return answered;
}
