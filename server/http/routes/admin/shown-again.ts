import type { AdminRooms } from '#server/admin/index.ts';
import type { Action, Asking, Refused } from '#server/admin/room.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { KEPT } from '#server/platform/requests/next-page.ts';
import { type Asker, type AskerPorts, type AskingOptions, createAsking } from './asking.ts';
import { findKept } from './kept-forms.ts';
import { fieldsOf } from './read-fields.ts';

export interface ShownAgainPorts extends Pick<AskerPorts, 'words'> {
  readonly ports: Pick<PlatformPorts, 'secrets' | 'random' | 'database' | 'clock'>;
  readonly rooms: Pick<AdminRooms, 'actions'>;
}

type More = Pick<AskingOptions, 'refused' | 'shown' | 'kept'>;

/** A page with a form as it was sent, wherever it stands: on the page itself, or in what the action shows. */
export async function withForm(
  ask: (more: More) => Asking,
  { again }: Pick<Action, 'again'>,
  refused: Refused,
  { shown = [], ...more }: Omit<More, 'refused'> = {},
): Promise<Asking> {
  const asking = ask({ ...more, refused });
  const answer = await again?.(asking, fieldsOf(new Map(Object.entries(refused.values))));
  return ask({
    ...more,
    refused,
    shown: [...shown, ...(answer !== undefined && 'shown' in answer ? answer.shown : [])],
  });
}

/** What a page is asked for, with the form that its sender had to sign in for, if its address names one of this page and of this account. */
export async function askWithKept(options: ShownAgainPorts, asker: Asker, place: AskingOptions): Promise<Asking> {
  const ask = (more: More): Asking =>
    createAsking(options, asker, { ...place, ...more, shown: [...(place.shown ?? []), ...(more.shown ?? [])] });
  const plain = ask({});
  const { me } = asker;
  const id = plain.query.get(KEPT) ?? '';
  const form = me === null || id === '' ? null : await findKept(options.ports, me.id, id);
  const action = form === null ? undefined : options.rooms.actions[form.action];
  if (form === null || action === undefined || action.page !== place.path) return plain;
  if (action.permission !== null && me?.permissions.includes(action.permission) !== true) return plain;
  const { words } = plain;
  const note = { kind: 'note', mark: 'alert', title: words('form.kept') } as const;
  return withForm(ask, action, { ...form, errors: {} }, { kept: id, shown: [note] });
}
