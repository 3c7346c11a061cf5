import type { CellView, SectionView, TableView } from '#engine/shared/data-view.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import type { Clock } from '#server/platform/ports.ts';
import type { CountSource } from '../../menu/menu.ts';
import { type AdminRequest, requireUser, type AdminPage, buildViewQuery } from '../../admin-page.ts';
import type { Attention, AttentionSource, ComingSource } from '../dashboard/dashboard.ts';
import type { StaffKey } from '../../staff-translator.ts';
import type { SystemStatus, NamedMoment } from './system-status.ts';

export interface StatePorts {
  readonly state: SystemStatus;
  readonly ports: { readonly clock: Clock };
}

const CONTENT_PAGE = '/admin/content';
const PAGE = '/admin/state';
const DAY = 86_400_000;
/** Days within which an event counts as soon; leaves time for a new value and its translations. */
const SOON = 14;
/** Maximum upcoming events, so that the list is as high as the counts beside it. */
const MAX_UPCOMING = 5;

/** Findings of the documents and maintenance state of this server. */
export function createSystemStatusPage({ state, ports: { clock } }: StatePorts): AdminPage {
  return {
    queries: {
      state: buildViewQuery('author', async (request) => {
        const { t } = request;
        const { isRefused, findings } = state.documents();
        const refused = { kind: 'note' as const, mark: 'stop' as const, title: t('state.refused') };
        const drifted = await state.driftedFiles();
        const drift: readonly SectionView[] =
          drifted.length === 0
            ? []
            : [
                {
                  kind: 'note',
                  mark: 'alert',
                  title: t('state.drift', { count: t.number(drifted.length) }),
                  text: t('state.driftText', {
                    files: drifted.map(({ path, revision }) => `${path} (#${revision})`).join(', '),
                  }),
                },
              ];
        const operates = requireUser(request).permissions.includes('audit');
        const troubles = operates ? listTroubles(state) : null;
        const moments = pressing(state.moments(), clock.now());
        const details = [
          { title: t('state.documents'), table: findingsTable(request, findings) },
          { title: t('state.server'), table: serverTable(request, troubles ?? []) },
          { title: t('state.moments'), table: momentsTable(request, moments) },
        ];
        return {
          sections: [
            ...(isRefused ? [refused] : []),
            ...drift,
            { kind: 'table', table: overview(request, { isRefused, findings, troubles, moments }) },
            ...details
              .filter(({ table }) => table.rows.length > 0)
              .map((detail) => ({ kind: 'table' as const, ...detail })),
          ],
        };
      }),
    },
  };
}

/** What is checked, and the result in a word; the details follow below. */
function overview(
  { t }: AdminRequest,
  {
    isRefused,
    findings,
    troubles,
    moments,
  }: {
    readonly isRefused: boolean;
    readonly findings: readonly Finding[];
    /** `null` without the permission to see them. */
    readonly troubles: readonly Trouble[] | null;
    readonly moments: readonly NamedMoment[];
  },
): TableView {
  const count = ({ length }: readonly unknown[]): string => t.number(length);
  const row = (title: StaffKey, cell: CellView) => ({ key: title, cells: [{ text: t(title) }, cell] });
  const [next] = moments;
  return {
    caption: t('menu.state'),
    columns: [{ label: t('results.check') }, { label: t('results.finding') }],
    rows: [
      row(
        'state.documents',
        findings.length > 0
          ? { text: count(findings), mark: isRefused ? 'stop' : 'alert' }
          : { text: t('state.noFindings'), mark: 'on', sub: t('state.noFindingsText') },
      ),
      ...(troubles === null
        ? []
        : [
            row(
              'state.server',
              troubles.length > 0
                ? { text: count(troubles), mark: 'stop' }
                : { text: t('state.noTroubles'), mark: 'on', sub: t('state.noTroublesText') },
            ),
          ]),
      row(
        'state.moments',
        next === undefined
          ? {
              text: t('state.noMoments'),
              mark: 'on',
              sub: t('state.noMomentsText', { days: t.number(SOON) }),
            }
          : { text: count(moments), mark: 'wait', sub: t('start.next', { time: t.moment(next.at) }) },
      ),
    ],
    empty: { title: t('list.nothing'), text: '' },
  };
}

/** Expired claims in use, and windows and claims that begin or end soon. */
function pressing(moments: readonly NamedMoment[], now: number): readonly NamedMoment[] {
  return moments.filter(({ at, what }) => at <= now + SOON * DAY && (at > now || what === 'claim ends'));
}

/** Findings of the documents, and events that are due soon. */
export const createDocumentsAttention = ({ state, ports: { clock } }: StatePorts): AttentionSource => ({
  permission: 'author',
  async look({ t, href }) {
    const now = clock.now();
    const { isRefused, findings } = state.documents();
    const moments = pressing(state.moments(), now);
    const over = moments.filter(({ at }) => at <= now);
    const claims = moments.filter(({ at, what }) => what === 'claim ends' && at > now);
    const windows = moments.filter(({ what }) => what === 'opens' || what === 'closes');
    const link = { label: t('start.look'), href: href(PAGE) };
    const count = (of: readonly unknown[]) => ({ count: t.number(of.length) });
    const next = ([first]: readonly NamedMoment[]) =>
      first === undefined ? '' : t('start.next', { time: t.moment(first.at) });
    const days = t.number(SOON);
    const all: readonly (Attention & { readonly of: readonly unknown[] })[] = [
      {
        of: findings,
        urgency: isRefused ? 'now' : 'today',
        item: isRefused
          ? {
              mark: 'stop',
              state: t('start.refused'),
              title: t('start.refusedDocuments', count(findings)),
              text: t('start.lastGood'),
              link,
            }
          : {
              mark: 'alert',
              state: t('start.toCheck'),
              title: t('start.findings', count(findings)),
              link,
            },
      },
      {
        of: over,
        urgency: 'now',
        item: {
          mark: 'stop',
          state: t('start.over'),
          title: t('start.claimsOver', count(over)),
          text: t('start.claimsOverText'),
          link,
        },
      },
      {
        of: claims,
        urgency: 'today',
        item: {
          mark: 'alert',
          state: t('start.soon'),
          title: t('start.claims', { ...count(claims), days }),
          text: next(claims),
          link,
        },
      },
      {
        of: windows,
        urgency: 'today',
        item: {
          mark: 'wait',
          state: t('start.soon'),
          title: t('start.windows', { ...count(windows), days }),
          text: next(windows),
          link,
        },
      },
    ];
    return all.filter(({ of }) => of.length > 0).map(({ urgency, item }) => ({ urgency, item }));
  },
});

/** The next windows, countdowns and claims that begin or end. */
export const createComingMoments = ({ state, ports: { clock } }: StatePorts): ComingSource => ({
  permission: 'author',
  look({ t }) {
    const now = clock.now();
    const next = state.moments().filter(({ at }) => at > now);
    return next
      .slice(0, MAX_UPCOMING)
      .map(({ at, what, name }) => ({ label: t.moment(at), value: `${name(t)} · ${t(happenings[what])}` }));
  },
});

/** Number of findings. */
export const createFindingsCount = ({ state }: StatePorts): CountSource => ({
  permission: 'author',
  count: async () => ({ [PAGE]: state.documents().findings.length }),
});

/** Failed maintenance, for staff users with access to the server. */
export const createServerAttention = ({ state }: StatePorts): AttentionSource => ({
  permission: 'audit',
  async look({ t, href }) {
    return listTroubles(state).map(({ key, count, reason }) => ({
      urgency: 'now',
      item: {
        mark: 'stop',
        state: t('start.fails'),
        title: t(key, { count: t.number(count) }),
        ...(reason !== '' && { text: reason }),
        link: { label: t('start.look'), href: href(PAGE) },
      },
    }));
  },
});

interface Trouble {
  readonly key: StaffKey;
  readonly count: number;
  readonly reason: string;
}

function listTroubles({ failedExport, failedRules, lostReports }: SystemStatus): readonly Trouble[] {
  const [reason, rules, lost] = [failedExport(), failedRules(), lostReports()];
  return [
    ...(reason === null ? [] : [{ key: 'start.exports' as const, count: 1, reason }]),
    ...(lost === 0 ? [] : [{ key: 'start.reports' as const, count: lost, reason: '' }]),
    ...(rules.length === 0
      ? []
      : [
          {
            key: 'start.retention' as const,
            count: rules.length,
            reason: rules.map((rule) => `${rule.table}: ${rule.reason}`).join(' · '),
          },
        ]),
  ];
}

function findingsTable(request: AdminRequest, findings: readonly Finding[]): TableView {
  const { t } = request;
  return {
    caption: t('state.documents'),
    columns: [{ label: t('state.document') }, { label: t('state.rule') }, { label: t('state.finding') }],
    rows: findings.map(({ file, path, rule, severity, message, expected }, index) => ({
      key: String(index),
      cells: [
        { ...buildDocumentCell(request, file), ...(path !== '' && { sub: path }) },
        { text: rule, mark: severity === 'error' ? 'stop' : 'alert' },
        { text: message, sub: expected },
      ],
    })),
    empty: { title: t('state.noFindings'), text: '' },
  };
}

/** The document of a file with a link to its page; other files by name. */
function buildDocumentCell({ href, hasPage }: AdminRequest, place: string): CellView {
  const [file = ''] = place.split(':');
  const document = /^pages-config\/(.+)\.json$/.exec(file)?.[1];
  if (document === undefined || !hasPage(CONTENT_PAGE)) return { text: document ?? file.replace(/\.json$/, '') };
  return { text: document, href: href(CONTENT_PAGE, { document }) };
}

const happenings = {
  opens: 'state.opens',
  closes: 'state.closes',
  countdown: 'state.countdown',
  ramp: 'state.ramp',
  'claim ends': 'state.claimEnds',
} as const satisfies Record<NamedMoment['what'], StaffKey>;

function momentsTable(request: AdminRequest, moments: readonly NamedMoment[]): TableView {
  const { t } = request;
  const cells = ({ at, what, name, wall, place }: NamedMoment): readonly CellView[] => [
    // In the zone of the site both are the same.
    { text: t.moment(at), ...(!wall.endsWith(SHOP_ZONE) && { sub: wall }) },
    { text: t(happenings[what]), mark: what === 'claim ends' ? 'alert' : 'wait' },
    { text: name(t) },
    buildDocumentCell(request, place),
  ];
  return {
    caption: t('state.moments'),
    columns: [
      { label: t('audit.at') },
      { label: t('state.what') },
      { label: t('audit.subject') },
      { label: t('state.document') },
    ],
    rows: moments.map((moment) => ({ key: `${moment.place} ${moment.what}`, cells: cells(moment) })),
    empty: { title: t('state.noMoments'), text: '' },
  };
}

function serverTable({ t }: AdminRequest, troubles: readonly Trouble[]): TableView {
  return {
    caption: t('state.server'),
    columns: [{ label: t('state.what') }, { label: t('state.finding') }],
    rows: troubles.map(({ key, count, reason }) => ({
      key,
      cells: [{ text: t(key, { count: t.number(count) }), mark: 'stop' }, { text: reason === '' ? '–' : reason }],
    })),
    empty: { title: t('state.noTroubles'), text: '' },
  };
}
