import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { FieldView, FormView } from '#engine/shared/data-view.ts';
import { type CreateApiTokenAnswer, MAX_DAYS } from '#server/staff/api-tokens.ts';
import { allScopes, type Scope } from '#server/staff/permissions.ts';
import type { DeclaredAction } from '../../../../admin-action.ts';
import { type Action, type ActionResult, type AdminRequest, requireUser } from '../../../../admin-page.ts';
import { formView } from '../../../../form.ts';
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
    async repeated({ words }) {
      return {
        shown: [{ kind: 'note', mark: 'off', title: words('tokens.before'), text: words('tokens.beforeText') }],
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

function created(request: AdminRequest, name: string, answer: CreateApiTokenAnswer): ActionResult {
  const { words } = request;
  switch (answer.outcome) {
    case 'created':
      return {
        isDone: true,
        shown: [
          {
            kind: 'note',
            mark: 'on',
            title: words('tokens.ready', { name }),
            text: words('tokens.readyText', { time: words.moment(answer.expiresAt) }),
          },
          {
            kind: 'copy',
            copy: {
              id: 'token',
              label: words('tokens.yours'),
              value: answer.token,
              copy: words('tokens.copy'),
              copied: words('link.copied'),
            },
          },
        ],
      };
    case 'invalid-name':
      return { errors: { name: words('tokens.nameWrong') } };
    case 'invalid-days':
      return { errors: { days: words('tokens.daysWrong', { most: words.number(MAX_DAYS) }) } };
    case 'no-scope':
      return {
        errors: Object.fromEntries(
          grantable(request)
            .slice(0, 1)
            .map((scope) => [toFieldName(scope), words('tokens.noScope')]),
        ),
      };
    case 'beyond-own':
      return { errors: {}, message: words('tokens.beyondOwn') };
  }
}

export function createForm(request: AdminRequest): FormView {
  const { words } = request;
  const ticks = grantable(request).map((scope): FieldView => ({
    name: toFieldName(scope),
    label: words(`tokens.scope.${scope}`),
    type: 'checkbox',
    group: words('tokens.scopes'),
  }));
  return formView(request, {
    action: NAME,
    title: words('tokens.create'),
    text: words('tokens.createText'),
    submit: words('tokens.createSubmit'),
    fields: [
      {
        name: 'name',
        label: words('tokens.name'),
        hint: words('tokens.nameHint'),
        type: 'text',
        required: true,
        autocomplete: 'off',
      },
      {
        name: 'days',
        label: words('tokens.days'),
        hint: words('tokens.daysHint', { most: words.number(MAX_DAYS) }),
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
