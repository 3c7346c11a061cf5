import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { InternalError } from '#engine/shared/errors.ts';
import { StudioContext } from './context.ts';
import { recallHistory, rememberHistory } from './remembered-history.ts';
import type { StudioStart } from './protocol.ts';
import { createStudioServer } from './server.ts';
import { createSession } from './session.ts';
import { ShownPage } from './shown-page.ts';
import { createStudioStore, widths } from './store.ts';
import { StudioPage } from './StudioPage.tsx';
import css from './studio.css?inline';
import { createStudioI18n } from './translations.ts';

void begin(document.getElementById('studio'), document.getElementById('start'));

/** On a phone, the page is shown in phone width. */
const firstWidth = () => (window.innerWidth < widths[1] ? widths[0] : widths[2]);

/** Fonts of the admin area. They are `optional`, so that visitors' pages do not shift. */
function readFonts(): string {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText));
  const fonts = rules.filter((text) => text.startsWith('@font-face'));
  return fonts.join('').replaceAll('font-display: optional', 'font-display: swap');
}

async function begin(place: HTMLElement | null, data: HTMLElement | null): Promise<void> {
  if (place === null || data === null) throw new InternalError('The page of the studio is not whole.');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css + readFonts());
  document.adoptedStyleSheets = [sheet];
  // Written by the server into this page.
  const start = JSON.parse(data.textContent) as StudioStart;
  const server = createStudioServer(start);
  const opened = await server.open().catch(() => null);
  // The admin area reports a missing draft or document.
  if (opened === null) return location.replace(start.addresses.back);
  document.title = `${opened.title} · ${document.title}`;
  const page = new ShownPage();
  const session = createSession(
    server,
    () => store,
    (html) => page.show(html),
  );
  const store = createStudioStore(opened, { locale: start.locale, width: firstWidth() }, Date.now, () =>
    session.changed(),
  );
  const name = `studio ${start.draft} ${start.document}`;
  recallHistory(store, sessionStorage, name);
  window.addEventListener('pagehide', () => rememberHistory(store, sessionStorage, name));
  window.addEventListener('online', () => void session.save());
  // Checks for changes of others.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && session.preview());
  window.addEventListener('beforeunload', (event) => {
    if (store.getState().save === 'saved') return;
    void session.save();
    event.preventDefault();
  });
  createRoot(place).render(
    <I18nextProvider i18n={createStudioI18n(start)}>
      <StudioContext value={{ start, store, session, page, server }}>
        <StudioPage />
      </StudioContext>
    </I18nextProvider>,
  );
}
