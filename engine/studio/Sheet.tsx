import { useEffect, useId, useState } from 'react';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { useStudio, useStudioState } from './context.ts';
import { findTitle } from './PageCopy.tsx';
import { listPageStates, findStateForm, type ComparedState, type ComparedStateName } from './page-states.ts';
import { placed } from './placed.ts';
import type { PageVersion } from './protocol.ts';
import { SheetCell, shownSizes } from './SheetCell.tsx';
import { type Width, widths } from './store.ts';
import { useBlockNames, useTranslations } from './translations.ts';

/** The page, its variants and their base in all languages, widths and states, with differences from published content. */
export function Sheet() {
  const { start, session } = useStudio();
  const t = useTranslations();
  const opened = useStudioState((state) => state.opened);
  const [documents, setDocuments] = useState<readonly string[]>(
    opened.base === undefined ? [opened.document] : [opened.document, opened.base],
  );
  const [languages, setLanguages] = useState<readonly Locale[]>(start.locales);
  const [sizes, setSizes] = useState<readonly Width[]>([widths[0], widths[2]]);
  const all = [...new Set(opened.versions.flatMap(listPageStates).map(({ name }) => name))];
  const [states, setStates] = useState<readonly ComparedStateName[]>(all);
  // Shows stored pages.
  useEffect(() => void session.save(), [session]);
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
          name={getNativeLanguageName}
          onChoose={setLanguages}
        />
        <Choice
          title={t('studio.width')}
          options={widths}
          chosen={sizes}
          name={(width) => String(width)}
          onChoose={setSizes}
        />
        <Choice
          title={t('studio.sheetStates')}
          options={all}
          chosen={states}
          name={(state) => t(`studio.state.${state}`)}
          onChoose={setStates}
        />
      </div>
      {opened.versions
        .filter(({ document }) => documents.includes(document))
        .map((version) => (
          <section key={version.document} aria-label={`${version.title} (${version.document})`}>
            <h2>
              {version.title} <small>{version.document}</small>
            </h2>
            {listPageStates(version)
              .filter(({ name }) => states.includes(name))
              .flatMap((state) =>
                sizes.map((width) => (
                  <SheetRow
                    key={`${state.block} ${state.name} ${width}`}
                    version={version}
                    state={state}
                    width={width}
                    languages={languages}
                  />
                )),
              )}
          </section>
        ))}
    </main>
  );
}

interface SheetRowProps {
  readonly version: PageVersion;
  readonly state: ComparedState;
  readonly width: Width;
  readonly languages: readonly Locale[];
}

/** A page in one width and state, in all languages. */
function SheetRow({ version, state, width, languages }: SheetRowProps) {
  const t = useTranslations();
  const id = useId();
  const getBlockName = useBlockNames();
  const form = findStateForm(version, state.block);
  const about = [t(`studio.state.${state.name}`), form && getBlockName(form), width].filter(Boolean);
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{about.join(' · ')}</h3>
      <ul>
        {languages.map((locale) => (
          <li key={locale} ref={placed({ width: `${shownSizes[width].width}px` })}>
            <SheetCell document={version.document} locale={locale} width={width} state={state} />
          </li>
        ))}
      </ul>
    </section>
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
