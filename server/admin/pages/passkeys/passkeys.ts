import type { PasskeyView, SectionView } from '#engine/shared/data-view.ts';
import type { Staff } from '#server/staff/index.ts';
import type { ListedPasskey, PasskeyResponse, PasskeyOffer } from '#server/staff/passkeys/passkeys.ts';
import { buildFormView } from '../../form.ts';
import {
  type Action,
  type ActionResult,
  type AdminRequest,
  type Fields,
  requireUser,
  type AdminPage,
} from '../../admin-page.ts';

export interface PasskeysPorts {
  readonly staff: Pick<Staff, 'offerToAddPasskey' | 'addPasskey' | 'listPasskeys' | 'removePasskey'>;
}

const PAGE = '/admin/sessions';

/** Passkeys of the user: create and remove. */
export function createPasskeysPage({ staff }: PasskeysPorts): AdminPage {
  const add: Action = {
    requiresReauth: true,
    permission: 'enter',
    page: PAGE,
    async run(request, fields): Promise<ActionResult> {
      const { t } = request;
      const name = fields.text('passkey');
      const answer = readPasskeyResponse(request, fields);
      const { outcome } = await staff.addPasskey({ adminId: requireUser(request).id, name, ...answer });
      if (outcome === 'added') return { to: PAGE, query: { done: 'passkeyAdded' } };
      if (outcome === 'invalid-name') return { errors: { passkey: t('passkeys.invalidName') } };
      return { errors: {}, message: t(outcome === 'refused' ? 'passkeys.notAdded' : `passkeys.${outcome}`) };
    },
  };
  const remove: Action = {
    requiresReauth: true,
    permission: 'enter',
    page: PAGE,
    async run(request, fields) {
      const gone = await staff.removePasskey({ adminId: requireUser(request).id, id: fields.text('id') });
      return { to: PAGE, ...(gone && { query: { done: 'passkeyRemoved' } }) };
    },
  };
  return {
    queries: {
      passkeys: {
        permission: 'enter',
        async load(request) {
          const { id, email, name } = requireUser(request);
          const offer = await staff.offerToAddPasskey({ id, email, name }, request.browser);
          return { sections: buildSections(request, await staff.listPasskeys(id), offer) };
        },
      },
    },
    actions: { 'add-passkey': add, 'remove-passkey': remove },
  };
}

/** The passkey response in a form. */
export function readPasskeyResponse({ browser }: Pick<AdminRequest, 'browser'>, fields: Fields): PasskeyResponse {
  return { ticket: fields.text('_ticket'), credential: fields.text('_credential'), browser };
}

/** Options that a form needs for a passkey. */
export function buildPasskeyView(
  { t }: Pick<AdminRequest, 't'>,
  ceremony: PasskeyView['ceremony'],
  offer: PasskeyOffer,
): PasskeyView {
  const ended = ceremony === 'create' ? 'passkeys.notMade' : 'passkeys.notAsked';
  return { ceremony, ...offer, ended: t(ended) };
}

function buildSections(
  request: AdminRequest,
  passkeys: readonly ListedPasskey[],
  offer: PasskeyOffer,
): readonly SectionView[] {
  const { t } = request;
  const columns = (['name', 'since', 'used', 'action'] as const).map((name) => ({ label: t(`passkeys.${name}`) }));
  const rows = passkeys.map(({ id, name, createdAt, usedAt }, index) => ({
    key: id,
    cells: [
      { text: name },
      { text: t.moment(createdAt) },
      { text: usedAt === null ? t('passkeys.never') : t.moment(usedAt) },
      { text: '', forms: [removeForm(request, { id, name }, index)] },
    ],
  }));
  const form = buildFormView(request, {
    action: 'add-passkey',
    submit: t('passkeys.add'),
    text: t('passkeys.addText'),
    fields: [{ name: 'passkey', label: t('passkeys.newName'), type: 'text', required: true, autocomplete: 'off' }],
    passkey: { ...buildPasskeyView(request, 'create', offer), without: t('passkeys.without') },
  });
  const empty = { title: t('passkeys.none'), text: t('passkeys.noneText') };
  return [
    { kind: 'table', table: { caption: t('passkeys.caption'), columns, rows, empty } },
    { kind: 'form', form },
  ];
}

const removeForm = (request: AdminRequest, { id, name }: Pick<ListedPasskey, 'id' | 'name'>, index: number) =>
  buildFormView(request, {
    action: 'remove-passkey',
    id: `remove-passkey-${index}`,
    submit: request.t('passkeys.remove', { name }),
    hidden: { id },
    danger: true,
  });
