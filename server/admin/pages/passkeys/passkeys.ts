import type { PasskeyView, SectionView } from '#engine/base/data-view.ts';
import type { Staff } from '#server/staff/index.ts';
import type { ListedPasskey, PasskeyAnswer, PasskeyOffer } from '#server/staff/passkeys/passkeys.ts';
import { formView } from '../../form.ts';
import { type Action, type ActionAnswer, type Asking, type Fields, mustBe, type Room } from '../../room.ts';

export interface PasskeysPorts {
  readonly staff: Pick<Staff, 'offerToAddPasskey' | 'addPasskey' | 'listPasskeys' | 'removePasskey'>;
}

const PAGE = '/admin/sessions';

/** The passkeys of the one who asks: to make one, and to take one away. */
export function passkeysRoom({ staff }: PasskeysPorts): Room {
  const add: Action = {
    isFinal: true,
    permission: 'enter',
    page: PAGE,
    async run(asking, fields): Promise<ActionAnswer> {
      const { words } = asking;
      const name = fields.text('passkey');
      const answer = passkeyAnswer(asking, fields);
      const { outcome } = await staff.addPasskey({ adminId: mustBe(asking).id, name, ...answer });
      if (outcome === 'added') return { to: PAGE, query: { done: 'passkeyAdded' } };
      if (outcome === 'invalid-name') return { errors: { passkey: words('passkeys.invalidName') } };
      return { errors: {}, message: words(outcome === 'refused' ? 'passkeys.notAdded' : `passkeys.${outcome}`) };
    },
  };
  const remove: Action = {
    isFinal: true,
    permission: 'enter',
    page: PAGE,
    async run(asking, fields) {
      const gone = await staff.removePasskey({ adminId: mustBe(asking).id, id: fields.text('id') });
      return { to: PAGE, ...(gone && { query: { done: 'passkeyRemoved' } }) };
    },
  };
  return {
    queries: {
      passkeys: {
        permission: 'enter',
        async load(asking) {
          const { id, email, name } = mustBe(asking);
          const offer = await staff.offerToAddPasskey({ id, email, name }, asking.browser);
          return { sections: sectionsOf(asking, await staff.listPasskeys(id), offer) };
        },
      },
    },
    actions: { 'add-passkey': add, 'remove-passkey': remove },
  };
}

/** What a form brought that a passkey filled in. */
export function passkeyAnswer({ browser }: Pick<Asking, 'browser'>, fields: Fields): PasskeyAnswer {
  return { ticket: fields.text('_ticket'), credential: fields.text('_credential'), browser };
}

/** What a form needs so that a passkey can fill it in. */
export function passkeyView(
  { words }: Pick<Asking, 'words'>,
  ceremony: PasskeyView['ceremony'],
  offer: PasskeyOffer,
): PasskeyView {
  const ended = ceremony === 'create' ? 'passkeys.notMade' : 'passkeys.notAsked';
  return { ceremony, ...offer, ended: words(ended) };
}

function sectionsOf(asking: Asking, passkeys: readonly ListedPasskey[], offer: PasskeyOffer): readonly SectionView[] {
  const { words } = asking;
  const columns = (['name', 'since', 'used', 'action'] as const).map((name) => ({ label: words(`passkeys.${name}`) }));
  const rows = passkeys.map(({ id, name, createdAt, usedAt }, index) => ({
    key: id,
    cells: [
      { text: name },
      { text: words.moment(createdAt) },
      { text: usedAt === null ? words('passkeys.never') : words.moment(usedAt) },
      { text: '', forms: [removeForm(asking, { id, name }, index)] },
    ],
  }));
  const form = formView(asking, {
    action: 'add-passkey',
    submit: words('passkeys.add'),
    text: words('passkeys.addText'),
    fields: [{ name: 'passkey', label: words('passkeys.newName'), type: 'text', required: true, autocomplete: 'off' }],
    passkey: { ...passkeyView(asking, 'create', offer), without: words('passkeys.without') },
  });
  const empty = { title: words('passkeys.none'), text: words('passkeys.noneText') };
  return [
    { kind: 'table', table: { caption: words('passkeys.caption'), columns, rows, empty } },
    { kind: 'form', form },
  ];
}

const removeForm = (asking: Asking, { id, name }: Pick<ListedPasskey, 'id' | 'name'>, index: number) =>
  formView(asking, {
    action: 'remove-passkey',
    id: `remove-passkey-${index}`,
    submit: asking.words('passkeys.remove', { name }),
    hidden: { id },
    danger: true,
  });
