import type { FormView } from '#engine/shared/data-view.ts';
import type { FoundCode } from '#journeys/registration/members/find-codes/find-codes.ts';
import type { ChangeBalanceOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { defineAdminAction, declareTextInput, wholeNumberInput } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { type CodesPorts, PAGE } from '../../ports.ts';

const NAME = 'change-balance';

/** Maximum characters of a reason in the audit log. */
const MAX_REASON_LENGTH = 200;

/** Changes the number of places of a code's inviter. */
export const changeBalance = ({ members }: CodesPorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'invitations',
    page: PAGE,
    input: { code: declareTextInput(100), places: wholeNumberInput, reason: declareTextInput(MAX_REASON_LENGTH) },
    run: (input, { actor }) => members.changeBalance({ ...input, actor }),
    respond({ t }, answer, { code }): ActionResult {
      switch (answer.outcome) {
        case 'changed':
          return { to: PAGE, query: { done: 'balanceChanged', n: String(answer.free), code } };
        case 'unknown':
          return { errors: {}, message: t('code.REGISTRATION_CODE_INVALID') };
        case 'too-few':
          return { errors: { places: t('codes.tooFew', { least: t.number(answer.least) }) } };
        case 'invalid-places':
          return { errors: { places: t('codes.placesWrong', { most: t.number(answer.most) }) } };
      }
    },
    // For any code, by its name.
    offer: {
      label: 'codes.changeSubmit',
      form: ({ t }) => ({
        text: t('codes.changeText'),
        submit: t('codes.changeSubmit'),
        fields: [
          { name: 'code', label: t('codes.code'), type: 'text', required: true, autocomplete: 'off' },
          { name: 'places', label: t('codes.placesInAll'), type: 'number', min: 1, required: true },
          { name: 'reason', label: t('codes.reason'), type: 'text', required: true },
        ],
      }),
    },
    operation: {
      name: 'changeBalance',
      idempotentOutcomes: ['CHANGED'],
      data: ({ outcome, ...more }): ChangeBalanceOutcome => ({ code: toErrorCode(outcome), ...more }),
    },
  });

/** Form with the current number of places of a code. */
export function buildBalanceForm(request: AdminRequest, { label, issued, active, pending }: FoundCode): FormView {
  const { t } = request;
  const least = active + pending;
  return buildFormView(request, {
    action: NAME,
    title: t('codes.change'),
    text: t('codes.changeText'),
    submit: t('codes.changeSubmit'),
    hidden: { code: label },
    fields: [
      {
        name: 'places',
        label: t('codes.placesInAll'),
        type: 'number',
        min: Math.max(1, least),
        required: true,
        value: String(issued),
        ...(least > 0 && { hint: t('codes.atLeast', { least: t.number(least) }) }),
      },
      { name: 'reason', label: t('codes.reason'), type: 'text', required: true },
    ],
  });
}
