import { useEffect, useRef } from 'react';
import { useTranslations } from './translations.ts';

/** Dialog with all keyboard shortcuts, opened by "?" as well. */
export function Shortcuts() {
  const t = useTranslations();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { key } = event;
      // The JSON editor is in a shadow root.
      const [target] = event.composedPath();
      const isTyping =
        target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'));
      if (key === '?' && !isTyping) dialog.current?.showModal();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const keys = [
    ['↑ ↓ Home End', t('studio.keysSelect')],
    ['Enter', t('studio.keysEditText')],
    ['PgUp PgDn', t('studio.keysNextText')],
    ['Shift Enter', t('studio.keysEdit')],
    ['Esc', t('studio.keysBack')],
    ['Alt ↑ ↓', t('studio.keysMove')],
    ['Ctrl D', t('studio.duplicate')],
    ['H', t('studio.keysHide')],
    ['Del', t('studio.remove')],
    ['Ctrl Z', t('studio.undo')],
    ['Ctrl Shift Z', t('studio.redo')],
    ['Ctrl S', t('studio.keysSave')],
    ['?', t('studio.keys')],
  ] as const;
  return (
    <>
      <button type="button" className="plain" onClick={() => dialog.current?.showModal()}>
        {t('studio.keys')}
      </button>
      <dialog ref={dialog} className="keys" aria-labelledby="keys-title">
        <h2 id="keys-title">{t('studio.keys')}</h2>
        <dl>
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <form method="dialog">
          <button type="submit" className="plain">
            {t('studio.close')}
          </button>
        </form>
      </dialog>
    </>
  );
}
