import type { FormView } from '#engine/shared/data-view.ts';
import type { MutationWithdrawLinkArgs, WithdrawLinkOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { declareChoiceInput, defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { LINK_PAGE, type LinkPorts } from '../../ports.ts';

const NAME = 'withdraw-link';
const states = ['blocked', 'active'] as const;

type Answer = { readonly outcome: 'changed' | 'unchanged' | 'unknown' };

/** Withdraws a link of the user, or makes it valid again; registrations made with it stay. */
export const withdrawLink = ({ members }: LinkPorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'links',
    page: LINK_PAGE,
    input: { code: declareTextInput(100), state: declareChoiceInput(...states) },
    async run({ code, state }, { actor }): Promise<Answer> {
      const { links } = await members.listLinks({ actor, locale: 'en', only: [code], limit: 1 });
      if (links.length === 0) return { outcome: 'unknown' };
      return members.blockCode({ code, what: 'code', state, actor });
    },
    respond(_request, { outcome }, { state }) {
      const done = outcome === 'changed' ? (state === 'blocked' ? 'linkWithdrawn' : 'linkRestored') : 'codeUnchanged';
      return { to: LINK_PAGE, query: { done } };
    },
    operation: {
      name: 'withdrawLink',
      idempotentOutcomes: ['CHANGED'],
      input: ({ code, withdrawn }: Required<MutationWithdrawLinkArgs>) => ({
        code,
        state: withdrawn ? ('blocked' as const) : ('active' as const),
      }),
      data: ({ outcome }): WithdrawLinkOutcome => ({ code: toErrorCode(outcome) }),
    },
  });

export function buildWithdrawLinkForm(
  request: AdminRequest,
  { code, isWithdrawn }: { readonly code: string; readonly isWithdrawn: boolean },
): FormView {
  return buildFormView(request, {
    action: NAME,
    id: `withdraw-${code}`,
    submit: request.t(isWithdrawn ? 'links.restore' : 'links.withdraw'),
    hidden: { code, state: isWithdrawn ? 'active' : 'blocked' },
    primary: false,
    danger: !isWithdrawn,
  });
}
