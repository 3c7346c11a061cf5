import { useId } from 'react';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { useStudio, useStudioState } from './context.ts';
import { listPageStates, findStateForm, showState } from './page-states.ts';
import type { PageForm } from './protocol.ts';
import { type StudioStore, widths } from './store.ts';
import { Variations } from './Variations.tsx';
import { useBlockNames, useTranslations } from './translations.ts';

/** Title, save state, view options, undo and redo. */
export function Bar() {
  const { start, store } = useStudio();
  const t = useTranslations();
  const { opened, history, isSheet, colleague, texts } = useStudioState((state) => state);
  return (
    <header className="bar">
      <div className="bar-title">
        <h1>
          <a href={start.addresses.back}>{opened.title}</a>
        </h1>
        <p>
          {opened.draft.name} ·{' '}
          <button type="button" className="plain" onClick={() => showSettings(store)}>
            {t('studio.settings')}
          </button>{' '}
          · <SaveStatus />
        </p>
        <p role="status">
          {colleague !== null &&
            t('studio.colleague', {
              name: colleague.name,
              time: new Date(colleague.at).toLocaleTimeString(start.locale, { timeStyle: 'short' }),
            })}
        </p>
      </div>
      {!isSheet && (
        <>
          <LocaleChoice />
          <WidthChoice />
        </>
      )}
      <View />
      <Variations />
      {!isSheet && (
        <button
          type="button"
          className="plain"
          aria-pressed={texts !== null}
          onClick={() => store.setState({ texts: texts === null ? 'all' : null })}
        >
          {t('studio.textsPanel')}
        </button>
      )}
      <button
        type="button"
        className="plain"
        aria-pressed={isSheet}
        onClick={() => store.setState({ isSheet: !isSheet, edited: null })}
      >
        {t(isSheet ? 'studio.toPage' : 'studio.sheet')}
      </button>
      <div className="bar-history">
        <button type="button" className="plain" disabled={history.past.length === 0} onClick={store.undo}>
          {t('studio.undo')}
        </button>
        <button type="button" className="plain" disabled={history.future.length === 0} onClick={store.redo}>
          {t('studio.redo')}
        </button>
      </div>
      <a className="button" href={start.addresses.publish}>
        {t('studio.publish')}
      </a>
    </header>
  );
}

/** Settings of the page stand where no block is selected. */
function showSettings(store: StudioStore): void {
  store.setState({ selected: null, isSettings: true, isSheet: false, edited: null });
  // The list with them is rendered now.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.page-settings summary')?.focus());
}

/** Language of the page. */
function LocaleChoice() {
  const { start, store } = useStudio();
  const t = useTranslations();
  const locale = useStudioState((state) => state.locale);
  return (
    <label className="bar-choice">
      <span className="unseen">{t('studio.language')}</span>
      <select
        value={locale}
        onChange={({ target }) => {
          const chosen = start.locales.find((each) => each === target.value);
          if (chosen !== undefined) store.setState({ locale: chosen });
        }}
      >
        {start.locales.map((each) => (
          <option key={each} value={each}>
            {getNativeLanguageName(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

function WidthChoice() {
  const { store } = useStudio();
  const t = useTranslations();
  const width = useStudioState((state) => state.width);
  return (
    <fieldset className="widths">
      <legend className="unseen">{t('studio.width')}</legend>
      {widths.map((each) => (
        <label key={each}>
          <input type="radio" name="width" checked={each === width} onChange={() => store.setState({ width: each })} />
          <span>{each}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Conditions of the page. */
function View() {
  const { store } = useStudio();
  const t = useTranslations();
  const conditions = useStudioState((state) => state.conditions);
  const isDark = useStudioState((state) => state.isDark);
  return (
    <details className="conditions">
      <summary className="plain">{t('studio.view')}</summary>
      <div className="entry">
        <label htmlFor="at">{t('studio.at')}</label>
        <input
          id="at"
          type="datetime-local"
          value={conditions.at}
          onChange={({ target }) => store.setState({ conditions: { ...conditions, at: target.value } })}
        />
      </div>
      <label>
        <input
          type="checkbox"
          checked={conditions.consent === 'unknown'}
          onChange={({ target }) =>
            store.setState({ conditions: { ...conditions, consent: target.checked ? 'unknown' : 'refused' } })
          }
        />{' '}
        {t('studio.consent')}
      </label>
      <label>
        <input type="checkbox" checked={isDark} onChange={({ target }) => store.setState({ isDark: target.checked })} />{' '}
        {t('studio.dark')}
      </label>
      <FormViewChoice />
      <BesideChoice />
    </details>
  );
}

/** State of the page's form. */
function FormViewChoice() {
  const { store, start } = useStudio();
  const t = useTranslations();
  const id = useId();
  const getBlockName = useBlockNames();
  const getFormName = (shown: PageForm | undefined): string => (shown === undefined ? '' : getBlockName(shown));
  const conditions = useStudioState((state) => state.conditions);
  const versions = useStudioState(({ opened }) => opened.versions);
  const own = versions.find(({ document }) => document === start.document);
  const states = own === undefined ? [] : listPageStates(own).filter(({ block }) => block !== undefined);
  if (own === undefined || states.length === 0) return null;
  const { form, formBlock, ...others } = conditions;
  const chosen = states.findIndex(({ name, block }) => name === form && block === formBlock);
  const choose = (index: string): void => {
    const state = states[Number(index)];
    store.setState({
      conditions: state === undefined ? others : showState(state, { conditions, isDark: false }).conditions,
    });
  };
  return (
    <div className="entry">
      <label htmlFor={id}>{t('studio.form')}</label>
      <select id={id} value={chosen} onChange={({ target }) => choose(target.value)}>
        <option value={-1}>{t('studio.formEmpty')}</option>
        {states.map(({ name, block }, index) => (
          <option key={`${block} ${name}`} value={index}>
            {[getFormName(findStateForm(own, block)), t(`studio.state.${name}`)].filter(Boolean).join(' · ')}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Comparison with the published page, or with another version. */
function BesideChoice() {
  const { store, start } = useStudio();
  const t = useTranslations();
  const id = useId();
  const versions = useStudioState(({ opened }) => opened.versions);
  const beside = useStudioState((state) => state.beside);
  const own = versions.find(({ document }) => document === start.document);
  const others = versions.filter(({ document }) => document !== start.document);
  const choose = (value: string): void => {
    const isPublished = value === start.document;
    store.setState({ beside: value === '' ? null : { document: value, isPublished } });
  };
  return (
    <div className="entry">
      <label htmlFor={id}>{t('studio.beside')}</label>
      <select id={id} value={beside?.document ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">{t('studio.besideNothing')}</option>
        {own?.isPublished === true && <option value={own.document}>{t('studio.besidePublished')}</option>}
        {others.map(({ document, title }) => (
          <option key={document} value={document}>
            {`${title} (${document})`}
          </option>
        ))}
      </select>
    </div>
  );
}

function SaveStatus() {
  const t = useTranslations();
  const save = useStudioState((state) => state.save);
  const message = useStudioState((state) => state.message);
  return (
    <span role="status" className={`save save-${save}`}>
      {t(`studio.save.${save}`)} {message}
    </span>
  );
}
