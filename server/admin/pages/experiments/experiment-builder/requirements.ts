import type { SectionView, TableView } from '#engine/shared/data-view.ts';
import { getParts } from '#engine/documents/compose.ts';
import { experimentsOn } from '#engine/documents/experiments-on.ts';
import { areTargetsApart } from '#engine/documents/rules/variation-conflict/targets-apart.ts';
import { whyNot } from '#engine/documents/rules/variation-conflict/why-not.ts';
import type { ResolvedExperiment, Site } from '#engine/documents/types.ts';
import { checkVariation } from '#engine/experiments/readiness.ts';
import { wallTimeToEpoch } from '#engine/shared/wall-time.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import { canonicalUrl } from '#engine/routing/links.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import { qrPath } from '#server/admin/qr-path.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { figureWords } from '../results/figure-words.ts';
import { countryName, deviceName } from '../results/value-names.ts';
import {
  allDevices,
  buildExperimentDocument,
  effectAfter,
  buildTargeting,
  computeSampleSize,
  type ExperimentDraft,
} from './experiment-draft.ts';

type Say = Pick<AdminRequest, 'words' | 'locale'>;

/** Days after which results are typically read. */
const LOOKS = [7, 14, 28];
const DAY = 86_400_000;
/** Query parameter of the link whose QR code is shown. */
const CODE = 'code';

/** Sample size and duration, conflicts, and links of the planned experiment. */
export function requirementSections(
  request: AdminRequest,
  site: Site,
  draft: ExperimentDraft,
  create: SectionView | null,
): readonly SectionView[] {
  const { words } = request;
  const value = JSON.stringify(buildExperimentDocument(draft, routeTable(site).available), null, 2);
  return [
    sampleFacts(request, draft),
    audienceFacts(request, site, draft),
    { kind: 'table', title: words('split.ready'), table: readinessTable(request, site, draft) },
    { kind: 'table', title: words('split.conflicts'), table: conflictsTable(request, site, draft) },
    ...(create === null
      ? [
          {
            kind: 'note' as const,
            mark: 'wait' as const,
            title: words('split.draft'),
            text: words('split.draftText', { file: `pages-config/experiments/${draft.key}.json` }),
          },
        ]
      : [create]),
    {
      kind: 'copy',
      copy: {
        id: 'draft',
        label: words('split.json'),
        value,
        lines: value.split('\n').length,
        copy: words('split.copy'),
        copied: words('link.copied'),
      },
    },
    { kind: 'table', title: words('split.links'), table: linksTable(request, site, draft) },
  ];
}

/** Also at the planned end, which may come before the sample size is reached. */
function looksAt({ from, to }: ExperimentDraft): readonly number[] {
  if (from === '' || to === '') return LOOKS;
  const days = Math.floor((wallTimeToEpoch(to, SHOP_ZONE) - wallTimeToEpoch(from, SHOP_ZONE)) / DAY);
  return days < 1 ? [] : [...new Set([...LOOKS.filter((each) => each < days), days])];
}

function sampleFacts({ words, locale }: Say, draft: ExperimentDraft): SectionView {
  const figures = figureWords(locale);
  const visitors = computeSampleSize(draft);
  const days = visitors === null || draft.daily === null ? null : Math.ceil(visitors / draft.daily);
  return {
    kind: 'facts',
    title: words('split.sample'),
    facts: [
      { label: words('split.visitors'), value: visitors === null ? words('split.never') : words.number(visitors) },
      { label: words('split.days'), value: days === null ? '–' : words.number(days) },
      ...(draft.daily === null ? [] : looksAt(draft)).map((each) => {
        const effect = effectAfter(draft, each);
        const value = effect === null ? words('split.never') : figures.share(effect);
        return { label: words('split.findable', { days: words.number(each) }), value };
      }),
      { label: words('results.method'), value: words('split.power') },
    ],
  };
}

/** Targeting and period in words. */
function audienceFacts({ words, locale }: Say, site: Site, draft: ExperimentDraft): SectionView {
  const { locales, countries, devices, utmSources, from, to } = draft;
  const list = new Intl.ListFormat(locale === 'en' ? 'en-GB' : locale, { type: 'conjunction' });
  const moment = (wall: string, open: 'split.atOnce' | 'split.forGood'): string =>
    wall === '' ? words(open) : words.moment(wallTimeToEpoch(wall, SHOP_ZONE));
  const whole = locales.length === routeTable(site).available.length;
  return {
    kind: 'facts',
    title: words('split.audience'),
    facts: [
      {
        label: words('split.languages'),
        value: whole ? words('split.all') : list.format(locales.map((each) => nativeLanguageName(each))),
      },
      {
        label: words('split.countries'),
        value:
          countries.length === 0 ? words('split.all') : list.format(countries.map((code) => countryName(locale, code))),
      },
      {
        label: words('split.devices'),
        value:
          devices.length === allDevices.length
            ? words('split.all')
            : list.format(devices.map((device) => deviceName(words, device))),
      },
      { label: words('split.utm'), value: utmSources.length === 0 ? words('split.all') : list.format(utmSources) },
      { label: words('split.from'), value: moment(from, 'split.atOnce') },
      { label: words('split.to'), value: moment(to, 'split.forGood') },
    ],
  };
}

function readinessTable({ words }: Say, site: Site, { document, variations, locales }: ExperimentDraft): TableView {
  const describeState = (variant: string, locale: ExperimentDraft['locales'][number]) => {
    const count = checkVariation(site, document, variant, locale).length;
    if (count === 0) return { text: words('split.isReady'), mark: 'on' as const };
    return { text: words('split.missing', { count: words.number(count) }), mark: 'alert' as const };
  };
  return {
    caption: words('split.ready'),
    columns: [{ label: words('link.language') }, ...variations.map(({ key }) => ({ label: key }))],
    rows: locales.map((locale) => ({
      key: locale,
      cells: [{ text: nativeLanguageName(locale) }, ...variations.map(({ variant }) => describeState(variant, locale))],
    })),
    empty: { title: words('list.nothing'), text: '' },
  };
}

function conflictsTable({ words }: Say, site: Site, draft: ExperimentDraft): TableView {
  const { available } = routeTable(site);
  const others = experimentsOn(draft.document, site).filter(({ status }) => status === 'live');
  return {
    caption: words('split.conflicts'),
    columns: [{ label: words('results.experiment') }, { label: words('results.finding') }],
    rows: others.map((other) => ({
      key: other.key,
      cells: [
        { text: other.key },
        inConflict(site, draft, other, available)
          ? { text: words('split.conflict'), mark: 'stop', sub: words('split.conflictText') }
          : { text: words('split.meets'), mark: 'half', sub: words('split.meetsText') },
      ],
    })),
    empty: { title: words('split.alone'), text: words('split.aloneText') },
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
      return whyNot(base, earlier, later, parts) !== undefined;
    }),
  );
}

/** `?<key>=<index>` forces a variation without counting an exposure (X7). */
function linksTable(
  { words, query, href, path: own }: AdminRequest,
  site: Site,
  { document, key, variations, locales }: ExperimentDraft,
): TableView {
  const path = routeTable(site).paths.get(document) ?? '/';
  const links = variations.flatMap((variation, index) =>
    locales.map((locale) => ({
      variation: variation.key,
      locale,
      url: `${canonicalUrl(site, path, locale)}?${key}=${index}`,
    })),
  );
  // One code at a time: one per language would make the page very long.
  const shown = query.get(CODE);
  return {
    caption: words('split.linksText'),
    columns: [
      { label: words('results.variation') },
      { label: words('link.language') },
      { label: words('split.link') },
      { label: words('split.code') },
    ],
    rows: links.map(({ variation, locale, url }) => ({
      key: `${variation} ${locale}`,
      cells: [
        { text: variation },
        { text: nativeLanguageName(locale) },
        { text: url, href: url },
        shown === `${variation} ${locale}`
          ? { text: '', code: { label: words('link.qr'), ...qrPath(url) } }
          : {
              text: words('link.qr'),
              href: href(own, { ...Object.fromEntries(query), [CODE]: `${variation} ${locale}` }),
            },
      ],
    })),
    empty: { title: words('list.nothing'), text: '' },
  };
}
