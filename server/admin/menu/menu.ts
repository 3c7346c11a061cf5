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
    title: 'menu.system',
    ways: [
      { path: '/admin/state', label: 'menu.state', permission: 'author' },
      { path: '/admin/audit', label: 'menu.audit', permission: 'audit' },
      { path: '/admin/tokens', label: 'menu.tokens', permission: 'tokens' },
      { path: '/admin/sessions', label: 'menu.sessions', permission: 'enter' },
    ],
  },
];

/** How much waits on pages, by their paths; asked for by anyone who may open one of them. */
export interface CountSource {
  readonly permission: Permission;
  /** Up to `MOST_COUNTED` of each. */
  count(): Promise<Readonly<Record<string, number>>>;
}

/** Nothing is counted further: a menu costs the same however long a list is. */
export const MOST_COUNTED = 10_000;

/** The ways between the pages. */
export function menuRoom(sources: readonly CountSource[]): Room {
  return {
    queries: {
      menu: {
        permission: 'enter',
        async load(asking) {
          const { permissions } = mustBe(asking);
          const mine = sources.filter(({ permission }) => permissions.includes(permission));
          const counts = await Promise.all(mine.map((source) => source.count()));
          return menuView(asking, Object.assign({}, ...counts));
        },
      },
    },
  };
}

function menuView(asking: Asking, counts: Readonly<Record<string, number>>): MenuView {
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
        ...countOf(asking, counts[way.path]),
      }));
      return links.length === 0 ? [] : [{ title: title === null ? null : words(title), links }];
    }),
    signOut: formView(asking, { action: 'sign-out', submit: words('menu.signOut') }),
  };
}

/** Nothing where nothing waits: what is never empty is soon not looked at. */
function countOf({ words }: Asking, count = 0): { readonly count?: string } {
  if (count === 0) return {};
  return { count: count < MOST_COUNTED ? words.number(count) : `${words.number(MOST_COUNTED)}+` };
}
