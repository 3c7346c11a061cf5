import type { FieldView, FormView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { consentPurposes } from '#engine/shared/consent.ts';
import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import { selectObjects } from '#engine/documents/json.ts';
import { identify } from '#engine/documents/written.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { type Action, type AdminPage, type AdminRequest, type Fields, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { type PreviewLink, previewDays, type PreviewSubject } from '#server/site/previews/preview-links.ts';
import type { PreviewFacts } from '#server/site/publications/visit.ts';
import { type Content, readPageTitle } from './model/content.ts';
import { buildPreviewFields, readPreviewMoment } from './preview-fields.ts';
import { readNames } from './people.ts';
import type { ContentTools } from './tools.ts';

/** The page that shows the links of a subject, and the names of its actions. */
export interface PreviewLinksPlace {
  readonly page: string;
  readonly create: string;
  readonly revoke: string;
}

/** A code that does not exist: only the name of the experiment is shown with it. */
const SOME_CODE = 'PREVIEW';
const CODE = /^[A-Za-z0-9-]{4,32}$/;
/** Maximum characters of a name. */
const MAX_NAME = 100;

const consents = {
  open: { consent: null, label: 'previewLink.consentOpen' },
  refused: { consent: [], label: 'previewLink.consentRefused' },
  granted: { consent: consentPurposes, label: 'previewLink.consentGranted' },
} as const;

/**
 * The form for another preview link of a draft, a revision or the live content (N6, P10); none before a deployment.
 *
 * @param changed Files of a draft; a link begins with the first page among them.
 */
export async function buildPreviewLinkForms(
  request: AdminRequest,
  tools: ContentTools,
  subject: PreviewSubject,
  { create, changed = [] }: Pick<PreviewLinksPlace, 'create'> & { readonly changed?: readonly string[] },
): Promise<readonly FormView[]> {
  const { t } = request;
  const deployment = tools.deployment();
  if (deployment === null) return [];
  const content = await tools.read(subject.kind === 'draft' ? subject.draft : undefined);
  return [
    buildFormView(request, {
      action: create,
      title: t('previewLink.new'),
      text: t('previewLink.text'),
      hidden: buildHiddenFields(subject),
      fields: buildFields(request, content, { hasWebView: deployment.webViewScheme !== '', changed }),
      submit: t('previewLink.create'),
      primary: false,
    }),
  ];
}

/** The preview links of a subject. */
export async function buildPreviewLinkSections(
  request: AdminRequest,
  tools: ContentTools,
  subject: PreviewSubject,
  place: PreviewLinksPlace,
): Promise<readonly SectionView[]> {
  if (tools.deployment() === null) return [];
  const table = await linksTable(request, tools, subject, place);
  return [{ kind: 'table', title: request.t('previewLink.title'), table }];
}

/** Actions that create and revoke preview links. */
export function createPreviewLinkActions(
  tools: ContentTools,
  place: PreviewLinksPlace,
): NonNullable<AdminPage['actions']> {
  return { [place.create]: createLink(tools, place), [place.revoke]: revokeLink(tools, place) };
}

const buildHiddenFields = (subject: PreviewSubject): Readonly<Record<string, string>> => ({
  draft: subject.kind === 'draft' ? subject.draft : '',
  revision: subject.kind === 'revision' ? String(subject.revision) : '',
});

const readQuery = (hidden: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(hidden).filter(([, value]) => value !== ''));

function readSubject(fields: Fields): PreviewSubject {
  const [draft, revision] = [fields.text('draft'), parseWholeNumber(fields.text('revision'))];
  if (draft !== '') return { kind: 'draft', draft };
  return revision > 0 ? { kind: 'revision', revision } : { kind: 'published' };
}

async function linksTable(
  request: AdminRequest,
  tools: ContentTools,
  subject: PreviewSubject,
  place: PreviewLinksPlace,
): Promise<TableView> {
  const { t } = request;
  const getName = await readNames(tools.staff, request);
  const links = await tools.previews.list(subject);
  return {
    caption: t('previewLink.title'),
    columns: [
      { label: t('previewLink.page') },
      { label: t('previewLink.conditions') },
      { label: t('previewLink.expires') },
      { label: t('list.action') },
    ],
    rows: links.map((link) => {
      const revoke = buildFormView(request, {
        action: place.revoke,
        id: `revoke-${link.id}`,
        hidden: { ...buildHiddenFields(subject), link: link.id },
        submit: t('previewLink.revoke'),
      });
      return {
        key: link.id,
        cells: [
          { text: link.path, sub: getNativeLanguageName(link.locale), href: buildPreviewUrl(tools, link) },
          { text: describeConditions(request, link.facts).join(' · ') },
          { text: t.moment(link.expiresAt), sub: getName(link.createdBy) },
          { text: '', forms: [revoke] },
        ],
      };
    }),
    empty: { title: t('previewLink.none'), text: t('previewLink.noneText') },
  };
}

function buildPreviewUrl({ previews, deployment }: ContentTools, link: PreviewLink): string {
  const { publicOrigin = '', basePath = '/' } = deployment() ?? {};
  return publicOrigin + previews.buildPath(basePath, link);
}

function describeConditions({ t }: AdminRequest, facts: PreviewFacts): readonly string[] {
  const { at, country, consent, webView, referrer, variations } = facts;
  const answer = consent === null ? 'open' : consent.length === 0 ? 'refused' : 'granted';
  return [
    at === null ? t('previewBar.now') : t.moment(at),
    ...(country === null ? [] : [country]),
    ...Object.entries(variations).map(([experiment, variation]) => `${experiment}: ${variation}`),
    ...(answer === 'open' ? [] : [`${t('previewLink.consent')}: ${t(consents[answer].label)}`]),
    ...(referrer === null ? [] : [referrer.name ?? referrer.code]),
    ...(webView ? [t('previewLink.webView')] : []),
  ];
}

interface Experiment {
  readonly key: string;
  readonly variations: readonly string[];
}

/** Experiments of the content with their variations. */
function experimentsIn({ documents }: Content): readonly Experiment[] {
  return [...documents.values()].flatMap(({ id, kind, value }) => {
    if (kind !== 'experiment') return [];
    const keys = [value, ...selectObjects(value['pages'])].flatMap((page) =>
      selectObjects(page['variations']).flatMap(({ key }) => (typeof key === 'string' ? [key] : [])),
    );
    return keys.length === 0 ? [] : [{ key: id.replace(/^experiments\//, ''), variations: [...new Set(keys)] }];
  });
}

const variationField = (key: string): string => `variation-${key}`;

/** Pages with an address, outside the admin area. */
function pagesIn(content: Content): readonly string[] {
  const paths = [...content.addresses].filter(([, path]) => path !== '/admin' && !path.startsWith('/admin/'));
  return paths.map(([id]) => id);
}

/** The first page that a draft changes; default: the start page. */
function firstPage(content: Content, draft: readonly string[]): string | undefined {
  const changed = draft.flatMap((path) => identify(path)?.id ?? []);
  return (
    changed.find((id) => content.addresses.has(id)) ?? [...content.addresses].find(([, path]) => path === '/')?.[0]
  );
}

function buildFields(
  request: AdminRequest,
  content: Content,
  { hasWebView, changed }: { readonly hasWebView: boolean; readonly changed: readonly string[] },
): readonly FieldView[] {
  const { t, locale } = request;
  const first = firstPage(content, changed);
  return [
    {
      name: 'document',
      label: t('previewLink.page'),
      type: 'select',
      value: first,
      options: pagesIn(content).map((id) => ({
        value: id,
        label: `${readPageTitle(content, id, locale) ?? id} (${content.addresses.get(id)})`,
      })),
    },
    ...buildPreviewFields(request),
    { name: 'country', label: t('previewLink.country'), type: 'text', hint: t('previewLink.countryHint') },
    {
      name: 'consent',
      label: t('previewLink.consent'),
      type: 'select',
      value: 'open',
      options: Object.entries(consents).map(([value, { label }]) => ({ value, label: t(label) })),
    },
    { name: 'referrer', label: t('previewLink.referrer'), type: 'text', hint: t('previewLink.referrerHint') },
    { name: 'code', label: t('previewLink.code'), type: 'text', hint: t('previewLink.codeHint') },
    ...experimentsIn(content).map(({ key, variations }): FieldView => ({
      name: variationField(key),
      label: t('previewBar.variation', { experiment: key }),
      type: 'select',
      value: '',
      options: [
        { value: '', label: t('previewLink.original') },
        ...variations.map((variation) => ({ value: variation, label: variation })),
      ],
    })),
    ...(hasWebView ? [{ name: 'webView', label: t('previewLink.webView'), type: 'checkbox' } satisfies FieldView] : []),
    {
      name: 'days',
      label: t('previewLink.days'),
      type: 'number',
      value: String(previewDays.usual),
      min: previewDays.least,
      max: previewDays.most,
      required: true,
    },
  ];
}

function createLink(tools: ContentTools, { page }: PreviewLinksPlace): Action {
  return {
    permission: 'author',
    page,
    async run(request, fields) {
      const { t, href } = request;
      const subject = readSubject(fields);
      const content = await tools.read(subject.kind === 'draft' ? subject.draft : undefined);
      const path = content.addresses.get(fields.text('document'));
      const locale = locales.find((each) => each === fields.text('locale')) ?? request.locale;
      const [at, days] = [readPreviewMoment(fields.text('at')), parseWholeNumber(fields.text('days'))];
      const [country, referrer, code] = [
        fields.text('country').toUpperCase(),
        fields.text('referrer'),
        fields.text('code'),
      ];
      const { least, most } = previewDays;
      const errors = {
        ...(path === undefined && { document: t('content.blockGone') }),
        ...(at === undefined && { at: t('previewLink.badMoment') }),
        ...(country !== '' && !/^[A-Z]{2}$/.test(country) && { country: t('previewLink.countryHint') }),
        ...(referrer.length > MAX_NAME && { referrer: t('draft.longName', { max: t.number(MAX_NAME) }) }),
        ...(code !== '' && !CODE.test(code) && { code: t('previewLink.codeHint') }),
        ...(!(days >= least && days <= most) && {
          days: t('previewLink.badDays', { least: t.number(least), most: t.number(most) }),
        }),
      };
      if (path === undefined || at === undefined || Object.keys(errors).length > 0) return { errors };
      const variations = experimentsIn(content).flatMap((experiment) => {
        const chosen = fields.text(variationField(experiment.key));
        return experiment.variations.includes(chosen) ? [[experiment.key, chosen] as const] : [];
      });
      const isReferred = referrer !== '' || code !== '';
      const link = await tools.previews.create({
        subject,
        path,
        locale,
        days,
        actor: requireUser(request).id,
        facts: {
          at,
          country: country === '' ? null : country,
          consent: Object.entries(consents).find(([name]) => name === fields.text('consent'))?.[1].consent ?? null,
          webView: fields.text('webView') === 'on',
          referrer: isReferred
            ? { code: code === '' ? SOME_CODE : code, name: referrer === '' ? null : referrer }
            : null,
          variations: Object.fromEntries(variations),
        },
      });
      if (link === null) return { errors: {}, message: t('draft.gone') };
      if (link === 'full') return { errors: {}, message: t('previewLink.full') };
      return {
        isDone: true,
        shown: [
          { kind: 'note', mark: 'on', title: t('previewLink.ready'), text: t('previewLink.readyText') },
          {
            kind: 'copy',
            copy: {
              id: 'preview-link',
              label: t('previewLink.link'),
              value: buildPreviewUrl(tools, link),
              copy: t('previewLink.copy'),
              copied: t('link.copied'),
            },
          },
          {
            kind: 'ways',
            links: [
              { label: t('previewLink.open'), href: buildPreviewUrl(tools, link) },
              { label: t('previewLink.back'), href: href(page, readQuery(buildHiddenFields(subject))) },
            ],
          },
        ],
      };
    },
  };
}

function revokeLink({ previews }: ContentTools, { page }: PreviewLinksPlace): Action {
  return {
    permission: 'author',
    page,
    async run(request, fields) {
      await previews.revoke({ id: fields.text('link'), actor: requireUser(request).id });
      return { to: page, query: { ...readQuery(buildHiddenFields(readSubject(fields))), done: 'previewRevoked' } };
    },
  };
}
