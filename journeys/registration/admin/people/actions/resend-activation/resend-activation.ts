import type { ResendActivationToOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { buildNotice, type PersonTools } from '../../person-tools.ts';
import { MAX_PERSON_LENGTH, PAGE, PERMISSION } from '../../ports.ts';

/** Sends an activation link again. */
export function resendActivation({ findMember, makeHandle, members, resolveAddress, showAt, staff }: PersonTools) {
  const showSent = (request: AdminRequest, address: string) =>
    showAt(request, address, [{ kind: 'note', mark: 'on', title: request.t('people.resent') }]);
  return defineAdminAction({
    name: 'resend-activation',
    permission: PERMISSION,
    page: PAGE,
    input: { person: declareTextInput(MAX_PERSON_LENGTH) },
    async run({ person }, { actor, network }) {
      const address = await resolveAddress(person);
      const member = await findMember(address);
      if (member === undefined) return { outcome: 'unknown', address } as const;
      const { outcome } = await members.resendActivation({ registration: makeHandle(member.id), network });
      if (outcome !== 'sent') return { outcome: 'not-sent', address } as const;
      await staff.note({ actor, action: 'person.resend', person: member.id });
      return { outcome: 'sent', address } as const;
    },
    async respond(request, { outcome, address }): Promise<ActionResult> {
      if (outcome === 'unknown') return buildNotice(request, 'people.gone');
      if (outcome === 'sent') return { ...(await showSent(request, address)), isDone: true };
      return showAt(request, address, [{ kind: 'note', mark: 'alert', title: request.t('people.notResent') }]);
    },
    repeated: async (request, { person }) => showSent(request, await resolveAddress(person)),
    again: async (request, { person }) => showAt(request, await resolveAddress(person)),
    operation: {
      name: 'resendActivationTo',
      idempotentOutcomes: ['SENT'],
      data: ({ outcome }): ResendActivationToOutcome => ({ code: toErrorCode(outcome) }),
    },
  });
}
