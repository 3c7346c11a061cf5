import type { CopyView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { getParts } from '#engine/documents/compose.ts';
import { listExperimentsOn } from '#engine/documents/list-experiments-on.ts';
import { areTargetsApart } from '#engine/documents/rules/variation-conflict/targets-apart.ts';
import { explainTargetsApart } from '#engine/documents/rules/variation-conflict/explain-targets-apart.ts';
import type { ResolvedExperiment, Site } from '#engine/documents/types.ts';
import { checkVariation } from '#engine/experiments/readiness.ts';
import { toEpoch } from '#engine/shared/wall-time.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { buildCanonicalUrl } from '#engine/routing/links.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { drawQrPath } from '#server/admin/draw-qr-path.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { createFigureFormats } from '../results/figure-formats.ts';
import { nameCountry, nameDevice } from '../results/value-names.ts';
import {
  allDevices,
  buildExperimentDocument,
  computeEffectAfter,
  buildTargeting,
  computeSampleSize,
  type ExperimentDraft,
} from './experiment-draft.ts';

type Say = Pick<AdminRequest, 't' | 'locale'>;

/** Days after which results are typically read. */
const LOOKS = [7, 14, 28];
const DAY = 86_400_000;
/** Query parameter of the link whose QR code is shown. */
const CODE = 'code';
/** Visible lines of the document. */
const MAX_LINES = 20;

/** Id of the first step of the requirements. */
export const REQUIREMENTS = 'requirements';
/** Id of the link whose QR code is shown. */
const SHOWN_LINK = 'preview-link';

/** Sample size and duration, readiness, conflicts, and the document with its preview links. */
export function buildRequirementSections(
  request: AdminRequest,
  site: Site,
  draft: ExperimentDraft,
  create: SectionView | null,
): readonly SectionView[] {
  const { t } = request;
  const value = JSON.stringify(buildExperimentDocument(draft, createRouteTable(site).available), null, 2);
  const { table, copy } = previewLinks(request, site, draft);
  return [
    {
      kind: 'step',
      id: REQUIREMENTS,
      title: t('split.sample'),
      sections: [{ kind: 'pair', sections: [sampleFacts(request, draft), audienceFacts(request, site, draft)] }],
    },
    {
      kind: 'step',
      id: 'readiness',
      title: t('split.ready'),
      sections: [{ kind: 'table', table: readinessTable(request, site, draft) }],
    },
    {
      kind: 'step',
      id: 'conflicts',
      title: t('split.conflicts'),
      sections: [{ kind: 'table', table: conflictsTable(request, site, draft) }],
    },
    {
      kind: 'stack',
      isFramed: true,
      sections: [
        {
          kind: 'pair',
          sections: [
            create ?? {
              kind: 'note',
              mark: 'wait',
              title: t('split.draft'),
              text: t('split.draftText', { file: `pages-config/experiments/${draft.key}.json` }),
            },
            {
              kind: 'copy',
              copy: {
                id: 'draft',
                label: t('split.json'),
                value,
                lines: Math.min(value.split('\n').length, MAX_LINES),
                copy: t('split.copy'),
                copied: t('link.copied'),
              },
            },
          ],
        },
        { kind: 'table', title: t('split.links'), table },
        ...(copy === null ? [] : [{ kind: 'copy' as const, copy }]),
      ],
    },
  ];
}

/** Also at the planned end, which may come before the sample size is reached. */
function looksAt({ from, to }: ExperimentDraft): readonly number[] {
  if (from === '' || to === '') return LOOKS;
  const days = Math.floor((toEpoch(to, SHOP_ZONE) - toEpoch(from, SHOP_ZONE)) / DAY);
  return days < 1 ? [] : [...new Set([...LOOKS.filter((each) => each < days), days])];
}

function sampleFacts({ t, locale }: Say, draft: ExperimentDraft): SectionView {
  const figures = createFigureFormats(locale);
  const visitors = computeSampleSize(draft);
  const days = visitors === null || draft.daily === null ? null : Math.ceil(visitors / draft.daily);
  return {
    kind: 'facts',
    facts: [
      { label: t('split.visitors'), value: visitors === null ? t('split.never') : t.number(visitors) },
      { label: t('split.days'), value: days === null ? '–' : t.number(days) },
      ...(draft.daily === null ? [] : looksAt(draft)).map((each) => {
        const effect = computeEffectAfter(draft, each);
        const value = effect === null ? t('split.never') : figures.share(effect);
        return { label: t('split.findable', { days: t.number(each) }), value };
      }),
      { label: t('results.method'), value: t('split.power') },
    ],
  };
}

/** Targeting and period in words. */
function audienceFacts({ t, locale }: Say, site: Site, draft: ExperimentDraft): SectionView {
  const { variations, locales, countries, devices, utmSources, from, to } = draft;
  const list = new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale, { type: 'conjunction' });
  const moment = (wall: string, open: 'split.atOnce' | 'split.forGood'): string =>
    wall === '' ? t(open) : t.moment(toEpoch(wall, SHOP_ZONE));
  const figures = createFigureFormats(locale);
  const weights = variations.reduce((sum, { weight }) => sum + weight, 0);
  const whole = locales.length === createRouteTable(site).available.length;
  return {
    kind: 'facts',
    facts: [
      {
        label: t('split.share'),
        value: list.format(variations.map(({ key, weight }) => `${key} ${figures.share(weight / weights)}`)),
      },
      {
        label: t('split.languages'),
        value: whole ? t('split.all') : list.format(locales.map((each) => getNativeLanguageName(each))),
      },
      {
        label: t('split.countries'),
        value:
          countries.length === 0 ? t('split.all') : list.format(countries.map((code) => nameCountry(locale, code))),
      },
      {
        label: t('split.devices'),
        value:
          devices.length === allDevices.length
            ? t('split.all')
            : list.format(devices.map((device) => nameDevice(t, device))),
      },
      { label: t('split.utm'), value: utmSources.length === 0 ? t('split.all') : list.format(utmSources) },
      { label: t('split.from'), value: moment(from, 'split.atOnce') },
      { label: t('split.to'), value: moment(to, 'split.forGood') },
    ],
  };
}

function readinessTable({ t }: Say, site: Site, { document, variations, locales }: ExperimentDraft): TableView {
  const describeState = (variant: string, locale: ExperimentDraft['locales'][number]) => {
    const count = checkVariation(site, document, variant, locale).length;
    if (count === 0) return { text: t('split.isReady'), mark: 'on' as const };
    return { text: t('split.missing', { count: t.number(count) }), mark: 'alert' as const };
  };
  return {
    caption: t('split.ready'),
    columns: [{ label: t('link.language') }, ...variations.map(({ key }) => ({ label: key }))],
    rows: locales.map((locale) => ({
      key: locale,
      cells: [
        { text: getNativeLanguageName(locale) },
        ...variations.map(({ variant }) => describeState(variant, locale)),
      ],
    })),
    empty: { title: t('list.nothing'), text: '' },
  };
}

function conflictsTable({ t }: Say, site: Site, draft: ExperimentDraft): TableView {
  const { available } = createRouteTable(site);
  const others = listExperimentsOn(draft.document, site).filter(({ status }) => status === 'live');
  return {
    caption: t('split.conflicts'),
    columns: [{ label: t('results.experiment') }, { label: t('results.finding') }],
    rows: others.map((other) => ({
      key: other.key,
      cells: [
        { text: other.key },
        inConflict(site, draft, other, available)
          ? { text: t('split.conflict'), mark: 'stop', sub: t('split.conflictText') }
          : { text: t('split.meets'), mark: 'half', sub: t('split.meetsText') },
      ],
    })),
    empty: { title: t('split.alone'), text: t('split.aloneText') },
  };
}

/** Conflicts that `npm run check` reports; variations are applied in the order of their keys. */
function inConflict(
  site: Site,
  draft: ExperimentDraft,
  other: ResolvedExperiment,
  available: readonly Locale[],
): boolean {
  const { document, key, variations } = draft;
  if (areTargetsApart(buildTargeting(draft, available) ?? {}, other.targeting)) return false;
  const parts = getParts(site);
  const base = parts?.get(document);
  if (parts === undefined || base === undefined) return false;
  const own = variations.filter(({ variant }) => variant !== document);
  const others = other.variations.filter(({ variant, redirects }) => variant !== document && redirects !== true);
  return own.some(({ variant }) =>
    others.some(({ variant: second }) => {
      const [earlier, later] = key < other.key ? [variant, second] : [second, variant];
      return explainTargetsApart(base, earlier, later, parts) !== undefined;
    }),
  );
}

/** `?<key>=<index>` forces a variation without counting an exposure (X7). */
function previewLinks(
  { t, query, href, path: own }: AdminRequest,
  site: Site,
  { document, key, variations, locales }: ExperimentDraft,
): { readonly table: TableView; readonly copy: CopyView | null } {
  const path = createRouteTable(site).paths.get(document) ?? '/';
  const buildUrl = (locale: Locale, index: number): string =>
    `${buildCanonicalUrl(site, path, locale)}?${key}=${index}`;
  const table: TableView = {
    caption: t('split.linksText'),
    columns: [{ label: t('link.language') }, ...variations.map((variation) => ({ label: variation.key }))],
    rows: locales.map((locale) => ({
      key: locale,
      cells: [
        { text: getNativeLanguageName(locale) },
        ...variations.map((variation, index) => ({
          text: '',
          links: [
            { label: t('split.open'), href: buildUrl(locale, index) },
            {
              label: t('split.code'),
              href: `${href(own, { ...Object.fromEntries(query), [CODE]: `${variation.key} ${locale}` })}#${SHOWN_LINK}`,
            },
          ],
        })),
      ],
    })),
    empty: { title: t('list.nothing'), text: '' },
  };
  // One code at a time: one per language would make the page very long.
  const [shown] = variations.flatMap((variation, index) =>
    locales.flatMap((locale) =>
      query.get(CODE) === `${variation.key} ${locale}` ? [{ variation, locale, index }] : [],
    ),
  );
  if (shown === undefined) return { table, copy: null };
  const url = buildUrl(shown.locale, shown.index);
  return {
    table,
    copy: {
      id: SHOWN_LINK,
      label: `${shown.variation.key} · ${getNativeLanguageName(shown.locale)}`,
      value: url,
      copy: t('link.copy'),
      copied: t('link.copied'),
      code: { label: t('link.qr'), ...drawQrPath(url) },
    },
  };
}
