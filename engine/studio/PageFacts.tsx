import { useEffect, useState } from 'react';
import { formatBytes } from '#engine/i18n/format-bytes.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { sumFirstScreen } from '#engine/documents/read-page-budgets.ts';
import type { PageBytes, PageSize } from '#engine/documents/impact/draft-impact.ts';
import { useStudio, useStudioState } from './context.ts';
import type { ListedImpact, StudioImpact } from './protocol.ts';
import { useTranslations } from './translations.ts';

/** Size of the page, and what the draft changes for visitors: read again after each save. */
export function PageFacts() {
  const { start } = useStudio();
  const t = useTranslations();
  const impact = useImpact();
  const isIdle = useStudioState(({ selected }) => selected === null);
  if (impact === null) return null;
  const { pages, experiments, size } = impact;
  const bytes = size?.after ?? size?.before;
  return (
    <details className="facts" open={isIdle}>
      <summary>
        {bytes && <span>{formatBytes(start.locale, bytes.html)}</span>}{' '}
        <span>{t('studio.impact.pages', { count: pages.length })}</span>
      </summary>
      {size !== null && <Size size={size} />}
      <h3>{t('studio.impact.title')}</h3>
      {experiments.length > 0 && (
        <p className="note">{t('studio.impact.running', { experiments: experiments.join(', ') })}</p>
      )}
      {pages.length === 0 ? (
        <p className="hint">{t('studio.impact.nothing')}</p>
      ) : (
        <ul>
          {pages.map((page) => (
            <ImpactedPage key={page.document} page={page} />
          ))}
        </ul>
      )}
    </details>
  );
}

/** Time without an edit after which the server compares the draft. */
const PAUSE_MS = 1_000;

/** `null` until it is known; the last one while it is read again. */
function useImpact(): StudioImpact | null {
  const { server, store } = useStudio();
  const locale = useStudioState((state) => state.locale);
  // The first page of a draft takes seconds: its size is measured afterwards.
  const isShown = useStudioState(({ outline }) => outline.length > 0);
  const [impact, show] = useState<StudioImpact | null>(null);
  useEffect(() => {
    if (!isShown) return undefined;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      // The next save reads it again.
      const found = await server.impact(locale).catch(() => null);
      if (isCurrent && found !== null) show(found);
    };
    // The page is shown first, and edits that follow at once.
    const schedule = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void read(), PAUSE_MS);
    };
    schedule();
    const end = store.subscribe(({ saves, content }, before) => {
      if (saves !== before.saves || content !== before.content) schedule();
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      end();
    };
  }, [server, store, locale, isShown]);
  return impact;
}

function Size({ size: { before, after, limits } }: { readonly size: PageSize }) {
  const t = useTranslations();
  const bytes = after ?? before;
  if (bytes === null) return null;
  const rows: readonly SizeRow[] = [
    { name: 'page', of: ({ html }) => html, limit: limits.page },
    { name: 'styles', of: ({ inlineStyles }) => inlineStyles },
    { name: 'inlineScripts', of: ({ inlineScripts }) => inlineScripts },
    { name: 'scripts', of: ({ scripts }) => scripts },
    { name: 'images', of: ({ images }) => images },
    { name: 'firstScreen', of: sumFirstScreen, limit: limits.firstScreen },
  ];
  return (
    <>
      <h3>{t('studio.size.title')}</h3>
      <dl>
        {rows.map((row) => (
          <SizeOf key={row.name} row={row} bytes={bytes} before={after === null ? null : before} />
        ))}
      </dl>
    </>
  );
}

interface SizeRow {
  readonly name: 'page' | 'styles' | 'inlineScripts' | 'scripts' | 'images' | 'firstScreen';
  /** `null` when unknown. */
  readonly of: (bytes: PageBytes) => number | null;
  readonly limit?: number;
}

function SizeOf({
  row: { name, of, limit },
  bytes,
  before,
}: {
  readonly row: SizeRow;
  readonly bytes: PageBytes;
  readonly before: PageBytes | null;
}) {
  const { start } = useStudio();
  const t = useTranslations();
  const format = (size: number): string => formatBytes(start.locale, size);
  const [now, was] = [of(bytes), before && of(before)];
  const isOver = limit !== undefined && now !== null && now > limit;
  return (
    <div>
      <dt>{t(`studio.size.${name}`)}</dt>
      <dd className={isOver ? 'error' : undefined}>
        {now === null ? t('studio.size.pending') : format(now)}
        {limit !== undefined && (
          <small>{t(isOver ? 'studio.size.over' : 'studio.size.limit', { limit: format(limit) })}</small>
        )}
        {was !== null && was !== now && <small>{t('studio.size.before', { size: format(was) })}</small>}
      </dd>
    </div>
  );
}

function ImpactedPage({
  page: { document, title, baseTitle, verdict, locales, variations },
}: {
  readonly page: ListedImpact;
}) {
  const { start } = useStudio();
  const t = useTranslations();
  const about = [
    ...(baseTitle === null ? [] : [t('studio.impact.variant', { document: baseTitle })]),
    ...variations.map((each) => t('studio.impact.experiment', { ...each })),
  ];
  const isAll = locales.length === start.locales.length;
  return (
    <li>
      <strong>{title}</strong> <small>{document}</small>
      <p className={verdict === 'broken' ? 'error' : 'hint'}>
        {t(`studio.impact.${verdict === 'safe' ? 'changed' : verdict}`)} · {t('studio.impact.languages')}:{' '}
        {isAll ? t('studio.impact.all') : locales.map(getNativeLanguageName).join(', ')}
      </p>
      {about.map((each) => (
        <p key={each} className="hint">
          {each}
        </p>
      ))}
    </li>
  );
}
