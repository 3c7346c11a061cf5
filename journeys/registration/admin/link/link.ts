import type { TableView } from '#engine/shared/data-view.ts';
import { adminActions } from '#schemas/generated/admin-actions/registration/link.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, type AdminRequest, requireUser, buildViewQuery } from '#server/admin/admin-page.ts';
import { buildTick } from '#server/admin/tick.ts';
import { buildListFile } from '#server/admin/list-file.ts';
import { buildEmptySearch, buildPagerBeside, readPageState, buildSearchForm } from '#server/admin/list.ts';
import type { RowPosition } from '#server/platform/database/read-page.ts';
import { buildLinkForm } from './actions/generate-link/generate-link.ts';
import { buildWithdrawChosenForm } from './actions/withdraw-links/withdraw-links.ts';
import { buildWithdrawLinkForm } from './actions/withdraw-link/withdraw-link.ts';
import { linkQueries } from './link-queries.ts';
import { buildLandingName, type LinkPorts, TICK } from './ports.ts';

/** Creates links with valid codes, valid for 14 days (R3). */
export function createLinkPage(ports: LinkPorts): AdminPage {
  const { members } = ports;
  const { actions, Mutation } = createActions(adminActions, ports);
  return {
    queries: {
      link: buildViewQuery('links', async (request) => ({
        sections: [{ kind: 'form', form: buildLinkForm(request) }],
      })),
      links: {
        permission: 'links',
        async load(request) {
          const state = readPageState(request, ['created'], { order: 'created', descending: true });
          const { id: actor } = requireUser(request);
          const search = request.query.get('q') ?? '';
          const { links, total } = await members.listLinks({ actor, locale: request.locale, search, ...state });
          const pager = buildPagerBeside(request, state, total, links.map(getLinkPosition));
          return { sections: [{ kind: 'table', table: linksTable(request, links, pager) }] };
        },
      },
    },
    actions,
    downloads: {
      links: {
        permission: 'links',
        async load(request) {
          const { id: actor } = requireUser(request);
          return buildListFile(
            {
              name: 'links.csv',
              columns: ['code', 'inviter', 'landing', 'link', 'made', 'until', 'withdrawn', 'registered', 'active'],
              toCells: (link: Links[number]) => [
                link.code,
                link.baseCode,
                link.landing ?? '',
                link.url,
                link.createdAt,
                link.expiresAt,
                link.isWithdrawn ? 'yes' : 'no',
                String(link.registered),
                String(link.active),
              ],
            },
            {
              async read(range) {
                const { links, total } = await members.listLinks({ ...range, actor, locale: request.locale });
                return { rows: links, total };
              },
              getPosition: getLinkPosition,
            },
          );
        },
      },
    },
    operations: { Query: linkQueries(ports), Mutation },
  };
}

const isSearched = ({ query }: AdminRequest): boolean => (query.get('q') ?? '') !== '';

type Links = Awaited<ReturnType<LinkPorts['members']['listLinks']>>['links'];

const getLinkPosition = ({ code, createdAt }: Links[number]): RowPosition => ({ value: createdAt, id: code });

function linksTable(request: AdminRequest, links: Links, pager: TableView['pager']): TableView {
  const { t } = request;
  return {
    caption: t('links.caption'),
    filter: buildSearchForm(request, t('links.find')),
    columns: [
      { label: t('links.code') },
      { label: t('links.until') },
      { label: t('links.registered'), numeric: true },
      { label: t('links.active'), numeric: true },
      { label: t('list.action') },
    ],
    rows: links.map((link) => ({
      key: link.code,
      cells: [
        {
          text: link.code,
          sub: link.landing === null ? link.baseCode : `${link.baseCode} · ${buildLandingName(link.landing)}`,
          href: link.url,
          ...(!link.isWithdrawn && { tick: buildTick(request, TICK + link.code, link.code) }),
        },
        {
          ...(link.isWithdrawn
            ? { text: t('links.withdrawn'), mark: 'off' as const }
            : { text: t.moment(link.expiresAt) }),
          sub: t('links.createdAt', { time: t.dayOfMonth(Date.parse(link.createdAt)) }),
        },
        { text: t.number(link.registered) },
        { text: t.number(link.active) },
        { text: '', forms: [buildWithdrawLinkForm(request, link)] },
      ],
    })),
    empty: isSearched(request) ? buildEmptySearch(request) : { title: t('links.none'), text: t('links.noneText') },
    pager,
    ...(links.some(({ isWithdrawn }) => !isWithdrawn) && { chosen: buildWithdrawChosenForm(request) }),
    downloads: [{ label: t('list.download'), href: request.fileHref('links') }],
  };
}
