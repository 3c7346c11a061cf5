import type { MenuPart } from '#server/admin/menu/menu.ts';

/** Menu entries of members, guests and invitations. */
export const menu: readonly MenuPart[] = [
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
      { path: '/admin/mail-previews', label: 'menu.previews', permission: 'mails', after: '/admin/mails' },
    ],
  },
];
