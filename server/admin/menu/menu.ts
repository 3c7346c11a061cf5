import type { MenuView } from '#engine/shared/data-view.ts';
import type { Permission } from '#server/staff/permissions.ts';
import { buildFormView } from '../form.ts';
import { type AdminRequest, type CurrentUser, requireUser, type AdminPage } from '../admin-page.ts';
import type { StaffKey } from '../staff-translator.ts';

interface Way {
  readonly path: string;
  readonly label: StaffKey;
  readonly permission: Permission;
}

interface MenuGroup {
  readonly title: StaffKey | null;
  readonly ways: readonly Way[];
}

/** Entries that other modules add to a group, or a group of their own. */
export interface MenuPart {
  readonly title: StaffKey;
  readonly ways: readonly (Way & {
    /** Path of the entry that it follows; default: first in its group. */ readonly after?: string;
  })[];
}

const generalGroups: readonly MenuGroup[] = [
  { title: null, ways: [{ path: '/admin', label: 'menu.start', permission: 'enter' }] },
  {
    title: 'menu.people',
    ways: [{ path: '/admin/mails', label: 'menu.mails', permission: 'mails' }],
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
      { path: '/admin/colleagues', label: 'menu.colleagues', permission: 'colleagues' },
      { path: '/admin/tokens', label: 'menu.tokens', permission: 'tokens' },
      { path: '/admin/sessions', label: 'menu.sessions', permission: 'enter' },
    ],
  },
];

/** The standard groups with these parts; new groups follow the first one. */
export function listMenuGroups(parts: readonly MenuPart[]): readonly MenuGroup[] {
  const known = generalGroups.map((group) => ({
    ...group,
    ways: parts.filter(({ title }) => title === group.title).reduce((ways, part) => withWays(ways, part), group.ways),
  }));
  const added = parts.filter(({ title }) => generalGroups.every((group) => group.title !== title));
  return known.toSpliced(1, 0, ...added.map((part) => ({ ...part, ways: withWays([], part) })));
}

function withWays(ways: readonly Way[], { ways: more }: MenuPart): readonly Way[] {
  const first = more.filter(({ after }) => after === undefined);
  const followers = (path: string): readonly Way[] => more.filter(({ after }) => after === path);
  return [...first, ...ways].flatMap((way) => [way, ...followers(way.path)]);
}

/** Counts of pending items by path of their page; only for users who may open one of these pages. */
export interface CountSource {
  readonly permission: Permission;
  /** Up to `MAX_COUNTED` of each. */
  count(user: Pick<CurrentUser, 'id'>): Promise<Readonly<Record<string, number>>>;
}

/** Counting stops here, so that a menu has a bounded cost. */
export const MAX_COUNTED = 10_000;

/** The menu of the admin pages. */
export function createMenuPage(sources: readonly CountSource[], parts: readonly MenuPart[]): AdminPage {
  const groups = listMenuGroups(parts);
  return {
    queries: {
      menu: {
        permission: 'enter',
        async load(request) {
          const user = requireUser(request);
          const mine = sources.filter(({ permission }) => user.permissions.includes(permission));
          const counts = await Promise.all(mine.map((source) => source.count(user)));
          return menuView(request, groups, Object.assign({}, ...counts));
        },
      },
    },
  };
}

function menuView(
  request: AdminRequest,
  groups: readonly MenuGroup[],
  counts: Readonly<Record<string, number>>,
): MenuView {
  const { t, path } = request;
  const { name, group, permissions } = requireUser(request);
  const known: string = `group.${group}`;
  return {
    name,
    group: t.has(known) ? t(known) : group,
    groups: groups.flatMap(({ title, ways }) => {
      const open = ways.filter((way) => permissions.includes(way.permission) && request.hasPage(way.path));
      const links = open.map((way) => ({
        label: t(way.label),
        href: request.href(way.path),
        current: way.path === path,
        ...formatCount(request, counts[way.path]),
      }));
      return links.length === 0 ? [] : [{ title: title === null ? null : t(title), links }];
    }),
    signOut: buildFormView(request, { action: 'sign-out', submit: t('menu.signOut') }),
  };
}

/** Zero is not shown: badges that are always there are soon ignored. */
function formatCount({ t }: AdminRequest, count = 0): { readonly count?: string } {
  if (count === 0) return {};
  return { count: count < MAX_COUNTED ? t.number(count) : `${t.number(MAX_COUNTED)}+` };
}
