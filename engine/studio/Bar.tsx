import { nativeLanguageName } from '#engine/i18n/languages.ts';
import { useStudio, useStudioState } from './context.ts';
import { widths } from './store.ts';
import { useWords } from './words.ts';

/** What is edited and whether it is stored; how the page is looked at; undo and redo. */
export function Bar() {
  const { start, store } = useStudio();
  const words = useWords();
  const { opened, locale, width, history } = useStudioState((state) => state);
  return (
    <header className="bar">
      <div className="bar-title">
        <h1>
          <a href={start.addresses.back}>{opened.title}</a>
        </h1>
        <p>
          {opened.draft.name} · <SaveStatus />
        </p>
      </div>
      <label className="bar-choice">
        <span className="unseen">{words('studio.language')}</span>
        <select
          value={locale}
          onChange={({ target }) => {
            const chosen = start.locales.find((each) => each === target.value);
            if (chosen !== undefined) store.setState({ locale: chosen });
          }}
        >
          {start.locales.map((each) => (
            <option key={each} value={each}>
              {nativeLanguageName(each)}
            </option>
          ))}
        </select>
      </label>
      <fieldset className="widths">
        <legend className="unseen">{words('studio.width')}</legend>
        {widths.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="width"
              checked={each === width}
              onChange={() => store.setState({ width: each })}
            />
            <span>{each}</span>
          </label>
        ))}
      </fieldset>
      <View />
      <div className="bar-history">
        <button type="button" className="plain" disabled={history.past.length === 0} onClick={store.undo}>
          {words('studio.undo')}
        </button>
        <button type="button" className="plain" disabled={history.future.length === 0} onClick={store.redo}>
          {words('studio.redo')}
        </button>
      </div>
      <a className="button" href={start.addresses.publish}>
        {words('studio.publish')}
      </a>
    </header>
  );
}

/** Under which conditions the page is looked at. */
function View() {
  const { store } = useStudio();
  const words = useWords();
  const conditions = useStudioState((state) => state.conditions);
  const isDark = useStudioState((state) => state.isDark);
  return (
    <details className="conditions">
      <summary className="plain">{words('studio.view')}</summary>
      <div className="entry">
        <label htmlFor="at">{words('studio.at')}</label>
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
        {words('studio.consent')}
      </label>
      <label>
        <input type="checkbox" checked={isDark} onChange={({ target }) => store.setState({ isDark: target.checked })} />{' '}
        {words('studio.dark')}
      </label>
    </details>
  );
}

function SaveStatus() {
  const words = useWords();
  const save = useStudioState((state) => state.save);
  const message = useStudioState((state) => state.message);
  return (
    <span role="status" className={`save save-${save}`}>
      {words(`studio.save.${save}`)} {message}
    </span>
  );
}
