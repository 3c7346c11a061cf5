import type { FormView } from '#engine/shared/data-view.ts';
import type { FoundCode } from '#journeys/registration/members/find-codes/find-codes.ts';
import type { ChangeBalanceOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { defineAdminAction, textInput, wholeNumberInput } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { formView } from '#server/admin/form.ts';
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
    input: { code: textInput(100), places: wholeNumberInput, reason: textInput(MAX_REASON_LENGTH) },
    run: (input, { actor }) => members.changeBalance({ ...input, actor }),
    respond({ words }, answer, { code }): ActionResult {
      switch (answer.outcome) {
        case 'changed':
          return { to: PAGE, query: { done: 'balanceChanged', n: String(answer.free), code } };
        case 'unknown':
          return { errors: {}, message: words('code.REGISTRATION_CODE_INVALID') };
        case 'too-few':
          return { errors: { places: words('codes.tooFew', { least: words.number(answer.least) }) } };
        case 'invalid-places':
          return { errors: { places: words('codes.placesWrong', { most: words.number(answer.most) }) } };
      }
    },
    // For any code, by its name.
    offer: {
      label: 'codes.changeSubmit',
      form: ({ words }) => ({
        text: words('codes.changeText'),
        submit: words('codes.changeSubmit'),
        fields: [
          { name: 'code', label: words('codes.code'), type: 'text', required: true, autocomplete: 'off' },
          { name: 'places', label: words('codes.placesInAll'), type: 'number', min: 1, required: true },
          { name: 'reason', label: words('codes.reason'), type: 'text', required: true },
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
export function balanceForm(request: AdminRequest, { label, issued, active, pending }: FoundCode): FormView {
  const { words } = request;
  const least = active + pending;
  return formView(request, {
    action: NAME,
    title: words('codes.change'),
    text: words('codes.changeText'),
    submit: words('codes.changeSubmit'),
    hidden: { code: label },
    fields: [
      {
        name: 'places',
        label: words('codes.placesInAll'),
        type: 'number',
        min: Math.max(1, least),
        required: true,
        value: String(issued),
        ...(least > 0 && { hint: words('codes.atLeast', { least: words.number(least) }) }),
      },
      { name: 'reason', label: words('codes.reason'), type: 'text', required: true },
    ],
  });
}
