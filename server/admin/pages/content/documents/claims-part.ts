import type { SectionView, TableView } from '#engine/shared/data-view.ts';
import { parseObject } from '#engine/documents/json.ts';
import type { WrittenDocument } from '#engine/documents/written.ts';
import { formatDate } from '#engine/i18n/format-values.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildPager, listState } from '#server/admin/list.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { buildFindingsTable } from '../finding-rows.ts';
import type { Content } from '../model/content.ts';
import { listClaims } from '../model/list-claims.ts';
import { CONTENT_PAGE, type ContentTools } from '../tools.ts';
import { buildRemoveClaimForm } from './actions/remove-claim/remove-claim.ts';
import {
  type ClaimChoice,
  claimFormats,
  claimNamePattern,
  countryPattern,
  readClaimChoice,
  readClaims,
} from './actions/save-settings/claim-settings.ts';
import { buildSettingsForm } from './actions/save-settings/save-settings.ts';

interface OpenSite {
  readonly content: Content;
  readonly document: WrittenDocument;
  readonly draft: Draft;
}

/** The claims of the site, or the form of one of them. */
export async function buildClaimsPart(
  request: AdminRequest,
  { publications }: Pick<ContentTools, 'publications'>,
  { content, document, draft }: OpenSite,
): Promise<readonly SectionView[]> {
  const { t, query, href } = request;
  const claims = readClaims(parseObject(document.source.text));
  const at = { document: document.id, draft: draft.id, part: 'claims' };
  const choice = readClaimChoice((name) => query.get(name) ?? '');
  if (choice === null) {
    const wanted = query.get('claim') ?? '';
    const create: SectionView = {
      kind: 'form',
      form: {
        id: 'new-claim',
        method: 'get',
        title: t('claim.new'),
        action: href(CONTENT_PAGE),
        hidden: at,
        fields: [
          {
            name: 'claim',
            label: t('claim.name'),
            type: 'text',
            hint: t('claim.nameHint'),
            required: true,
            value: wanted,
            ...(wanted !== '' &&
              !claimNamePattern.test(wanted) && { error: t('settings.malformed', { hint: t('claim.nameHint') }) }),
          },
          {
            name: 'format',
            label: t('claim.format'),
            type: 'select',
            options: claimFormats.map((format) => ({ value: format, label: t(`claim.format.${format}`) })),
          },
        ],
        submit: t('claim.create'),
        primary: false,
      },
    };
    return [claimsTable(request, { content, claims, at }), create];
  }
  const { errors, warnings } = await publications.check(draft.id);
  const own = [...errors, ...warnings].filter(
    ({ file, path }) => file === 'pages-config/site.json' && path.startsWith(`claims.${choice.name}`),
  );
  return [
    { kind: 'ways', links: [{ label: t('content.part.claims'), href: href(CONTENT_PAGE, at) }] },
    ...(own.length === 0
      ? []
      : [{ kind: 'table' as const, title: t('state.documents'), table: buildFindingsTable(request, own) }]),
    ...buildSettingsForm(request, { content, draft, document: document.id, former: [], claim: choice }),
    { kind: 'form', form: countryForm(request, at, choice) },
    ...(claims[choice.name] === undefined
      ? []
      : [
          {
            kind: 'form' as const,
            form: buildRemoveClaimForm(request, { draft: draft.id, name: choice.name, claim: claims[choice.name] }),
          },
        ]),
    ...shownSections(request, claims, choice),
  ];
}

/** Claims by name, as the language of the page writes them. */
function claimsTable(
  request: AdminRequest,
  {
    content,
    claims,
    at,
  }: { readonly content: Content; readonly claims: object; readonly at: Readonly<Record<string, string>> },
): SectionView {
  const { t, query, href, locale } = request;
  const wanted = (query.get('q') ?? '').toLowerCase();
  const texts = [...content.texts.keys.values()].map((versions) => versions.get(locale)?.text ?? '');
  const all = Object.entries(claims).filter(([name, claim]) =>
    `${name} ${JSON.stringify(claim)}`.toLowerCase().includes(wanted),
  );
  const shown = new Map(listClaims(claims).map(({ name, shown: values }) => [name, values[locale] ?? '']));
  const list = listState(request, ['name'], { order: 'name', descending: false });
  const rows = all.slice(list.offset, list.offset + list.limit).map(([name, claim]) => {
    const value: Readonly<Record<string, unknown>> = claim;
    const uses = texts.filter((text) => text.includes(`{claims.${name}}`) || text.includes(`{claims.${name}.`)).length;
    const read = (key: string): string => (typeof value[key] === 'string' ? value[key] : '–');
    const readDay = (key: string): string => {
      const day = Date.parse(read(key));
      return Number.isNaN(day) ? read(key) : formatDate(locale, day, { dateStyle: 'medium', timeZone: 'UTC' });
    };
    return {
      key: name,
      cells: [
        { text: name, href: href(CONTENT_PAGE, { ...at, claim: name }) },
        { text: shown.get(name) ?? '–' },
        { text: read('source'), sub: t('claim.asOfDay', { day: readDay('asOf') }) },
        { text: readDay('validUntil') },
        { text: t.number(uses) },
      ],
    };
  });
  const table: TableView = {
    caption: t('content.part.claims'),
    filter: {
      id: 'search',
      method: 'get',
      action: href(CONTENT_PAGE),
      hidden: at,
      fields: [{ name: 'q', label: t('claim.search'), type: 'search', value: query.get('q') ?? '' }],
      submit: t('list.search'),
    },
    columns: [
      { label: t('claim.name') },
      { label: t('claim.shown'), isShort: true },
      { label: t('claim.source') },
      { label: t('claim.validUntil'), isShort: true },
      { label: t('claim.uses'), numeric: true },
    ],
    rows,
    empty: { title: t('list.notFound'), text: '' },
    pager: buildPager(request, list, all.length),
  };
  return { kind: 'table', title: t('content.part.claims'), table };
}

const countryForm = (
  { t, href, query }: AdminRequest,
  at: Readonly<Record<string, string>>,
  { name, format, country }: ClaimChoice,
) => ({
  id: 'claim-country',
  method: 'get' as const,
  title: t('claim.addCountry'),
  text: t('claim.addCountryText'),
  action: href(CONTENT_PAGE),
  hidden: { ...at, claim: name, format },
  fields: [
    {
      name: 'country',
      label: t('claim.country'),
      type: 'text' as const,
      hint: t('claim.countryCode'),
      required: true,
      value: query.get('country') ?? '',
      ...((query.get('country') ?? '') !== country && !countryPattern.test(query.get('country') ?? '')
        ? { error: t('settings.malformed', { hint: t('claim.countryCode') }) }
        : {}),
    },
  ],
  submit: t('claim.add'),
  primary: false,
});

/** How each language writes a claim, and what texts call it. */
function shownSections({ t }: AdminRequest, claims: object, { name }: ClaimChoice): readonly SectionView[] {
  const own = listClaims(claims).filter((claim) => claim.name === name || claim.name.startsWith(`${name}.`));
  if (own.length === 0) return [];
  const table: TableView = {
    caption: t('claim.shown'),
    columns: [{ label: t('claim.inTexts') }, ...locales.map((locale) => ({ label: getNativeLanguageName(locale) }))],
    rows: own.map((claim) => ({
      key: claim.name,
      cells: [{ text: `{claims.${claim.name}}` }, ...locales.map((locale) => ({ text: claim.shown[locale] ?? '–' }))],
    })),
    empty: { title: t('list.notFound'), text: '' },
  };
  return [{ kind: 'table', title: t('claim.shown'), table }];
}
