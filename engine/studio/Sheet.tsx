import { useEffect, useRef, useState } from 'react';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { comparePages, type PageDifference } from './compare-pages.ts';
import { useStudio, useStudioState } from './context.ts';
import { markDifferences } from './mark-differences.ts';
import { findTitle, PageCopy } from './PageCopy.tsx';
import { placed } from './placed.ts';
import { type Width, widths } from './store.ts';
import { useTranslations } from './translations.ts';

/** CSS pixels of a page on the sheet: a phone at half its size, wider screens smaller. */
const shownSizes: Readonly<Record<Width, { readonly width: number; readonly height: number }>> = {
  390: { width: 195, height: 400 },
  768: { width: 300, height: 400 },
  1440: { width: 420, height: 320 },
};

/** The page, its variants and their base in all languages and widths, with differences from published content. */
export function Sheet() {
  const { start, session } = useStudio();
  const t = useTranslations();
  const opened = useStudioState((state) => state.opened);
  const [documents, setDocuments] = useState<readonly string[]>(
    opened.base === undefined ? [opened.document] : [opened.document, opened.base],
  );
  const [languages, setLanguages] = useState<readonly Locale[]>(start.locales);
  const [sizes, setSizes] = useState<readonly Width[]>([widths[0], widths[2]]);
  // Shows stored pages.
  useEffect(() => session.save(), [session]);
  return (
    <main className="sheet">
      <div className="choices">
        <Choice
          title={t('studio.sheetPages')}
          options={opened.versions.map(({ document }) => document)}
          chosen={documents}
          name={(document) => `${findTitle(opened, document)} (${document})`}
          onChoose={setDocuments}
        />
        <Choice
          title={t('studio.sheetLanguages')}
          options={start.locales}
          chosen={languages}
          name={nativeLanguageName}
          onChoose={setLanguages}
        />
        <Choice
          title={t('studio.width')}
          options={widths}
          chosen={sizes}
          name={(width) => String(width)}
          onChoose={setSizes}
        />
      </div>
      {documents.flatMap((document) =>
        sizes.map((width) => (
          <section key={`${document} ${width}`} aria-label={`${findTitle(opened, document)} (${document}) · ${width}`}>
            <h2>
              {findTitle(opened, document)} <small>{`${document} · ${width}`}</small>
            </h2>
            <ul>
              {languages.map((locale) => (
                <li key={locale} ref={placed({ width: `${shownSizes[width].width}px` })}>
                  <Cell document={document} locale={locale} width={width} />
                </li>
              ))}
            </ul>
          </section>
        )),
      )}
    </main>
  );
}

interface ChoiceProps<Option extends string | number> {
  readonly title: string;
  readonly options: readonly Option[];
  readonly chosen: readonly Option[];
  readonly name: (option: Option) => string;
  readonly onChoose: (chosen: readonly Option[]) => void;
}

function Choice<Option extends string | number>({ title, options, chosen, name, onChoose }: ChoiceProps<Option>) {
  return (
    <details>
      <summary className="plain">{`${title}: ${chosen.length}`}</summary>
      <fieldset>
        <legend className="unseen">{title}</legend>
        {options.map((option) => (
          <label key={option}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target: { checked } }) =>
                onChoose(options.filter((each) => (each === option ? checked : chosen.includes(each))))
              }
            />{' '}
            {name(option)}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

interface CellProps {
  readonly document: string;
  readonly locale: Locale;
  readonly width: Width;
}

function Cell({ document, locale, width }: CellProps) {
  const { store, start } = useStudio();
  const t = useTranslations();
  const opened = useStudioState((state) => state.opened);
  const count = useStudioState(({ findings }) =>
    document === start.document ? findings.filter(({ text }) => text?.locale === locale).length : 0,
  );
  const [page, show] = useState<Document | null>(null);
  const size = shownSizes[width];
  const isWide = page !== null && page.documentElement.scrollWidth > page.documentElement.clientWidth;
  const address = new URL(location.href);
  address.searchParams.set('document', document);
  return (
    <>
      <PageCopy
        of={{ document, isPublished: false }}
        locale={locale}
        title={`${findTitle(opened, document)} · ${nativeLanguageName(locale)} · ${width}`}
        width={width}
        shownWidth={size.width}
        shownHeight={size.height}
        onLoad={show}
      />
      <p>
        {document === start.document ? (
          <button type="button" className="plain" onClick={() => store.setState({ locale, width, isSheet: false })}>
            {nativeLanguageName(locale)}
          </button>
        ) : (
          <a href={address.href}>{nativeLanguageName(locale)}</a>
        )}
      </p>
      <Differences page={page} document={document} locale={locale} />
      {isWide && <p className="error">{t('studio.overflow')}</p>}
      {count > 0 && <p className="error">{t('studio.findings', { count })}</p>}
    </>
  );
}

interface DifferencesProps {
  readonly page: Document | null;
  readonly document: string;
  readonly locale: Locale;
}

/** Changes of the draft in a page; a button steps through them. */
function Differences({ page, document, locale }: DifferencesProps) {
  const { server } = useStudio();
  const t = useTranslations();
  const conditions = useStudioState((state) => state.conditions);
  const isPublished = useStudioState(({ opened }) =>
    opened.versions.some((version) => version.document === document && version.isPublished),
  );
  const [found, setFound] = useState<PageDifference | null>(null);
  const at = useRef(0);
  useEffect(() => {
    const view = page?.defaultView ?? null;
    if (page === null || view === null || !isPublished) return undefined;
    let isGone = false;
    let unmark = (): void => undefined;
    const compare = async (): Promise<void> => {
      const html = await server.published({ document, locale, conditions });
      if (isGone) return;
      // Parsed by the frame, under its policy: nothing is run or loaded.
      const difference = comparePages(page, new view.DOMParser().parseFromString(html, 'text/html'));
      setFound(difference);
      unmark = markDifferences(difference.elements);
    };
    // Failures are ignored.
    compare().catch(() => undefined);
    return () => {
      isGone = true;
      unmark();
    };
  }, [page, isPublished, server, document, locale, conditions]);
  if (!isPublished) return <p className="hint">{t('studio.unpublished')}</p>;
  if (found === null) return null;
  if (found.isSame) return <p className="hint">{t('studio.same')}</p>;
  const lead = (): void => {
    found.elements[at.current % found.elements.length]?.scrollIntoView({ block: 'center' });
    at.current += 1;
  };
  return (
    <p>
      <button type="button" className="plain" onClick={lead}>
        {t('studio.differences', { count: Math.max(1, found.elements.length + found.missing) })}
      </button>
    </p>
  );
}
