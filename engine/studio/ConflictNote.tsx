import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { useStudio, useStudioState } from './context.ts';
import { useTranslations } from './translations.ts';

/** Concurrent changes by two users: both versions, of which one is to be chosen. */
export function ConflictNote() {
  const { session } = useStudio();
  const t = useTranslations();
  const conflict = useStudioState((state) => state.conflict);
  const content = useStudioState((state) => state.content);
  if (conflict === null) return null;
  const both = [
    ...conflict.files.map(({ path, text }) => ({ name: path, theirs: text, mine: content.files[path] ?? '' })),
    ...conflict.texts.map(({ key, locale, value }) => ({
      name: `${key} · ${getNativeLanguageName(locale)}`,
      theirs: value,
      mine: content.texts[key]?.[locale] ?? '',
    })),
  ];
  return (
    <section className="conflict" role="alert">
      <h2>{t('studio.conflict.title')}</h2>
      <p>{t('studio.conflict.text')}</p>
      {both.map(({ name, theirs, mine }) => (
        <details key={name}>
          <summary>{name}</summary>
          <div className="versions">
            <label>
              {t('studio.conflict.theirs')}
              <textarea readOnly rows={6} value={theirs} />
            </label>
            <label>
              {t('studio.conflict.mine')}
              <textarea readOnly rows={6} value={mine} />
            </label>
          </div>
        </details>
      ))}
      <div className="choices">
        <button type="button" className="button" onClick={() => session.settle('mine')}>
          {t('studio.conflict.useMine')}
        </button>
        <button type="button" className="button quiet" onClick={() => session.settle('theirs')}>
          {t('studio.conflict.useTheirs')}
        </button>
      </div>
    </section>
  );
}
