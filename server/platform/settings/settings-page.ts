import { settingsTable } from './table.ts';
import type { Setting } from './setting.ts';

/** `docs/settings.md`, written from the table. */
export function settingsPage(): string {
  const rows = Object.entries<Setting<unknown>>(settingsTable).map(
    ([name, { description, allowed, default: fallback }]) => {
      const shownDefault = fallback === null || fallback === '' ? '–' : `\`${fallback}\``;
      return `| \`${name}\` | ${description} | ${allowed} | ${shownDefault} |`;
    },
  );
  return [
    '# Settings',
    '',
    'All settings come from the environment. They are checked once, before the server starts; every problem is shown in one list.',
    'Nothing has to be set for `npm start`. This page is written from `server/platform/settings/table.ts` by `node server/platform/settings/write-settings-page.ts`.',
    '',
    '| Name | What it does | Allowed | Default |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
