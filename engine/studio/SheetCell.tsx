import { useEffect, useRef, useState } from 'react';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { toHtmlId } from '#engine/shared/to-html-id.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { comparePages, type PageDifference } from './compare-pages.ts';
import { useStudio, useStudioState } from './context.ts';
import { findCutWords } from './find-cut-words.ts';
import { markElements } from './mark-elements.ts';
import { findTitle, PageCopy } from './PageCopy.tsx';
import { type ComparedState, showState } from './page-states.ts';
import type { PreviewConditions } from './protocol.ts';
import type { Width } from './store.ts';
import { countMissingTexts } from './texts.ts';
import { useTranslations } from './translations.ts';

/** CSS pixels of a page on the sheet: seven phones beside one another on a desktop. */
export const shownSizes: Readonly<Record<Width, { readonly width: number; readonly height: number }>> = {
  390: { width: 180, height: 390 },
  768: { width: 300, height: 400 },
  1440: { width: 420, height: 320 },
};

interface SheetCellProps {
  readonly document: string;
  readonly locale: Locale;
  readonly width: Width;
  readonly state: ComparedState;
}

/** A page of the sheet, with what is wrong with it. */
export function SheetCell({ document, locale, width, state }: SheetCellProps) {
  const { store, start } = useStudio();
  const t = useTranslations();
  const opened = useStudioState((each) => each.opened);
  const chosen = {
    conditions: useStudioState((each) => each.conditions),
    isDark: useStudioState((each) => each.isDark),
  };
  const shown = showState(state, chosen);
  const [page, show] = useState<Document | null>(null);
  const size = shownSizes[width];
  const address = new URL(location.href);
  address.searchParams.set('document', document);
  return (
    <>
      <PageCopy
        of={{ document, isPublished: false }}
        locale={locale}
        shown={shown}
        title={[
          findTitle(opened, document),
          getNativeLanguageName(locale),
          t(`studio.state.${state.name}`),
          width,
        ].join(' · ')}
        width={width}
        shownWidth={size.width}
        shownHeight={size.height}
        onLoad={(loaded) => {
          if (state.block !== undefined) loaded.getElementById(toHtmlId(state.block))?.scrollIntoView();
          show(loaded);
        }}
      />
      <p>
        {document === start.document ? (
          <button
            type="button"
            className="plain"
            onClick={() => store.setState({ ...shown, locale, width, isSheet: false })}
          >
            {getNativeLanguageName(locale)}
          </button>
        ) : (
          <a href={address.href}>{getNativeLanguageName(locale)}</a>
        )}
      </p>
      <Differences page={page} document={document} locale={locale} conditions={shown.conditions} />
      {page !== null && <Overflow page={page} />}
      {document === start.document && <OwnTexts locale={locale} />}
    </>
  );
}

/** Texts of the opened page that are missing or have findings. */
function OwnTexts({ locale }: { readonly locale: Locale }) {
  const { store } = useStudio();
  const t = useTranslations();
  const missing = useStudioState((state) => countMissingTexts(state, locale));
  const count = useStudioState(({ findings }) => findings.filter(({ text }) => text?.locale === locale).length);
  return (
    <>
      {missing > 0 && (
        <p>
          <button
            type="button"
            className="plain error"
            onClick={() => store.setState({ locale, isSheet: false, texts: 'open' })}
          >
            {t('studio.missingTexts', { count: missing })}
          </button>
        </p>
      )}
      {count > 0 && (
        <p>
          <button
            type="button"
            className="plain error"
            onClick={() => store.setState({ locale, isSheet: false, texts: null, selected: null })}
          >
            {t('studio.findings', { count })}
          </button>
        </p>
      )}
    </>
  );
}

/** Words that are cut off, and whether the page is wider than the screen. */
function Overflow({ page }: { readonly page: Document }) {
  const t = useTranslations();
  const [cut, setCut] = useState<readonly HTMLElement[]>([]);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    let isGone = false;
    let unmark = (): void => undefined;
    const measure = async (): Promise<void> => {
      // Fonts change widths.
      await page.fonts.ready;
      if (isGone) return;
      const { scrollWidth, clientWidth } = page.documentElement;
      const found = [...new Set(findCutWords(page).map(({ element }) => element))];
      setWide(scrollWidth > clientWidth);
      setCut(found);
      unmark = markElements(found, 'solid');
    };
    void measure();
    return () => {
      isGone = true;
      unmark();
    };
  }, [page]);
  return (
    <>
      {isWide && <p className="error">{t('studio.overflow')}</p>}
      {cut.length > 0 && (
        <p>
          <Steps label={t('studio.cutWords', { count: cut.length })} elements={cut} isError />
        </p>
      )}
    </>
  );
}

interface DifferencesProps {
  readonly page: Document | null;
  readonly document: string;
  readonly locale: Locale;
  readonly conditions: PreviewConditions;
}

/** Changes of the draft in a page. */
function Differences({ page, document, locale, conditions }: DifferencesProps) {
  const { server } = useStudio();
  const t = useTranslations();
  const isPublished = useStudioState(({ opened }) =>
    opened.versions.some((version) => version.document === document && version.isPublished),
  );
  const [found, setFound] = useState<PageDifference | null>(null);
  const { at, consent, form, formBlock } = conditions;
  useEffect(() => {
    const view = page?.defaultView ?? null;
    if (page === null || view === null || !isPublished) return undefined;
    let isGone = false;
    let unmark = (): void => undefined;
    const compare = async (): Promise<void> => {
      const shown = { at, consent, ...(form && { form }), ...(formBlock !== undefined && { formBlock }) };
      const html = await server.published({ document, locale, conditions: shown });
      if (isGone) return;
      // Parsed by the frame, under its policy: nothing is run or loaded.
      const difference = comparePages(page, new view.DOMParser().parseFromString(html, 'text/html'));
      setFound(difference);
      unmark = markElements(difference.elements, 'dashed');
    };
    // Failures are ignored.
    compare().catch(() => undefined);
    return () => {
      isGone = true;
      unmark();
    };
  }, [page, isPublished, server, document, locale, at, consent, form, formBlock]);
  if (!isPublished) return <p className="hint">{t('studio.unpublished')}</p>;
  if (found === null) return null;
  if (found.isSame) return <p className="hint">{t('studio.same')}</p>;
  const count = Math.max(1, found.elements.length + found.missing);
  return (
    <p>
      <Steps label={t('studio.differences', { count })} elements={found.elements} />
    </p>
  );
}

interface StepsProps {
  readonly label: string;
  readonly elements: readonly HTMLElement[];
  readonly isError?: boolean;
}

/** A button that scrolls from one element to the next. */
function Steps({ label, elements, isError = false }: StepsProps) {
  const at = useRef(0);
  const lead = (): void => {
    elements[at.current % elements.length]?.scrollIntoView({ block: 'center' });
    at.current += 1;
  };
  return (
    <button type="button" className={isError ? 'plain error' : 'plain'} onClick={lead}>
      {label}
    </button>
  );
}
