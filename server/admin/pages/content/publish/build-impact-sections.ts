import type { CellView, SectionView } from '#engine/shared/data-view.ts';
import { formatBytes } from '#engine/i18n/format-bytes.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import type { ListedImpact, StudioImpact } from '#engine/studio/protocol.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';

/** Pages, variants, experiments and languages that a draft changes, with the sizes of the pages. */
export function buildImpactSections(request: AdminRequest, { pages }: StudioImpact): readonly SectionView[] {
  const { t } = request;
  return [
    {
      kind: 'table',
      title: t('studio.impact.title'),
      table: {
        caption: t('studio.impact.title'),
        columns: [
          { label: t('studio.impact.page') },
          { label: t('studio.impact.verdict') },
          { label: t('studio.impact.languages') },
          { label: t('studio.impact.size') },
        ],
        rows: pages.map((page) => ({ key: page.document, cells: buildCells(request, page) })),
        empty: { title: t('studio.impact.nothing'), text: '' },
      },
    },
  ];
}

function buildCells(
  { t, locale }: AdminRequest,
  { document, title, baseTitle, variations, verdict, locales: touched, size }: ListedImpact,
): readonly CellView[] {
  const about = [
    document,
    ...(baseTitle === null ? [] : [t('studio.impact.variant', { document: baseTitle })]),
    ...variations.map((each) => t('studio.impact.experiment', { ...each })),
  ];
  const isAll = touched.length === locales.length;
  const languages = isAll ? t('studio.impact.all') : touched.map((each) => getNativeLanguageName(each)).join(', ');
  const isBroken = verdict === 'broken';
  return [
    { text: title, sub: about.join(' · ') },
    { text: t(`studio.impact.${verdict === 'safe' ? 'changed' : verdict}`), ...(isBroken && { mark: 'stop' }) },
    { text: languages },
    describeSize({ t, locale }, size),
  ];
}

function describeSize({ t, locale }: Pick<AdminRequest, 't' | 'locale'>, size: ListedImpact['size']): CellView {
  if (size === null) return { text: '–' };
  const [before, after] = [size.before, size.after].map((each) => each && formatBytes(locale, each.html));
  const text = [...new Set([before, after])].filter((each) => each !== null).join(' → ');
  const isOver = (size.after?.html ?? 0) > size.limits.page;
  const limit = formatBytes(locale, size.limits.page);
  const sub = t(isOver ? 'studio.size.over' : 'studio.size.limit', { limit });
  const language = `${getNativeLanguageName(size.locale)}, ${sub}`;
  return { text, sub: language, ...(isOver && { mark: 'alert' }) };
}
