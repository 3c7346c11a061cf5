import type { Staff } from '#server/staff/index.ts';
import type { StaffSession } from '#server/staff/sessions.ts';
import { buildFormView } from '../../form.ts';
import { type Action, type AdminRequest, requireUser, type AdminPage, buildViewQuery } from '../../admin-page.ts';

export interface SessionsPorts {
  readonly staff: Pick<Staff, 'listSessions' | 'endSessions'>;
}

const PAGE = '/admin/sessions';

/** Active sessions of the user, which can be ended. */
export function createSessionsPage({ staff }: SessionsPorts): AdminPage {
  const end: Action = {
    permission: 'enter',
    page: PAGE,
    async run(request, fields) {
      const { id: adminId, token } = requireUser(request);
      const id = fields.text('session');
      const count = await staff.endSessions({ adminId, id: id === '' ? null : id, token });
      return { to: PAGE, query: { done: 'sessionsEnded', n: String(count) } };
    },
  };
  return {
    queries: {
      sessions: buildViewQuery('enter', async (request) => {
        const { id, token } = requireUser(request);
        return sessionsView(request, await staff.listSessions(id, token));
      }),
    },
    actions: { 'end-sessions': end },
  };
}

function sessionsView(request: AdminRequest, sessions: readonly StaffSession[]) {
  const { t } = request;
  const endOne = ({ id }: StaffSession) =>
    buildFormView(request, {
      action: 'end-sessions',
      id: `end-${id.slice(0, 12)}`,
      submit: t('sessions.end'),
      hidden: { session: id },
    });
  const rows = sessions.map((session) => ({
    key: session.id,
    cells: [
      { text: t.moment(session.since) },
      { text: t.moment(session.seenAt) },
      { text: t.moment(session.until) },
      session.own ? { text: t('sessions.own'), mark: 'on' as const } : { text: '', forms: [endOne(session)] },
    ],
  }));
  const endAll = buildFormView(request, {
    action: 'end-sessions',
    id: 'end-all',
    submit: t('sessions.endAll'),
    text: t('sessions.endAllText'),
    hidden: { session: '' },
    primary: false,
  });
  return {
    sections: [
      {
        kind: 'table' as const,
        table: {
          caption: t('sessions.caption'),
          columns: (['since', 'seen', 'until', 'state'] as const).map((name) => ({
            label: t(`sessions.${name}`),
          })),
          rows,
          empty: { title: t('list.nothing'), text: '' },
        },
      },
      ...(sessions.length > 1 ? [{ kind: 'form' as const, form: endAll }] : []),
    ],
  };
}
