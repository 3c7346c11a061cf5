import { expect, test } from 'vitest';
import { listMenuGroups } from './menu.ts';

const listLines = (groups: ReturnType<typeof listMenuGroups>): readonly string[] =>
  groups.map(
    ({ title, ways }) => `${title ?? 'start'}: ${ways.map(({ path }) => path.replace('/admin', '')).join(' ')}`,
  );

test('a module adds ways to a group and groups of its own, and the others keep their order', () => {
  const general = listLines(listMenuGroups([]));
  expect(general[1]).toBe('menu.people: /mails');
  const way = { label: 'menu.codes', permission: 'invitations' } as const;
  const groups = listMenuGroups([
    { title: 'menu.invitations', ways: [{ ...way, path: '/admin/codes' }] },
    {
      title: 'menu.people',
      ways: [
        { ...way, path: '/admin/people' },
        { ...way, path: '/admin/mail-previews', after: '/admin/mails' },
      ],
    },
  ]);
  expect(listLines(groups)).toEqual([
    general[0],
    'menu.invitations: /codes',
    'menu.people: /people /mails /mail-previews',
    ...general.slice(2),
  ]);
});
