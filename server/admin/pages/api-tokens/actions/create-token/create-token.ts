import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { FieldView, FormView } from '#engine/shared/data-view.ts';
import { type CreateApiTokenResult, MAX_DAYS } from '#server/staff/api-tokens.ts';
import { allScopes, type Scope } from '#server/staff/permissions.ts';
import type { DeclaredAction } from '../../../../admin-action.ts';
import { type Action, type ActionResult, type AdminRequest, requireUser } from '../../../../admin-page.ts';
import { buildFormView } from '../../../../form.ts';
import { TOKENS_PAGE, type TokensPorts } from '../../ports.ts';

const NAME = 'create-token';
const USUAL_DAYS = 90;

/** Creates a token, which is shown once. The permissions offered depend on those of the user, so the form has varying checkboxes. */
export function createToken({ staff }: TokensPorts): DeclaredAction {
  const create: Action = {
    requiresReauth: true,
    permission: 'tokens',
    page: TOKENS_PAGE,
    async run(request, fields) {
      const name = fields.text('name');
      const scopes = grantable(request).filter((scope) => fields.text(toFieldName(scope)) === 'on');
      const days = parseWholeNumber(fields.text('days'));
      const answer = await staff.createApiToken({ name, scopes, holder: null, days, by: requireUser(request).id });
      return created(request, name, answer);
    },
    async repeated({ t }) {
      return {
        shown: [{ kind: 'note', mark: 'off', title: t('tokens.before'), text: t('tokens.beforeText') }],
      };
    },
  };
  return { actions: { [NAME]: create } };
}

/** Scopes that the user may grant. */
function grantable(request: AdminRequest): readonly Scope[] {
  const { permissions } = requireUser(request);
  return allScopes.filter((scope) => permissions.includes(scope));
}

const toFieldName = (scope: Scope): string => `scope-${scope}`;

function created(request: AdminRequest, name: string, answer: CreateApiTokenResult): ActionResult {
  const { t } = request;
  switch (answer.outcome) {
    case 'created':
      return {
        isDone: true,
        shown: [
          {
            kind: 'note',
            mark: 'on',
            title: t('tokens.ready', { name }),
            text: t('tokens.readyText', { time: t.moment(answer.expiresAt) }),
          },
          {
            kind: 'copy',
            copy: {
              id: 'token',
              label: t('tokens.yours'),
              value: answer.token,
              copy: t('tokens.copy'),
              copied: t('link.copied'),
            },
          },
        ],
      };
    case 'invalid-name':
      return { errors: { name: t('tokens.nameWrong') } };
    case 'invalid-days':
      return { errors: { days: t('tokens.daysWrong', { most: t.number(MAX_DAYS) }) } };
    case 'no-scope':
      return {
        errors: Object.fromEntries(
          grantable(request)
            .slice(0, 1)
            .map((scope) => [toFieldName(scope), t('tokens.noScope')]),
        ),
      };
    case 'beyond-own':
      return { errors: {}, message: t('tokens.beyondOwn') };
  }
}

export function buildCreateForm(request: AdminRequest): FormView {
  const { t } = request;
  const ticks = grantable(request).map((scope): FieldView => ({
    name: toFieldName(scope),
    label: t(`tokens.scope.${scope}`),
    type: 'checkbox',
    group: t('tokens.scopes'),
  }));
  return buildFormView(request, {
    action: NAME,
    title: t('tokens.create'),
    text: t('tokens.createText'),
    submit: t('tokens.createSubmit'),
    fields: [
      {
        name: 'name',
        label: t('tokens.name'),
        hint: t('tokens.nameHint'),
        type: 'text',
        required: true,
        autocomplete: 'off',
      },
      {
        name: 'days',
        label: t('tokens.days'),
        hint: t('tokens.daysHint', { most: t.number(MAX_DAYS) }),
        type: 'number',
        required: true,
        value: String(USUAL_DAYS),
        min: 1,
        max: MAX_DAYS,
      },
      ...ticks,
    ],
  });
}
