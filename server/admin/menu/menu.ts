import type { MenuView } from '#engine/base/data-view.ts';
import type { Permission } from '#server/staff/permissions.ts';
import { formView } from '../form.ts';
import { type Asking, mustBe, type Room } from '../room.ts';
import type { StaffKey } from '../words.ts';

interface Way {
  readonly path: string;
  readonly label: StaffKey;
  readonly permission: Permission;
}

const groups: readonly { readonly title: StaffKey | null; readonly ways: readonly Way[] }[] = [
  { title: null, ways: [{ path: '/admin', label: 'menu.start', permission: 'enter' }] },
  {
    title: 'menu.invitations',
    ways: [
      { path: '/admin/waitinglist', label: 'menu.waiting', permission: 'invitations' },
      { path: '/admin/codes', label: 'menu.codes', permission: 'invitations' },
      { path: '/admin/membership-interest', label: 'menu.interest', permission: 'invitations' },
      { path: '/admin/registrationlinkgenerator', label: 'menu.link', permission: 'links' },
    ],
  },
  {
    title: 'menu.people',
    ways: [
      { path: '/admin/people', label: 'menu.find', permission: 'people' },
      { path: '/admin/mails', label: 'menu.mails', permission: 'mails' },
      { path: '/admin/mail-previews', label: 'menu.previews', permission: 'mails' },
    ],
  },
  {
    title: 'menu.experiments',
    ways: [
      { path: '/admin/results', label: 'menu.results', permission: 'results' },
      { path: '/admin/splitgenerator', label: 'menu.split', permission: 'experiments' },
    ],
  },
  {
    title: 'menu.house',
    ways: [
      { path: '/admin/state', label: 'menu.state', permission: 'author' },
      { path: '/admin/audit', label: 'menu.audit', permission: 'audit' },
      { path: '/admin/tokens', label: 'menu.tokens', permission: 'tokens' },
      { path: '/admin/sessions', label: 'menu.sessions', permission: 'enter' },
    ],
  },
];

/** The ways between the pages. */
export const menuRoom: Room = {
  queries: { menu: { permission: 'enter', load: async (asking) => menuView(asking) } },
};

function menuView(asking: Asking): MenuView {
  const { words, path } = asking;
  const { name, group, permissions } = mustBe(asking);
  const known: string = `group.${group}`;
  return {
    name,
    group: words.has(known) ? words(known) : group,
    groups: groups.flatMap(({ title, ways }) => {
      const open = ways.filter((way) => permissions.includes(way.permission) && asking.hasPage(way.path));
      const links = open.map((way) => ({
        label: words(way.label),
        href: asking.href(way.path),
        current: way.path === path,
      }));
      return links.length === 0 ? [] : [{ title: title === null ? null : words(title), links }];
    }),
    signOut: formView(asking, { action: 'sign-out', submit: words('menu.signOut') }),
  };
}
