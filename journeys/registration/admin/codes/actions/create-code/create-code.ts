import type { FieldView } from '#engine/shared/data-view.ts';
import { buildLandingName } from '#journeys/registration/admin/link/ports.ts';
import type {
  CreateRegistrationCodeOutcome,
  MutationCreateRegistrationCodeArgs,
} from '#schemas/generated/graphql/resolvers.ts';
import type { ActionOffer, DeclaredAction } from '#server/admin/admin-action.ts';
import { type Action, requireUser } from '#server/admin/admin-page.ts';
import type { AdminMutation } from '#server/admin/operation.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { describeFieldErrors, parseNewCode } from '../../new-code.ts';
import { toEndOfDay } from '#engine/i18n/end-of-day.ts';
import { type CodesPorts, PAGE } from '../../ports.ts';

const NAME = 'create-code';
const permission = 'invitations';

/** Creates an inviter with places and a code. The form accepts many formats of days and numbers, the operation one. */
export function createCode({ members }: CodesPorts): DeclaredAction {
  const create: Action = {
    permission,
    page: PAGE,
    async run(request, fields) {
      const read = parseNewCode(request, (name) => fields.text(name));
      if ('errors' in read) return read;
      const answer = await members.createCode({ ...read.code, actor: requireUser(request).id });
      if (answer.outcome !== 'created') return { errors: describeFieldErrors(request, answer) };
      return { to: PAGE, query: { done: 'codeCreated', q: answer.created.label } };
    },
  };
  const createRegistrationCode: AdminMutation<MutationCreateRegistrationCodeArgs, CreateRegistrationCodeOutcome> = {
    permission,
    idempotentOutcomes: ['CREATED'],
    async run({ input: { name, code, places, landing, until } }, { actor }) {
      const expiresAt = until ? toEndOfDay(until) : null;
      if (Number.isNaN(expiresAt)) return { code: 'INVALID_DAY' };
      const answer = await members.createCode({
        firstName: name || null,
        email: null,
        code: code || null,
        places,
        landing: landing || null,
        voucher: null,
        expiresAt,
        actor,
      });
      switch (answer.outcome) {
        case 'created':
          return { code: 'CREATED', label: answer.created.label, url: answer.created.url };
        // Impossible: the operation has neither email address nor voucher.
        case 'invalid-email':
        case 'other-voucher':
        case 'voucher-without-landing':
          return { code: 'INVALID_CODE' };
        default: {
          const { outcome, ...more } = answer;
          return { code: toErrorCode(outcome), ...more };
        }
      }
    },
  };
  return {
    actions: { [NAME]: create },
    mutations: { createRegistrationCode },
    offer: { ...offer, action: NAME, permission },
  };
}

const offer: ActionOffer = {
  label: 'codes.create',
  form({ t, landings }) {
    const text = (name: string, more: Partial<FieldView>): FieldView => ({ name, label: '', type: 'text', ...more });
    return {
      submit: t('codes.createSubmit'),
      fields: [
        text('name', { label: t('codes.name'), hint: t('codes.nameHint') }),
        text('code', { label: t('codes.code'), hint: t('codes.codeHint') }),
        { name: 'places', label: t('codes.places'), type: 'number', min: 1, required: true, value: '10' },
        {
          name: 'landing',
          label: t('links.landing'),
          type: 'select',
          value: '',
          options: [
            { value: '', label: t('codes.anyLanding') },
            ...landings.map((id) => ({ value: id, label: buildLandingName(id) })),
          ],
        },
        { name: 'until', label: t('codes.untilDay'), type: 'date', hint: t('codes.untilHint') },
      ],
    };
  },
};
