import type { CorrectAddressOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { buildNotice, type PersonTools } from '../../person-tools.ts';
import { MAX_PERSON_LENGTH, PAGE, PERMISSION } from '../../ports.ts';

/** Corrects a mistyped address of a guest. Access requires the link mailed to the new address, so that support cannot take over an account. */
export function correctAddress({ findMember, makeHandle, members, resolveAddress, showAt, staff }: PersonTools) {
  const showCorrected = (request: AdminRequest, address: string) =>
    showAt(request, address, [{ kind: 'note', mark: 'on', title: request.t('people.corrected') }]);
  return defineAdminAction({
    name: 'correct-address',
    permission: PERMISSION,
    page: PAGE,
    input: { person: declareTextInput(MAX_PERSON_LENGTH), newEmail: declareTextInput(1_000) },
    async run({ person, newEmail }, { actor, network }) {
      const member = await findMember(await resolveAddress(person));
      if (member === undefined) return { outcome: 'unknown' } as const;
      const registration = makeHandle(member.id);
      const answer = await members.changeEmail({ registration, form: { email: newEmail }, network });
      if (answer.outcome === 'invalid') return { outcome: 'invalid' } as const;
      if (answer.outcome !== 'changed') return { outcome: 'not-corrected' } as const;
      const [before, after] = [{ email: member.email }, { email: answer.email }];
      await staff.note({ actor, action: 'person.correct', person: member.id, before, after });
      return { outcome: 'corrected', email: answer.email } as const;
    },
    async respond(request, answer, { person, newEmail: value }): Promise<ActionResult> {
      const { t } = request;
      if (answer.outcome === 'corrected') return { ...(await showCorrected(request, answer.email)), isDone: true };
      if (answer.outcome === 'unknown') return buildNotice(request, 'people.gone');
      const address = await resolveAddress(person);
      return answer.outcome === 'invalid'
        ? showAt(request, address, [], { value, error: t('people.notAnAddress') })
        : showAt(request, address, [{ kind: 'note', mark: 'alert', title: t('people.notCorrected') }], { value });
    },
    repeated: (request, { newEmail }) => showCorrected(request, newEmail),
    again: async (request, { person, newEmail: value }) => showAt(request, await resolveAddress(person), [], { value }),
    operation: {
      name: 'correctAddress',
      idempotentOutcomes: ['CORRECTED'],
      data: ({ outcome, ...more }): CorrectAddressOutcome => ({ code: toErrorCode(outcome), ...more }),
    },
  });
}
