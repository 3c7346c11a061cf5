import './react-preamble.ts';
import { findingsEvent, type FindingsMessage, refreshEvent, type RefreshMessage } from './findings-event.ts';

const STYLE = `
  dialog { max-width: min(64rem, 92vw); max-height: 80vh; margin: 6vh auto; padding: 0; border: 1px solid darkred; background: white; color: black;
    font: 15px/1.55 system-ui, sans-serif; overflow: auto; }
  dialog::backdrop { background: rgb(0 0 0 / 55%); }
  header { display: flex; justify-content: space-between; align-items: start; gap: 2rem; padding: 1.25rem 1.5rem; background: darkred; color: white; }
  h2 { margin: 0; font-size: 1.125rem; font-weight: 600; }
  p { margin: .25rem 0 0; }
  ol { margin: 0; padding: 1rem 1.5rem 1.5rem 3rem; }
  li { margin-block: .75rem; }
  code { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
  small { color: darkred; font-size: .8125rem; }
  button { flex: none; min-height: 2.5rem; padding: 0 1rem; border: 1px solid currentcolor; background: none; color: inherit; font: inherit; cursor: pointer; }
  button:focus-visible { outline: 2px solid white; outline-offset: 2px; }
`;

let overlay: HTMLElement | null = null;

/** Shows why the newest documents were rejected; the page stays the last valid one. */
function show({ findings }: FindingsMessage): void {
  overlay?.remove();
  overlay = null;
  if (findings.length === 0) return;
  overlay = document.createElement('vitrine-findings');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  const root = overlay.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'title');
  dialog.lang = 'en';
  const close = element('button', 'Close');
  close.addEventListener('click', () => dialog.close());
  const title = element(
    'h2',
    findings.length === 1 ? 'One mistake has to be fixed' : `${findings.length} mistakes have to be fixed`,
  );
  title.id = 'title';
  const head = document.createElement('div');
  head.append(
    title,
    element('p', 'The page behind is the last good one. It changes as soon as the documents are right again.'),
  );
  const header = document.createElement('header');
  header.append(head, close);
  const list = document.createElement('ol');
  list.append(...findings.map(item));
  dialog.append(header, list);
  root.append(dialog);
  document.body.append(overlay);
  dialog.showModal();
}

function item({ file, line, column, rule, message, suggestion }: FindingsMessage['findings'][number]): HTMLLIElement {
  const entry = document.createElement('li');
  const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  entry.append(
    element('code', `${file}:${line}:${column}`),
    ' ',
    element('small', rule),
    document.createElement('br'),
    message + hint,
  );
  return entry;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

import.meta.hot?.on(findingsEvent, show);
const shown = document.querySelector<HTMLElement>('script[data-refresh]')?.dataset.refresh;
import.meta.hot?.send(refreshEvent, { refresh: Number(shown) } satisfies RefreshMessage);
