import type { FormView } from '#engine/shared/data-view.ts';
import type { FoundCode } from '#journeys/registration/members/find-codes/find-codes.ts';
import type {
  BlockRegistrationCodeOutcome,
  MutationBlockRegistrationCodeArgs,
} from '#schemas/generated/graphql/resolvers.ts';
import { declareChoiceInput, defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { type CodesPorts, PAGE } from '../../ports.ts';

const NAME = 'block-code';

/** Blocks or unblocks a code. */
export const blockCode = ({ members }: CodesPorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'invitations',
    page: PAGE,
    requiresReauth: true,
    input: { code: declareTextInput(100), state: declareChoiceInput('active', 'blocked') },
    run: (input, { actor }) => members.blockCode({ ...input, what: 'code', actor }),
    respond(_request, { outcome }, { code, state }) {
      const done = outcome === 'changed' ? (state === 'blocked' ? 'codeBlocked' : 'codeOpened') : 'codeUnchanged';
      return { to: PAGE, query: { done, code } };
    },
    operation: {
      name: 'blockRegistrationCode',
      idempotentOutcomes: ['CHANGED'],
      input: ({ code, blocked }: Required<MutationBlockRegistrationCodeArgs>) => ({
        code,
        state: blocked ? ('blocked' as const) : ('active' as const),
      }),
      data: ({ outcome }): BlockRegistrationCodeOutcome => ({ code: toErrorCode(outcome) }),
    },
  });

export function buildBlockCodeForm(request: AdminRequest, { label, state }: FoundCode): FormView {
  const isBlocked = state === 'blocked';
  return buildFormView(request, {
    action: NAME,
    id: `block-${label}`,
    submit: request.t(isBlocked ? 'codes.open' : 'codes.block'),
    hidden: { code: label, state: isBlocked ? 'active' : 'blocked' },
    primary: false,
    danger: !isBlocked,
  });
}
