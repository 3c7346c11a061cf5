import type { SectionView, TableView } from '#engine/shared/data-view.ts';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import { formView } from '#server/admin/form.ts';
import { MAX_FILE_ROWS, buildPagerBeside, readPageState, searchForm } from '#server/admin/list.ts';
import {
  type Action,
  type ActionResult,
  type AdminRequest,
  requireUser,
  type AdminPage,
  viewQuery,
} from '#server/admin/admin-page.ts';
import { qrPath } from '#server/admin/qr-path.ts';
import { linkOperations } from './link-operations.ts';

export interface LinkPorts {
  readonly members: Pick<Members, 'generateLink' | 'listLinks'>;
}

const LINK_PAGE = '/admin/registrationlinkgenerator';
const ACTION = 'generate-link';

/** From a valid code, a link that is good for 14 days (R3). */
export function linkPage({ members }: LinkPorts): AdminPage {
  const generate: Action = {
    permission: 'links',
    page: LINK_PAGE,
    repeatable: true,
    async run(request, fields) {
      const { words } = request;
      const landing = request.landings.find((id) => id === fields.text('landing'));
      const answer = await members.generateLink({
        form: { code: fields.text('code') },
        actor: requireUser(request).id,
        idempotencyKey: fields.key,
        locale: localeOf(fields.text('language'), request.locale),
        ...(landing !== undefined && { landing }),
      });
      switch (answer.outcome) {
        case 'generated':
          return linkReady(request, answer.link, fields.text('code'));
        case 'refused':
          return { errors: { code: words(`code.${answer.error}`) } };
        case 'invalid':
          return { errors: { code: words('code.REGISTRATION_CODE_INVALID') } };
        case 'key-reused':
          return { errors: {}, message: words('form.stale') };
        case 'too-many-requests': {
          const { retryAfterSeconds } = answer;
          const minutes = words.number(Math.ceil(retryAfterSeconds / 60));
          return { errors: {}, message: words('form.tooMany', { minutes }), status: 429, retryAfterSeconds };
        }
      }
    },
  };
  return {
    queries: {
      link: viewQuery('links', async (request) => ({ sections: [{ kind: 'form', form: linkForm(request) }] })),
      links: {
        permission: 'links',
        async load(request) {
          const state = readPageState(request, ['created'], { order: 'created', descending: true });
          const { id: actor } = requireUser(request);
          const search = request.query.get('q') ?? '';
          const { links, total } = await members.listLinks({ actor, locale: request.locale, search, ...state });
          const positions = links.map(({ code, createdAt }) => ({ value: createdAt, id: code }));
          const pager = buildPagerBeside(request, state, total, positions);
          return { sections: [{ kind: 'table', table: linksTable(request, links, pager) }] };
        },
      },
    },
    actions: { [ACTION]: generate },
    downloads: {
      links: {
        permission: 'links',
        async load(request) {
          const { id: actor } = requireUser(request);
          const question = { actor, locale: request.locale, offset: 0, limit: MAX_FILE_ROWS };
          const { links } = await members.listLinks(question);
          const header = ['code', 'inviter', 'landing', 'link', 'made', 'until', 'registered', 'active'];
          const rows = links.map((link) => [
            link.code,
            link.baseCode,
            link.landing ?? '',
            link.url,
            link.createdAt,
            link.expiresAt,
            String(link.registered),
            String(link.active),
          ]);
          return { name: 'links.csv', rows: [header, ...rows] };
        },
      },
    },
    operations: linkOperations(members),
  };
}

function localeOf(asked: string, otherwise: Locale): Locale {
  return locales.find((locale) => locale === asked) ?? otherwise;
}

function linkForm(request: AdminRequest) {
  const { words, locale, landings } = request;
  return formView(request, {
    action: ACTION,
    submit: words('link.submit'),
    text: words('link.note'),
    fields: [
      {
        name: 'code',
        label: words('link.code'),
        type: 'text',
        required: true,
        value: request.query.get('code') ?? '',
        hint: words('link.codeHint'),
      },
      {
        name: 'landing',
        label: words('link.landing'),
        type: 'select',
        value: '',
        options: [
          { value: '', label: words('link.ownLanding') },
          ...landings.map((id) => ({ value: id, label: landingName(id) })),
        ],
      },
      {
        name: 'language',
        label: words('link.language'),
        type: 'select',
        value: locale,
        options: locales.map((each) => ({ value: each, label: nativeLanguageName(each) })),
      },
    ],
  });
}

export const landingName = (id: string): string => id.replace(/^landings\//, '');

function linkReady(
  { words }: AdminRequest,
  { url, expiresAt }: { readonly url: string; readonly expiresAt: number },
  code: string,
): ActionResult {
  const shown: SectionView[] = [
    { kind: 'note', mark: 'on', title: words('link.ready'), text: words('link.readyText', { code }) },
    {
      kind: 'copy',
      copy: {
        id: 'link',
        label: words('link.yours'),
        value: url,
        copy: words('link.copy'),
        copied: words('link.copied'),
        code: { label: words('link.qr'), ...qrPath(url) },
      },
    },
    { kind: 'facts', facts: [{ label: words('link.until'), value: words.moment(expiresAt) }] },
  ];
  return { shown };
}

const isSearched = ({ query }: AdminRequest): boolean => (query.get('q') ?? '') !== '';

type Links = Awaited<ReturnType<LinkPorts['members']['listLinks']>>['links'];

function linksTable(request: AdminRequest, links: Links, pager: TableView['pager']): TableView {
  const { words } = request;
  return {
    caption: words('links.caption'),
    filter: searchForm(request, words('links.find')),
    columns: [
      { label: words('links.code') },
      { label: words('links.landing') },
      { label: words('links.created') },
      { label: words('links.until') },
      { label: words('links.registered'), numeric: true },
      { label: words('links.active'), numeric: true },
    ],
    rows: links.map((link) => ({
      key: link.code,
      cells: [
        { text: link.code, sub: link.baseCode, href: link.url },
        { text: link.landing === null ? words('link.ownLanding') : landingName(link.landing) },
        { text: words.moment(link.createdAt) },
        { text: words.moment(link.expiresAt) },
        { text: words.number(link.registered) },
        { text: words.number(link.active) },
      ],
    })),
    empty: isSearched(request)
      ? { title: words('list.notFound'), text: words('list.notFoundText') }
      : { title: words('links.none'), text: words('links.noneText') },
    ...(pager && { pager }),
    downloads: [{ label: words('list.download'), href: request.fileHref('links') }],
  };
}
