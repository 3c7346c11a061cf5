import { findFormView } from './admin-visitor.ts';
import type { Row } from './attack-row.ts';
import { Authenticator } from './authenticator.ts';

/** What administrators do with accounts of colleagues. */
export const colleagueRows: Readonly<Record<string, Row>> = {
  'create-colleague': {
    groups: ['admin'],
    fields: () => ({ email: 'colleague@example.com', name: 'Zoe', group: 'author' }),
    deed: 'admin.create',
    times: 1,
  },
  'preview-invite-colleague': {
    groups: ['admin'],
    fields: () => ({ email: 'invited@example.com', group: 'author', language: 'de' }),
  },
  'invite-colleague': {
    groups: ['admin'],
    fields: () => ({ email: 'invited@example.com', group: 'author', language: 'de' }),
    preview: 'preview-invite-colleague',
    deed: 'admin.invite',
    times: 1,
  },
  'resend-invitation': {
    groups: ['admin'],
    fields: ({ invitation }) => ({ id: invitation }),
    deed: 'admin.invite-again',
    times: 1,
  },
  'withdraw-invitation': {
    groups: ['admin'],
    fields: ({ invitation }) => ({ id: invitation }),
    deed: 'admin.withdraw-invitation',
    times: 1,
  },
  'accept-invitation': {
    groups: null,
    fields: ({ invitationToken }) => ({ token: invitationToken, name: 'Zoe', password: 'a long password of Zoe' }),
    deed: 'admin.accept-invitation',
    times: 1,
  },
  'accept-invitation-passkey': {
    groups: null,
    fields: ({ spareInvitationToken }) => ({ token: spareInvitationToken, name: 'Eve' }),
    async signed({ visitor }, { spareInvitationToken }) {
      const page = await visitor.get(`/admin/invitation?token=${spareInvitationToken}`);
      const { options = '', ticket = '' } = findFormView(page, 'accept-invitation-passkey').passkey ?? {};
      return { _ticket: ticket, _credential: new Authenticator().create(options) };
    },
    deed: 'admin.accept-invitation',
    times: 1,
  },
  'change-group': {
    groups: ['admin'],
    fields: ({ colleague }) => ({ id: colleague, group: 'analyst' }),
    deed: 'admin.group',
    times: 1,
  },
  'preview-disable-colleague': { groups: ['admin'], fields: ({ colleague }) => ({ id: colleague }) },
  'disable-colleague': {
    groups: ['admin'],
    fields: ({ colleague }) => ({ id: colleague }),
    preview: 'preview-disable-colleague',
    deed: 'admin.disable',
    times: 1,
  },
  'preview-enable-colleague': { groups: ['admin'], fields: ({ colleague }) => ({ id: colleague }) },
  'enable-colleague': {
    groups: ['admin'],
    fields: ({ colleague }) => ({ id: colleague }),
    preview: 'preview-enable-colleague',
    deed: 'admin.enable',
    times: 1,
  },
  'preview-reset-colleague': { groups: ['admin'], fields: ({ colleague }) => ({ id: colleague }) },
  'reset-colleague': {
    groups: ['admin'],
    fields: ({ colleague }) => ({ id: colleague }),
    preview: 'preview-reset-colleague',
    deed: 'admin.reset',
    times: 1,
  },
};
