import { useEffect, useRef } from 'react';
import { useWords } from './words.ts';

/** Dialog with all keyboard shortcuts, opened by "?" as well. */
export function Shortcuts() {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const listen = ({ key, target }: KeyboardEvent): void => {
      const isTyping = target instanceof Element && target.matches('input, select, textarea');
      if (key === '?' && !isTyping) dialog.current?.showModal();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const keys = [
    ['↑ ↓ Home End', words('studio.keysSelect')],
    ['Enter', words('studio.keysEditText')],
    ['PgUp PgDn', words('studio.keysNextText')],
    ['Shift Enter', words('studio.keysEdit')],
    ['Esc', words('studio.keysBack')],
    ['Alt ↑ ↓', words('studio.keysMove')],
    ['Ctrl D', words('studio.duplicate')],
    ['H', words('studio.keysHide')],
    ['Del', words('studio.remove')],
    ['Ctrl Z', words('studio.undo')],
    ['Ctrl Shift Z', words('studio.redo')],
    ['Ctrl S', words('studio.keysSave')],
    ['?', words('studio.keys')],
  ] as const;
  return (
    <>
      <button type="button" className="plain" onClick={() => dialog.current?.showModal()}>
        {words('studio.keys')}
      </button>
      <dialog ref={dialog} className="keys" aria-labelledby="keys-title">
        <h2 id="keys-title">{words('studio.keys')}</h2>
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
            {words('studio.close')}
          </button>
        </form>
      </dialog>
    </>
  );
}
