import { settingsTable } from './table.ts';
import type { Setting } from './setting.ts';

/** `docs/settings.md`, written from the table. */
export function settingsPage(): string {
  const rows = Object.entries<Setting<unknown>>(settingsTable).map(
    ([
      name,
      {
        description,
        allowed,
        default: { demo, production },
      },
    ]) => `| \`${name}\` | ${description} | ${allowed} | ${shown(demo, 'made')} | ${shown(production, 'required')} |`,
  );
  return [
    '# Settings',
    '',
    'All settings come from the environment. They are checked once, before the server starts; every problem is shown in one list.',
    'Nothing has to be set for `npm start`, which runs the demo on this machine; a server that others reach runs in production mode (`VITRINE_MODE=production`). Whatever is forgotten is as safe as it can be there: what has no safe value is required ([decision 043](decisions/043-demo-mode.md)).',
    'This page is written from `server/platform/settings/table.ts` by `node server/platform/settings/write-settings-page.ts`.',
    '',
    '| Name | What it does | Allowed | Default in demo mode | Default in production |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const shown = (fallback: string | null, otherwise: string): string =>
  fallback === null ? otherwise : fallback === '' ? '–' : `\`${fallback}\``;
